"""A try at a real relay, from the question to the record that is proved."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine.record import verify_record
from kbtui.daily import asking, trywords
from kbtui.daily.asking import Asked, Unanswered, game_of, is_of, prove
from kbtui.daily.diary import Diary, TryState
from kbtui.disk import places
from kbtui.disk.settings import Settings
from kbtui.online import endings
from kbtui.online.entering import Entrance
from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.play.saves import read
from kbtui.text.address import Address
from relay.days import deals
from relay.protocol import days as d
from relay.store.log_store import MemoryStore
from tests.kbtui.online.rooms import relay_at, until

ANN = Settings(name="Ann")
GAME = "castle"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(places.HOME, str(tmp_path))
    return tmp_path


async def ask(relay: Address) -> Asked:
    (found,) = await asking.ask(relay, [(GAME, deals.today())])
    return found


async def enter(entrance: Entrance, asked: Asked) -> Guest:
    guest = entrance.way(asked.attempt, ANN).guest
    await entrance.open(guest)
    await until(lambda: guest.is_playing and guest.client.confirmed >= guest.client.last)
    return guest


async def play(guest: Guest, entries: int = 10_000) -> None:
    """Random moves, up to that many entries."""
    chance, client = random.Random(3), guest.client

    def is_done() -> bool:
        table = client.table
        assert table is not None
        is_ours = table.to_act == client.seat and not client.pending
        if is_ours and client.confirmed == client.last and len(table.entries) < entries:
            guest.play(table.game.format(chance.choice(table.game.legal(table.state))))
            return False
        return table.to_act is None or len(table.entries) >= entries

    await until(is_done)
    await until(lambda: not client.pending)


def secret_in(store: MemoryStore) -> bytes:
    name = next(kept.room for kept in store.rooms() if kept.room.startswith(f"(day {GAME}"))
    record = store.load(name)[0]
    return record[record.index(b"\xc4\x20") + 2 :][:32]


@pytest.mark.slow
async def test_a_try_from_the_question_to_the_proof(tmp_path: Path) -> None:
    store, folder = MemoryStore(), tmp_path / "games"
    async with relay_at(store=store) as relay:
        first = await ask(relay)
        assert (first.view.trying, first.view.opened) == (d.NEW, 0)
        entrance = Entrance(tmp_path / "online")
        guest = await enter(entrance, first)
        assert guest.daily == f"{deals.today()} {deals.edition(GAME)}"
        await play(guest, 12)
        await guest.stop()
        begun = await ask(relay)
        assert (begun.view.trying, begun.token) == (d.BEGUN, first.token)
        again = await enter(Entrance(tmp_path / "online"), begun)  # by its ticket
        assert again.client.code == guest.client.code
        await play(again)
        again.saw(again.client.confirmed, 1, None)
        online = OnlineTable(again)
        assert online.session.is_counted
        assert not online.session.allows_hints
        (kept,) = endings.keep(online, folder)
        assert "is saved as online-daily-castle-" in kept
        await again.stop()
        async with asyncio.timeout(20):
            while (done := await ask(relay)).view.trying != d.DONE:
                await asyncio.sleep(0.05)
        assert (done.view.place, done.view.finished) == (1, 1)
        found = Diary(folder).find(GAME, deals.today())
        assert found.state is TryState.OVER
        assert is_of(found, done)
        assert found.result is not None
        streak = Diary(folder).streak(GAME)
        pasted = trywords.paste(found, streak, "place 1 of 1")
        assert pasted[1].endswith(", place 1 of 1")
        assert streak.now == 1
        assert "Ann" in await game_of(done, 1)
        with pytest.raises(Unanswered):
            await game_of(done, 2)
    assert prove(done.view, folder) == ""  # nothing is revealed yet
    told = replace(done.view, secret=secret_in(store))
    assert "was dealt fairly" in prove(told, folder)
    assert found.path is not None
    assert verify_record(*read(found.path)) > 10
    assert prove(told, folder) == ""  # once
    false = replace(told, secret=bytes(32))
    assert prove(false, folder) == ""


async def test_a_relay_that_is_not_there_is_said() -> None:
    with pytest.raises(Unanswered, match="the relay is not running"):
        await asking.ask(Address("ws://127.0.0.1:9"), [(GAME, "2026-11-17")])


async def test_a_day_that_the_relay_does_not_have_is_said() -> None:
    async with relay_at() as relay:
        with pytest.raises(Unanswered, match="does not have the deal of that day"):
            await asking.ask(relay, [(GAME, "2020-01-01")])
