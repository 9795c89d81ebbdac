"""Which turns are worth playing out: the best that were found, and others that differ from them.

A beam search finds many ends of a turn that are nearly alike. So its best ends are joined by the
turns that the greedy and the skilled bot would play, and by what a narrow beam finds behind each
first move; and of ends that differ in one settlement and in nothing that counts, one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.bots import Budget
from engine.kingdom.bots.appeal import ground_of
from engine.kingdom.bots.greedy import best_moves
from engine.kingdom.bots.planning import Plan, Planner, ThumbPlanner, after
from engine.kingdom.ground.hexes import dilate
from engine.kingdom.ground.moves import Action, Move
from engine.kingdom.ground.terrain import SINGLES
from engine.kingdom.state import Phase, State, actor

QUICK: Final = 6, 8  # width and branch of the skilled bot's beam
WIDE: Final = 0.7  # of the nodes go to the widest beam
NARROW: Final = 2, 5  # the beam behind each first move
OPENINGS: Final = 8  # first moves of each action
_STEPS: Final = 4  # of a gold: worths closer than this may be alike


def candidates(planner: Planner, branch: int, keep: int) -> list[Plan]:
    """At most that many turns, the most promising first."""
    ends = planner.wide_plans(int(planner.budget.nodes * WIDE), branch)
    others = [*_of_others(planner), *_behind_each(planner)]
    others.sort(key=lambda plan: -plan.worth)
    sure = _differing(others)[: keep // 2]
    rest = _differing([*sure, *ends])[len(sure) :]
    return sorted([*sure, *rest[: keep - len(sure)]], key=lambda plan: -plan.worth)


def quick_planner(root: State, budget: Budget) -> Planner:
    """The table as the skilled bot sees it."""
    return ThumbPlanner(ground_of(root.setup, root.cards.scouted), root, budget)


def _of_others(planner: Planner) -> Iterator[Plan]:
    """How the greedy and the skilled bot would play this turn."""
    yield from greedy_turn(planner)
    other = quick_planner(planner.root, planner.budget)
    best = other.plans(*QUICK)[0]
    planner.nodes += other.nodes
    yield planner.plan(best.state, best.first)


def greedy_turn(planner: Planner) -> list[Plan]:
    """How the greedy bot would play this turn, of equal moves always the first; empty if it would
    end it, if it had to choose a card, or if there was no time."""
    state, seat = planner.root, planner.seat
    first: Move | None = None
    while state.phase is Phase.TURN and actor(state) == seat:
        if planner.is_spent:
            return []
        (move, *_), looked = best_moves(state, seat)
        planner.nodes += looked
        if move[0] is Action.END:
            break
        first = first or move
        state = after(state, move, seat)
    return [] if first is None else [planner.plan(state, first)]


def _behind_each(planner: Planner) -> Iterator[Plan]:
    """The best end behind each first move."""
    for plan in planner.openings(OPENINGS):
        if planner.is_spent:
            return
        if actor(plan.state) != planner.seat:
            yield plan
            continue
        yield planner.plans(*NARROW, plan)[0]


def _differing(plans: Iterable[Plan]) -> list[Plan]:
    """Without those that hardly differ from an earlier one."""
    found: list[Plan] = []
    known: dict[object, list[int]] = {}
    for plan in plans:
        masks = known.setdefault(_outline(plan), [])
        own = sum(plan.state.settlements)
        if all((own ^ other).bit_count() > 2 for other in masks):
            masks.append(own)
            found.append(plan)
    return found


def _outline(plan: Plan) -> object:
    """What counts of an end: gold and promise, the tiles, the terrains that are touched."""
    state = plan.state
    terrain = state.setup.board.terrain
    reach = dilate(state.settlements[state.seat])
    touched = tuple([bool(reach & terrain[kind]) for kind in SINGLES])
    return round(plan.worth * _STEPS), state.tiles, state.phase, touched
