"""Unfinished games on disk, to continue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.kingdom.rules.actions import legal
from kbtui.disk import places
from kbtui.play import saves
from kbtui.play.session import Session
from kbtui.play.start import NewGame
from tests.walks import choose, greedy


def saved(home: Path, start: NewGame, until: Callable[[Session], bool]) -> Path:
    """The file of the game, played at random (but fond of tiles) up to that moment."""
    session = Session(*start)
    save = saves.start(session, places.games_folder({places.HOME: str(home)}))
    random = Random(str(start.options["seed"]))
    while not until(session):
        assert not session.is_over, "that never came"
        token = session.think()
        if token is not None:
            session.follow(token)
        else:
            moves = greedy(session.table.state, legal(session.table.state))
            session.play(session.table.game.format(choose(session.table.game, moves, random)))
    save.close()
    assert save.path is not None
    return save.path
