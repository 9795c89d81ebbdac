"""The deal of the day: its page, and what the expert makes of it meanwhile."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from kbtui.daily import outbox
from kbtui.daily.asking import Unanswered, ask, may_look
from kbtui.daily.challenge import taken
from kbtui.daily.dares import Kept, session_of, short_code
from kbtui.daily.dares import look as look_at
from kbtui.daily.diary import Diary, TryState, new_try
from kbtui.daily.expert import Expert
from kbtui.daily.replies import news
from kbtui.disk.places import experts_folder
from kbtui.hosted import mode
from kbtui.online.entering import address_of
from kbtui.pages.cards.daily import DailyPage
from kbtui.pages.cards.outcomes import Best, Copy, Play, Table, Take
from kbtui.play.session import Session
from kbtui.play.start import Daily, Start
from kbtui.screens.base import KbScreen
from kbtui.screens.beside.sending import Sending
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.screens.yours.challengescreen import copy
from kbtui.screens.yours.daytable import DayTableScreen, look
from kbtui.screens.yours.line import show_line
from kbtui.text.i18n import _
from relay.days import deals

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp
    from kbtui.text.address import Address

_LOOK: Final = 20.0  # seconds between two looks at the clock: a page may stay open over midnight


class DailyScreen(PageScreen):
    """A game or a replay lies on top of it."""

    page: DailyPage

    def __init__(
        self, diary: Diary, expert: Expert, game: str | None = None, relay: Address | None = None
    ) -> None:
        games = deals.games()
        at = games.index(game) if game in games else 0
        super().__init__(DailyPage(diary, expert, at=at, relay=relay))
        self._expert = expert
        self._stopped = threading.Event()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(_LOOK, self._look)
        self._ask_expert()
        self._ask_relay()
        self.run_worker(self._deliver(), group="outbox")

    async def _deliver(self) -> None:
        """Games that a relay should have had before."""
        try:
            sent = await outbox.deliver_all(self.kb.games_folder, self.kb.settings.name)
        except (Unanswered, OSError):
            return  # another time
        for dared in sent:
            text = _("{relay} has your game of the challenge {code} now.")
            self.page.say(text.format(relay=dared.relay.name, code=dared.view.code))
        if self.page.relay is not None and not sent:
            with suppress(Unanswered):
                self.page.say(await news(self.page.relay))
        self.repaint()

    def _look(self) -> None:
        page = self.page
        if self.is_active and (page.asked(page.game) is None or page.is_expert_due):
            self._ask_relay()  # it did not answer before, or there is something new
        self.repaint()

    def _ask_relay(self) -> None:
        if self.page.relay is not None:
            self.run_worker(self._asked(self.page.relay), group="relay", exclusive=True)

    async def _asked(self, relay: Address) -> None:
        """How today stands there, for every game."""
        page, day = self.page, self.page.day
        try:
            found = await ask(relay, [(game, day) for game in deals.games()])
        except Unanswered as error:
            page.trouble = str(error)
        else:
            page.trouble = ""
            page.views = {(each.view.game, each.view.day): each for each in found}
        page.refresh()
        self.repaint()

    def on_unmount(self) -> None:
        self._stopped.set()

    def on_screen_resume(self) -> None:
        self.page.refresh()
        self.repaint()
        self._ask_expert()
        self._ask_relay()

    def _ask_expert(self) -> None:
        """What would the expert have made of a try that is over? At a door, where many share a
        machine, nobody asks; the cards of a relay are not known here."""
        found = self.page.here.found
        is_over = found.state is TryState.OVER and found.is_open_deal
        if is_over and self.page.relay is None and not mode.is_hosted():
            self.run_worker(self._play(self.page.deal), group="expert", exclusive=True)

    async def _play(self, deal: deals.Deal) -> None:
        if self._expert.known(deal) is None:
            self.page.busy = _("The expert is playing it too ...")
            self.repaint()
            await asyncio.to_thread(self._expert.play, deal, self._stopped.is_set)
            self.page.busy = ""
            self.repaint()

    def leave_with(self, outcome: object) -> None:
        opening = self.kb.opening
        screen: KbScreen | None = None
        try:
            if isinstance(outcome, Play):
                session = new_try(
                    outcome.deal, self.kb.settings.name, is_practice=outcome.is_practice
                )
                screen = self._started(session)
            elif isinstance(outcome, Take) and (code := short_code(outcome.text)) is not None:
                self.run_worker(self._take(code), group="take", exclusive=True)
            elif isinstance(outcome, Take):
                screen = self._started(taken(outcome.text, self.kb.settings.name))
            elif isinstance(outcome, Copy):
                self.page.say(copy(self.kb, outcome.text))
            elif isinstance(outcome, Best) and self.page.relay is not None:
                self.run_worker(self._show_others(outcome.deal), group="best", exclusive=True)
            elif isinstance(outcome, Best) and mode.is_hosted():
                self.page.say(_("The expert does not play here; it does where kb is installed."))
            elif isinstance(outcome, Best):
                self.run_worker(self._show_best(outcome.deal), group="best", exclusive=True)
            elif isinstance(outcome, Table) and self.page.relay is not None:
                screen = DayTableScreen(self.page.relay, outcome.game, outcome.day)
            elif isinstance(outcome, Start):
                screen = opening.screen_of(self.kb, outcome)
            else:
                self.dismiss(outcome)
                return
        except PROBLEMS as error:
            self.page.say(problem_of(error))
        if screen is not None:
            self.app.push_screen(screen)
        self.repaint()

    def _started(self, session: Session) -> KbScreen:
        outbox.start(session, self.kb.games_folder)
        screen: KbScreen = self.kb.opening.game_screen(session)
        return screen

    async def _take(self, code: str) -> None:
        """A challenge at the relay of this page, or of the settings."""
        try:
            relay = self.page.relay or address_of("", self.kb.settings)
            dared = await look_at(Kept(code, relay))
            self.app.push_screen(self._started(session_of(dared, self.kb.settings.name)))
        except Unanswered as error:
            self.page.say(str(error))
        except PROBLEMS as error:
            self.page.say(problem_of(error))
        self.repaint()

    async def _show_others(self, deal: deals.Deal) -> None:
        """The best game of yesterday's table, with the coach's words; if that is hidden, of the day
        before."""
        page, relay = self.page, self.page.relay
        told = _("There is no game of the last few days that you can watch yet.")
        for day in (deal.day, deals.day_before(deal.day)):
            try:
                found = [] if relay is None else await ask(relay, [(deal.game, day)])
            except Unanswered as error:  # a new relay does not have every day
                told = str(error)
                continue
            if found and found[0].view.finished and may_look(found[0].view):
                seat = deals.deal_of(deal.game, day).seat
                told = await look(self.kb, found[0], 1, seat)
                break
        page.say(told)
        self.repaint()

    async def _show_best(self, deal: deals.Deal) -> None:
        if self._expert.known(deal) is None:
            self.page.say(_("The expert is playing yesterday's deal. That takes a moment."))
            self.repaint()
            await asyncio.to_thread(self._expert.play, deal, self._stopped.is_set)
            self.page.say("")
        if self._expert.known(deal) is not None and self.is_active:
            self.page.say(show_line(self.kb, self._expert.path(deal), deal.seat))
        self.repaint()


def sending(session: Session) -> tuple[Sending, ...]:
    """What stands beside a game, if a relay gets it."""
    return (Sending(),) if outbox.is_due(session.origin) else ()


def daily_screen(app: KbApp, game: str | None = None, start: Daily | None = None) -> DailyScreen:
    """``game`` is the one whose menu the player comes from."""
    asked, named = start or Daily(), app.settings.relay
    is_online = not asked.is_offline and (asked.relay or named or mode.is_hosted())
    relay = address_of(asked.relay, app.settings) if is_online else None
    return DailyScreen(Diary(app.games_folder), Expert(experts_folder()), game, relay)
