"""A tile in letters: the boxes, signs and strokes of the outline look, without any color.

What matters for the next build can be told by the letters alone: where stone is at the upper edge,
what number it gives, where something is sky.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.castle.pieces.piecenames import kind_of
from engine.castle.pieces.tiles import GATE, TILES, Face, Tile
from kbtui.games.castle.board.symbols import Plaque, Signs, given, signs, wanted
from kbtui.games.castle.board.zoom import Zoom

_LEFT, _RIGHT = 0, 1
_GATE: Final = "[##]"
_STANDING: Final = ("soldier", "lady", "princess")
LAST: Final = "{}"  # around the number of what was built last


class _Box:
    """The letters of a tile in the making."""

    def __init__(self, zoom: Zoom, known: Signs) -> None:
        self.wide, self.high, self.known = zoom.wide, zoom.tile_rows, known
        self.rows = [[" "] * zoom.wide for _ in range(self.high)]

    def put(self, x: int, y: int, text: str) -> None:
        for at, char in enumerate(text, x):
            if 0 <= at < self.wide and 0 <= y < self.high:
                self.rows[y][at] = char

    def walls(self, left: int, right: int, first: int) -> None:
        """Both sides of a piece of stone, from a row down to the ground."""
        for y in range(first, self.high):
            self.put(left, y, self.known.wall)
            self.put(right - 1, y, self.known.wall)


@cache
def letters(face: Face, zoom: Zoom, unicode: bool, held: bool, last: bool) -> tuple[str, ...]:
    """The rows of a tile that stands in a castle, or is ``held`` in the hand."""
    tile, kind, known = TILES[face], kind_of(TILES[face].word), signs(unicode)
    box = _Box(zoom, known)
    if kind in _STANDING:
        _low_wall(box, tile, held, last)
    elif kind == "roof":
        _gable(box, tile, held, last)
    elif "slope" in kind:
        _slope(box, tile, held)
    else:
        _tower(box, tile, face, kind)
    number = given(face, zoom)
    if number is not None and not (held and tile.top_number == tile.number):
        box.put(*_placed(number, last))
    if held:
        below = wanted(face, zoom, unicode)
        start = below.x + len(below.text) - len(below.text.lstrip())
        start = max(start, 1 if tile.base[_LEFT] else zoom.half + 1)  # beside the wall
        box.put(start, box.high - 1, below.text.strip())
    return tuple(map("".join, box.rows))


def _placed(number: Plaque, last: bool) -> tuple[int, int, str]:
    """A number in the first row, in braces if it is new."""
    text = number.text.strip()
    x = number.x + len(number.text) - len(number.text.lstrip())
    return (x - 1, 0, f"{LAST[0]}{text}{LAST[1]}") if last else (x, 0, text)


def _tower(box: _Box, tile: Tile, face: Face, kind: str) -> None:
    """Stone up to the upper edge, in one half or both."""
    half = box.wide // 2
    left = 0 if tile.base[_LEFT] else half
    right = box.wide if tile.base[_RIGHT] else half
    box.walls(left, right, 0)
    box.put(left + 1, 0, box.known.stone * (right - left - 2))
    middle = box.high // 2
    if face == GATE:
        for y in range(1, box.high):
            box.put((box.wide - len(_GATE)) // 2, y, _GATE)
    text = "".join(_content(tile, box.known))
    box.put(left + (right - left - len(text)) // 2, middle, text)
    if kind == "stair":
        box.put(left + 1, middle, "/")
    if not all(tile.base):
        _hanging(box, tile, half)


def _hanging(box: _Box, tile: Tile, half: int) -> None:
    """A banner or an oriel in the half that is sky."""
    is_left = not tile.base[_LEFT]
    if not tile.roofs:
        box.put(half - 1 if is_left else half, 1, box.known.banner)
    elif is_left:
        box.put(half - 1, 0, "/")
        box.put(half - 2, 1, f"({box.known.roof}")
    else:
        box.put(half, 0, "\\")
        box.put(half, 1, f"{box.known.roof})")


def _content(tile: Tile, known: Signs) -> Iterator[str]:
    yield known.window * tile.windows
    yield known.person * tile.people
    yield known.ruby * tile.rubies


def _low_wall(box: _Box, tile: Tile, held: bool, last: bool) -> None:
    """A person on a wall of half the height, which carries nothing."""
    low = box.high // 2 if held else box.high - box.high // 2
    person = box.known.person
    text = f"{LAST[0]}{person}{LAST[1]}" if last else person
    box.put((box.wide - len(text)) // 2, low - 1, text)
    box.walls(0, box.wide, low)
    gems = box.known.ruby * tile.rubies
    box.put(1, low, f"-{gems}".ljust(box.wide - 2, "-"))


def _gable(box: _Box, tile: Tile, held: bool, last: bool) -> None:
    """A roof over the whole tile."""
    foot = box.high - 1 - held
    if held:
        box.walls(0, box.wide, box.high - 1)
    for y in range(foot + 1):
        x = (box.wide // 2 - 2) * (foot - y) // max(foot, 1)
        wide = box.wide - 2 * x - 2
        gems = box.known.ruby * tile.rubies
        inside = gems.center(wide, "_") if y == foot else " " * wide
        inside = box.known.roof * wide if y == 0 else inside
        ends = LAST if last and y == 0 else "/\\"
        box.put(x, y, f"{ends[0]}{inside}{ends[1]}")


def _slope(box: _Box, tile: Tile, held: bool) -> None:
    """A tower in one half, and the slope of a roof down from its upper edge in the other."""
    half, foot = box.wide // 2, box.high - 1 - held
    is_tower_left = tile.top[_LEFT]
    if held:
        box.walls(0, box.wide, box.high - 1)
    signs_ = box.known.roof + box.known.ruby * tile.rubies
    for y in range(foot + 1):
        out = (half - 1) * y // max(foot, 1)
        inside = signs_.ljust(out, "_")[: max(out, len(signs_))] if y == foot else " " * out
        outer = box.wide - 1 if is_tower_left else 0
        box.put(0 if is_tower_left else box.wide - 1, y, box.known.wall)
        if is_tower_left:
            box.put(half, y, f"{inside}\\"[: box.wide - half])
        else:
            text = f"/{inside[::-1]}"
            box.put(half - len(text), y, text)
        if y == foot:
            box.put(outer, y, "\\" if is_tower_left else "/")
    start = 1 if is_tower_left else half
    box.put(start, 0, box.known.stone * (half - 1))
