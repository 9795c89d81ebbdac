"""The app: one player's terminal, settings and keys, and the way from screen to screen."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.app import App

from kbtui.disk import places
from kbtui.disk import settings as settings_file
from kbtui.disk.settings import Settings
from kbtui.games.kit import tones
from kbtui.hosted import mode
from kbtui.hosted.line import Line, tell_mistake
from kbtui.look.look import Look
from kbtui.look.terminal import Terminal
from kbtui.play.crew import second_core
from kbtui.play.start import Menu, Online, Start
from kbtui.screens.base import KbScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.widgets.private import (
    crop_updates,
    error_of,
    keep_quiet,
    paint_anew,
    send,
    stop_between_tasks,
    take_styles,
)
from kbtui.text import i18n
from kbtui.text.keys import Keys

if TYPE_CHECKING:
    from kbtui.online.entering import Entrance
    from kbtui.screens.online.standby import Standby

_SHOW_CURSOR: Final = "\x1b[?25h"
_HIDE_CURSOR: Final = "\x1b[?25l"
_TERMINATED: Final = 128 + signal.SIGTERM  # the exit code that shells use


class KbApp(App[int]):
    """What screens share: how things look, which keys do what, where games are kept."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; overflow: hidden; }"

    def __init__(
        self, start: Start, settings: Settings, terminal: Terminal, notice: str | None = None
    ) -> None:
        # Colours go out exactly as our palettes have them; the framework adds none of its own.
        super().__init__(ansi_color=True)
        take_styles(self)
        self.start = start
        self._terminal = terminal
        self.notice = notice  # a sentence that the first screen shows
        self.entrance: Entrance | None = None  # to rooms online, once it is needed
        self.standby: Standby | None = None  # waits for an opponent, once that is asked for
        self.is_greeted = False  # at a door, in its hall
        self.ignored: set[str] = set()  # people not to meet, rooms that sent us away
        self.numbers: dict[str, int] = {}  # of public games, by their codes: digits watch them
        self.room_chosen: dict[str, Any] = {}  # in the last form of a room, for each game
        self._take(settings)

    def _take(self, settings: Settings) -> None:
        self.settings = settings
        self.look = Look(settings, self._terminal, tones)
        self.keys = Keys(settings.keyset, settings.keys)

    # Life of the app

    def on_mount(self) -> None:
        if self.settings.cursor:
            send(self, _SHOW_CURSOR)
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not on every platform
            # Who ends the program politely gets the terminal back as it was.
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit, _TERMINATED)
            stop_between_tasks(self)
        self.begin()

    def begin(self) -> None:
        """Open the first screen."""
        if isinstance(self.start, Menu) and mode.is_hosted():
            self.open(Online())  # the menu lies below
        elif isinstance(self.start, Menu):
            self.push_screen(
                MenuScreen(self.start.game)
            )  # at once: what games need is imported afterwards
        else:
            self.open(self.start)

    def on_ready(self) -> None:
        # The size of the window is next in our queue, then in that of the screen, which paints.
        self.call_later(lambda: self.screen.call_later(self._painted))

    def _painted(self) -> None:
        """For the first time: now is the moment for what could wait."""
        if not gc.isenabled():  # since before all this was imported
            gc.freeze()  # what is there by now stays to the end, and need not be looked at again
            gc.enable()
        for screen in self.screen_stack:
            if isinstance(screen, KbScreen):
                screen.painted()

    async def on_unmount(self) -> None:
        if self.standby is not None:
            await self.standby.close()
        if self.entrance is not None:
            await self.entrance.close()

    def on_resize(self, event: events.Resize) -> None:
        """The size that we know already: the terminal had another one in between, or we were
        stopped, and what it showed is gone."""
        if event.size == self.size:
            paint_anew(self)
            send(self, _SHOW_CURSOR if self.settings.cursor else _HIDE_CURSOR)

    def answer_for(self, task: asyncio.Task[None]) -> None:
        """An error in this task is one of the app, which ends with it; a screen whose line has
        silently died would only look as if nobody moved."""
        task.add_done_callback(self._end_with)

    def _end_with(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.call_later(task.result)  # raises it where the framework looks for errors

    def does(self, what: str = "", where: str = "") -> None:
        """Tell the door, if there is one, for those who look around in its hall."""
        if mode.is_hosted():
            question = partial(Line().ask, "doing", what=what, where=where)
            self.run_worker(asyncio.to_thread(question), group="doing")

    def repaint_title(self) -> None:
        """Somebody waits, or has come: every title bar says so."""
        for screen in self.screen_stack[-1:]:
            if isinstance(screen, KbScreen) and screen.is_mounted:
                screen.repaint()

    def open(self, start: Start) -> None:
        """Go to what is asked for; the menu lies below everything."""
        self.opening.go(self, start)

    @property
    def opening(self) -> Any:
        """The module that opens screens."""
        from kbtui.screens import opening  # late: screens know the app

        return opening

    def change(self, **values: Any) -> None:
        """New settings: kept, and in force at once on every screen."""
        self._take(self.settings._replace(**values))
        i18n.use(None if self.settings.language == "auto" else self.settings.language)
        if "second_core" in values:
            second_core.use(self.settings.second_core)
        try:
            self._remember(values)
        except OSError as error:
            self.notice = i18n._("Your settings could not be saved: {reason}").format(
                reason=error.strerror
            )
        send(self, _SHOW_CURSOR if self.settings.cursor else _HIDE_CURSOR)
        for screen in self.screen_stack:
            if isinstance(screen, KbScreen) and screen.is_mounted:
                screen.dress()

    def _remember(self, values: dict[str, Any]) -> None:
        """Keep what was changed here, and nothing that the command line said for this time only."""
        path = places.settings_file(os.environ)
        kept, _notice = settings_file.load(path)
        if kept.name == settings_file.login_name():
            kept = kept._replace(name="")  # nobody has chosen it
        settings_file.save(kept._replace(**values), path)

    @property
    def games_folder(self) -> Path:
        return places.games_folder(os.environ)

    @property
    def tickets_folder(self) -> Path:
        return places.tickets_folder(os.environ)

    @property
    def reports_folder(self) -> Path:
        return places.reports_folder(os.environ)


def run(start: Start, settings: Settings, terminal: Terminal, notice: str | None = None) -> int:
    """Open the app; the exit code."""
    crop_updates()
    if hasattr(signal, "SIGHUP"):  # who started us may ignore it; without a terminal we must end
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    second_core.use(settings.second_core)
    app = KbApp(start, settings, terminal, notice)
    if mode.is_hosted():
        keep_quiet(app)
    code = app.run(mouse=settings.mouse)
    error = error_of(app)
    if mode.is_hosted() and error is not None:
        tell_mistake(error)
    if app.return_code:  # the framework has told the error itself
        text = i18n._(
            "Something went wrong in kb.\n"
            "Your games are saved; kb continue picks up where you left off."
        )
        print(text, file=sys.stderr)
    return code or app.return_code or 0
