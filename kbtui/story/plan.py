"""A turn planned while opponents play: moves on a separate table, played when the turn comes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots import Stop
from engine.contract import Seat
from engine.errors import EngineError
from engine.table import Entry, Table
from kbtui.games.kit import find
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.story.chronicle import Chronicle


class _Nowhere:
    """The link of a game that nobody else hears of."""

    def ahead(self, table: Table) -> Table | None:
        return None

    def due(self, table: Table, stop: Stop) -> Entry | None:
        return None

    def send(self, token: str) -> None:
        """It is only thought of."""


def rehearsal(session: Session, seat: Seat) -> Session | None:
    """The seat's next turn to try moves on; None if it cannot be foreseen."""
    screen = find(session.game.key).screen
    start = None if screen is None else screen.foreseen(session.observation(seat), seat)
    if start is None:
        return None
    players = [HUMAN if other == seat else REMOTE for other in range(len(session.players))]
    table = Table(session.table.game, start)
    return Session.over(_Nowhere(), table, session.origin, players)


def planned(session: Session) -> tuple[str, ...]:
    """The moves that stand in a rehearsal."""
    chronicle = Chronicle(session.table, session.viewer)
    return tuple(entry.token for entry in chronicle.turn_at(chronicle.entries).moves)


def follow(session: Session, plan: Sequence[str]) -> tuple[int, EngineError | None]:
    """Make the planned moves, as far as they are still legal: how many, and what was wrong."""
    for count, token in enumerate(plan):
        try:
            session.play(token)
        except EngineError as error:
            return count, error
    return len(plan), None
