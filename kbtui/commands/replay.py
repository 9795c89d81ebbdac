"""``kb replay``: shows a game move by move, or prints it turn by turn."""

from __future__ import annotations

import argparse
import os
import sys

from kbtui.cli.files import found, named
from kbtui.cli.openscreen import chosen, need_screen, open_app
from kbtui.cli.output import complain, say_line, window
from kbtui.commands.export import moment
from kbtui.linemode.replay import replay
from kbtui.look.terminal import terminal_of
from kbtui.play.saves import read
from kbtui.play.start import Replay


def run(asked: argparse.Namespace) -> int:
    if asked.line:
        return _print(asked)
    need_screen()
    path = found(asked.file)
    with named(path):
        record, _table = read(path)  # refuses what cannot be shown
    return open_app(Replay(path, moment(record, asked.entry or 0)), asked)


def _print(asked: argparse.Namespace) -> int:
    path = found(asked.file)
    settings, notice = chosen(asked)
    if notice is not None:
        complain(notice)
    with named(path):
        record, table = read(path)
    until = None if asked.entry is None else moment(record, asked.entry)
    shown = window(terminal_of(os.environ, settings, sys.stdout.encoding))
    for line in replay(record, table, until, shown):
        say_line(line)
    return 0
