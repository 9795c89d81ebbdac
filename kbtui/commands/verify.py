"""``kb verify``: deals a finished game again and compares every piece."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from engine.errors import BadInput, FoulDeal
from engine.record import Record, read_record, verify_record
from engine.table import Table
from kbtui.cli.files import found, named
from kbtui.play.saves import read
from kbtui.text.i18n import _, n_
from kbtui.text.phrases import told
from kbtui.text.refusal import Refusal

_FOUL: Final = 1
_STDIN: Final = "-"


def run(asked: argparse.Namespace) -> int:
    record, table = _read(asked.file)
    _check(record, table)
    try:
        count = verify_record(record, table)
    except FoulDeal as foul:
        print(_("Not fair: {reason}.").format(reason=told(foul)))
        return _FOUL
    text = n_(
        "Fair: {count} piece was re-dealt, and it matches.",
        "Fair: {count} pieces were re-dealt, and they all match.",
        count,
    )
    print(text.format(count=count))
    if record.seal is not None:
        told_before = _("Before the game, the relay must have shown this commitment: {seal}")
        print(told_before.format(seal=record.seal.commitment))
    return 0


def _read(name: str) -> tuple[Record, Table]:
    if name != _STDIN:
        path = found(name)
        with named(path):
            return read(path)
    if sys.stdin is None:
        raise Refusal(_("standard input must be open"))
    try:
        return read_record(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(_STDIN, _("not UTF-8 text")) from None


def _check(record: Record, table: Table) -> None:
    """Refuse what cannot be dealt again."""
    if record.seal is not None and record.seal.secret is None:
        if table.to_act is None:
            raise Refusal(_("the relay reveals this deal once nobody can play it any more"))
        raise Refusal(_("the secret of this deal is not revealed until the game is over"))
    if record.seal is None and (not record.seeded or record.is_position):
        raise Refusal(_("this record does not say which seed it was dealt from"))
    if table.to_act is not None:
        raise Refusal(_("this game is not over; only finished games can be verified"))
