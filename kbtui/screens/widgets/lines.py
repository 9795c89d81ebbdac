"""A panel of lines at a fixed place, which repaints only the runs that differ from before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from kbtui.look.theme import Theme
from kbtui.paint.runs import EMPTY, Line, act_at, fit, length
from kbtui.screens.widgets.placed import Placed
from kbtui.screens.widgets.strips import strip_of


class Lines(Placed):
    """Shows lines; a click on a run that has a command posts ``Chosen``."""

    class Chosen(Message):
        def __init__(self, act: str) -> None:
            super().__init__()
            self.act = act

    def __init__(self, theme: Theme, *, ground: str = "background", id: str | None = None) -> None:
        super().__init__(id=id)
        self._theme = theme
        self._ground = ground
        self._given: list[Line] = []
        self._rows: list[Line] = []  # the same, exactly as wide as the widget

    @property
    def rows(self) -> Sequence[Line]:
        """What is shown now."""
        return self._rows

    def wear(self, theme: Theme) -> None:
        """Other colours, from the next paint on."""
        self._theme = theme
        self.redraw_all()

    def show(self, rows: Sequence[Line]) -> None:
        _x, _y, columns, height = self.box
        given = [*rows[:height], *[EMPTY] * (height - len(rows))]
        before, self._given = self._given, given
        if len(before) != height:
            self._rows = [fit(row, columns, self._ground) for row in given]
            self.redraw_all()
            return
        changed = (y for y in range(height) if before[y] != given[y])
        if regions := [*filter(None, map(self._take, changed))]:
            self.redraw(*regions)

    def _take(self, y: int) -> Region:
        """Show what is given for this line from now on; where it differs from what is shown."""
        before, after = self._rows[y], fit(self._given[y], self.box.width, self._ground)
        self._rows[y] = after
        first, end = _difference(before, after)
        return Region(first, y, end - first, 1)

    def draw(self, y: int) -> Strip:
        is_given = y < len(self._rows)
        row = self._rows[y] if is_given else fit(EMPTY, self.box.width, self._ground)
        return strip_of(row, self._theme)

    def placed(self) -> None:
        self._given, self._rows = [], []

    def on_click(self, event: events.Click) -> None:
        if event.button == 1 and event.y < len(self._rows):
            act = act_at(self._rows[event.y], event.x)
            if act:
                event.stop()
                self.post_message(self.Chosen(act))


class Rolling(Lines):
    """Lines that the wheel goes through."""

    class Rolled(Message):
        """The wheel: up is 1."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Rolled(1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Rolled(-1))


def _difference(before: Line, after: Line) -> tuple[int, int]:
    """Columns outside of which two lines of equal width have the same runs."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
    count = sum(1 for _ in same)
    left = reversed(before[count:]), reversed(after[count:])
    ends = takewhile(lambda pair: pair[0] == pair[1], zip(*left, strict=False))
    return length(after[:count]), length(after) - length(run for run, _ in ends)
