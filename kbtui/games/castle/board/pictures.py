"""The picture of a tile: a grid of paints, the same for all colors.

The picture is the rule: stone reaches the upper edge exactly where something can stand on it, and
where a half of the base is sky, nothing of stone touches the ground there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from engine.castle.pieces.piecenames import kind_of
from engine.castle.pieces.tiles import GATE, TILES, Face, Tile
from kbtui.games.castle.board.grounds import SKY, Family
from kbtui.games.castle.board.sprites import SPRITES, Sprite
from kbtui.games.castle.board.zoom import Zoom

Picture = tuple[str, ...]  # a row of paints for each pixel row

# What people wear: hair or hat, cloth, and the angry half of a face.
PEOPLE: Final[Mapping[str, str]] = {
    "cook": "11k",
    "scribe": "82k",
    "jester": "63k",
    "maid": "84k",
    "bard": "85k",
    "noble": "866",
    "prince": "G2k",
    "soldier": "97k",
    "lady": "85k",
    "princess": "G4k",
}
_STANDING: Final = {"soldier": "soldier", "lady": "gown", "princess": "gown"}
_LEFT, _RIGHT = 0, 1
_EAVES: Final = 3  # pixel rows below a roof, its edge included
_LOW_EAVES: Final = 2  # the same where there are few of them


def family_of(face: Face) -> Family:
    """Sandstone for any number, slate for stairs, gray for all others."""
    tile = TILES[face]
    if face == GATE or (tile.number and kind_of(tile.word) != "stair"):
        return Family.GREY
    return Family.SLATE if tile.number else Family.SAND


class _Sheet:
    """A picture in the making."""

    def __init__(self, zoom: Zoom) -> None:
        self.zoom, self.wide, self.high = zoom, zoom.wide, zoom.high
        self.rows = [[SKY] * zoom.wide for _ in range(zoom.high)]

    def fill(self, paint: str, xs: Iterable[int], ys: Iterable[int]) -> None:
        columns = [*xs]
        for y in ys:
            for x in columns:
                self.rows[y][x] = paint

    def put(self, sprite: Sprite, worn: str = "hcx", *, mirror: bool = False) -> None:
        """Lay a sprite down; ``mirror``: on the other side."""
        dressed = str.maketrans("hcx", worn)
        for y, row in enumerate(sprite.rows, sprite.y):
            for x, paint in enumerate(row.translate(dressed), sprite.x):
                if paint != "_" and 0 <= y < self.high:
                    self.rows[y][self.wide - 1 - x if mirror else x] = paint

    def stone(self, left: int, right: int, top: int = 0) -> None:
        """A block of masonry: light above, dark at its right edge and its foot."""
        columns = range(left, right)
        self.fill("P", columns, range(top, self.high))
        self.fill("D", (right - 1,), range(top, self.high))
        self.fill("D", columns, (self.high - 1,))
        self.fill("H", columns, (top,))


def _sprite(zoom: Zoom, name: str, *, held: bool, is_numbered: bool = False) -> Sprite | None:
    """A part of a tile; in the hand the last text row is for a number, and so is the first where
    the tile gives another number."""
    sprite = SPRITES[zoom].get(name)
    if sprite is None or not held or zoom is Zoom.S3:
        return sprite
    x, y, rows = sprite
    room = zoom.high - 2
    y = max(min(y, room - len(rows)), 2 if is_numbered else 1)
    if y + len(rows) > room and name == "arch":
        rows = rows[1:]  # rather the top of an arch than a face
    return Sprite(x, y, rows[: room - y])


def _eaves(sheet: _Sheet) -> int:
    """The pixel row where a roof ends."""
    return sheet.high - (_EAVES if sheet.high >= _SMALL else _LOW_EAVES)


def _gable(sheet: _Sheet, top: int = 0) -> None:
    """A roof over the whole tile, on a low wall."""
    middle, foot = sheet.wide // 2, _eaves(sheet)
    sheet.stone(0, sheet.wide, foot)
    sheet.fill("q", range(sheet.wide), (foot,))
    for y in range(top, foot):
        reach = int(1.5 + y * (middle - 2) / max(foot - 1, 1))
        for x in range(middle - reach, middle + reach):
            lies_alternately = (x // 2 + y) % 2
            sheet.rows[y][x] = ("Rr" if x < middle else "rq")[lies_alternately]


def _slope(sheet: _Sheet, side: int) -> None:
    """A tower in one half; steps of a roof from its upper edge to the outer foot of the other."""
    half, foot = sheet.wide // 2, _eaves(sheet)
    sheet.stone(0, sheet.wide, foot)
    left = half if side == _LEFT else 0
    sheet.fill("P", range(left, left + half), range(sheet.high - 1))
    sheet.fill("H", range(left, left + half), (0,))
    if side == _LEFT:
        sheet.fill("D", (sheet.wide - 1,), range(1, sheet.high))
    for y in range(1, foot + 1):
        reach = half if y == foot else -(-y * (half - 1) // max(foot - 1, 1))
        for out in range(reach):
            x = half - 1 - out if side == _LEFT else half + out
            is_edge = out >= reach - 1
            paint = "q" if y == foot else "R" if is_edge else "rR"[(out // 2 + y) % 2]
            sheet.rows[y][x] = paint


def _stairs(sheet: _Sheet) -> None:
    """A flight of steps from the lower left to the upper right."""
    low, high = sheet.high - 2, 3 if sheet.high > _SMALL else 2
    for y in range(high, low + 1):
        x = (low - y) * (sheet.wide - 2) // max(low - high + 1, 1)
        for paint, at in (("D", x), ("D", x + 1), ("H", x + 2), ("H", x + 3)):
            if at < sheet.wide - 1:
                sheet.rows[y][at] = paint


_SMALL: Final = 6  # pixel rows up to which a tile has little room


def _gems(sheet: _Sheet, tile: Tile, gem: Sprite | None) -> None:
    """One for each ruby, at the lower left; on a gable side by side in the middle."""
    if gem is None:
        return
    step = len(gem.rows[0]) + 1
    x = gem.x
    if tile.roofs and not any(tile.top):
        x = (sheet.wide - step * tile.rubies + 1) // 2
    for i in range(tile.rubies):
        sheet.put(gem._replace(x=x + i * step))


@cache
def picture(face: Face, zoom: Zoom, *, held: bool = False) -> Picture:
    """The tile as it stands in a castle, or is ``held`` in the hand."""
    if zoom in _TINY:
        return _TINY[zoom](face)
    tile, kind = TILES[face], kind_of(TILES[face].word)
    sheet = _Sheet(zoom)
    _walls(sheet, tile, kind)
    is_numbered = held and bool(tile.top_number) and tile.top_number != tile.number

    def part(name: str) -> Sprite | None:
        return _sprite(zoom, name, held=held, is_numbered=is_numbered)

    for name, is_left in _parts(tile, kind):
        sprite = part(name)
        if sprite is None:
            continue
        if name in _HANGING:  # counted from the middle outwards
            sheet.put(sprite._replace(x=sprite.x + zoom.half), mirror=is_left)
        elif name == "niche":
            sheet.put(sprite._replace(x=sprite.x + is_left * zoom.half))
        else:
            sheet.put(sprite, PEOPLE.get(kind, "hck"))
    _gems(sheet, tile, part("gem"))
    return tuple(map("".join, sheet.rows))


_HANGING: Final = ("banner", "oriel")
_ON_WALLS: Final = ("window", "twin", "hall", "gate")


def _walls(sheet: _Sheet, tile: Tile, kind: str) -> None:
    """The masonry and the roofs."""
    wide, half = sheet.wide, sheet.wide // 2
    if kind in _STANDING:
        low = sheet.high // 2
        sheet.stone(0, wide, low)
        if low > 2:  # half as high as the wall below the people
            step = max(wide // 8, 1)
            sheet.fill("H", (x for x in range(wide) if x // step % 2 == 0), (low - 1,))
    elif kind == "roof":
        _gable(sheet)
    elif "slope" in kind:
        _slope(sheet, _LEFT if tile.top[_RIGHT] else _RIGHT)
    else:
        sheet.stone(0 if tile.base[_LEFT] else half, wide if tile.base[_RIGHT] else half)
    if kind == "stair":
        _stairs(sheet)


def _parts(tile: Tile, kind: str) -> Iterable[tuple[str, bool]]:
    """The names of the sprites on a tile, and whether they are in its left half."""
    is_left = not tile.base[_LEFT]
    if kind in _ON_WALLS:
        yield kind, False
    elif kind == "stair":
        yield ("pane" if tile.windows else "slit"), False
    elif kind in PEOPLE:
        yield _STANDING.get(kind, "arch"), False
    elif not all(tile.base):
        yield ("oriel" if tile.roofs else "banner"), is_left
        if tile.windows:
            yield "niche", is_left


def _sign(tile: Tile, kind: str) -> str:
    """The one paint that tells most about a tile."""
    if tile.people:
        return PEOPLE[kind][1]
    return "w" if tile.windows else "o" if kind == "gate" else "P"


def _tiny(face: Face) -> Picture:
    """Four columns and two pixel rows."""
    tile, kind = TILES[face], kind_of(TILES[face].word)
    sign = _sign(tile, kind)
    if kind in _STANDING:
        return f".{sign}{sign}.", "DDDD"
    if kind == "roof":
        return ".rr.", "rrrr"
    if kind == "gate":
        return "HooD", "DooD"
    if "slope" in kind:
        return _turned(("HPR.", "PPrr"), tile.top)
    if all(tile.base):
        return (f"Hw{sign}D" if tile.people else f"H{sign}PD"), "PDDD"
    return _turned((f"H{sign}..", "PDR." if tile.roofs else "PD.."), tile.base)


def _turned(rows: Picture, halves: tuple[bool, bool]) -> Picture:
    """The stone of a picture is at its left; the same for a tile whose stone is at its right."""
    return rows if halves[_LEFT] else tuple(row[::-1] for row in rows)


def _dot(face: Face) -> Picture:
    """Two columns and one pixel row."""
    tile, kind = TILES[face], kind_of(TILES[face].word)
    sign = _sign(tile, kind)
    if kind == "roof":
        return ("rr",)
    if "slope" in kind:
        return _turned(("Pr",), tile.top)
    if all(tile.base):
        return ("oo",) if kind == "gate" else (f"{sign}D",)
    return _turned((f"{sign}.",), tile.base)


_TINY: Final = {Zoom.XS: _tiny, Zoom.D: _dot}
