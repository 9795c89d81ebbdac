"""The waiting room in line mode."""

from __future__ import annotations

from pathlib import Path

from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.linemode.people import host, join, watch
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import relay_at, until


async def test_the_host_hears_how_others_join_and_what_is_played(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        code = ann.guest.client.code
        assert ann.said[0] == f"Room {code} on {address.name}."
        assert ann.said[1] == f"Others can join with: kb join {code} --relay {address.name}"
        assert ann.has("Quadrants: top left ")
        assert ann.has("Goals: ")
        assert "No clock; can be watched." in ann.said
        assert ann.said[-3:-1] == ["1 Ann: you, host, not ready", "2 free"]
        await ann.go()


async def test_all_hear_who_comes_is_ready_and_leaves(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path, rooms.terms(3))
        bob = await join(address, tmp_path, ann.guest.client.code)
        await ann.hears("Bob takes seat 2.")
        await bob.hears("Type ready")
        bob.type("ready")
        await bob.hears("You are ready.")
        await ann.hears("Bob is ready.")
        bob.type("unready")
        await ann.hears("Bob is no longer ready.")
        ann.type("who")
        assert ann.said[-3:] == ["1 Ann: you, host, not ready", "2 Bob: not ready", "3 free"]
        bob.type("leave")
        await bob.ends()
        await bob.go()
        await ann.hears("Seat 2 is free.")
        assert not bob.visit.is_kept
        assert bob.guest.kept is not None
        assert not bob.guest.kept.path.exists()
        await ann.go()


async def test_the_host_seats_bots_and_frees_seats(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path, rooms.terms(4))
        bob = await join(address, tmp_path, ann.guest.client.code)
        await ann.hears("Bob takes seat")
        ann.type("bot 3 greedy", "bot 4 novice")
        await ann.hears("A bot takes seat 4: novice.")
        ann.type("bot 4")
        await ann.hears("Seat 4 is free.")
        ann.type("bot 4 genius", "bot nine greedy", "bot 9 greedy", "kick")
        assert ann.said[-4].startswith("The levels are random, ")
        assert ann.said[-3:] == ["Name a seat, 1 to 4."] * 3
        ann.type("kick 2")
        await ann.hears("Seat 2 is free.")
        await bob.ends()
        assert bob.visit.problem == "The connection was closed: the host has freed your seat."
        await bob.go()
        await ann.go()


async def test_only_the_host_may_do_what_a_host_does(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        bob = await join(address, tmp_path, ann.guest.client.code)
        await bob.hears("Type ready")
        bob.type("start")
        await bob.hears("Only the host can do that.")
        bob.type("help")
        assert not any(line.startswith("start") for line in bob.said)
        ann.type("help")
        assert ann.has("start       start the game when everyone is ready")
        ann.type("start")
        await ann.hears("A seat is still free, or somebody is not ready.")
        await ann.go()
        await bob.go()


async def test_people_and_watchers_talk(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        bob = await join(address, tmp_path, ann.guest.client.code)
        will = watch(address, tmp_path, ann.guest.client.code)
        await will.hears("Watching ")
        await bob.hears("Type ready")
        bob.type("say  good  evening\x1b[2J")
        await ann.hears("Bob says: good evening[2J")
        will.type("say psst")
        await ann.hears("Will (spectator) says: psst")
        ann.type("mute 2")
        await until(lambda: ann.guest.room is not None and ann.guest.room.seats[1].muted)
        bob.type("say still here?")
        await bob.hears("The host has muted you.")
        ann.type("say")
        assert ann.said[-1] == "There was nothing to send."
        will.type("ready")
        assert will.said[-1] == "You are watching; only players can be ready."
        for person in (ann, bob, will):
            await person.go()


async def test_who_stays_becomes_the_host(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        bob = await join(address, tmp_path, ann.guest.client.code)
        await bob.hears("Type ready")
        ann.type("leave")
        await ann.go()
        await bob.hears("You are the host now.")
        await bob.go()


async def test_other_terms_are_told(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        bob = await join(address, tmp_path, ann.guest.client.code)
        await bob.hears("Type ready")
        terms = m.Terms('{"players":2}', False, False, 0, k.TURN_CLOCK, 172_800, 30)
        ann.guest.request(m.Change(terms))
        await bob.hears("The host has changed the game options")
        bob.type("table")
        limits = "2 days per turn; off turn, a bot decides after 30 s"
        assert bob.said[-1] == f"{limits}; no spectators."
        await ann.go()
        await bob.go()


async def test_words_that_mean_nothing_get_a_sentence(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = await host(address, tmp_path)
        ann.type("dance", "")
        assert ann.said[-1] == "Unknown command 'dance'. Type help for a list."
        ann.type("quit")
        assert ann.visit.is_over
        assert ann.visit.is_kept
        await ann.go()
