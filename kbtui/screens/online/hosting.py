"""The host's forms: for a new room, and for changing the options of an open one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kbtui.games.kit import FormPage, find
from kbtui.play.start import Host
from kbtui.screens.stack import forms_of
from kbtui.screens.starting import StartScreen
from relay.protocol import messages as m

if TYPE_CHECKING:
    from kbtui.online.guest import Guest
    from kbtui.screens.app import KbApp


class HostScreen(StartScreen):
    """What was asked for last time is proposed again, on another table."""

    page: FormPage

    def __init__(self, app: KbApp, game: str) -> None:
        super().__init__(forms_of(game).host(app.room_chosen.get(game)))
        self.rules_of = find(game)

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Host):
            self.kb.room_chosen[outcome.game] = self.page.chosen(again=True)
        super().leave_with(outcome)


class TermsScreen(StartScreen):
    def __init__(self, guest: Guest, page: FormPage) -> None:
        super().__init__(page)
        self._guest = guest
        self.rules_of = find(None if guest.room is None else guest.room.game)

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, m.Terms):
            self._guest.request(m.Change(outcome))
        self.dismiss(None)


def change_terms(app: KbApp, guest: Guest) -> None:
    """Open the form with the terms as they are."""
    if guest.room is not None:
        page = forms_of(guest.room.game).terms(guest.room.terms)
        app.push_screen(TermsScreen(guest, page))
