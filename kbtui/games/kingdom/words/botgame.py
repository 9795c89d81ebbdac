"""A game between bots, narrated turn by turn."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import DEALER, Seat
from engine.table import Entry
from kbtui.play.session import Session
from kbtui.story.chronicle import Chronicle, Kind
from kbtui.story.chronicle import Turn as WholeTurn


class Turn(NamedTuple):
    number: int
    seat: Seat
    card: str  # the card of the turn; empty if it was chosen, which is then the first move
    moves: tuple[str, ...]  # reactions are in square brackets, new cards in round ones


def turns(session: Session) -> Iterator[Turn]:
    """Play to the end; a turn goes from its card to its ``end``."""
    chronicle = Chronicle(session.table)
    for _ in session.advance():
        chronicle.update()
        if any(event.kind is Kind.ENDED for event in chronicle.done(chronicle.entries)):
            yield _told(chronicle.turn(chronicle.last_turn))


def _told(turn: WholeTurn) -> Turn:
    was_chosen = any(event.kind is Kind.PLAYED for event in turn.events)
    moves = tuple(_token(entry, turn.seat) for entry in turn.moves)
    return Turn(turn.number, turn.seat, "" if was_chosen else turn.card, moves)


def _token(entry: Entry, on_turn: Seat) -> str:
    if entry.actor == DEALER:
        return f"({entry.token})"
    return entry.token if entry.actor == on_turn else f"[{entry.actor + 1}: {entry.token}]"
