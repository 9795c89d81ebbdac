"""Small castles for panels and lists: pixels, silhouettes, or the digits of a skyline."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.castle.castle import Castle
from engine.castle.pieces.cells import LEVEL, Mask, cells
from engine.castle.pieces.tiles import EMPTY
from engine.contract import Seat
from kbtui.games.castle.board.filled import Filled
from kbtui.games.castle.board.grounds import SKY
from kbtui.games.castle.board.marks import Counted
from kbtui.games.castle.board.outline import Outline
from kbtui.games.castle.board.pictures import picture
from kbtui.games.castle.board.scene import Scene
from kbtui.games.castle.board.zoom import Frame, Zoom
from kbtui.games.castle.gallery.held import has_pixels
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.palette import Palette
from kbtui.paint.runs import MUTED, TEXT, Line, Run, painted

_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def small_castle(
    castle: Castle,
    seat: Seat,
    look: Look,
    zoom: Zoom,
    rows: int,
    *,
    last: Mask = 0,
    counted: Counted | None = None,
    act: str = "",
) -> list[Line]:
    """A castle in that many text rows, as wide as the zoom says; of a castle that is higher than
    that, the upper part. ``last``: cells of what was built last."""
    levels = zoom.levels(rows)
    frame = Frame(zoom, levels).follow(max(castle.height - 1, 1), None)
    scene = Scene(frame, seat, castle, last=last, counted=counted)
    palette = look.theme.palette
    if palette is not None and has_pixels(look):
        found: list[list[Cell]] = _filled(zoom, palette).rows(scene)
        return [painted(row, act) for row in found[-rows:]]
    if zoom.has_text:
        return [
            painted(row, act)
            for row in Outline(zoom, palette, look.terminal.unicode).rows(scene)[-rows:]
        ]
    if look.terminal.unicode:
        return [(Run(text, TEXT, act),) for text in _silhouette(scene)[-rows:]]
    blank = (Run(" " * zoom.columns, TEXT, act),)
    text = skyline(castle)
    return [*[blank] * (rows - 1), (Run(text.ljust(zoom.columns), MUTED, act),)]


@lru_cache(maxsize=16)
def _filled(zoom: Zoom, palette: Palette) -> Filled:
    return Filled(zoom, palette)


def _silhouette(scene: Scene) -> list[str]:
    """The shape of a castle and its ground, in blocks of one color."""
    frame, zoom = scene.frame, scene.frame.zoom
    height = 2 * frame.rows
    solid = [[False] * zoom.columns for _ in range(height)]
    for cell, face in scene.tiles:
        left, top = frame.left(cell), frame.top(cell)
        for y, row in enumerate(picture(face, zoom), top):
            for x, paint in enumerate(row, left):
                if paint != SKY and 0 <= y < height:
                    solid[y][x] = True
    for y in range(frame.floor, height):
        solid[y][zoom.half : zoom.columns - zoom.half] = [True] * (zoom.columns - zoom.wide)
    return [
        "".join(_BLOCKS[pair] for pair in zip(solid[y], solid[y + 1], strict=True))
        for y in range(0, height, 2)
    ]


def skyline(castle: Castle) -> str:
    """The height over each half column, from left to right, a digit for each; from 10 levels on
    letters."""
    frame = Frame(Zoom.D, 1)
    heights = [0] * Zoom.D.columns
    for cell in cells(castle.occupied):
        left = frame.left(cell)
        shape = picture(castle.tiles[cell] or EMPTY, Zoom.D)[0]
        for x, paint in enumerate(shape, left):
            if paint != SKY:
                heights[x] = max(heights[x], LEVEL[cell])
    return "".join(_DIGITS[min(height, len(_DIGITS) - 1)] for height in heights)


_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
