"""Helpers for tests of the drawn board: the pixels and texts of a hex, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kingdom.ground.hexes import PLACE, Hex, parse_hex
from engine.kingdom.setup import first_game, resolve
from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import Appearance, BoardArt
from kbtui.games.kingdom.board.zoom import Zoom, tables
from kbtui.games.kit import Marks
from kbtui.paint.cells import Cell, Cells
from kbtui.paint.colors import Rgb
from tests.helpers import position, setup_of, table

FIRST = resolve(first_game())
MEADOW = table("G")
# Every terrain and place; empty is a location without tiles.
SIGHTS = {
    "c1": "F",
    "e1": "T",
    "g1": "C",
    "i1": "D",
    "k1": "S",
    "m1": "W",
    "o1": "M",
    "c3": "K",
    "e3": "P",
    "g3": "tower",
    "i3": "farm",
    "m3": "oasis",
}
COUNTRY = table("G", SIGHTS, players=4)
GRASS_HEX, EMPTY = "a1", "i3"


def busy() -> State:
    """The first board with settlements of two, and the tavern c7 without tiles."""
    return position(
        FIRST,
        settlements=["a1 c3 d3 c4 d6 t20", "b2 l6 m6 m7"],
        tiles=["c7:usable", "c7:new"],
    )


def country(settlements: Sequence[str] = ()) -> State:
    """A hex of each kind; the farm has lost both tiles."""
    return position(COUNTRY, settlements=settlements, tiles=["i3:usable", "i3:usable"])


def quartet() -> State:
    return position(setup_of(players=4), settlements=["a1", "c1", "g1", "k1"])


def cells_of(art: BoardArt) -> list[list[Cell]]:
    return [[*art.row(y)] for y in range(art.rows)]


def drawn(look: Appearance, state: State, marks: Marks | None = None) -> list[list[Cell]]:
    art = BoardArt(look)
    art.show(state, marks or Marks())
    return cells_of(art)


def characters(cells: Cells) -> str:
    return "".join("".join(cell.char for cell in row).rstrip() + "\n" for row in cells)


def text_of(cells: Cells, zoom: Zoom, name: str) -> list[Cell]:
    """The cells of the text row of a hex."""
    spot = tables(zoom).spots[parse_hex(name)]
    return [*cells[spot.y][spot.x : spot.x + spot.columns]]


def written(cells: Cells, zoom: Zoom, name: str) -> str:
    return "".join(cell.char for cell in text_of(cells, zoom, name))


def halves(cell: Cell) -> tuple[Rgb | None, Rgb | None]:
    """The colours of both halves of a cell, upper or left one first."""
    match cell.char:
        case "▀" | "▌":
            return cell.foreground, cell.background
        case "▄" | "▐":
            return cell.background, cell.foreground
        case "█":
            return cell.foreground, cell.foreground
        case _:
            return cell.background, cell.background


def places(zoom: Zoom, hex_: Hex) -> dict[tuple[int, int], tuple[int, int, int]]:
    """By row and column of a pixel in the hex: x and y of its cell, and which half it is."""
    row, column = PLACE[hex_]
    if zoom is Zoom.S:
        left = 6 * column + 3 * (row % 2)
        return {(0, i): ((left + i) // 2, row, (left + i) % 2) for i in range(6)}
    wide, top = zoom.wide, row * zoom.pitch
    left = column * wide + wide // 2 * (row % 2)
    return {
        (k, dx): (left + dx, (top + k) // 2, (top + k) % 2)
        for k, width in enumerate(zoom.widths)
        for dx in range((wide - width) // 2, (wide + width) // 2)
    }


def pixels(cells: Cells, zoom: Zoom, name: str) -> dict[tuple[int, int], Rgb | None]:
    """The colours of a hex by pixel row and column in it."""
    own = places(zoom, parse_hex(name))
    return {place: halves(cells[y][x])[half] for place, (x, y, half) in own.items()}


def look_of(cells: Cells, art: BoardArt, name: str) -> list[Cell]:
    """All cells that belong to a hex alone, row by row."""
    hex_ = parse_hex(name)
    return [
        cell
        for y, row in enumerate(cells)
        for x, cell in enumerate(row)
        if hex_ == art.place_at(x, y) == art.place_at(x, y, upper=False)
    ]
