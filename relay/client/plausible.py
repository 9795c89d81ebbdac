"""Checks what a relay says about a room before a client believes it.

The codec has already checked the form. This module checks what only makes sense together: options
that can be played, seats that exist, codes that are codes, words that are safe to print on a
terminal. A relay that gets this wrong is broken or hostile; ``BadMessage`` ends the connection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from engine.contract import Seat, find
from engine.errors import EngineError
from engine.table import Table
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage
from relay.protocol.room_codes import show_code, tidy_code


@lru_cache(maxsize=8)
def start_of(game: str, options: str) -> Any:
    """The state before entry 1 that these options lead to; raises BadMessage."""
    try:
        data = json.loads(options)
        if not isinstance(data, dict):
            raise BadMessage("bad-message", "options are a JSON object")
        return find(game).new(data)
    except (EngineError, ValueError, RecursionError) as error:
        raise BadMessage("bad-message", f"options that cannot be played: {error}") from None


def first_table(room: m.RoomView | None, seat: Seat | None) -> Table:
    """The table before entry 1, as that chair sees it; raises BadMessage."""
    if room is None:
        raise BadMessage("bad-message", "entries came before the room")
    game = find(room.game)
    return Table(game, game.observe(start_of(room.game, room.terms.options), seat))


def check_room(room: m.RoomView) -> None:
    """Raises BadMessage."""
    check_codes(room.code, *filter(None, [room.following]))
    check_words(word for seat in room.seats for word in (seat.name, seat.level))
    start = start_of(room.game, room.terms.options)
    seats = find(room.game).seats(start)
    if len(room.seats) != seats:
        raise BadMessage("bad-message", f"{len(room.seats)} seats for {seats} players")
    check_seats(room, (room.host, *(seat for vote in room.votes for seat in vote[:2])))


def check_codes(*codes: str) -> None:
    """Raises BadMessage for what is not a code: files are called by codes, and people read them."""
    for code in codes:
        tidy = tidy_code(code)
        if tidy is None or show_code(tidy) != code:
            raise BadMessage("bad-message", f"{code!r} is not a code of a room")


def check_words(words: Iterable[str]) -> None:
    """Raises BadMessage for names and chat that a relay would have cleaned."""
    if not all(map(str.isprintable, words)):
        raise BadMessage("bad-message", "words that cannot be printed")


def check_seats(room: m.RoomView | None, seats: Iterable[int]) -> None:
    """Raises BadMessage for a seat that the room does not have."""
    known = 0 if room is None else len(room.seats)
    if any(seat >= known for seat in seats):
        raise BadMessage("bad-message", "a seat that the room does not have")
