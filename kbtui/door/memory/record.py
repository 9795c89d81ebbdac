"""A finished game as a door keeps it: its record, and what a list says of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.errors import EngineError
from engine.record import format_record, read_record
from kbtui.play.saved_games import Turns
from kbtui.play.session import Session
from relay.protocol.cleaning import NAME, clean

LONGEST: Final = 40_000  # characters of a record; a long game has a tenth of it
_BOT: Final = "greedy"  # plays a whole game in a tenth of a second


class Rerun(NamedTuple):
    """``code`` was that of its room; a game of bots has none."""

    code: str
    game: str  # its key
    names: tuple[str, ...]
    totals: tuple[int, ...]
    turns: int
    at: int  # when it was found finished, in seconds
    text: str
    watched: int = 0  # how often it was looked at
    last: str = ""  # its last position as JSON, so that nobody who glances at it has to replay it

    @property
    def row(self) -> list[Any]:
        """For a list: everything but the record."""
        return [
            *(self.code, self.game, [*self.names], [*self.totals], self.turns),
            *(self.at, self.watched),
        ]


def rerun_of(code: str, text: str, at: float) -> Rerun | None:
    """None if the record is not one of a game that was played to its end."""
    if len(text) > LONGEST:
        return None
    try:
        record, table = read_record(text)
    except EngineError:
        return None
    if table.to_act is not None or len(record.players) != table.game.seats(table.state):
        return None
    names = tuple(clean(name, NAME) for name in record.players)
    turns = Turns().at_end_of(table).turn
    last = json.dumps(table.game.write_position(table.state), separators=(",", ":"))
    totals = table.game.totals(table.state)
    return Rerun(code, record.game, names, totals, turns, int(at), text, last=last)


def of_bots(game: str, at: float) -> Rerun | None:
    """Two bots play, for a door at which nobody has played yet."""
    session = Session(game, {"players": 2}, (_BOT, _BOT), ("bot 1", "bot 2"))
    for _entry in session.advance():
        pass
    return rerun_of("", format_record(session.record()), at)


def read_rerun(stored: Mapping[str, Any]) -> Rerun:
    """Raises LookupError, TypeError, ValueError."""
    return Rerun(
        str(stored["code"]),
        str(stored["game"]),
        tuple(clean(str(name), NAME) for name in stored["names"]),
        tuple(map(int, stored["totals"])),
        int(stored["turns"]),
        int(stored["at"]),
        str(stored["text"]),
        int(stored["watched"]),
        str(stored.get("last", "")),
    )
