"""Random games for tests: seeded, fond of extra actions, on tables of every kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.contract import DEALER, AnyGame
from engine.dealer import Dealer
from engine.kingdom.ground.moves import Action, Move
from engine.kingdom.setup import Setup, setup_as_json
from engine.kingdom.state import State, tiles_left
from engine.table import Table
from tests.helpers import table as whole_board

Options = Mapping[str, Any]

KINGDOM = "kingdom"
BOTH = ["base", "marshlands"]
MARSHES = ["temple-standin", "refuge-standin/r", "canoe-standin", "fountain-standin"]
WET_GOALS = ["scouts", "geologists", "noblewomen"]

# One table of every kind; a seed is added by the caller.
TABLES: dict[str, Options] = {
    "two": {"players": 2},
    "three, any start": {"players": 3, "start": "random"},
    "four": {"players": 4},
    "both sets": {"players": 2, "sets": BOTH},
    "three, both sets": {"players": 3, "sets": BOTH, "start": 2},
    "four, both sets": {"players": 4, "sets": BOTH, "start": "random"},
    "marshes": {"players": 2, "sets": BOTH, "quadrants": MARSHES},
    "three on marshes": {"players": 3, "sets": BOTH, "quadrants": MARSHES, "goals": WET_GOALS},
    "four on marshes": {"players": 4, "sets": BOTH, "quadrants": MARSHES, "start": 1},
    "two cards": {"players": 2, "two_cards": True},
    "two cards on marshes": {
        "players": 3,
        "two_cards": True,
        "sets": BOTH,
        "quadrants": MARSHES,
        "goals": WET_GOALS,
    },
}


def options(name: str, seed: object) -> dict[str, Any]:
    return {**TABLES[name], "seed": f"{name} {seed}"}


def scarce(ground: str = "G", **more: Any) -> Setup:
    """A made-up board: one terrain nearly everywhere and two hexes of each other one, so that cards
    are exhausted again and again (A-4); on marsh without its cards they run out for good (A-7)."""
    marks = {
        "b6 s18": "G",
        "c3 p16": "F",
        "d5 q14": "T",
        "e7 r12": "C",
        "f9 s10": "D",
        "b12 c12 n3": "W",
        "k18 l18": "S",
        "h3": "oracle",
        "m14": "barn",
        "e15": "canoe",
        "o6": "refuge",
        "h12": "fountain",
        "l9": "temple",
        "r3": "P",
    }
    return whole_board(ground, marks, **more)


def fixed(setup: Setup, seed: str = "kingdom") -> dict[str, Any]:
    """Options that lead to exactly this setup."""
    return {**setup_as_json(setup), "seed": seed}


def choose(game: AnyGame, moves: Sequence[Any], random: Random) -> Any:
    """Some move; extra actions are preferred every other time, so that games are colourful."""
    extras = [move for move in moves if "@" in game.format(move)]
    return random.choice(extras if extras and random.random() < 0.5 else moves)


def greedy(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves that bring a tile, if there are any: such games use every location."""
    seat = state.reactions[0][0] if state.reactions else state.seat
    spots = 0
    for slot, (_, _, around) in enumerate(state.setup.board.slots):
        if not state.tiles.taken[seat] >> slot & 1 and tiles_left(state, slot):
            spots |= around
    return [m for m in moves if m[0] < Action.PLAY and m[2] >= 0 and spots >> m[2] & 1] or moves


def steps(
    table: Table, seed: object, limit: int = 2000, *, is_greedy: bool = False
) -> Iterator[Table]:
    """The table before every entry and at the end, as a random game is played on it."""
    random, dealer, game = Random(str(seed)), Dealer(f"deal {seed}"), table.game
    for _ in range(limit):
        yield table
        if table.to_act is None:
            return
        if table.to_act == DEALER:
            token = dealer.next_token(table)
        else:
            moves = game.legal(table.state)
            token = game.format(
                choose(game, greedy(table.state, moves) if is_greedy else moves, random)
            )
        table.append(table.to_act, token)


def walked(
    start: Options | Setup, seed: object, limit: int = 2000, *, is_greedy: bool = False
) -> Table:
    """A table after a random game of at most ``limit`` entries."""
    table = Table.new(KINGDOM, fixed(start) if isinstance(start, Setup) else start)
    for _ in steps(table, seed, limit, is_greedy=is_greedy):
        pass
    return table
