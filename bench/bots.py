"""Measures how fast the bots search, and what thinking time is worth.

    python -m bench.bots                            speeds, and a few games at each time
    python -m bench.bots --games 40 --seconds 0.1   more games, at one time only

*Nodes* are positions that the planner of a turn looks at; *playouts* are quick games to the end
(the expert stops its own after three rounds). Strength is the share of games that the expert wins
against the skilled bot with that many seconds per move; both play each deal from both seats.
*Analyzing* is how long ``kb analyze --level expert`` takes for a game alone and with a second
process, which a program started with ``nice`` does not get.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from pathlib import Path
from typing import Final

from bench import late
from engine.bots import Budget
from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.kingdom.bots.expert import BRANCH
from engine.kingdom.bots.forecast import Forecast, deck_of
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.bots.planning import OutlookPlanner
from engine.kingdom.bots.trials import ground_for
from engine.kingdom.setup import Options, settled_as_json
from engine.kingdom.state import State
from engine.rng import Stream
from engine.table import Table
from relay.deadline import within

SETS: Final = (("base",), ("base", "marshlands"))
_PLENTY: Final = 1_000_000_000  # positions, where the time sets the limit
PLANNED: Final = 1000  # positions of a turn, where the speed of planning is measured
_ENTRIES: Final = 60  # of the game that is analysed


def tables(deals: int, players: int = 2) -> Iterator[tuple[str, Table]]:
    """New tables, of both sets in turn."""
    for deal in range(deals):
        seed = f"bench {deal}"
        options = Options(players, SETS[deal % len(SETS)], seed=seed)
        yield seed, Table.new("kingdom", settled_as_json(options))


def decisions(
    seed: str, table: Table, choose: Callable[[Seat, State, Stream], object]
) -> Iterator[tuple[Seat, State]]:
    """Play a game, and stop where somebody has to choose."""
    dealer = Dealer(seed)
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
            continue
        seen = table.game.observe(table.state, seat)
        yield seat, seen
        move = choose(seat, seen, Stream(seed, f"entry {len(table.entries)}"))
        table.append(seat, table.game.format(move))


def positions(deals: int, players: int = 2) -> list[State]:
    """Beginnings of turns in games of the greedy bot."""
    found = []
    for seed, table in tables(deals, players):
        played = decisions(seed, table, lambda _, seen, stream: BOTS["greedy"].choose(seen, stream))
        found += [seen for _, seen in played if not seen.begun][::4]
    return found


def speeds(states: list[State]) -> None:
    planners = [OutlookPlanner(ground_for(state), state, Budget(_PLENTY)) for state in states]
    began = time.process_time()
    plans = [planner.wide_plans(PLANNED, BRANCH)[0] for planner in planners]
    took = time.process_time() - began
    nodes = sum(planner.nodes for planner in planners)
    print(f"planning      {nodes / took:8.0f} nodes/s, {nodes / len(planners):.0f} nodes a turn")
    began = time.process_time()
    for planner, plan in zip(planners, plans, strict=True):
        forecast = Forecast(planner.ground, plan.state)
        for number in range(20):
            forecast.play(number, deck_of(planner.root, number))
    took = time.process_time() - began
    print(f"playing on    {20 * len(planners) / took:8.0f} playouts/s")


def thinking(states: list[State], players: int, levels: Iterable[str] = BOTS) -> None:
    for name in levels:
        took = []
        for state in states:
            began = time.process_time()
            BOTS[name].choose(state, Stream("bench", "thinking"))
            took.append(1000 * (time.process_time() - began))
        told = f"{sum(took) / len(took):8.1f} ms for the first move of a turn"
        print(f"{name:<13} {told}, {max(took):.0f} at most, {players} players")


def crewed() -> None:
    """``kb analyze`` alone and with a second process in turn, as the load of a machine changes; the
    quickest of each counts."""
    took: dict[str, list[float]] = {"off": [], "auto": []}
    told = set()
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.kbg"
        game.write_text(late.record(_ENTRIES), encoding="utf-8")
        asked = ("analyze", str(game), "--seat", "1", "--level", "expert")
        for wish in (*took, *took, *took):
            (Path(folder) / "settings.toml").write_text(f'second_core = "{wish}"\n')
            began = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-m", "kbtui", *asked],
                env={**os.environ, "KB_HOME": folder},
                capture_output=True,
                check=True,
            )
            took[wish].append(time.perf_counter() - began)
            told.add(done.stdout)
    assert len(told) == 1, "the moves are the same"
    alone, together = (min(times) for times in took.values())
    ratio = f"{together:.1f} s with a second process: {together / alone:.0%}"
    print(f"analysing     {alone:8.1f} s alone, {ratio}")


def strength(seconds: float, games: int) -> None:
    """The expert's share of games against the skilled bot."""
    won = 0.0
    for expert in (0, 1):

        def choose(seat: Seat, seen: State, stream: Stream, expert: Seat = expert) -> object:
            if seat != expert:
                return BOTS["skilled"].choose(seen, stream)
            return BOTS["expert"].choose(seen, stream, within(seconds), _PLENTY)

        for seed, table in tables(games // 2):
            for _ in decisions(seed, table, choose):
                pass  # the game plays itself
            winners = table.game.winners(table.state) or ()
            won += (expert in winners) / len(winners)
    played = games // 2 * 2
    share = won / played
    error = 1.96 * sqrt(share * (1 - share) / played)
    told = f"{share:8.0%} ± {error:.0%} of {played} games against skilled"
    print(f"expert        {told}, {seconds} s a move")


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the bots search, and how strong it is.")
    parser.add_argument("--games", type=int, default=8, help="games at each time; 0: speeds only")
    parser.add_argument("--seconds", default="0.1,0.5,2", help="a move; several with commas")
    asked = parser.parse_args()
    states = positions(6)
    speeds(states)
    thinking(states[:20], 2)
    thinking(positions(2, 4)[::2][:20], 4, ("skilled", "expert"))
    crewed()
    if asked.games > 1:
        for seconds in asked.seconds.split(","):
            strength(float(seconds), asked.games)


if __name__ == "__main__":
    main()
