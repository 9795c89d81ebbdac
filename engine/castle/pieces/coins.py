"""The coins: eleven effects, and how many coins there are of each (CB-7)."""

from enum import IntEnum
from typing import Final

from engine.castle.pieces.box import box
from engine.errors import BadToken


class Coin(IntEnum):
    """An effect; equal coins are one (CB-89). The order is that of the box."""

    RUBY = 0
    THIEF = 1
    LADY = 2
    MILL = 3
    COLLAPSE = 4
    CATAPULT = 5
    TOWER = 6
    PEOPLE = 7
    WINDOWS = 8
    ROOFS = 9
    MONK = 10


_ROWS: Final = {row["coin"]: row for row in box()["coins"]}
WORDS: Final = tuple(coin.name.lower() for coin in Coin)
ALL_COINS: Final = bytes(_ROWS[word]["copies"] for word in WORDS)
NO_COINS: Final = bytes(len(WORDS))
RED: Final = frozenset(coin for coin in Coin if _ROWS[WORDS[coin]]["red"])  # CB-74


def parse_coin(word: str) -> Coin:
    """The coin of that word, in small letters; raises BadToken."""
    if word not in WORDS:
        raise BadToken(repr(word), "coins are {words}", words=" ".join(WORDS))
    return Coin(WORDS.index(word))
