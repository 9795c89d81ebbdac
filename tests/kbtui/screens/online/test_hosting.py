"""Opening and changing a room with forms."""

from __future__ import annotations

import json
from pathlib import Path

from kbtui.play.start import Online
from kbtui.screens.online.hosting import HostScreen, TermsScreen
from kbtui.screens.online.waiting import WaitingScreen
from relay.protocol import kinds as k
from tests.kbtui.app_at_relay import at, hosting, joined, says
from tests.kbtui.online.rooms import relay_at, stop, until
from tests.kbtui.piloting import Hand


def room_of(hand: Hand) -> WaitingScreen:
    screen = hand.app.screen
    assert isinstance(screen, WaitingScreen)
    return screen


async def test_a_room_is_opened_with_the_form_and_remembered() -> None:
    async with relay_at() as address, at(address, Online()) as hand:
        await hand.press("h", "right", "right")
        await hand.click_act("more-clock-0")
        await hand.press("ctrl+s")
        await says(hand, "1 of 4")
        assert "30 s per turn" in hand.text
        seed = json.loads(room_of(hand).page.waiting.room.terms.options)["seed"]  # type: ignore[union-attr]
        await hand.press("escape", "escape", "h")
        assert isinstance(hand.app.screen, HostScreen)
        assert hand.app.screen.page.chosen(again=False).players == 4
        assert hand.app.screen.page.chosen(again=False).seed != seed


async def test_the_terms_of_an_open_room_are_changed(tmp_path: Path) -> None:
    async with relay_at() as address, hosting(address) as hand:
        guest = room_of(hand).guest
        bob = await joined(address, "Bob", guest.client.code, tmp_path)
        bob.ready()
        await says(hand, "√ ready")
        await hand.press("o")
        assert isinstance(hand.app.screen, TermsScreen)
        await hand.press("right")
        await hand.click_act("more-listed-0")
        await hand.press("ctrl+s")
        await says(hand, "2 of 3")
        await until(lambda: bob.room is not None and bob.room.terms.listed)
        assert bob.room is not None
        assert not any(seat.ready for seat in bob.room.seats)
        await stop(bob)


async def test_the_form_can_be_left_without_a_change() -> None:
    async with relay_at() as address, hosting(address) as hand:
        before = room_of(hand).guest.room
        await hand.press("o", "right", "escape")
        assert room_of(hand).guest.room == before


async def test_terms_that_cannot_be_are_told(tmp_path: Path) -> None:
    """Three people sit here, so there cannot be two seats."""
    async with relay_at() as address, at(address, Online()) as hand:
        await hand.press("h", "right", "ctrl+s")
        await says(hand, "1 of 3")
        code = room_of(hand).guest.client.code
        guests = [await joined(address, name, code, tmp_path) for name in ("Bob", "Cleo")]
        await says(hand, "3 of 3")
        await hand.press("o", "left", "ctrl+s")
        await says(hand, "more people sit here than could play")
        assert room_of(hand).guest.room is not None
        await until(lambda: all(guest.room.phase == k.LOBBY for guest in guests if guest.room))
        await stop(*guests)
