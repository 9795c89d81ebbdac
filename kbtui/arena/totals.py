"""Adds up results: points, scores and Elo for each bot, points for each lineup.

Everything follows from the results in the order of the schedule, whatever order they arrived in.
The decision times, which depend on the machine, are added up separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from kbtui.arena.schedule import Contest, Lineup, Match
from kbtui.arena.statistics import Interval, elo, wilson


class Clock(NamedTuple):
    """Decisions of one seat and the seconds they took."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, other: Clock) -> Clock:
        return Clock(
            self.decisions + other.decisions,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )


class Result(NamedTuple):
    """What came of a match: by seat, the score of each part and the clock."""

    match: Match
    parts: tuple[str, ...]
    scores: tuple[tuple[int, ...], ...]  # scores[seat][i] is for parts[i]
    winners: tuple[int, ...]  # seats
    clocks: tuple[Clock, ...]
    failures: tuple[tuple[int, str], ...] = ()  # seats whose program failed, and why

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, self.scores))

    @property
    def points(self) -> tuple[float, ...]:
        """One point for the winner; who shares the first place shares it."""
        share = 1 / max(len(self.winners), 1)
        return tuple(share * (seat in self.winners) for seat in range(len(self.scores)))

    @property
    def ranks(self) -> tuple[tuple[bool, int], ...]:
        """The higher, the better: a winner is before all others, who go by their totals."""
        pairs = enumerate(self.totals)
        return tuple((True, 0) if s in self.winners else (False, total) for s, total in pairs)


class Standing(NamedTuple):
    """One bot over all its seats."""

    name: str
    seats: int
    points: float
    rate: Interval
    gold: float  # mean
    goals: Mapping[str, float]  # mean gold of each part, in the games that had it
    elo: Interval


class Row(NamedTuple):
    """One lineup: for each of its bots the points and the seats."""

    lineup: Lineup
    games: int
    rates: tuple[tuple[int, Interval], ...]


class Tally(NamedTuple):
    contest: Contest
    results: tuple[Result, ...]

    @classmethod
    def of(cls, contest: Contest, results: Iterable[Result]) -> Tally:
        return cls(contest, tuple(sorted(results, key=lambda result: result.match.number)))

    @property
    def standings(self) -> list[Standing]:
        rated = elo(self._pairs())
        return [self._standing(i, rated[i]) for i in range(len(self.contest.entrants))]

    def _standing(self, entrant: int, rated: Interval) -> Standing:
        points, totals = 0.0, 0
        gold: dict[str, list[int]] = {}
        seats = 0
        for result in self.results:
            for seat in _seats(result, entrant):
                seats += 1
                points += result.points[seat]
                totals += result.totals[seat]
                for part, earned in zip(result.parts, result.scores[seat], strict=True):
                    gold.setdefault(part, []).append(earned)
        goals = {part: sum(earned) / len(earned) for part, earned in sorted(gold.items())}
        name, mean = self.contest.labels[entrant], totals / seats if seats else 0.0
        return Standing(name, seats, points, wilson(points, seats), mean, goals, rated)

    def _pairs(self) -> list[list[float]]:
        """What each has won against each: of two seats the one that came out better."""
        size = len(self.contest.entrants)
        points = [[0.0] * size for _ in range(size)]
        for result in self.results:
            ranks, seats = result.ranks, result.match.seats
            for one, other in permutations(range(len(seats)), 2):
                if seats[one] != seats[other]:
                    won = (ranks[one] > ranks[other]) + (ranks[one] == ranks[other]) / 2
                    points[seats[one]][seats[other]] += won
        return points

    @property
    def rows(self) -> list[Row]:
        return [self._row(i, lineup) for i, lineup in enumerate(self.contest.lineups)]

    def _row(self, index: int, lineup: Lineup) -> Row:
        results = [result for result in self.results if result.match.lineup == index]
        rates = []
        for entrant in dict.fromkeys(lineup):
            shares = [r.points[seat] for r in results for seat in _seats(r, entrant)]
            rates.append((entrant, wilson(sum(shares), len(shares))))
        return Row(lineup, len(results), tuple(rates))

    @property
    def clocks(self) -> list[Clock]:
        found = [Clock() for _ in self.contest.entrants]
        for result in self.results:
            for seat, entrant in enumerate(result.match.seats):
                found[entrant] = found[entrant].plus(result.clocks[seat])
        return found

    @property
    def failures(self) -> list[tuple[str, int, str]]:
        """Programs that failed: the name, in how many games, and why the first time."""
        reasons: dict[int, list[str]] = {}
        for result in self.results:
            for seat, reason in result.failures:
                reasons.setdefault(result.match.seats[seat], []).append(reason)
        labels = self.contest.labels
        return [(labels[who], len(why), why[0]) for who, why in sorted(reasons.items())]


def _seats(result: Result, entrant: int) -> Sequence[int]:
    return [seat for seat, who in enumerate(result.match.seats) if who == entrant]
