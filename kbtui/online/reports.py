"""Writes both logs to a file when two copies of a game differ, for later investigation.

The file holds what our chair may see and nothing secret: no token, no key, no name.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.table import Entry
from kbtui.disk.files import make_folder, write_whole
from relay.client import events as e
from relay.client.client import Client


class Report(NamedTuple):
    """Our log when the difference was found; the relay's comes with the next resync."""

    code: str
    game: str
    options: str
    difference: e.Differs


def of(difference: e.Differs, client: Client) -> Report:
    room = client.room
    game, options = ("", "") if room is None else (room.game, room.terms.options)
    return Report(client.code, game, options, difference)


def write(report: Report, theirs: Sequence[Entry], folder: Path) -> Path:
    """The file; raises OSError."""
    make_folder(folder)
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    path = folder / f"{report.code}-{stamp}-{report.difference.entry}.txt"
    write_whole(path, text(report, theirs))
    return path


def text(report: Report, theirs: Sequence[Entry]) -> str:
    difference = report.difference
    lines = [
        f"game: {report.game}",
        f"options: {report.options}",
        f"first entry that differs: {difference.entry}",
        f"digest here: {difference.ours}",
        f"digest of the relay: {difference.theirs}",
        "",
        "log here:",
        *_log(difference.log),
        "",
        "log of the relay:",
        *_log(theirs),
    ]
    return "\n".join(lines) + "\n"


def _log(entries: Sequence[Entry]) -> list[str]:
    return [f"{number} {actor} {token}" for number, (actor, token) in enumerate(entries, 1)]
