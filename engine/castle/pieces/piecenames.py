"""The names of tiles and coins for people; other languages say them again."""

from __future__ import annotations

from typing import Final

from engine.errors import Phrase

# By the word of a tile in moves, without its numbers.
TILE_NAMES: Final = {
    "wall": Phrase("Stone Wall"),
    "window": Phrase("Window Wall"),
    "twin": Phrase("Twin Window Wall"),
    "stair": Phrase("Stair Tower"),
    "noble": Phrase("Angry Noble"),
    "cook": Phrase("Cook"),
    "scribe": Phrase("Scribe"),
    "jester": Phrase("Jester"),
    "maid": Phrase("Maid"),
    "bard": Phrase("Bard"),
    "soldier": Phrase("Soldier"),
    "lady": Phrase("Lady"),
    "roof": Phrase("Roof"),
    "lslope": Phrase("Left Sloping Roof"),
    "rslope": Phrase("Right Sloping Roof"),
    "prince": Phrase("Prince"),
    "princess": Phrase("Princess"),
    "hall": Phrase("Great Hall"),
    "lside": Phrase("Left Side Wall"),
    "rside": Phrase("Right Side Wall"),
    "lbay": Phrase("Left Roofed Bay"),
    "rbay": Phrase("Right Roofed Bay"),
    "lturret": Phrase("Left Corner Turret"),
    "rturret": Phrase("Right Corner Turret"),
    "gate": Phrase("Castle Gate"),
}
COIN_NAMES: Final = {
    "ruby": Phrase("Ruby"),
    "thief": Phrase("Thief"),
    "lady": Phrase("Sour Lady"),
    "mill": Phrase("Mill"),
    "collapse": Phrase("Collapse"),
    "catapult": Phrase("Catapult"),
    "tower": Phrase("Highest Tower"),
    "people": Phrase("Most Populated"),
    "windows": Phrase("Most Windows"),
    "roofs": Phrase("Most Roofs"),
    "monk": Phrase("Monk"),
}


def kind_of(word: str) -> str:
    """The word of a tile without its numbers: all tiles of one kind look alike."""
    return word.rstrip("0123456789/")
