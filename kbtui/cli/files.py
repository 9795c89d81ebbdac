"""Which file a player means: a path, or a saved game by its name or its number in ``kb saves``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import BadInput, BadOptions, Phrase
from kbtui.disk.places import games_folder, tickets_folder
from kbtui.hosted import mode
from kbtui.online.saved_rooms import summaries
from kbtui.play.saved_games import SUFFIX, Summary, finished, unfinished
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal


def listed() -> list[Summary]:
    """The saved games in the order of their numbers: those that can go on come first."""
    folder = games_folder()
    games = unfinished(folder)
    can_go_on = [game for game in games if game.problem is None]
    return can_go_on + finished(folder) + [game for game in games if game.problem is not None]


def found(text: str) -> Path:
    """The file that is meant; refuses what is none."""
    mode.refuse(mode.PATHS, os.path.basename(text) != text, text=text)
    games = games_folder()
    for path in (*_anywhere(text), games / text, games / f"{text}{SUFFIX}"):
        if os.path.isfile(path):
            return path
    if text.isdecimal() and text.isascii():
        numbered = listed()
        if 0 < int(text[:9]) <= len(numbered):
            return numbered[int(text[:9]) - 1].path
    raise Refusal(
        _("there is no file or saved game called {text}; kb saves lists your games").format(
            text=text
        )
    )


def _anywhere(text: str) -> list[Path]:
    """A path is a path, except for players on somebody else's machine."""
    return [] if mode.is_hosted() else [Path(text)]


def continued(text: str | None) -> Path:
    """The game to go on with: the one that is meant, or the last one that was played. A ticket
    stands for a game at a relay; its name is the code of the room."""
    if text is not None:
        return _ticket(text) or found(text)
    games = [game for game in unfinished(games_folder()) if game.problem is None]
    games = sorted([*games, *online()], key=lambda game: -game.when)
    if not games:
        raise Refusal(_("there is no game to continue; kb new starts one"))
    return games[0].path


def online() -> list[Summary]:
    """The games at relays, the newest first."""
    return summaries(tickets_folder())


def _ticket(text: str) -> Path | None:
    code = text.replace(" ", "").replace("-", "").casefold()
    rooms = ((game.room.replace("-", "").casefold(), game.path) for game in online())
    return dict(rooms).get(code)


def target(name: str | None) -> Path | None:
    """A new file that can be written when all is done: that may be long from now."""
    if name is None:
        return None
    mode.refuse(mode.OUTPUT)
    path = Path(name)
    if not path.parent.is_dir():
        raise BadOptions(name, _("no such folder"))
    if path.exists():
        raise BadOptions(name, _("this file already exists; choose another name"))
    return path


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Say of which file a complaint is that names a line only."""
    try:
        yield
    except BadInput as error:
        name = path.name
        if error.where == name:
            raise
        where = Phrase("{file}: {where}", file=name, where=error.where)
        raise BadInput(where, error.problem) from None
