"""The screens for online games and for room codes: both query a relay while they are open."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from textual import events

from kbtui.hosted.line import Line
from kbtui.hosted.mode import is_hosted
from kbtui.lobby import join, rooms
from kbtui.lobby.join import JoinPage
from kbtui.lobby.rooms import Known, OnlinePage
from kbtui.online import answers, saved_rooms, tickets
from kbtui.online.entering import address_of
from kbtui.play.start import Join, Start, Watch
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.meeting import meet
from kbtui.screens.online.waiting import WaitingScreen
from kbtui.screens.opening import screen_of
from kbtui.screens.page import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.text.i18n import _
from relay.client import events as e
from relay.client.connection import Trouble
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m
from relay.protocol.cleaning import NAME, clean

if TYPE_CHECKING:
    from kbtui.online.guest import Guest

_EVERY: Final = 3.0  # seconds between two looks at the open games
_PATIENCE: Final = 8.0  # seconds for an answer


class OnlineScreen(PageScreen):
    """It asks for the open games as long as it is in sight."""

    page: OnlinePage

    def __init__(self, relay: str, game: str | None = None) -> None:
        """``relay`` is the address of the settings; ``game`` is proposed to a host."""
        super().__init__(OnlinePage(Known(relay), self._change_relay, game))
        self._asking: asyncio.Task[None] | None = None
        self._door = Line() if is_hosted() else None

    # Life

    def on_screen_resume(self) -> None:
        tickets.sweep(self.kb.tickets_folder, time.time())
        self._ask_anew()
        self.run_worker(self._peek(), group="relays", exclusive=True)

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _ask_anew(self) -> None:
        self._stop()
        self.page.known = Known(self.kb.settings.relay)
        self._look_around()
        self._asking = asyncio.create_task(self._ask())
        self.kb.answer_for(self._asking)

    def _change_relay(self, address: str) -> None:
        self.kb.change(relay=address)
        self._ask_anew()

    def _look_around(self) -> None:
        self.page.own = saved_rooms.summaries(self.kb.tickets_folder)
        if self.is_mounted:
            self.repaint()

    async def _peek(self) -> None:
        """How our own games stand."""
        if self.kb.tickets_folder.is_dir() and await saved_rooms.refresh(
            self.kb.tickets_folder, _PATIENCE
        ):
            self._look_around()

    async def _ask(self) -> None:
        """Which games are open, again and again."""
        while True:
            try:
                await self._visit()
            except NoAnswer as error:
                self._trouble(error.trouble)
            except TimeoutError as error:
                self._trouble(error)
            await asyncio.sleep(_EVERY)

    async def _visit(self) -> None:
        """Until the relay does not answer any more."""
        address = address_of("", self.kb.settings)
        async with visit(address.url) as caller:
            while True:
                async with asyncio.timeout(_PATIENCE):
                    answer = await caller.ask(m.ListRooms())
                if isinstance(answer, m.Rooms):
                    here = await self._who()
                    self._learn(Known(self.kb.settings.relay, True, rooms=answer.rooms, here=here))
                await asyncio.sleep(_EVERY)

    def _trouble(self, why: Trouble) -> None:
        relay = self.kb.settings.relay
        told = answers.trouble(why, address_of("", self.kb.settings).name)
        self._learn(Known(relay, trouble=told, advice=answers.advice(why)))

    async def _who(self) -> tuple[str, ...]:
        """Everybody at this door, if it is one."""
        if self._door is None:
            return ()
        names = (await asyncio.to_thread(self._door.ask, "who")).get("who", ())
        return tuple(clean(str(name), NAME) for name in names)

    def _learn(self, known: Known) -> None:
        before = self.page.known.here
        if before and {*known.here} - {*before} and self.kb.settings.bell:
            self.app.bell()  # somebody has come
        self.page.known = known
        self._look_around()

    # Ways out

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Start):
            self._enter(outcome)
        elif outcome == rooms.HOST:
            from kbtui.screens.online.hosting import HostScreen  # late: hosting opens this too

            self.app.push_screen(HostScreen(self.kb, self.page.kit.key))
        elif outcome == rooms.MEET:
            self._meet()
        elif outcome in (rooms.JOIN, rooms.WATCH):
            relay = address_of("", self.kb.settings).name
            self.app.push_screen(JoinScreen(JoinPage(str(outcome), relay)))
        else:
            self.dismiss(outcome)

    def _meet(self) -> None:
        try:
            screen = meet(self.kb, self.page.kit.key, self.page.public)
        except PROBLEMS as error:
            self.page.error = problem_of(error)
            self.repaint()
            return
        self.app.push_screen(screen)

    def _enter(self, start: Start) -> None:
        try:
            screen = screen_of(self.kb, start)
        except PROBLEMS as error:
            self.page.error = problem_of(error)
            self.repaint()
            return
        if screen is not None:
            self.app.push_screen(screen)


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
