"""Terrains and terrain cards: names, letters, what each card shows."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.errors import BadToken


class Terrain(IntEnum):
    GRASS = 0
    FLOWERS = 1
    FOREST = 2
    CANYON = 3
    DESERT = 4
    MARSH = 5
    WATER = 6
    MOUNTAIN = 7
    CASTLE = 8
    PALACE = 9
    LOCATION = 10

    @property
    def word(self) -> str:
        return self.name.lower()


# Letters of the text maps. Forest is T as in trees, marsh S as in swamp, castle K as in keep.
LETTERS: Final = dict(zip("GFTCDSWMKP", Terrain, strict=False))
SINGLES: Final = tuple(Terrain)[:5]
BUILDABLE: Final = tuple(Terrain)[:6]  # GEO-4
SPECIAL: Final = (Terrain.CASTLE, Terrain.PALACE, Terrain.LOCATION)

# A card is a small number: 0 to 4 show one terrain, 5 to 9 marsh and that terrain (C-4, C-7).
Card = int
UNKNOWN: Final[Card] = -1  # a card that this copy of the game may not see
KINDS_OF_CARDS: Final = 10
FACES: Final = tuple((t,) for t in SINGLES) + tuple((t, Terrain.MARSH) for t in SINGLES)
OF_TERRAIN: Final = {t: (t.value, t.value + 5) for t in SINGLES}  # single and double (G-SCOUTS-2)

_WORDS: Final = tuple(t.word for t in SINGLES) + tuple(f"marsh/{t.word}" for t in SINGLES)
_CARDS: Final = {word: card for card, word in enumerate(_WORDS)} | {"?": UNKNOWN}


def format_card(card: Card) -> str:
    return "?" if card == UNKNOWN else _WORDS[card]


def parse_card(word: str) -> Card:
    card = _CARDS.get(word.lower())
    if card is None:
        raise BadToken(
            repr(word), "not a terrain card; the cards are {cards}", cards=", ".join(_WORDS)
        )
    return card
