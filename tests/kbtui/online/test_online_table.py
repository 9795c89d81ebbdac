"""Whole games over a real relay, as sessions see them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.record import read_record, verify_record
from kbtui.online.online_table import OnlineTable
from kbtui.play.session import HUMAN, REMOTE
from kbtui.story.review import is_fair
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.store.sqlite import SqliteStore
from tests.kbtui.online.rooms import (
    FAST,
    begun,
    drop,
    play,
    relay_at,
    returned,
    show,
    step,
    stop,
    until,
    watcher,
)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4])
async def test_a_game_ends_the_same_for_everybody(tmp_path: Path, count: int) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, *"ABCD"[:count])
        code = guests[0].client.code
        guests.append(watcher(address, "Will", code))
        await until(lambda: guests[-1].is_playing)
        tables = [OnlineTable(guest) for guest in guests]
        await play(tables, Random(count))
        await until(lambda: all(guest.is_verified for guest in guests))
        assert len({table.session.table.digest() for table in tables}) == 1
        assert [guest.foul for guest in guests] == [""] * len(guests)
        await stop(*guests)


async def test_seats_are_ours_or_of_people_elsewhere(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        assert ann.players == (HUMAN, REMOTE)
        assert bob.players == (REMOTE, HUMAN)
        will = watcher(address, "Will", ann.client.code)
        await until(lambda: will.is_playing)
        assert will.players == (REMOTE, REMOTE)
        assert OnlineTable(will).session.people == ()
        await stop(ann, bob, will)


async def test_the_record_of_a_finished_game_proves_the_deal(tmp_path: Path) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, "Ann", "Bob")
        tables = [OnlineTable(guest) for guest in guests]
        await play(tables, Random(7))
        await until(lambda: all(guest.is_verified for guest in guests))
        record, table = read_record(tables[0].text)
        dealt = sum(entry.actor == -1 for entry in table.entries)
        assert verify_record(record, table) == dealt > 10
        assert not any("?" in token for _, token in record.entries)
        assert record.players == ("Ann", "Bob")
        await stop(*guests)


async def test_the_record_of_a_running_game_hides_what_its_chair_may_not_see(
    tmp_path: Path,
) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, "Ann", "Bob")
        table = OnlineTable(guests[0])
        list(table.session.advance())
        assert [entry.token for entry in table.record.entries].count("deal:?") == 1
        assert table.record.seal is not None
        assert table.record.seal.secret is None
        await stop(*guests)


@pytest.mark.slow
async def test_a_relay_that_is_started_again_loses_nothing(tmp_path: Path) -> None:
    store = tmp_path / "relay.sqlite"
    async with relay_at(SqliteStore(store)) as address:
        guests = await begun(address, tmp_path, "Ann", "Bob")
        tables = [OnlineTable(guest) for guest in guests]
        await play(tables, Random(3), entries=40)
    await until(lambda: not any(guest.is_up for guest in guests))
    port = int(address.url.rpartition(":")[2])
    async with relay_at(SqliteStore(store), port):
        await play(tables, Random(4))
        await until(lambda: all(guest.is_verified for guest in guests))
        assert tables[0].session.table.digest() == tables[1].session.table.digest()
        await stop(*guests)


async def test_who_was_away_sees_what_happened_meanwhile(tmp_path: Path) -> None:
    random = Random(5)
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        here, there = OnlineTable(ann), OnlineTable(bob)
        while not is_asked(there):
            step(here, random)
            show(there)
            await asyncio.sleep(0)
        show(here)
        seen = len(here.session.table.entries)
        here.saw(turn=2)
        await drop(ann)
        while is_asked(there):
            step(there, random)
        again = returned(address, "Ann", tmp_path)
        await until(lambda: again.is_playing and again.client.confirmed > seen)
        table = OnlineTable(again)
        assert len(table.session.table.entries) == seen
        assert table.missed > 0
        assert table.session.waits_for is None
        entries = list(table.session.advance())
        assert entries[0].actor == 1
        await stop(again, bob)


def is_asked(table: OnlineTable) -> bool:
    return table.session.waits_for is not None


async def test_a_refused_move_is_taken_off_the_table(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        table = OnlineTable(ann)
        list(table.session.advance())
        await until(lambda: table.session.waits_for == 0)
        before = table.session.table.state
        game = table.session.table.game
        table.session.play(game.format(game.legal(table.session.table.state)[0]))
        # Another program with the same seat was quicker: its move is entry 4 now.
        ann.client._back_to(3)
        assert table.refresh()
        assert table.session.table.state == before
        assert not table.refresh()
        await stop(ann, bob)


async def test_there_are_no_hints_while_a_bot_stands_in_for_somebody(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "absence": 1e-6})
    async with relay_at(limits=limits) as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        table = OnlineTable(ann)
        await drop(bob)
        await until(lambda: ann.away[1])
        ann.request(m.Vote(1, True))
        await until(lambda: REMOTE not in ann.players)
        table.refresh()
        assert table.session.players[1] not in (HUMAN, REMOTE)
        assert not table.session.allows_hints
        again = OnlineTable(ann)
        assert not again.session.allows_hints
        assert not is_fair(again.session.table, again.session.origin)  # nor about turns before
        assert not is_fair(again.session.table, again.record)
        await stop(ann)


async def test_the_ticket_of_the_next_game_knows_nothing_of_this_one(tmp_path: Path) -> None:
    async with relay_at() as address:
        guests = await begun(address, tmp_path, "Ann", "Bob")
        tables = [OnlineTable(guest) for guest in guests]
        await play(tables, Random(7))
        for guest in guests:
            await until(lambda guest=guest: guest.is_verified)  # type: ignore[misc]
            guest.request(m.Rematch(True))
        ann, kept = guests[0], guests[0].kept
        assert kept is not None
        await until(lambda: ann.room is not None and ann.room.following)
        code = ann.client.code
        ann.gone_at = {1: 0.0}
        ann.follow()
        assert ann.gone_at == {}, "who was away there is not away here"
        tables[0].saw(27)  # the screen of the old game may still be at it
        await until(lambda: kept.place.code not in ("", code))
        tables[0].saw(27)
        assert (kept.place.turn, kept.place.acting, kept.place.seen) == (1, None, 0)
        await stop(*guests)
