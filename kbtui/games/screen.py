"""What a game brings to the full screen: its board in cells.

A kit hands it out as ``kit.screen``; a game that has none yet is played in lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kbtui.games.kit import Marks, Place
    from kbtui.look.look import Look
    from kbtui.paint.cells import Cell

Rectangle = tuple[int, int, int, int]  # x, y, width, height in cells
Ruler = tuple[Mapping[int, str], Mapping[int, str]]  # by column and by row of the art


class Art(Protocol):
    """The board in cells; ``show`` it something, then read its rows."""

    columns: int
    rows: int
    is_sideways: bool  # the halves of a cell lie side by side

    def show(self, state: Any, marks: Marks) -> list[Rectangle]:
        """Take over a new picture; the answer covers the cells that changed."""

    def row(self, y: int) -> Sequence[Cell]:
        """The cells of a text row."""

    def place_at(self, x: int, y: int, upper: bool = True) -> Place | None:
        """What is at that half of a cell: the upper one, or the left one."""

    def spot(self, place: Place) -> tuple[int, int]:
        """The cell, as x and y, where the cursor of the terminal sits for the place."""

    def box(self, place: Place) -> Rectangle:
        """The smallest rectangle around the place."""

    def ruler(self) -> Ruler:
        """Coordinates that may stand above and at the left of the board."""


class Zoom(Protocol):
    """How large the board is drawn."""

    @property
    def label(self) -> str:
        """Its name in the settings."""


class Screen(Protocol):
    """The game on the full screen."""

    def zooms(self, look: Look) -> Sequence[Zoom]:
        """From the smallest to the largest."""

    def zoom_beside_panels(self, look: Look, columns: int, rows: int) -> Zoom:
        """The largest that a window of that size has room for, with its panels."""

    def size(self, look: Look, zoom: Any) -> tuple[int, int]:
        """Columns and rows of the board."""

    def art(self, look: Look, zoom: Any) -> Art:
        """The board as the player's settings and terminal want it, at one of the zooms."""
