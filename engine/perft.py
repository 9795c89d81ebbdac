"""Perft: counts the lines of play of a given length from a position, to find wrong rules fast."""

from __future__ import annotations

from typing import Any

from engine.contract import AnyGame


def perft(game: AnyGame, state: Any, depth: int, limit: int | None = None) -> int | None:
    """Sequences of ``depth`` entries, players' moves and the dealer's different outcomes alike.

    A game that ends earlier counts as nothing. ``None`` if more than ``limit`` would be visited.
    """
    counter = _Counter(game, limit)
    try:
        return counter.count(state, depth)
    except _TooMany:
        return None


class _TooMany(Exception):
    """The limit is reached."""


class _Counter:
    def __init__(self, game: AnyGame, limit: int | None) -> None:
        self._game = game
        self._limit = limit
        self._visited = 0

    def count(self, state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self._game.legal(state)
        self._visited += len(moves)
        if self._limit is not None and self._visited > self._limit:
            raise _TooMany
        if depth == 1:
            return len(moves)
        return sum(self.count(self._game.apply(state, move), depth - 1) for move in moves)
