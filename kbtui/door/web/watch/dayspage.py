"""The deal of the day on pages: how many have begun it, how one's own try stands, and the tables.

The relay tells nothing of a table before its day is over, but to those whose own try is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from kbtui.daily import tables
from kbtui.daily.identity import NOBODY
from kbtui.door.web.cookies import try_token
from kbtui.door.web.markup import link, page
from kbtui.games.kit import find
from kbtui.text.address import Address
from kbtui.text.i18n import N_, _, n_
from relay.client.visit import NoAnswer, visit
from relay.days import deals
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import ABANDONED, BEGUN, DONE, NEW, AskDay, DayView, Ranked

_FRESH: Final = 30.0  # seconds that an answer is good for
_PATIENCE: Final = 5.0  # seconds for it
_KEPT: Final = 40  # days that are remembered; the relay has no more
_ROWS: Final = 20  # of a table
_TITLE: Final = "{day} · {title}"
_WAYS: Final = {  # to a try, by how it stands
    NEW: N_("Play it"),
    BEGUN: N_("Continue"),
    ABANDONED: "",
    DONE: N_("Look at your game"),
}


class Days:
    """Asks the relay, no more often than it pays."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._known: dict[str, tuple[float, tuple[DayView, ...]]] = {}
        self._one = asyncio.Lock()

    async def views(self, day: str, cookie: str | None = None) -> tuple[DayView, ...]:
        """Of each game that has a deal, for the browser with that cookie or for anybody; none if
        the relay does not answer, or has none."""
        if cookie is not None:
            return await self.asked(
                [AskDay(game, day, try_token(cookie, game, day)) for game in deals.games()]
            )
        async with self._one:  # requests that come meanwhile get the same answer
            until, found = self._known.get(day, (0.0, ()))
            if time.monotonic() >= until:
                nobody = bytes.fromhex(NOBODY)
                found = await self.asked([AskDay(game, day, nobody) for game in deals.games()])
                if len(self._known) >= _KEPT:
                    self._known.clear()
                self._known[day] = time.monotonic() + _FRESH, found
            return found

    async def asked(self, questions: Sequence[AskDay]) -> tuple[DayView, ...]:
        """What the relay answers now, without those that it refuses."""
        found: list[DayView] = []
        try:
            async with asyncio.timeout(_PATIENCE), visit(self._address.url, "kb-door") as caller:
                if caller.version >= k.DAYS:
                    for question in questions:
                        answer = await caller.ask(question)
                        if isinstance(answer, DayView):
                            found.append(answer)
        except (NoAnswer, TimeoutError):
            return ()
        return tuple(found)


def section(today: Sequence[DayView]) -> str:
    """For the first page; empty where there is no deal of the day."""
    if not today:
        return ""
    day = today[0].day
    told = ", ".join(f"{_game(view)}: {_begun(view)}" for view in today)
    ways = (
        link("/daily", _("Play it"), "button"),
        link(f"/daily/{deals.day_before(day)}", _("Yesterday's table"), "button"),
    )
    return (
        f"<h2>{escape(_('Deal of the day'))} <small>{escape(day)}</small></h2>\n"
        f"<p>{escape(told)}</p>\n<p>{' '.join(ways)}</p>\n"
    )


def _begun(view: DayView) -> str:
    count = view.opened
    if not count:
        return _("nobody has begun it yet")
    text = n_("{count} person has begun it", "{count} people have begun it", count)
    return text.format(count=count)


def _game(view: DayView) -> str:
    return _(find(view.game).title)


def table_page(views: Sequence[DayView], day: str, is_today: bool = False) -> str:
    """The tables of one day, and the ways to one's own tries."""
    title = _TITLE.format(day=day, title=_("Deal of the day"))
    home = link("/", _("All games"), "button")
    before = link(f"/daily/{deals.day_before(day)}", _("The day before"), "button")
    body = "".join(f"{''.join(_table(view))}{_way(view, is_today)}" for view in views)
    if not views:
        body = f"<p>{escape(_('The relay has no table of this day.'))}</p>\n"
    shown = f"<nav>{home} {before}</nav>\n<main><h1>{escape(title)}</h1>\n{body}</main>"
    return page(title, shown)


def _way(view: DayView, is_today: bool) -> str:
    """To the try of this browser; only that of today can be begun."""
    text = _(_WAYS[view.trying]) if is_today or view.trying != NEW else ""
    told = f"<p>{escape(once_told())}</p>\n" if text and view.trying == NEW else ""
    way = link(f"/daily/{view.day}/{view.game}", text, "button") if text else ""
    return f"{told}<p>{way}</p>\n" if way else ""


def once_told() -> str:
    return _(
        "Only your first try counts, and there are no hints in it. You can stop and come back at "
        "any time."
    )


def outcome(view: DayView) -> str:
    """For the page on which a try was played to its end."""
    more = link(f"/daily/{view.day}", _("All tables of this day"), "button")
    return f"{''.join(_table(view))}<p>{more}</p>\n"


def _table(view: DayView) -> Iterator[str]:
    crowd = escape(tables.crowd(view))
    yield f"<h2>{escape(_game(view))} <small>{crowd}</small></h2>\n"
    told = filter(None, (*tables.summary(view), tables.expert_told(view)))
    yield from (f"<p>{escape(line)}</p>\n" for line in told)
    if view.people:
        heads = ("", _("Name"), _("Score"), _("Bot"))
        named = "".join(f"<th scope=col>{escape(head)}</th>" for head in heads)
        yield f'<table class="ranks"><tr>{named}</tr>\n'
        yield from map(_row, view.people[:_ROWS])
        yield "</table>\n"


def _row(row: Ranked) -> str:
    if not row.place:
        struck = escape(_("struck by the host"))
        return f"<tr><th scope=row>-</th><td>{struck}</td><td></td><td></td></tr>\n"
    name = escape(clean(row.name, k.NAME))
    cells = f"<td>{name}</td><td>{row.score}</td><td>{row.other}</td>"
    own = ' class="own"' if row.own else ""
    return f"<tr{own}><th scope=row>{row.place}</th>{cells}</tr>\n"
