"""Measures two well-known Python engines in the same way, if they are installed.

Both play random games from start to end: `catanatron` (Settlers of Catan, four players) and
python-chess, which lists all legal moves at every step. Neither is needed to run the project.

    pip install catanatron chess
    python -m bench.others
"""

import importlib
import random
import time
from collections.abc import Callable
from itertools import count
from typing import Any

GAMES = 3  # in one round


def contestants() -> dict[str, Callable[[], tuple[int, int]]]:
    """What plays a round, for each engine that is installed: it returns games and moves."""
    makers = {"catanatron": catanatron_round, "python-chess": chess_round}
    modules = {"catanatron": _optional("catanatron"), "python-chess": _optional("chess")}
    return {name: make(modules[name]) for name, make in makers.items() if modules[name]}


def _optional(name: str) -> Any:
    """The module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def catanatron_round(catanatron: Any) -> Callable[[], tuple[int, int]]:
    """Decisions in games of four of catanatron's own random players, their setup included.

    A game without a winner is cut off by catanatron itself, after a thousand turns. It draws from
    the global generator of `random` and seeds it again for each game.
    """
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    seeds = count(1)

    def run() -> tuple[int, int]:
        moves = 0
        for _ in range(GAMES):
            game = catanatron.Game(players, seed=next(seeds))
            game.play()
            moves += len(game.state.actions)
        return GAMES, moves

    return run


def chess_round(chess: Any) -> Callable[[], tuple[int, int]]:
    """Half-moves in games of random legal moves.

    A game ends when there is no legal move, by lack of material or by the 75-move rule; none of
    these costs a second list of moves.
    """
    draw = random.Random(1).random

    def run() -> tuple[int, int]:
        moves = 0
        for _ in range(GAMES):
            board = chess.Board()
            while board.halfmove_clock < 150 and not board.is_insufficient_material():
                legal = list(board.legal_moves)
                if not legal:
                    break
                board.push(legal[int(draw() * len(legal))])
                moves += 1
        return GAMES, moves

    return run


def main() -> None:
    found = contestants()
    for name, run in found.items():
        start = time.process_time()
        moves = sum(run()[1] for _ in range(20))
        print(f"{name:14} {moves / (time.process_time() - start):9.0f} moves/s")
    if not found:
        print("neither catanatron nor python-chess is installed")


if __name__ == "__main__":
    main()
