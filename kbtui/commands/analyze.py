"""``kb analyze``: finds the costliest turns of a game, measured against the coach."""

from __future__ import annotations

import argparse
import json
from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

from engine.errors import BadOptions
from engine.record import Record
from engine.table import Table
from kbtui.cli.files import found, named, target
from kbtui.cli.openscreen import chosen
from kbtui.cli.output import complain, say
from kbtui.disk.files import write_new
from kbtui.games.coaching import Coach, Verdict
from kbtui.games.kit import find
from kbtui.play.crew.second_core import use
from kbtui.play.progress import Progress
from kbtui.play.saves import read
from kbtui.play.session import HUMAN, SEATS
from kbtui.story.review import NO_COACH, UNFAIR, is_fair, reviewed, turns_of, worst
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from kbtui.text.words import fold

_INTERRUPTED: Final = 130
_MOST: Final = 100  # turns


def run(asked: argparse.Namespace) -> int:
    path = found(asked.file)
    with named(path):
        record, table = read(path)
    coach = find(table.game.key).coach
    if coach is None:
        raise Refusal(_(NO_COACH))
    if not is_fair(table, record):
        raise Refusal(_(UNFAIR))
    if asked.level not in coach.levels:
        text = _("unknown level {name}; choose from {known}")
        raise BadOptions(
            "--level", text.format(name=repr(asked.level), known=", ".join(coach.levels))
        )
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
        for verdict in reviewed(coach, table, seats, asked.level):
            verdicts.append(verdict)
            progress.show(len(verdicts))
    except KeyboardInterrupt:  # what there is may be worth reading
        code = _INTERRUPTED
    finally:
        progress.clear()
    names = record.players or [str(n + 1) for n in range(table.game.seats(table.state))]
    unmoved = {seat for seat in seats if not turns_of(table, [seat])}
    say(_lines(coach, verdicts, seats, names, asked.turns, unmoved))
    if out is not None:
        data = {
            "level": asked.level,
            "seats": [_as_json(coach, verdicts, seat, names, asked.turns) for seat in seats],
        }
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


def _lines(
    coach: Coach,
    verdicts: Sequence[Verdict | None],
    seats: Sequence[int],
    names: Sequence[str],
    turns: int,
    unmoved: Container[int] = (),
) -> Iterator[str]:
    """For each of the seats the turns that cost most."""
    for number, seat in enumerate(seats):
        if number:
            yield ""
        if seat in unmoved:
            yield _("{name} has not finished a turn yet.").format(name=names[seat])
            continue
        found = worst(coach, verdicts, seat, turns)
        if not found:
            yield _("{name}: no turn cost anything worth mentioning.").format(name=names[seat])
            continue
        yield _("{name}: the costliest turns").format(name=names[seat])
        for verdict in found:
            yield f"  {coach.heading(verdict)} (--entry {verdict.entry})"
            why = (_("why"), coach.why(verdict, names))
            for who, what in (*coach.compared(verdict, names), why):
                yield from fold(f"    {who:<8} {what}", " " * 13)


def _as_json(
    coach: Coach,
    verdicts: Sequence[Verdict | None],
    seat: int,
    names: Sequence[str],
    turns: int,
) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": names[seat],
        "worst": [verdict.turn for verdict in worst(coach, verdicts, seat, turns)],
        "turns": [coach.as_json(v) for v in verdicts if v is not None and v.seat == seat],
    }
