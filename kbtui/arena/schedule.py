"""Which games are played: every lineup on the same deals, every deal from every seat.

A deal is a table seed, which determines the board, the goals and the cards. All lineups play the
same deals, and each deal is played once for every rotation of the seats, so no bot gets the better
board, the better cards or the better seat more often than the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engine.contract import default
from engine.table import Table

Lineup = tuple[int, ...]  # entrants by their number in the list, one for each seat


class Contest(NamedTuple):
    """What is asked for; plain values, so that it can be handed to another process."""

    entrants: tuple[str, ...]  # levels, or external bots
    games: int  # of each lineup, at least
    players: int = 2
    game: str = default()  # its key
    options: Mapping[str, Any] = {}  # besides the number of players and the seed
    seed: str = "arena"
    nodes: int | None = None  # positions a bot may look at for a move; None: as its level has it
    seconds: float | None = None  # time for a move instead

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each entrant; who enters twice is numbered."""
        return tuple(
            name if name not in self.entrants[:i] else f"{name} {self.entrants[:i].count(name) + 1}"
            for i, name in enumerate(self.entrants)
        )

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """Everybody with everybody; where there are fewer bots than seats, the last fills up."""
        count = len(self.entrants)
        if count < self.players:
            return ((*range(count), *[count - 1] * (self.players - count)),)
        return tuple(combinations(range(count), self.players))

    @property
    def deals(self) -> int:
        """How many deals that many games need, since each is played from every seat."""
        return -(-self.games // self.players)

    def deal_seed(self, deal: int) -> str:
        """The table seed of a deal; ``kb new --seed`` lays the same table."""
        return f"{self.seed}/{deal + 1}"

    def table(self, deal: int) -> Table:
        """The table of a deal; raises BadOptions for what cannot be played."""
        more = {"players": self.players, "seed": self.deal_seed(deal)}
        return Table.new(self.game, {**self.options, **more})


class Match(NamedTuple):
    """One game: where it stands in the schedule, which deal, and who sits where."""

    number: int
    lineup: int
    deal: int
    seats: Lineup


def schedule(contest: Contest) -> Iterator[Match]:
    """All games in their order. The lineups take turns, so that an end before the end is fair."""
    number = 0
    for deal in range(contest.deals):
        for index, lineup in enumerate(contest.lineups):
            for seats in rotations(lineup):
                yield Match(number, index, deal, seats)
                number += 1


def rotations(lineup: Sequence[int]) -> Iterator[Lineup]:
    for first in range(len(lineup)):
        yield (*lineup[first:], *lineup[:first])
