"""Measures how many bytes the app writes, and how soon, on a pseudo-terminal.

    python -m bench.tui            all of it, about three minutes
    python -m bench.tui --quick    the same with fewer rounds

The real program runs in a temporary home, is driven by keys, and everything it writes is counted
until the screen is quiet. Times are measured against the minimal screen of this framework
(bench/bare.py), in the same run and in turns, so that a busy machine slows both alike. The seeds
are fixed: bytes are the same in every run, except when paints coincide.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench import late
from bench.pty_app import OnTerminal

LARGE: Final = (200, 60)  # where the zoom is XL
SMALL: Final = (80, 24)
ROOT: Final = Path(__file__).resolve().parent.parent
BARE: Final = str(ROOT / "bench" / "bare.py")
PYTHON: Final = (sys.executable, "-P")
KB: Final = (*PYTHON, "-m", "kbtui")
GAME: Final = ("new", "--players", "2", "--seed", "bench")

RIGHT, LEFT, DOWN, UP = (b"\x1b[" + end for end in (b"C", b"D", b"B", b"A"))
NEXT, CHOOSE, END = b"\t", b"\r", b"e"
WALK: Final = (*[RIGHT] * 9, DOWN, *[LEFT] * 9, DOWN) * 2 + (UP,) * 4  # ends where it began

_BETWEEN: Final = 0.03  # seconds of quiet between keys; a frame takes 0.017
_A_MOVE: Final = 0.6  # seconds of quiet that are longer than the pause between moves of a bot
_FIRST_PAINT: Final = re.compile(rb"[34]8;[25];")  # a colour; before there are only questions
_BUILDS: Final = 3


class Verdict(NamedTuple):
    what: str
    value: float
    target: float
    note: str = ""

    def __str__(self) -> str:
        end = "met" if self.value <= self.target else "MISSED"
        digits = 0 if self.target >= 100 or self.target == 0 else 2
        shown = f"{self.value:8.{digits}f}  at most {self.target:8.{digits}f}  {end:<6}"
        return f"  {self.what:<48} {shown}  {self.note}".rstrip()


class Runs(NamedTuple):
    """How patient to be."""

    walks: int
    turns: int
    starts: int


PATIENT: Final = Runs(walks=4, turns=6, starts=7)
QUICK: Final = Runs(walks=1, turns=2, starts=3)


class Home:
    """A place for the files of the app, with settings that leave nothing to chance."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.settings()

    def settings(self, pace: str = "off") -> None:
        text = f'pace = "{pace}"\nconfirm = "never"\nname = "Ann"\nlanguage = "en"\n'
        (self.folder / "settings.toml").write_text(text, encoding="utf-8")

    def environ(self, colours: str = "truecolor") -> dict[str, str]:
        own = {"KB_HOME": str(self.folder), "HOME": str(self.folder), "PYTHONPATH": str(ROOT)}
        terminal = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": colours}
        return {"PATH": os.environ.get("PATH", ""), **own, **terminal}


@contextmanager
def opened(
    home: Home,
    arguments: Sequence[str] = (*KB, *GAME),
    size: tuple[int, int] = LARGE,
    colours: str = "truecolor",
    sync: bool = True,
) -> Iterator[tuple[OnTerminal, int]]:
    """A program after it has settled, and the bytes that took."""
    with OnTerminal(arguments, home.environ(colours), size, sync=sync) as app:
        _seconds, first = app.until(_FIRST_PAINT)
        yield app, len(first) + len(app.settle(_A_MOVE))


def walked(app: OnTerminal, keys: Sequence[bytes] = WALK) -> list[int]:
    return [len(app.answer(key, _BETWEEN)[1]) for key in keys]


def built(app: OnTerminal) -> list[int]:
    """The bytes of each build of a turn."""
    found = []
    for _ in range(_BUILDS):
        app.answer(NEXT, _BETWEEN)
        found.append(len(app.answer(CHOOSE)[1]))
    return found


# Bytes


def start_and_idle(home: Home) -> list[Verdict]:
    columns, rows = LARGE
    with opened(home) as (app, start):
        idle = len(app.settle(1.0))
        app.resize((columns - 1, rows))
        app.settle()
        app.resize(LARGE)
        whole = len(app.settle())
    return [
        Verdict("idle for a second", idle, 0),
        Verdict("start, of one full paint", start / whole, 1.2, f"{start} of {whole} bytes"),
    ]


def steps(home: Home) -> Iterator[Verdict]:
    for what, size, colours, target in (
        ("XL, true colour", LARGE, "truecolor", 600),
        ("XL, 256 colours", LARGE, "", 600),
        ("80x24, true colour", SMALL, "truecolor", 600),
    ):
        with opened(home, size=size, colours=colours) as (app, _start):
            found = walked(app)
        note = f"mean {sum(found) / len(found):.0f}"
        yield Verdict(f"a cursor step at {what}, the largest", max(found), target, note)


def turns(home: Home, count: int) -> list[Verdict]:
    """Builds, and what the opponent does in between, shown move by move."""
    builds: list[int] = []
    others: list[int] = []
    home.settings(pace="fast")
    with opened(home) as (app, _start):
        for _ in range(count):
            builds += built(app)
            app.press(END)
            others.append(len(app.settle(_A_MOVE)))
    home.settings()
    return [
        Verdict("a build with all panels, the median", median(builds), 5000),
        Verdict("a build with all panels, the largest", max(builds), 5000, f"of {len(builds)}"),
        Verdict("an opponent's turn, the largest", max(others), 12000, f"mean {mean(others):.0f}"),
    ]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# Times


def answers(
    apps: Mapping[str, OnTerminal], walks: int, walk: Sequence[bytes] = WALK
) -> dict[str, list[tuple[float, int]]]:
    """For each app milliseconds and bytes of every key; they take turns."""
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in apps}
    for key in tuple(walk) * walks:
        for name, app in apps.items():
            seconds, text = app.answer(key, _BETWEEN)
            found[name].append((1000 * seconds, len(text)))
    return found


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def latency(home: Home, walks: int) -> list[Verdict]:
    bare = (*PYTHON, BARE)
    with opened(home, sync=False) as (app, _), opened(home, bare, sync=False) as (least, _):
        found = answers({"kb": app, "bare": least}, walks)
    times = {name: [ms for ms, _ in each] for name, each in found.items()}
    verdicts = []
    for share, target in ((0.5, 2.0), (0.95, 2.5)):
        ours, theirs = (percentile(times[name], share) for name in ("kb", "bare"))
        what = f"key to bytes, p{100 * share:.0f}, of the bare app"
        verdicts.append(Verdict(what, ours / theirs, target, f"{ours:.1f} of {theirs:.1f} ms"))
    return verdicts


def growth(home: Home, walks: int) -> list[Verdict]:
    """The same walk early and late in a game of four."""
    files = []
    for entries in (5, 200):
        path = home.folder / f"move-{entries}.kbg"
        path.write_text(late.record(entries), encoding="utf-8")
        files.append((*KB, "continue", str(path)))
    with opened(home, files[0]) as (early, _), opened(home, files[1]) as (then, _):
        found = answers({"early": early, "late": then}, walks)
    times = {name: median(ms for ms, _ in each) for name, each in found.items()}
    sizes = {name: mean([size for _, size in each]) for name, each in found.items()}
    what = "at move 200, of move 5"
    return [
        Verdict(
            f"{name} of a step {what}",
            of["late"] / of["early"],
            1.1,
            f"{of['late']:.1f} of {of['early']:.1f} {unit}",
        )
        for name, of, unit in (("time", times, "ms"), ("bytes", sizes, "bytes"))
    ]


def best(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The quickest of each; they take turns."""
    found = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            found[name] = min(found[name], run())
    return found


def first_paint(home: Home, arguments: Sequence[str]) -> Callable[[], float]:
    def run() -> float:
        with OnTerminal(arguments, home.environ(), LARGE) as app:
            seconds, _ = app.until(_FIRST_PAINT)
            return seconds

    return run


def starts(home: Home, rounds: int) -> list[Verdict]:
    runs = {
        "bare": first_paint(home, (*PYTHON, BARE)),
        "menu": first_paint(home, KB),
        "game": first_paint(home, (*KB, *GAME)),
    }
    found = best(runs, rounds)
    note = "{:.0f} of {:.0f} ms"
    return [
        Verdict(
            f"first paint of the {name}, of the bare app",
            found[name] / found["bare"],
            target,
            note.format(1000 * found[name], 1000 * found["bare"]),
        )
        for name, target in (("menu", 1.25), ("game", 2.0))
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the app on a pseudo-terminal.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    runs = QUICK if parser.parse_args().quick else PATIENT
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        parts: tuple[tuple[str, Callable[[], Iterator[Verdict] | list[Verdict]]], ...] = (
            ("bytes, on 200x60 unless said otherwise", lambda: start_and_idle(home)),
            ("", lambda: steps(home)),
            ("", lambda: turns(home, runs.turns)),
            ("times", lambda: latency(home, runs.walks)),
            ("", lambda: growth(home, runs.walks)),
            ("", lambda: starts(home, runs.starts)),
        )
        for title, part in parts:
            if title:
                print(title)
            for verdict in part():
                print(verdict, flush=True)


if __name__ == "__main__":
    main()
