"""Counts turns that anybody can see are bad: worse than what the greedy bot would have done.

    python -m bench.blunders                        the skilled bot, 60 turns of each set
    python -m bench.blunders --level expert --turns 20

Turns are sampled from games in which the level meets the greedy bot. From the end of the level's
turn, and from the end of the turn that the greedy bot would have played instead, the game is played
to its end with the same cards (``engine.kingdom.bots.forecast``), with other cards than those that
the bot itself tries. A turn that leads to 4 gold less or worse is a blunder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from bench.bots import SETS, decisions
from engine.bots import Budget
from engine.contract import Seat
from engine.kingdom.bots.candidates import greedy_turn
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.bots.planning import OutlookPlanner, after
from engine.kingdom.bots.trials import Player, Work, ground_for, place
from engine.kingdom.ground.moves import END
from engine.kingdom.setup import Options, settled_as_json
from engine.kingdom.state import Phase, State, actor
from engine.rng import Stream
from engine.table import Table

BLUNDER: Final = 4.0  # gold
PLAYED: Final = range(10_000, 10_160)  # numbers that no bot comes to
_EVERY: Final = 3  # turns of a game, one is taken


def sampled(level: str, sets: tuple[str, ...]) -> Iterator[State]:
    """Beginnings of turns of the level, from as many games as are asked for."""
    deal = 0
    while True:
        seed, mine = f"blunders {deal}", deal % 2
        table = Table.new("kingdom", settled_as_json(Options(2, sets, seed=seed)))

        def choose(seat: Seat, seen: State, stream: Stream, mine: Seat = mine) -> object:
            return BOTS[level if seat == mine else "greedy"].choose(seen, stream)

        count = deal % _EVERY
        for seat, seen in decisions(seed, table, choose):
            if seat == mine and not (seen.begun or seen.reactions or any(seen.tiles.used)):
                count += 1
                if count % _EVERY == 0 and seen.phase is Phase.TURN:
                    yield seen
        deal += 1


def turn(level: str, seen: State) -> State:
    """Where the level ends this turn."""
    seat, state, number = actor(seen), seen, 0
    assert seat is not None
    while actor(state) == seat and state.phase is Phase.TURN:
        move = BOTS[level].choose(state, Stream("blunders", str(number)))
        if move == END:
            break
        state, number = after(state, move, seat), number + 1
    return state


def lost(level: str, seen: State) -> float:
    """Gold that the level's turn leads to less than the greedy bot's."""
    planner = OutlookPlanner(ground_for(seen), seen, Budget(1_000_000))
    own = turn(level, seen)
    for plan in greedy_turn(planner):
        if place(plan.state) != place(own):
            player = Player(Work(seen, planner.seat, (plan.state, own)))
            gaps = [player.margin((0, n)) - player.margin((1, n)) for n in PLAYED]
            return sum(gaps) / len(gaps)
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description="How often a level plays clearly bad turns.")
    parser.add_argument("--level", default="skilled", choices=[*BOTS])
    parser.add_argument("--turns", type=int, default=60, help="of each set")
    asked = parser.parse_args()
    for sets in SETS:
        positions = sampled(asked.level, sets)
        losses = [lost(asked.level, next(positions)) for _ in range(asked.turns)]
        bad = len([loss for loss in losses if loss >= BLUNDER])
        told = f"{bad} of {asked.turns} turns, {bad / asked.turns:.1%}"
        mean = sum(losses) / len(losses)
        print(f"{'+'.join(sets):<16} {told}; on average {-mean:+.2f} gold", flush=True)


if __name__ == "__main__":
    main()
