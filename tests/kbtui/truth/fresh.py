"""The picture of a moment, painted from scratch: by new widgets, without the framework, and without
anything that was painted before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from kbtui.screens.base import KbScreen
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import Placed
from tests.kbtui.truth.emulator import DEFAULT, Cell, drawn

_EMPTY: Final = Cell(" ", "", DEFAULT, frozenset())  # where there is no widget


def painted(screen: KbScreen) -> list[list[Cell]]:
    """What the screen should show now; it is left as it was."""
    columns, rows = screen.app.size
    picture = [[_EMPTY] * columns for _ in range(rows)]
    with _new_widgets(screen) as widgets:
        for widget in widgets:
            box = widget.box
            for y in range(min(box.height, rows - box.y)):
                cells = drawn(widget.draw(y))[: columns - box.x]
                picture[box.y + y][box.x : box.x + len(cells)] = cells
    return picture


@contextmanager
def _new_widgets(screen: KbScreen) -> Iterator[list[Placed]]:
    """Others for those on the screen, in the order in which they lie over each other."""
    owners: list[object] = [screen, *(screen.companions if isinstance(screen, GameScreen) else ())]
    kept, place = [dict(owner.__dict__) for owner in owners], screen.app.cursor_position
    names = {
        id(value): (owner, name)
        for owner in owners
        for name, value in owner.__dict__.items()
        if isinstance(value, Placed)
    }
    order = [names[id(child)] for child in screen.children]
    try:
        for owner, name in order:
            if isinstance(
                old := owner.__dict__[name], Lines
            ):  # those that no compose of ours makes
                setattr(owner, name, Lines(screen.kb.look.theme, ground=old._ground))
        if isinstance(screen, BoardScreen):
            screen._forget_panels()
            [*BoardScreen.compose(screen)]
            _scroll(kept[0]["_board"], screen.board)
            screen.repaint()
        else:
            assert isinstance(screen, PageScreen), screen
            [*PageScreen.compose(screen)]
        yield [owner.__dict__[name] for owner, name in order]
    finally:
        for owner, before in zip(owners, kept, strict=True):
            owner.__dict__.clear()
            owner.__dict__.update(before)
        screen.app.cursor_position = place


def _scroll(old: Board, new: Board) -> None:
    """Which part of a large board is in sight depends on the way there, but it fills its place."""
    across, down = old._window
    assert old.box.is_empty or 0 <= old._left <= max(old.art.columns - across, 0)
    assert old.box.is_empty or 0 <= old._top <= max(old.art.rows - down, 0)
    new._left, new._top = old._left, old._top
    new._rows.clear()
