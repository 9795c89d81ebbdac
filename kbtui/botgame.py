"""A game of bots, told turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.contract import DEALER, Seat
from engine.kingdom.state import Phase
from engine.table import Entry
from kbtui.session import Session

_SHOW: Final = "show:"


class Turn(NamedTuple):
    number: int
    seat: Seat
    card: str  # the card of the turn; empty if it was chosen, which is then the first move
    moves: tuple[str, ...]  # others who react stand in square brackets, new cards in round ones


def turns(session: Session) -> Iterator[Turn]:
    """Play to the end; a turn goes from its card to its ``end``."""
    number, seat, card = 1, session.state.seat, ""
    moves: list[str] = []
    for entry in session.advance():
        if entry.actor != DEALER:
            moves.append(_told(entry, seat))
        elif entry.token.startswith(_SHOW) and session.state.phase >= Phase.TURN:
            if moves or card:
                moves.append(f"({entry.token})")  # a card for an exhausted one
            else:
                card = entry.token.removeprefix(_SHOW)
        if entry == Entry(seat, "end"):
            yield Turn(number, seat, card, tuple(moves))
            number, seat, card, moves = number + 1, session.state.seat, "", []


def _told(entry: Entry, on_turn: Seat) -> str:
    return entry.token if entry.actor == on_turn else f"[{entry.actor + 1}: {entry.token}]"
