"""How fast the engine is, beside references that are measured in the same run.

    python -m bench.engine            all of it, about a minute
    python -m bench.engine --quick    the same with less patience

*Masks* are games that pick from target masks, as search does; *full list* are games that list all
legal moves at every step. Every line is the best of several rounds, and engine and references take
turns within each round, so that a busy machine slows them all alike. The references: a plain
set-based playout of the same game, one that keeps its sets up to date (bench/reference.py), and
catanatron and python-chess where they are installed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from bench import others, reference
from engine.bots.playout import dealt, playout, random_move
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.digest import digest
from engine.kingdom.rules import legal, new
from engine.kingdom.scores import scores
from engine.kingdom.setup import Options, options_as_json, resolve
from engine.kingdom.state import Phase, State
from engine.kingdom.steps import step
from engine.record import Record, format_record, read_record, record_of
from engine.table import Table

BOARDS: Final = 40
ROUNDS: Final = 7
_TURN: Final = Phase.TURN  # to look these up in the loop would be measured too
_OVER: Final = Phase.OVER


class Speed(NamedTuple):
    games: float  # a second
    moves: float  # a second


Contestant = Callable[[], tuple[int, int]]  # games and moves it played


def openings(players: int) -> list[State]:
    """Base games on many boards and goals, with everything that is made once made before."""
    found = [new(resolve(Options(players=players, seed=str(i)))) for i in range(BOARDS)]
    for state in found:
        playout(state, random.Random(0).random)
    return found


def masks(states: list[State], rng: random.Random) -> Contestant:
    def run() -> tuple[int, int]:
        moves = 0
        for state in states:
            last, made = playout(state, rng.random)
            scores(last)
            moves += made
        return len(states), moves

    return run


def full_list(states: list[State], rng: random.Random) -> Contestant:
    def run() -> tuple[int, int]:
        moves, draw = 0, rng.random
        for opening in states:
            state = dealt(opening, draw)
            while state.phase is not _OVER:
                listed = legal(state)
                state = step(state, listed[int(draw() * len(listed))])
                moves += 1
                if state.phase is not _TURN:
                    state = dealt(state, draw)
            scores(state)
        return len(states), moves

    return run


def set_based(play: reference.Playout, players: int, rng: random.Random) -> Contestant:
    boards = [reference.random_board(rng) for _ in range(BOARDS)]
    goals = [tuple(rng.sample(list(reference.GOALS), 3)) for _ in boards]

    def run() -> tuple[int, int]:
        pairs = zip(boards, goals, strict=True)
        return len(boards), sum(play(board, named, players, rng).moves for board, named in pairs)

    return run


def race(contestants: dict[str, Contestant], rounds: int) -> dict[str, Speed]:
    """The best round of each; they take turns. One round more is run first, to warm up."""
    best: dict[str, Speed] = {}
    for run in contestants.values():
        run()
    for _ in range(rounds):
        for name, run in contestants.items():
            start = time.perf_counter()
            games, moves = run()
            seconds = time.perf_counter() - start
            speed = Speed(games / seconds, moves / seconds)
            if name not in best or speed.moves > best[name].moves:
                best[name] = speed
    return best


def walks(states: list[State], rng: random.Random) -> list[list[State]]:
    """All states in which a player is to act, game by game."""
    found = []
    for opening in states:
        state, seen = opening, []
        while state.phase is not Phase.OVER:
            if state.phase is Phase.TURN:
                seen.append(state)
            state = step(state, random_move(state, rng.random))
        found.append(seen)
    return found


def micros(function: Callable[[State], object], states: list[State], rounds: int) -> float:
    """Microseconds for one call, best of all rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for state in states:
            function(state)
        best = min(best, time.perf_counter() - start)
    return best / len(states) * 1e6


def fifths(games: list[list[State]], play: Callable[[State], object], rounds: int) -> float:
    """Cost of a move in the last fifth of a game over that in the first."""
    first = [state for seen in games for state in seen[: len(seen) // 5]]
    last = [state for seen in games for state in seen[-len(seen) // 5 :]]
    return micros(play, last, rounds) / micros(play, first, rounds)


def one_move(rng: random.Random) -> Callable[[State], object]:
    return lambda state: step(state, random_move(state, rng.random))


def one_listed(rng: random.Random) -> Callable[[State], object]:
    def play(state: State) -> object:
        listed = legal(state)
        return step(state, listed[int(rng.random() * len(listed))])

    return play


def replay_ratio(rounds: int) -> float:
    """Time per entry to read a long record (four players) over a short one (two)."""
    costs = []
    for players in (2, 4):
        text, entries = _record(players)
        best = float("inf")
        for _ in range(rounds):
            start = time.perf_counter()
            read_record(text)
            best = min(best, time.perf_counter() - start)
        costs.append(best / entries)
    return costs[1] / costs[0]


def _record(players: int) -> tuple[str, int]:
    options = options_as_json(Options(players=players, seed="bench"))
    table, dealer, rng = Table.new("kingdom", options), Dealer("bench"), random.Random(1)
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
        else:
            move = random_move(table.state, rng.random)
            table.append(seat, table.game.format(move))
    return format_record(record_of(table, Record("kingdom", options, seeded=True))), len(
        table.entries
    )


def show_race(best: dict[str, Speed]) -> None:
    plain = best["set-based, plain"].moves
    for name, speed in best.items():
        ratio = speed.moves / plain
        print(f"  {name:<22} {speed.games:7.0f} games/s {speed.moves:9.0f} moves/s  {ratio:5.2f} x")


def show_costs(games: list[list[State]], rng: random.Random, rounds: int) -> None:
    states = [state for seen in games for state in seen]
    moves = {id(state): random_move(state, rng.random) for state in states}
    print("cost of one call, over all states of random base games")
    print(f"  legal  {micros(legal, states, rounds):6.2f} us")
    apply_cost = micros(lambda state: step(state, moves[id(state)]), states, rounds)
    print(f"  apply  {apply_cost:6.2f} us")
    print(f"  scores {micros(scores, states, rounds):6.2f} us")
    print(f"  digest {micros(digest, states, rounds):6.2f} us")


def rivals(seconds: float) -> dict[str, float]:
    """Moves a second of other engines that are installed here."""
    found = {
        "catanatron": others.catanatron_moves_per_second(seconds),
        "python-chess": others.chess_moves_per_second(seconds),
    }
    return {name: speed for name, speed in found.items() if speed is not None}


class Verdict(NamedTuple):
    what: str
    ratio: float
    target: float
    at_most: bool = False

    def __str__(self) -> str:
        met = self.ratio <= self.target if self.at_most else self.ratio >= self.target
        bound = "at most" if self.at_most else "at least"
        end = "met" if met else "MISSED"
        return f"  {self.what:<52} {self.ratio:5.2f}  {bound:>8} {self.target:4.2f}  {end}"


def compare(best: dict[str, Speed], other: dict[str, float]) -> list[Verdict]:
    masks_, listed = best["engine, masks"], best["engine, full list"]
    plain = best["set-based, plain"]
    found = [
        Verdict("masks, of the plain set-based playout", masks_.moves / plain.moves, 2.5),
        Verdict("masks, games a second, of the plain ones", masks_.games / plain.games, 1.64),
        Verdict("full list, of the plain set-based playout", listed.moves / plain.moves, 1.5),
    ]
    for name, target in (("catanatron", 4.0), ("python-chess", 5.0)):
        if name in other:
            ratio = listed.moves / other[name]
            found.append(Verdict(f"full list, of {name}", ratio, target))
    return found


def growth(two: list[State], four: list[State], rng: random.Random, rounds: int) -> list[Verdict]:
    few = race({"2": masks(two, rng), "4": masks(four, rng)}, rounds)
    listed = race({"2": full_list(two, rng), "4": full_list(four, rng)}, rounds)
    games = walks(two, rng)
    late, late_list = (fifths(games, play(rng), rounds) for play in (one_move, one_listed))
    per_move = "a move of 4 players, of one of 2"
    per_fifth = "a move in the last fifth of a game, of the first"
    return [
        Verdict(f"{per_move}, masks", few["2"].moves / few["4"].moves, 1.1, True),
        Verdict(f"{per_move}, full list", listed["2"].moves / listed["4"].moves, 1.1, True),
        Verdict(f"{per_fifth}, masks"[:52], late, 1.3, True),
        Verdict("the same, full list", late_list, 1.6, True),
        Verdict("an entry of a long record, of a short one", replay_ratio(rounds), 1.2, True),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engine beside its references.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 2 if parser.parse_args().quick else ROUNDS
    rng = random.Random(7)
    two, four = openings(2), openings(4)
    print("random two-player base games; x is the ratio to the plain set-based playout")
    best = race(
        {
            "engine, masks": masks(two, rng),
            "engine, full list": full_list(two, rng),
            "set-based, plain": set_based(reference.playout, 2, rng),
            "set-based, tracking": set_based(reference.playout_tracking, 2, rng),
            "set-based, full list": set_based(reference.playout_full_list, 2, rng),
        },
        rounds,
    )
    show_race(best)
    other = rivals(seconds=1.0 if rounds == ROUNDS else 0.3)
    for name, speed in other.items():
        print(f"  {name:<22} {'':>15} {speed:9.0f} moves/s")
    show_costs(walks(two, rng), rng, rounds)
    print("ratios and their targets")
    for verdict in [*compare(best, other), *growth(two, four, rng, rounds)]:
        print(verdict)


if __name__ == "__main__":
    main()
