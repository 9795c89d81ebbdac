"""Who is there, in line mode: everything about a seat."""

from __future__ import annotations

from pathlib import Path

from kbtui.linemode.chat import Talk
from kbtui.online.guest import Guest
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online import rooms
from tests.kbtui.online.rooms import relay_at, until


def talk_of(guest: Guest) -> tuple[Talk, list[str]]:
    said: list[str] = []
    return Talk(guest, said.append, lambda: guest.clock_at + 5.0), said


async def test_a_clock_is_told_with_the_one_whose_time_runs(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = [rooms.player(address, name, tmp_path) for name in ("Ann", "Bob")]
        ann.create("kingdom", m.Terms('{"players":2}', False, True, 0, k.TURN_CLOCK, 60))
        ann.start()
        await until(lambda: ann.client.seal is not None)
        bob.join(ann.client.code)
        bob.start()
        await until(lambda: bob.client.seal is not None)
        for guest in (ann, bob):
            guest.ready()
        await until(lambda: ann.room is not None and all(seat.ready for seat in ann.room.seats))
        ann.request(m.Start())
        await until(lambda: bob.client.clock is not None)
        talk, said = talk_of(bob)
        talk.tell_who()
        assert said == ["1 Ann: host, 0:55 left", "2 Bob: you"]
        await rooms.stop(ann, bob)


async def test_without_a_line_nothing_is_wished(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await rooms.lobby(address, tmp_path, "Ann", "Bob")
        await rooms.stop(ann, bob)
    talk, said = talk_of(ann)
    talk.commands["say"]("hello")
    assert said == ["There is no connection to the relay. Try again when it is restored."]
    assert ann.client.take() == []


async def test_names_and_words_of_others_cannot_move_the_cursor(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await rooms.lobby(address, tmp_path, "Ann", "Bob")
        talk, said = talk_of(ann)
        talk.heard(m.Murmur(100, "E\x1bve", "a\x07b"))
        talk.heard(m.Said(1, 7, "no\rbody", 0))
        assert said == ["Eve (spectator) says: ab", "? says: no body"]
        await rooms.stop(ann, bob)
