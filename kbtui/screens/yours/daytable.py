"""The table of a day: asks the relay, and shows the games of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.contract import Seat
from kbtui.daily.asking import Asked, Unanswered, ask, game_of, prove
from kbtui.disk.files import write_whole
from kbtui.disk.places import experts_folder
from kbtui.pages.cards.daytable import DayTablePage, Look
from kbtui.play.saved_games import SUFFIX
from kbtui.play.start import Replay
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.screens.yours.line import show_line

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp
    from kbtui.text.address import Address


class DayTableScreen(PageScreen):
    page: DayTablePage

    def __init__(self, relay: Address, game: str, day: str) -> None:
        super().__init__(DayTablePage(relay, game, day))

    def on_mount(self) -> None:
        super().on_mount()
        self._ask()

    def _ask(self) -> None:
        self.run_worker(self._asked(), group="table", exclusive=True)

    async def _asked(self) -> None:
        page = self.page
        try:
            (found,) = await ask(page.relay, [(page.game, page.day)])
        except Unanswered as error:
            page.trouble = str(error)
        else:
            page.show(found)
            page.say(prove(found.view, self.kb.games_folder))
        self.repaint()

    def leave_with(self, outcome: object) -> None:
        if outcome == "ask":
            self._ask()
            self.repaint()
        elif isinstance(outcome, Look):
            self.run_worker(self._look(outcome), group="table", exclusive=True)
        else:
            self.dismiss(outcome)

    async def _look(self, wish: Look) -> None:
        trouble = await look(self.kb, wish.asked, wish.row)
        self.page.say(trouble)
        self.repaint()


async def look(app: KbApp, asked: Asked, row: int, line: Seat | None = None) -> str:
    """Open the game of this row, with the coach's words for the seat ``line``; what went wrong, if
    anything."""
    view = asked.view
    path = experts_folder() / f"table-{view.game}-{view.day}-{row}{SUFFIX}"
    try:
        write_whole(path, await game_of(asked, row))
        if line is not None:
            return show_line(app, path, line)
        app.push_screen(app.opening.screen_of(app, Replay(path)))
    except Unanswered as error:
        return str(error)
    except PROBLEMS as error:
        return problem_of(error)
    return ""
