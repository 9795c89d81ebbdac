"""Plans whole turns: which positions a seat can end its turn with, and the moves that lead there.

This is a beam search over the moves of a turn. Hexes are tried in the order of their appeal,
positions that were reached in a different order count once, and the best by ``worth`` are
continued. What a position is worth, the two kinds of planner judge differently.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.bots import Budget
from engine.contract import Seat
from engine.kingdom.bots.appeal import Ground, open_slots
from engine.kingdom.bots.forecast import kinds_of
from engine.kingdom.bots.outlook import PLANNING, Outlook
from engine.kingdom.bots.prospects import held_chances, paid, prospects, turns_left, turns_to_come
from engine.kingdom.bots.slices import Slices, best, value_of
from engine.kingdom.bots.weights import UNITS
from engine.kingdom.ground.hexes import BIT, Mask, dilate, hexes
from engine.kingdom.ground.moves import END, NOWHERE, PASS, Action, Move
from engine.kingdom.rules.actions import actions, legal
from engine.kingdom.rules.locations import BUILD_RULES, PATH_RULES, build_targets, path_targets
from engine.kingdom.rules.steps import step
from engine.kingdom.state import QUOTA, Phase, State, actor, builds_left, usable

_ENDLESS: Final = 1 << 60


class Plan(NamedTuple):
    """A position that the turn can lead to, and how it begins."""

    worth: float
    state: State
    first: Move
    slices: Slices  # what each hex would bring next


class Planner(ABC):
    """The turn of one seat on one table."""

    def __init__(self, ground: Ground, state: State, budget: Budget) -> None:
        self.ground, self.root, self.budget = ground, state, budget
        seat = actor(state)
        assert seat is not None
        self.seat: Seat = seat
        self.nodes = 0
        self._is_spent = False
        kinds = [kinds_of(ground, owned) for owned in state.tiles.owned]
        self.turns = turns_left(state.settlements, kinds)
        self.chances = held_chances(state, seat)

    @abstractmethod
    def judged(self, state: State, kinds: Sequence[Action], slices: Slices) -> float:
        """What the position is worth to the seat, which has these tiles, in gold."""

    def plans(self, width: int, branch: int, start: Plan | None = None) -> list[Plan]:
        """The ends of this turn that a beam of this width finds, best first; if there was no time
        to find any, the best position on the way. With a start, the ends behind it."""
        return self._ends(start or self.plan(self.root, END), branch, width)

    def wide_plans(self, nodes: int, branch: int) -> list[Plan]:
        """The ends that a beam finds which is as wide as the nodes allow. Each move of the turn
        gets its share of them, so that a turn with many tiles comes to its end too."""
        shared = self.nodes + nodes, self._most_moves()
        return self._ends(self.plan(self.root, END), branch, _ENDLESS, shared)

    def _most_moves(self) -> int:
        """How many moves the turn may still have, its end not counted."""
        root = self.root
        builds = 1 + QUOTA if root.phase is Phase.CHOOSE else builds_left(root)
        return builds + usable(root.tiles, self.seat).bit_count()

    def _ends(
        self, start: Plan, branch: int, width: int, shared: tuple[int, int] | None = None
    ) -> list[Plan]:
        """``shared``: where the nodes end that all moves share, and how many moves these are."""
        beam = last = [start]
        ends: dict[object, Plan] = {}
        until = _ENDLESS
        while beam:
            last = beam
            following: dict[object, Plan] = {}
            if shared:
                limit, moves = shared
                until = self.nodes + (limit - self.nodes) // max(moves, 1)
                shared = limit, moves - 1
            for plan in beam:
                is_mine = actor(plan.state) == self.seat
                if not is_mine or Action.END in actions(plan.state):
                    ends.setdefault(_key(plan.state), plan)
                is_first = plan is start or (shared is not None and not following)
                if is_mine and (is_first or (self.nodes < until and not self.is_spent)):
                    for longer in self._longer(plan, branch):
                        following.setdefault(_key(longer.state), longer)
            beam = sorted(following.values(), key=lambda plan: -plan.worth)[:width]
        return sorted(ends.values() or last, key=lambda plan: -plan.worth)

    def openings(self, branch: int) -> list[Plan]:
        """The positions after one move."""
        return self._longer(self.plan(self.root, END), branch)

    def plan(self, state: State, first: Move) -> Plan:
        """A position that somebody else has found."""
        worth, slices = self.worth(state)
        return Plan(worth, state, first, slices)

    @property
    def is_spent(self) -> bool:
        """Whether to finish now; once stopped, it does not ask again."""
        if not self._is_spent:
            self._is_spent = self.nodes >= self.budget.nodes or self.budget.stop()
        return self._is_spent

    def _longer(self, plan: Plan, branch: int) -> list[Plan]:
        """The plan with one move more; at least one, if there is a move."""
        found: list[Plan] = []
        for move in self._moves(plan.state, plan.slices, branch):
            if found and self.is_spent:
                break
            state = after(plan.state, move, self.seat)
            worth, slices = self.worth(state)
            first = move if plan.state is self.root else plan.first
            found.append(Plan(worth, state, first, slices))
        return found

    # ---- moves worth trying ----------------------------------------------------------------------

    def _moves(self, state: State, slices: Slices, branch: int) -> Iterator[Move]:
        for action in actions(state):
            if action in BUILD_RULES:
                targets = build_targets(state, action, self.seat)
                for hex_ in _ranked(slices, targets, branch):
                    yield action, NOWHERE, hex_
            elif action in PATH_RULES:
                yield from self._paths(state, slices, action, branch)
            elif action is not Action.END:
                yield from [move for move in legal(state) if move[0] is action]

    def _paths(self, state: State, slices: Slices, action: Action, branch: int) -> list[Move]:
        """Moves from where a settlement brings little to where one brings much."""
        own = state.settlements[self.seat]
        rated = []
        for origin in hexes(own):
            targets = path_targets(state, action, self.seat, origin)
            if targets:
                found, value = best(slices, targets)
                kept = self._keep(own, BIT[origin])
                rated.append((value - kept, origin, (found & -found).bit_length() - 1))
        rated.sort(reverse=True)
        return [(action, origin, target) for _, origin, target in rated[:branch]]

    def _keep(self, own: Mask, bit: Mask) -> int:
        """What is lost at least if this settlement goes, in the unit of appeal."""
        board = self.ground.board
        value = value_of(self.ground.plain, bit)
        if bit & board.near_special:
            rest = dilate(own ^ bit)
            lost = dilate(bit) & board.special & ~rest
            if lost:
                value += 3 * UNITS if lost & board.castles else 2 * UNITS * self.turns
        return value

    # ---- positions -------------------------------------------------------------------------------

    def _slices(self, state: State) -> Slices:
        slots = open_slots(self.ground, state.tiles.taken, self.seat)
        return self.ground.appeal(state.settlements, self.seat, slots, self.turns)

    def worth(self, state: State) -> tuple[float, Slices]:
        """What the position is worth to the seat, in gold; and what each hex would bring it."""
        self.nodes += 1
        slices = self._slices(state)
        kinds = kinds_of(self.ground, state.tiles.owned[self.seat])
        return self.judged(state, kinds, slices), slices


class ThumbPlanner(Planner):
    """Judges positions by rules of thumb: the gold that they pay, and what they promise."""

    def judged(self, state: State, kinds: Sequence[Action], slices: Slices) -> float:
        ground, seat, masks = self.ground, self.seat, state.settlements
        gold = 0.0
        for part in ground.parts:
            gold += paid(ground, part, masks, seat)
        return gold + prospects(ground, masks, seat, kinds, self.turns, slices, self.chances)


class OutlookPlanner(Planner):
    """Judges positions by how games went on from positions like them."""

    def __init__(self, ground: Ground, state: State, budget: Budget) -> None:
        super().__init__(ground, state, budget)
        kinds = [kinds_of(ground, owned) for owned in state.tiles.owned]
        turns = turns_to_come(state.settlements, kinds)
        self._outlook = Outlook(ground, self.chances, turns, PLANNING)

    def judged(self, state: State, kinds: Sequence[Action], slices: Slices) -> float:
        seat, tiles = self.seat, state.tiles
        settled = state.settlements[seat].bit_count() + tiles.due[seat] + tiles.laid[seat]
        return self._outlook.worth(state.settlements, seat, kinds, settled, slices)


def after(state: State, move: Move, seat: Seat) -> State:
    """The position after the move, if the others let their Canoes lie."""
    state = step(state, move)
    while state.reactions and state.reactions[0][0] != seat:
        state = step(state, PASS)
    return state


def _key(state: State) -> object:
    """What distinguishes one position of a turn from another."""
    return state[1], state[2], state[3].played, state[6], state[7], state[8]


def _ranked(slices: Slices, targets: Mask, count: int) -> list[int]:
    """The hexes with the highest numbers, highest first."""
    found: list[int] = []
    while targets and len(found) < count:
        top, _ = best(slices, targets)
        found += hexes(top)
        targets &= ~top
    return found[:count]
