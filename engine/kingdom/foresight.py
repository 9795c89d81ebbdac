"""Looks ahead to a seat's next turn: the position as if that turn had already begun."""

from __future__ import annotations

from engine.contract import Seat
from engine.kingdom.ground.moves import NOWHERE, Action
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.rules.steps import step
from engine.kingdom.rules.tiles import pass_turn
from engine.kingdom.state import OPEN, Phase, State, replaced


def as_if_on_turn(state: State, seat: Seat) -> State | None:
    """The start of the seat's turn, if nothing else happened before it.

    None if that cannot be known: it is already the seat's turn, its card is unknown or has to be
    chosen or would be replaced, or the game is not in the middle of a turn.
    """
    hand = state.cards.hands[seat]
    if state.phase is not Phase.TURN or state.seat == seat or len(hand) != 1 or UNKNOWN in hand:
        return None
    cards = state.cards
    if cards.played is not None:
        count = cards.discard[cards.played] + 1
        cards = cards._replace(played=None, discard=replaced(cards.discard, cards.played, count))
    start = state._replace(
        tiles=pass_turn(state.tiles, state.seat, seat),
        cards=cards,
        phase=Phase.SHOW,
        seat=seat,
        terrain=OPEN,
        owed=OPEN,
        begun=False,
        reactions=(),
    )
    begun = step(start, (Action.SHOW, NOWHERE, hand[0]))
    return begun if begun.phase is Phase.TURN else None
