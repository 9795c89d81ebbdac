"""What lets another relay pass entries on without folding them.

As long as nobody acts at a relay, it needs no position of the game. So the relay that stores
entries tells the others what follows from them: who has to act, whose turn it is, what each chair
sees of entries that are not the same for all, and the message for spectators. The log does not hold
this: a relay that misses it folds the entries, and finds the same.

On the wire this is (to_act, on_turn, row, ...). A row is the number of an entry, its token, and
pairs of a seat and the token that it sees instead. The row of number 0 has the message instead of
a token; relays that do not know it ignore an entry that does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.contract import Seat
from relay.protocol.codec import encode, pack, unpack
from relay.room import facts as f

if TYPE_CHECKING:
    from relay.room.room import Room

_PAGE: Final = 0  # no entry has this number
_Masked = tuple[str, Mapping[Seat, str]]  # for spectators; for seats that see something else


class Sight(NamedTuple):
    to_act: Seat | None  # after all of the entries
    on_turn: Seat | None
    masked: Mapping[int, _Masked]  # by number: the entries that are not the same for all
    page: bytes = b""  # the entries in a message for all who see no more than spectators do


def write_sight(room: Room, facts: Sequence[f.Fact]) -> bytes:
    """What follows from these facts, the last of the room; nothing if some are not entries."""
    if not all(type(fact) is f.Played for fact in facts):
        return b""
    masked: list[tuple[Any, ...]] = []
    last = len(room.tokens)
    for number in range(last - len(facts) + 1, min(room.hidden, last) + 1):
        own = [(seat, seen[number]) for seat, seen in room.own.items() if number in seen]
        if own:
            masked.append((number, room.tokens[number - 1], *own))
    page = encode(room.page(None, last - len(facts), last, len(facts)))
    return pack((room.to_act, room.on_turn, (_PAGE, page), *masked))


def read_sight(data: bytes) -> Sight | None:
    """None if nothing was said, or nothing that can be understood."""
    try:
        to_act, on_turn, *rows = unpack(data)
        page = rows.pop(0)[1] if rows and rows[0][0] == _PAGE else b""
        masked = {row[0]: (row[1], dict(row[2:])) for row in rows}
        return Sight(to_act, on_turn, masked, page)
    except (ValueError, TypeError, IndexError):
        return None
