"""Rings when somebody comes to the hall of a door, also while its player is somewhere else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kbtui.play.session import REMOTE
from kbtui.screens.gamescreen import GameScreen
from relay.protocol.cleaning import NAME, clean

if TYPE_CHECKING:
    from kbtui.hosted.line import Line
    from kbtui.screens.app import KbApp

_EVERY: Final = 10.0  # seconds between two looks from somewhere else


class Doorbell:
    """Of one player, as long as the app runs. The hall tells it who is there while it is in sight;
    elsewhere it asks the door itself, if a bell may be wanted there."""

    def __init__(self, app: KbApp, door: Line) -> None:
        self._app, self._door = app, door
        self._here: set[str] | None = None
        self.is_told = False  # by the hall
        app.set_interval(_EVERY, self._look)

    def hear(self, names: Iterable[str]) -> None:
        """Who is here now; somebody new is rung for."""
        before, self._here = self._here, {*names}
        if before and self._here - before and self._is_wanted:
            self._app.bell()

    @property
    def _is_wanted(self) -> bool:
        when = self._app.settings.visitors
        is_free = self._app.standby is not None or self._plays_a_bot
        return when == "always" or (when == "waiting" and is_free)

    @property
    def _plays_a_bot(self) -> bool:
        screen = self._app.screen
        if not isinstance(screen, GameScreen):
            return False
        return not screen.session.is_over and REMOTE not in screen.session.players

    def _look(self) -> None:
        if not self.is_told and self._is_wanted:
            self._app.run_worker(self._ask(), group="doorbell", exclusive=True)

    async def _ask(self) -> None:
        question = partial(self._door.ask, "here")
        answer: dict[str, Any] = await asyncio.to_thread(question)
        names = answer.get("here")
        if isinstance(names, list):
            self.hear(clean(str(name), NAME) for name in names)
