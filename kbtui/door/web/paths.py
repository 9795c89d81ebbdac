"""What can be asked for: a closed list. Of an address nothing else reaches any other module."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from kbtui.games.kit import keys
from relay.protocol.room_codes import show_code, tidy_code

_LONGEST: Final = 200  # characters of a target; ours have some thirty


class Page(StrEnum):
    HOME = "home"  # what is played here
    ROOMS = "rooms"  # only the lists of it
    GO = "go"  # a form with a room code was sent
    WATCH = "watch"
    JOIN = "join"  # a link that is sent to friends
    TAP = "tap"  # a board to tap on
    NEW = "new"  # the same with a new room
    BOARD = "board"  # a picture
    STATIC = "static"
    HEALTH = "health"


class Line(StrEnum):
    """WebSockets."""

    LIVE = "live"  # what changes in a room, for those who watch
    TAPS = "taps"  # a player without a terminal


class Route(NamedTuple):
    to: Page | Line
    code: str = ""  # of a room, as it is shown
    number: int | None = None  # of an entry; None: the last one
    name: str = ""  # of a file, or the key of a game


_CODE: Final = "(?P<code>[A-Za-z0-9]{3}-?[A-Za-z0-9]{3})"
_GAME: Final = f"(?P<name>{'|'.join(keys())})"
_TABLE: Final = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"/", Page.HOME),
        (r"/rooms", Page.ROOMS),
        (r"/go", Page.GO),
        (rf"/watch/{_CODE}", Page.WATCH),
        (rf"/join/{_CODE}", Page.JOIN),
        (rf"/tap/{_CODE}", Page.TAP),
        (rf"/new/{_GAME}", Page.NEW),
        (rf"/board/{_CODE}(?:/(?P<number>[0-9]{{1,5}}))?\.svg", Page.BOARD),
        (r"/static/(?P<name>[a-z]{1,20}\.[a-z0-9]{1,5})", Page.STATIC),
        (r"/healthz", Page.HEALTH),
        (rf"/live/{_CODE}", Line.LIVE),
        (rf"/taps/{_CODE}", Line.TAPS),
        (rf"/taps/new/{_GAME}", Line.TAPS),
    )
)


def route(target: str) -> Route | None:
    """Where a request leads; None: there is nothing."""
    path, _mark, query = target.partition("?")
    if len(target) > _LONGEST:
        return None
    for pattern, to in _TABLE:
        found = pattern.fullmatch(path)
        if found is not None:
            return _route(to, found.groupdict(), query)
    return None


def _route(to: Page | Line, parts: dict[str, str | None], query: str) -> Route | None:
    typed = parts.get("code")
    if to is Page.GO:  # the one form there is
        typed = dict(parse_qsl(query, max_num_fields=5)).get("code", "")
    code = None if typed is None else tidy_code(typed)
    if typed is not None and code is None and to is not Page.GO:
        return None
    number = parts.get("number")
    return Route(
        to,
        show_code(code) if code else "",
        None if number is None else int(number),
        parts.get("name") or "",
    )
