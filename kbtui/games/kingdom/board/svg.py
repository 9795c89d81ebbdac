"""Draws a position as an SVG picture, with hexes, pieces and gold: a state in, lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import sqrt
from typing import Final

from engine.kingdom.ground.hexes import BIT, PLACE, SIZE, Hex
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.scores import scores
from engine.kingdom.state import State, tiles_left
from kbtui.games.kingdom.words.names import amount, goal_name, tile_name
from kbtui.paint.palette import Mode, palette

RADIUS: Final = 15.0  # centre to corner
_WIDE: Final = sqrt(3) * RADIUS
_TALL: Final = 1.5 * RADIUS
_MARGIN: Final = 34.0
_NAME: Final = 6.2  # height of the names of locations
_LEGEND: Final = 20.0  # height of a line of the legend
_FILL: Final = {
    Terrain.GRASS: "#8dbb4b",
    Terrain.FLOWERS: "#d68fc9",
    Terrain.FOREST: "#3f7a47",
    Terrain.CANYON: "#b3713f",
    Terrain.DESERT: "#e3cf84",
    Terrain.MARSH: "#4f9c90",
    Terrain.WATER: "#5b9bd1",
    Terrain.MOUNTAIN: "#8b8f94",
    Terrain.CASTLE: "#d9d4c5",
    Terrain.PALACE: "#e8d9f2",
    Terrain.LOCATION: "#fff1c4",
}
_SIGNS: Final = {Terrain.MOUNTAIN: "▲", Terrain.CASTLE: "♜", Terrain.PALACE: "♛"}
# Seats by color and by shape, as on the screen: circle, square, triangle, diamond.
_SHAPES: Final = (
    "M-8,0 A8,8 0 1 0 8,0 A8,8 0 1 0 -8,0 Z",
    "M-7,-7 H7 V7 H-7 Z",
    "M0,-9.5 L9,6.5 H-9 Z",
    "M0,-10 L9.5,0 L0,10 L-9.5,0 Z",
)
_SEATS: Final = tuple(
    (f"#{bytes(colour).hex()}", shape)
    for colour, shape in zip(palette(Mode.TRUE).seats, _SHAPES, strict=False)
)
_LINE: Final = "#101014"  # around settlements: the players' colors are bright, and so is the board
_CORNERS: Final = " ".join(
    f"{x * _WIDE / 2:.2f},{y * RADIUS / 2:.2f}"
    for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
)


def picture(state: State, players: Sequence[str], day: str = "") -> Iterator[str]:
    """The lines of the file, each with its newline; the legend has the names of the ``players``,
    the goals, and the ``day`` of the game if it is known."""
    width = 2 * _MARGIN + (SIZE + 0.5) * _WIDE
    height = 2 * _MARGIN + (SIZE - 1) * _TALL + 2 * RADIUS + 24 + _LEGEND
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        'font-family="DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#f7f4ec"/>',
        "<defs>",
        f'<polygon id="h" points="{_CORNERS}" stroke="#4b463c" stroke-width="0.7"/>',
        "</defs>",
    )
    legend = _legend(state, players, height - 18 - _LEGEND), _about(state, day, height - 18)
    body = _labels(), _board(state), *legend
    for line in chain(head, *body, ("</svg>",)):
        yield f"{line}\n"


def centre(hex_: Hex) -> tuple[float, float]:
    row, column = PLACE[hex_]
    x = _MARGIN + (column + 0.5 + row % 2 / 2) * _WIDE
    return x, _MARGIN + RADIUS + row * _TALL


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{_escaped(text)}</text>'


def _escaped(text: str) -> str:
    """As of the library, whose table of names is slow to import."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _labels() -> Iterator[str]:
    faint = ' fill="#6b6558"'
    for number in range(SIZE):
        yield _text(_MARGIN + (number + 0.5) * _WIDE, _MARGIN - 12, chr(97 + number), faint)
        y = _MARGIN + RADIUS + number * _TALL + 4
        yield _text(_MARGIN - 16, y, str(number + 1), faint)


def _board(state: State) -> Iterator[str]:
    board = state.setup.board
    places = {slot.hex: i for i, slot in enumerate(board.slots) if not slot.is_bonus}
    for hex_ in PLACE:
        x, y = centre(hex_)
        ground = next(terrain for terrain in Terrain if board.terrain[terrain] & BIT[hex_])
        yield f'<use href="#h" x="{x:.1f}" y="{y:.1f}" fill="{_FILL[ground]}"/>'
        if hex_ in places:
            slot = places[hex_]
            name = tile_name(board.slots[slot].kind)
            size = min(_NAME, 6 * _NAME / len(name))  # six letters fill a hex
            yield _text(x, y + 1, name, f' font-size="{size:.1f}" font-weight="bold"')
            yield _text(x, y + 9, "●" * tiles_left(state, slot), ' font-size="7" fill="#8a6a1c"')
        elif ground in _SIGNS:
            yield _text(x, y + 5, _SIGNS[ground], ' font-size="14" fill="#3c3a36"')
        for seat, own in enumerate(state.settlements):
            if own & BIT[hex_]:
                yield _settlement(seat, x, y)


def _settlement(seat: int, x: float, y: float) -> str:
    fill, shape = _SEATS[seat]
    place = f'transform="translate({x:.1f} {y:.1f})"'
    return f'<path {place} d="{shape}" fill="{fill}" stroke="{_LINE}" stroke-width="1.8"/>'


def _legend(state: State, players: Sequence[str], y: float) -> Iterator[str]:
    totals = scores(state).totals
    step = (SIZE + 0.5) * _WIDE / len(players)
    for seat, (name, gold) in enumerate(zip(players, totals, strict=True)):
        x = _MARGIN + 14 + seat * step
        yield _settlement(seat, x, y - 4)
        yield _text(x + 16, y, f"{name}: {amount(gold)}", ' text-anchor="start"')


def _about(state: State, day: str, y: float) -> Iterator[str]:
    yield _text(_MARGIN, y, ", ".join(map(goal_name, state.setup.goals)), ' text-anchor="start"')
    if day:
        yield _text(_MARGIN + (SIZE + 0.5) * _WIDE, y, day, ' text-anchor="end"')
