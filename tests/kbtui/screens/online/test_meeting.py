"""Two people who want an opponent meet over a real relay; nobody has to press anything but m."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kbtui.lobby import meeting
from kbtui.lobby.meeting import Meeting
from kbtui.online.guest import Guest
from kbtui.play.start import Host, Online
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.online.entering import begin, way_into
from kbtui.screens.online.meeting import MeetingScreen
from kbtui.text.address import Address
from relay.protocol import messages as m
from tests.kbtui.app_at_relay import at, host, joined, says
from tests.kbtui.online.rooms import player, relay_at, stop, terms, until
from tests.kbtui.piloting import Hand

TERMS = meeting.terms('{"players":2}')


def eager(guest: Guest) -> Meeting:
    """Somebody else who wants to play at once."""
    found = Meeting(guest)
    guest.listen(lambda _event: found.go_on())
    return found


async def comes_true(hand: Hand, condition: Callable[[], object]) -> None:
    for _try in range(4000):
        await asyncio.sleep(0.005)
        await hand.settle()
        if condition():
            return
    raise AssertionError(hand.text)


def waiting(hand: Hand) -> Guest:
    assert isinstance(hand.app.screen, MeetingScreen)
    return hand.app.screen.guest


async def sits(hand: Hand) -> None:
    """In the waiting room, and the other one has gone again."""
    await says(hand, "connected")
    guest = way_into(hand.app, Host("", False, TERMS)).guest
    with hand.app._context():
        begin(hand.app, guest)
        await hand.app.push_screen(MeetingScreen(guest, set()))


def plays(hand: Hand) -> bool:
    return isinstance(hand.app.screen, GameScreen)


@pytest.mark.slow
async def test_the_game_begins_when_somebody_comes(tmp_path: Path) -> None:
    async with relay_at() as address, at(address, Online()) as ann:
        await sits(ann)
        await says(ann, "SEATS")
        bob = player(address, "Bob", tmp_path)
        eager(bob)
        bob.join(waiting(ann).client.code)
        bob.start()
        await comes_true(ann, lambda: plays(ann))
        await stop(bob)


@pytest.mark.slow
async def test_who_waits_is_named_and_joined(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path, TERMS)
        eager(ann)
        async with at(address, Online()) as bob:
            await says(bob, "Ann is waiting. Press Enter to play")
            await bob.press("enter")
            await comes_true(bob, lambda: plays(bob))
        await stop(ann)


@pytest.mark.slow
async def test_two_who_wait_at_the_same_time_still_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kbtui.screens.online.meeting._EVERY", 0.1)
    async with relay_at() as address, at(address, Online()) as ann:
        await says(ann, "connected")
        bob = await _waits_first(address, ann, tmp_path)
        own = eager(bob)
        while not plays(ann):
            bob.request(m.ListRooms())
            await ann.settle()
            found = own.better()
            if found is not None:  # ours is the later code
                await stop(bob)
                bob = await joined(address, "Bob", found.code, tmp_path / "again")
                own = eager(bob)
                own.go_on()
            await asyncio.sleep(0.05)
        await stop(bob)


async def _waits_first(address: Address, hand: Hand, folder: Path) -> Guest:
    """Both open a room: the app has not seen the other one yet."""
    await sits(hand)
    await comes_true(hand, lambda: waiting(hand).room)
    return await host(address, "Bob", folder, TERMS)


@pytest.mark.slow
async def test_an_ordinary_host_starts_the_game_as_always(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path, terms()._replace(listed=True))
        async with at(address, Online()) as bob:
            await says(bob, "Ann is waiting. Press Enter to play")
            await bob.press("m")
            await comes_true(bob, lambda: ann.room is not None and ann.room.seats[1].ready)
            assert not plays(bob)
            ann.ready()
            await until(lambda: ann.room is not None and ann.room.seats[0].ready)
            ann.request(m.Start())
            await comes_true(bob, lambda: plays(bob))
        await stop(ann)
