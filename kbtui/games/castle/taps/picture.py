"""Castles and the track as an SVG picture: one's own castle large, the others below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from engine.castle.castle import Castle
from engine.castle.pieces.cells import LEVEL, NAMES, Cell, cells
from engine.castle.pieces.tiles import TILES, Face
from engine.castle.pieces.track import TRACK, Space
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.zoom import Frame, Zoom
from kbtui.games.castle.gallery.svg import drawn
from kbtui.games.castle.words.kinds import place_of
from kbtui.games.taps import Place, Spot
from kbtui.paint.palette import Mode, palette

_HALF: Final = 24.0  # half the width of a tile
_TALL: Final = 36.0
_COLUMNS: Final = 16  # halves of a castle, and of the picture
_WIDTH: Final = _HALF * _COLUMNS + 16
_EDGE: Final = 8.0
_TITLE: Final = 22.0
_SPARE: Final = 2  # levels above the highest tile, to build on
_SMALL: Final = 0.5  # other castles, beside each other
_FOOT: Final = 24.0  # of the ground below a castle
_LARGE_ZOOM, _SMALL_ZOOM = Zoom.XXL, Zoom.M  # how fine castles are drawn
_ROUND: Final = 11.0  # radius of a space
_STEP: Final = 26.0  # from space to space
_LINE, _INK, _PAPER = "#4b463c", "#22201c", "#f7f4ec"
_PLAQUE, _FIGURE = "#1b1916", "#fff4d6"
_DIGITS: Final = 12.0  # height of the numbers
_LEAST: Final = 0.75  # of that, on small castles
_SPACES: Final[Mapping[Space, tuple[str, str]]] = {
    Space.PLAIN: ("#d8d2c2", ""),
    Space.COIN: ("#f0c75e", "$"),
    Space.TILE: ("#b9b2a3", "+1"),
    Space.RUBY: ("#c2445a", "◆"),
}
_SEATS: Final = tuple(f"#{bytes(colour).hex()}" for colour in palette(Mode.TRUE).seats)


class _Block(NamedTuple):
    """Where a castle stands: its left edge, its ground, and how large it is."""

    seat: Seat
    x: float
    ground: float
    scale: float
    levels: int  # that are seen

    def spot(self, cell: Cell) -> Spot:
        left = (ord(NAMES[cell][0]) - ord("a")) * _HALF
        x = self.x + (left + _HALF) * self.scale
        y = self.ground - (LEVEL[cell] - 0.5) * _TALL * self.scale
        return Spot(x, y, _HALF * 0.8 * self.scale)


def picture(state: State, names: Sequence[str], seat: Seat | None) -> Iterator[str]:
    """The lines of the file; ``seat`` is whose castle is large, else that of the first."""
    blocks, top = _blocks(state, seat or 0)
    rows = -(-len(TRACK) // _per_row())
    height = top + rows * _STEP + _EDGE
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:.0f} {height:.0f}" '
        'font-family="DejaVu Sans, sans-serif" font-size="14" text-anchor="middle">\n'
    )
    yield f'<rect width="{_WIDTH:.0f}" height="{height:.0f}" fill="{_PAPER}"/>\n'
    for block in blocks:
        coins = len(state.purses[block.seat])
        yield from _castle(state.castles[block.seat], block, f"{names[block.seat]}  {coins} $")
    yield from _track(state, top)
    yield "</svg>\n"


def spots(state: State, seat: Seat) -> dict[Place, Spot]:
    """Every cell of every castle that has a place in the picture."""
    return {
        place_of(block.seat, cell): block.spot(cell)
        for block in _blocks(state, seat)[0]
        for cell in NAMES
        if LEVEL[cell] <= state.castles[block.seat].height + _SPARE
    }


def _blocks(state: State, seat: Seat) -> tuple[list[_Block], float]:
    """The castles, and where the track begins below them."""
    levels = state.castles[seat].height + _SPARE
    ground = _EDGE + _TITLE + levels * _TALL
    found = [_Block(seat, _EDGE, ground, 1.0, levels)]
    ground += _FOOT
    others = [other for other in range(state.setup.players) if other != seat]
    for first in range(0, len(others), 2):
        pair = others[first : first + 2]
        levels = max(state.castles[other].height for other in pair) + _SPARE
        ground += _TITLE + levels * _TALL * _SMALL
        found += [
            _Block(other, _EDGE + place * _WIDTH / 2, ground, _SMALL, levels)
            for place, other in enumerate(pair)
        ]
        ground += _FOOT * _SMALL
    return found, ground + _EDGE


def _castle(castle: Castle, block: _Block, title: str) -> Iterator[str]:
    top = block.ground - block.levels * _TALL * block.scale
    yield (
        f'<rect x="{block.x:.1f}" y="{top - 15:.1f}" width="12" height="12" rx="3" '
        f'fill="{_SEATS[block.seat]}" stroke="{_INK}"/>'
        f'<text x="{block.x + 18:.1f}" y="{top - 4:.1f}" text-anchor="start">'
        f"{escape(title)}</text>\n"
    )
    zoom = _LARGE_ZOOM if block.scale == 1 else _SMALL_ZOOM
    across, down = 2 * _HALF * block.scale / zoom.wide, _TALL * block.scale / zoom.high
    yield (
        f'<g transform="translate({block.x:.1f} {top:.1f}) scale({across:g} {down:g})" '
        'shape-rendering="crispEdges">\n'
    )
    yield from drawn(castle, block.seat, Frame(zoom, block.levels))
    yield "</g>\n"
    for cell in cells(castle.occupied):
        yield from _number(castle.tiles[cell], block, cell)


def _number(face: Face, block: _Block, cell: Cell) -> Iterator[str]:
    """What a tile gives to those above it, on a plaque at its upper edge."""
    tile = TILES[face]
    if not tile.top_number:
        return
    left = (ord(NAMES[cell][0]) - ord("a")) * _HALF
    middle = left + _HALF if all(tile.top) else left + _HALF * (0.5 if tile.top[0] else 1.5)
    x = block.x + middle * block.scale
    y = block.ground - LEVEL[cell] * _TALL * block.scale
    text, size = str(tile.top_number), _DIGITS * max(block.scale, _LEAST)
    wide = size * (0.5 + 0.6 * len(text))
    yield (
        f'<rect x="{x - wide / 2:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{size:.1f}" '
        f'fill="{_PLAQUE}"/><text x="{x:.1f}" y="{y + size * 0.86:.1f}" font-size="{size:.0f}" '
        f'font-weight="bold" fill="{_FIGURE}">{text}</text>\n'
    )


def _per_row() -> int:
    return int((_WIDTH - 2 * _EDGE) // _STEP)


def _track(state: State, top: float) -> Iterator[str]:
    for number, space in enumerate(TRACK):
        row, column = divmod(number, _per_row())
        x, y = _EDGE + (column + 0.5) * _STEP, top + (row + 0.5) * _STEP
        fill, sign = _SPACES[space]
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_ROUND}" fill="{fill}" stroke="{_LINE}"/>'
        here = [seat for seat, at in enumerate(state.barons) if at == number]
        if not here:
            yield f'<text x="{x:.1f}" y="{y + 4:.1f}" font-size="11">{sign}</text>\n'
        for place, seat in enumerate(here):
            shift = (place - (len(here) - 1) / 2) * 8
            yield (
                f'<circle cx="{x + shift:.1f}" cy="{y:.1f}" r="8" fill="{_SEATS[seat]}" '
                f'stroke="{_INK}" stroke-width="2"/>\n'
            )
