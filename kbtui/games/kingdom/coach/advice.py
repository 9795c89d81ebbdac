"""What the coach would do: a move, and how the turn might continue from there.

The coach is a bot. It is given what the player may see and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.bots import Stop, never
from engine.contract import DEALER, Seat
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.moves import END, PASS, Move
from engine.kingdom.rules.actions import outcomes
from engine.kingdom.rules.steps import step
from engine.kingdom.state import Phase, State, actor
from engine.rng import Stream
from kbtui.play.crew.second_core import ours

COACH: Final = "expert"  # the bot that gives hints
OUTLOOK: Final = "skilled"  # who plays the rest of the turn on, to show where the hint leads
_LONGEST: Final = 60  # moves; no turn has as many

Choose = Callable[[State, int], Move]  # the state, and how many moves have been made in this turn


class Advice(NamedTuple):
    """A whole turn, or the rest of one. Without moves the advice is to end the turn."""

    seat: Seat
    before: State
    moves: tuple[Move, ...]
    after: State  # before the turn ends

    @property
    def first(self) -> Move:
        return self.moves[0] if self.moves else END


def chooser(level: str, stop: Stop = never) -> Choose:
    """A bot that always says the same about the same."""

    def choose(state: State, number: int) -> Move:
        return BOTS[level].choose(state, Stream("coach", str(number)), stop, crew=ours())

    return choose


def advise(observation: State, stop: Stop = never) -> Advice:
    """A hint for the seat that has to act; what follows the first move is a sketch."""
    best, quick = chooser(COACH, stop), chooser(OUTLOOK, stop)
    return rest_of_turn(observation, lambda state, n: (quick if n else best)(state, n))


def rest_of_turn(observation: State, choose: Choose, shown: Sequence[Move] = ()) -> Advice:
    """The turn as it would be played on. ``shown``: cards that were turned up for exhausted ones
    in the real turn; they come in this one too. Nobody reacts to it."""
    seat = actor(observation)
    assert seat is not None, "somebody has to act"
    assert seat != DEALER, "a player has to act"
    state, moves, cards = observation, list[Move](), [*shown]
    while len(moves) < _LONGEST:
        who = actor(state)
        if who == DEALER and state.phase is Phase.REPLACE and state.seat == seat:
            state = step(state, _turned_up(state, cards))
        elif who != seat and state.reactions and state.seat == seat:
            state = step(state, PASS)
        elif who == seat and (state.seat == seat or not moves):
            move = choose(state, len(moves))
            if move == END:
                break
            moves.append(move)
            state = step(state, move)
        else:
            break
    return Advice(seat, observation, tuple(moves), state)


def _turned_up(state: State, cards: list[Move]) -> Move:
    """The card that really came, if it can; else the most likely one."""
    possible = dict(outcomes(state))
    while cards:
        card = cards.pop(0)
        if card in possible:
            return card
    return max(possible, key=lambda move: possible[move])
