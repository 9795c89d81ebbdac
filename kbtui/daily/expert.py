"""What the expert makes of a deal of the day, from the player's seat, with the same cards.

It is played once and remembered; the file can be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.bots import never
from engine.errors import EngineError
from engine.record import Record, format_record
from engine.table import Table
from kbtui.daily.diary import players_of
from kbtui.daily.results import Result, result_of
from kbtui.disk.files import write_whole
from kbtui.play.saved_games import SUFFIX
from kbtui.play.saves import read
from kbtui.play.session import HUMAN, SEATS, Session
from kbtui.text.levels import level_name
from relay.days.deals import Deal

LEVEL: Final = "expert"


class Expert:
    """The expert's games, in their own folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, deal: Deal) -> Path:
        return self._folder / f"{deal.game}-{deal.day}-{deal.edition}{SUFFIX}"

    def known(self, deal: Deal) -> tuple[Record, Table] | None:
        """If it was played before."""
        try:
            return read(self.path(deal))
        except (EngineError, OSError):
            return None

    def result(self, deal: Deal) -> Result | None:
        """The same in numbers."""
        found = self.known(deal)
        return None if found is None else result_of(_as_player(found[0], deal), found[1])

    def play(self, deal: Deal, stop: Callable[[], bool] = never) -> None:
        """Takes some seconds; nothing is kept if it is stopped."""
        if self.known(deal) is not None:
            return
        players = tuple(LEVEL if player == HUMAN else player for player in players_of(deal))
        names = tuple(map(level_name, players))
        session = Session(deal.game, deal.options, players, names)
        for _entry in session.advance():
            if stop():
                return
        with suppress(OSError):
            write_whole(self.path(deal), format_record(session.record()))


def _as_player(record: Record, deal: Deal) -> Record:
    """As if the expert were the person at the keyboard."""
    return record._replace(tags=((SEATS, " ".join(players_of(deal))),))
