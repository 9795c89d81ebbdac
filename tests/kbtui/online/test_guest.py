"""A guest in a room: who is there, who is away."""

from __future__ import annotations

from pathlib import Path

from relay import messages as m
from tests.kbtui.online.rooms import begun, drop, lobby, relay_at, stop, until


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
