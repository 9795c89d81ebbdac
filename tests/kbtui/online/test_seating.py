"""Bots for the last seats of a new room."""

from __future__ import annotations

from pathlib import Path

from kbtui.online.entering import _seat_bots
from tests.kbtui.online.rooms import player, relay_at, stop, terms, until


async def test_bots_get_the_last_seats_once(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = player(address, "Ann", tmp_path)
        ann.create("kingdom", terms(4))
        _seat_bots(ann, ("novice", "greedy"))
        ann.start()
        await until(lambda: ann.room is not None and ann.room.seats[3].level == "greedy")
        assert ann.room is not None
        assert [seat.level for seat in ann.room.seats] == ["", "", "novice", "greedy"]
        assert ann._listeners == []
        await stop(ann)


async def test_without_bots_nobody_listens(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann = player(address, "Ann", tmp_path)
        _seat_bots(ann, ())
        assert ann._listeners == []
        assert ann.kept is not None
        ann.kept.close()
