"""A look at games from outside: it throws nobody out, and no answer is an answer too."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kbtui.online.guest import Guest
from kbtui.online.peeking import peek, peek_all
from kbtui.online.tickets import Place
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from tests.kbtui.online.rooms import FAST, begun, lobby, relay_at, stop, until


def place_of(guest: Guest) -> Place:
    assert guest.kept is not None
    return guest.kept.place


async def test_one_game_is_looked_at_while_it_is_played(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        await until(lambda: ann.client.confirmed > 0)
        seen = await peek(place_of(bob), 10)
        last = ann.client.confirmed
        assert seen == m.Peeked(ann.client.code, k.PLAYING, 1, 0, last, ("Ann", "Bob"))
        assert ann.is_up
        assert bob.is_up
        await stop(ann, bob)


async def test_many_games_of_a_relay_take_one_line(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "connections": 5})
    async with relay_at(limits=limits) as address:
        guests = [*await lobby(address, tmp_path / "one", "Ann", "Bob")]
        guests += await lobby(address, tmp_path / "two", "Ann", "Bob")
        places = [place_of(guest) for guest in guests]
        lost = places[0]._replace(token="00" * 32)
        first, wrong, second = await peek_all([places[0], lost, places[2]], 10)
        assert isinstance(first, m.Peeked)
        assert isinstance(second, m.Peeked)
        assert [first.code, second.code] == [guests[0].client.code, guests[2].client.code]
        assert isinstance(wrong, m.Refused)
        assert wrong.code == "wrong-token"
        await stop(*guests)


async def test_a_relay_that_is_not_there_gives_no_answer(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        await stop(ann, bob)
    assert await peek(place_of(ann), 10) is None


async def test_a_relay_that_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until the other side has gone
        writer.close()

    silent = await asyncio.start_server(hold, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    place = Place(f"ws://127.0.0.1:{port}", "Ann", "00" * 32, "00" * 32, "KQ7-4TN")
    assert await peek(place, 0.05) is None
    silent.close()
    await silent.wait_closed()


async def test_another_relay_with_the_same_rooms_is_asked_if_the_first_is_away(
    tmp_path: Path,
) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        place = place_of(ann)
        moved = place._replace(relay="ws://127.0.0.1:1", also=place.relay)
        found = await peek(moved, 10)
        assert found is not None
        assert found.code == ann.client.code
        lost = await peek_all([moved._replace(token="00" * 32)], 10)
        assert isinstance(lost[0], m.Refused)
        await stop(ann, bob)
