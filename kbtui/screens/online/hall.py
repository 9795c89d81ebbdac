"""The screen of the hall: it asks relay and door as long as it is in sight."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from kbtui.daily.asking import Unanswered
from kbtui.daily.replies import news
from kbtui.hosted.line import Line
from kbtui.hosted.mode import hosted, is_hosted
from kbtui.lobby import join
from kbtui.lobby.join import JoinPage
from kbtui.online import answers, peeking, saved_rooms, tickets
from kbtui.online.entering import address_of
from kbtui.pages.hall import rows
from kbtui.pages.hall.aside import width_of
from kbtui.pages.hall.card import FRIEND, KEYS, Copied, friend_card, keys_card
from kbtui.pages.hall.hallpage import HallPage
from kbtui.pages.hall.keyhints import OPTIONS, QUIT
from kbtui.pages.hall.known import DOINGS, Known, Neighbor, Sight
from kbtui.pages.hall.past import Rerun, greeting
from kbtui.pages.hall.talk import Say, Word
from kbtui.pages.settings import SettingsPage
from kbtui.play.saved_games import unfinished
from kbtui.play.start import Start
from kbtui.screens.online.archive import Archive
from kbtui.screens.online.doorbell import Doorbell
from kbtui.screens.online.hosting import HostScreen
from kbtui.screens.online.joining import JoinScreen
from kbtui.screens.online.meeting import meet
from kbtui.screens.online.preview import Preview
from kbtui.screens.online.rerun import rerun_screen
from kbtui.screens.online.standby import Standby
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.screens.yours.daily import daily_screen
from kbtui.text.i18n import _
from relay.client.connection import Trouble
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m
from relay.protocol.cleaning import NAME, clean

_EVERY: Final = 3.0  # seconds between two looks at the public games
_PATIENCE: Final = 8.0  # seconds for an answer
_SOON, _TRIES = 0.1, 30  # seconds between questions to a door that is looking, and how many
_LINE: Final = 200  # characters of what somebody says
_LOCAL: Final = 3  # saved games against bots that are listed
_RECALL: Final = 30.0  # seconds between two looks at what the door remembers


class HallScreen(PageScreen):
    page: HallPage

    def __init__(
        self, relay: str, game: str | None, ignored: set[str], is_on: bool = False
    ) -> None:
        """``relay`` is the address of the settings; ``game`` is proposed for new games; ``is_on``:
        television is."""
        super().__init__(HallPage(Known(relay), self._change_relay, game, ignored))
        self._asking: asyncio.Task[None] | None = None
        self._recall_at = 0.0  # when the door is asked next what it remembers
        self._is_on = is_on and is_hosted()
        self._door = Line() if is_hosted() else None
        self._preview = Preview(self, self._saw)
        self._archive = None if self._door is None else Archive(self._door)
        self._bell: Doorbell | None = None
        self._showing = ""  # the finished game whose board is being fetched, or is there

    # Life

    def on_screen_resume(self) -> None:
        if self._bell is None and self._door is not None:
            self._bell = Doorbell(self.kb, self._door)
        self._recall_at = 0.0
        tickets.sweep(self.kb.tickets_folder, time.time())
        self.page.error, self.kb.notice = self.kb.notice, None
        self._ask_anew()
        self.run_worker(self._peek(), group="relays", exclusive=True)

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()

    def _stop(self) -> None:
        self._preview.stop()
        if self._bell is not None:
            self._bell.is_told = False
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _ask_anew(self) -> None:
        self._stop()
        if self._bell is not None:
            self._bell.is_told = True
        here = self.page.known.here
        self.page.known = Known(self.kb.settings.relay, here=here)
        self._look_around()
        self._asking = asyncio.create_task(self._ask())
        self.kb.answer_for(self._asking)

    def _change_relay(self, address: str) -> None:
        self.kb.change(relay=address)
        self._ask_anew()

    def _look_around(self) -> None:
        self.page.own = saved_rooms.summaries(self.kb.tickets_folder)
        games = unfinished(self.kb.games_folder)
        self.page.local = [game for game in games if game.problem is None][:_LOCAL]
        if self.is_mounted:
            self.repaint()

    def repaint(self) -> None:
        self.page.numbers = self.kb.numbers
        self.page.waits_in = self.kb.standby.code if self.kb.standby is not None else None
        super().repaint()
        self.kb.numbers = self.page.numbers
        if self.is_active and self.page.known.is_up:
            self._preview.look(self.page.code)
            self._show_again(self.page.rerun)

    def _show_again(self, rerun: Rerun | None) -> None:
        """The last position of a finished game beside the list, where there is room for it."""
        label = "" if rerun is None else rerun.label
        if rerun is None or label == self._showing or not width_of(*self.app.size):
            return
        self._showing = label
        self.run_worker(self._look_at(rerun), group="rerun", exclusive=True)

    async def _look_at(self, rerun: Rerun) -> None:
        assert self._archive is not None, "elsewhere there are none"
        found = await asyncio.to_thread(self._archive.glance, rerun)
        if found is not None:
            self._saw(found)

    def _saw(self, sight: Sight) -> None:
        self.page.sight = sight
        if self.is_active:
            self.repaint()

    async def _peek(self) -> None:
        """How our own games stand."""
        if self.kb.tickets_folder.is_dir() and await peeking.refresh(
            self.kb.tickets_folder, _PATIENCE
        ):
            self._look_around()

    async def _ask(self) -> None:
        """Which games are public, again and again."""
        while True:
            try:
                await self._hear_door()
                await self._visit()
            except NoAnswer as error:
                self._trouble(error.trouble)
            except TimeoutError as error:
                self._trouble(error)
            await asyncio.sleep(_EVERY)

    async def _hear_door(self) -> None:
        """As long as the door knows the public games. It asks the relay once for everybody, so
        that programs need no connection to show a list."""
        while (rooms := await self._rooms()) is not None:
            await self._tell(rooms)
            await asyncio.sleep(_EVERY)

    async def _rooms(self) -> tuple[m.Listed, ...] | None:
        for _try in range(_TRIES if self._door is not None else 0):
            assert self._door is not None, "asked above"
            answer = await asyncio.to_thread(self._door.ask, "rooms")
            if not answer.get("soon"):
                return _listed(answer)
            await asyncio.sleep(_SOON)
        return None

    async def _tell(self, rooms: tuple[m.Listed, ...]) -> None:
        here = await self._who()
        await self._recall()
        self._learn(Known(self.kb.settings.relay, True, rooms=rooms, here=here))

    async def _visit(self) -> None:
        """Until the relay does not answer any more."""
        address = address_of("", self.kb.settings)
        async with visit(address.url) as caller:
            while True:
                async with asyncio.timeout(_PATIENCE):
                    answer = await caller.ask(m.ListRooms())
                if isinstance(answer, m.Rooms):
                    await self._tell(answer.rooms)
                await asyncio.sleep(_EVERY)

    def _trouble(self, why: Trouble) -> None:
        relay = self.kb.settings.relay
        told = answers.trouble(why, address_of("", self.kb.settings).name)
        self._learn(Known(relay, trouble=told, advice=answers.advice(why)))

    async def _who(self) -> tuple[Neighbor, ...]:
        """Everybody at this door, if it is one."""
        if self._door is None:
            return ()
        talk = self.page.talk
        question = partial(self._door.ask, "hall", heard=talk.heard, seen=self.kb.settings.seen)
        answer = await asyncio.to_thread(question)
        talk.is_on = bool(answer.get("talks"))
        self.page.notice = clean(str(answer.get("notice", "")), _LINE)
        talk.hear([*map(_word, answer.get("talk", ()))])
        return tuple(map(_neighbor, answer.get("here", ())))

    async def _recall(self) -> None:
        """What the door remembers, now and then: it changes when somebody goes or a game ends."""
        if self._archive is not None and time.monotonic() >= self._recall_at:
            self._recall_at = time.monotonic() + _RECALL
            self.page.past = past = await asyncio.to_thread(self._archive.past)
            if not self.kb.is_greeted:
                self.kb.is_greeted, host = True, hosted()
                told = "" if host is None else greeting(past, host.name, time.time())
                self.page.greeting = f"{told} {await self._replies()}".strip()

    async def _replies(self) -> str:
        """Who has answered our challenges."""
        try:
            return await news(address_of("", self.kb.settings))
        except Unanswered:
            return ""  # another time

    def _learn(self, known: Known) -> None:
        if self._bell is not None:
            self._bell.hear(each.name for each in known.here)
        self.page.known = known
        self._look_around()
        if self._is_on and known.is_up:
            self._is_on = False  # once: after it comes the hall
            found = self.page.best_to_watch
            if found is not None:
                self.leave_with(found)

    # Ways out

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Start):
            self._enter(outcome)
        elif isinstance(outcome, Rerun):
            # Now: the next list of the door may count one more spectator, or lack the game.
            channels = [each for each, _why in self.page.reruns]
            self.run_worker(self._replay(outcome, channels), group="replay", exclusive=True)
        elif isinstance(outcome, Say):
            self.run_worker(self._say(outcome.text), group="talk")
            self.repaint()
        elif isinstance(outcome, Copied):
            self.app.copy_to_clipboard(outcome.text)
            self.page.greeting = _("Copied: {text}").format(text=outcome.text)
            self.repaint()
        elif outcome in (KEYS, FRIEND):
            self.run_worker(self._lay(str(outcome)), group="card", exclusive=True)
        elif outcome == rows.HOST:
            self.app.push_screen(HostScreen(self.kb, self.page.kit.key))
        elif outcome == rows.DAILY:
            self.app.push_screen(daily_screen(self.kb, self.page.kit.key))
        elif outcome == rows.BOT:
            self._enter(self.kb.opening.play_now(self.kb, self.page.kit.key))
        elif outcome == rows.MEET:
            self._meet()
        elif outcome == rows.JOIN:
            relay = address_of("", self.kb.settings).name
            self.app.push_screen(JoinScreen(JoinPage(join.JOIN, relay)))
        elif outcome == OPTIONS:
            self.app.push_screen(PageScreen(SettingsPage(self.kb.settings, self.kb.change)))
        elif outcome == QUIT:
            self.app.exit(0)
        else:
            self.dismiss(outcome)

    async def _replay(self, rerun: Rerun, channels: Sequence[Rerun]) -> None:
        """The finished games are the channels of television now."""
        assert self._archive is not None, "elsewhere there are none"
        screen = await rerun_screen(self._archive, channels, rerun)
        if screen is None:
            self.page.error = _("This game is no longer kept.")
            self._recall_at = 0.0
            self.repaint()
        elif self.is_active:
            self.app.push_screen(screen)

    def _meet(self) -> None:
        """Sit down with somebody who waits, or wait, or wait no longer."""
        standby, game = self.kb.standby, self.page.kit.key
        try:
            if standby is not None:
                standby.stop()
            elif (found := self.page.partner) is not None:
                self.app.push_screen(meet(self.kb, found))
            else:
                self.kb.standby = Standby(self.kb, game)
        except PROBLEMS as error:
            self._refuse(error)
            return
        self.repaint()

    def _enter(self, start: Start) -> None:
        try:
            screen = self.kb.opening.screen_of(self.kb, start)
        except PROBLEMS as error:
            self._refuse(error)
            return
        if screen is not None:
            self.app.push_screen(screen)

    async def _say(self, text: str) -> None:
        """To everybody in the hall; what was said is heard with the rest."""
        assert self._door is not None, "who cannot be heard has no line to write"
        answer = await asyncio.to_thread(partial(self._door.ask, "say", text=text))
        if answer.get("why"):
            self.page.error = _("That was too much at once. Wait a moment and say it again.")
        await self._who()
        self.repaint()

    async def _lay(self, which: str) -> None:
        """A card over the list, with what the door says."""
        host = hosted()
        if self._door is None or host is None:
            return
        answer = await asyncio.to_thread(self._door.ask, "key" if which == KEYS else "web")
        code = clean(str(answer.get("code", "")), NAME)
        if which == FRIEND:
            web = clean(str(answer.get("url", "")), _LINE)
            self.page.card = friend_card(host, self.page.code, web)
        elif code:
            is_guest, count = bool(answer.get("is_guest")), int(answer.get("keys", 1))
            self.page.card = keys_card(host, code, count, is_guest)
        else:
            self.page.error = _("The accounts of this door cannot be reached now.")
        self.repaint()

    def _refuse(self, error: Exception) -> None:
        self.page.error = problem_of(error)
        self.repaint()


def _listed(answer: Mapping[str, Any]) -> tuple[m.Listed, ...] | None:
    """None: the door does not know, or is of another version."""
    try:
        rows = answer["rooms"]
        return tuple(m.Listed._make([*row[:3], tuple(row[3]), *row[4:]]) for row in rows)
    except (LookupError, TypeError):
        return None


def _word(row: list[Any]) -> Word:
    number, at, name, text = row[:4]
    return Word(int(number), float(at), clean(str(name), NAME), clean(str(text), _LINE))


def _neighbor(row: list[str]) -> Neighbor:
    """What the door says of somebody; it has cleaned it, and so do we."""
    name, doing, where = (clean(str(each), NAME) for each in row[:3])
    return Neighbor(name, doing if doing in DOINGS else "", where)
