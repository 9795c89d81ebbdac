"""Walk through all screens for as long as you like, and say where the terminal was not true.

python -m tests.kbtui.truth --minutes 60 --seed tonight
python -m tests.kbtui.truth --place game --size 80x24 --look 16     only there
python -m tests.kbtui.truth --place game --size 80x24 --look 16 --seed tonight-3 --steps 40
                                                                   one walk again, as it is told
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.kbtui.truth.places import PLACES
from tests.kbtui.truth.walking import Walk, walked
from tests.kbtui.truth.watching import LOOKS, SIZES

_STEPS = 60


def walks(asked: argparse.Namespace) -> Iterator[Walk]:
    """One that is asked for exactly, or all of them in ever new orders."""
    if asked.steps:
        yield Walk(asked.place[0], asked.size[0], asked.look[0], asked.seed, asked.steps)
        return
    random, number = Random(asked.seed), 0
    while True:
        everything = [
            (place, size, look)
            for place in asked.place or PLACES
            for size in asked.size or SIZES
            for look in asked.look or LOOKS
        ]
        random.shuffle(everything)
        for where in everything:
            number += 1
            yield Walk(*where, f"{asked.seed}-{number}", _STEPS)


def _size(text: str) -> tuple[int, int]:
    columns, rows = map(int, text.split("x"))
    return columns, rows


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare what terminals show with the truth.")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="truth")
    parser.add_argument("--place", action="append", choices=PLACES, help="may be given again")
    parser.add_argument("--size", action="append", type=_size, help="such as 80x24")
    parser.add_argument("--look", action="append", choices=LOOKS)
    parser.add_argument("--steps", type=int, default=0, help="one walk, with that very seed")
    asked = parser.parse_args()
    if asked.steps and not (asked.place and asked.size and asked.look):
        parser.error("one walk needs a place, a size and a look")
    return asked


def main() -> int:
    asked = _asked()
    end, seen, failed, steps = time.monotonic() + 60 * asked.minutes, Counter[str](), 0, 0
    for walk in walks(asked):
        if time.monotonic() > end:
            break
        with tempfile.TemporaryDirectory() as folder:
            try:
                seen.update(asyncio.run(walked(walk, Path(folder) / "home")))
            except Exception as error:
                failed += 1
                lines = traceback.format_exception_only(error)
                print("".join(lines), file=sys.__stdout__, flush=True)
        steps += walk.steps
    told = ", ".join(f"{name} {count}" for name, count in seen.most_common())
    print(f"{steps} steps, {failed} walks went wrong; walks that saw: {told}", file=sys.__stdout__)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
