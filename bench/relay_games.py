"""Measures what a delivery of Castle Builder costs a relay, against one of Kingdom Builder.

    python -m bench.relay_games            five rounds
    python -m bench.relay_games --quick    one

Both games are played in as many rooms, on relays that take turns (see ``bench.relay``).

A delivery carries a move and what the dealer added to it, and Castle Builder's dealer adds more:
about 2.1 entries in all, and 1.4 in Kingdom Builder. So the cost is also given for each entry.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from bench.prepared_rooms import write
from bench.relay import PATIENT, QUICK, ROOMS, WATCHERS, Bench, Case, Verdict, times


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a relay with rooms of both games.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    patience = QUICK if parser.parse_args().quick else PATIENT
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no server is left behind
    castle, kingdom = (
        Case([write(n, game=game) for n in range(ROOMS)], WATCHERS)
        for game in ("castle", "kingdom")
    )
    with tempfile.TemporaryDirectory() as name:
        ratio = times(Bench(Path(name), patience), castle, kingdom, turns=5)
    print(Verdict("CPU of a delivery of Castle Builder, of Kingdom Builder's", ratio, 1.1))
    per_entry = ratio * entries_of_a_move(kingdom) / entries_of_a_move(castle)
    print(Verdict("the same for each entry that is delivered", per_entry, 1.1))


def entries_of_a_move(case: Case) -> float:
    """The move itself, and the dealer's entries that follow it."""
    steps = [step for script in case.scripts for step in script.steps]
    return sum(step.after - step.number + 1 for step in steps) / len(steps)


if __name__ == "__main__":
    main()
