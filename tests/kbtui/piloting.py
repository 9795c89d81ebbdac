"""The app without a terminal: open it, press keys, click, and read what it shows.

Every step ends when the app has nothing left to do, not when some time has passed, so a whole game
takes seconds and is the same every time.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from textual import events
from textual.driver import Driver
from textual.pilot import Pilot
from textual.strip import Strip
from textual.worker import WorkerCancelled

from engine.kingdom.ground.hexes import Hex
from engine.kingdom.setup import Options, options_as_json
from kbtui.disk.settings import Settings
from kbtui.games.kingdom.play.hand import Play
from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.palette import Mode
from kbtui.paint.runs import width
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame, Start
from kbtui.screens.app import KbApp
from kbtui.screens.base import KbScreen
from kbtui.screens.beside.companion import Companion
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.private import strips

C = TypeVar("C", bound=Companion)

NAMES: Final = ("Ada", "Ben", "Cleo", "Dmitri")
TRUE: Final = Terminal(Mode.TRUE, False, True, Promised(Mode.TRUE, True))
BARE: Final = Terminal(None, False, False, Promised(None, False))  # no colour, only ASCII
QUICK: Final = Settings(pace="off", name=NAMES[0], language="en", bell=False)

_ROUNDS: Final = 2  # quiet ones in a row, after which nothing can be under way


def new_game(seed: str, *bots: str, people: int = 1, **options: Any) -> NewGame:
    """A game of that many people against these bots."""
    players = (HUMAN,) * people + bots
    base = Options(players=len(players), seed=seed)
    asked = options_as_json(base._replace(**options))
    return NewGame("kingdom", asked, players, NAMES[: len(players)])


@asynccontextmanager
async def opened(
    start: Start,
    size: tuple[int, int] = (80, 24),
    settings: Settings = QUICK,
    terminal: Terminal = TRUE,
    driver: type[Driver] | None = None,
) -> AsyncIterator[Hand]:
    """The app in a window of that size, ready for keys and clicks; what it writes goes to the
    driver, if there is one."""
    app = KbApp(start, settings, terminal)
    if driver is not None:
        app.driver_class = driver
    async with app.run_test(headless=driver is None, size=size) as pilot:
        hand = Hand(app, pilot)
        await hand.settle()
        yield hand


class Hand:
    """Keys and the mouse of a player, and the eyes."""

    def __init__(self, app: KbApp, pilot: Pilot[int]) -> None:
        self.app = app
        self._pilot = pilot

    # Time

    async def settle(self) -> None:
        """Wait until every message is handled and nobody works in the background."""
        while busy := [worker for worker in self.app.workers if not worker.is_finished]:
            for worker in busy:
                with suppress(WorkerCancelled):
                    await worker.wait()
            await self.answer()
        await self.answer()
        if any(not worker.is_finished for worker in self.app.workers):
            await self.settle()

    async def answer(self) -> None:
        """Wait until every message is handled; others may still be thinking."""
        quiet = 0
        while quiet < _ROUNDS:
            if not await self._pilot._wait_for_screen():
                raise AssertionError("the app has broken down")
            pumps = [self.app, *self.app.screen.walk_children(with_self=True)]
            quiet = 0 if any(pump.message_queue_size for pump in pumps) else quiet + 1

    # Keys and mouse

    def send(self, key: str) -> None:
        """Press a key and wait for nothing."""
        character = key if len(key) == 1 else _CHARACTERS.get(key)
        self.app.post_message(events.Key(_KEYS.get(key, key), character))

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.send(key)
            await self.settle()

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def resize(self, columns: int, rows: int) -> None:
        await self._pilot.resize_terminal(columns, rows)
        await self.settle()

    async def build(self, times: int = 1) -> None:
        """Build on the next legal hex."""
        for _ in range(times):
            await self.press("tab", "enter")

    async def end_turn(self) -> None:
        """With a second press where the first one asks."""
        await self.press("e")
        if self.play.is_asking:
            await self.press("e")

    async def type(self, text: str) -> None:
        await self.press("/", *("space" if char == " " else char for char in text), "enter")

    async def click(self, x: int, y: int, button: int = 1) -> None:
        """Go there with the mouse, press and let go, as a terminal would tell it."""
        self.point(x, y)
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False))
        await self.settle()

    async def roll(self, x: int, y: int, steps: int) -> None:
        """Turn the wheel there; up is positive."""
        kind = events.MouseScrollUp if steps > 0 else events.MouseScrollDown
        self.app.post_message(kind(None, x, y, 0, -steps, 0, False, False, False))
        await self.settle()

    def point(self, x: int, y: int) -> None:
        self.app.post_message(events.MouseMove(None, x, y, 0, 0, 0, False, False, False))

    async def click_hex(self, hex_: Hex) -> None:
        x, y = self.game.board.spot(hex_)
        box = self.game.board.box
        await self.click(x + box.x, y + box.y)

    async def click_act(self, act: str) -> None:
        """Click on something that stands for the command."""
        found = self.place_of(act)
        assert found is not None, f"nothing to click for {act}:\n{self.text}"
        await self.click(*found)

    async def click_text(self, text: str) -> None:
        """Click on the first place where the screen says so."""
        found = next((line.find(text), y) for y, line in enumerate(self.lines) if text in line)
        await self.click(*found)

    def place_of(self, act: str) -> tuple[int, int] | None:
        """A cell that shows the command, if there is one in sight."""
        for panel in self.app.screen.query(Lines):
            if panel.box.is_empty:
                continue
            for y, row in enumerate(panel.rows):
                x = 0
                for run in row:
                    if run.act == act and run.text:
                        return x + panel.box.x, y + panel.box.y
                    x += width(run.text)
        return None

    # Eyes

    @property
    def game(self) -> GameScreen:
        screen = self.app.screen
        assert isinstance(screen, GameScreen), screen
        return screen

    @property
    def play(self) -> Play:
        """The person in a game of Kingdom Builder."""
        hand = self.game.hand
        assert isinstance(hand, Play), hand
        return hand

    @property
    def tokens(self) -> list[str]:
        """All that has happened in the game."""
        return [entry.token for entry in self.game.session.table.entries]

    @property
    def strips(self) -> Sequence[Strip]:
        """What the window shows, with its styles."""
        self.app.screen._on_timer_update()
        return [*strips(self.app)]

    @property
    def lines(self) -> Sequence[str]:
        return [strip.text for strip in self.strips]

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    def check(self) -> None:
        """What was painted bit by bit is what would be painted afresh, and fills the window."""
        before = self.strips
        columns, rows = self.app.size
        assert [strip.cell_length for strip in before] == [columns] * rows
        screen = self.app.screen
        assert isinstance(screen, KbScreen)
        screen.dress()  # forgets everything and paints it again
        for y, (painted, fresh) in enumerate(zip(before, self.strips, strict=True)):
            assert painted == fresh, f"row {y} is stale: {painted.text!r}, not {fresh.text!r}"


def beside(hand: Hand, kind: type[C]) -> C:
    """The companion of that kind that the game has."""
    return next(each for each in hand.game.companions if isinstance(each, kind))


_KEYS: Final = {  # as the framework names them
    "/": "slash",
    "?": "question_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "-": "minus",
    "=": "equals_sign",
}
_CHARACTERS: Final = {"space": " "}
