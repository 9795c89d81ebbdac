"""Measures how soon the ``kb`` command prints something, without a screen.

    python -m bench.start            each command fifteen times, about a minute
    python -m bench.start --quick    five times

The result is the time from the start of the program to its first line on a pseudo-terminal, as a
ratio to a Python that starts and does nothing. All take turns, so that a busy machine slows all of
them alike, and the fastest run of each counts.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.pty_app import OnTerminal
from bench.tui import KB, PYTHON, SMALL, Home, Verdict, best

TARGET: Final = 4.0
_LINE: Final = re.compile(rb"\n")
_SPY: Final = """
import sys
from kbtui.cli.main import main
main(sys.argv[1:])
sys.exit("textual" in sys.modules)
"""


# What is asked for in passing, so it has to answer at once.
COMMANDS: Final = ("--help", "--version", "new --help", "status")


def first_line(home: Home, words: Sequence[str]) -> Callable[[], float]:
    def run() -> float:
        with OnTerminal((*KB, *words), home.environ(), SMALL) as program:
            return program.until(_LINE)[0]

    return run


def nothing(home: Home) -> float:
    start = time.perf_counter()
    _ended((*PYTHON, "-c", "pass"), home)
    return time.perf_counter() - start


def _ended(arguments: Sequence[str], home: Home) -> int:
    # With a pipe its end is noticed at once; without one it would be looked for now and then.
    done = subprocess.run(
        arguments,
        env=home.environ(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    return done.returncode


def verdicts(home: Home, rounds: int) -> Iterator[Verdict]:
    runs = {name: first_line(home, name.split()) for name in COMMANDS}
    found = best({"": lambda: nothing(home), **runs}, rounds)
    for name in COMMANDS:
        note = f"{1000 * found[name]:.0f} of {1000 * found['']:.0f} ms"
        if _ended((*PYTHON, "-c", _SPY, *name.split()), home):
            note += ", IMPORTS TEXTUAL"
        yield Verdict(f"kb {name}, of bare Python", found[name] / found[""], TARGET, note)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how soon kb says something.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 5 if parser.parse_args().quick else 15
    with tempfile.TemporaryDirectory() as folder:
        for verdict in verdicts(Home(Path(folder) / "home"), rounds):
            print(verdict, flush=True)


if __name__ == "__main__":
    main()
