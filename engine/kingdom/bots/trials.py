"""Plays on from plans, to the end or for some rounds, one playout after another, maybe with a crew.

A playout depends only on the ``Work`` and its task: no matter who plays it, and when, the margin is
the same. So the bot takes tasks from the front and the crew from the back, and when they meet, all
are done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.bots import Budget, Help, Task
from engine.contract import Seat
from engine.kingdom.bots.appeal import Ground, ground_of
from engine.kingdom.bots.forecast import Forecast, deck_of, kinds_of
from engine.kingdom.bots.outlook import JUDGING, Outlook
from engine.kingdom.bots.planning import Planner
from engine.kingdom.bots.prospects import EXTRA_BUILDS, chances, turns_until_built
from engine.kingdom.bots.weights import FITTED, Weights
from engine.kingdom.ground.terrain import Card
from engine.kingdom.state import OPEN, State, quota_of

Margins = dict[int, float]  # by the number of the playout
Memory = dict[object, Margins]  # by position

PACE: Final = 1.7  # nodes that one player's turn of a playout counts as ...
TOGETHER: Final = 0.3  # ... and more where builds are looked at together
JUDGED: Final = 1.0  # nodes that it counts as to judge for one player where a playout stops

CHUNK: Final = 12  # tasks that a crew is given at once: about 15 ms of work
LEAST: Final = 4  # fewer are not worth sending
_SHARE: Final = 3  # a crew gets one in this many of what is left, so that all end at once


class Work(NamedTuple):
    """All that playouts depend on; it may be sent to another process."""

    root: State  # where the bot has to choose
    seat: Seat  # whose gold counts
    ends: tuple[State, ...]  # where each plan leads
    rounds: int | None = None  # turns of each seat before the position is judged, or to the end
    weights: Weights = FITTED  # by which all seats build

    def worker(self) -> Callable[[Task], float]:
        return Player(self).margin


def ground_for(state: State, weights: Weights = FITTED) -> Ground:
    """The table as the bot that plays on sees it."""
    return ground_of(state.setup, state.cards.scouted, weights)


def length(planner: Planner, rounds: int | None = None, weights: Weights = FITTED) -> float:
    """Nodes that a playout from here counts as: it takes as long as to look at that many."""
    players, turns = len(planner.root.settlements), planner.turns + 1
    pace = PACE if weights.builds_ahead == 1 else PACE + TOGETHER
    if rounds is None or turns <= rounds:
        return pace * players * turns
    return players * (pace * rounds + JUDGED)


def turns_after(root: State, seat: Seat, rounds: int) -> float:
    """How many turns are left where playouts stop, as if no settlement had been built in this turn.
    All plans are judged as if as many were left: worths compare only then."""
    ground, tiles = ground_for(root), root.tiles
    rates = [kinds_of(ground, owned) for owned in tiles.owned]
    settled = [own.bit_count() for own in root.settlements]
    if not root.reactions:
        if root.owed != OPEN:
            settled[seat] -= quota_of(root.terrain) - root.owed
        used = kinds_of(ground, tiles.used[seat])
        settled[seat] -= len([kind for kind in used if kind in EXTRA_BUILDS])
    return max(turns_until_built(settled, rates) - rounds, 0.0)


_memory: list[tuple[object, Memory]] = [((), {})]


def margins_of_turn(
    state: State, seat: Seat, rounds: int | None = None, weights: Weights = FITTED
) -> Memory:
    """What a seat knows of this turn. A playout depends on nothing but the position it starts from,
    its number, the cards that were seen, the weights and the turns that are left. All of these stay
    the same in a turn, unless it brings or costs a tile: to remember it saves time and changes
    nothing. (Who reacts in the turn of another asks for its own gold.)"""
    left = None if rounds is None else turns_after(state, seat, rounds)
    turn = state.setup, state.cards, seat, rounds, left, weights
    if _memory[0][0] != turn:
        _memory[0] = turn, {}
    return _memory[0][1]


def place(state: State) -> object:
    """Where a playout starts."""
    return state.settlements, state.tiles, state.seat, state.phase


class Player:
    """Plays the tasks of a work. A task is a plan and the number of a playout."""

    def __init__(self, work: Work) -> None:
        self._work, self._ground = work, ground_for(work.root, work.weights)
        self._cards: int | None = None
        if work.rounds is not None:
            root, seat = work.root, work.seat
            self._cards = work.rounds * len(root.settlements)
            turns = turns_after(root, seat, work.rounds)
            self._outlook = Outlook(self._ground, chances(root), turns, JUDGING)
        self._forecasts: dict[int, Forecast] = {}
        self._deck: tuple[int, Sequence[Card]] = -1, ()  # tasks come number by number

    def margin(self, task: Task) -> float:
        """How far the seat is ahead of its best opponent at the end, or will be."""
        plan, number = task
        if self._deck[0] != number:
            self._deck = number, deck_of(self._work.root, number)[: self._cards]
        forecast = self._forecasts.get(plan)
        if forecast is None:
            forecast = self._forecasts[plan] = Forecast(self._ground, self._work.ends[plan])
        is_over = forecast.advance(number, self._deck[1]) or self._cards is None
        worth = forecast.gold() if is_over else forecast.judged(self._outlook)
        seat = self._work.seat
        return worth[seat] - max([w for other, w in enumerate(worth) if other != seat])


class Trials:
    """The margins of all plans. ``known`` has a row for each of them; rows may be filled before."""

    def __init__(self, work: Work, known: Sequence[Margins], budget: Budget) -> None:
        self.known = known
        self._player, self._stop = Player(work), budget.stop
        self._help: Help | None = None if budget.crew is None else budget.crew.begin(work)

    def play(self, tasks: Sequence[Task]) -> bool:
        """Find the margins of these; False if the bot was stopped before all were known."""
        known = self.known
        left = [task for task in tasks if task[1] not in known[task[0]]]
        back = len(left)  # from here on the crew has been asked
        for front, task in enumerate(left):
            if self._help is not None:
                back = self._shared(self._help, left, front, back)
            plan, number = task
            if number in known[plan]:
                continue
            if self._stop():
                return False
            known[plan][number] = self._player.margin(task)
        return True

    def _shared(self, help_: Help, left: Sequence[Task], front: int, back: int) -> int:
        """Take what the crew has found, and give it more. What it has not found when the bot gets
        there, the bot plays itself: nobody waits for a crew, and none has to be well."""
        for (plan, number), margin in help_.take():
            self.known[plan][number] = margin
        size = min(CHUNK, (back - front) // _SHARE)
        if size >= LEAST and help_.give(left[back - size : back]):
            return back - size
        return back
