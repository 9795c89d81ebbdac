"""What coins compare: windows, roofs, people and levels of every castle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.castle.castle import Castle, people, roofs, windows
from engine.castle.rules.coineffects import height
from engine.castle.state import State
from kbtui.games.castle.board.marks import Counted
from kbtui.paint.runs import ACCENT, MUTED, STRONG, Line, Run
from kbtui.story.view import View
from kbtui.text.i18n import N_, _
from kbtui.text.words import explained

_COUNTED: Final[Mapping[Counted, tuple[str, Callable[[Castle], int]]]] = {
    Counted.WINDOWS: (N_("Windows"), windows),
    Counted.ROOFS: (N_("Roofs"), roofs),
    Counted.PEOPLE: (N_("People"), people),
    Counted.HEIGHT: (N_("Levels"), height),
}
_SIGNS: Final = {  # with and without Unicode
    Counted.WINDOWS: ("∩", "n"),
    Counted.ROOFS: ("Λ", "^"),
    Counted.PEOPLE: ("@", "@"),
    Counted.HEIGHT: ("≡", "="),
}


def title(counted: Counted) -> str:
    return _(_COUNTED[counted][0])


def sign(counted: Counted, unicode: bool) -> str:
    return _SIGNS[counted][not unicode]


def values(state: State, counted: Counted) -> list[int]:
    """By seat."""
    count = _COUNTED[counted][1]
    return [count(castle) for castle in state.castles]


def line(view: View, counted: Counted) -> Line:
    """``Windows: 1 4  2 3``: all castles, the best of them bold."""
    found = [Run(explained(title(counted)), ACCENT)]
    counts = values(view.state, counted)
    for seat, count in enumerate(counts):
        tone = STRONG if count == max(counts) else MUTED
        found += [Run("  " if seat else ""), view.chip(seat), Run(f" {count}", tone)]
    return tuple(found)
