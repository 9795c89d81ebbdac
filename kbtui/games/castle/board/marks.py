"""What is pointed out on the large castle, and the numbers of its places.

Neutral screens read the fields that ``kit.Marks`` has for every game: the cursor, the place under
the mouse, what was built last, what counts. All of them are places, cells of one of the castles.
What only this game points out is ``Marks.own``, a ``Pointed``; without one, as in a replay, the
castle of the cursor is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.castle.castle import Castle
from engine.castle.pieces.cells import Cell, cells, level_mask
from engine.castle.pieces.tiles import EMPTY, TILES, Face
from engine.contract import Seat
from kbtui.games.castle.words.kinds import cell_of as cell_of
from kbtui.games.castle.words.kinds import place_of as place_of
from kbtui.games.kit import Marks, Mask, Place


class Counted(Enum):
    """What can be counted on all castles."""

    WINDOWS = "windows"
    ROOFS = "roofs"
    PEOPLE = "people"
    HEIGHT = "height"


class Gain(NamedTuple):
    """What a build on a cell would bring."""

    spaces: int  # that the baron moves, without hops and rubies
    coins: int = 0
    tiles: int = 0  # from the reserve
    paid: int = 0  # tiles that it costs

    def move(self, unicode: bool) -> str:
        """``►4``"""
        return f"{'►' if unicode else '>'}{self.spaces}"

    def extras(self, gap: str = " ") -> str:
        """``$ # -1``"""
        parts = "$" * self.coins, "#" * self.tiles, f"-{self.paid}" if self.paid else ""
        return gap.join(filter(None, parts))


Gains = Mapping[Cell, Gain]
NO_GAINS: Final[Gains] = MappingProxyType({})


class Pointed(NamedTuple):
    """What only this game points out, on the castle of one seat; cells are cells of that castle."""

    seat: Seat
    gains: Gains = NO_GAINS  # legal cells
    tile: Face = EMPTY  # chosen: seen at the cursor as it would stand, if that cell is legal
    refused: bool = False  # what is chosen cannot be done at the cursor
    hits: Mask = 0  # cells of tiles that can be taken down
    counted: Counted | None = None
    lowest: int = 0  # the lowest level shown; 0: as the cursor wants it
    bare: bool = False  # no numbers on the tiles, as a picture to keep
    title: str = ""  # whose castle it is, for the sky


def marks(
    pointed: Pointed,
    cursor: Cell | None = None,
    *,
    last: Mask = 0,
    hover: Place | None = None,
) -> Marks:
    """For ``Art.show``; ``last`` and ``hover`` are places, as the story and the mouse have them."""
    seat = pointed.seat
    return Marks(
        legal=places_of(seat, pointed.gains),
        movable=places_of(seat, cells(pointed.hits)),
        last=last,
        cursor=None if cursor is None else place_of(seat, cursor),
        hover=hover,
        own=pointed,
    )


def places_of(seat: Seat, some: Mapping[Cell, object] | list[Cell]) -> Mask:
    """Cells of one castle as places."""
    return sum(1 << place_of(seat, cell) for cell in some)


def counting(castle: Castle, counted: Counted) -> Mask:
    """The cells whose tiles count: for the height those of the highest level."""
    if counted is Counted.HEIGHT:
        return castle.occupied & level_mask(castle.height)
    shown = counted.value
    return sum(
        1 << cell for cell in cells(castle.occupied) if getattr(TILES[castle.tiles[cell]], shown)
    )


def cells_of(places: Mask, seat: Seat) -> Mask:
    """The cells of one castle among places of all."""
    return sum(1 << cell for owner, cell in map(cell_of, cells(places)) if owner == seat)


def seat_shown(marks: Marks) -> Seat:
    """Whose castle is large."""
    if isinstance(marks.own, Pointed):
        return marks.own.seat
    place = marks.cursor
    if place is None:
        place = max(marks.last.bit_length() - 1, 0)
    return cell_of(place)[0]
