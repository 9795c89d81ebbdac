"""The tries of the deals of the days, as the saved games tell them.

A try is opened before its first card is seen: from then on its file is there. It belongs to the day
whose deal it is, however late it ends; a try that is not finished a day after that day has ended
counts as abandoned. Only the first try of a day counts; others are practice.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.record import Record
from kbtui.daily.results import Result, result_of
from kbtui.history.facts import PRACTICE
from kbtui.play.playernames import names_of
from kbtui.play.saved_games import SUFFIX
from kbtui.play.saves import STARTED, read, read_tags
from kbtui.play.seeds import slug, try_of
from kbtui.play.session import COUNTED, HUMAN, Session
from relay.days.deals import Deal, day_before, is_late, ordinal, today

WEEK: Final = 7  # days, in one of which one may rest


class TryState(StrEnum):
    """How far a try has come."""

    NEW = "new"  # not played yet
    OPEN = "open"  # begun
    OVER = "over"
    ABANDONED = "abandoned"


class Try(NamedTuple):
    """The try that counts, of one game and one day."""

    game: str
    day: str
    state: TryState
    path: Path | None = None
    record: Record | None = None
    result: Result | None = None

    @property
    def is_open_deal(self) -> bool:
        """Whether its cards follow from the date, and not from the secret of a relay."""
        return self.record is not None and self.record.seal is None


class Streak(NamedTuple):
    now: int  # days in a row with a finished try
    longest: int


def players_of(deal: Deal) -> tuple[str, ...]:
    """Who sits where."""
    return tuple(HUMAN if seat == deal.seat else deal.level for seat in (0, 1))


def new_try(deal: Deal, name: str, *, is_practice: bool = False) -> Session:
    """A game of this deal; saving it opens the try."""
    players = players_of(deal)
    session = Session(deal.game, deal.options, players, names_of(players, name))
    tag = (PRACTICE, f"{COUNTED} {deal.tag}") if is_practice else (COUNTED, deal.tag)
    session.origin = session.origin._replace(tags=(*session.origin.tags, tag))
    return session


class Diary:
    """Knows the tries in a folder of records. Names of files say which may be tries."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, game: str, day: str, now: float | None = None) -> Try:
        """The try that counts: of several files the one that was opened first."""
        for path, _head in self._tries(game, day, self._names()):
            try:
                record, table = read(path)
            except (EngineError, OSError):
                continue
            result = result_of(record, table)
            if result is not None:
                return Try(game, day, TryState.OVER, path, record, result)
            state = TryState.ABANDONED if is_late(day, now) else TryState.OPEN
            return Try(game, day, state, path, record)
        return Try(game, day, TryState.NEW)

    def _names(self) -> list[str]:
        try:
            return [name for name in os.listdir(self._folder) if name.endswith(SUFFIX)]
        except OSError:
            return []

    def _tries(self, game: str, day: str, names: Iterable[str]) -> list[tuple[Path, Record]]:
        """Those of a day with what their headers say, the one that was opened first before all."""
        part, found = slug(try_of(game, day)), []
        for path in [self._folder / name for name in names if part in name]:
            try:
                head = read_tags(path)
            except (EngineError, OSError):
                continue
            tags = dict(head.tags)
            if head.game == game and tags.get(COUNTED, "").partition(" ")[0] == day:
                # Of the same second, the name without a number is the older one, then 2 before 10.
                found.append(((tags.get(STARTED, ""), len(path.name), path.name), (path, head)))
        return [each for _order, each in sorted(found, key=lambda pair: pair[0])]

    def finished_days(self, game: str) -> set[str]:
        """The days whose try was finished."""
        start = f"{slug(f'daily {game}')}-"
        days = dict[str, list[str]]()
        for name in self._names():
            days.setdefault(name.partition(start)[2][:10], []).append(name)
        return {day for day in days if _is_day(day) and self._is_over(game, day, days[day])}

    def _is_over(self, game: str, day: str, names: Iterable[str]) -> bool:
        """A header with the result says so: a year of games is not replayed for a streak."""
        heads = [head for _path, head in self._tries(game, day, names)]
        is_told = bool(heads) and heads[0].result is not None
        return is_told or self.find(game, day).state is TryState.OVER

    def streak(self, game: str, now: float | None = None) -> Streak:
        return streak_of(self.finished_days(game), today(now))


def streak_of(days: Iterable[str], day: str) -> Streak:
    """Days in a row, one of which in any week may be missed; today need not be played yet."""
    finished = {date.fromisoformat(each).toordinal() for each in days}
    last = date.fromisoformat(day).toordinal()
    now = _row(finished, last if last in finished else last - 1)
    return Streak(now, max((_row(finished, each) for each in finished), default=0))


def _row(finished: Collection[int], end: int) -> int:
    """Finished days in a row up to this one."""
    count, rest, number = 0, end + WEEK, end
    while number in finished or rest - number >= WEEK:
        if number in finished:
            count += 1
        else:
            rest = number
        number -= 1
    return count


def _is_day(text: str) -> bool:
    try:
        ordinal(text)
    except ValueError:
        return False
    return True


def yesterday(now: float | None = None) -> str:
    return day_before(today(now))
