"""The host's forms: for a new room, and for changing the options of an open one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BadOptions
from kbtui.games.kingdom.form.host import HostPage, TermsPage, wishes_of
from kbtui.games.kingdom.form.wishes import Wishes
from kbtui.play.seeds import new_seed
from kbtui.play.start import Host
from kbtui.screens.menu import StartScreen
from relay.protocol import messages as m

if TYPE_CHECKING:
    from kbtui.online.guest import Guest
    from kbtui.screens.app import KbApp


class HostScreen(StartScreen):
    """What was asked for last time is proposed again, on another board."""

    page: HostPage

    def __init__(self, app: KbApp) -> None:
        super().__init__(HostPage(app.room_wishes or Wishes(new_seed()), new_seed))

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Host):
            self.kb.room_wishes = self.page.wishes.other_seed(new_seed())
        super().leave_with(outcome)


class TermsScreen(StartScreen):
    page: TermsPage

    def __init__(self, guest: Guest, wishes: Wishes) -> None:
        super().__init__(TermsPage(wishes, new_seed))
        self._guest = guest

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, m.Terms):
            self._guest.wish(m.Change(outcome))
        self.dismiss(None)


def change_terms(app: KbApp, guest: Guest) -> None:
    """Open the form with the terms as they are."""
    if guest.room is None:
        return
    try:
        wishes = wishes_of(guest.room.terms)
    except (ValueError, BadOptions):  # a relay that sends what cannot be played
        wishes = Wishes(new_seed())
    app.push_screen(TermsScreen(guest, wishes))
