"""Castles and looks for the tests of pictures, and what a terminal is sent for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from rich.color import ColorSystem

from engine.castle.castle import BARE, Castle, free_tiles, with_face
from engine.castle.game import GAME
from engine.castle.pieces.cells import cells, parse_cell
from engine.castle.pieces.tiles import EMPTY, FACES, parse_tile
from engine.castle.rules.placing import places
from engine.castle.state import State
from kbtui.disk.settings import Settings
from kbtui.games.castle.board.art import Appearance, CastleArt
from kbtui.games.castle.board.marks import Gain, Pointed, marks
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.kit import Marks, tones
from kbtui.look.look import Look
from kbtui.look.terminal import Promised
from kbtui.look.terminal import Terminal as Screen
from kbtui.look.theme import Theme as Tones
from kbtui.paint.cells import Cell
from kbtui.paint.palette import Mode, Theme, palette
from kbtui.screens.widgets.canvas import Canvas
from kbtui.screens.widgets.strips import Pieces

HERO: Final = {
    "b1": "window4",
    "d1": "stair7/1",
    "f1": "cook4",
    "j1": "stair15/2",
    "l1": "window8",
    "c2": "wall4",
    "e2": "prince",
    "g2": "soldier6",
    "i2": "hall2",
    "k2": "noble10",
    "m2": "rside1",
    "d3": "window7",
    "f3": "rside3",
    "h3": "lside1",
    "j3": "prince",
    "l3": "roof12",
    "e4": "princess",
    "i4": "wall5",
    "k4": "rbay1",
    "j5": "rslope5",
}
LEGAL: Final = {"a2": Gain(2, tiles=1), "l5": Gain(5), "g4": Gain(4, 1, 1, 1), "h5": Gain(5, 1)}
LOOKS: Final = [
    *(Appearance(Zoom.M, mode, theme) for mode in Mode for theme in Theme),
    Appearance(Zoom.M, Mode.TRUE, shading=False),
    *(
        Appearance(Zoom.M, mode, unicode=unicode)
        for mode in (None, Mode.TRUE, Mode.C16)
        for unicode in (True, False)
    ),
]


def named(look: Appearance) -> str:
    """For the names of tests."""
    mode = "none" if look.mode is None else look.mode.value
    parts = look.zoom.label, mode, look.theme.value, "unicode" if look.unicode else "ascii"
    return "-".join((*parts, "shaded" if look.shading else "flat"))


def look_of(mode: Mode | None, *, unicode: bool = True, **chosen: Any) -> Look:
    """How a terminal looks with the player's choices."""
    known = Promised(mode, unicode)
    return Look(Settings()._replace(**chosen), Screen(mode, False, unicode, known), tones)


def castle(tiles: Mapping[str, str]) -> Castle:
    """A castle of these tiles, whether they could stand there or not."""
    found = BARE
    for name, word in tiles.items():
        found = with_face(found, parse_cell(name), parse_tile(word))
    return found


def table(*castles: Castle) -> State:
    """A game with these castles."""
    state: State = GAME.new({"players": max(len(castles), 2)})
    return state._replace(castles=(*castles, *state.castles[len(castles) :]))


def pointing(cursor: str, tile: str = "lside2", seat: int = 0) -> Marks:
    """A chosen tile, and the cursor on a cell."""
    gains = {parse_cell(name): gain for name, gain in LEGAL.items()}
    at = parse_cell(cursor)
    return marks(Pointed(seat, gains, parse_tile(tile), at not in gains), at)


def grown(rng: Random, steps: int) -> Iterable[Castle]:
    """A castle after each of that many builds and removals."""
    found = BARE
    for _ in range(steps):
        free = cells(free_tiles(found))
        fits = [(cell, face) for face in FACES for cell in cells(places(found, face))]
        if free and (rng.random() < 0.3 or not fits):
            found = with_face(found, rng.choice(free), EMPTY)
        else:
            found = with_face(found, *rng.choice(fits))
        yield found


class Terminal:
    """What a terminal is sent for an art."""

    def __init__(self, art: CastleArt, look: Appearance) -> None:
        colors = None
        if look.mode is not None:
            colors = palette(look.mode, look.theme, shading=look.shading)
        self._art, self._pieces = art, Pieces(Tones(colors))
        self._canvas = Canvas(art.columns, art.rows, ColorSystem.TRUECOLOR)

    def bytes(self, state: State, shown: Marks) -> int:
        for x, y, wide, high in self._art.show(state, shown):
            for row in range(y, y + high):
                found = self._art.row(row)[x : x + wide]
                self._canvas.lay(x, row, [self._pieces[cell] for cell in found])
        return len(self._canvas.written().encode())


def rows(art: CastleArt) -> list[Sequence[Cell]]:
    return [art.row(y) for y in range(art.rows)]


def text(some: Iterable[Sequence[Cell]]) -> list[str]:
    return ["".join(cell.char for cell in row).rstrip() for row in some]
