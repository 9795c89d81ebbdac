"""Two boards side by side where there is room, and one that flips between them elsewhere."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from textual.app import ComposeResult

from kbtui.games.kit import Marks
from kbtui.games.screen import Zoom
from kbtui.paint.runs import beside, heading
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE
from kbtui.text.layout import Box, Layout, fits

_LEAST_BELOW: Final = 9  # rows of text that two boards must leave


class TwinScreen(BoardScreen):
    """The first board shows side False, the second side True."""

    def __init__(self, key: str) -> None:
        self._second: Board | None = None
        self._heads: Lines | None = None
        self._is_double = False
        super().__init__(key)

    # What a kind of screen adds

    @abstractmethod
    def side_state(self, side: bool) -> Any:
        """What is on the board of a side."""

    @abstractmethod
    def side_marks(self, side: bool) -> Marks: ...

    @abstractmethod
    def side_name(self, side: bool) -> str:
        """What stands above a board, where there are two."""

    @property
    @abstractmethod
    def side_shown(self) -> bool:
        """Which side is shown where there is room for one."""

    # What is shown

    def picture(self) -> tuple[Any, Marks]:
        side = False if self._is_double else self.side_shown
        return self.side_state(side), self.side_marks(side)

    def repaint(self) -> None:
        super().repaint()
        if not self._is_double or self._second is None or self._heads is None:
            return
        if not fits(*self.app.size):
            return
        self._second.show(self.side_state(True), self.side_marks(True))
        stroke, half = self.kb.look.signs.stroke, self.app.size.width // 2
        first, second = (
            heading(self.side_name(side), half - 3, stroke=stroke) for side in (False, True)
        )
        self._heads.show(beside(((), 1), ([first], half), ([second], half - 1)))

    def dress(self) -> None:
        super().dress()
        if self._second is not None and self._heads is not None:
            self._heads.wear(self.kb.look.theme)
            self._second.wear(self._art(), self.kb.look.theme)
            self.repaint()

    # Regions

    def compose(self) -> ComposeResult:
        yield from super().compose()
        self._second = Board(self._art(), self.kb.look.theme, id="second")
        self._heads = Lines(self.kb.look.theme, id="heads")
        yield from (self._second, self._heads)
        assert self.laid is not None, "laid out before"
        self._place(self.laid)
        self.repaint()

    def _double_zoom(self) -> Zoom | None:
        """The largest zoom at which two boards leave room for the steps."""
        columns, rows = self.app.size
        look, found = self.kb.look, None
        for zoom in self.on_screen.zooms(look):
            wide, high = self.on_screen.size(look, zoom, columns, rows)
            if 2 * wide + 3 <= columns and high + 2 + _LEAST_BELOW + 3 <= rows:
                found = zoom
        return found

    def _lay_out(self) -> Layout:
        zoom = self._double_zoom()
        self._is_double = zoom is not None
        if zoom is None:
            return super()._lay_out()
        columns, rows = self.app.size
        self._zoom_now = zoom
        self._board_size = self.on_screen.size(self.kb.look, zoom, columns, rows)
        wide, high = self._board_size
        below = 2 + high
        none = Box(0, 0, 0, 0)
        self.laid = Layout(
            Box(0, 0, columns, 1),
            Box(1, 2, wide, high),
            none,
            Box(0, below, columns, rows - below - 2),
            Box(0, rows - 2, columns, 1),
            Box(0, rows - 1, columns, 1),
        )
        return self.laid

    def _place(self, laid: Layout) -> None:
        super()._place(laid)
        if self._second is None or self._heads is None:
            return
        columns, rows = self.app.size
        if not self._is_double or not fits(columns, rows):
            self._second.put(NOWHERE)
            self._heads.put(NOWHERE)
            return
        half = columns // 2
        self._second.put(laid.board._replace(x=half + 1))
        self._heads.put(Box(0, 1, columns, 1))

    def _relay(self) -> None:
        before = self._zoom_now
        super()._relay()
        if self._second is not None and self._zoom_now != before:
            self._second.wear(self._art(), self.kb.look.theme)
            self.repaint()
