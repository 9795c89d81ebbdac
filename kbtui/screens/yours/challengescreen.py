"""A finished game as a challenge, and the clipboard of the terminal."""

from __future__ import annotations

import base64
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.record import Record
from engine.table import Table
from kbtui.daily import dares, outbox
from kbtui.daily.asking import Unanswered
from kbtui.daily.challenge import DARE, players_of
from kbtui.daily.results import result_of
from kbtui.daily.sidebyside import Game
from kbtui.hosted import mode
from kbtui.online.entering import address_of
from kbtui.pages.cards.challenge import ChallengePage
from kbtui.pages.cards.outcomes import Again, Boards, Compare, Copy, Leave
from kbtui.play.playernames import names_of
from kbtui.play.session import SEATS, Session
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, forms_of, problem_of
from kbtui.screens.widgets.private import send
from kbtui.screens.yours.sidebyside import SideBySideScreen
from kbtui.story.exports import Source
from kbtui.text.i18n import _
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp


class ChallengeScreen(PageScreen):
    """Lies on top of the final score. A game that answers a challenge at a relay is sent there."""

    page: ChallengePage

    def __init__(self, page: ChallengePage, record: Record, table: Table) -> None:
        super().__init__(page)
        self._record = record
        self._table = table
        self._yours = _game(record, table)
        self._theirs: Game | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self._work(self._begin())

    def _work(self, what: Coroutine[Any, Any, None]) -> None:
        self.run_worker(self._gently(what), group="challenge", exclusive=True)

    async def _gently(self, what: Coroutine[Any, Any, None]) -> None:
        try:
            await what
        except Unanswered as error:
            self.page.say(str(error))
        except PROBLEMS as error:
            self.page.say(problem_of(error))
        self.repaint()

    async def _begin(self) -> None:
        record = self._record
        if (kept := dares.remembered(record)) is not None:
            await self._know(await dares.look(kept, record))
        elif outbox.is_due(record):
            await self._know(await outbox.deliver(record, self.kb.settings.name))

    async def _know(self, dared: dares.Dared) -> None:
        self.page.know(dared)
        await self._compared()

    async def _compared(self) -> None:
        """The game of the row that the page is at."""
        wish, self.page.outcome = self.page.outcome, None
        if isinstance(wish, Compare) and self.page.dared is not None:
            self._theirs = _game(*await dares.game_of(self.page.dared, wish.row))
            self.page.compare(None if self._theirs is None else self._theirs.result)

    async def _leave(self) -> None:
        settings = self.kb.settings
        if not (settings.relay or mode.is_hosted()):
            self.page.say(_("Only a relay has short codes. Its address is in the settings."))
            return
        dared = await dares.send(address_of("", settings), self._record, settings.name)
        dares.remember(self._record, dared.kept)
        await self._know(dared)

    def leave_with(self, outcome: object) -> None:
        if isinstance(outcome, Copy):
            self.page.say(copy(self.kb, outcome.text))
            self.repaint()
        elif isinstance(outcome, Leave):
            self._work(self._leave())
        elif isinstance(outcome, Compare):
            self.page.outcome = outcome
            self._work(self._compared())
        elif isinstance(outcome, Again):
            self._dare_again()
        elif isinstance(outcome, Boards):
            if self._yours is not None and self._theirs is not None:
                self.app.push_screen(SideBySideScreen(self._yours, self._theirs))
        else:
            self.dismiss(outcome)

    def _dare_again(self) -> None:
        """A new deal of the same kind against the same bots; if this challenge is at a relay, the
        next one gets its code there at the end of the game."""
        record, dared = self._record, self.page.dared
        players = players_of(record.game, dict(record.tags)[SEATS].split())
        options = forms_of(record.game).again(self._table.game.observe(self._table.state, None))
        names = names_of(players, self.kb.settings.name)
        try:
            session = Session(record.game, options, players, names)
            if dared is not None:
                tags = (*session.origin.tags, (DARE, dared.relay.url))
                session.origin = session.origin._replace(tags=tags)
            outbox.start(session, self.kb.games_folder)
            self.app.push_screen(self.kb.opening.game_screen(session))
        except PROBLEMS as error:
            self.page.say(problem_of(error))
            self.repaint()


def open_challenge(app: KbApp, source: Source) -> str:
    """Why not, if nobody else can play this game."""
    record = source.record()
    try:
        page = ChallengePage(record, source.table)
    except EngineError as error:
        return told(error)
    app.push_screen(ChallengeScreen(page, record, source.table))
    return ""


def _game(record: Record, table: Table) -> Game | None:
    result = result_of(record, table)
    return None if result is None else Game(table, result)


def copy(app: KbApp, text: str) -> str:
    """Hand the text to the terminal's clipboard; what to say about it."""
    packed = base64.b64encode(text.encode()).decode()
    send(app, f"\x1b]52;c;{packed}\x07")
    return _("Copied, if your terminal lets programs use the clipboard.")
