"""The ``kb`` command: for now a game of bots drawn as text, or a game in plain lines."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.bots.base import BOTS
from engine.errors import BadQuadrant, EngineError
from engine.kingdom.quadrants import Quadrant, parse_quadrants
from engine.kingdom.scores import scores
from engine.kingdom.setup import (
    ALL_GOALS,
    FIRST_GOALS,
    FIRST_QUADRANTS,
    PLAYERS,
    Options,
)
from engine.record import format_record
from kbtui.botgame import Turn, turns
from kbtui.drawing import LEGEND, board_lines, location_lines, score_lines
from kbtui.linemode import LineMode
from kbtui.picture import picture
from kbtui.session import HUMAN, Session

_USAGE: Final = 2
_INTERRUPTED: Final = 130
_WORDS: Final = (  # for seeds that can be read out over the phone
    *("amber", "bay", "cedar", "delta", "ember", "fjord", "glade"),
    *("heath", "iris", "jade", "karst", "loch", "moss"),
)


def main(arguments: list[str] | None = None) -> int:
    """Exit code 0 after a game, 2 for what cannot be played, 130 when interrupted."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        _play(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except (EngineError, OSError) as error:
        named = isinstance(error, OSError) and error.filename is not None
        text = f"{error.filename}: {error.strerror}" if named else error  # type: ignore[union-attr]
        print(f"kb: {text}", file=sys.stderr)
        return _USAGE
    except KeyboardInterrupt:
        print("kb: interrupted", file=sys.stderr)
        return _INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kb",
        description="Kingdom Builder in the terminal. Bots play a game, drawn as text; with --line "
        "you play against them.",
    )
    parser.add_argument("--players", type=int, choices=PLAYERS, default=2, help="default: 2")
    parser.add_argument(
        "--sets", default="base", help="base, or base,marshlands (its boards are our own layout)"
    )
    parser.add_argument("--seed", help="any short text; the same seed gives the same game")
    parser.add_argument("--first-game", action="store_true", help="the recommended first set-up")
    parser.add_argument("--quadrants", help="four names, /r behind one turns it: tavern,farm/r,...")
    parser.add_argument("--goals", help=f"three of {', '.join(ALL_GOALS)}")
    parser.add_argument("--boards", type=Path, metavar="FILE", help="further quadrants, as JSON")
    parser.add_argument("--two-cards", action="store_true", help="house rule: choose 1 of 2 cards")
    parser.add_argument(
        "--bots", default="greedy", help=f"one level or one for each seat: {', '.join(BOTS)}"
    )
    parser.add_argument(
        "--line", action="store_true", help="play yourself against the bots, in plain lines"
    )
    parser.add_argument(
        "--people", type=int, choices=range(1, 5), metavar="N", help="with --line: so many people"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the game record")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the last board as SVG")
    parser.add_argument("--quiet", action="store_true", help="only the last board and the scores")
    return parser


def _options(asked: argparse.Namespace) -> Options:
    words = secrets.choice(_WORDS), secrets.choice(_WORDS), str(secrets.randbelow(100))
    quadrants = asked.quadrants and tuple(asked.quadrants.split(","))
    goals = asked.goals and tuple(asked.goals.split(","))
    if asked.first_game:
        quadrants, goals = quadrants or FIRST_QUADRANTS, goals or FIRST_GOALS
    return Options(
        players=asked.players,
        sets=tuple(asked.sets.split(",")),
        quadrants=quadrants,
        goals=goals,
        two_cards=asked.two_cards,
        seed="-".join(words) if asked.seed is None else asked.seed,
        custom=_read_boards(asked.boards),
    )


def _read_boards(path: Path | None) -> tuple[Quadrant, ...]:
    if path is None:
        return ()
    try:
        return parse_quadrants(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise BadQuadrant(str(path), "not a text file in UTF-8") from None


def _play(asked: argparse.Namespace) -> None:
    levels = asked.bots.split(",")
    people = (asked.people or 1) if asked.line else 0
    levels = levels * (asked.players - people) if len(levels) == 1 else levels
    session = Session(_options(asked), [HUMAN] * people + levels)
    if asked.line:
        _play_lines(session)
    else:
        _play_bots(session, asked.quiet)
    if asked.record is not None:
        asked.record.write_text(format_record(session.record()), "utf-8")
        print(f"\nrecord written to {asked.record}")
    if asked.picture is not None:
        asked.picture.write_text(picture(session.state, session.names), "utf-8")
        print(f"\npicture written to {asked.picture}")


def _play_lines(session: Session) -> None:
    """Until the game is over, the person leaves, or nobody types any more."""
    game = LineMode(session, print)
    game.start()
    while not game.is_over:
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        if not line:
            print("No more input; the game is not finished.")
            return
        game.hear(line.decode("utf-8", "replace"))


def _play_bots(session: Session, quiet: bool) -> None:
    for line in _introduction(session):
        print(line)
    for turn in turns(session):
        if not quiet:
            print(_turn_line(turn, session.names))
    print()
    for line in _end(session):
        print(line)


def _introduction(session: Session) -> Iterator[str]:
    setup = session.state.setup
    yield f"Kingdom Builder, {setup.players} players, seed {session.options.seed}"
    titles = (
        quadrant.title + " (turned)" * turned
        for quadrant, turned in zip(setup.quadrants, setup.rotated, strict=True)
    )
    yield f"Boards: {', '.join(titles)}"
    yield f"Goals:  {', '.join(setup.goals)}"
    yield ""


def _turn_line(turn: Turn, names: tuple[str, ...]) -> str:
    return f"{turn.number:>3}  {names[turn.seat]:<10} {turn.card:<14} {' '.join(turn.moves)}"


def _end(session: Session) -> Iterator[str]:
    state, counted = session.state, scores(session.state)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    yield from board_lines(state, colour=colour)
    yield ""
    yield from LEGEND
    yield ""
    yield from location_lines(state)
    yield ""
    yield from score_lines(state, counted, session.names)
    winners = " and ".join(session.names[seat] for seat in counted.leaders)
    yield f"\n{winners} {'wins' if len(counted.leaders) == 1 else 'share the victory'}."


def _discard_output() -> None:
    """The reader of our output is gone: leave nothing for the interpreter to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
