"""The deal of the day on pages: how many have played it, and the tables of days that are over.

All of it is what the relay tells anybody who asks without a try: nothing of a table before its day
is over.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from kbtui.daily import tables
from kbtui.daily.identity import NOBODY
from kbtui.door.web.markup import link, page
from kbtui.games.kit import find
from kbtui.text.address import Address
from kbtui.text.i18n import _, n_
from relay.client.visit import NoAnswer, visit
from relay.days import deals
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import AskDay, DayView, Ranked

_FRESH: Final = 30.0  # seconds that an answer is good for
_PATIENCE: Final = 5.0  # seconds for it
_KEPT: Final = 40  # days that are remembered; the relay has no more
_ROWS: Final = 20  # of a table
_TITLE: Final = "{day} · {title}"


class Days:
    """Asks the relay, no more often than it pays."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._known: dict[str, tuple[float, tuple[DayView, ...]]] = {}
        self._one = asyncio.Lock()

    async def views(self, day: str) -> tuple[DayView, ...]:
        """Of each game that has a deal; none if the relay does not answer, or has none."""
        async with self._one:  # requests that come meanwhile get the same answer
            until, found = self._known.get(day, (0.0, ()))
            if time.monotonic() >= until:
                found = await self._ask(day)
                if len(self._known) >= _KEPT:
                    self._known.clear()
                self._known[day] = time.monotonic() + _FRESH, found
            return found

    async def _ask(self, day: str) -> tuple[DayView, ...]:
        found: list[DayView] = []
        try:
            async with asyncio.timeout(_PATIENCE), visit(self._address.url, "kb-door") as caller:
                if caller.version >= k.DAYS:
                    for game in deals.games():
                        answer = await caller.ask(AskDay(game, day, bytes.fromhex(NOBODY)))
                        if isinstance(answer, DayView):
                            found.append(answer)
        except (NoAnswer, TimeoutError):
            return ()
        return tuple(found)


def section(today: Sequence[DayView], can_play: bool) -> str:
    """For the first page; empty where there is no deal of the day."""
    if not today:
        return ""
    day = today[0].day
    told = ", ".join(f"{_game(view)}: {_played(view)}" for view in today)
    ways = [link("/daily", _("Play it"), "button wide")] * can_play
    ways.append(link(f"/daily/{deals.day_before(day)}", _("Yesterday's table"), "button"))
    return (
        f"<h2>{escape(_('Deal of the day'))} <small>{escape(day)}</small></h2>\n"
        f"<p>{escape(told)}</p>\n<p>{' '.join(ways)}</p>\n"
    )


def _played(view: DayView) -> str:
    count = view.opened
    if not count:
        return _("nobody has played it yet")
    return n_("{count} has played it", "{count} have played it", count).format(count=count)


def _game(view: DayView) -> str:
    return _(find(view.game).title)


def table_page(views: Sequence[DayView], day: str) -> str:
    """The tables of one day."""
    title = _TITLE.format(day=day, title=_("Deal of the day"))
    home = link("/", _("All games"), "button")
    before = link(f"/daily/{deals.day_before(day)}", _("The day before"), "button")
    body = "".join(part for view in views for part in _table(view))
    if not views:
        body = f"<p>{escape(_('The relay has no table of this day.'))}</p>\n"
    shown = f"<nav>{home} {before}</nav>\n<main><h1>{escape(title)}</h1>\n{body}</main>"
    return page(title, shown)


def _table(view: DayView) -> Iterator[str]:
    crowd = escape(tables.crowd(view))
    yield f"<h2>{escape(_game(view))} <small>{crowd}</small></h2>\n"
    yield from (f"<p>{escape(line)}</p>\n" for line in tables.summary(view))
    if view.people:
        heads = ("", _("Name"), _("Score"), _("Bot"))
        named = "".join(f"<th scope=col>{escape(head)}</th>" for head in heads)
        yield f'<table class="ranks"><tr>{named}</tr>\n'
        yield from map(_row, view.people[:_ROWS])
        yield "</table>\n"


def _row(row: Ranked) -> str:
    name = escape(clean(row.name, k.NAME))
    cells = f"<td>{name}</td><td>{row.score}</td><td>{row.other}</td>"
    return f"<tr><th scope=row>{row.place}</th>{cells}</tr>\n"
