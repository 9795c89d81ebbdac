"""A game that others can learn from: its replay, and on top the coach's words about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.contract import Seat
from kbtui.play.saves import read
from kbtui.play.start import Replay
from kbtui.screens.coach import open_coach
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.story.exports import source_of

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp


def show_line(app: KbApp, path: Path, seat: Seat) -> str:
    """The best and the costliest turns of a seat; what went wrong, if anything."""
    try:
        record, table = read(path)
        app.push_screen(app.opening.screen_of(app, Replay(path)))
    except PROBLEMS as error:
        return problem_of(error)
    return open_coach(app, source_of(table, record.players, record), line=seat) or ""
