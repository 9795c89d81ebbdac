"""Opens screens: which ones a start asks for, and the pages that lead there.

Screens are imported when they are needed: the menu opens at once, a game needs much more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import EngineError
from kbtui.games.kit import find
from kbtui.screens.menu import MenuScreen
from kbtui.text.i18n import _
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contract import Viewer
    from engine.record import Record
    from engine.table import Table
    from kbtui.games.kit import Forms
    from kbtui.play.session import Session
    from kbtui.play.start import NewGame, Replay, Resume, Start
    from kbtui.screens.app import KbApp
    from kbtui.screens.base import KbScreen

_GUIDED: Final = ("guided", "yes")  # the header of a first game, so that its tips come back too
PROBLEMS: Final = (EngineError, OSError)  # what can be wrong with a start


def screens_for(app: KbApp, start: Start) -> list[KbScreen]:
    """The lowest first; the menu lies below everything, and says what went wrong."""
    found: list[KbScreen] = [] if menu_of(app) is not None else [MenuScreen()]
    try:
        screen = screen_of(app, start)
    except PROBLEMS as error:
        app.notice = problem_of(error)
        screen = None
    return found if screen is None else [*found, screen]


def menu_of(app: KbApp) -> MenuScreen | None:
    """The menu, if it is open."""
    return next((each for each in app.screen_stack if isinstance(each, MenuScreen)), None)


def go(app: KbApp, start: Start) -> None:
    """From anywhere to there: what lies over the menu is left first."""
    clear(app)
    for screen in screens_for(app, start):
        app.push_screen(screen)


def clear(app: KbApp) -> None:
    """Leave whatever lies over the menu."""
    if menu_of(app) is not None:
        while not isinstance(app.screen, MenuScreen):
            app.pop_screen()


def problem_of(error: Exception) -> str:
    """One sentence for the player."""
    if isinstance(error, EngineError):
        return told(error)
    if isinstance(error, OSError) and error.filename is not None:
        text = _("{file} cannot be opened: {reason}.")
        return text.format(file=error.filename, reason=error.strerror)
    return str(error)


def screen_of(app: KbApp, start: Start) -> KbScreen | None:
    """The screen of a start, None for the menu itself; raises one of ``PROBLEMS``."""
    from kbtui.play.start import (
        Host,
        Join,
        NewGame,
        Online,
        Replay,
        Resume,
        Return,
        Tutorial,
        Watch,
    )

    if isinstance(start, NewGame):
        return _new(app, start)
    if isinstance(start, Resume):
        return _resumed(app, start)
    if isinstance(start, Replay):
        return _replay(start)
    if isinstance(start, Tutorial):
        from kbtui.screens.beside.tutorial import TutorialScreen

        return TutorialScreen()
    if isinstance(start, Online):
        from kbtui.screens.online.lobby import OnlineScreen

        return OnlineScreen(app.settings.relay)
    if isinstance(start, Host | Join | Watch | Return):
        from kbtui.screens.online.entering import screen_into

        return screen_into(app, start)
    return None


def _new(app: KbApp, start: NewGame) -> KbScreen:
    from kbtui.screens.game import GameScreen

    return GameScreen(_session(app, start))


def _session(app: KbApp, start: NewGame, *tags: tuple[str, str]) -> Session:
    from kbtui.play import saves
    from kbtui.play.session import Session

    session = Session(*start)
    session.origin = session.origin._replace(tags=(*session.origin.tags, *tags))
    saves.start(session, app.games_folder)
    return session


def _resumed(app: KbApp, start: Resume) -> KbScreen:
    from kbtui.play import saves
    from kbtui.screens.game import GameScreen

    session, _save = saves.resume(start.path, app.games_folder, start.programs)
    if _GUIDED in session.origin.tags:
        from kbtui.screens.beside.firstgame import FirstGameScreen

        return FirstGameScreen(session)
    return GameScreen(session)


def _replay(start: Replay) -> KbScreen:
    from kbtui.play import saves
    from kbtui.screens.replay import ReplayScreen

    record, table = saves.read(start.path)
    names: Sequence[str] = record.players or [
        str(seat + 1) for seat in range(table.game.seats(table.state))
    ]
    return ReplayScreen(
        table, names, origin=record, entry=start.entry, path=start.path, views=_views(record, table)
    )


def _views(record: Record, table: Table) -> Sequence[Viewer] | None:
    """Who looks at a game that is still played sees no more than at the board."""
    from kbtui.play.session import HUMAN, SEATS

    players = dict(record.tags).get(SEATS, "").split()
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    if table.to_act is None or not people:
        return None
    return people if len(people) == 1 else (None,)


# Games that need no form


def play_now(app: KbApp) -> NewGame:
    """The player against one bot, on a board that nobody has chosen."""
    return forms_of(None).play_now(app.settings.name)


def first_game(app: KbApp) -> KbScreen:
    """The recommended first game, with somebody who explains it."""
    from kbtui.screens.beside.firstgame import FirstGameScreen

    start = forms_of(None).first_game(app.settings.name)
    return FirstGameScreen(_session(app, start, _GUIDED))


def rematch(session: Session) -> NewGame:
    """The same people at another table."""
    from kbtui.play.start import NewGame

    options = forms_of(session.game.key).again(session.observation(None))
    return NewGame(session.game.key, options, session.players, session.names)


def forms_of(key: str | None) -> Forms:
    """The forms of a game; the screens are only opened for games that have some."""
    forms = find(key).forms
    assert forms is not None, key
    return forms
