"""``kb analyze``: finds the most costly turns of a game, measured against the coach."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Final

from engine.errors import BadOptions
from engine.record import Record
from engine.table import Table
from kbtui.cli.files import found, named, target
from kbtui.cli.output import complain, say
from kbtui.cli.screen import chosen
from kbtui.disk.files import write_new
from kbtui.games.kingdom.coach import report
from kbtui.games.kingdom.coach.analysis import UNFAIR, Verdict, analyse, is_fair, turns_of
from kbtui.play.crew.wish import use
from kbtui.play.progress import Progress
from kbtui.play.saves import read
from kbtui.play.session import HUMAN, SEATS
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

_INTERRUPTED: Final = 130
_MOST: Final = 100  # turns


def run(asked: argparse.Namespace) -> int:
    path = found(asked.file)
    with named(path):
        record, table = read(path)
    if not is_fair(table, record):
        raise Refusal(_(UNFAIR))
    seats = _seats(asked.seat, record, table)
    if not 1 <= asked.turns <= _MOST:
        raise BadOptions("--turns", _("a whole number from 1 to {most}").format(most=_MOST))
    out = target(asked.json)
    settings, notice = chosen(asked)
    if notice is not None:
        complain(notice)
    use(settings.second_core)
    verdicts: list[Verdict | None] = []
    progress, code = Progress(max(len(turns_of(table, seats)), 1)), 0
    progress.show(0)
    try:
        for verdict in analyse(table, seats, asked.level):
            verdicts.append(verdict)
            progress.show(len(verdicts))
    except KeyboardInterrupt:  # what there is may be worth reading
        code = _INTERRUPTED
    finally:
        progress.clear()
    names = record.players or [str(n + 1) for n in range(table.game.seats(table.state))]
    say(report.lines(verdicts, seats, names, asked.turns))
    if out is not None:
        data = report.as_json(verdicts, seats, names, asked.level, asked.turns)
        write_new(out, json.dumps(data, indent=1) + "\n")
    return code


def _seats(asked: int | None, record: Record, table: Table) -> Sequence[int]:
    """Whose turns are looked at: one that is named, else the people, else everybody."""
    seats = range(table.game.seats(table.state))
    if asked is not None:
        if asked - 1 not in seats:
            text = _("a whole number from 1 to {most}").format(most=len(seats))
            raise BadOptions("--seat", text)
        return [asked - 1]
    players = dict(record.tags).get(SEATS, "").split()
    return [seat for seat, player in enumerate(players) if player == HUMAN] or seats
