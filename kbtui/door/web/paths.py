"""What can be asked for: a closed list. Of an address nothing else reaches any other module."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from kbtui.door.web.staticfiles import VERSION
from kbtui.games.kit import keys
from relay.protocol.room_codes import show_code, tidy_code

_LONGEST: Final = 200  # characters of a target; ours have some thirty


class Page(StrEnum):
    HOME = "home"  # what is played here
    ROOMS = "rooms"  # only the lists of it
    GO = "go"  # a form with a room code was sent
    WATCH = "watch"
    PLAY = "play"  # the app in a page, at its menu
    JOIN = "join"  # the same, in a room: a link that is sent to friends
    DAILY = "daily"  # the same, at the deal of the day
    DAY = "day"  # the tables of a day
    TRY = "try"  # a board to tap on, with the deal of a day
    TAP = "tap"  # a board to tap on
    NEW = "new"  # the same with a new room
    BOARD = "board"  # a picture
    STATIC = "static"
    HEALTH = "health"


class Line(StrEnum):
    """WebSockets."""

    LIVE = "live"  # what changes in a room, for those who watch
    TAPS = "taps"  # a player without a terminal
    TERMINAL = "terminal"  # a player with one


class Route(NamedTuple):
    to: Page | Line
    code: str = ""  # of a room, as it is shown
    number: int | None = None  # of an entry; None: the last one
    name: str = ""  # of a file, or the key of a game
    tab: str = ""  # which of the pages of one browser it is; only ever compared
    size: tuple[int, int] = (0, 0)  # columns and rows of a terminal; 0: not said
    day: str = ""  # such as 2026-11-16
    version: str = ""  # of the file that is asked for, or of the script that asks

    @property
    def words(self) -> tuple[str, ...]:
        """What a program is started with."""
        if self.name:
            return _WORDS[self.name]
        return ("join", self.code) if self.code else ()


_WORDS: Final = {"daily": ("daily", "--play")}  # what is asked for by a word
_DAY: Final = "(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_CODE: Final = "(?P<code>[A-Za-z0-9]{3}-?[A-Za-z0-9]{3})"
_GAME: Final = f"(?P<name>{'|'.join(keys())})"
_TAB: Final = "(?P<tab>[a-z0-9]{16})"
_VERSION: Final = re.compile(rf"v=([0-9a-f]{{{VERSION}}})")
_SIZE: Final = re.compile(r"width=(?P<width>[0-9]{1,4})&height=(?P<height>[0-9]{1,4})")
_TABLE: Final = tuple(
    (re.compile(pattern), to)
    for pattern, to in (
        (r"/", Page.HOME),
        (r"/rooms", Page.ROOMS),
        (r"/go", Page.GO),
        (rf"/watch/{_CODE}", Page.WATCH),
        (r"/play", Page.PLAY),
        (rf"/join/{_CODE}", Page.JOIN),
        (r"/daily", Page.DAILY),
        (rf"/daily/{_DAY}", Page.DAY),
        (rf"/daily/{_DAY}/{_GAME}", Page.TRY),
        (rf"/tap/{_CODE}", Page.TAP),
        (rf"/new/{_GAME}", Page.NEW),
        (rf"/board/{_CODE}(?:/(?P<number>[0-9]{{1,5}}))?\.svg", Page.BOARD),
        (r"/static/(?P<name>[a-z]{1,20}\.[a-z0-9]{1,5})", Page.STATIC),
        (r"/healthz", Page.HEALTH),
        (rf"/live/{_CODE}", Line.LIVE),
        (rf"/taps/{_CODE}", Line.TAPS),
        (rf"/taps/new/{_GAME}", Line.TAPS),
        (rf"/taps/daily/{_DAY}/{_GAME}", Line.TAPS),
        (rf"/terminal/play/{_TAB}", Line.TERMINAL),
        (rf"/terminal/join/{_CODE}/{_TAB}", Line.TERMINAL),
        (rf"/terminal/(?P<name>daily)/{_TAB}", Line.TERMINAL),
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
    size = _SIZE.fullmatch(query) if to is Line.TERMINAL else None
    version = _VERSION.fullmatch(query)
    return Route(
        to,
        show_code(code) if code else "",
        None if number is None else int(number),
        parts.get("name") or "",
        parts.get("tab") or "",
        (0, 0) if size is None else (int(size["width"]), int(size["height"])),
        parts.get("day") or "",
        "" if version is None else version[1],
    )
