"""The final score, counted part by part and player by player."""

from typing import Any, NamedTuple

from engine.contract import AnyGame, Seat
from kbtui.games.kit import Mask


class Step(NamedTuple):
    """One part is paid to one seat."""

    part: str
    seat: Seat
    paid: int
    places: Mask  # what it is paid for
    totals: tuple[int, ...]  # of all seats, after this step


class Counting:
    """The count of a position, step by step: ``at`` steps have been counted so far."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.seats = game.seats(state)
        self.parts = game.parts(state)
        self.steps = steps(game, state)
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
        """The scores that have been counted."""
        return self.step.totals if self.step is not None else (0,) * self.seats

    @property
    def table(self) -> tuple[tuple[int | None, ...], ...]:
        """``table[i][seat]``: what ``parts[i]`` pays, None where it is still to be counted."""
        paid = [step.paid if i < self.at else None for i, step in enumerate(self.steps)]
        rows = range(0, len(paid), self.seats)
        return tuple(tuple(paid[row : row + self.seats]) for row in rows)

    def move(self, count: int) -> bool:
        """That many steps forward, or back; whether that changed anything."""
        at = min(max(self.at + count, 0), len(self.steps))
        moved, self.at = at != self.at, at
        return moved

    def finish(self) -> bool:
        return self.move(len(self.steps))


def steps(game: AnyGame, state: Any) -> tuple[Step, ...]:
    """The whole count, part by part and player by player."""
    earned = game.earned(state)
    totals = [0] * len(earned)
    found = []
    for column, part in enumerate(game.parts(state)):
        for seat, row in enumerate(earned):
            paid, places = row[column]
            totals[seat] += paid
            found.append(Step(part, seat, paid, places, tuple(totals)))
    return tuple(found)
