"""From joining to the end: refusals, lost connections, returns, rematches."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kbtui.online import tickets
from kbtui.online.guest import Guest
from relay.client.connection import Phase
from relay.store.sqlite import SqliteStore
from tests.kbtui.linemode.people import Person, begun, host, join, move, play_on, watch
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import relay_at, until


async def test_a_door_that_stays_shut_says_why_and_leaves_no_ticket(tmp_path: Path) -> None:
    async with relay_at() as address:
        bob = await join(address, tmp_path, "KQ7-4TN")
        await bob.ends()
        assert bob.visit.problem.startswith("There is no room KQ7-4TN on ")
        assert not bob.visit.is_unreachable
        assert bob.visit.is_listening
        await bob.go()
        assert tickets.held(tmp_path / "Bob") == []


async def test_a_relay_that_cannot_be_reached_ends_it(tmp_path: Path) -> None:
    async with relay_at() as address:
        pass
    bob = await join(address, tmp_path, "KQ7-4TN")
    await bob.ends()
    assert bob.visit.is_unreachable
    assert bob.visit.problem == "the relay is not running"
    await bob.go()


async def test_nothing_typed_means_anything_before_there_is_a_room(tmp_path: Path) -> None:
    async with relay_at() as address:
        guest = rooms.player(address, "Ann", tmp_path)
        guest.create("kingdom", rooms.terms(2))
        ann = Person(guest, tmp_path)
        before = ann.visit.is_listening
        await ann.hears("Type help")
        assert (before, ann.visit.is_listening) == (False, True)
        await ann.go()


async def test_a_lost_line_is_told_once_and_so_is_its_return(tmp_path: Path) -> None:
    store = tmp_path / "relay.sqlite"
    async with relay_at(SqliteStore(store)) as address:
        ann, bob = await begun(address, tmp_path)
    await ann.hears("Connection lost: the relay is restarting.")
    await until(lambda: ann.guest.connection.failures > 1)
    ann.type("say is anybody there?")
    assert ann.said[-1].startswith("There is no connection to the relay")
    ann.type("1", "legal", "1")  # a move waits for the line
    assert ann.has("You: ")
    async with relay_at(SqliteStore(store), int(address.url.rpartition(":")[2])):
        await ann.hears("Reconnected.")
        await bob.hears("Ann: ")
        for person in (ann, bob):
            assert sum("Connection lost" in line for line in person.said) == 1
            assert sum("Reconnected." in line for line in person.said) == 1
            await person.go()


async def test_who_comes_back_hears_what_was_missed(tmp_path: Path) -> None:
    random = Random(1)
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        while move(ann, random):
            pass
        await bob.hears("Your turn:")
        ann.type("quit")
        assert ann.visit.is_over
        assert ann.visit.is_kept
        await ann.go()
        while move(bob, random):
            pass
        await until(lambda: not bob.guest.client.pending)
        ((path, place),) = tickets.held(tmp_path / "Ann")
        guest = Guest(address, "Ann", tickets.take(path), rooms.QUICK)
        guest.resume()
        again = Person(guest, tmp_path, place.code)
        await again.hears("moves while you were away:")
        await again.hears("Bob: ")
        await again.hears("Bob: end")
        await again.hears("Your turn:")
        again.type("leave")
        assert not again.visit.is_kept
        await again.go()
        await bob.hears("Ann has left.")
        await bob.go()


@pytest.mark.slow
async def test_a_watcher_hears_the_whole_game_to_its_verified_end(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path)
        will = watch(address, tmp_path / "will", ann.guest.client.code)
        assert (await will.hears("Waiting for Ann")).startswith(
            "Waiting for Ann: build 3 settlements on "
        )
        will.visit.end_of_input()
        assert not will.visit.is_over
        will.type("g7", "undo")
        assert all(line.startswith("No. ") for line in will.said[-2:])
        await play_on([ann, bob], Random(3))
        await will.ends()
        assert will.visit.problem == ""
        assert will.has("pieces were dealt fairly. The game is saved as online-")
        assert [line for line in will.said if line.startswith("Ann: ")]
        for person in (ann, bob, will):
            await person.go()


@pytest.mark.slow
async def test_the_game_ends_with_its_scores_and_can_be_played_again(tmp_path: Path) -> None:
    async with relay_at() as address:
        people = await begun(address, tmp_path)
        code = people[0].guest.client.code
        people[0].type("rematch")
        assert people[0].said[-1] == "The game is not over."
        await play_on(people, Random(4))
        for person in people:
            await person.hears("pieces were dealt fairly.")
            await person.hears("Type rematch to play again, or quit.")
        people[0].type("rematch")
        await people[1].hears("Ann wants a rematch.")
        people[1].type("rematch")
        for person in people:
            await person.hears("On to the next game: ")
            await person.hears("Room ")
        assert people[0].guest.client.code == people[1].guest.client.code != code
        assert [person.guest.seat for person in people] == [1, 0]
        for person in people:
            await person.go()


@pytest.mark.slow
async def test_a_finished_game_that_is_kept_leaves_no_ticket(tmp_path: Path) -> None:
    async with relay_at() as address:
        people = await begun(address, tmp_path)
        await play_on(people, Random(5))
        for person in people:
            await person.hears("Type rematch")
            person.visit.end_of_input()
            assert person.visit.is_over
            assert not person.visit.is_kept
            await person.go()
        assert tickets.held(tmp_path / "Ann") == tickets.held(tmp_path / "Bob") == []
        assert len([*(tmp_path / "games").glob("online-*.kbg")]) == 1


async def test_a_lobby_that_is_left_by_quit_can_be_gone_back_to(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        ann.type("q")
        await ann.go()
        again = Person(rooms.returned(address, "Ann", tmp_path), tmp_path)
        await again.hears("1 Ann: you, host, not ready")
        await again.go()


async def test_a_full_room_may_be_watched(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        bob = await join(address, tmp_path, ann.guest.client.code)
        await bob.hears("Type ready")
        eve = await join(address, tmp_path, ann.guest.client.code, "Eve")
        await eve.ends()
        assert eve.visit.problem == f"All seats in {ann.guest.client.code} are taken."
        assert eve.visit.can_watch
        lost = await join(address, tmp_path, "KQ7-4TN", "Lou")
        await lost.ends()
        assert not lost.visit.can_watch
        for person in (ann, bob, eve, lost):
            await person.go()


async def test_a_line_that_has_ended_for_whatever_reason_is_not_waited_for(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        ann.guest.connection._turn(Phase.ENDED, None)
        assert ann.visit.is_over
        assert ann.visit.problem == "The connection was closed: the connection broke off."
        await ann.go()
