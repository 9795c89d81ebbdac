"""A game between bots, turn by turn as it is played."""

from collections.abc import Iterator

from engine.contract import DEALER
from engine.table import Entry
from kbtui.play.session import Session
from kbtui.story.chronicle import Chronicle, Turn


def turns(session: Session) -> Iterator[Turn]:
    """Play to the end, and give each turn once it is over."""
    chronicle, game = Chronicle(session.table, session.viewer), session.game
    seat = game.on_turn(session.table.state)
    for _entry in session.advance():
        chronicle.update()
        before, seat = seat, game.on_turn(session.table.state)
        if before is not None and before != seat:
            yield chronicle.turn(chronicle.last_turn)


def tokens(turn: Turn) -> Iterator[str]:
    """The moves; reactions are in square brackets, what the dealer adds in round ones."""
    return (_token(entry, turn) for entry in turn.moves)


def _token(entry: Entry, turn: Turn) -> str:
    if entry.actor == DEALER:
        return f"({entry.token})"
    return entry.token if entry.actor == turn.seat else f"[{entry.actor + 1}: {entry.token}]"
