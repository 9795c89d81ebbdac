"""What is fixed before the first tile: a ``Setup`` and the game options it comes from.

Only the first player may be left to chance; the table seed draws it (CB-90).
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from engine.castle.pieces.tiles import ALL_TILES, PRINCE, PRINCESS, Bag, Counts, changed
from engine.errors import BadOptions
from engine.rng import Stream, check_seed

PLAYERS: Final = (2, 3, 4)
COINS_TO_WIN: Final = (7, 9)  # CB-56, CB-73
PAYMENTS: Final = ("one", "any")  # CB-44
ONE_STEP: Final = 1
NO_LIMIT: Final = 126
RACK_LIMIT: Final = 7  # CB-17
FIRST_RACK: Final = 3  # CB-12
MARKET: Final = 3  # tiles, and coins as well (CB-11)
DRAWN: Final = 2  # CB-16
IDLE_ROUNDS: Final = 8  # CB-57
RANDOM: Final = "random"
DEFAULT_SEED: Final = "castle"


class _Laid(NamedTuple):
    """What distinguishes one setup from another."""

    players: int = 2
    start: int = 0
    coins: int = COINS_TO_WIN[0]
    royal: bool = False  # Royal Strategy (CB-76)
    peace: bool = False  # Peaceful Times (CB-74)
    pay: str = PAYMENTS[0]  # how many tiles a build may cost; "any" under Royal Strategy (CB-98)


class Setup(_Laid):
    """The table before the first tile; every state of the game refers to it."""

    @cached_property
    def most_paid(self) -> int:
        """Steps by which a build may change its number (CB-41, CB-78)."""
        return ONE_STEP if self.pay == PAYMENTS[0] else NO_LIMIT

    @cached_property
    def royals(self) -> Bag:
        """What each player sets aside before any tile is dealt (CB-79)."""
        return bytes((PRINCE, PRINCESS)) if self.royal else b""

    @cached_property
    def tiles(self) -> Counts:
        """The tiles that are shuffled."""
        counts = ALL_TILES
        for face in self.royals:
            counts = changed(counts, face, -self.players)
        return counts

    @cached_property
    def key(self) -> str:
        """Canonical text of the setup; part of every digest."""
        return json.dumps(setup_as_json(self), sort_keys=True, separators=(",", ":"))


class Options(NamedTuple):
    """What a person asks for; ``start`` is ``None`` to let the seed choose."""

    players: int = 2
    coins: int = COINS_TO_WIN[0]
    royal: bool = False
    peace: bool = False
    pay: str = PAYMENTS[0]
    start: int | None = 0
    seed: str = DEFAULT_SEED


def resolve(options: Options) -> Setup:
    """Lay the table; raises BadOptions for what cannot be played."""
    players, coins, royal, peace, pay, start, seed = options
    if players not in PLAYERS:
        raise BadOptions("players", "Castle Builder is for 2, 3 or 4 players")
    if coins not in COINS_TO_WIN:
        raise BadOptions("coins", "choose 7 or 9 coins")
    if pay not in PAYMENTS:
        raise BadOptions("pay", "choose one or any")
    if start is not None and start not in range(players):
        raise BadOptions("start", "seats are 0 to {last}", last=players - 1)
    check_seed(seed)
    if start is None:
        start = Stream(seed, "castle set-up").below(players)
    return Setup(players, start, coins, royal, peace, PAYMENTS[1] if royal else pay)


def parse_options(data: object) -> Options:
    """Options from JSON; names the field that is wrong."""
    if not isinstance(data, Mapping):
        raise BadOptions("options", "expected an object")
    fields = dict(data)
    if fields.get("start") == RANDOM:
        fields["start"] = None
    defaults = Options()
    for name, value in fields.items():
        if name not in Options._fields:
            raise BadOptions(str(name), "there is no such option")
        kind = type(getattr(defaults, name))
        if type(value) is not kind and not (name == "start" and value is None):
            raise BadOptions(
                name, "expected {kind}, got {value}", kind=kind.__name__, value=repr(value)
            )
    return defaults._replace(**fields)


def options_as_json(options: Options) -> dict[str, Any]:
    """The inverse of ``parse_options``; only what is not default is written."""
    data: dict[str, Any] = {"players": options.players, "coins": options.coins}
    data |= {
        name: value
        for name, value in options._asdict().items()
        if value != getattr(Options(), name)
    }
    return data | {"start": RANDOM} if options.start is None else data


def setup_as_json(setup: Setup) -> dict[str, Any]:
    """The setup as options that leave nothing to chance."""
    return options_as_json(Options(**setup._asdict()))


class DayOptions:
    """The game as the deal of a day."""

    level: str = "skilled"
    edition: int = 1

    def options(self, seed: str, weekday: int) -> dict[str, Any]:
        return options_as_json(Options(players=2, start=0, seed=seed))
