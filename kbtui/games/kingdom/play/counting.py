"""The final score, counted goal by goal and player by player."""

from typing import NamedTuple

from engine.contract import Seat
from engine.kingdom.ground.hexes import Mask
from engine.kingdom.scores import parts, scores
from engine.kingdom.state import State


class Step(NamedTuple):
    """One part is paid to one seat."""

    part: str  # a goal, castles or palaces
    seat: Seat
    gold: int
    hexes: Mask  # what it is paid for
    totals: tuple[int, ...]  # of all seats, after this step


class Counting:
    """The count of a position, step by step: ``at`` steps have been counted so far."""

    def __init__(self, state: State) -> None:
        self.seats = state.setup.players
        self.parts = parts(state)
        self.steps = steps(state)
        self.at = 0

    @property
    def step(self) -> Step | None:
        """The one that was counted last."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def is_over(self) -> bool:
        return self.at == len(self.steps)

    @property
    def totals(self) -> tuple[int, ...]:
        """The gold that has been counted."""
        return self.step.totals if self.step is not None else (0,) * self.seats

    @property
    def table(self) -> tuple[tuple[int | None, ...], ...]:
        """``table[i][seat]``: the gold of ``parts[i]``, None where it is still to be counted."""
        gold = [step.gold if i < self.at else None for i, step in enumerate(self.steps)]
        rows = range(0, len(gold), self.seats)
        return tuple(tuple(gold[row : row + self.seats]) for row in rows)

    def move(self, count: int) -> bool:
        """So many steps on, or back; whether that changed anything."""
        at = min(max(self.at + count, 0), len(self.steps))
        moved, self.at = at != self.at, at
        return moved

    def finish(self) -> bool:
        return self.move(len(self.steps))


def steps(state: State) -> tuple[Step, ...]:
    """The whole count, goal by goal and player by player."""
    counted = scores(state)
    totals = [0] * state.setup.players
    found = []
    for column, part in enumerate(counted.parts):
        for seat, row in enumerate(counted.earned):
            gold, hexes = row[column]
            totals[seat] += gold
            found.append(Step(part, seat, gold, hexes, tuple(totals)))
    return tuple(found)
