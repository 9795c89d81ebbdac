"""The symbols on the board, for terrains, locations and players. Each is a single column wide."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final
from unicodedata import normalize

from engine.contract import Seat
from engine.kingdom.ground.board import BONUS_ACTIONS
from engine.kingdom.ground.moves import LOCATION_KINDS, Action
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.words.names import terrain_name, tile_name
from kbtui.paint.glyphs import MARKS
from kbtui.text.i18n import c_

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
_SHORT: Final = {"Paddock": "Padd.", "Fountain": "Fount."}  # read better than when cut
SMALL: Final = (Zoom.S, Zoom.M, Zoom.M_PLUS)  # letters instead of names, no second line


_BONUS: Final = {action: kind for kind, action in BONUS_ACTIONS.items()}


class MarkStyle(Enum):
    """What settlements carry, where there is room for it."""

    BOTH = "both"
    NUMBER = "number"
    SHAPE = "shape"


def letter(kind: Action) -> str:
    """The letter that stands for a location at S."""
    letters = c_("a letter for each location, from Oracle to Canoe", "O F A T V B H P N E R C")
    return _by_kind(letters)[kind]


def place_name(kind: Action, zoom: Zoom, unicode: bool = True) -> str:
    """As much of the name of a location as a hex has room for."""
    if zoom is Zoom.S:
        return letter(kind)
    if zoom in SMALL:
        letters = c_(
            "two letters for each location, from Oracle to Canoe",
            "Or Fa Oa To Ta Ba Ha Pa Fo Te Re Ca",
        )
        return _by_kind(letters)[kind]
    return _fitting(tile_name(kind), zoom, unicode)


@cache
def _by_kind(letters: str) -> Mapping[Action, str]:
    return dict(zip(LOCATION_KINDS, letters.split(), strict=True))


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
        return letter(kind)
    letters = place_name(kind, Zoom.M)
    return letters if kind == action else f"{letters[0]}+"


def mark(seat: Seat, style: MarkStyle, unicode: bool) -> str:
    """One column for a player; without Unicode there are no shapes."""
    return MARKS[seat] if unicode and style is not MarkStyle.NUMBER else str(seat + 1)


def wide_mark(seat: Seat, style: MarkStyle, unicode: bool) -> str:
    """Two columns for a player."""
    number = str(seat + 1) if unicode and style is MarkStyle.BOTH else " "
    return mark(seat, style, unicode) + number
