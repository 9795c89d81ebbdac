"""The same measure for two well known engines in Python, if they are installed.

Both play random games from start to end: `catanatron` (Settlers of Catan, four players) and
python-chess, which writes down all legal moves at every step. Neither is needed to run the
project; a function returns None when its engine is missing.

    pip install catanatron chess
    python -m bench.others
"""

import importlib
import random
import time
from typing import Any


def _optional(name: str) -> Any:
    """The module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def catanatron_moves_per_second(seconds: float = 3.0) -> float | None:
    """Decisions a second in games of four of catanatron's own random players.

    Only whole games are counted, their set-up included. A game without a winner is cut off by
    catanatron itself, after a thousand turns. It draws from the global generator of `random`
    and seeds it anew for each game.
    """
    catanatron = _optional("catanatron")
    if catanatron is None:
        return None
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    moves = 0
    start = time.perf_counter()
    end = start + seconds
    seed = 0
    while (now := time.perf_counter()) < end:
        seed += 1
        game = catanatron.Game(players, seed=seed)
        game.play()
        moves += len(game.state.actions)
    return moves / (now - start)


def chess_moves_per_second(seconds: float = 3.0) -> float | None:
    """Half-moves a second in games of random legal moves.

    A game ends when there is no legal move, by lack of material or by the 75-move rule; none of
    these costs a second list of moves. Games are finished before the clock is looked at again.
    """
    chess = _optional("chess")
    if chess is None:
        return None
    draw = random.Random(1).random
    moves = 0
    start = time.perf_counter()
    end = start + seconds
    while (now := time.perf_counter()) < end:
        board = chess.Board()
        while board.halfmove_clock < 150 and not board.is_insufficient_material():
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(draw() * len(legal))])
            moves += 1
    return moves / (now - start)


def main() -> None:
    for name, speed in (
        ("catanatron", catanatron_moves_per_second()),
        ("python-chess", chess_moves_per_second()),
    ):
        print(f"{name:14}", "not installed" if speed is None else f"{speed:9.0f} moves/s")


if __name__ == "__main__":
    main()
