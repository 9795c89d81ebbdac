"""Asks relays about games that nobody here is playing right now, without taking a seat.

All games of one relay are asked about over one connection, one after another; several relays are
asked in parallel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engine.errors import EngineError
from kbtui.online import tickets
from kbtui.online.status import DUE, GONE, PHASES, UNKNOWN, WAITING, GameStatus, as_kept, seats
from kbtui.online.tickets import Place
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.kinds import NAME, NOBODY
from relay.protocol.phases import PLAYING

_LOST: Final = ("no-room", "wrong-token")  # refusals after which there is nothing to go back to

# How it stands, or why the relay does not say so; None: there is no answer.
Answer = m.Peeked | m.Refused | None


async def peek(place: Place, timeout: float) -> m.Peeked | None:
    """How one game stands; None if that cannot be found out in time."""
    (answer,) = await peek_all([place], timeout)
    return answer if isinstance(answer, m.Peeked) else None


async def peek_all(places: Sequence[Place], timeout: float) -> list[Answer]:
    """An answer for each place, in their order, after that many seconds at the latest."""
    answers: list[Answer] = [None] * len(places)
    homes, others = [place.relay for place in places], [place.also for place in places]
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout):
            await _ask_all(homes, places, answers)
            await _ask_all(others, places, answers)  # that have the same rooms, if one is away
    return answers


async def _ask_all(urls: Sequence[str], places: Sequence[Place], answers: list[Answer]) -> None:
    """Ask each of these about its place, as far as there is no answer yet."""
    relays: dict[str, list[int]] = {}
    for index, url in enumerate(urls):
        if url and answers[index] is None:
            relays.setdefault(url, []).append(index)
    await asyncio.gather(*(_ask(url, places, found, answers) for url, found in relays.items()))


async def _ask(
    url: str, places: Sequence[Place], indices: Sequence[int], answers: list[Answer]
) -> None:
    """Ask one relay; whatever is answered before the line breaks stays."""
    with suppress(NoAnswer):
        async with visit(url) as caller:
            for index in indices:
                place = places[index]
                answer = await caller.ask(m.Peek(place.code, place.ticket.token))
                answers[index] = answer if isinstance(answer, m.Peeked | m.Refused) else None


def look(folder: Path, timeout: float) -> list[GameStatus]:
    """The same as ``statuses``, for those who have no loop."""
    return asyncio.run(statuses(folder, timeout))


async def statuses(folder: Path, timeout: float) -> list[GameStatus]:
    """All games that the player has a seat in; after that many seconds at the latest."""
    held = seats(folder)
    asked = [seat.place for seat in held if not seat.is_open]
    answers = iter(await peek_all(asked, timeout))
    return [
        as_kept(seat.place) if seat.is_open else _answered(seat.place, next(answers))
        for seat in held
    ]


def _answered(place: Place, answer: Answer) -> GameStatus:
    if isinstance(answer, m.Peeked):
        to_act = answer.to_act if answer.to_act < len(answer.names) else None
        is_due = answer.phase == PLAYING and to_act == answer.seat
        kind = DUE if is_due else PHASES.get(answer.phase, WAITING)
        missed = max(answer.last - place.seen, 0)
        seat, names = answer.seat, answer.names
        return GameStatus(place.code, place.relay, kind, seat, names, to_act, missed, False)
    is_lost = isinstance(answer, m.Refused) and answer.code in _LOST
    kind = GONE if is_lost else UNKNOWN
    return GameStatus(place.code, place.relay, kind, place.seat, place.names, None, 0, False)


async def refresh(folder: Path, timeout: float) -> bool:
    """Ask the relays how the games stand that nobody plays just now; whether anything is new."""
    idle = [each for each in tickets.held(folder) if each[1].code and not tickets.is_open(each[0])]
    before = [place for _path, place in idle]
    answers = await peek_all(before, timeout)
    is_new = False
    for (path, place), answer in zip(idle, answers, strict=True):
        if isinstance(answer, m.Peeked):
            acting = None if answer.to_act == NOBODY else answer.to_act
            names = tuple(clean(name, NAME) for name in answer.names)
            facts: dict[str, Any] = {"phase": answer.phase, "acting": acting, "names": names}
            is_new = (place._replace(**facts) != place and _update(path, facts)) or is_new
    return is_new


def _update(path: Path, facts: Mapping[str, Any]) -> bool:
    """Only these: somebody may have played with it, and gone, while the relay was asked."""
    try:
        kept = tickets.take(path)
    except (EngineError, OSError):  # somebody has just begun to play with it
        return False
    kept.keep(**facts)
    kept.close()
    return True
