"""Finds the numbers of ``engine.kingdom.bots.outlook``: a regression of how games went on.

    python -m bench.kingdom_outlook                   1000 positions, an hour
    python -m bench.kingdom_outlook --positions 100   fewer

Both seats plan their turns by the present numbers, with a narrow beam. In the middle of such games,
several ends of one turn are each played to the end of the game a few times, with the same cards.
What one end brought more than the others of its turn is put down to what it has more than they.
Prints all numbers; a number that was not needed in any game stays 0.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bench.castle_outlook import solved
from engine.bots import Budget
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.bots.candidates import candidates
from engine.kingdom.bots.forecast import kinds_of
from engine.kingdom.bots.outlook import FITTED, Numbers, Outlook, Worth
from engine.kingdom.bots.planning import OutlookPlanner, Plan
from engine.kingdom.bots.playout import Random, dealt
from engine.kingdom.bots.prospects import turns_to_come
from engine.kingdom.bots.trials import ground_for
from engine.kingdom.ground.moves import END
from engine.kingdom.rules.steps import step
from engine.kingdom.scores import totals
from engine.kingdom.setup import Options, settled_as_json
from engine.kingdom.state import Phase, State
from engine.table import Table

SETS: Final = (("base",), ("base", "marshlands"), ("base", "marshlands"))
LATEST: Final = 18  # turns before the one that is looked at
ENDS: Final = 10  # of a turn
GAMES: Final = 4  # from each of them
NARROW: Final = 2, 4  # the beam of the turns that are only played on
PLANNED: Final = Budget(1500)
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


def turn_of(deal: int) -> Turn | None:
    """A turn of some game, if it is not over by then and there is a choice."""
    seed, chance = f"outlook {deal}", random.Random(deal)
    options = Options(2, SETS[deal % len(SETS)], seed=seed)
    table, dealer = Table.new("kingdom", settled_as_json(options)), Dealer(seed)
    while table.to_act == DEALER:
        dealer.deal(table)
    start: State = table.state
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


def paths(numbers: Any = FITTED, prefix: Path = ()) -> Iterator[Path]:
    """Where all numbers stand."""
    if isinstance(numbers, float):
        yield prefix
    elif isinstance(numbers, dict):
        for key in numbers:
            yield from paths(numbers[key], (*prefix, key))
    else:
        for i, part in enumerate(numbers):
            yield from paths(part, (*prefix, i))


def filled(values: dict[Path, float], like: Any = FITTED, prefix: Path = ()) -> Any:
    """The numbers with these values, and 0 for all others."""
    if isinstance(like, float):
        return values.get(prefix, 0.0)
    if isinstance(like, dict):
        return {key: filled(values, like[key], (*prefix, key)) for key in like}
    parts = [filled(values, part, (*prefix, i)) for i, part in enumerate(like)]
    return type(like)(*parts) if isinstance(like, Worth | Numbers) else tuple(parts)


def features(turn: Turn, places: Sequence[Path]) -> list[Row]:
    """What each end of the turn has. The worth is linear in the numbers, so asking with one of them
    at 1 and all others at 0 tells what it is multiplied by."""
    planner, root = turn.planner, turn.planner.root
    ground, seat = planner.ground, planner.seat
    kinds = [kinds_of(ground, owned) for owned in root.tiles.owned]
    turns = turns_to_come(root.settlements, kinds)
    asked = [Outlook(ground, planner.chances, turns, filled({path: 1.0})) for path in places]
    rows = []
    for end in turn.ends:
        state, tiles = end.state, end.state.tiles
        held = kinds_of(ground, tiles.owned[seat])
        settled = state.settlements[seat].bit_count() + tiles.due[seat] + tiles.laid[seat]
        rows.append(
            [one.worth(state.settlements, seat, held, settled, end.slices) for one in asked]
        )
    return rows


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the numbers that the expert judges by.")
    parser.add_argument("--positions", type=int, default=1000)
    positions = parser.parse_args().positions
    places, rows, results = [*paths()], list[Row](), list[float]()
    for deal in range(positions):
        turn = turn_of(deal)
        if turn is None:
            continue
        margins = [[margin(turn, end, number) for number in range(GAMES)] for end in turn.ends]
        rows += centered(features(turn, places))
        results += [value for (value,) in centered([[sum(row) / GAMES] for row in margins])]
    print(f"{len(rows)} ends of turns")
    values = regression(rows, results)
    print(filled(dict(zip(places, [round(value, 4) for value in values], strict=True))))


if __name__ == "__main__":
    main()
