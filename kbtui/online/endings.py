"""The end of an online game, and what is saved: its record, or a report if two copies differ."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kbtui.disk.files import make_folder, write_new
from kbtui.online import reports
from kbtui.online.guest import Guest
from kbtui.online.session import OnlineTable
from kbtui.play.saved_games import SUFFIX
from kbtui.text.i18n import _, n_

_START: Final = "online-"


def path_of(online: OnlineTable, folder: Path) -> Path:
    """One file for a room: whoever comes back to it does not keep it twice."""
    return folder / f"{_START}{online.code}{SUFFIX}"


def is_kept(online: OnlineTable) -> bool:
    return online.kept_as is not None


def keep(online: OnlineTable, folder: Path) -> str:
    """Keep a finished game once its deal is verified, and say so; empty if there is nothing new."""
    client = online.guest.client
    if online.kept_as is not None or client.opened_table is None:
        return ""
    path = path_of(online, folder)
    count = client.opened_table.dealt
    fair = n_("{count} piece was dealt fairly.", "{count} pieces were dealt fairly.", count)
    try:
        make_folder(folder)
        if not path.exists():
            write_new(path, online.text)
    except OSError as error:
        text = _("The game could not be saved: {reason}.")
        return text.format(reason=error.strerror)
    online.kept_as = path
    kept = _("The game is saved as {file}.").format(file=path.name)
    return f"{fair.format(count=count)} {kept}"


def reported(guest: Guest, folder: Path) -> str:
    """After a difference, once the relay's log has come: keep both, and say where."""
    client, report = guest.client, guest.report
    if report is None or client.table is None or client.confirmed < client.last:
        return ""
    guest.report = None
    try:
        path = reports.write(report, client.table.entries, folder)
    except OSError as error:
        return _("The two logs could not be saved: {reason}.").format(reason=error.strerror)
    return _("Both logs are saved in {file} so that you can report it.").format(file=path)
