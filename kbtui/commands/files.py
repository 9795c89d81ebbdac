"""Which file a player means: a path, or a saved game by its name or its number in ``kb saves``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import BadInput, BadOptions
from kbtui.commands.output import Refusal
from kbtui.i18n import _
from kbtui.places import games_folder
from kbtui.shelf import SUFFIX, Summary, finished, unfinished


def listed() -> list[Summary]:
    """The saved games in the order of their numbers: those that can go on come first."""
    folder = games_folder()
    games = unfinished(folder)
    can_go_on = [game for game in games if game.problem is None]
    return can_go_on + finished(folder) + [game for game in games if game.problem is not None]


def found(text: str) -> Path:
    """The file that is meant; refuses what is none."""
    names = (Path(text), games_folder() / text, games_folder() / f"{text}{SUFFIX}")
    for path in names:
        if path.is_file():
            return path
    if text.isdecimal() and text.isascii():
        games = listed()
        if 0 < int(text[:9]) <= len(games):
            return games[int(text[:9]) - 1].path
    raise Refusal(_("{text} is no file and no saved game; kb saves lists them").format(text=text))


def continued(text: str | None) -> Path:
    """The game to go on with: the one that is meant, or the last one that was played."""
    if text is not None:
        return found(text)
    games = [game for game in unfinished(games_folder()) if game.problem is None]
    if not games:
        raise Refusal(_("no saved game can go on; kb new starts one"))
    return games[0].path


def target(name: str | None) -> Path | None:
    """A new file that can be written when all is done: that may be long from now."""
    if name is not None and not Path(name).parent.is_dir():
        raise BadOptions(name, _("there is no such folder to write to"))
    if name is not None and Path(name).exists():
        raise BadOptions(name, _("this file exists; name another"))
    return None if name is None else Path(name)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Say of which file a complaint is that names a line only."""
    try:
        yield
    except BadInput as error:
        if error.where == path.name:
            raise
        raise BadInput(f"{path.name}: {error.where}", error.problem) from None
