"""Which file a player means: a path, or a saved game by its name or its number in ``kb saves``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.errors import BadInput, BadOptions, Phrase
from kbtui.disk.places import games_folder, games_name, tickets_folder, tickets_name
from kbtui.play.shelf import SUFFIX, Summary, finished, unfinished
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path


def listed() -> list[Summary]:
    """The saved games in the order of their numbers: those that can go on come first."""
    folder = games_folder()
    games = unfinished(folder)
    can_go_on = [game for game in games if game.problem is None]
    return can_go_on + finished(folder) + [game for game in games if game.problem is not None]


def found(text: str) -> Path:
    """The file that is meant; refuses what is none."""
    from pathlib import Path

    return Path(found_name(text))


def found_name(text: str) -> str:
    """The same for who only reads it: paths are slow to import."""
    for folder, end in (("", ""), (games_name(), ""), (games_name(), SUFFIX)):
        name = os.path.join(folder, text + end)
        if os.path.isfile(name):
            return name
    if text.isdecimal() and text.isascii():
        games = listed()
        if 0 < int(text[:9]) <= len(games):
            return str(games[int(text[:9]) - 1].path)
    raise Refusal(
        _("there is no file or saved game called {text}; kb saves lists your games").format(
            text=text
        )
    )


def continued_name(text: str | None) -> str:
    """The game to go on with: the one that is meant, or the last one that was played. A ticket
    stands for a game at a relay; its name is the code of the room."""
    if text is not None:
        return _ticket(text) or found_name(text)
    games = [game for game in unfinished(games_folder()) if game.problem is None]
    games = sorted([*games, *online()], key=lambda game: -game.when)
    if not games:
        raise Refusal(_("there is no game to continue; kb new starts one"))
    return str(games[0].path)


def online() -> list[Summary]:
    """The games at relays, the newest first."""
    if not os.path.isdir(tickets_name()):
        return []
    from kbtui.online.shelf import summaries  # late: most people have none

    return summaries(tickets_folder())


def _ticket(text: str) -> str | None:
    code = text.replace(" ", "").replace("-", "").casefold()
    rooms = ((game.room.replace("-", "").casefold(), str(game.path)) for game in online())
    return dict(rooms).get(code)


def target(name: str | None) -> Path | None:
    """A new file that can be written when all is done: that may be long from now."""
    if name is None:
        return None
    from pathlib import Path

    path = Path(name)
    if not path.parent.is_dir():
        raise BadOptions(name, _("no such folder"))
    if path.exists():
        raise BadOptions(name, _("this file already exists; choose another name"))
    return path


@contextmanager
def named(path: Path | str) -> Iterator[None]:
    """Say of which file a complaint is that names a line only."""
    try:
        yield
    except BadInput as error:
        name = os.path.basename(path)
        if error.where == name:
            raise
        where = Phrase("{file}: {where}", file=name, where=error.where)
        raise BadInput(where, error.problem) from None
