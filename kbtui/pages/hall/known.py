"""What the hall knows: the relay's public games, who is here, and the game under the cursor."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from relay.protocol import messages as m

PLAYS, WATCHES, WAITS = "plays", "watches", "waits"
DOINGS: Final = (PLAYS, WATCHES, WAITS)


class Neighbor(NamedTuple):
    """Somebody who is here. ``where`` is the code of a public game, or the game that they wait
    for."""

    name: str
    doing: str = ""  # one of ``DOINGS``; empty: nothing that is anybody's business
    where: str = ""


class Known(NamedTuple):
    """What is known of the relay, and of the door if this is one."""

    relay: str = ""  # as the settings have it
    is_up: bool = False
    trouble: str = ""  # why it cannot be asked
    advice: str = ""
    rooms: tuple[m.Listed, ...] = ()
    here: tuple[Neighbor, ...] = ()  # who is at the door


class Sight(NamedTuple):
    """A game as it stood when a turn last ended there."""

    code: str
    game: str  # its key
    state: Any
    names: tuple[str, ...]
    turn: int = 0  # 0: it has not begun
    seat: int | None = None  # whose turn it is
    title: str = ""  # above it, in place of the code
