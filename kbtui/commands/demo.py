"""``kb demo``: bots play a game, printed turn by turn as text."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.record import format_record
from kbtui.cli.files import target
from kbtui.cli.openscreen import chosen
from kbtui.cli.output import complain, say, window
from kbtui.games.kit import Kit, find
from kbtui.games.plain import Asked
from kbtui.linemode.game import introduction
from kbtui.look.terminal import Terminal, terminal_of
from kbtui.play.session import Session
from kbtui.story.botgame import tokens, turns
from kbtui.story.cast import drawing_of
from kbtui.story.chronicle import Turn
from kbtui.text.i18n import _, n_
from kbtui.text.words import both, fold


def run(asked: argparse.Namespace) -> int:
    kit = find(asked.game)
    levels = [level.strip() for level in (asked.bots or kit.game.stand_in).split(",")]
    players = levels * asked.players if len(levels) == 1 else levels
    if asked.picture:
        drawing_of(kit)
    session = Session(kit.key, kit.form.options(asked, asked.players), players)
    record, drawing = (name and target(name) for name in (asked.record, asked.picture))
    settings, notice = chosen(asked)
    if notice is not None:
        complain(notice)
    try:
        _play(kit, session, asked.quiet, terminal_of(os.environ, settings, sys.stdout.encoding))
        return 0
    finally:  # whatever happened, the game is kept
        session.close()
        _keep(kit, session, record, drawing)


def _keep(kit: Kit, session: Session, record: Path | None, drawing: Path | None) -> None:
    if record is not None:
        record.write_text(format_record(session.record()), "utf-8")
        print("\n" + _("record written to {file}").format(file=record))
    if drawing is not None:
        parts = drawing_of(kit).svg(session.observation(None), session.names)
        drawing.write_text("".join(parts), "utf-8")
        print("\n" + _("picture written to {file}").format(file=drawing))


def _play(kit: Kit, session: Session, quiet: bool, terminal: Terminal) -> None:
    say([*introduction(kit.game, session.observation(None), session.seed), ""])
    for turn in turns(session):
        if not quiet:
            say(_turn_lines(turn, session.names))
    say(session.notes)
    say(_end(kit, session, terminal))


def _turn_lines(turn: Turn, names: tuple[str, ...]) -> Iterator[str]:
    about = f"{turn.headline:<13} " if turn.headline else ""
    head = f"{turn.number:>3}  {names[turn.seat]:<9} {about}"
    yield from fold(head + " ".join(tokens(turn)), " " * len(head))


def _end(kit: Kit, session: Session, terminal: Terminal) -> Iterator[str]:
    game, state, shown = kit.game, session.table.state, window(terminal)
    asked = Asked(state, None, session.names, game.parse, lambda move: game.explain(state, move))
    yield ""
    yield from kit.plain.board(asked, shown, None)
    yield ""
    yield from kit.plain.legend(state, shown)
    yield ""
    yield from kit.plain.pieces(state)
    yield ""
    yield from kit.plain.scores(state, session.names)
    winners = game.winners(state) or ()
    text = n_("{names} wins.", "{names} share the victory.", len(winners))
    yield "\n" + text.format(names=both(session.names[seat] for seat in winners))
    command = f"kb --line new --game {kit.key}"
    if kit.has("screen"):
        command = "kb" if kit is find(None) else f"kb {kit.key}"
    yield _("To play yourself, type: {command}").format(command=command)
