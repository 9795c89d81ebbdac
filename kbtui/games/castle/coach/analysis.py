"""Analyzes a game: what each turn cost, compared with what the coach would have done.

A turn is a few decisions: a build or a draw, then perhaps coins, a discard, a tile. For each, the
player's move and the coach's are played on from the same observation in the way the expert does it,
with the same guesses at what is hidden. The average difference is what the decision cost; if it is
no more than chance, it cost nothing. A turn costs what its costliest decision does: after another
first move, the later ones would not have been asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from engine.bots import Stop, never
from engine.castle.bots.appeal import SPACES_PER_COIN
from engine.castle.bots.expert import SEARCH
from engine.castle.bots.levels import BOTS
from engine.castle.bots.outlook import WHOLE_GAME
from engine.castle.bots.playout import Root
from engine.castle.moves import Move, parse_move
from engine.castle.rules.actions import legal
from engine.castle.state import State
from engine.contract import Seat
from engine.rng import Stream
from engine.table import REDO, UNDO, Table
from kbtui.story.chronicle import Turn

LEVELS: Final = ("greedy", "skilled", "expert")  # who can be the coach
SLIGHT: Final = 1 / SPACES_PER_COIN  # coins: a space; what cost less is not worth a word
PLAYED: Final = 200  # times that both moves are played on
_SURE: Final = 2.0  # standard errors; what is less is chance


class Decision(NamedTuple):
    """One move of the player, and the coach's in its place."""

    state: State  # what the player saw
    played: Move
    better: Move
    cost: float  # coins


class Verdict(NamedTuple):
    """One turn."""

    turn: int
    seat: Seat
    entry: int  # after which the player began to act
    decisions: tuple[Decision, ...]  # those in which there was a choice

    @property
    def costliest(self) -> Decision:
        return max(self.decisions, key=lambda decision: decision.cost)

    @property
    def cost(self) -> float:
        """In coins."""
        return self.costliest.cost


def advised(observation: State, level: str, stop: Stop = never) -> Move:
    """The coach's move. A coach always says the same about the same."""
    return BOTS[level].choose(observation, Stream("coach", level), stop)


def judge(table: Table, turn: Turn, level: str, stop: Stop = never) -> Verdict | None:
    """None if the player had no choice in that turn."""
    found = []
    for entry, token in _made(table, turn):
        seen: State = table.game.observe(table.states[entry], turn.seat)
        if len(legal(seen)) > 1:
            played, better = parse_move(token), advised(seen, level, stop)
            cost = 0.0 if played == better else _cost(seen, better, played, stop)
            found.append((entry, Decision(seen, played, better, cost)))
    if not found:
        return None
    decisions = tuple(decision for _, decision in found)
    return Verdict(turn.number, turn.seat, found[0][0], decisions)


def _made(table: Table, turn: Turn) -> Iterator[tuple[int, str]]:
    """The player's moves in a turn that were not undone, each with the entry it followed."""
    standing, undone = list[tuple[Seat, int, str]](), list[str]()
    for number in range(turn.first, turn.last + 1):
        actor, token = table.entries[number - 1]
        if token == UNDO:
            undone.append(standing.pop()[2])
        else:
            standing.append((actor, number - 1, undone.pop() if token == REDO else token))
    return ((entry, token) for actor, entry, token in standing if actor == turn.seat)


def _cost(seen: State, better: Move, played: Move, stop: Stop) -> float:
    """What one move is worth less than the other, in coins: a game that is lost costs them all."""
    gaps, stream, root = list[float](), Stream("coach", "cost"), Root(seen)
    while len(gaps) < PLAYED and not stop():
        first, second = SEARCH.tried(root, (better, played), stream)
        gaps.append((first - second) / WHOLE_GAME * seen.setup.coins)
    if not gaps:
        return 0.0  # nobody waited for it
    cost, error = fmean(gaps), pstdev(gaps) / sqrt(len(gaps))
    return cost if cost > _SURE * error else 0.0
