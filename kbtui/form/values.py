"""What every form asks for: who plays, who begins, the seed, and what a host decides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from kbtui.disk.settings import clean_name
from kbtui.play.playernames import NAMES
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from relay.protocol import kinds as k
from relay.protocol.messages import Terms

CLOCKS: Final = (
    (k.NO_CLOCK, 0),
    *((k.TURN_CLOCK, seconds) for seconds in (30, 60, 90, 180, 86_400, 3 * 86_400, 7 * 86_400)),
    *((k.GAME_CLOCK, minutes * 60) for minutes in (10, 20, 30)),
)
WATCHING: Final = ((True, 0), (True, 60), (True, 300), (False, 0))  # whether, and how much later
OFF_TURN: Final = (0, 20, 30, 60, 180, 86_400)  # seconds; 0: no limit
LEVEL: Final = "greedy"  # of the bots, if nobody says anything else
SEATED: Final = (HUMAN, LEVEL, LEVEL, LEVEL)


class RoomValues(NamedTuple):
    """What the host of an online game decides besides the game."""

    is_here: bool | None = False  # at a relay inside this program; None: the room is open already
    listed: bool = False
    watching: tuple[bool, int] = WATCHING[0]
    clock: tuple[str, int] = CLOCKS[0]
    off_turn: int = OFF_TURN[0]


class Values(Protocol):
    """What is chosen; a game has a named tuple of these and of values of its own. There are always
    four seats; those behind ``players`` stay empty."""

    @property
    def seed(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def who(self) -> tuple[str, ...]:
        """People, or levels of bots."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def start(self) -> int | None:
        """The seat that begins; None is left to the seed."""

    @property
    def room(self) -> RoomValues | None:
        """Of an online game; its seats are taken by those who come."""

    # As a named tuple has it.
    def _replace(self, *args: Any, **changes: Any) -> Any: ...


V = TypeVar("V", bound=Values)


def named(values: V, name: str) -> V:
    """With the name of the one at the keyboard."""
    first, *others = values.names
    return _with(values, names=(name or first, *others))


def for_players(values: V, players: int) -> V:
    """With more or fewer players; somebody who is there begins."""
    is_there = values.start is None or values.start < players
    return _with(values, players=players, start=values.start if is_there else 0)


def other_company(values: V) -> V:
    """With people at this keyboard in the place of bots; if there are none, with bots again."""
    has_bots = any(who != HUMAN for who in values.who[: values.players])
    return _with(values, who=(HUMAN,) * len(SEATED) if has_bots else SEATED)


def new_game(key: str, values: Values, options: Mapping[str, Any]) -> NewGame:
    """The game that is started with these values and the options that come of them."""
    pairs = zip(values.names, NAMES, strict=True)
    names = tuple(clean_name(name) or usual for name, usual in pairs)
    return NewGame(key, options, values.who[: values.players], names[: values.players])


def terms_of(values: Values, options: Mapping[str, Any]) -> Terms:
    """The terms of the room that these values ask for."""
    room = values.room or RoomValues()
    text = json.dumps(options, separators=(",", ":"))
    return Terms(text, room.listed, *room.watching, *room.clock, room.off_turn)


def room_of(terms: Terms) -> RoomValues:
    """What was decided about a room that is open."""
    return RoomValues(
        None,
        terms.listed,
        (terms.watching, terms.delay),
        (terms.clock, terms.seconds),
        terms.off_turn,
    )


def _with(values: V, **changes: Any) -> V:
    changed: V = values._replace(**changes)
    return changed
