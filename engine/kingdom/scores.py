"""Scores at any moment, and what one move would change, both from the functions of ``goals``."""

from typing import NamedTuple

from engine.contract import Seat
from engine.kingdom.goals import GOALS, Count, Earned
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import apply
from engine.kingdom.state import Phase, State


class Scores(NamedTuple):
    """``earned[seat][i]`` is what ``parts[i]`` (a goal, castles, palaces) pays that seat."""

    parts: tuple[str, ...]
    earned: tuple[tuple[Earned, ...], ...]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(part.gold for part in row) for row in self.earned)

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Most gold; equal gold shares the first place (E-6)."""
        totals = self.totals
        return tuple(seat for seat, gold in enumerate(totals) if gold == max(totals))


def parts(state: State) -> tuple[str, ...]:
    """What pays gold in this game, in the order it is counted (E-5)."""
    return state.setup.parts


def scores(state: State) -> Scores:
    """Everybody's gold if the game ended now."""
    named = parts(state)
    board, settlements, scouted = state.setup.board, state.settlements, state.cards.scouted
    counts = [Count(board, settlements, seat, scouted) for seat in range(len(settlements))]
    goals = [GOALS[part] for part in named]
    return Scores(named, tuple([tuple([goal(count) for goal in goals]) for count in counts]))


def earned(state: State) -> tuple[tuple[Earned, ...], ...]:
    return scores(state).earned


def totals(state: State) -> tuple[int, ...]:
    return scores(state).totals


def winners(state: State) -> tuple[Seat, ...] | None:
    """The winners, once the game is over."""
    return scores(state).leaders if state.phase == Phase.OVER else None


def gains(state: State, move: Move) -> tuple[tuple[int, ...], ...]:
    """``gains[seat][i]``: the change of gold a legal move brings, in the order of ``parts``."""
    before, after = scores(state).earned, scores(apply(state, move)).earned
    return tuple(
        tuple(new.gold - old.gold for old, new in zip(*rows, strict=True))
        for rows in zip(before, after, strict=True)
    )
