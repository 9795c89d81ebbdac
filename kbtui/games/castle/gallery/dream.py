"""A castle that nobody has built yet: another one every day, for backdrops and samples."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.castle.castle import BARE, Castle, with_face
from engine.castle.pieces.cells import LEVEL, Cell, cells, parse_cell
from engine.castle.pieces.piecenames import kind_of
from engine.castle.pieces.tiles import FACES, TILES, Face, parse_tile
from engine.castle.rules.placing import places
from engine.castle.setup import Options, resolve
from engine.castle.state import State, start
from engine.rng import Stream

_TILES: Final = 25
_FIRST: Final = 4  # tiles before the castle grows higher
_LOW: Final = 15  # tiles that carry others before roofs and people are put on top
_LIKED: Final = {
    "wall": 1,
    "stair": 1,
    "window": 4,
    "twin": 4,
    "hall": 4,
    "prince": 2,
    "princess": 3,
}
_USUAL: Final = 5


@lru_cache(maxsize=16)
def dream(day: str, highest: int) -> Castle:
    """By the rules, but with whatever tiles look good; no higher than that many levels."""
    stream, castle = Stream("dream", day), BARE
    left = [tile.copies for tile in TILES]
    for step in range(_TILES):
        choices = [
            choice
            for face in FACES
            if left[face]
            for weight, *choice in _choices(castle, face, step, highest)
            for _ in range(weight)
        ]
        if not choices:
            break
        cell, face = choices[stream.below(len(choices))]
        left[face] -= 1
        castle = with_face(castle, cell, face)
    return castle


def standing(tiles: Mapping[str, str]) -> Castle:
    """A castle of these tiles, by the names of their cells."""
    castle = BARE
    for name, word in tiles.items():
        castle = with_face(castle, parse_cell(name), parse_tile(word))
    return castle


def table_of(castle: Castle) -> State:
    """A game in which everybody has this castle."""
    state = start(resolve(Options()))
    return state._replace(castles=(castle,) * len(state.castles))


def _choices(castle: Castle, face: Face, step: int, highest: int) -> list[tuple[int, Cell, Face]]:
    """Where the tile can stand, each with how much one would like it there."""
    tile, is_high = TILES[face], step >= _LOW
    if not all(tile.top) and all(tile.base) and not is_high:
        return []  # nothing could stand on it
    liked = _LIKED.get(kind_of(tile.word), _USUAL)
    return [
        (liked * (LEVEL[cell] ** 2 if step >= _FIRST else 1), cell, face)
        for cell in cells(places(castle, face))
        if LEVEL[cell] <= highest
    ]
