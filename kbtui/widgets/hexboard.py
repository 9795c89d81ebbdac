"""The board on the screen: shows a ``BoardArt``, scrolls it if it is too large, hears the mouse."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from engine.kingdom.hexes import Hex
from engine.kingdom.state import State
from kbtui.boardart import BoardArt, Marks
from kbtui.cells import Cell
from kbtui.theme import Theme
from kbtui.widgets.placed import Placed
from kbtui.widgets.strips import Pieces

_MARGIN = 2  # hexes that stay in sight around the cursor when the board is larger than its window


class HexBoard(Placed):
    """Only the rectangles that changed are painted again."""

    class Pointed(Message):
        """A click on a hex."""

        def __init__(self, hex_: Hex) -> None:
            super().__init__()
            self.hex = hex_

    class Hovered(Message):
        """The mouse has come to another hex, or has left the board."""

        def __init__(self, hex_: Hex | None) -> None:
            super().__init__()
            self.hex = hex_

    class Rolled(Message):
        """The wheel: up is 1."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def __init__(self, art: BoardArt, theme: Theme, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._art = art
        self._ground = theme.background
        self._pieces = Pieces(theme)
        self._rows: dict[int, list[Segment]] = {}  # one piece for each column
        self._left = self._top = 0  # the cell of the art at the top left corner
        self._hovered: Hex | None = None

    @property
    def art(self) -> BoardArt:
        return self._art

    def wear(self, art: BoardArt, theme: Theme) -> None:
        """Another look or zoom: everything is painted again."""
        self._art, self._ground, self._pieces = art, theme.background, Pieces(theme)
        self._left = self._top = 0
        self._rows.clear()
        self.redraw_all()

    def show(self, state: State, marks: Marks) -> None:
        changed = self._art.show(state, marks)
        if marks.cursor is not None and self._follow_cursor(marks.cursor):
            self._rows.clear()
            self.redraw_all()
            return
        window = Region(0, 0, self.box.width, self.box.height)
        moved = (Region(x - self._left, y - self._top, w, h) for x, y, w, h in changed)
        regions = [*filter(None, map(window.intersection, moved))]
        for region in regions:
            self._take(region)
        if regions:
            self.redraw(*regions)

    def _take(self, region: Region) -> None:
        """Cells of the art that differ from what was taken before."""
        first, end = region.column_span
        for y in region.line_range:
            row = self._rows.get(y)
            if row is not None:
                cells = self._art.row(y + self._top)[first + self._left : end + self._left]
                row[first:end] = [self._pieces[cell] for cell in cells]

    def _follow_cursor(self, hex_: Hex) -> bool:
        """Bring the hex into sight, by half a window at a time; whether that moved anything."""
        x, y, width, height = self._art.box(hex_)
        left = _follow(self._left, x, width, self.box.width, self._art.columns)
        top = _follow(self._top, y, height, self.box.height, self._art.rows)
        moved = (left, top) != (self._left, self._top)
        self._left, self._top = left, top
        return moved

    def place_of(self, hex_: Hex) -> tuple[int, int]:
        """The cell of the widget where the hex has its text."""
        x, y = self._art.spot(hex_)
        return x - self._left, y - self._top

    def draw(self, y: int) -> Strip:
        if y not in self._rows:
            self._rows[y] = [self._pieces[cell] for cell in self._cells(y)]
        return Strip([*self._rows[y]], self.box.width)

    def _cells(self, y: int) -> list[Cell]:
        row, columns = y + self._top, self.box.width
        cells = [*self._art.row(row)] if row < self._art.rows else []
        cells = cells[self._left : self._left + columns]
        return cells + [Cell(" ", self._ground, self._ground)] * (columns - len(cells))

    def placed(self) -> None:
        self._rows.clear()

    def _hex_under(self, event: events.MouseEvent) -> Hex | None:
        x, y = event.x + self._left, event.y + self._top
        across = event.pointer_x % 1 if self._art.is_sideways else event.pointer_y % 1
        return self._art.hex_at(x, y, across < 0.5)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        hex_ = self._hex_under(event)
        if hex_ != self._hovered:
            self._hovered = hex_
            self.post_message(self.Hovered(hex_))

    def on_leave(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.post_message(self.Hovered(None))

    def on_click(self, event: events.Click) -> None:
        hex_ = self._hex_under(event)
        if hex_ is not None and event.button == 1:
            event.stop()
            self.post_message(self.Pointed(hex_))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Rolled(1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Rolled(-1))


def _follow(start: int, at: int, size: int, window: int, whole: int) -> int:
    """Where the window should start so that the thing and its margin are in it."""
    if whole <= window or window <= size:
        return 0
    margin = min(_MARGIN * size, (window - size) // 2)
    if start + margin <= at and at + size + margin <= start + window:
        return start
    step = window // 2
    while at - margin < start and start > 0:
        start -= step
    while at + size + margin > start + window and start < whole - window:
        start += step
    return min(max(start, 0), whole - window)
