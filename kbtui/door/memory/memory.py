"""The memory of a door: hours, days, who was here last, and finished games, in one small file.

Everything has a bound, so the file stays below a megabyte however long the door stands. A file that
cannot be read is put aside, and the door begins again: nothing here is worth a door that does not
open.
"""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from kbtui.disk.files import aside, write_whole
from kbtui.door.accounts.store import Account
from kbtui.door.memory.record import Rerun, read_rerun
from relay.protocol.cleaning import NAME, clean
from relay.server.logs import event

_HOUR, _DAY = 3600, 86_400
_DAYS: Final = 14  # that the hours are counted over
_SEEN: Final = 30  # people who are remembered after they have left
_TOLD: Final = 8  # of them that are shown
_RERUNS: Final = 20
_FEW: Final = 3  # games of people, below which bots fill up the list
_PEOPLE: Final = 5000  # of a day that are counted one by one
_HIDDEN: Final = 20_000  # accounts that do not want to be seen
_LEFT: Final = 3000  # accounts of which it is known when they left


class Day(NamedTuple):
    """Numbers of accounts, and how many public games ended."""

    number: int = 0  # since 1970
    people: frozenset[int] = frozenset()
    games: int = 0


class Left(NamedTuple):
    """When somebody left, in seconds, and how many public games had ended by then."""

    at: int = 0  # 0: it is not known
    games: int = 0


class Memory:
    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        """``path``: of its file; None: nothing outlives this process."""
        self._path, self._now = path, now
        self._hours: dict[int, int] = {}  # people in each hour since 1970
        self._hour: tuple[int, set[int]] = (0, set())  # the one that runs, and who was here
        self._today, self._before = Day(), Day()
        self._seen: dict[int, tuple[str, int]] = {}  # by account: name, and when; the last is last
        self._left: dict[int, Left] = {}  # by account, without a name: for their own greeting
        self._games = 0  # public games that have ended, ever
        self.hidden: set[int] = set()  # accounts whose names are not told
        self.reruns: deque[Rerun] = deque(maxlen=_RERUNS)
        self._is_kept = True  # the file has all of it
        if path is not None:
            self._read(path)

    # People

    def here(self, accounts: Iterable[Account]) -> None:
        """These are at the door now."""
        numbers = {account.number for account in accounts}
        hour = int(self._now()) // _HOUR
        if hour != self._hour[0]:
            self._hour = hour, set()
            oldest = hour - _DAYS * 24
            self._hours = {at: count for at, count in self._hours.items() if at > oldest}
        new = numbers - self._hour[1]
        today = self._day()
        if new and len(self._hour[1]) < _PEOPLE:
            self._hour[1].update(new)
            self._hours[hour] = self._hours.get(hour, 0) + len(new)
            self._is_kept = False
        if not numbers <= today.people and len(today.people) < _PEOPLE:
            self._today = today._replace(people=today.people | numbers)
            self._is_kept = False

    def gone(self, account: Account) -> None:
        """Somebody has left. Guests have names that change, and nobody looks out for them."""
        self.here([account])
        number, now = account.number, int(self._now())
        self._seen.pop(number, None)
        self._left.pop(number, None)
        if not account.is_guest:
            self._left[number] = Left(now, self._games)
            while len(self._left) > _LEFT:
                del self._left[next(iter(self._left))]
        if not account.is_guest and number not in self.hidden:
            self._seen[number] = account.name, now
            while len(self._seen) > _SEEN:
                del self._seen[next(iter(self._seen))]
        self._is_kept = False

    def since(self, account: Account) -> Left:
        """When somebody who is here was here before, and the games that have ended since."""
        found = self._left.get(account.number)
        return Left() if found is None else Left(found.at, self._games - found.games)

    def hide(self, account: Account, is_hidden: bool) -> None:
        """Whether the name of somebody may be told."""
        is_full = is_hidden and len(self.hidden) >= _HIDDEN
        if is_full or is_hidden == (account.number in self.hidden):
            return
        (self.hidden.add if is_hidden else self.hidden.discard)(account.number)
        if is_hidden:
            self._seen.pop(account.number, None)
        self._is_kept = False

    def forget(self, number: int) -> None:
        """Forget an account that was deleted, so that it does not count toward the limit."""
        if number in self.hidden:
            self.hidden.discard(number)
            self._is_kept = False

    def _day(self) -> Day:
        """The day that runs."""
        number = int(self._now()) // _DAY
        if self._today.number != number:
            self._before, self._today = self._today, Day(number)
        return self._today

    # Games

    def finished(self, rerun: Rerun) -> None:
        """A public game has ended."""
        if any(each.code == rerun.code and each.text == rerun.text for each in self.reruns):
            return
        played = [*(each for each in self.reruns if each.code), rerun]
        bots = [each for each in self.reruns if not each.code]  # they make room for people
        self.reruns = deque([*bots[: max(_FEW - len(played), 0)], *played], _RERUNS)
        self._today = self._day()._replace(games=self._day().games + 1)
        self._games += 1
        self._is_kept = False

    def offer(self, rerun: Rerun) -> None:
        """Something to look at while there is nothing else; it is nobody's game."""
        if all(not each.code and each.game != rerun.game for each in self.reruns):
            self.reruns.append(rerun)
            self._is_kept = False

    def look_at(self, code: str, at: int, game: str, *, is_played: bool) -> Rerun | None:
        """The game of that room that was found finished then. ``is_played``: somebody sees it
        again, which is counted."""
        for place, each in enumerate(self.reruns):
            if (each.code, each.at, each.game) == (code, at, game):
                if is_played:
                    self.reruns[place] = each._replace(watched=each.watched + 1)
                    self._is_kept = False
                return each
        return None

    # What is told

    @property
    def hours(self) -> list[int]:
        """People in each hour of the day, over two weeks."""
        found = [0] * 24
        oldest = int(self._now()) // _HOUR - _DAYS * 24
        for hour, count in self._hours.items():
            if hour > oldest:
                found[hour % 24] += count
        return found

    @property
    def yesterday(self) -> tuple[int, int]:
        """How many people were here, and how many public games ended."""
        today = self._day()
        before = self._before if self._before.number == today.number - 1 else Day()
        return len(before.people), before.games

    def past(self, here: Iterable[Account]) -> dict[str, Any]:
        """For the hall: nobody who is here, and nobody who does not want to be seen."""
        absent = {*self._seen} - {account.number for account in here} - self.hidden
        seen = [each for number, each in reversed(self._seen.items()) if number in absent]
        return {
            "reruns": [rerun.row for rerun in self.reruns],
            "hours": self.hours,
            "seen": seen[:_TOLD],
            "yesterday": self.yesterday,
        }

    # The file

    def keep(self) -> None:
        """Write what is new. A full disk is logged, and the door tries again later."""
        if self._path is None or self._is_kept:
            return
        stored = {
            "hours": [*self._hours.items()],
            "hour": [self._hour[0], [*self._hour[1]]],
            "days": [[day.number, [*day.people], day.games] for day in (self._before, self._today)],
            "seen": [[number, *each] for number, each in self._seen.items()],
            "left": [[number, *each] for number, each in self._left.items()],
            "games": self._games,
            "hidden": sorted(self.hidden),
            "reruns": [rerun._asdict() for rerun in self.reruns],
        }
        try:
            write_whole(self._path, json.dumps(stored))
        except OSError as error:
            event(logging.WARNING, "memory", error=error.strerror or "")
        else:
            self._is_kept = True

    def _read(self, path: Path) -> None:
        try:
            self._take(json.loads(path.read_text("utf-8")))
        except FileNotFoundError:
            return
        except (OSError, LookupError, TypeError, ValueError) as error:
            event(logging.WARNING, "memory", error=type(error).__name__)
            aside(path)

    def _take(self, stored: Mapping[str, Any]) -> None:
        hours = {int(hour): int(count) for hour, count in stored["hours"]}
        hour = int(stored["hour"][0]), {*map(int, stored["hour"][1])}
        before, today = (
            Day(int(number), frozenset(map(int, people)), int(games))
            for number, people, games in stored["days"]
        )
        seen = {
            int(number): (clean(str(name), NAME), int(at)) for number, name, at in stored["seen"]
        }
        # An earlier version knew of the last thirty people when they left, and counted no games.
        known = stored.get("left", [[number, at, 0] for number, (_name, at) in seen.items()])
        left = {int(number): Left(int(at), int(games)) for number, at, games in known}
        count = int(stored.get("games", 0))
        hidden = {*map(int, stored["hidden"])}
        reruns = deque(map(read_rerun, stored["reruns"]), _RERUNS)
        self._hours, self._hour, self._before, self._today = hours, hour, before, today
        self._seen, self.hidden, self.reruns = seen, hidden, reruns
        self._left, self._games = left, count
