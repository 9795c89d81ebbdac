"""What tables, relays, bots and tests may assume about any game, and the registry of games.

A game is a set of pure functions on an immutable state. Chance is a player: the dealer acts like a
seat, and ``outcomes`` lists what it may do, with probabilities. What a chair may not see is masked
in its copy of the log, and the same functions fold the masked log: hidden things are *unknown* in
its state, never missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar, cast

from engine.errors import BadOptions, IllegalMove

Seat = int
Viewer = int | None  # a seat, or None for somebody who only watches
Json = dict[str, Any]

DEALER: Final[Seat] = -1

S = TypeVar("S")  # state
M = TypeVar("M")  # move


class Game(Protocol[S, M]):
    """One game. No function changes its arguments; all are total for states it made itself."""

    key: str
    title: str

    def new(self, options: Mapping[str, Any]) -> S:
        """The state before entry 1; raises BadOptions."""

    def seed(self, options: Mapping[str, Any]) -> str:
        """The table seed that these options name or imply."""

    def settled(self, state: S) -> Json:
        """Options that lead to the set-up of this state again, with no seed and no chance."""

    def seats(self, state: S) -> int: ...

    def to_act(self, state: S) -> Seat | None:
        """Who must act: a seat, DEALER, or None when the game is over. Not "whose turn it is"."""

    def legal(self, state: S) -> Sequence[M]:
        """Every legal move of the one to act, sorted; empty only when the game is over.

        Where this copy does not know what the one to act holds, all that it might hold count.
        """

    def outcomes(self, state: S) -> Sequence[tuple[M, int]]:
        """The dealer's moves with their chances, in a fixed order; empty if it is not to act."""

    def apply(self, state: S, move: M) -> S:
        """The next state; raises IllegalMove and leaves the state as it was."""

    def explain(self, state: S, move: M) -> IllegalMove | None:
        """Why the move is not legal now; None if it is."""

    def mask(self, state: S, move: M, viewer: Viewer) -> M:
        """The move as this chair may see it; ``state`` is the one it was made in."""

    def secret_lengths(self, state: S) -> tuple[int, int]:
        """The least and the greatest length of a token that ``mask`` hides from somebody, in a game
        with this set-up. A sender of such tokens can use it to make them all equally long."""

    def observe(self, state: S, viewer: Viewer) -> S:
        """The state as this chair may see it: what folding its masked log gives.

        So where a chair can know more than the position tells (who saw which hidden piece go by),
        that knowledge is part of the state, and not of its digest.
        """

    def digest(self, state: S) -> str:
        """16 hexadecimal digits over what everybody may see; equal for all copies of the game."""

    def determinize(self, state: S, below: Callable[[int], int]) -> S:
        """A full state that fits what this copy knows; ``below(n)`` draws from 0 to n - 1."""

    def totals(self, state: S) -> tuple[int, ...]:
        """The score of each seat if the game ended now."""

    def winners(self, state: S) -> tuple[Seat, ...] | None:
        """The winners, after breaking ties; None until the game is over."""

    def parse(self, token: str) -> M:
        """A move from its token; raises BadToken."""

    def format(self, move: M) -> str: ...

    def read_position(self, data: object) -> S:
        """A state from its JSON form; raises BadPosition naming the field."""

    def write_position(self, state: S) -> Json: ...


AnyGame = Game[Any, Any]

# A new game is one line here and a package that keeps the contract.
_HOMES: Final = {"kingdom": "engine.kingdom.game"}


def keys() -> tuple[str, ...]:
    return tuple(_HOMES)


@cache
def find(key: str) -> AnyGame:
    """The game of that key, imported when first asked for."""
    if key not in _HOMES:
        raise BadOptions("game", f"{key!r} is unknown; there is {', '.join(_HOMES)}")
    return cast(AnyGame, import_module(_HOMES[key]).GAME)
