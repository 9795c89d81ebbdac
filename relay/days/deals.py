"""The deal of a day: board, goals and bot follow from the date in UTC and from nothing else.

Offline the cards do too. That is an *open deal*: anyone who has the program can deal any date
beforehand, so it makes no ranks. On a relay the cards come from its secret of that day. A fixed
rule screens the candidates of a day: two novice bots play each six times, with its open cards, and
the first is taken in which both seats win at least twice. So no deal is decided at the start.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, Seat, find, keys
from engine.dealer import Dealer
from engine.rng import Stream
from engine.table import Table

DAY: Final = 86_400  # seconds
KEPT: Final = 31  # days that a relay keeps the table of a day
_CANDIDATES: Final = 20  # at most; then the last one is taken
_GAMES: Final = 6
_WINS: Final = 2
_EPOCH: Final = date(1970, 1, 1).toordinal()


class Deal(NamedTuple):
    game: str  # its key
    day: str  # ``2026-11-16``
    options: Mapping[str, Any]
    seat: Seat  # of the player
    level: str  # of the bot
    nodes: int  # that it may look at for a move
    edition: str  # of rules and bots

    @property
    def tag(self) -> str:
        """What the record of a try says about its deal."""
        return f"{self.day} {self.edition}"


def clock() -> float:
    """Seconds since 1970, for callers that name no time."""
    return time.time()


def today(now: float | None = None) -> str:
    """The date in UTC, wherever the player is and whatever the clocks do in spring."""
    return time.strftime("%Y-%m-%d", time.gmtime(clock() if now is None else now))


def day_before(day: str, days: int = 1) -> str:
    return date.fromordinal(date.fromisoformat(day).toordinal() - days).isoformat()


def ordinal(day: str) -> int:
    """Days since 1970; raises ValueError for what is not a day."""
    if len(day) != 10:
        raise ValueError(day)
    return date.fromisoformat(day).toordinal() - _EPOCH


def is_past(day: str, now: float | None = None) -> bool:
    """Whether the day has ended: its tries can no longer be opened."""
    return _days_since(day, now) >= 1


def is_late(day: str, now: float | None = None) -> bool:
    """Whether the day has been over for a day: its tries can no longer be finished."""
    return _days_since(day, now) >= 2


def _days_since(day: str, now: float | None) -> int:
    return int(clock() if now is None else now) // DAY - ordinal(day)


def seconds_left(now: float | None = None) -> int:
    """Until the next deal."""
    moment = clock() if now is None else now
    return DAY - int(moment) % DAY


def games() -> list[str]:
    """Those that have a deal of the day."""
    return [key for key in keys() if find(key).days is not None]


def edition(game: str) -> str:
    """Names the rules and bots of this program. Two programs of one edition deal alike, and their
    bots of the day play alike; tests/relay/days/test_editions.py holds it to that."""
    days = find(game).days
    assert days is not None, game
    return str(days.edition)


@cache
def deal_of(game: str, day: str) -> Deal:
    """Takes a moment: the candidates have to be played."""
    rules = find(game)
    days = rules.days
    assert days is not None, game
    when = date.fromisoformat(day)
    for number in range(_CANDIDATES):
        options = days.options(f"daily {game} {day} {number}", when.weekday())
        if _is_open(game, options):
            break
    return Deal(
        game,
        day,
        options,
        when.day % 2,
        days.level,
        rules.levels[days.level].nodes,
        edition(game),
    )


def _is_open(game: str, options: Mapping[str, Any]) -> bool:
    """Whether either seat can win it."""
    wins = [0, 0]
    for number in range(_GAMES):
        for seat in _winners(game, options, number):
            wins[seat] += 1
    return min(wins) >= _WINS


def _winners(game: str, options: Mapping[str, Any], number: int) -> tuple[Seat, ...]:
    rules = find(game)
    table = Table(rules, rules.new(options))
    seed = rules.seed(options)
    dealer, bot = Dealer(seed), rules.levels["novice"]
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            table.append(seat, dealer.next_token(table))
        else:
            stream = Stream(f"{seed} screen {number}", f"entry {len(table.entries)}")
            move = bot.choose(rules.observe(table.state, seat), stream)
            table.append(seat, rules.format(move))
    return rules.winners(table.state) or ()
