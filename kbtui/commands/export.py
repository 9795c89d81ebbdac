"""``kb export``: writes a game as a picture, a cast or a record file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.errors import BadInput, BadOptions
from engine.record import Record, format_record
from engine.table import Table
from kbtui.cli.files import found, named
from kbtui.disk.files import write_new
from kbtui.games.kit import find
from kbtui.hosted import mode
from kbtui.play.saves import day_of, read
from kbtui.story.cast import cast, drawing_of
from kbtui.text.i18n import _


def run(asked: argparse.Namespace) -> int:
    out = asked.svg or asked.cast or asked.record
    mode.refuse(mode.OUTPUT, out != "-")
    path = found(asked.file)
    with named(path):
        record, table = read(path)
    last = len(record.entries) if asked.entry is None else asked.entry
    part = _until(record, table, moment(record, last))
    parts: Iterable[str] = [format_record(part)]
    if asked.svg is not None:
        parts = drawing_of(find(record.game)).svg(
            table.states[last], _names(record, table), day_of(record)
        )
    elif asked.cast is not None:
        parts = cast(part)
    if out == "-":
        sys.stdout.writelines(parts)
    else:
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
