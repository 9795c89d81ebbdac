"""The first page: what is played here now, and the ways to take part. It works without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import Rerun
from kbtui.door.web.markup import TITLE, link, page, reload_without_scripts, script
from kbtui.door.web.watch.dayspage import section
from kbtui.door.web.watch.gallery import Gallery
from kbtui.door.web.watch.gamelist import game_title, lists
from kbtui.games.kit import find, keys
from kbtui.pages.hall.past import busiest_told, yesterday_told
from kbtui.text.i18n import _
from relay.protocol import messages as m
from relay.protocol.days import DayView

_AGAIN: Final = 30  # seconds between two reloads without scripts
_FINISHED: Final = 6  # games that are over


class Ways(NamedTuple):
    """How one can come here besides this page."""

    ssh: str = ""  # what has to be typed
    fingerprint: str = ""  # of the key of that door
    has_terminal: bool = False  # the app can be played in a page
    notice: str = ""  # what the host says


def home(
    rooms: Sequence[m.Listed] | None,
    gallery: Gallery,
    ways: Ways,
    today: Sequence[DayView] = (),
    memory: Memory | None = None,
) -> str:
    """``rooms``: None if the relay does not answer; ``today``: the deals of the day; ``memory``:
    what the door remembers."""
    kept = Memory() if memory is None else memory
    body = (
        f"<main><h1>{escape(TITLE)}</h1>\n{_ways(ways)}"
        f'<div id="rooms" aria-live="polite">{lists(rooms, gallery)}</div>\n'
        f"{_new_games()}{section(today)}{_finished(kept.reruns)}"
        f"{_who(kept.hours, kept.yesterday)}{_code_form()}</main>"
    )
    head = reload_without_scripts(_AGAIN) + script("home.js")
    return page(TITLE, body, head=head)


def _ways(ways: Ways) -> str:
    said = [f'<p class="notice">{escape(ways.notice)}</p>\n'] if ways.notice else []
    said += [f"<p>{escape(_('Two board games: play with friends, against bots, or watch.'))}</p>\n"]
    if ways.has_terminal:
        said.append(f"<p>{link('/play', _('Play in this page'), 'button wide')}</p>\n")
    if ways.ssh:
        typed = f"<kbd>{escape(ways.ssh)}</kbd>"
        text = escape(_("In a terminal: {command}")).replace("{command}", typed)
        key = f" <small>{escape(ways.fingerprint)}</small>" if ways.fingerprint else ""
        said.append(f"<p>{text}{key}</p>\n")
    return "".join(said)


def _finished(reruns: Iterable[Rerun]) -> str:
    """Public games that are over; the page of each lets one look at it from the start."""
    played = [rerun for rerun in reruns if rerun.code][-_FINISHED:]
    if not played:
        return ""
    rows = "".join(map(_finished_row, reversed(played)))
    return f"<h2>{escape(_('Finished games'))}</h2>\n<ul>{rows}</ul>\n"


def _finished_row(rerun: Rerun) -> str:
    way = link(f"/watch/{rerun.code}", _scores(rerun))
    return f"<li>{way} <small>{escape(game_title(rerun.game))}</small></li>\n"


def _scores(rerun: Rerun) -> str:
    pairs = zip(rerun.names, rerun.totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in pairs)


def _who(hours: Sequence[int], yesterday: tuple[int, int]) -> str:
    """Numbers alone: nobody is named who is not here."""
    said = [busiest_told(hours)] if any(hours) else []
    if any(yesterday):
        said.insert(0, yesterday_told(yesterday))
    if not said:
        return ""
    return f"<h2>{escape(_('Who was here'))}</h2>\n<p>{escape(' '.join(said))}</p>\n"


def _new_games() -> str:
    ways = " ".join(link(f"/new/{key}", _(find(key).title), "button") for key in keys())
    return f"<h2>{escape(_('Start a game'))}</h2>\n<p>{ways}</p>\n"


def _code_form() -> str:
    label, button = escape(_("Room code")), escape(_("Watch"))
    return (
        f'<form action="/go" method="get"><label>{label} '
        '<input name="code" size="9" maxlength="9" autocomplete="off" autocapitalize="characters" '
        f'spellcheck="false" placeholder="KQ7-4TN"></label> <button>{button}</button></form>\n'
    )
