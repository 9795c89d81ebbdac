"""The ``kb`` command: for now a game of bots drawn as text, or a game in plain lines."""

from __future__ import annotations

import argparse
import codecs
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from engine.bots.levels import BOTS
from engine.errors import BadOptions, BadQuadrant, EngineError
from engine.kingdom.quadrants import Quadrant, parse_quadrants, printed
from engine.kingdom.scores import scores
from engine.kingdom.setup import ALL_GOALS, FIRST_GOALS, FIRST_QUADRANTS, PLAYERS, Options
from engine.record import format_record
from kbtui.botgame import Turn, turns
from kbtui.drawing import Look, board_lines, legend_lines, location_lines, score_lines
from kbtui.linemode import LineMode
from kbtui.palette import mode_of
from kbtui.picture import picture
from kbtui.session import HUMAN, Session
from kbtui.telling import boards, fold

_USAGE: Final = 2
_INTERRUPTED: Final = 130
_WORDS: Final = (  # for seeds that can be read out over the phone
    *("amber", "bay", "cedar", "delta", "ember", "fjord", "glade"),
    *("heath", "iris", "jade", "karst", "loch", "moss"),
)


def main(arguments: list[str] | None = None) -> int:
    """Exit code 0 after a game, 2 for what cannot be played, 130 when interrupted."""
    asked = _parser().parse_args(arguments)
    try:
        if sys.stdout is None or (asked.line and sys.stdin is None):
            raise BadOptions("terminal", "standard input and output have to be open")
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
        return _play(asked)
    except BrokenPipeError:
        _discard_output()
        return 0
    except (EngineError, OSError) as error:
        named = isinstance(error, OSError) and error.filename is not None
        text = f"{error.filename}: {error.strerror}" if named else error  # type: ignore[union-attr]
        if sys.stderr is not None:
            print(f"kb: {text}", file=sys.stderr)
        _discard_output()
        return _USAGE


def _parser() -> argparse.ArgumentParser:
    names = ", ".join(printed())
    parser = argparse.ArgumentParser(
        prog="kb",
        description="Kingdom Builder in the terminal. Bots play a game, drawn as text; with --line "
        "you play against them.",
        epilog=f"Quadrants: {names}. Those called standin are our own layout. "
        f"Goals: {', '.join(ALL_GOALS)}.",
    )
    add = parser.add_argument
    add("--line", action="store_true", help="play yourself against the bots, in plain lines")
    add("--people", type=int, metavar="N", help="with --line: how many people share the keyboard")
    add("--players", type=int, choices=PLAYERS, default=2, help="default: 2")
    add("--bots", default="greedy", help=f"one level, or one for each bot: {', '.join(BOTS)}")
    add("--sets", default="base", help="base, or base,marshlands (its boards are our own layout)")
    add("--seed", help="any short text; the same seed gives the same game")
    add("--first-game", action="store_true", help="the recommended first set-up")
    add("--quadrants", help="four names, /r behind one turns it: tavern,farm/r,barn,oasis")
    add("--goals", help="three names: lords,miners,knights")
    add("--boards", type=Path, metavar="FILE", help="further quadrants, written by you, as JSON")
    add("--two-cards", action="store_true", help="house rule: choose 1 of 2 terrain cards")
    add("--record", type=Path, metavar="FILE", help="keep the game as a text record")
    add("--picture", type=Path, metavar="FILE", help="draw the last board as SVG")
    add("--quiet", action="store_true", help="only the last board and the scores")
    add("--version", action="version", version=_version())
    return parser


def _version() -> str:
    try:
        return f"kb {version('kingdom-builder-tui')}"
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "kb, not installed"


def _options(asked: argparse.Namespace) -> Options:
    words = secrets.choice(_WORDS), secrets.choice(_WORDS), str(secrets.randbelow(100))
    quadrants, goals = _names(asked.quadrants), _names(asked.goals)
    if asked.first_game:
        quadrants, goals = quadrants or FIRST_QUADRANTS, goals or FIRST_GOALS
    return Options(
        players=asked.players,
        sets=_names(asked.sets) or (),
        quadrants=quadrants,
        goals=goals,
        two_cards=asked.two_cards,
        seed="-".join(words) if asked.seed is None else asked.seed,
        custom=_read_boards(asked.boards),
    )


def _names(text: str | None) -> tuple[str, ...] | None:
    return tuple(part.strip().lower() for part in text.split(",")) if text else None


def _read_boards(path: Path | None) -> tuple[Quadrant, ...]:
    if path is None:
        return ()
    try:
        return parse_quadrants(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise BadQuadrant(str(path), "not a text file in UTF-8") from None
    except BadQuadrant as error:
        raise BadQuadrant(f"{path}: {error.where}", error.problem) from None


def _seats(asked: argparse.Namespace) -> list[str]:
    """For each seat the person or the level of its bot; people sit first."""
    if not asked.line and asked.people is not None:
        raise BadOptions("people", "people play with --line")
    people = 0 if not asked.line else 1 if asked.people is None else asked.people
    if not 0 <= people <= asked.players:
        raise BadOptions("people", f"there are {asked.players} seats; --players gives more")
    levels: list[str] = asked.bots.split(",")
    return [HUMAN] * people + (levels * (asked.players - people) if len(levels) == 1 else levels)


def _play(asked: argparse.Namespace) -> int:
    session = Session(_options(asked), _seats(asked))
    for path in (asked.record, asked.picture):
        if path is not None and not path.parent.is_dir():
            raise BadOptions(str(path), "there is no such folder to write to")
    if asked.record is not None and asked.record.exists():
        raise BadOptions(str(asked.record), "this file exists; name another")
    try:
        if asked.line:
            _play_lines(session)
        else:
            _play_bots(session, asked.quiet)
        return 0
    except KeyboardInterrupt:
        print("\nkb: interrupted", file=sys.stderr)
        return _INTERRUPTED
    finally:  # whatever happened, the game is kept
        _keep(session, asked.record, asked.picture)


def _keep(session: Session, record: Path | None, drawing: Path | None) -> None:
    if record is not None:
        record.write_text(format_record(session.record()), "utf-8")
        print(f"\nrecord written to {record}")
    if drawing is not None:
        drawing.write_text(picture(session.state, session.names), "utf-8")
        print(f"\npicture written to {drawing}")
    sys.stdout.flush()


def _play_lines(session: Session) -> None:
    """Until the game is over, the person leaves, or nobody types any more."""
    read = _typed if sys.stdin.isatty() else _piped
    game = LineMode(session, print, draws=_has_colour(), look=_look)
    game.start()
    while not game.is_over:
        sys.stdout.flush()
        line = read()
        if line is None:
            print("No more input; the game is not finished.")
            return
        game.hear(line)


def _typed() -> str | None:
    with suppress(ImportError):  # not everywhere; with it arrow keys edit and recall lines
        import readline  # noqa: F401
    try:
        return input("> ")
    except EOFError:
        return None


def _piped() -> str | None:
    line = sys.stdin.buffer.readline()
    return line.decode("utf-8", "replace") if line else None


def _has_colour() -> bool:
    return sys.stdout.isatty() and mode_of(os.environ) is not None


def _look() -> Look | None:
    """How the board can be painted now: the window may have changed since the last time."""
    mode = mode_of(os.environ)
    if mode is None or not _has_colour() or codecs.lookup(sys.stdout.encoding).name != "utf-8":
        return None
    size = shutil.get_terminal_size()
    # The font of the Linux console has half blocks but few of the symbols.
    return Look(mode, size.columns, size.lines, os.environ.get("TERM") != "linux")


def _play_bots(session: Session, quiet: bool) -> None:
    _print_all(_introduction(session))
    for turn in turns(session):
        if not quiet:
            _print_all(_turn_lines(turn, session.names))
    _print_all(_end(session))


def _print_all(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


def _introduction(session: Session) -> Iterator[str]:
    setup = session.state.setup
    yield f"Kingdom Builder, {setup.players} players, seed {session.options.seed}"
    yield from boards(setup)
    yield f"Goals: {', '.join(setup.goals)}."
    yield ""


def _turn_lines(turn: Turn, names: tuple[str, ...]) -> Iterator[str]:
    head = f"{turn.number:>3}  {names[turn.seat]:<9} {turn.card:<13} "
    yield from fold(head + " ".join(turn.moves), " " * len(head))


def _end(session: Session) -> Iterator[str]:
    state, counted, look = session.state, scores(session.state), _look()
    yield ""
    yield from board_lines(state, look)
    yield ""
    yield from legend_lines(state, look)
    yield ""
    yield from location_lines(state)
    yield ""
    yield from score_lines(state, counted, session.names)
    winners = " and ".join(session.names[seat] for seat in counted.leaders)
    yield f"\n{winners} {'wins' if len(counted.leaders) == 1 else 'share the victory'}."
    yield "Play yourself: kb --line"


def _discard_output() -> None:
    """Nobody reads our output: leave nothing for the interpreter to flush at exit."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
