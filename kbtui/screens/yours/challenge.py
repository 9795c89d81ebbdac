"""A finished game as a challenge, and the clipboard of the terminal."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from engine.errors import EngineError
from kbtui.pages.challenge import ChallengePage
from kbtui.pages.daily import Copy
from kbtui.screens.page import PageScreen
from kbtui.screens.widgets.private import send
from kbtui.story.exports import Source
from kbtui.text.i18n import _
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp


class ChallengeScreen(PageScreen):
    """Lies on top of the final score."""

    page: ChallengePage

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Copy):
            self.page.say(copy(self.kb, outcome.text))
            self.repaint()
        else:
            self.dismiss(outcome)


def open_challenge(app: KbApp, source: Source) -> str:
    """Why not, if nobody else can play this game."""
    try:
        page = ChallengePage(source.record(), source.table)
    except EngineError as error:
        return told(error)
    app.push_screen(ChallengeScreen(page))
    return ""


def copy(app: KbApp, text: str) -> str:
    """Hand the text to the terminal's clipboard; what to say about it."""
    packed = base64.b64encode(text.encode()).decode()
    send(app, f"\x1b]52;c;{packed}\x07")
    return _("Copied, if your terminal lets programs use the clipboard.")
