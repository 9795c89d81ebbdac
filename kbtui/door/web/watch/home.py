"""The first page: what is played here now, and the ways to take part. It works without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from kbtui.door.memory.memory import Memory
from kbtui.door.memory.record import Rerun
from kbtui.door.web.markup import TITLE, link, page, reload_without_scripts, script
from kbtui.door.web.watch.dayspage import section
from kbtui.door.web.watch.gallery import Gallery
from kbtui.door.web.watch.roompage import has_pictures, standing
from kbtui.games.kit import find, keys
from kbtui.pages.hall.past import busiest_told, yesterday_told
from kbtui.text.i18n import _, n_
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.days import DayView

_AGAIN: Final = 30  # seconds between two reloads without scripts
_PICTURES: Final = 6  # games that are shown with a small picture
_FINISHED: Final = 6  # games that are over
_OPEN_SEATS: Final = (k.LOBBY,)


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
        f"{_new_games()}{section(today, ways.has_terminal)}{_finished(kept.reruns)}"
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
    return f"<li>{way} <small>{escape(_game(rerun.game))}</small></li>\n"


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


# ---- the lists ----------------------------------------------------------------------------------


def lists(rooms: Sequence[m.Listed] | None, gallery: Gallery) -> str:
    """The public rooms, for the page and for the script that refreshes it."""
    if rooms is None:
        return f"<p>{escape(_('The relay does not answer right now.'))}</p>\n"
    waiting = [room for room in rooms if room.phase in _OPEN_SEATS and room.free]
    running = watchable(rooms)
    if not waiting and not running:
        return f"<p>{escape(_('No public game is running right now.'))}</p>\n"
    return "".join((*_waiting(waiting), *_running(running, gallery)))


def watchable(rooms: Iterable[m.Listed]) -> list[m.Listed]:
    """The games that run."""
    return [room for room in rooms if room.phase not in _OPEN_SEATS and room.watching]


def _waiting(rooms: Sequence[m.Listed]) -> Iterator[str]:
    if rooms:
        yield f"<h2>{escape(_('Waiting for players'))}</h2>\n<ul>"
        for room in rooms:
            free = n_("{count} free seat", "{count} free seats", room.free)
            about = f"{_game(room.game)}, {free.format(count=room.free)}"
            way = link(f"/watch/{room.code}", _names(room))
            join = link(f"/join/{room.code}", _("Take a seat"), "button")
            yield f"<li>{way} <small>{escape(about)}</small> {join}</li>\n"
        yield "</ul>\n"


def _running(rooms: Sequence[m.Listed], gallery: Gallery) -> Iterator[str]:
    if rooms:
        yield f"<h2>{escape(_('Running now'))}</h2>\n"
        yield '<ul class="games">'
        for place, room in enumerate(rooms):
            yield _game_row(room, gallery, is_pictured=place < _PICTURES)
        yield "</ul>\n"


def _game_row(room: m.Listed, gallery: Gallery, is_pictured: bool) -> str:
    watched = gallery.find(room.code)
    names = _names(room) if watched is None else standing(watched) or _names(room)
    watchers = n_("{count} spectator", "{count} spectators", room.watchers)
    told = [_game(room.game), watchers.format(count=room.watchers)]
    if room.turn:
        told.insert(1, _("turn {number}").format(number=room.turn))
    about = ", ".join(told)
    shown = f'<span class="names">{escape(names)}</span> <small>{escape(about)}</small>'
    if is_pictured and _has_pictures(room.game):
        alt = escape(_("The board of this game"))
        last = watched.guest.client.confirmed if watched is not None and watched.is_there else None
        source = f"/board/{room.code}.svg" if last is None else f"/board/{room.code}/{last}.svg"
        shown = f'<img src="{source}" alt="{alt}" loading="lazy" width="160">{shown}'
    return f'<li><a href="/watch/{room.code}">{shown}</a></li>\n'


def _has_pictures(key: str) -> bool:
    return key in keys() and has_pictures(key)


def _names(room: m.Listed) -> str:
    return ", ".join(clean(name, k.NAME) for name in room.names if name) or room.code


def _game(key: str) -> str:
    return _(find(key).title) if key in keys() else key
