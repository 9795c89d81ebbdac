"""The symbols on the board, for terrains, locations and players. Each is a single column wide."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final
from unicodedata import normalize

from engine.contract import Seat
from engine.kingdom.ground.board import BONUS_ACTIONS
from engine.kingdom.ground.moves import LOCATION_KINDS, Action, word
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.words.words import terrain_name, tile_name
from kbtui.paint.glyphs import MARKS

# Each with its stand-in for terminals without Unicode.
SYMBOLS: Final[Mapping[Terrain, tuple[str, str]]] = {
    Terrain.GRASS: ('"', '"'),
    Terrain.FLOWERS: ("*", "*"),
    Terrain.FOREST: ("↑", "T"),
    Terrain.CANYON: ("∩", "n"),
    Terrain.DESERT: (":", ":"),
    Terrain.MARSH: ("%", "%"),
    Terrain.WATER: ("≈", "~"),
    Terrain.MOUNTAIN: ("Λ", "^"),
    Terrain.CASTLE: ("#", "#"),
    Terrain.PALACE: ("&", "&"),
}
TARGETS: Final = ("•", "+")
TILES: Final = (("··", "• ", "••"), ("..", "+ ", "++"))  # none, one or two left
# Letters of the locations at S: the first ones that are not taken by another.
LETTERS: Final[Mapping[Action, str]] = dict(zip(LOCATION_KINDS, "OFATVBHPNERC", strict=True))
_SHORT: Final = {"Paddock": "Paddok", "Fountain": "Fountn"}  # read better than when cut
SMALL: Final = (Zoom.S, Zoom.M, Zoom.M_PLUS)  # letters instead of names, no second line


_BONUS: Final = {action: kind for kind, action in BONUS_ACTIONS.items()}


class MarkStyle(Enum):
    """What settlements carry, where there is room for it."""

    BOTH = "both"
    NUMBER = "number"
    SHAPE = "shape"


def place_name(kind: Action, zoom: Zoom, unicode: bool = True) -> str:
    """As much of the name of a location as a hex has room for; its letters, which stand for it
    everywhere, are the same in all languages."""
    if zoom in SMALL:
        return LETTERS[kind] if zoom is Zoom.S else word(kind).capitalize()[:2]
    return _fitting(tile_name(kind), zoom, unicode)


def terrain_label(terrain: Terrain, zoom: Zoom, unicode: bool = True) -> str:
    """The name of a castle or a palace, for the larger hexes."""
    return _fitting(terrain_name(terrain).capitalize(), zoom, unicode)


def _fitting(name: str, zoom: Zoom, unicode: bool) -> str:
    if not unicode:
        name = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return _SHORT.get(name, name)[: zoom.wide] if len(name) > zoom.wide else name


def tile_sign(action: Action, zoom: Zoom) -> str:
    """A tile as its place is named on the board: one letter at S, else two."""
    kind = _BONUS.get(action, action)
    if zoom is Zoom.S:
        return LETTERS[kind]
    letters = place_name(kind, Zoom.M)
    return letters if kind == action else f"{letters[0]}+"


def mark(seat: Seat, style: MarkStyle, unicode: bool) -> str:
    """One column for a player; without Unicode there are no shapes."""
    return MARKS[seat] if unicode and style is not MarkStyle.NUMBER else str(seat + 1)


def wide_mark(seat: Seat, style: MarkStyle, unicode: bool) -> str:
    """Two columns for a player."""
    number = str(seat + 1) if unicode and style is MarkStyle.BOTH else " "
    return mark(seat, style, unicode) + number
