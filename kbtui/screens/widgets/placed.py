"""A widget at a place that its screen has computed.

It knows its size before the framework has laid it out, so its content is ready for the first paint.
Its lines are drawn once and kept until they change.
"""

from __future__ import annotations

from typing import Final

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from kbtui.text.layout import Box

NOWHERE: Final = Box(0, 0, 0, 0)


class Placed(Widget):
    """A subclass draws lines; after a change, call ``redraw``."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Placed { position: absolute; background: ansi_default; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.box = NOWHERE
        self.display = False
        self._drawn: list[Strip] = []
        self._undrawn: set[int] = set()  # lines that have changed since they were drawn

    def put(self, box: Box) -> None:
        """Go there; an empty box hides the widget."""
        if box == self.box:
            return
        self.box = box
        self.display = not box.is_empty
        if not box.is_empty:
            self.styles.offset = (box.x, box.y)
            self.styles.width = box.width
            self.styles.height = box.height
        self.placed()
        self.redraw_all()

    def placed(self) -> None:
        """The size may have changed."""

    def draw(self, y: int) -> Strip:
        """A line, as wide as the widget."""
        raise NotImplementedError

    def redraw(self, *regions: Region) -> None:
        """What lies there has changed."""
        for region in regions:
            self._undrawn.update(region.line_range)
        self.refresh(*regions)

    def redraw_all(self) -> None:
        self._undrawn = set(range(self.box.height))
        self._drawn = [Strip([], 0)] * self.box.height
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self._drawn):  # the framework has not heard of the new size yet
            return Strip.blank(self.box.width)
        if y in self._undrawn:
            self._drawn[y] = self.draw(y)
            self._undrawn.discard(y)
        return self._drawn[y]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines as they are: there are no borders, and filters would find nothing to do."""
        for y in self._undrawn.intersection(crop.line_range):
            self.render_line(y)
        if crop == (0, 0, self.box.width, self.box.height):
            return self._drawn
        first, end = crop.column_span
        return [self.render_line(y).crop_extend(first, end, None) for y in crop.line_range]
