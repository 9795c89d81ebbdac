"""Counts facts: wins, scores, opponents, goals, streaks. Pure, and one pass for each question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kbtui.arena.statistics import Interval, wilson
from kbtui.history.facts import Fact
from kbtui.play.session import HUMAN, REMOTE

ENOUGH: Final = 10  # games from which a share is shown in percent
WINDOW: Final = 20  # games of the curve
PEOPLE: Final = "people"


class Filter(NamedTuple):
    """Which games are counted; an empty value stands for all."""

    game: str = ""
    against: str = ""  # a level, PEOPLE, or the name of a person
    players: int = 0
    kind: str = ""
    since: str = ""  # a day

    def takes(self, fact: Fact) -> bool:
        return (
            self.game in ("", fact.game)
            and self.players in (0, len(fact.seats))
            and self.kind in ("", fact.kind)
            and fact.day >= self.since
            and (not self.against or self.against in opponents(fact))
        )


def opponents(fact: Fact) -> set[str]:
    """Levels of bots, PEOPLE if there is one among them, and the names of people."""
    found = set[str]()
    for seat in fact.others:
        player = fact.seats[seat]
        found |= {PEOPLE, fact.names[seat]} if player == REMOTE else {player}
    return found


class Share(NamedTuple):
    """Games of one sort, and how many of them were won."""

    name: str
    games: int = 0
    won: int = 0

    @property
    def interval(self) -> Interval | None:
        """The share of wins and where the true one lies, 19 times in 20; None for few games."""
        return wilson(self.won, self.games) if self.games >= ENOUGH else None


class Meeting(NamedTuple):
    """A person, met head to head."""

    name: str
    won: int
    lost: int
    tied: int
    day: str  # the last time


class Scored(NamedTuple):
    """Scores with that many players."""

    players: int
    games: int
    best: int
    mean: float


class Amount(NamedTuple):
    """What you and the others had of something, on average."""

    key: str
    games: int
    you: float
    they: float
    games_with: int  # in which you had some of it
    won_with: int


class Notable(NamedTuple):
    """A game worth opening."""

    file: str
    fact: Fact
    value: int


class Figures(NamedTuple):
    games: int
    won: int
    shared: int
    first_day: str
    fair: float  # the share of wins that chance alone would give
    best: Notable | None
    mean: tuple[float, float]  # yours, theirs
    streak: tuple[int, int]  # wins in a row now, and the longest
    widest: Notable | None
    narrowest: Notable | None
    seconds: float  # for a turn; 0 if that is not known
    turns: float  # of yours in a game
    levels: Sequence[Share]
    players: Sequence[Share]
    kinds: Sequence[Share]
    seats: Sequence[Share]  # "1" for who began
    people: Sequence[Meeting]
    scores: Sequence[Scored]
    amounts: Mapping[str, Sequence[Amount]]  # by group
    last: Sequence[tuple[str, Fact]]  # all of them, the oldest first
    curve: Sequence[float]  # at each game the share of wins among the last ones

    @property
    def share(self) -> Share:
        return Share("", self.games, self.won)


def figures(facts: Mapping[str, Fact], chosen: Filter) -> Figures:
    """Of the facts that the filter takes, which are in the order in which they were played."""
    last = [(file, fact) for file, fact in facts.items() if chosen.takes(fact)]
    found = [fact for _file, fact in last]
    wins = [each for each in last if each[1].has_won]
    margins = [_notable(each, each[1].score - each[1].best_other) for each in wins]
    clear = [each for each in margins if each.value > 0]
    timed = [fact for fact in found if fact.seconds and fact.turns]
    return Figures(
        len(found),
        len(wins),
        sum(fact.is_shared for fact in found),
        found[0].day if found else "",
        _mean(1 / len(fact.seats) for fact in found),
        max((_notable(each, each[1].score) for each in last), key=_value, default=None),
        (_mean(fact.score for fact in found), _mean(fact.mean_other for fact in found)),
        _streak(found),
        max(margins, key=_value, default=None),
        min(clear or margins, key=_value, default=None),
        sum(fact.seconds for fact in timed) / max(sum(fact.turns for fact in timed), 1),
        _mean(fact.turns for fact in found),
        _shares(found, _levels),
        _shares(found, lambda fact: [str(len(fact.seats))]),
        _shares(found, lambda fact: [fact.kind] if fact.kind else []),
        _shares(found, lambda fact: [str((fact.seat - fact.first) % len(fact.seats) + 1)]),
        _people(found),
        _scores(found),
        _amounts(found),
        last,
        _curve(found),
    )


def _notable(each: tuple[str, Fact], value: int) -> Notable:
    return Notable(*each, value)


def _value(notable: Notable) -> int:
    return notable.value


def _mean(numbers: Iterable[float]) -> float:
    found = [*numbers]
    return sum(found) / len(found) if found else 0.0


def _levels(fact: Fact) -> set[str]:
    players = {fact.seats[seat] for seat in fact.others}
    return {PEOPLE if player in (REMOTE, HUMAN) else player for player in players}


def _shares(facts: Iterable[Fact], names: Callable[[Fact], Iterable[str]]) -> list[Share]:
    found: dict[str, list[int]] = {}
    for fact in facts:
        for name in names(fact):
            row = found.setdefault(name, [0, 0])
            row[0] += 1
            row[1] += fact.has_won
    return [Share(name, *found[name]) for name in sorted(found)]


def _streak(facts: Sequence[Fact]) -> tuple[int, int]:
    now = longest = 0
    for fact in facts:
        now = now + 1 if fact.has_won else 0
        longest = max(longest, now)
    return now, longest


def _curve(facts: Sequence[Fact]) -> list[float]:
    """Nothing before there are enough games for a share."""
    won = [fact.has_won for fact in facts]
    parts = (won[max(end - WINDOW, 0) : end] for end in range(ENOUGH, len(won) + 1))
    return [sum(part) / len(part) for part in parts]


def _people(facts: Iterable[Fact]) -> list[Meeting]:
    """Whom you met most, first. With several others each is compared with you alone."""
    found: dict[str, Meeting] = {}
    for fact in facts:
        for seat in fact.others:
            if fact.seats[seat] != REMOTE:
                continue
            yours, theirs = (_standing(fact, each) for each in (fact.seat, seat))
            name = fact.names[seat]
            row = found.get(name, Meeting(name, 0, 0, 0, ""))
            found[name] = Meeting(
                name,
                row.won + (yours > theirs),
                row.lost + (yours < theirs),
                row.tied + (yours == theirs),
                fact.day,
            )
    return sorted(found.values(), key=lambda row: (-(row.won + row.lost + row.tied), row.name))


def _standing(fact: Fact, seat: int) -> tuple[bool, int]:
    return seat in fact.winners, fact.result[seat]


def _scores(facts: Sequence[Fact]) -> list[Scored]:
    found: dict[int, list[int]] = {}
    for fact in facts:
        found.setdefault(len(fact.seats), []).append(fact.score)
    return [
        Scored(players, len(scores), max(scores), _mean(scores))
        for players, scores in sorted(found.items())
    ]


def _amounts(facts: Iterable[Fact]) -> dict[str, list[Amount]]:
    sums: dict[str, dict[str, list[float]]] = {}
    for fact in facts:
        seat, others, has_won = fact.seat, len(fact.seats) - 1, fact.has_won
        for group, rows in fact.counts.items():
            known = sums.setdefault(group, {})
            for key, row in rows.items():
                total = known.setdefault(key, [0, 0, 0, 0, 0])
                mine = row[seat]
                total[0] += 1
                total[1] += mine
                total[2] += (sum(row) - mine) / others
                if mine:
                    total[3] += 1
                    total[4] += has_won
    return {
        group: [
            Amount(key, int(games), you / games, they / games, int(had), int(won))
            for key, (games, you, they, had, won) in known.items()
        ]
        for group, known in sums.items()
    }
