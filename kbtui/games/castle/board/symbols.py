"""The signs on tiles and cells, with and without Unicode, and where numbers stand."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.castle.pieces.tiles import TILES, Face
from engine.castle.pieces.track import Space
from kbtui.games.castle.board.zoom import Zoom


class Signs(NamedTuple):
    any: str
    never_first: str
    window: str
    roof: str
    person: str
    stone: str  # of an upper edge
    levels: str
    coin: str
    ruby: str
    tile: str
    plain: str
    moves: str
    wall: str
    dot: str
    hit: str = "><"
    refused: str = "no"
    banner: str = "~"

    def space(self, kind: Space) -> str:
        """A space of the track."""
        return {
            Space.PLAIN: self.plain,
            Space.COIN: self.coin,
            Space.TILE: self.tile,
            Space.RUBY: self.ruby,
        }[kind]


_UNICODE: Final = Signs("√", "≠", "∩", "Λ", "@", "═", "≡", "$", "◊", "#", "·", "►", "│", "·")
_ASCII: Final = Signs("*", "!", "n", "^", "@", "=", "=", "$", "+", "#", ".", ">", "|", ".")


def signs(unicode: bool) -> Signs:
    return _UNICODE if unicode else _ASCII


def shown(face: Face, unicode: bool) -> str:
    """What else is on a tile, as signs: ``∩@◊``."""
    tile, known = TILES[face], signs(unicode)
    return "".join(
        (
            known.window * tile.windows,
            known.roof * tile.roofs,
            known.person * tile.people,
            known.ruby * tile.rubies,
        )
    )


class Plaque(NamedTuple):
    """A number on a tile: its first column, and the text."""

    x: int
    text: str


_ROOMY: Final = (Zoom.L, Zoom.XL, Zoom.XXL)  # with a blank at each side of a number
_LARGE: Final = (Zoom.XL, Zoom.XXL)


def _centered(text: str, halves: tuple[bool, bool], zoom: Zoom) -> Plaque:
    """In the middle of the stone of an edge."""
    start = 0 if halves[0] else zoom.half
    wide = zoom.wide if all(halves) else zoom.half
    if zoom in _ROOMY and len(text) + 2 <= wide - (not all(halves)) and len(text) < wide // 2:
        text = f" {text} "
    return Plaque(start + (wide - len(text)) // 2, text)


def given(face: Face, zoom: Zoom) -> Plaque | None:
    """The number for what stands above the tile."""
    tile = TILES[face]
    return _centered(str(tile.top_number), tile.top, zoom) if tile.top_number else None


def wanted(face: Face, zoom: Zoom, unicode: bool) -> Plaque:
    """The number that the tile stands on, for a tile in the hand."""
    tile, known = TILES[face], signs(unicode)
    text = str(tile.number) if tile.number else known.any
    if tile.no_new_level:
        text += known.never_first
        text += "1" if zoom in _LARGE else ""
    return _centered(text, tile.base, zoom)
