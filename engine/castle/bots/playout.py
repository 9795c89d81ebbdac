"""Plays a game on, quickly and sensibly, to see where a move leads.

All seats play by the rules of thumb of ``appeal``. Hidden tiles and the reserve are dealt out by
chance first, so a playout knows no more than the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.castle.bots.answers import answer
from engine.castle.bots.appeal import Judge
from engine.castle.bots.quick import Below, Quick, shuffled
from engine.castle.pieces.tiles import UNKNOWN, Face, spread
from engine.castle.state import State
from engine.contract import Seat

_MASK: Final = (1 << 64) - 1


def numbers(seed: int) -> Below:
    """Quick random numbers, good enough to shuffle."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & _MASK

    def below(bound: int) -> int:
        nonlocal x
        x = (x * 6364136223846793005 + 1442695040888963407) & _MASK
        return (x >> 33) * bound >> 31

    return below


class Deal(NamedTuple):
    """A guess at all that is hidden: racks, and the tiles and coins to come, next one last.

    Moves that are compared are played on from the same deal, so that luck does not decide."""

    racks: list[list[Face]]
    tiles: list[Face]
    coins: list[int]
    seed: int  # of what chance decides later


class Root:
    """An observation from which games are played on."""

    def __init__(self, observation: State) -> None:
        self.game = Quick(observation)
        self._pool, self._mint = spread(observation.unseen), spread(observation.mint)

    def deal(self, seed: int) -> Deal:
        """A guess that fits the observation."""
        below = numbers(seed)
        pool = shuffled([*self._pool], below)
        racks = [
            sorted([pool.pop() if face == UNKNOWN else face for face in yard.rack])
            for yard in self.game.yards
        ]
        return Deal(racks, pool, shuffled([*self._mint], below), seed + 1)

    def begin(self, deal: Deal) -> Quick:
        """The game as it is if the guess is right."""
        game = self.game.copy()
        for yard, rack in zip(game.yards, deal.racks, strict=True):
            yard.rack = rack[:]
        game.deck, game.mint, game.below = deal.tiles[:], deal.coins[:], numbers(deal.seed)
        return game


def play_on(game: Quick, judges: Sequence[Judge], seat: Seat, turns: int) -> int:
    """Until this seat has ended that many turns, or the game is over; the decisions made."""
    on_turn, decisions, agenda = game.seat, 0, game.agenda
    while not game.over:
        if game.seat != on_turn:
            if on_turn == seat:
                turns -= 1
                if turns <= 0:
                    break
            on_turn = game.seat
        game.play(answer(judges[agenda[-1][1]], game))
        decisions += 1
    return decisions
