"""Castles, markets and the track drawn in plain letters, and said level by level.

A tile is four columns wide, so that the letters of the ground stand under the middle of its cell.
Drawn is what matters for the next build: the top number, and the sign of what is on the tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from engine.castle.castle import Castle, face_at, people, roofs, windows
from engine.castle.pieces.cells import LEVEL, NAMES, Cell, Mask, cells, level_mask
from engine.castle.pieces.tiles import GATE, TILES, Face
from engine.castle.pieces.track import TRACK, Space
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.words.names import built_name, cell_name
from kbtui.text.i18n import _, n_
from kbtui.text.words import fold

_TILE: Final = 4  # columns
_HALF: Final = 2
_LETTERS: Final = "abcdefghijklmno"
WIDTH: Final = (len(_LETTERS) + 1) * _HALF  # columns of a castle
_GAP: Final = "    "
_BESIDE: Final = 2  # castles in a row
_TWO_DIGITS: Final = 10
SIGNS: Final[Mapping[Space, str]] = {
    Space.PLAIN: ".",
    Space.COIN: "$",
    Space.TILE: "#",
    Space.RUBY: "+",
}


class Offer(NamedTuple):
    """What a build on a cell would bring, at best."""

    spaces: int
    coins: int

    def sign(self) -> str:
        return f">{self.spaces}{'$' * self.coins}"[:_TILE].ljust(_TILE)


Offers = Mapping[Cell, Offer]
_NO_OFFERS: Final[Offers] = {}


def _tile_sign(face: Face) -> str:
    """Four letters: ``[ 5]``, ``~~2]`` with a sky half, ``/^^\\`` for a roof."""
    tile = TILES[face]
    number, (left, right) = tile.top_number, tile.top
    if not number:
        return "/^^\\" if tile.roofs else " @@ "
    shown = "@" if tile.people else "n" if tile.windows else "#" if face == GATE else ""
    if left and right:
        return f"[{f'{shown}{number}' if number < _TWO_DIGITS else number:>2}]"
    outer = "^" if tile.roofs else "~"
    return f"{outer * 2}{number}]" if right else f"[{number}{outer * 2}"


def castle_rows(castle: Castle, new: Mask = 0, offers: Offers = _NO_OFFERS) -> list[str]:
    """From the highest level down to the letters of the ground; new tiles are in braces."""
    top = max([castle.height, *(LEVEL[cell] for cell in offers)])
    rows = [_row(castle, level, new, offers) for level in range(top, 0, -1)]
    ground = "".join(f" {letter}" for letter in _LETTERS)
    return [*rows, f"{ground:<{WIDTH}}"]


def _row(castle: Castle, level: int, new: Mask, offers: Offers) -> str:
    row = [" "] * WIDTH
    for cell in cells(level_mask(level)):
        face = face_at(castle, cell)
        if face:
            text = _tile_sign(face)
            text = f"{{{text[1:3]}}}" if new >> cell & 1 else text
        elif cell in offers:
            text = offers[cell].sign()
        else:
            continue
        at = _LETTERS.index(NAMES[cell][0]) * _HALF
        row[at : at + _TILE] = text
    return "".join(row)


def side_by_side(blocks: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    """Castles with their titles, two in a row, standing on the same ground."""
    for first in range(0, len(blocks), _BESIDE):
        pair = blocks[first : first + _BESIDE]
        yield _joined(title for title, _rows in pair)
        highest = max(len(rows) for _title, rows in pair)
        padded = [[" " * WIDTH] * (highest - len(rows)) + rows for _title, rows in pair]
        yield from map(_joined, zip_longest(*padded, fillvalue=""))


def _joined(parts: Iterator[str] | tuple[str, ...]) -> str:
    return _GAP.join(f"{part:<{WIDTH}}" for part in parts).rstrip()


def skyline(castle: Castle) -> str:
    """The height over each half column, from left to right."""
    heights = [0] * (WIDTH // _HALF)
    for cell in cells(castle.occupied):
        at = _LETTERS.index(NAMES[cell][0])
        for half in (at, at + 1):
            heights[half] = max(heights[half], LEVEL[cell])
    return " ".join(map(str, heights))


def levels(castle: Castle) -> Iterator[str]:
    """The castle in words, from the top down."""
    for level in range(castle.height, 0, -1):
        mask = castle.occupied & level_mask(level)
        tiles = (f"{cell_name(cell)} {built_name(castle.tiles[cell])}" for cell in cells(mask))
        text = _("Level {level}: {tiles}.").format(level=level, tiles=", ".join(tiles))
        yield from fold(text)


def counts(castle: Castle) -> str:
    """``4 levels, 3 windows, 1 roof, 2 people``."""
    high, panes = castle.height, windows(castle)
    red, persons = roofs(castle), people(castle)
    return ", ".join(
        (
            n_("{count} level", "{count} levels", high).format(count=high),
            n_("{count} window", "{count} windows", panes).format(count=panes),
            n_("{count} roof", "{count} roofs", red).format(count=red),
            n_("{count} person", "{count} people", persons).format(count=persons),
        )
    )


def track_line(state: State) -> str:
    """All spaces in a row from space 0 on, with barons as the numbers of their seats."""
    signs = [SIGNS[space] for space in TRACK]
    for seat, space in enumerate(state.barons):
        signs[space] = str(seat + 1)
    return " ".join(signs)


def next_space(state: State, seat: Seat, kind: Space) -> int:
    """How many spaces ahead the next space of this kind is."""
    here = state.barons[seat]
    return next(n for n in range(1, len(TRACK) + 1) if TRACK[(here + n) % len(TRACK)] is kind)
