"""Castles and the track as an SVG picture: one's own castle large, the others below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from engine.castle.castle import Castle
from engine.castle.pieces.cells import LEVEL, NAMES, Cell, cells
from engine.castle.pieces.tiles import GATE, TILES, Face
from engine.castle.pieces.track import TRACK, Space
from engine.castle.state import State
from engine.contract import Seat
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
_ROUND: Final = 11.0  # radius of a space
_STEP: Final = 26.0  # from space to space
_STONE, _SKY, _LINE, _INK = "#cfc5ad", "#8fb8d8", "#4b463c", "#22201c"
_ROOF, _GATE_FILL, _GROUND, _PAPER = "#b4553f", "#9b8f78", "#8a7f69", "#f7f4ec"
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
    ground = _EDGE + _TITLE + (state.castles[seat].height + _SPARE) * _TALL
    found = [_Block(seat, _EDGE, ground, 1.0)]
    others = [other for other in range(state.setup.players) if other != seat]
    for first in range(0, len(others), 2):
        pair = others[first : first + 2]
        highest = max(state.castles[other].height for other in pair) + _SPARE
        ground += _TITLE + _EDGE + highest * _TALL * _SMALL
        found += [
            _Block(other, _EDGE + place * _WIDTH / 2, ground, _SMALL)
            for place, other in enumerate(pair)
        ]
    return found, ground + 2 * _EDGE


def _castle(castle: Castle, block: _Block, title: str) -> Iterator[str]:
    top = block.ground - (castle.height + _SPARE) * _TALL * block.scale
    colour = _SEATS[block.seat]
    yield (
        f'<rect x="{block.x:.1f}" y="{top - 13:.1f}" width="12" height="12" rx="3" fill="{colour}" '
        f'stroke="{_INK}"/><text x="{block.x + 18:.1f}" y="{top - 2:.1f}" text-anchor="start">'
        f"{escape(title)}</text>\n"
    )
    yield (
        f'<g transform="translate({block.x:.1f} {block.ground:.1f}) scale({block.scale})">'
        f'<rect x="{_HALF:.0f}" width="{14 * _HALF:.0f}" height="7" fill="{_GROUND}"/>\n'
    )
    for cell in cells(castle.occupied):
        left = (ord(NAMES[cell][0]) - ord("a")) * _HALF
        yield _tile(castle.tiles[cell], left, -LEVEL[cell] * _TALL)
    yield "</g>\n"


def _tile(face: Face, x: float, y: float) -> str:
    """A tile: stone and sky above and below, the number that it gives, and what is on it."""
    tile = TILES[face]
    fill = _GATE_FILL if face == GATE else _ROOF if tile.roofs and not tile.top_number else _STONE
    drawn = [
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{2 * _HALF:.0f}" height="{_TALL:.0f}" rx="3" '
        f'fill="{fill}" stroke="{_LINE}"/>'
    ]
    for halves, edge in ((tile.top, y + 1), (tile.base, y + _TALL - 6)):
        for place, is_stone in enumerate(halves):
            if not is_stone:
                drawn.append(
                    f'<rect x="{x + place * _HALF + 1:.1f}" y="{edge:.1f}" '
                    f'width="{_HALF - 2:.0f}" height="5" fill="{_SKY}"/>'
                )
    number = str(tile.top_number) if tile.top_number else ""
    signs = "▪" * tile.windows + "▲" * tile.roofs + "☻" * tile.people + "◆" * tile.rubies
    middle = f'x="{x + _HALF:.1f}" fill="{_INK}"'
    drawn.append(f'<text {middle} y="{y + 19:.1f}" font-weight="bold">{number}</text>')
    drawn.append(f'<text {middle} y="{y + 29:.1f}" font-size="9">{signs}</text>\n')
    return "".join(drawn)


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
