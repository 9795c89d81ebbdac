"""Room codes that browsers give: paid for before the relay is asked, so that many at once gain
nothing over one after the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from kbtui.door.web.sockets import Gate
from kbtui.door.web.watch.gallery import Full, Gallery, TooFast
from kbtui.text.address import Address
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.door.web.site import get, site
from tests.kbtui.door.web.test_live import line
from tests.kbtui.door.web.test_taps import cookie, phone

WRONG = tuple(f"AAA-AA{sign}" for sign in "ACDEFGHJKMNP")


class Slow(Gallery):
    """Its relay takes a moment, and then says the same of every room."""

    def __init__(self, answer: str | Exception) -> None:
        super().__init__(Address("ws://127.0.0.1:9"))
        self.answer = answer

    async def _open(self, code: str, asker: str) -> Any:
        await asyncio.sleep(0)
        if isinstance(self.answer, Exception):
            raise self.answer
        return SimpleNamespace(refused=self.answer)

    async def asked(self, gate: Gate, *codes: str) -> Counter[str]:
        """How all at once are answered."""
        asks = (self.ask(code, gate, "192.0.2.1") for code in codes)
        found = await asyncio.gather(*asks, return_exceptions=True)
        return Counter(getattr(each, "refused", type(each).__name__) for each in found)


async def test_wrong_codes_at_once_gain_nothing() -> None:
    gallery, gate = Slow("no-room"), Gate()
    assert await gallery.asked(gate, *WRONG) == {"no-room": 10, "TooFast": 2}
    with pytest.raises(TooFast):
        await gallery.ask("KQ7-4TN", gate, "192.0.2.1")
    await gallery.ask("KQ7-4TN", gate, "192.0.2.2")
    gallery.listing._rooms = (m.Listed("KQ7-4TN", k.LOBBY, "kingdom", ("a",), 1, True, 0, 0, 0),)
    await gallery.ask("KQ7-4TN", gate, "192.0.2.1")  # what everybody can read is no secret


@pytest.mark.parametrize("answer", ["", "no-watching", "too-fast", Full()])
async def test_a_right_code_costs_nothing(answer: str | Exception) -> None:
    gallery, gate = Slow(answer), Gate()
    for _ in range(3):
        assert "TooFast" not in await gallery.asked(gate, *WRONG[:10])


@pytest.mark.slow
async def test_a_socket_that_watches_pays_for_wrong_codes() -> None:
    async def guess(code: str) -> None:
        async with line(here, f"/live/{code}") as socket:
            await socket.wait_closed()

    async with site() as here:
        await asyncio.gather(*map(guess, WRONG[:10]))
        assert (await get(here, f"/watch/{WRONG[10]}")).status == 429


@pytest.mark.slow
async def test_a_socket_that_plays_pays_for_wrong_codes() -> None:
    async def guess(code: str) -> str:
        async with phone(here, f"/taps/{code}", await cookie(here)) as pia:
            await pia.until(lambda shown: shown.get("said"))
            return str(pia.shown["said"])

    async with site() as here:
        found = Counter(text[:13] for text in await asyncio.gather(*map(guess, WRONG)))
        assert found == {"There is no r": 10, "That was too ": 2}
