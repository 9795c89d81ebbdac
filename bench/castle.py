"""Measures how fast Castle Builder is, against Kingdom Builder in the same run.

    python -m bench.castle            all of it, about two minutes
    python -m bench.castle --quick    the same with fewer rounds

As in ``bench.engine``, a contestant plays random games, its moves are those of players, and a ratio
is the median of the ratios of many short rounds. The dealer acts after nearly every move of Castle
Builder, and its entries are made as well, but not counted.
"""

from __future__ import annotations

import argparse
import random
from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from typing import Final

from bench.engine import (
    ALL_MOVES,
    QUICK,
    ROUNDS,
    Contestant,
    Verdict,
    full_list,
    masks,
    moves_ratio,
    openings,
    race,
)
from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.playout import Root, play_on
from engine.castle.bots.quick import Quick
from engine.castle.bots.randomly import playout
from engine.castle.game import GAME
from engine.castle.moves import NO_BAG, NONE, SHUFFLE, Action, Move
from engine.castle.rules.actions import is_legal, legal
from engine.castle.rules.steps import step
from engine.castle.state import Phase, State
from engine.contract import DEALER

GAMES: Final = 12  # of a round
WARM: Final = 10  # rounds
FAR: Final = 99  # turns: to the end of the game
_DRAWN: Final = {Phase.SHOW: Action.SHOW, Phase.DEAL: Action.DEAL, Phase.MINT: Action.MINT}
Draw = Callable[[], float]


def dealers_move(state: State, draw: Draw) -> Move:
    """What the dealer does, by its chances."""
    phase = state.phase
    if phase is Phase.SHUFFLE:
        return SHUFFLE
    if phase in (Phase.STEAL, Phase.LOSE):
        _, seat, number = state.agenda[-1]
        rack = state.racks[number if phase is Phase.STEAL else seat]
        action = Action.STEAL if phase is Phase.STEAL else Action.LOSE
        return action, rack[int(draw() * len(rack))], NONE, NO_BAG
    counts = state.mint if phase is Phase.MINT else state.unseen
    ends = [*accumulate(counts)]
    return _DRAWN[phase], bisect(ends, int(draw() * ends[-1])), NONE, NO_BAG


def listing_on(state: State, draw: Draw, most: int = ALL_MOVES) -> tuple[State, int]:
    """Play on by lists of all legal moves, at most that many moves."""
    moves = 0
    while state.phase is not Phase.OVER and moves < most:
        if state.actor == DEALER:
            state = step(state, dealers_move(state, draw))
        else:
            listed = legal(state)
            state = step(state, listed[int(draw() * len(listed))])
            moves += 1
    return state, moves


def listed_games(players: int, rng: random.Random) -> Contestant:
    start = GAME.new({"players": players})

    def run() -> tuple[int, int]:
        return GAMES, sum(listing_on(start, rng.random)[1] for _ in range(GAMES))

    return run


def played_games(players: int, play: Callable[[Quick], int]) -> Contestant:
    """Games in plain variables; with everything that is made once made before."""
    root, seeds = Root(GAME.new({"players": players})), iter(range(1 << 30))

    def run() -> tuple[int, int]:
        moves = 0
        for _ in range(GAMES):
            game = root.begin(root.deal(next(seeds)))
            game.settle()
            moves += play(game)
        return GAMES, moves

    for _ in range(WARM):
        run()
    return run


def random_games(players: int, rng: random.Random) -> Contestant:
    """As Kingdom Builder's playouts: every seat at random."""
    return played_games(players, lambda game: playout(game, rng.random))


def thumb_games(players: int) -> Contestant:
    """As the bots play games on: every seat by the rules of thumb."""
    judges = (JUDGE,) * players
    return played_games(players, lambda game: play_on(game, judges, 0, FAR))


def positions(rng: random.Random) -> list[list[State]]:
    """All states of some games in which a player is to act."""
    found = []
    for _ in range(GAMES):
        state, seen = GAME.new({"players": 2}), []
        while state.phase is not Phase.OVER:
            if state.actor != DEALER:
                seen.append(state)
            state, _ = (
                (step(state, dealers_move(state, rng.random)), 0)
                if state.actor == DEALER
                else listing_on(state, rng.random, 1)
            )
        found.append(seen)
    return found


def fifth(games: list[list[State]], last: bool, rng: random.Random) -> Contestant:
    """A fifth of each game, played on from the state in which it began."""
    starts = [(seen[-len(seen) // 5 if last else 0], len(seen) // 5) for seen in games]

    def run() -> tuple[int, int]:
        return len(starts), sum(listing_on(state, rng.random, n)[1] for state, n in starts)

    return run


def checks(games: list[list[State]], rng: random.Random, listing: bool) -> Contestant:
    """Whether one move is legal: by asking, or by looking it up in the list."""
    pairs = [(state, rng.choice(legal(state))) for seen in games for state in seen]

    def run() -> tuple[int, int]:
        for state, move in pairs:
            assert move in legal(state) if listing else is_legal(state, move)
        return len(pairs), len(pairs)

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Castle Builder beside Kingdom Builder.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = QUICK if parser.parse_args().quick else ROUNDS
    rng, kingdom = random.Random(7), openings(2)
    games = positions(rng)
    paces = race(
        {
            "kingdom, full list": full_list(kingdom, rng),
            "castle, full list": listed_games(2, rng),
            "castle, full list, 4 players": listed_games(4, rng),
            "kingdom, playouts": masks(kingdom, rng),
            "castle, playouts": random_games(2, rng),
            "castle, playouts by rules of thumb": thumb_games(2),
            "first fifth": fifth(games, False, rng),
            "last fifth": fifth(games, True, rng),
            "asked": checks(games, rng, False),
            "listed": checks(games, rng, True),
        },
        rounds,
    )
    for name, found in paces.items():
        rates = sorted(pace.moves / pace.seconds for pace in found)
        print(f"  {name:<36} {rates[len(rates) // 2]:9.0f} moves/s")

    def ratio(one: str, other: str) -> float:
        return moves_ratio(paces[one], paces[other])

    for verdict in (
        Verdict("full list", ratio("castle, full list", "kingdom, full list"), 0.25),
        Verdict("playouts", ratio("castle, playouts", "kingdom, playouts"), 0.3),
        Verdict("a move in the last fifth", ratio("first fifth", "last fifth"), 1.5, at_most=True),
        Verdict(
            "a move of 4 players, of one of 2",
            ratio("castle, full list", "castle, full list, 4 players"),
            1.2,
            at_most=True,
        ),
        Verdict("asking, of listing", ratio("asked", "listed"), 1.0),
    ):
        print(verdict)


if __name__ == "__main__":
    main()
