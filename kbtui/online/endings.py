"""The end of an online game, and what is saved: its record, or a report if two copies differ."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kbtui.disk.files import make_folder, write_new
from kbtui.online import reports
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.play.saved_games import SUFFIX
from kbtui.play.seeds import slug, try_of
from kbtui.text.i18n import _, n_

_START: Final = "online-"


def path_of(online: OnlineTable, folder: Path) -> Path:
    """One file for a room: who comes back to it does not keep it twice. The name of a try of
    the deal of a day says so (``daily/diary.py``)."""
    guest, what = online.guest, ""
    if guest.daily and guest.room is not None:
        what = f"{slug(try_of(guest.room.game, guest.daily.partition(' ')[0]))}-"
    return folder / f"{_START}{what}{online.code}{SUFFIX}"


def is_kept(online: OnlineTable) -> bool:
    return online.kept_as is not None


def keep(online: OnlineTable, folder: Path) -> list[str]:
    """Keep a finished game once its deal is verified, and say so in sentences, the most important
    first; none if there is nothing new. The cards of a day are verified when its secret is
    revealed (``daily/asking.py``)."""
    guest, opened = online.guest, online.guest.client.opened_table
    if online.kept_as is not None or (opened is None and not guest.daily):
        return []
    path, told = path_of(online, folder), []
    if opened is not None:
        count = opened.dealt
        fair = n_("{count} piece was dealt fairly.", "{count} pieces were dealt fairly.", count)
        told.append(fair.format(count=count))
    try:
        make_folder(folder)
        if not path.exists():
            write_new(path, online.text)
    except OSError as error:
        text = _("The game could not be saved: {reason}.")
        return [text.format(reason=error.strerror)]
    online.kept_as = path
    told.append(_("The game is saved as {file}.").format(file=path.name))
    return told


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
