"""A try that counts: says so, wherever one is in it."""

from __future__ import annotations

from kbtui.paint.runs import ACCENT, Line, Run
from kbtui.screens.beside.companion import Companion
from kbtui.text.i18n import _


class Counted(Companion):
    """Nothing but a word in the title."""

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        text = _("deal of the day, counts")
        return (*left, Run(f" {text} ", ACCENT.on("raised"))), right
