"""A guest in a room: who is there, who is away."""

from __future__ import annotations

from pathlib import Path

from kbtui.lobby.waitingroom import said
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.online.rooms import begun, drop, lobby, relay_at, returned, stop, terms, until


async def test_who_has_just_come_is_not_away(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        await until(lambda: ann.names == ("Ann", "Bob"))
        before = m.Present((0,), 0)
        # The relay counts at most once a second: the last count is from before Bob came.
        ann.client.present, ann._counted = before, ("Ann", "")
        assert ann.away == (False, False)
        ann._hear(ann.client.receive(before)[0])  # now he was counted, and is not there
        assert ann.away == (False, True)
        await stop(ann, bob)


async def test_who_is_gone_is_away(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await begun(address, tmp_path, "Ann", "Bob")
        await until(lambda: ann.client.present is not None)
        assert ann.away == (False, False)
        await drop(bob)
        await until(lambda: ann.away == (False, True))
        await stop(ann)


async def test_without_a_line_nobody_is_called_away(tmp_path: Path) -> None:
    async with relay_at() as address:
        guests = await lobby(address, tmp_path, "Ann", "Bob")
        guests[0].client.lost()
        assert guests[0].away == (False, False)
        await stop(*guests)


async def test_what_was_said_at_a_larger_table_keeps_nobody_out(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob, cid = await lobby(address, tmp_path, "Ann", "Bob", "Cid")
        cid.request(m.Say("I have to go."))
        await until(lambda: ann.client.chat)
        cid.request(m.Leave())
        await until(lambda: ann.room is not None and ann.room.seats[2].sitter == k.EMPTY)
        ann.request(m.Change(terms(2)))
        await until(lambda: bob.room is not None and len(bob.room.seats) == 2)
        await drop(bob)
        again = returned(address, "Bob", tmp_path)
        await until(lambda: again.client.chat)
        assert again.connection.failures == 0
        assert again.connection.trouble is None
        (voice,) = [said(again, each) for each in again.client.chat.values()]
        assert (voice.name, voice.text) == ("Cid", "I have to go.")
        await stop(ann, again, cid)
