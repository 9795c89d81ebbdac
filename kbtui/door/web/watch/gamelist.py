"""Public rooms as lists: on the first page, and beside a game that is watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

from kbtui.door.web.markup import link
from kbtui.door.web.watch.gallery import Gallery
from kbtui.door.web.watch.roompage import has_pictures, standing
from kbtui.games.kit import find, keys
from kbtui.text.i18n import _, n_
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

_PICTURES: Final = 6  # games that are shown with a small picture
_BESIDE: Final = 12  # games that are listed beside one
_OPEN_SEATS: Final = (k.LOBBY,)


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


class Others(NamedTuple):
    """What a page of a room says about the other games."""

    ways: str = ""  # to the games before and after this one
    games: str = ""  # all of them


def others(here: str, rooms: Sequence[m.Listed], gallery: Gallery) -> Others:
    """For the page of the room ``here``, and for those who keep it open."""
    running = watchable(rooms)
    rest = [room for room in running if room.code != here][:_BESIDE]
    ways = beside(here, [room.code for room in running])
    return Others(ways, "".join(_running(rest, gallery, pictures=0)))


def beside(here: str, codes: Sequence[str]) -> str:
    """Ways to the games before and after this one; a swipe takes them too."""
    rest = [code for code in codes if code != here]
    if not rest:
        return ""
    at = codes.index(here) if here in codes else 0
    ways = (
        ("prev", rest[at - 1], _("Previous game")),
        ("next", rest[at % len(rest)], _("Next game")),
    )
    return "".join(
        f' <a class="button" rel="{rel}" href="/watch/{escape(code)}">{escape(text)}</a>'
        for rel, code, text in ways
    )


def _waiting(rooms: Sequence[m.Listed]) -> Iterator[str]:
    if rooms:
        yield f"<h2>{escape(_('Waiting for players'))}</h2>\n<ul>"
        for room in rooms:
            free = n_("{count} free seat", "{count} free seats", room.free)
            about = f"{game_title(room.game)}, {free.format(count=room.free)}"
            way = link(f"/watch/{room.code}", _names(room))
            join = link(f"/join/{room.code}", _("Take a seat"), "button")
            yield f"<li>{way} <small>{escape(about)}</small> {join}</li>\n"
        yield "</ul>\n"


def _running(
    rooms: Sequence[m.Listed], gallery: Gallery, pictures: int = _PICTURES
) -> Iterator[str]:
    if rooms:
        yield f"<h2>{escape(_('Running now'))}</h2>\n"
        yield '<ul class="games">'
        for place, room in enumerate(rooms):
            yield _game_row(room, gallery, is_pictured=place < pictures)
        yield "</ul>\n"


def _game_row(room: m.Listed, gallery: Gallery, is_pictured: bool) -> str:
    watched, code = gallery.find(room.code), escape(room.code)
    names = _names(room) if watched is None else standing(watched) or _names(room)
    watchers = n_("{count} spectator", "{count} spectators", room.watchers)
    told = [game_title(room.game), watchers.format(count=room.watchers)]
    if room.phase == k.OVER:
        told.insert(1, _("finished"))
    elif room.turn:
        told.insert(1, _("turn {number}").format(number=room.turn))
    about = ", ".join(told)
    shown = f'<span class="names">{escape(names)}</span> <small>{escape(about)}</small>'
    if is_pictured and _has_pictures(room.game):
        alt = escape(_("The board of this game"))
        last = watched.guest.client.confirmed if watched is not None and watched.is_there else None
        source = f"/board/{code}.svg" if last is None else f"/board/{code}/{last}.svg"
        shown = f'<img src="{source}" alt="{alt}" loading="lazy" width="160">{shown}'
    return f'<li><a href="/watch/{code}">{shown}</a></li>\n'


def _has_pictures(key: str) -> bool:
    return key in keys() and has_pictures(key)


def _names(room: m.Listed) -> str:
    return ", ".join(clean(name, k.NAME) for name in room.names if name) or room.code


def game_title(key: str) -> str:
    return _(find(key).title) if key in keys() else key
