"""Plays a game on, quickly and sensibly, to see where a move leads.

All seats play by the rules of thumb of ``appeal``. Hidden tiles and the reserve are dealt out by
chance first, so a playout knows no more than the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.castle.bots.answers import answer
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


def shuffled(counts: bytes, below: Below) -> list[int]:
    """Pieces in random order, the next one last."""
    deck = [*spread(counts)]
    for i in range(len(deck) - 1, 0, -1):
        j = below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class Deal(NamedTuple):
    """A guess at all that is hidden: a full state, and the tiles and coins to come, next one last.

    Moves that are compared are played on from the same deal, so that luck does not decide."""

    state: State
    tiles: list[int]
    coins: list[int]


def guess(observation: State, below: Below) -> Deal:
    """A deal that fits the observation; who knows what no longer matters in it."""
    state = determinize(observation, below)
    state = state._replace(known=((),) * len(state.known))
    return Deal(state, shuffled(state.unseen, below), shuffled(state.mint, below))


class Playout:
    """One game, played on from a deal."""

    def __init__(self, deal: Deal, judge: Judge, below: Below) -> None:
        self.draft = Draft(deal.state)
        self._judge, self._below = judge, below
        self._tiles, self._coins = [*deal.tiles], [*deal.coins]

    def play(self, move: Move) -> None:
        make(self.draft, move)

    def play_on(self, seat: Seat, turns: int) -> int:
        """Until this seat has ended so many turns, or the game is over; the decisions made."""
        draft, on_turn, decisions = self.draft, self.draft.seat, 0
        while draft.phase is not Phase.OVER:
            if draft.seat != on_turn:
                if on_turn == seat:
                    turns -= 1
                    if turns <= 0:
                        break
                on_turn = draft.seat
            if draft.actor == DEALER:
                make(draft, self._dealers())
            else:
                make(draft, answer(self._judge, draft))
                decisions += 1
        return decisions

    def _dealers(self) -> Move:
        draft, phase = self.draft, self.draft.phase
        if phase is Phase.SHOW:
            return Action.SHOW, self._tile(), NONE, NO_BAG
        if phase is Phase.DEAL:
            return Action.DEAL, self._tile(), NONE, NO_BAG
        if phase is Phase.MINT:
            return Action.MINT, self._coins.pop(), NONE, NO_BAG
        if phase is Phase.SHUFFLE:
            return SHUFFLE
        _, seat, number = draft.agenda[-1]
        rack = draft.racks[number if phase is Phase.STEAL else seat]
        action = Action.STEAL if phase is Phase.STEAL else Action.LOSE
        return action, rack[self._below(len(rack))], NONE, NO_BAG

    def _tile(self) -> int:
        if not self._tiles:  # the discards have become the reserve
            self._tiles = shuffled(self.draft.unseen, self._below)
        return self._tiles.pop()
