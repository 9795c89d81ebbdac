"""Plays a game on, quickly and sensibly, to see where a move leads.

All seats play by the rules of thumb of ``appeal``. Hidden tiles and the reserve are dealt out by
chance first, so a playout knows no more than the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.castle.bots.appeal import Judge
from engine.castle.moves import NO_BAG, NONE, SHUFFLE, Action, Move
from engine.castle.observation import determinize
from engine.castle.pieces.tiles import spread
from engine.castle.rules.steps import make
from engine.castle.state import Draft, Phase, State
from engine.contract import DEALER, Seat

Below = Callable[[int], int]  # below(n) is a number from 0 to n - 1

_MASK: Final = (1 << 64) - 1


def numbers(seed: int) -> Below:
    """Quick random numbers, good enough to shuffle."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK

    def below(bound: int) -> int:
        nonlocal x
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK
        return (x >> 33) * bound >> 31

    return below


def dealt(observation: State, below: Below) -> State:
    """A full state that fits the observation; who knows what no longer matters in it."""
    state = determinize(observation, below)
    return state._replace(known=((),) * len(state.known))


class Playout:
    """One game, played on from a full state."""

    def __init__(self, state: State, judge: Judge, below: Below) -> None:
        self.draft = Draft(state)
        self._judge, self._below = judge, below

    def play(self, move: Move) -> None:
        make(self.draft, move)

    def play_on(self, seat: Seat, turns: int) -> None:
        """Until this seat has ended so many turns, or the game is over."""
        draft, on_turn = self.draft, self.draft.seat
        while draft.phase is not Phase.OVER:
            if draft.seat != on_turn:
                if on_turn == seat:
                    turns -= 1
                    if turns <= 0:
                        return
                on_turn = draft.seat
            make(draft, self._dealers() if draft.actor == DEALER else self._judge.choose(draft))

    def _dealers(self) -> Move:
        draft, phase = self.draft, self.draft.phase
        if phase is Phase.SHOW:
            return Action.SHOW, self._drawn(draft.unseen), NONE, NO_BAG
        if phase is Phase.DEAL:
            return Action.DEAL, self._drawn(draft.unseen), NONE, NO_BAG
        if phase is Phase.MINT:
            return Action.MINT, self._drawn(draft.mint), NONE, NO_BAG
        if phase is Phase.SHUFFLE:
            return SHUFFLE
        _, seat, number = draft.agenda[-1]
        rack = draft.racks[number if phase is Phase.STEAL else seat]
        action = Action.STEAL if phase is Phase.STEAL else Action.LOSE
        return action, rack[self._below(len(rack))], NONE, NO_BAG

    def _drawn(self, counts: bytes) -> int:
        bag = spread(counts)
        return bag[self._below(len(bag))]
