"""Measures Castle Builder on a pseudo-terminal, as ``bench.tui`` does Kingdom Builder.

    python -m bench.tui_castle            all of it, about two minutes
    python -m bench.tui_castle --quick    the same with fewer rounds

Measured is the middle of a game of four, on 140x45, where the castle is drawn at zoom L.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bench.pty_app import OnTerminal
from bench.tui import (
    BARE,
    CHOOSE,
    DOWN,
    KB,
    LEFT,
    PATIENT,
    PYTHON,
    QUICK,
    RIGHT,
    SMALL,
    UP,
    Home,
    Verdict,
    answers,
    best,
    first_paint,
    mean,
    opened,
    percentile,
    walked,
)
from engine.castle.bots.levels import BOTS
from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.record import Record, format_record, record_of, start_table
from engine.rng import Stream

SIZE: Final = (140, 45)  # where the zoom is L
HOME_KEY: Final = b"\x1b[H"
# From the lower left corner and back to it; every key moves the cursor.
WALK: Final = (*[RIGHT] * 6, *[LEFT] * 6, UP, *[RIGHT] * 7, *[LEFT] * 7, DOWN)
_A_MOVE: Final = 0.9  # seconds of quiet that are longer than the pause between moves of a bot
_BETWEEN: Final = 0.05
PREVIOUS: Final = b"\x1b[Z"
_ROUNDS: Final = 9
_SEED: Final = "bench"
_SEATS: Final = ("you", "greedy", "greedy", "greedy")


def middle() -> str:
    """The record of a game of four, where the person at the keyboard has to build."""
    game = find("castle")
    start = game.settled(game.new({"players": len(_SEATS), "seed": _SEED})) | {"seed": _SEED}
    tags = (("seats", " ".join(_SEATS)),)
    origin = Record("castle", start, players=("Ann", "B", "C", "D"), seeded=True, tags=tags)
    table, dealer, turns = start_table(origin), Dealer(_SEED), 0
    while True:
        seat = table.to_act
        assert seat is not None, "the game is too short"
        if seat == DEALER:
            dealer.deal(table)
            continue
        state = game.observe(table.state, seat)
        is_turn = seat == 0 and len(state.agenda) == 1
        turns += is_turn
        if is_turn and turns > _ROUNDS:
            return format_record(record_of(table, origin))
        stream = Stream(_SEED, f"entry {len(table.entries)}")
        table.append(seat, game.format(BOTS["greedy"].choose(state, stream)))


def begin(app: OnTerminal) -> None:
    """Go to where the walk begins."""
    for key in (HOME_KEY, *[LEFT] * 8):
        app.press(key)
        app.settle(_BETWEEN)


def start_and_idle(home: Home, game: Sequence[str]) -> list[Verdict]:
    with opened(home, game, SIZE) as (app, _start):
        return [Verdict("idle for a second", len(app.settle(1.0)), 0)]


def steps(home: Home, game: Sequence[str]) -> Iterator[Verdict]:
    for what, size, colours, target in (
        ("L, true colour", SIZE, "truecolor", 3600),
        ("L, 256 colours", SIZE, "", 1900),
        ("80x24, true colour", SMALL, "truecolor", 1000),
    ):
        with opened(home, game, size, colours) as (app, _start):
            begin(app)
            found = walked(app, WALK)
        note = f"mean {mean(found):.0f}"
        yield Verdict(f"a cursor step at {what}, the largest", max(found), target, note)


def turns(home: Home, game: Sequence[str], count: int) -> list[Verdict]:
    """Builds, and what the opponents do in between, shown move by move."""
    builds: list[int] = []
    others: list[float] = []
    home.settings(pace="fast")
    with opened(home, game, SIZE) as (app, _start):
        for _ in range(count):
            app.press(PREVIOUS)  # the shortest move: on the foundation, where nothing is paid
            app.settle(_BETWEEN)
            app.answer(CHOOSE, _BETWEEN)  # a tile for the cell
            builds.append(len(app.answer(CHOOSE, _BETWEEN)[1]))
            others.append(len(app.settle(_A_MOVE)) / (len(_SEATS) - 1))
    home.settings()
    return [
        Verdict("a build with all panels, the median", median(builds), 8000),
        Verdict("a build with all panels, the largest", max(builds), 8000, f"of {len(builds)}"),
        Verdict("an opponent's turn, the largest", max(others), 12000, f"mean {mean(others):.0f}"),
    ]


def latency(home: Home, game: Sequence[str], walks: int) -> Iterator[Verdict]:
    bare = (*PYTHON, BARE)
    with (
        opened(home, game, SIZE, sync=False) as (app, _),
        opened(home, bare, SIZE, sync=False) as (least, _),
    ):
        begin(app)
        found = answers({"kb": app, "bare": least}, walks, WALK)
    ours, theirs = (percentile([ms for ms, _ in found[name]], 0.5) for name in ("kb", "bare"))
    note = f"{ours:.1f} of {theirs:.1f} ms"
    yield Verdict("key to bytes, p50, of the bare app", ours / theirs, 2.0, note)


def starts(home: Home, game: Sequence[str], rounds: int) -> Iterator[Verdict]:
    runs = {"bare": first_paint(home, (*PYTHON, BARE)), "game": first_paint(home, game)}
    found = best(runs, rounds)
    note = f"{1000 * found['game']:.0f} of {1000 * found['bare']:.0f} ms"
    yield Verdict("first paint, of the bare app", found["game"] / found["bare"], 2.0, note)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the castle on a pseudo-terminal.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    runs = QUICK if parser.parse_args().quick else PATIENT
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        path = home.folder / "middle.kbg"
        path.write_text(middle(), encoding="utf-8")
        game = (*KB, "continue", str(path))
        parts: tuple[Callable[[], Iterator[Verdict] | list[Verdict]], ...] = (
            partial(start_and_idle, home, game),
            partial(steps, home, game),
            partial(turns, home, game, runs.turns),
            partial(latency, home, game, runs.walks),
            partial(starts, home, game, runs.starts),
        )
        for part in parts:
            for verdict in part():
                print(verdict, flush=True)


if __name__ == "__main__":
    main()
