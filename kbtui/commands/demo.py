"""``kb demo``: bots play a game, printed turn by turn as text."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.kingdom.scores import scores
from engine.record import format_record
from kbtui.cli.output import complain, look, say
from kbtui.cli.screen import chosen
from kbtui.games.kingdom.form.table import options
from kbtui.games.kingdom.words.telling import fold, introduction
from kbtui.games.kingdom.words.words import both, goal_name, inline
from kbtui.look.terminal import Terminal, terminal_of
from kbtui.play.session import Session
from kbtui.text.i18n import _, n_

if TYPE_CHECKING:
    from pathlib import Path

    from kbtui.games.kingdom.words.botgame import Turn


def run(asked: argparse.Namespace) -> int:
    levels = [level.strip() for level in asked.bots.split(",")]
    players = levels * asked.players if len(levels) == 1 else levels
    session = Session(options(asked, asked.players), players)
    record, drawing = _target(asked.record), _target(asked.picture)
    settings, notice = chosen(asked)
    if notice is not None:
        complain(notice)
    try:
        _play(session, asked.quiet, terminal_of(os.environ, settings, sys.stdout.encoding))
        return 0
    finally:  # whatever happened, the game is kept
        session.close()
        _keep(session, record, drawing)


def _target(name: str | None) -> Path | None:
    if name is None:
        return None
    from kbtui.cli.files import target  # slow to import, and few ask for files

    return target(name)


def _keep(session: Session, record: Path | None, drawing: Path | None) -> None:
    if record is not None:
        record.write_text(format_record(session.record()), "utf-8")
        print("\n" + _("record written to {file}").format(file=record))
    if drawing is not None:
        from kbtui.games.kingdom.board.svg import picture  # not every game is drawn

        drawing.write_text("".join(picture(session.state, session.names)), "utf-8")
        print("\n" + _("picture written to {file}").format(file=drawing))


def _play(session: Session, quiet: bool, terminal: Terminal) -> None:
    say(_introduction(session))
    from kbtui.games.kingdom.words.botgame import turns

    for turn in turns(session):
        if not quiet:
            say(_turn_lines(turn, session.names))
    say(session.notes)
    say(_end(session, terminal))


def _introduction(session: Session) -> Iterator[str]:
    setup = session.state.setup
    yield from introduction(setup, session.seed)
    goals = ", ".join(inline(goal_name(goal)) for goal in setup.goals)
    yield _("Goals: {goals}.").format(goals=goals)
    yield ""


def _turn_lines(turn: Turn, names: tuple[str, ...]) -> Iterator[str]:
    head = f"{turn.number:>3}  {names[turn.seat]:<9} {turn.card:<13} "
    yield from fold(head + " ".join(turn.moves), " " * len(head))


def _end(session: Session, terminal: Terminal) -> Iterator[str]:
    from kbtui.games.kingdom.board.letters import (
        board_lines,
        legend_lines,
        location_lines,
        score_lines,
    )

    state, counted, shown = session.state, scores(session.state), look(terminal)
    yield ""
    yield from board_lines(state, shown)
    yield ""
    yield from legend_lines(state, shown)
    yield ""
    yield from location_lines(state)
    yield ""
    yield from score_lines(state, counted, session.names)
    winners = both(session.names[seat] for seat in counted.leaders)
    text = n_("{names} wins.", "{names} share the victory.", len(counted.leaders))
    yield "\n" + text.format(names=winners)
    yield _("To play yourself, type: kb")
