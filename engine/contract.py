"""What tables, relays, bots and tests may assume about any game, and the registry of games.

A game is a set of pure functions on an immutable state. Chance is a player: the dealer acts like a
seat, and ``outcomes`` lists what it may do, with probabilities. What a chair may not see is masked
in its copy of the log, and the same functions fold the masked log: hidden things are *unknown* in
its state, never missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar, cast

from engine.bots import Level
from engine.errors import BadOptions, IllegalMove

Seat = int
Viewer = int | None  # a seat, or None for somebody who only watches
Json = dict[str, Any]

DEALER: Final[Seat] = -1

S = TypeVar("S")  # state
M = TypeVar("M")  # move


class Days(Protocol):
    """What a game is like as the deal of a day."""

    level: str  # of the bot that one plays against
    edition: int  # raised with every change of a rule, or of what that bot decides

    def options(self, seed: str, weekday: int) -> Mapping[str, Any]:
        """For two players; ``weekday``: 0 is Monday. All else comes from the seed."""


class Game(Protocol[S, M]):
    """One game. No function changes its arguments; all are total for states it made itself."""

    key: str
    title: str
    levels: Mapping[str, Level[S, M]]  # its bots by name, from the weakest to the strongest
    stand_in: str  # the level that plays on for somebody who cannot
    undo_depth: int | None  # decisions in a row that a seat may take back; None: no limit
    days: Days | None  # the game as the deal of a day

    def about(self) -> Json:
        """What other programs may want to know before a game begins: options, pieces, names."""

    def new(self, options: Mapping[str, Any]) -> S:
        """The state before entry 1; raises BadOptions."""

    def seed(self, options: Mapping[str, Any]) -> str:
        """The table seed that these options name or imply."""

    def settled(self, state: S) -> Json:
        """Options that lead to the setup of this state again, with no seed and no chance."""

    def seats(self, state: S) -> int: ...

    def to_act(self, state: S) -> Seat | None:
        """Who must act: a seat, DEALER, or None when the game is over. Not "whose turn it is"."""

    def on_turn(self, state: S) -> Seat | None:
        """Whose turn it is, also while the dealer or somebody else is asked; None once the game is
        over, and before its first turn if the game does not know yet. A turn ends where this
        changes."""

    def may_undo(self, state: S, seat: Seat) -> bool:
        """Whether the seat may take back its last decision, which led to this state.

        Asked by the table, which itself never lets an undo pass an entry of the dealer or of
        another seat. So True is the whole answer of a game that wants nothing beyond that.
        """

    def legal(self, state: S) -> Sequence[M]:
        """Every legal move of the one to act, sorted; empty only when the game is over.

        Where this copy does not know what the one to act holds, all that it might hold count.
        """

    def outcomes(self, state: S) -> Sequence[tuple[M, int]]:
        """The dealer's moves with their chances, in a fixed order; empty if it is not to act."""

    def draw(self, state: S, below: Callable[[int], int]) -> M:
        """One of ``outcomes``, each as likely as its chances, when the dealer is to act.

        ``below(n)`` draws from 0 to n - 1. It is called once, with the sum of all chances, and the
        number counts them off in the order of ``outcomes``: a deal can be repeated for ever.
        """

    def apply(self, state: S, move: M) -> S:
        """The next state; raises IllegalMove and leaves the state as it was."""

    def explain(self, state: S, move: M) -> IllegalMove | None:
        """Why the move is not legal now; None if it is."""

    def mask(self, state: S, move: M, viewer: Viewer) -> M:
        """The move as this chair may see it; ``state`` is the one it was made in. Only the dealer
        has secrets: what a seat does, all can see."""

    def secret_lengths(self, state: S) -> tuple[int, int]:
        """The least and the greatest length of a token that ``mask`` hides from somebody, in a game
        with this setup. A sender of such tokens can use it to make them all equally long."""

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

    def parts(self, state: S) -> Sequence[str]:
        """What scores in this game, by name, in the order it is counted; at least one part."""

    def earned(self, state: S) -> Sequence[Sequence[tuple[int, int]]]:
        """``earned[seat][i]``: what ``parts[i]`` pays that seat now, and the places that earn it,
        as a bit set. A row adds up to the seat's total."""

    def winners(self, state: S) -> tuple[Seat, ...] | None:
        """The winners, after breaking ties; None until the game is over."""

    def parse(self, token: str) -> M:
        """A move from its token; raises BadToken."""

    def format(self, move: M) -> str: ...

    def read_position(self, data: object) -> S:
        """A state from its JSON form; raises BadPosition naming the field."""

    def write_position(self, state: S) -> Json: ...

    def describe(self, state: S) -> Json:
        """For other programs: what changes in the course of a game, as far as this copy knows it.
        Whose turn it is and what is due, pieces and hands, ``winners``."""

    def describe_table(self, state: S) -> Json:
        """For other programs: what was laid out before the first entry, ``setup`` with it."""

    def describe_move(self, move: M) -> Json:
        """A move for other programs: its token as ``move``, and its parts by name."""

    def describe_scores(self, state: S) -> Json:
        """``totals``, ``leaders``, and for each seat its ``parts`` in the words of the game."""

    def describe_gains(self, state: S, move: M) -> list[Json]:
        """For each seat what a legal move changes in each part of the score."""


AnyGame = Game[Any, Any]

# The registry: where each game keeps its ``GAME``. A new game is one line here and a package that
# keeps the contract; a test may add a game of its own. The first is played where none is named.
HOMES: Final = {"kingdom": "engine.kingdom.game", "castle": "engine.castle.game"}


def keys() -> tuple[str, ...]:
    return tuple(HOMES)


def default() -> str:
    """The key of the game that is meant where none is named."""
    return next(iter(HOMES))


def find(key: str) -> AnyGame:
    """The game of that key, imported when first asked for."""
    if key not in HOMES:
        known = ", ".join(HOMES)
        raise BadOptions(
            "game", "{name} is unknown; known are {known}", name=repr(key), known=known
        )
    return cast(AnyGame, import_module(HOMES[key]).GAME)
