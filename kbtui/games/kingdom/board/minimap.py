"""A board at its smallest: one pixel per hex, or one letter where there are no half blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import PLACE, SIZE, Mask, hexes
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.board.symbols import SYMBOLS, letter
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.runs import READY, Line, Run, Tone, painted, seat_tone

COLUMNS: Final = SIZE
Spot = tuple[int, int]  # row and column
_UPPER: Final = "▀"


def minimap(board: Board, look: Look, settlements: Sequence[Mask] = ()) -> list[Line]:
    """The terrains, and on them the settlements of each seat."""
    terrains = {PLACE[hex_]: t for t in Terrain for hex_ in hexes(board.terrain[t])}
    owners = {PLACE[hex_]: seat for seat, own in enumerate(settlements) for hex_ in hexes(own)}
    if _has_pixels(look):
        return _pixels(terrains, owners, look)
    return _letters(board, terrains, owners, look)


def _has_pixels(look: Look) -> bool:
    return look.terminal.unicode and look.theme.palette is not None


def _pixels(terrains: Mapping[Spot, Terrain], owners: Mapping[Spot, int], look: Look) -> list[Line]:
    palette = look.theme.palette
    assert palette is not None, "pixels have colours"
    looks = grounds(palette).terrain
    colours = {spot: looks[terrain].plain for spot, terrain in terrains.items()}
    colours |= {spot: palette.seats[seat] for spot, seat in owners.items()}
    found: list[Line] = []
    for y in range(0, SIZE, 2):
        pairs = ((colours[y, x], colours[y + 1, x]) for x in range(SIZE))
        cells = [
            Cell(" ", None, upper) if upper == lower else Cell(_UPPER, upper, lower)
            for upper, lower in pairs
        ]
        found.append(painted(cells))
    return found


def _letters(
    board: Board, terrains: Mapping[Spot, Terrain], owners: Mapping[Spot, int], look: Look
) -> list[Line]:
    plain = not look.terminal.unicode
    names = {PLACE[slot.hex]: letter(slot.kind) for slot in board.slots if not slot.is_bonus}
    found: list[Line] = []
    for y in range(SIZE):
        row: list[Run] = []
        for x in range(SIZE):
            terrain = terrains[y, x]
            if (y, x) in owners:
                seat = owners[y, x]
                row.append(Run(str(seat + 1), seat_tone(seat)))
            elif (y, x) in names:
                row.append(Run(names[y, x], READY))
            else:
                row.append(Run(SYMBOLS[terrain][plain], Tone("on", terrain.word)))
        found.append(tuple(row))
    return found
