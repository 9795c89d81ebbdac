"""Measures how fast the engine is, against references in the same run.

    python -m bench.engine            all of it, about a minute
    python -m bench.engine --quick    the same with fewer rounds

*Masks* are games that pick from target masks, as search does. *Full list* are games that list all
legal moves at every step and pick one of them: either as ``legal`` gives them, which keeps many
moves of a Barn or a Harbor as a grid, or with each of these moves created too. All are timed by
processor time, in many short rounds, always with new games. The programs that are compared take
turns within each round, and a ratio is the median of the ratios of the rounds, so that neither a
busy machine nor one lucky round decides. The references are a plain set-based playout of the same
game, one that keeps its sets up to date (bench/reference.py), and catanatron and python-chess if
they are installed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, NamedTuple

from bench import others, reference
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.bots.playout import dealt, playout, random_move
from engine.kingdom.digest import digest
from engine.kingdom.ground.board import board_of
from engine.kingdom.ground.moves import Move
from engine.kingdom.rules.actions import legal, new
from engine.kingdom.rules.steps import step
from engine.kingdom.scores import scores
from engine.kingdom.setup import Options, options_as_json, resolve
from engine.kingdom.state import Phase, State
from engine.record import Record, format_record, read_record, record_of
from engine.table import Table

BOARDS: Final = 40
ROUNDS: Final = 31
QUICK: Final = 3
ALL_MOVES: Final = sys.maxsize  # of a game
_TURN: Final = Phase.TURN  # to look these up in the loop would be measured too
_OVER: Final = Phase.OVER


class Pace(NamedTuple):
    """One round of one contestant."""

    games: int
    moves: int
    seconds: float  # of processor time


Contestant = Callable[[], tuple[int, int]]  # games and moves it played, or calls and calls
Paces = list[Pace]
Lists = Callable[[State], Sequence[Move]]


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


def unknown_boards(rng: random.Random) -> Contestant:
    """The same games, but every board is laid again; only what is made once a program is ready."""

    def run() -> tuple[int, int]:
        board_of.cache_clear()
        states = [new(resolve(Options(players=2, seed=str(i)))) for i in range(BOARDS)]
        return masks(states, rng)()

    return run


def full_list(states: list[State], rng: random.Random, lists: Lists = legal) -> Contestant:
    def run() -> tuple[int, int]:
        moves = 0
        for opening in states:
            last, made = listing_on(opening, rng.random, lists=lists)
            scores(last)
            moves += made
        return len(states), moves

    return run


def every_move(state: State) -> list[Move]:
    """All legal moves, each made, also those that ``legal`` keeps as a grid."""
    return [*legal(state)]


def listing_on(
    state: State, draw: Callable[[], float], most: int = ALL_MOVES, lists: Lists = legal
) -> tuple[State, int]:
    """Play on by lists of all legal moves, at most that many moves."""
    moves, state = 0, dealt(state, draw)
    while moves < most:
        listed = lists(state)
        state = step(state, listed[int(draw() * len(listed))])
        moves += 1
        if state[4] is not _TURN:
            if state[4] is _OVER:
                break
            state = dealt(state, draw)
    return state, moves


def making_on(state: State, draw: Callable[[], float], most: int) -> tuple[State, int]:
    """The same with each move made."""
    return listing_on(state, draw, most, every_move)


def picking_on(state: State, draw: Callable[[], float], most: int) -> tuple[State, int]:
    """The same by masks, state by state."""
    moves, state = 0, dealt(state, draw)
    while state.phase is not _OVER and moves < most:
        state = step(state, random_move(state, draw))
        moves += 1
        if state.phase is not _TURN:
            state = dealt(state, draw)
    return state, moves


def set_based(play: reference.Playout, players: int, rng: random.Random) -> Contestant:
    boards = [reference.random_board(rng) for _ in range(BOARDS)]
    goals = [tuple(rng.sample(list(reference.GOALS), 3)) for _ in boards]

    def run() -> tuple[int, int]:
        pairs = zip(boards, goals, strict=True)
        return len(boards), sum(play(board, named, players, rng).moves for board, named in pairs)

    return run


def race(contestants: dict[str, Contestant], rounds: int) -> dict[str, Paces]:
    """All rounds of each; they take turns. One round more is run first, to warm up."""
    found: dict[str, Paces] = {name: [] for name in contestants}
    for run in contestants.values():
        run()
    for _ in range(rounds):
        for name, run in contestants.items():
            start = time.process_time()
            games, moves = run()
            found[name].append(Pace(games, moves, time.process_time() - start))
    return found


def games_ratio(one: Paces, other: Paces) -> float:
    """How many times as many games a second; the median of the rounds."""
    pairs = zip(one, other, strict=True)
    return median(a.games / a.seconds * b.seconds / b.games for a, b in pairs)


def moves_ratio(one: Paces, other: Paces) -> float:
    """How many times as many moves a second; the median of the rounds."""
    pairs = zip(one, other, strict=True)
    return median(a.moves / a.seconds * b.seconds / b.moves for a, b in pairs)


Choose = Callable[[State, Callable[[], float]], Move]


def listed_move(state: State, draw: Callable[[], float]) -> Move:
    """One of all legal moves; the dealer's by their chances."""
    if state.phase is not Phase.TURN:
        return random_move(state, draw)
    listed = legal(state)
    return listed[int(draw() * len(listed))]


def walks(states: list[State], rng: random.Random, choose: Choose) -> list[list[State]]:
    """All states in which a player is to act, game by game."""
    found = []
    for opening in states:
        state, seen = opening, []
        while state.phase is not Phase.OVER:
            if state.phase is Phase.TURN:
                seen.append(state)
            state = step(state, choose(state, rng.random))
        found.append(seen)
    return found


def calls(function: Callable[[State], object], states: list[State]) -> Contestant:
    def run() -> tuple[int, int]:
        for state in states:
            function(state)
        return len(states), len(states)

    return run


PlayOn = Callable[[State, Callable[[], float], int], tuple[State, int]]


def fifth(games: list[list[State]], last: bool, play: PlayOn, rng: random.Random) -> Contestant:
    """A fifth of each game, played on from the state in which it began, the dealing included."""
    starts = [(seen[-len(seen) // 5 if last else 0], len(seen) // 5) for seen in games]

    def run() -> tuple[int, int]:
        return len(starts), sum(play(state, rng.random, most)[1] for state, most in starts)

    return run


def replay(players: int) -> Contestant:
    """Read a record; its entries count as moves."""
    text, entries = _record(players)

    def run() -> tuple[int, int]:
        read_record(text)
        return 1, entries

    return run


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


def show_race(paces: dict[str, Paces]) -> None:
    plain = paces["set-based, plain"]
    for name, found in paces.items():
        games = median(pace.games / pace.seconds for pace in found)
        moves = median(pace.moves / pace.seconds for pace in found)
        ratio = moves_ratio(found, plain)
        print(f"  {name:<22} {games:7.0f} games/s {moves:9.0f} moves/s  {ratio:5.2f} x")


def show_costs(games: list[list[State]], rng: random.Random, rounds: int) -> None:
    states = [state for seen in games for state in seen]
    moves = {id(state): random_move(state, rng.random) for state in states}
    functions: dict[str, Callable[[State], object]] = {
        "legal": legal,
        "apply": lambda state: step(state, moves[id(state)]),
        "scores": scores,
        "digest": digest,
    }
    print("cost of one call, over all states of random base games")
    paces = race({name: calls(f, states) for name, f in functions.items()}, rounds)
    for name, found in paces.items():
        print(f"  {name:<6} {median(p.seconds / p.moves for p in found) * 1e6:6.2f} us")


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


def compare(paces: dict[str, Paces]) -> list[Verdict]:
    masks_, listed = paces["engine, masks"], paces["engine, full list"]
    made, plain = paces["engine, each move made"], paces["set-based, plain"]
    found = [
        Verdict("masks, of the plain set-based playout", moves_ratio(masks_, plain), 2.8),
        Verdict("the same, as we wish it were", moves_ratio(masks_, plain), 3.7),
        Verdict("masks, games a second, of the plain ones", games_ratio(masks_, plain), 1.64),
        Verdict("full list, of the plain set-based playout", moves_ratio(listed, plain), 1.5),
        Verdict("the same, each move made", moves_ratio(made, plain), 1.5),
    ]
    for name, target in (("catanatron", 4.0), ("python-chess", 5.0)):
        if name in paces:
            ratio = moves_ratio(listed, paces[name])
            found.append(Verdict(f"full list, of {name}", ratio, target))
    return found


def growth(two: list[State], four: list[State], rng: random.Random, rounds: int) -> list[Verdict]:
    """What becomes dearer with players and with the length of a game."""
    picked, listed = walks(two, rng, random_move), walks(two, rng, listed_move)
    per_move, per_fifth = (
        "a move of 4 players, of one of 2",
        "a move in the last fifth, of the first",
    )
    pairs = (
        (f"{per_move}, masks", masks(four, rng), masks(two, rng), 1.1),
        (f"{per_move}, full list", full_list(four, rng), full_list(two, rng), 1.1),
        (f"{per_fifth}, masks", *_fifths(picked, picking_on, rng), 1.3),
        (f"{per_fifth}, full list", *_fifths(listed, listing_on, rng), 1.6),
        ("the same, each move made", *_fifths(listed, making_on, rng), 1.6),
        ("an entry of a long record, of a short one", replay(4), replay(2), 1.2),
    )
    paces = race({"new": unknown_boards(rng), "known": masks(two, rng)}, rounds)
    ratio = games_ratio(paces["known"], paces["new"])
    found = [Verdict("a game on a new board, of one on a known one", ratio, 1.4, at_most=True)]
    for what, dearer, cheaper, target in pairs:
        paces = race({"dearer": dearer, "cheaper": cheaper}, rounds)
        ratio = moves_ratio(paces["cheaper"], paces["dearer"])
        found.append(Verdict(what, ratio, target, at_most=True))
    return found


def _fifths(
    games: list[list[State]], play: PlayOn, rng: random.Random
) -> tuple[Contestant, Contestant]:
    return fifth(games, True, play, rng), fifth(games, False, play, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engine beside its references.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = QUICK if parser.parse_args().quick else ROUNDS
    rng = random.Random(7)
    two, four = openings(2), openings(4)
    print("random two-player base games; x is the ratio to the plain set-based playout")
    paces = race(
        {
            "engine, masks": masks(two, rng),
            "engine, full list": full_list(two, rng),
            "engine, each move made": full_list(two, rng, every_move),
            "set-based, plain": set_based(reference.playout, 2, rng),
            "set-based, tracking": set_based(reference.playout_tracking, 2, rng),
            "set-based, full list": set_based(reference.playout_full_list, 2, rng),
            **others.contestants(),
        },
        rounds,
    )
    show_race(paces)
    show_costs(walks(two, rng, random_move), rng, rounds)
    print("ratios and their targets")
    for verdict in [*compare(paces), *growth(two, four, rng, rounds)]:
        print(verdict)


if __name__ == "__main__":
    main()
