"""What can be asked for: a closed list. Of an address nothing else reaches any other module."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from relay.protocol.room_codes import show_code, tidy_code

_LONGEST: Final = 200  # characters of a target; ours have some thirty


class Page(StrEnum):
    HOME = "home"  # what is played here
    ROOMS = "rooms"  # only the lists of it
    GO = "go"  # a form with a room code was sent
    WATCH = "watch"
    BOARD = "board"  # a picture
    STATIC = "static"
    HEALTH = "health"


class Line(StrEnum):
    """WebSockets."""

    LIVE = "live"  # what changes in a room, for those who watch


class Route(NamedTuple):
    to: Page | Line
    code: str = ""  # of a room, as it is shown
    number: int | None = None  # of an entry; None: the last one
    name: str = ""  # of a file


_CODE: Final = "(?P<code>[A-Za-z0-9]{3}-?[A-Za-z0-9]{3})"
_TABLE: Final = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"/", Page.HOME),
        (r"/rooms", Page.ROOMS),
        (r"/go", Page.GO),
        (rf"/watch/{_CODE}", Page.WATCH),
        (rf"/board/{_CODE}(?:/(?P<number>[0-9]{{1,5}}))?\.svg", Page.BOARD),
        (r"/static/(?P<name>[a-z]{1,20}\.[a-z0-9]{1,5})", Page.STATIC),
        (r"/healthz", Page.HEALTH),
        (rf"/live/{_CODE}", Line.LIVE),
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
