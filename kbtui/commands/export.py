"""``kb export``: writes a game as a picture, a cast or a record file."""

from __future__ import annotations

import argparse
import sys

from engine.errors import BadInput, BadOptions
from engine.record import Record, format_record
from engine.table import Table
from kbtui.cli.files import found_name, named
from kbtui.disk.files import write_new
from kbtui.play.saves import day_of, read
from kbtui.text.i18n import _


def run(asked: argparse.Namespace) -> int:
    path = found_name(asked.file)
    with named(path):
        record, table = read(path)
    last = len(record.entries) if asked.entry is None else asked.entry
    part = _until(record, table, moment(record, last))
    if asked.svg is not None:
        from kbtui.games.kingdom.board.svg import picture

        names = _names(record, table)
        parts, out = picture(table.states[last], names, day_of(record)), asked.svg
    elif asked.cast is not None:
        from kbtui.story.cast import cast

        parts, out = cast(part), asked.cast
    else:
        parts, out = iter([format_record(part)]), asked.record
    if out == "-":
        sys.stdout.writelines(parts)
    else:
        from pathlib import Path

        try:
            write_new(Path(out), "".join(parts), asked.force)
        except FileExistsError:
            raise BadOptions(out, _("this file exists; use --force to overwrite it")) from None
        print(_("Wrote {file}").format(file=out))
    return 0


def moment(record: Record, entry: int) -> int:
    """The number of an entry that the record has; refuses others."""
    if not 0 <= entry <= len(record.entries):
        text = _("{entry} is not between 0 and {last}")
        raise BadInput("--entry", text.format(entry=entry, last=len(record.entries)))
    return entry


def _until(record: Record, table: Table, entry: int) -> Record:
    """The record as it was after that entry."""
    is_whole = entry == len(record.entries)
    result = record.result if is_whole else None
    return record._replace(
        entries=record.entries[:entry], result=result, digest=table.digest(entry)
    )


def _names(record: Record, table: Table) -> tuple[str, ...]:
    seats = table.game.seats(table.state)
    return record.players or tuple(str(seat + 1) for seat in range(seats))
