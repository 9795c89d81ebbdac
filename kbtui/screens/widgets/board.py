"""The board on the screen: shows an ``Art``, scrolls it if needed, handles the mouse."""

from __future__ import annotations

from typing import Any

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from kbtui.games.kit import Marks, Place
from kbtui.games.screen import Art
from kbtui.look.theme import Theme
from kbtui.paint.cells import Cell
from kbtui.paint.runs import MUTED
from kbtui.screens.widgets.placed import Placed
from kbtui.screens.widgets.strips import Pieces
from kbtui.text.layout import RULER

_MARGIN = 2  # places that stay in sight around the cursor when the board is larger than its window


class Board(Placed):
    """Repaints only the rectangles that changed."""

    class Pointed(Message):
        """A click on a place."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    class Hovered(Message):
        """The mouse moved to another place, or off the board."""

        def __init__(self, place: Place | None) -> None:
            super().__init__()
            self.place = place

    class Rolled(Message):
        """The wheel: up is 1."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def __init__(self, art: Art, theme: Theme, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._wear(art, theme)
        self._rows: dict[int, list[Segment]] = {}  # one piece for each column
        self._left = self._top = 0  # the first cell of the art that is shown
        self._margin = (0, 0)  # columns and rows of the coordinates before it
        self._hovered: Place | None = None

    @property
    def art(self) -> Art:
        return self._art

    def _wear(self, art: Art, theme: Theme) -> None:
        self._art, self._ruler = art, art.ruler()
        self._ground = theme.background
        ink, _ground, flags = theme.ink(MUTED)
        colour = ink if isinstance(ink, tuple) else None
        self._ruled = Cell(" ", colour, self._ground, flags)  # a coordinate
        self._pieces = Pieces(theme)

    def wear(self, art: Art, theme: Theme) -> None:
        """Repaint everything, for another look or zoom. A look leaves the same part in sight."""
        before = self._art.columns, self._art.rows
        self._wear(art, theme)
        if (art.columns, art.rows) != before:
            self._left = self._top = 0
        self._rows.clear()
        self.redraw_all()

    def rule(self, has_ruler: bool) -> None:
        """Turn coordinates at the edge on or off; with them, the whole board is visible."""
        margin = RULER if has_ruler else (0, 0)
        if margin != self._margin:
            self._margin = margin
            self._rows.clear()
            self.redraw_all()

    @property
    def _origin(self) -> tuple[int, int]:
        """The cell of the art at the top left corner; before its first one lie coordinates."""
        return self._left - self._margin[0], self._top - self._margin[1]

    def show(self, state: Any, marks: Marks) -> None:
        changed = self._art.show(state, marks)
        if self._scroll(marks.cursor):
            self._rows.clear()
            self.redraw_all()
            return
        window = Region(0, 0, self.box.width, self.box.height)
        left, top = self._origin
        moved = (Region(x - left, y - top, w, h) for x, y, w, h in changed)
        regions = [*filter(None, map(window.intersection, moved))]
        for region in regions:
            self._take(region)
        if regions:
            self.redraw(*regions)

    def _take(self, region: Region) -> None:
        """Cells of the art that differ from what was taken before."""
        first, end = region.column_span
        left, top = self._origin
        for y in region.line_range:
            row = self._rows.get(y)
            if row is not None:
                cells = self._art.row(y + top)[first + left : end + left]
                row[first:end] = [self._pieces[cell] for cell in cells]

    def _scroll(self, cursor: Place | None) -> bool:
        """Fill the window, which may have grown, and bring the cursor into view, half a window at
        a time; whether anything moved."""
        across, down = self._window
        left = max(min(self._left, self._art.columns - across), 0)
        top = max(min(self._top, self._art.rows - down), 0)
        if cursor is not None:
            x, y, width, height = self._art.box(cursor)
            left = _follow(left, x, width, across, self._art.columns)
            top = _follow(top, y, height, down, self._art.rows)
        moved = (left, top) != (self._left, self._top)
        self._left, self._top = left, top
        return moved

    def see_next_part(self) -> None:
        """Show the next part of a board without a cursor; after the last one, the first."""
        across, down = self._window
        right, below = self._art.columns - across, self._art.rows - down
        if self._left < right:
            self._left = min(self._left + across, right)
        else:
            self._left = 0
            self._top = min(self._top + down, below) if self._top < below else 0
        self._rows.clear()
        self.redraw_all()

    @property
    def _window(self) -> tuple[int, int]:
        """Columns and rows of the art that are in sight."""
        return self.box.width - self._margin[0], self.box.height - self._margin[1]

    @property
    def beyond(self) -> tuple[bool, bool, bool, bool]:
        """Whether the board continues out of sight at the left, at the right, above and below."""
        (across, down), (left, top) = self._window, (self._left, self._top)
        has_right, has_below = left + across < self._art.columns, top + down < self._art.rows
        return left > 0, has_right, top > 0, has_below

    def spot(self, place: Place) -> tuple[int, int]:
        """The cell of the widget where the place has its text."""
        (x, y), (left, top) = self._art.spot(place), self._origin
        return x - left, y - top

    def draw(self, y: int) -> Strip:
        if y not in self._rows:
            self._rows[y] = [self._pieces[cell] for cell in self._cells(y)]
        return Strip([*self._rows[y]], self.box.width)

    def _cells(self, y: int) -> list[Cell]:
        (across, down), columns = self._margin, self.box.width
        row = y + self._top - down
        if row < 0:
            cells = self._letters()
        else:
            art = self._art.row(row) if row < self._art.rows else ()
            cells = [*self._number(row), *art[self._left : self._left + columns - across]]
        return cells + [Cell(" ", self._ground, self._ground)] * (columns - len(cells))

    def _letters(self) -> list[Cell]:
        """The names of the columns, above the board."""
        text = [" "] * self.box.width
        for x, name in self._ruler[0].items():
            text[x - self._origin[0]] = name
        return [self._ruled._replace(char=char) for char in text]

    def _number(self, row: int) -> list[Cell]:
        """The name of the row of places whose text is there, at the left of the board."""
        across, _down = self._margin
        if not across:
            return []
        text = f"{self._ruler[1].get(row, ''):>{across - 1}} "
        return [self._ruled._replace(char=char) for char in text]

    def placed(self) -> None:
        self._rows.clear()

    def _place_under(self, event: events.MouseEvent) -> Place | None:
        left, top = self._origin
        x, y = event.x + left, event.y + top
        if x < 0 or y < 0:
            return None
        across = event.pointer_x % 1 if self._art.is_sideways else event.pointer_y % 1
        return self._art.place_at(x, y, across < 0.5)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        place = self._place_under(event)
        if place != self._hovered:
            self._hovered = place
            self.post_message(self.Hovered(place))

    def on_leave(self) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.post_message(self.Hovered(None))

    def on_click(self, event: events.Click) -> None:
        place = self._place_under(event)
        if place is not None and event.button == 1:
            event.stop()
            self.post_message(self.Pointed(place))

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
