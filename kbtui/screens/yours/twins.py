"""Two boards side by side where there is room, and one that flips between them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol

from textual import events
from textual.app import ComposeResult

from kbtui.games.kit import Marks
from kbtui.games.screen import Zoom
from kbtui.look.look import Look
from kbtui.paint.runs import Line, beside, heading
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE
from kbtui.text.keys import REPLAY
from kbtui.text.layout import Box, Layout, fits

_LEAST_BELOW: Final = 9  # rows of text that two boards must leave


class Pair(Protocol):
    """What the two boards show: the first is side False, the second side True."""

    is_second: bool  # which side is shown where there is room for one

    def state(self, side: bool, /) -> Any: ...

    def marks(self, side: bool, /) -> Marks: ...

    def name(self, side: bool, /) -> str:
        """What stands above a board, where there are two."""

    def side(self, columns: int, rows: int, look: Look) -> Sequence[Line]: ...

    def do(self, command: str) -> bool:
        """Whether something changed."""


class TwinScreen(BoardScreen):
    """Shows a pair, and lets the player step through it."""

    keys_of = REPLAY
    letters: ClassVar[Mapping[str, str]]  # keys whose command no player can change

    def __init__(self, key: str) -> None:
        """``pair`` has to be set next."""
        self.pair: Pair
        self._second: Board | None = None
        self._heads: Lines | None = None
        self._is_double = False
        super().__init__(key)

    # Keys

    def type_key(self, event: events.Key) -> bool:
        if event.key not in self.letters:
            return False
        self.do(self.letters[event.key])
        return True

    def do(self, command: str) -> None:
        if command == "back":
            self.dismiss(None)
        elif command == "leave":
            self.app.exit(0)
        elif command in ("zoom-in", "zoom-out", "zoom-auto"):
            if not self._is_double:
                self.do_common(command)
        elif self.pair.do(command):
            self.repaint()

    # What is shown

    def picture(self) -> tuple[Any, Marks]:
        side = False if self._is_double else self.pair.is_second
        return self.pair.state(side), self.pair.marks(side)

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        return self.pair.side(columns, rows, self.kb.look)

    def repaint(self) -> None:
        super().repaint()
        if not self._is_double or self._second is None or self._heads is None:
            return
        if not fits(*self.app.size):
            return
        self._second.show(self.pair.state(True), self.pair.marks(True))
        stroke, half = self.kb.look.signs.stroke, self.app.size.width // 2
        first, second = (
            heading(self.pair.name(side), half - 3, stroke=stroke) for side in (False, True)
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
            wide, high = self.on_screen.size(look, zoom, columns, rows - _LEAST_BELOW)
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
        self._board_size = self.on_screen.size(self.kb.look, zoom, columns, rows - _LEAST_BELOW)
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
