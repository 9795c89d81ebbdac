"""A screen that shows a page."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from kbtui.paint.runs import EMPTY, Line, paragraphs
from kbtui.screens.base import KbScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.text.framing import noted
from kbtui.text.i18n import _
from kbtui.text.keys import PAGE
from kbtui.text.layout import LEAST, Box, fits
from kbtui.text.page import Page


class PageScreen(KbScreen):
    """Keys and clicks go to the page; when it has an outcome the screen is left with it."""

    keys_of = PAGE

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        self._lines = Lines(self.kb.look.theme, id="page")
        self._show()
        yield self._lines

    def _show(self) -> None:
        self.page.look, self.page.keys = self.kb.look, self.kb.keys
        columns, rows = self.app.size
        self._lines.put(Box(0, 0, columns, rows))
        self.repaint()

    def repaint(self) -> None:
        columns, rows = self.app.size
        if not fits(columns, rows):
            self._lines.show(too_small(columns, rows))
            return
        first, *others = self.page.lines(columns, rows)
        self._lines.show([noted(first, self.note(), columns), *others])
        place = self.page.cursor()
        if self.is_active:
            self.app.cursor_position = Offset(*place) if place is not None else Offset(0, 0)

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def type_key(self, event: events.Key) -> bool:
        if not self.page.type(event.key, event.character):
            return False
        self._after()
        return True

    def do(self, command: str) -> None:
        self.page.do(command)
        self._after()

    def _after(self) -> None:
        if self.page.outcome is not None:
            outcome, self.page.outcome = self.page.outcome, None
            self.leave_with(outcome)
        else:
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        self.dismiss(outcome)

    def on_click(self, event: events.Click) -> None:
        if event.button == 3:
            self.do("back")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.do("north")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.do("south")

    def dress(self) -> None:
        self._lines.wear(self.kb.look.theme)
        self._show()


def too_small(columns: int, rows: int, more: str = "") -> list[Line]:
    """All that can be said in a window that is too small."""
    text = _("This needs {wide} x {high}; your window has {columns} x {rows}.")
    told = text.format(wide=LEAST[0], high=LEAST[1], columns=columns, rows=rows)
    return [EMPTY, *paragraphs(f"{told} {more}", columns - 1)]
