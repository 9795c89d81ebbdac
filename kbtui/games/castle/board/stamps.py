"""Tiles as stamps: the colors of their pixels, made once and then only placed."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from engine.castle.pieces.tiles import Face
from engine.contract import Seat
from kbtui.games.castle.board.grounds import SKY, STONE, Blends, colors
from kbtui.games.castle.board.marks import Counted
from kbtui.games.castle.board.pictures import PEOPLE, family_of, picture
from kbtui.games.castle.board.zoom import Zoom
from kbtui.paint.colors import BLACK, WHITE, Rgb
from kbtui.paint.modes import Mode
from kbtui.paint.palette import Palette

VARIANTS: Final = 8  # patterns of bricks
DIM: Final = 0.4  # of what does not count, towards black
_SHADES: Final = (0.0, -0.07, 0.0, 0.06, 0.0, -0.12, 0.0, 0.0, 0.06)  # of bricks: lighter, darker
_COURSE: Final = 2  # pixel rows of a brick

Piece = tuple[int, int, tuple[Rgb, ...]]  # a row, the first column, colors from there on

# The paints that shine when something is counted.
_SHINING: Final = {
    Counted.WINDOWS: "Ww",
    Counted.ROOFS: "Rr",
    Counted.PEOPLE: "Gk" + "".join({*"".join(worn[:2] for worn in PEOPLE.values())}),
    Counted.HEIGHT: STONE,
}


class Key(NamedTuple):
    """Everything that decides how a tile is painted at one zoom, in one palette."""

    face: Face
    owner: Seat
    variant: int
    held: bool = False
    counted: Counted | None = None  # all but that is dim
    counts: bool = False  # whether the tile is one that counts


class Stamps:
    """The stamps of one zoom and one palette."""

    def __init__(self, zoom: Zoom, palette: Palette) -> None:
        self._zoom, self._palette = zoom, palette
        self._colors = colors(palette)
        self._made: dict[Key, tuple[Piece, ...]] = {}
        self.blends = Blends(palette)

    def __getitem__(self, key: Key) -> tuple[Piece, ...]:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = tuple(self._make(key))
        return found

    @cached_property
    def _has_bricks(self) -> bool:
        return self._palette.mode is Mode.TRUE and self._palette.shades != (0.0, 0.0)

    def _make(self, key: Key) -> list[Piece]:
        paints = self._paints(key)
        pieces: list[Piece] = []
        for y, row in enumerate(picture(key.face, self._zoom, held=key.held)):
            found: list[Rgb] = []
            for x, paint in enumerate(f"{row}{SKY}"):
                if paint != SKY:
                    found.append(self._brick(x, y, paint, paints[paint], key.variant))
                elif found:
                    pieces.append((y, x - len(found), tuple(found)))
                    found = []
        return pieces

    def _paints(self, key: Key) -> dict[str, Rgb]:
        owner, shadow = self._palette.seats[key.owner], self._palette.bases[key.owner]
        paints = self._colors.paints(family_of(key.face), owner, shadow)
        if key.counted is None:
            return paints
        dimmed = {paint: self.blends[rgb, BLACK, DIM] for paint, rgb in paints.items()}
        if key.counts:
            gold = self._colors.gold[0]
            dimmed |= dict.fromkeys(_SHINING[key.counted], gold)
            if key.counted is Counted.HEIGHT:
                dimmed["D"] = self.blends[gold, BLACK, DIM]
        return dimmed

    def _brick(self, x: int, y: int, paint: str, rgb: Rgb, variant: int) -> Rgb:
        if paint != "P" or not self._has_bricks or self._zoom.high < _BRICKED:
            return rgb
        course, wide = y // _COURSE, max(self._zoom.wide // 3, 2)
        brick = (x + course % 2 * (wide // 2)) // wide
        shade = _SHADES[(variant * 5 + course * 3 + brick * 2 + course * brick) % len(_SHADES)]
        return self.blends[rgb, WHITE if shade > 0 else BLACK, abs(shade)] if shade else rgb


_BRICKED: Final = 6  # pixel rows from which bricks can be told apart


def variant(face: Face, cell: int) -> int:
    """The pattern of bricks of a tile at its place."""
    return (face * 3 + cell * 5) % VARIANTS
