"""An app whose bytes go to an emulator, and eyes that compare what it shows with the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Final

from rich.color import ColorSystem
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size

from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.palette import Mode
from kbtui.screens.base import KbScreen
from kbtui.screens.widgets.private import crop_updates
from tests.kbtui.piloting import BARE, TRUE, Hand
from tests.kbtui.truth.emulator import Cell, Emulator
from tests.kbtui.truth.fresh import painted

SIZES: Final = ((62, 22), (80, 24), (100, 34), (120, 40), (140, 45), (200, 60))


def _terminal(mode: Mode | None) -> Terminal:
    return Terminal(mode, False, True, Promised(mode, True))


LOOKS: Final = {
    "true": TRUE,
    "256": _terminal(Mode.C256),
    "16": _terminal(Mode.C16),
    "none": _terminal(None),
    "ascii": BARE,
}

_FRAME: Final = 0.004  # seconds; the app paints sixty times a second
_LONGEST: Final = 1250  # looks after which a paint that was asked for will not come: five seconds
_TRIES: Final = 8  # looks, with some time between them: a clock may move on, a game behind too
_BETWEEN: Final = 0.25  # seconds
_FEW: Final = 5  # differences that are told
_active: Final = attrgetter("_active")  # of a timer; mypy takes the framework's word for Never


class Wire(HeadlessDriver):
    """To the framework a terminal like any other."""

    emulator: Emulator

    @property
    def is_headless(self) -> bool:
        return False

    def start_application_mode(self) -> None:
        self.emulator = Emulator(*self._get_terminal_size())
        # As the program does for every terminal: our palettes are what limits colours.
        self._app.console._color_system = ColorSystem.TRUECOLOR
        super().start_application_mode()

    def write(self, data: str) -> None:
        self.emulator.feed(data)

    def flush(self) -> None:
        """Nothing waits."""


@contextmanager
def as_in_a_terminal() -> Iterator[None]:
    """Updates are written as the program does it, by every app that runs inside."""
    stock = [(kind, kind.render_segments) for kind in (LayoutUpdate, ChopsUpdate)]
    assert crop_updates()
    try:
        yield
    finally:
        for kind, render in stock:
            setattr(kind, "render_segments", render)  # noqa: B010  a method, to mypy


class Untrue(AssertionError):
    """The terminal shows something else than the app means."""


class Eyes:
    """Looks at the terminal of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        driver = hand.app._driver
        assert isinstance(driver, Wire)
        self.emulator = driver.emulator

    async def until_painted(self) -> None:
        """Wait for the paint that is asked for, if there is one. Looks are counted, not seconds:
        a machine that stands still for a while does not paint in that time either."""
        for _ in range(_LONGEST):
            if not _active(self.hand.app.screen._update_timer).is_set():
                return
            await asyncio.sleep(_FRAME)
            await self.hand.answer()
        raise AssertionError("it is never painted")

    async def check(self) -> None:
        """What is shown is true, or soon will be without that anybody does anything."""
        await self.until_painted()
        for _ in range(_TRIES):
            if not (found := self._differences()):
                return
            await asyncio.sleep(_BETWEEN)
            await self.hand.settle()
            await self.until_painted()
        raise Untrue("\n".join(found))

    def _differences(self) -> list[str]:
        screen = self.hand.app.screen
        assert isinstance(screen, KbScreen), screen
        shown, meant = self.emulator.picture, painted(screen)
        if shown == meant:
            return []
        found = [*_told(shown, meant)]
        return [f"{len(found)} cells of {type(screen).__name__}", *found[:_FEW]]

    def resize(self, columns: int, rows: int) -> None:
        """The window has another size, and the app hears of it."""
        app, size = self.hand.app, Size(columns, rows)
        self.emulator.resize(columns, rows)
        assert isinstance(app._driver, Wire)
        app._driver._size = (columns, rows)
        app.post_message(Resize(size, size))


def _told(shown: list[list[Cell]], meant: list[list[Cell]]) -> Iterator[str]:
    assert len(shown) == len(meant), "the emulator has another size"
    for y, rows in enumerate(zip(shown, meant, strict=True)):
        for x, (is_, should) in enumerate(zip(*rows, strict=True)):
            if is_ != should:
                yield f"  row {y} column {x}: {_plain(is_)} instead of {_plain(should)}"


def _plain(cell: Cell) -> str:
    return " ".join([repr(cell.text), cell.fore or "-", "on", cell.back, *sorted(cell.flags)])
