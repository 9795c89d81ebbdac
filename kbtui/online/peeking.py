"""Asks relays about games that nobody here is playing right now, without taking a seat.

All games of one relay are asked about over one connection, one after another; several relays are
asked in parallel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from kbtui.online.tickets import Place
from relay.client.visit import NoAnswer, visit
from relay.protocol import messages as m

# How it stands, or why the relay does not say so; None: there is no answer.
Answer = m.Peeked | m.Refused | None


async def peek(place: Place, timeout: float) -> m.Peeked | None:
    """How one game stands; None if that cannot be found out in time."""
    (answer,) = await peek_all([place], timeout)
    return answer if isinstance(answer, m.Peeked) else None


async def peek_all(places: Sequence[Place], timeout: float) -> list[Answer]:
    """An answer for each place, in their order, after so many seconds at the latest."""
    answers: list[Answer] = [None] * len(places)
    relays: dict[str, list[int]] = {}
    for index, place in enumerate(places):
        relays.setdefault(place.relay, []).append(index)
    asking = (_ask(url, places, indices, answers) for url, indices in relays.items())
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout):
            await asyncio.gather(*asking)
    return answers


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
