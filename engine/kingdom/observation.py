"""What one chair may see: masked moves, masked states, and guesses at what is hidden (T-8).

An observation is a ``State`` in which cards that the chair may not see are unknown. Bots and
screens are given nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.moves import NOWHERE, Action, Move, format_move
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, UNKNOWN, Card
from engine.kingdom.state import State, short_seat

_DEAL: Final = Action.DEAL
_HIDDEN: Final[Move] = (_DEAL, NOWHERE, UNKNOWN)


def mask(state: State, move: Move, viewer: Seat | None) -> Move:
    """Only a dealt card is secret, and only to those it is not dealt to."""
    if move[0] is not _DEAL or (viewer is not None and viewer == short_seat(state)):
        return move
    return _HIDDEN


def secret_lengths(state: State) -> tuple[int, int]:
    """The shortest and the longest token that deals a card of this game's draw pile."""
    cards = [card for card, count in enumerate(state.setup.cards) if count]
    sizes = [len(format_move((_DEAL, NOWHERE, card))) for card in cards]
    return min(sizes), max(sizes)


def observe(state: State, viewer: Seat | None) -> State:
    """The same position with the opponents' hands unknown."""
    cards = state.cards
    unseen = list(cards.unseen)
    hands = []
    for seat, hand in enumerate(cards.hands):
        if seat == viewer:
            hands.append(hand)
            continue
        for card in hand:
            if card != UNKNOWN:
                unseen[card] += 1
        hands.append((UNKNOWN,) * len(hand))
    return state._replace(cards=cards._replace(hands=tuple(hands), unseen=tuple(unseen)))


def determinize(state: State, pick: Callable[[int], int]) -> State:
    """A full state that fits the observation; ``pick(n)`` gives a number from 0 to n - 1."""
    cards = state.cards
    unseen = list(cards.unseen)
    hands = []
    for hand in cards.hands:
        known = [card if card != UNKNOWN else _draw(unseen, pick) for card in hand]
        hands.append(tuple(sorted(known)))
    return state._replace(cards=cards._replace(hands=tuple(hands), unseen=tuple(unseen)))


def _draw(unseen: list[int], pick: Callable[[int], int]) -> Card:
    number = pick(sum(unseen))
    for card in range(KINDS_OF_CARDS):
        number -= unseen[card]
        if number < 0:
            unseen[card] -= 1
            return card
    raise AssertionError("pick gave a number that is too large")
