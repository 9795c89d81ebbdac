"""What lies over what: the menu at the bottom, and what screens need to know of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import EngineError
from kbtui.games.kit import Forms, find
from kbtui.play.session import Session
from kbtui.play.start import NewGame
from kbtui.screens.base import KbScreen
from kbtui.screens.menu import MenuScreen
from kbtui.text.i18n import _
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

PROBLEMS: Final = (EngineError, OSError)  # what can be wrong with a start


def menu_of(app: KbApp) -> MenuScreen | None:
    """The menu, if it is open."""
    return next((each for each in app.screen_stack if isinstance(each, MenuScreen)), None)


def clear(app: KbApp) -> None:
    """Leave whatever lies over the menu."""
    if menu_of(app) is not None:
        while not isinstance(screen := app.screen, MenuScreen):
            if isinstance(screen, KbScreen):
                screen.put_away()
            app.pop_screen()


def put_in_place(app: KbApp, old: KbScreen, new: KbScreen) -> None:
    """Of a screen, and of whatever lies over it; what lies below it stays."""
    while (screen := app.screen) is not old:
        if isinstance(screen, KbScreen):
            screen.put_away()
        app.pop_screen()
    old.put_away()
    app.switch_screen(new)


def problem_of(error: Exception) -> str:
    """One sentence for the player."""
    if isinstance(error, EngineError):
        return told(error)
    if isinstance(error, OSError) and error.filename is not None:
        text = _("{file} cannot be opened: {reason}.")
        return text.format(file=error.filename, reason=error.strerror)
    return str(error)


def rematch(session: Session) -> NewGame:
    """The same people at another table."""
    options = forms_of(session.game.key).again(session.observation(None))
    return NewGame(session.game.key, options, session.players, session.names)


def forms_of(key: str | None) -> Forms:
    """The forms of a game; the screens are only opened for games that have some."""
    forms = find(key).forms
    assert forms is not None, key
    return forms
