"""The list of turns beside any replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kbtui.paint.runs import ACCENT, MUTED, STRONG, Line, Run, heading
from kbtui.story.chronicle import Turn
from kbtui.story.replay import Replay
from kbtui.story.view import View
from kbtui.text.i18n import _

Listed = Callable[[Turn, bool, int], Sequence[Line]]  # a turn, whether it is shown, rows to spare


def listing(view: View, replay: Replay, columns: int, height: int, listed: Listed) -> list[Line]:
    """A window of the turns around the moment."""
    rows = height - 1
    if rows < 1:
        return []
    now, last = replay.now.number, replay.turns
    first = max(min(now - rows // 2, last - rows + 1), 1)
    numbers = range(first, min(first + rows, last + 1))
    spare, found = rows - len(numbers), [heading(_("TURNS"), columns, stroke=view.signs.stroke)]
    for number in numbers:
        lines = listed(replay.chronicle.turn(number), number == now, spare)
        spare -= len(lines) - 1
        found += lines
    return found


def start(view: View, turn: Turn, is_now: bool) -> tuple[Line, str]:
    """How the row of a turn begins, and what a click on it does."""
    act = f"turn-{turn.number}"
    runs = (
        Run(view.signs.pointer if is_now else " ", ACCENT),
        view.chip(turn.seat, act),
        Run(f"{turn.number:>3} ", STRONG if is_now else MUTED, act),
    )
    return runs, act
