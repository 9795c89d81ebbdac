"""Opens screens: which ones a start or an entry of the menu asks for.

Everything that games need is imported here, and this module only after the menu is painted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from kbtui.daily import challenger
from kbtui.daily.challenge import CHALLENGE, DARE
from kbtui.games.kit import find, on_screen
from kbtui.games.screen import Opening
from kbtui.pages import menu
from kbtui.pages.games import CONTINUE, REPLAYS, GamesPage
from kbtui.pages.rules import RulesPage
from kbtui.pages.settings import SettingsPage
from kbtui.play import saves
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import (
    Daily,
    Menu,
    NewGame,
    Online,
    Replay,
    Resume,
    Return,
    Room,
    Start,
    Tutorial,
)
from kbtui.screens.base import KbScreen
from kbtui.screens.beside.companion import Companion
from kbtui.screens.beside.counted import Counted
from kbtui.screens.beside.firstgame import first_game_screen
from kbtui.screens.beside.openingcard import OpeningCard
from kbtui.screens.beside.plan import LocalPlanner
from kbtui.screens.beside.tutorial import tutorial
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import PROBLEMS, clear, forms_of, menu_of, problem_of, put_in_place
from kbtui.screens.starting import GamesScreen, SetupScreen
from kbtui.screens.yours.history import history_screen
from kbtui.story.replay import views_of
from kbtui.story.view import View
from kbtui.text.i18n import N_
from kbtui.text.levels import chosen_from, offered

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_SENT: Final = {CHALLENGE, DARE}


def screens_for(app: KbApp, start: Start) -> list[KbScreen]:
    """The lowest first; the menu lies below everything, and says what went wrong."""
    try:
        screen = screen_of(app, start)
    except PROBLEMS as error:
        app.notice = problem_of(error)
        screen = None
    game = start.game if isinstance(start, Menu) else None
    if isinstance(screen, BoardScreen) and screen.kit in on_screen():
        game = screen.kit.key  # who leaves a game finds its menu below
    found: list[KbScreen] = [] if menu_of(app) is not None else [MenuScreen(game)]
    return found if screen is None else [*found, screen]


def go(app: KbApp, start: Start) -> None:
    """From anywhere to there: what lies over the menu is left first."""
    clear(app)
    for screen in screens_for(app, start):
        app.push_screen(screen)


def instead(app: KbApp, old: KbScreen, start: Start) -> None:
    """In place of a game that was played; what lies below it stays."""
    try:
        screen = screen_of(app, start)
    except PROBLEMS as error:
        app.notice = problem_of(error)
        go(app, Menu())
    else:
        if screen is not None:
            put_in_place(app, old, screen)


def screen_of(app: KbApp, start: Start) -> KbScreen | None:
    """The screen of a start, None for the menu itself; raises one of ``PROBLEMS``."""
    if isinstance(start, NewGame):
        return _new(app, start)
    if isinstance(start, Resume):
        return _resumed(app, start)
    if isinstance(start, Replay):
        return _replay(start)
    if isinstance(start, Tutorial):
        return tutorial(start.game, app.settings.name)
    if isinstance(start, Daily):
        return _daily(app, start=start)
    if isinstance(start, Online):
        # Late: most games are not online.
        from kbtui.screens.online.hall import HallScreen

        menu_screen = menu_of(app)
        game = None if menu_screen is None else menu_screen.game
        return HallScreen(app.settings.relay, game, app.ignored, start.is_on)
    if isinstance(start, Room):
        # Late: most games are not online.
        from kbtui.screens.online.entering import screen_into

        return screen_into(app, start)
    return None


def _daily(app: KbApp, game: str | None = None, start: Daily | None = None) -> KbScreen:
    screen: KbScreen = _deals().daily_screen(app, game, start)
    return screen


def _deals() -> Any:
    """The module of the page about them."""
    # Late: a game at home needs nothing of the network, which this page asks.
    from kbtui.screens.yours import daily

    return daily


def _new(app: KbApp, start: NewGame) -> KbScreen:
    return game_screen(_session(app, start))


def _session(app: KbApp, start: NewGame) -> Session:
    session = Session(*start)
    saves.start(session, app.games_folder)
    return session


def _resumed(app: KbApp, start: Resume) -> KbScreen:
    session, _save = saves.resume(start.path, app.games_folder, start.programs)
    return game_screen(session)


def game_screen(session: Session) -> KbScreen:
    """With tips, if it is a first game. If the game has no screen, nothing is left behind."""
    try:
        if session.is_guided:
            return first_game_screen(session)
        beside = Counted() if session.is_counted else LocalPlanner()
        return GameScreen(session, *_dare(session), beside, *_sending(session))
    except EngineError:
        if isinstance(session.journal, saves.Save):
            session.journal.leave()
        raise


def _dare(session: Session) -> tuple[Companion, ...]:
    """A card that says who dares the player, before the first move."""

    def told(view: View) -> Opening:
        return Opening(challenger.told(session, view.keys.name("challenge")))

    is_dared = not session.has_begun and challenger.challenger_of(session.origin) is not None
    return (OpeningCard(N_("challenge"), told),) if is_dared else ()


def _sending(session: Session) -> tuple[Companion, ...]:
    """What sends a game to a relay when it is over."""
    if _SENT.isdisjoint(dict(session.origin.tags)):
        return ()
    found: tuple[Companion, ...] = _deals().sending(session)
    return found


def _replay(start: Replay) -> KbScreen:
    record, table = saves.read(start.path)
    names: Sequence[str] = record.players or [
        str(seat + 1) for seat in range(table.game.seats(table.state))
    ]
    return ReplayScreen(
        table,
        names,
        origin=record,
        entry=start.entry,
        path=start.path,
        views=views_of(record, table),
    )


# Games that need no form


def play_now(app: KbApp, game: str | None = None) -> NewGame:
    """A game against one bot, on a table that nobody has chosen; without a key that of the menu."""
    menu_screen = menu_of(app)
    if game is None and menu_screen is not None:
        game = menu_screen.game
    start = forms_of(game).play_now(app.settings.name)
    level = offered(app.settings.level, find(game).game.levels)
    players = (HUMAN if player == HUMAN else level for player in start.players)
    return start._replace(players=tuple(players))


def first_game(app: KbApp, game: str) -> KbScreen:
    """The recommended first game, with somebody who explains it."""
    return _new(app, forms_of(game).first_game(app.settings.name))


# The menu


def leave_menu(screen: MenuScreen, outcome: object) -> None:
    """Do what was chosen in the menu."""
    _WAYS[str(outcome)](screen)


def _set_up(screen: MenuScreen) -> None:
    game = screen.game
    page = forms_of(game).setup(screen.chosen.get(game), screen.kb.settings.name)
    screen.app.push_screen(SetupScreen(page, partial(screen.remember, game), screen.page.kit))


def _continue(screen: MenuScreen) -> None:
    if len(screen.page.games) == 1:
        game = screen.page.games[0]
        screen.kb.open(Return(game.path) if game.room else Resume(game.path))
    else:
        _list(screen, CONTINUE)


def _list(screen: MenuScreen, kind: str) -> None:
    rooms = screen.kb.tickets_folder if kind == CONTINUE else None
    page = GamesPage(kind, screen.kb.games_folder, rooms)
    screen.app.push_screen(GamesScreen(page, rooms))


def _level(screen: MenuScreen, step: int) -> None:
    """Another opponent for the next game of *Play now*; it is remembered."""
    levels = find(screen.game).game.levels
    known = chosen_from(levels)
    at = known.index(offered(screen.kb.settings.level, levels)) + step
    screen.kb.change(level=known[at % len(known)])


def _options(screen: MenuScreen) -> None:
    page = SettingsPage(screen.kb.settings, screen.kb.change)
    screen.app.push_screen(PageScreen(page))


_WAYS: Final[Mapping[str, Callable[[MenuScreen], object]]] = {
    menu.PLAY: lambda screen: screen.kb.open(play_now(screen.kb)),
    menu.STRONGER: lambda screen: _level(screen, 1),
    menu.WEAKER: lambda screen: _level(screen, -1),
    menu.FIRST: lambda screen: screen.app.push_screen(first_game(screen.kb, screen.game)),
    menu.NEW: _set_up,
    menu.CONTINUE: _continue,
    menu.ONLINE: lambda screen: screen.kb.open(Online()),
    menu.REPLAYS: lambda screen: _list(screen, REPLAYS),
    menu.DAILY: lambda screen: screen.app.push_screen(_daily(screen.kb, screen.game)),
    menu.HISTORY: lambda screen: screen.app.push_screen(history_screen(screen.kb, screen.game)),
    menu.TUTORIAL: lambda screen: screen.kb.open(Tutorial(screen.game)),
    menu.RULES: lambda screen: screen.app.push_screen(PageScreen(RulesPage(kit=screen.page.kit))),
    menu.OPTIONS: _options,
    menu.QUIT: lambda screen: screen.app.exit(0),
}
