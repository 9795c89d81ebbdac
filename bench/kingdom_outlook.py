"""Finds the numbers of ``engine.kingdom.bots.outlook``: two regressions of how games went on.

    python -m bench.kingdom_outlook                             an hour for each of the two
    python -m bench.kingdom_outlook --positions 100 --games 50  fewer of both

*Turns.* Both seats plan their turns by the present numbers, with a narrow beam. In the middle of
such games, several ends of one turn are each played to the end of the game a few times, with the
same cards. What one end brought more than the others of its turn is put down to what it has more
than they.

*Games.* Experts that look at little play whole games. How far a seat is ahead when the game is over
is put down to what it had more than the other at the end of each turn. These are the numbers for
judging; those for planning are the mean of both.

Prints all numbers; a number that was not needed in any game stays 0.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bench.castle_outlook import solved
from engine.bots import Budget
from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.kingdom.bots.appeal import open_slots
from engine.kingdom.bots.candidates import candidates
from engine.kingdom.bots.expert import expert_move
from engine.kingdom.bots.forecast import kinds_of
from engine.kingdom.bots.outlook import PLANNING, Numbers, Outlook, Worth
from engine.kingdom.bots.planning import OutlookPlanner, Plan
from engine.kingdom.bots.playout import Random, dealt
from engine.kingdom.bots.prospects import chances, turns_left, turns_to_come
from engine.kingdom.bots.slices import Slices
from engine.kingdom.bots.trials import ground_for
from engine.kingdom.ground.moves import END, Action
from engine.kingdom.observation import observe
from engine.kingdom.rules.steps import step
from engine.kingdom.scores import totals
from engine.kingdom.setup import Options, settled_as_json
from engine.kingdom.state import Phase, State, actor
from engine.rng import Stream
from engine.table import Table

SETS: Final = (("base",), ("base", "marshlands"), ("base", "marshlands"))
LATEST: Final = 18  # turns before the one that is looked at
ENDS: Final = 10  # of a turn
FROM_EACH: Final = 4  # games
NARROW: Final = 2, 4  # the beam of the turns that are only played on
PLANNED: Final = Budget(1500)
WHOLE: Final = Budget(1500)  # of an expert in a whole game
TOUCH: Final = 100.0  # pulls numbers to 0 that few games tell of

Row = list[float]
Path = tuple[str | int, ...]  # where a number stands among all numbers


class Turn(NamedTuple):
    """A turn that can end in several ways."""

    planner: OutlookPlanner
    ends: Sequence[Plan]


def ended(state: State, chance: Random) -> State:
    """The beginning of the next turn, or the end of the game."""
    return dealt(step(state, END) if state.phase is Phase.TURN else state, chance)


def planner_of(state: State) -> OutlookPlanner:
    return OutlookPlanner(ground_for(state), state, PLANNED)


def played_on(state: State, chance: Random, turns: int | None = None) -> State:
    """After that many planned turns, or at the end of the game."""
    while state.phase is not Phase.OVER and turns != 0:
        state = ended(planner_of(state).plans(*NARROW)[0].state, chance)
        turns = None if turns is None else turns - 1
    return state


def begun(seed: str, deal: int) -> State:
    """A deal of two, before the first turn."""
    options = Options(2, SETS[deal % len(SETS)], seed=f"{seed} {deal}")
    table, dealer = Table.new("kingdom", settled_as_json(options)), Dealer(options.seed)
    while table.to_act == DEALER:
        dealer.deal(table)
    start: State = table.state
    return start


def turn_of(deal: int) -> Turn | None:
    """A turn of some game, if it is not over by then and there is a choice."""
    start, chance = begun("outlook", deal), random.Random(deal)
    state = played_on(start, chance.random, chance.randrange(LATEST))
    if state.phase is not Phase.TURN:
        return None
    planner = planner_of(state)
    found = candidates(planner, 12, 6 * ENDS)
    best = found[: ENDS // 3]
    others = found[ENDS // 3 :]
    ends = best + chance.sample(others, min(ENDS - len(best), len(others)))
    return Turn(planner, ends) if len(ends) > 1 else None


def margin(turn: Turn, end: Plan, number: int) -> float:
    """How far the seat is ahead when the game is over."""
    chance = random.Random(number)
    scores = totals(played_on(ended(end.state, chance.random), chance.random))
    seat = turn.planner.seat
    return scores[seat] - scores[1 - seat]


def paths(numbers: Any = PLANNING, prefix: Path = ()) -> Iterator[Path]:
    """Where all numbers stand."""
    if isinstance(numbers, float):
        yield prefix
    elif isinstance(numbers, dict):
        for key in numbers:
            yield from paths(numbers[key], (*prefix, key))
    else:
        for i, part in enumerate(numbers):
            yield from paths(part, (*prefix, i))


def filled(values: dict[Path, float], like: Any = PLANNING, prefix: Path = ()) -> Any:
    """The numbers with these values, and 0 for all others."""
    if isinstance(like, float):
        return values.get(prefix, 0.0)
    if isinstance(like, dict):
        return {key: filled(values, like[key], (*prefix, key)) for key in like}
    parts = [filled(values, part, (*prefix, i)) for i, part in enumerate(like)]
    return type(like)(*parts) if isinstance(like, Worth | Numbers) else tuple(parts)


def features(turn: Turn, places: Sequence[Path]) -> list[Row]:
    """What each end of the turn has."""
    planner, root = turn.planner, turn.planner.root
    kinds = [kinds_of(planner.ground, owned) for owned in root.tiles.owned]
    turns = turns_to_come(root.settlements, kinds)
    asked = [
        Outlook(planner.ground, planner.chances, turns, filled({path: 1.0})) for path in places
    ]
    return [has(asked, end.state, planner.seat, end.slices) for end in turn.ends]


def has(asked: Sequence[Outlook], state: State, seat: Seat, slices: Slices) -> Row:
    """What the seat has. The worth is linear in the numbers, so asking with one of them at 1 and
    all others at 0 tells what it is multiplied by."""
    tiles = state.tiles
    held = kinds_of(ground_for(state), tiles.owned[seat])
    settled = state.settlements[seat].bit_count() + tiles.due[seat] + tiles.laid[seat]
    return [one.worth(state.settlements, seat, held, settled, slices) for one in asked]


def game_of(deal: int, places: Sequence[Path]) -> tuple[list[Row], Row]:
    """What each seat had more than the other when it ended a turn, and how far it was ahead at the
    end. The last numbers of a row tell how far the game was and who began it."""
    state, chance, stream = begun("whole", deal), random.Random(deal).random, Stream("", "none")
    rows, seats = list[Row](), list[Seat]()
    while state.phase is not Phase.OVER:
        seat = actor(state)
        assert seat is not None, "the game is not over"
        move = expert_move(observe(state, seat), stream, WHOLE)
        if move[0] is Action.END:
            rows.append(_ahead(observe(state, None), seat, places))
            seats.append(seat)
        state = dealt(step(state, move), chance)
    scores = totals(state)
    return rows, [float(scores[seat] - scores[1 - seat]) for seat in seats]


def _ahead(state: State, seat: Seat, places: Sequence[Path]) -> Row:
    ground, masks = ground_for(state), state.settlements
    kinds = [kinds_of(ground, owned) for owned in state.tiles.owned]
    turns = turns_to_come(masks, kinds)
    asked = [Outlook(ground, chances(state), turns, filled({path: 1.0})) for path in places]
    mine, theirs = (
        has(asked, state, one, ground.appeal(masks, one, slots, turns_left(masks, kinds)))
        for one in (seat, 1 - seat)
        for slots in [open_slots(ground, state.tiles.taken, one)]
    )
    began = float(seat == state.setup.start)
    return [*(a - b for a, b in zip(mine, theirs, strict=True)), 1.0, turns, began, began * turns]


def centered(rows: Sequence[Row]) -> list[Row]:
    """What each row has more than all of them on average."""
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[a - b for a, b in zip(row, means, strict=True)] for row in rows]


def regression(rows: Sequence[Row], results: Sequence[float]) -> Row:
    size = len(rows[0])
    matrix = [[TOUCH * (i == j) for j in range(size)] for i in range(size)]
    right = [0.0] * size
    scale = [max(sum([row[i] ** 2 for row in rows]) / len(rows), 1e-12) ** 0.5 for i in range(size)]
    for row, result in zip(rows, results, strict=True):
        even = [a / b for a, b in zip(row, scale, strict=True)]
        for i, value in enumerate(even):
            if value:
                right[i] += value * result
                matrix[i] = [a + value * b for a, b in zip(matrix[i], even, strict=True)]
    found = solved(matrix, [[value] for value in right])
    return [value / by for (value,), by in zip(found, scale, strict=True)]


def of_turns(positions: int, places: Sequence[Path]) -> Row:
    rows, results = list[Row](), list[float]()
    for deal in range(positions):
        turn = turn_of(deal)
        if turn is None:
            continue
        margins = [[margin(turn, end, number) for number in range(FROM_EACH)] for end in turn.ends]
        rows += centered(features(turn, places))
        results += [value for (value,) in centered([[sum(row) / FROM_EACH] for row in margins])]
    print(f"{len(rows)} ends of turns")
    return regression(rows, results) if rows else [0.0] * len(places)


def of_games(games: int, places: Sequence[Path]) -> Row:
    rows, results = list[Row](), list[float]()
    for deal in range(games):
        had, ahead = game_of(deal, places)
        rows += had
        results += ahead
    print(f"{len(rows)} ends of turns in {games} whole games")
    return regression(rows, results)[: len(places)] if rows else [0.0] * len(places)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the numbers that the expert judges by.")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=800)
    args = parser.parse_args()
    places = [*paths()]
    turns, games = of_turns(args.positions, places), of_games(args.games, places)
    means = [(a + b) / 2 for a, b in zip(turns, games, strict=True)]
    for name, values in ("from turns", turns), ("judging", games), ("planning", means):
        rounded = [round(value, 4) for value in values]
        print(f"{name}: {filled(dict(zip(places, rounded, strict=True)))}")


if __name__ == "__main__":
    main()
