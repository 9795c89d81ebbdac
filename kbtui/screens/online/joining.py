"""The way into a room by its code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from kbtui.lobby import join
from kbtui.lobby.join import JoinPage
from kbtui.online import answers
from kbtui.play.start import Join, Watch
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.text.i18n import _
from relay.client import events as e

if TYPE_CHECKING:
    from kbtui.online.guest import Guest


class JoinScreen(PageScreen):
    """It goes to the door with the code, and on into the waiting room."""

    page: JoinPage

    def __init__(self, page: JoinPage) -> None:
        super().__init__(page)
        self._guest: Guest | None = None  # on the way in

    def on_unmount(self) -> None:
        self._drop()

    def on_paste(self, event: events.Paste) -> None:
        for character in event.text:
            self.page.type(character, character)
        self.repaint()

    def leave_with(self, outcome: object) -> None:
        if outcome in ("back", "leave"):
            self.dismiss(outcome)
        else:
            self._knock(outcome == join.WATCH or self.page.kind == join.WATCH)
            self.repaint()

    def _knock(self, is_watching: bool) -> None:
        self._drop()
        code = self.page.shown_code
        try:
            guest = way_into(self.kb, Watch("", code) if is_watching else Join("", code)).guest
        except PROBLEMS as error:
            self.page.tell(problem_of(error))
            return
        self._guest = guest
        self._unlisten = guest.listen(self._happened)
        begin(self.kb, guest)
        self._changed(guest)

    def _drop(self) -> None:
        """Nobody is on the way any more; a new ticket leads nowhere."""
        guest, self._guest = self._guest, None
        if guest is not None:
            self._unlisten()
            if guest.kept is not None and not guest.kept.place.code:
                guest.forget()
            guest.hang_up()

    def _happened(self, event: e.Event | None) -> None:
        guest = self._guest
        if guest is None:
            return
        if guest.room is not None:
            self._guest = None
            self._unlisten()
            self.app.switch_screen(WaitingScreen(guest, self.page.shown_code))
        elif guest.refusal is not None:
            refusal = guest.refusal
            self._drop()
            self.page.refuse(refusal.code, refusal.text)
            self.repaint()
        else:
            self._changed(guest)

    def _changed(self, guest: Guest) -> None:
        why, name = guest.connection.trouble, guest.address.name
        if why is None:
            self.page.tell("" if guest.is_up else _("connecting to {relay}").format(relay=name))
        else:
            self.page.tell(f"{answers.trouble(why, name)} {answers.advice(why)}".strip())
        self.repaint()
