"""What the app would write to a terminal: every update of a run without one, as the framework
writes it and as we do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App

from kbtui.screens.widgets.private import crop_updates
from tests.kbtui.piloting import Hand

RENDER = "render_segments"
AROUND = len("\x1b[?2026h" + "\x1b[200;200H" + "\x1b[?2026l")  # what comes with every paint


class Tape:
    """Collects updates; ``stock`` and ``ours`` render one."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.updates: list[CompositorUpdate] = []
        self._stock: dict[type[CompositorUpdate], Callable[..., str]] = {
            kind: getattr(kind, RENDER) for kind in (LayoutUpdate, ChopsUpdate)
        }

    def stock(self, update: CompositorUpdate) -> str:
        return self._stock[type(update)](update, self.console)

    def ours(self, update: CompositorUpdate) -> str:
        return update.render_segments(self.console)

    def take(self) -> list[CompositorUpdate]:
        """Those since the last time."""
        found, self.updates = self.updates, []
        return found


@contextmanager
def recording(monkeypatch: pytest.MonkeyPatch, system: ColorSystem) -> Iterator[Tape]:
    """Paints of every app that runs inside go to the tape, in these colours."""
    console = Console(color_system=None)
    console._color_system = system
    with monkeypatch.context() as patch:
        tape = Tape(console)
        for kind in (LayoutUpdate, ChopsUpdate):
            stock = getattr(kind, RENDER)
            assert stock.__module__ == kind.__module__, "another test has left it replaced"
            patch.setattr(kind, RENDER, stock)
        patch.setattr(App, "_display", lambda _app, _screen, update: _keep(tape, update))
        crop_updates()
        yield tape


def _keep(tape: Tape, update: CompositorUpdate | None) -> None:
    if update is not None:
        tape.updates.append(update)


def paint(hand: Hand) -> None:
    """Paint now what waits for the next frame."""
    hand.app.screen._on_timer_update()
