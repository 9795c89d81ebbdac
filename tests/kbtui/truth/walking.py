"""Walks: random keys, clicks, moves of the mouse and of other players, and windows that change
size. After each step the terminal has to show the truth."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.online import ownrelay
from kbtui.screens.app import KbApp
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.text import i18n
from kbtui.text.keys import COMMANDS
from tests.kbtui.online.rooms import free_port
from tests.kbtui.piloting import Hand
from tests.kbtui.truth.places import PLACES, Spot, Window
from tests.kbtui.truth.watching import LOOKS, SIZES, Eyes, as_in_a_terminal

_SHEETS: Final = ("question_mark", "question_mark", "L", "p", "escape")
_OFTEN: Final = ("enter", "enter", "tab", "down", "up", "left", "right", "e", "u", "g", "o", "v")
_LETTERS: Final = "aé森 "
_SMALL: Final = ((61, 22), (10, 3))
_AWAY: Final = 6  # steps in the menu, after which a walk elsewhere is over
_LAST: Final = 12  # steps that are told


class Walk(NamedTuple):
    """All that a walk depends on."""

    place: str
    size: tuple[int, int]
    look: str
    seed: str
    steps: int

    def __str__(self) -> str:
        columns, rows = self.size
        where = f"--place {self.place!r} --size {columns}x{rows} --look {self.look}"
        return f"{where} --seed {self.seed} --steps {self.steps}"


async def walked(walk: Walk, home: Path) -> set[str]:
    """The screens that were seen; raises ``Untrue`` with the last steps."""
    window = Window(home, walk.size, LOOKS[walk.look])
    with _same_every_time(home), as_in_a_terminal():
        async with PLACES[walk.place](window) as spot:
            return await _Walker(walk, spot).go()


@contextmanager
def _same_every_time(home: Path) -> Iterator[None]:
    """Games that come out the same, in a program that is not left, with a coach who is quick."""
    i18n.use("en")
    before = Path.cwd()
    home.mkdir(parents=True, exist_ok=True)
    os.chdir(home)  # where exports go
    usual = (free_port(), "127.0.0.1")
    with (
        patch.dict(os.environ, {"KB_HOME": str(home)}),
        patch.object(KbApp, "exit", lambda *_args, **_more: None),
        patch("kbtui.games.kingdom.form.options.new_seed", lambda: "truth"),
        patch("kbtui.games.kingdom.form.kit.new_seed", lambda: "truth"),
        patch.object(ownrelay.OwnRelay.__init__, "__defaults__", usual),
        patch.object(type(COACH), "levels", ("greedy",)),
        patch.object(analysis, "PLAYED", 12),
    ):
        try:
            yield
        finally:
            os.chdir(before)
            i18n.use("en")


class _Walker:
    def __init__(self, walk: Walk, spot: Spot) -> None:
        self._walk = walk
        self._spot = spot
        self._hand: Hand = spot.hand
        self._eyes = Eyes(spot.hand)
        self._random = Random(walk.seed)
        self._done: list[str] = []

    async def go(self) -> set[str]:
        seen, away = set[str](), 0
        try:
            await self._eyes.check()
            for _ in range(self._walk.steps):
                self._done.append("...")
                self._done[-1] = await self._step()
                await self._eyes.check()
                screen = self._hand.app.screen
                seen.add(type(screen).__name__)
                away = away + 1 if isinstance(screen, MenuScreen) else 0
                if away > _AWAY and self._walk.place != "menu":
                    break
        except BaseException as error:
            error.add_note(f"{self._walk}\nafter {len(self._done)} steps: {self._done[-_LAST:]}")
            raise
        return seen

    async def _step(self) -> str:
        """Something that a player, a mouse, a window or somebody else could do."""
        chosen = self._random.random()
        if chosen < 0.05:
            return await self._resize()
        if chosen < 0.08:
            return await self._flick()
        if chosen < 0.2 and self._spot.others is not None:
            await self._spot.others(self._random)
            await self._hand.settle()
            return "others"
        if chosen < 0.35:
            return await self._click()
        if chosen < 0.45:
            return await self._point()
        return await self._press()

    async def _press(self) -> str:
        screen = self._hand.app.screen
        tables = {getattr(screen, "keys_of", None), *getattr(screen, "more_keys_of", ())}
        own = [key for each in COMMANDS if tables & {*each.screens} for key in each.keys]
        sheets = _SHEETS if isinstance(screen, BoardScreen) else ()
        kinds = (own, own, _OFTEN, sheets or own, sheets or _OFTEN, _LETTERS)
        count = self._random.choice((1, 1, 1, 2, 3))  # keys may come faster than paints
        keys = [self._random.choice(self._random.choice(kinds)) for _ in range(count)]
        for key in keys:
            self._hand.send("space" if key == " " else key)
        await self._hand.settle()
        return " ".join(keys)

    async def _click(self) -> str:
        if self._random.random() < 0.6 and (act := self._act()):
            await self._hand.click_act(act)
            return f"click on {act}"
        x, y = self._spot_in_window()
        button = self._random.choice((1, 1, 1, 3))
        await self._hand.click(x, y, button)
        return f"click {button} at {x},{y}"

    def _act(self) -> str:
        panels = (each for each in self._hand.app.screen.query(Lines) if not each.box.is_empty)
        found = {run.act for panel in panels for row in panel.rows for run in row if run.act}
        acts = sorted(act for act in found if self._hand.place_of(act))
        return self._random.choice(acts) if acts else ""

    async def _point(self) -> str:
        x, y = self._spot_in_window()
        if self._random.random() < 0.3:
            steps = self._random.choice((-1, 1))
            await self._hand.roll(x, y, steps)
            return f"roll {steps} at {x},{y}"
        self._hand.point(x, y)
        await self._hand.settle()
        return f"point at {x},{y}"

    def _spot_in_window(self) -> tuple[int, int]:
        columns, rows = self._hand.app.size
        return self._random.randrange(columns), self._random.randrange(rows)

    async def _resize(self) -> str:
        """To another size; more often back to that of the walk."""
        size = self._random.choice((*SIZES, *_SMALL, *[self._walk.size] * 6))
        self._eyes.resize(*size)
        await self._hand.settle()
        return "size {}x{}".format(*size)

    async def _flick(self) -> str:
        """There and back, sooner than the app can follow: what was there is lost."""
        now = tuple(self._hand.app.size)
        for size in ((now[0] - 1, now[1]), (now[0], now[1])):
            self._eyes.resize(*size)
        await self._hand.settle()
        return "flick"
