"""The minimal screen: one widget that keeps its lines and repaints one place at a key press.

    python -m bench.bare

The real screens are measured against this one. It has the colors and the number of styles of a
board, so that its lines cost the framework about the same, but no logic.
"""

from __future__ import annotations

from typing import Final

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

_STEP: Final = 8  # columns that a key moves the mark, and that one style spans
_TALL: Final = 5  # rows of the mark, as of a hex
_STYLES: Final = tuple(
    Style(color=Color.from_rgb(200, 200, 40 * n), bgcolor=Color.from_rgb(20, 40 * n, 60))
    for n in range(6)
)


class Bare(Widget, can_focus=True):
    ALLOW_SELECT = False
    DEFAULT_CSS = "Bare { width: 100%; height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._strips: dict[int, Strip] = {}

    def render_line(self, y: int) -> Strip:
        found = self._strips.get(y)
        if found is None:
            found = self._strips[y] = self._line(y)
        return found

    def _line(self, y: int) -> Strip:
        pieces = self.size.width // _STEP
        marked = self._at if y < _TALL else -1
        segments = [
            Segment(("#" if n == marked else ".") * _STEP, _STYLES[(n + y) % len(_STYLES)])
            for n in range(pieces)
        ]
        rest = self.size.width - pieces * _STEP
        return Strip([*segments, Segment(" " * rest, _STYLES[0])], self.size.width)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        before, self._at = self._at, (self._at + 1) % (self.size.width // _STEP)
        for y in range(_TALL):
            self._strips.pop(y, None)
        self.refresh(*(Region(_STEP * at, 0, _STEP, _TALL) for at in (before, self._at)))


class BareApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; overflow: hidden; }"

    def __init__(self) -> None:
        super().__init__(ansi_color=True)

    def compose(self) -> ComposeResult:
        yield Bare()

    def on_mount(self) -> None:
        self.query_one(Bare).focus()


if __name__ == "__main__":
    BareApp().run()
