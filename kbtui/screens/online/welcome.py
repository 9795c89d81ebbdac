"""The app at the first visit to a door: one page, and then the player's own program."""

from __future__ import annotations

import os
import sys

from kbtui.disk.places import settings_name
from kbtui.disk.settings import load
from kbtui.hosted.line import Line
from kbtui.look.terminal import terminal_of
from kbtui.pages.welcome import ENTERED, WelcomePage
from kbtui.play.start import Menu
from kbtui.screens.app import KbApp
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.widgets.private import crop_updates
from kbtui.text import i18n

_NOT_IN = 1


class _WelcomeApp(KbApp):
    def begin(self) -> None:
        self.push_screen(PageScreen(WelcomePage(Line().ask)), self._left)

    def _left(self, outcome: object) -> None:
        self.exit(0 if outcome == ENTERED else _NOT_IN)


def run() -> int:
    """The exit code: 0 for somebody who was let in."""
    i18n.use(None)
    crop_updates()
    settings, _notice = load(settings_name())
    terminal = terminal_of(os.environ, settings, sys.stdout.encoding)
    code = _WelcomeApp(Menu(), settings, terminal).run(mouse=settings.mouse)
    return _NOT_IN if code is None else code
