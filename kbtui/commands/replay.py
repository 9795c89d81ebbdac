"""``kb replay``: shows a game move by move."""

from __future__ import annotations

import argparse

from kbtui.cli.files import found, named
from kbtui.cli.screen import need_screen, open_app
from kbtui.commands.export import moment
from kbtui.play.saves import read
from kbtui.play.start import Replay
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def run(asked: argparse.Namespace) -> int:
    if asked.line:
        raise Refusal(_("replays need the full screen; kb export writes a game to a file"))
    need_screen()
    path = found(asked.file)
    with named(path):
        record, _table = read(path)  # refuses what cannot be shown
    return open_app(Replay(path, moment(record, asked.entry or 0)), asked)
