"""What an empty hall shows: finished games to see again, when people come, who was here last."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kbtui.look.look import Look
from kbtui.pages.hall.blocks import Block
from kbtui.pages.hall.hallwords import ago
from kbtui.paint.runs import ACCENT, FAINT, MUTED, TEXT, Line, Run, cut, heading, spread
from kbtui.text.durations import day_told
from kbtui.text.i18n import N_, _, n_

_MOST: Final = 9  # games: each has a digit
_BUSY: Final = 4  # hours that stand out
_HEIGHT: Final = 3  # rows of the hours
_HOUR: Final = 2  # columns of an hour
_WIDE: Final = 24 * _HOUR + 2  # columns from which the hours are drawn
_STEP: Final = 3  # hours between two numbers below them
_ORDER: Final = 6  # it gives way before games and people do
_LONG: Final = 60  # minutes after which it is said how long somebody was away
_GUEST: Final = "~"  # before the name of a guest
CLOSEST, YOURS, LONGEST, BOTS = "closest", "yours", "longest", "bots"
_WHY: Final = {
    CLOSEST: N_("closest end"),
    YOURS: N_("your best"),
    LONGEST: N_("longest game"),
    BOTS: N_("two bots"),
}


class Rerun(NamedTuple):
    """A finished public game. The outcome of the page, when somebody wants to see it."""

    code: str  # of its room; empty for a game of bots
    game: str  # its key
    names: tuple[str, ...]
    totals: tuple[int, ...]
    turns: int
    at: int  # when it ended, in seconds
    watched: int = 0  # how often it was looked at

    @property
    def label(self) -> str:
        """What the cursor calls it."""
        return f"rerun {self.code} {self.at} {self.game}"


class Past(NamedTuple):
    """What a door remembers."""

    reruns: tuple[Rerun, ...] = ()
    hours: tuple[int, ...] = ()  # people in each hour of the day, over two weeks
    seen: tuple[tuple[str, int], ...] = ()  # names, and when they left, in seconds
    yesterday: tuple[int, int] = (0, 0)  # people, public games
    last: int = 0  # when this person was here before, in seconds; 0: not known
    ended: int = 0  # public games since then


def best_first(reruns: Sequence[Rerun], name: str) -> list[tuple[Rerun, str]]:
    """Each with why it is worth a look: the closest end, the best of ``name``, the longest; the
    others follow, the newest first."""
    played = [rerun for rerun in reruns if rerun.code]
    own = [rerun for rerun in played if name in rerun.names]
    chosen: dict[Rerun, str] = {}
    if len(played) > 1:
        chosen[min(played, key=_gap)] = CLOSEST
    if own:
        chosen.setdefault(max(own, key=lambda rerun: _own_rank(rerun, name)), YOURS)
    if len(played) > 1:
        chosen.setdefault(max(played, key=lambda rerun: rerun.turns), LONGEST)
    for rerun in sorted(reruns, key=lambda rerun: -rerun.at):
        chosen.setdefault(rerun, "" if rerun.code else BOTS)
    return [*chosen.items()][:_MOST]


def _gap(rerun: Rerun) -> float:
    """Between the two best, as a part of what the best has: games differ in what they count."""
    first, second, *_rest = (*sorted(rerun.totals, reverse=True), 0, 0)
    return (first - second) / max(first, 1)


def _own_rank(rerun: Rerun, name: str) -> tuple[bool, int]:
    own = rerun.totals[rerun.names.index(name)]
    return own == max(rerun.totals), own


def why_told(rerun: Rerun, why: str) -> str:
    if why:
        return _(_WHY[why])
    return n_("{count} turn", "{count} turns", rerun.turns).format(count=rerun.turns)


def scores(rerun: Rerun) -> list[str]:
    """``cleo 70``, ``ivo 68``."""
    return [f"{name} {total}" for name, total in zip(rerun.names, rerun.totals, strict=True)]


def greeting(past: Past, name: str, now: float) -> str:
    """Once, for somebody who comes back; a guest learns what a key is good for."""
    if name.startswith(_GUEST):
        return _("You are a guest here. Press k to see how to keep your games and your name.")
    if not past.last:
        return ""
    if past.ended:
        text = n_(
            "Welcome back. {count} public game has ended since {when}.",
            "Welcome back. {count} public games have ended since {when}.",
            past.ended,
        )
        return text.format(count=past.ended, when=day_told(past.last, now))
    minutes = int(max(now - past.last, 0)) // 60
    text = _("Welcome back after {time}.").format(time=ago(minutes))
    return text if minutes >= _LONG else _("Welcome back.")


# When people are here


def hours_block(past: Past, look: Look, columns: int, now: float) -> Iterator[Block]:
    """Half blocks, one column of them for each hour; the same in a sentence. ``now`` is the moment
    of the last key, so that a page that is only looked at stands still."""
    told = [("", row) for row in (*_chart(past, look, columns, now), *_sentences(past, now))]
    if told:
        title = heading(_("WHEN PEOPLE ARE HERE"), columns, _("UTC, two weeks"), look.signs.stroke)
        yield Block(title, told, 0, _ORDER, is_whole=True)


def _chart(past: Past, look: Look, columns: int, now: float) -> list[Line]:
    most = max(past.hours, default=0)
    if not most or columns < _WIDE:
        return []
    full, half = (look.signs.full, look.signs.low) if look.terminal.unicode else ("#", ",")
    busy, found = _busy(past.hours), list[Line]()
    for row in reversed(range(_HEIGHT)):
        runs = [Run("  ")]
        for hour, count in enumerate(past.hours):
            halves = -(-count * 2 * _HEIGHT // most) - 2 * row  # anybody at all can be seen
            sign = full if halves >= 2 else half if halves == 1 else " "
            runs.append(Run(sign * _HOUR, ACCENT if hour in busy else MUTED))
        found.append(tuple(runs))
    return [*found, _axis(look, now)]


def _axis(look: Look, now: float) -> Line:
    """Numbers below the hours, and a mark at the one that it is."""
    hour = time.gmtime(now).tm_hour
    signs = "".join(str(first).ljust(_STEP * _HOUR) for first in range(0, 24, _STEP))
    at = hour * _HOUR + (len(str(hour)) if hour % _STEP == 0 else 0)
    return Run(f"  {signs[:at]}", FAINT), Run(look.signs.taken, ACCENT), Run(signs[at + 1 :], FAINT)


def _busy(hours: Sequence[int]) -> set[int]:
    """The hours side by side in which most people come."""
    windows = [{(first + step) % 24 for step in range(_BUSY)} for first in range(24)]
    return max(windows, key=lambda window: sum(hours[hour] for hour in window))


def _sentences(past: Past, now: float) -> list[Line]:
    """The hours have a line of their own: it is as long as a narrow window allows."""
    found: list[Line] = []
    more: list[str] = []
    if any(past.hours):
        found.append((Run(busiest_told(past.hours), TEXT),))
        more.append(_its(time.strftime("%H:%M", time.gmtime(now))))
    if any(past.yesterday):
        more.append(yesterday_told(past.yesterday))
    return [*found, (Run(" ".join(more), MUTED),)] if more else []


def _its(clock: str) -> str:
    return _("It is {time} now.").format(time=clock)


def busiest_told(hours: Sequence[int]) -> str:
    busy = _busy(hours)
    first = next(hour for hour in busy if (hour - 1) % 24 not in busy)
    text = _("Most people come between {first}:00 and {last}:00 UTC.")
    return text.format(first=f"{first:02}", last=f"{(first + _BUSY) % 24:02}")


def yesterday_told(yesterday: tuple[int, int]) -> str:
    people, games = yesterday
    return _("Yesterday: {people}, {games}.").format(
        people=n_("{count} visitor", "{count} visitors", people).format(count=people),
        games=n_("{count} game", "{count} games", games).format(count=games),
    )


# Who was here last


def last_seen(past: Past, look: Look, columns: int, rows: int, now: float) -> list[Line]:
    """For the column beside the list; as many as there is room for."""
    if not past.seen or rows < 2:
        return []
    found = [heading(_("LAST SEEN"), columns, stroke=look.signs.stroke)]
    for name, at in past.seen[: rows - 1]:
        told = ago(int(max(now - at, 0)) // 60)
        shown = cut(name, columns - len(told) - 1, look.signs.more)
        found.append(spread((Run(shown, TEXT),), (Run(told, MUTED),), columns))
    return found


def last_seen_block(past: Past, look: Look, columns: int, now: float) -> Iterator[Block]:
    """The same in a line, where there is no such column."""
    told = ", ".join(f"{name} {ago(int(max(now - at, 0)) // 60)}" for name, at in past.seen)
    if told:
        title = heading(_("LAST SEEN"), columns, stroke=look.signs.stroke)
        row = (Run(cut(told, columns - 2, look.signs.more)),)
        yield Block(title, [("", row)], 0, _ORDER + 1, is_whole=True)
