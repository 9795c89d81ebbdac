"""Two games with the same deal, on two boards or one that flips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kbtui.daily.sidebyside import Game, SideBySide
from kbtui.paint.runs import ACCENT, MUTED, STRONG, Line, Run, indented
from kbtui.screens.yours.twins import TwinScreen
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import key_name

_KEYS: Final = {
    "left": "step-back",
    "right": "step-on",
    "up": "step-back",
    "down": "step-on",
    "home": "to-start",
    "end": "to-end",
    "enter": "step-on",
    "space": "step-on",
    "tab": "flip",
    "shift+tab": "flip",
    "b": "back",
    "escape": "back",
    "backspace": "back",
}


class SideBySideScreen(TwinScreen):
    """Lies on top of the comparison. The second side is that of the other player."""

    letters = _KEYS

    def __init__(self, yours: Game, theirs: Game) -> None:
        super().__init__(yours.table.game.key)
        self.pair = self.model = SideBySide(self.kit, yours, theirs)

    def seen(self) -> object:
        return self.model.at, self.model.is_second, self.kb.look

    def title_bar(self) -> tuple[Line, Line]:
        told, where = self.model.title()
        name = _("The same cards") if self._is_double else self.model.name(self.model.is_second)
        left = Run(f" {name}  ", STRONG.on("raised").bold()), Run(told, ACCENT.on("raised"))
        return left, (Run(f" {where} ", MUTED.on("raised")),)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        if not self._is_double:
            return ()
        return indented(self.model.side(columns - 2, rows, self.kb.look))

    def prompts(self, short: bool) -> tuple[Line, Line]:
        pointer = Run(f" {self.kb.look.signs.pointer} ", ACCENT)
        return (pointer, Run(self.model.told(), STRONG)), ()

    def hint_line(self) -> Line:
        arrows = f"{key_name('left')} {key_name('right')}"
        hints: list[Hint] = [(arrows, _("round"), "step-on")]
        if not self._is_double:
            other = self.model.name(not self.model.is_second)
            hints.append((key_name("tab"), other, "flip"))
        hints.append((key_name("escape"), _("back"), "back"))
        return hint_bar(hints, self.app.size.width)
