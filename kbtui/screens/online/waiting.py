"""The waiting room of an online game: from joining to the first card.

It keeps its guest's connection while it is open. When the game begins, the game screen takes over
both.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from textual import events

from kbtui.lobby.waiting import GIVE_UP, KEEP, QUIT, TERMS, Hands, WaitingPage
from kbtui.lobby.waitingroom import WaitingRoom, said, waiting_room_of
from kbtui.lobby.waitingwords import WATCH
from kbtui.play.start import Menu, Watch
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from kbtui.online.guest import Guest

_TICK: Final = 1.0
_OUT: Final = ("kicked", "gone")  # endings after which there is no seat


class WaitingScreen(PageScreen):
    page: WaitingPage

    def __init__(self, guest: Guest, asked: str = "") -> None:
        """``asked`` is the code that was typed, for who is not let in."""
        hands = Hands(guest.ready, guest.request, guest.connection.try_now, self._copy)
        super().__init__(WaitingPage(hands))
        self.guest = guest
        self._asked = asked
        self._keeps_guest = True  # until another screen has taken it over
        self._has_waited = False  # before the game began

    def _copy(self, text: str) -> None:
        self.app.copy_to_clipboard(text)

    # Life

    def compose(self) -> ComposeResult:
        self._look_around()
        yield from super().compose()

    def on_mount(self) -> None:
        if self.kb.standby is not None and not self.guest.is_watching:
            self.kb.standby.stop()  # one opponent is enough
        client = self.guest.client
        self.page.voices = [said(self.guest, each) for each in client.chat.values()]
        self._unlisten = self.guest.listen(self._happened)
        self.set_interval(_TICK, self._tick)
        self._go_on()

    def on_unmount(self) -> None:
        self._unlisten()
        if self._keeps_guest:
            self.guest.hang_up()

    def _look_around(self) -> None:
        entrance = self.kb.entrance
        own = entrance.relay_of(self.guest) if entrance is not None else None
        shared = own.addresses if own is not None else ()
        waiting = waiting_room_of(self.guest, self._asked, shared, time.monotonic())
        if own is not None and own.trouble:
            waiting = waiting._replace(trouble=own.trouble, advice="")
        self.page.waiting = waiting

    def _tick(self) -> None:
        """The time until the line is tried again runs."""
        if not self.guest.is_up:
            self._changed()

    def _happened(self, event: e.Event | None) -> None:
        if isinstance(event, e.Got) and isinstance(event.message, m.Said | m.Murmur):
            self.page.voices.append(said(self.guest, event.message))
        before = self.page.waiting
        self._changed()
        self._ring(before)
        self._go_on()

    def _ring(self, before: WaitingRoom) -> None:
        """Call somebody who looks elsewhere: a seat was taken, or the game can begin."""
        if self.app.app_focus or not self.kb.settings.bell:
            return
        now = self.page.waiting
        can_begin = now.is_host and not now.hindrance
        if len(now.free) < len(before.free) or (can_begin and before.hindrance):
            self.app.bell()

    def _changed(self) -> None:
        if self.is_mounted:
            self._look_around()
            self.repaint()

    def _go_on(self) -> None:
        """To the game, once all of it is here that the relay has."""
        client, room = self.guest.client, self.guest.room
        self._has_waited |= room is not None and room.phase == k.LOBBY
        if self.guest.is_playing and client.confirmed >= client.last and self._keeps_guest:
            from kbtui.screens.beside.relay import online_game  # late: it leads here

            if self._has_waited and client.table is not None:  # nothing of it was missed
                self.guest.saw(client.confirmed, 1, client.table.to_act)
            try:
                self.app.switch_screen(online_game(self.guest))
            except PROBLEMS as error:  # the seat is kept, for line mode
                self.kb.notice = problem_of(error)
                self.app.call_later(self.kb.open, Menu())
            else:
                self._keeps_guest = False

    def type_key(self, event: events.Key) -> bool:
        self._forget_refusal()
        return super().type_key(event)

    def do(self, command: str) -> None:
        self._forget_refusal()
        super().do(command)

    def _forget_refusal(self) -> None:
        """It was read; at the door it stays, since there is nothing else to say."""
        if self.guest.room is not None and self.guest.refusal is not None:
            self.guest.refusal = None
            self._look_around()

    # Ways out

    def leave_with(self, outcome: object) -> None:
        ways: dict[object, Callable[[], None]] = {
            GIVE_UP: self._give_up,
            KEEP: self._keep,
            TERMS: self._change_terms,
            WATCH: self._watch,
            QUIT: self._quit,
        }
        ways[outcome]()

    def _give_up(self) -> None:
        """Free the seat, if there is one; its ticket leads nowhere any more."""
        guest = self.guest
        if guest.is_up and guest.room is not None:
            guest.request(m.Leave())
            guest.forget()
        elif self._is_seat_lost:
            guest.forget()
        self.dismiss(None)

    @property
    def _is_seat_lost(self) -> bool:
        """Whether the ticket never was of use, or is not any more."""
        kept, ended, refusal = self.guest.kept, self.guest.connection.trouble, self.guest.refusal
        is_new = kept is not None and not kept.place.code
        is_out = isinstance(ended, e.Ended) and ended.code in _OUT
        return is_new or is_out or (refusal is not None and refusal.code == "wrong-token")

    def _keep(self) -> None:
        self.dismiss(None)

    def _quit(self) -> None:
        self.app.exit(0)

    def _watch(self) -> None:
        from kbtui.screens.online.entering import screen_into  # late: it leads here

        if self._is_seat_lost:
            self.guest.forget()
        start = Watch(self.guest.address.url, self.page.waiting.code)
        self.app.switch_screen(screen_into(self.kb, start))

    def _change_terms(self) -> None:
        from kbtui.screens.online.hosting import change_terms  # late: few change them

        change_terms(self.kb, self.guest)

    def on_paste(self, event: events.Paste) -> None:
        for character in event.text:
            self.page.type(character, character)
        self.repaint()
