"""Players without a person: they join, play whole games, play again, and leave."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bots import Stop
from engine.kingdom.bots.levels import BOTS
from engine.rng import Stream
from kbtui.online.bot_player import BotPlayer, GivenUp
from kbtui.text.address import Address
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.store.sqlite import SqliteStore
from tests.kbtui.app_at_relay import host
from tests.kbtui.online.rooms import FAST, lobby, player, relay_at, stop, until


class Bots:
    """Bots in tasks of their own, and all that they have said."""

    def __init__(self, address: Address, folder: Path) -> None:
        self.address = address
        self.folder = folder
        self.said: list[str] = []
        self.players: list[BotPlayer] = []
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, code: str, games: int = 1, patience: float = 50.0, mind: Any = None) -> None:
        name = f"Bot{len(self.players)}"
        guest = player(self.address, name, self.folder)
        guest.join(code)
        chooser = mind or BOTS["random"]
        bot = BotPlayer(guest, lambda _game: chooser, self.said.append, games, patience, code)
        self.players.append(bot)
        self.tasks.append(asyncio.create_task(bot.run()))

    async def end(self) -> None:
        async with asyncio.timeout(50):
            await asyncio.gather(*self.tasks)


async def handed_over(bots: Bots, count: int, **more: Any) -> str:
    """A room that its host leaves to the bots."""
    host = player(bots.address, "Host", bots.folder)
    terms = m.Terms(f'{{"players":{count}}}', False, True, 0, k.NO_CLOCK, 0)
    host.create("kingdom", terms)
    host.start()
    await until(lambda: host.client.seal is not None)
    code = host.client.code
    bots.add(code, **more)
    await until(lambda: host.room is not None and host.room.seats[1].sitter == k.PERSON)
    host.request(m.Leave())
    await host.stop()
    for _ in range(count - 1):
        bots.add(code, **more)
    return code


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4])
async def test_bots_alone_play_a_whole_game_and_leave(tmp_path: Path, count: int) -> None:
    async with relay_at() as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, count)
        await bots.end()
        assert all(bot.is_done for bot in bots.players)
        ends = [text for text in bots.said if text.startswith("The game is over: ")]
        assert len(ends) == count
        assert len(set(ends)) == 1


async def test_bots_are_never_too_fast_for_the_relay(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "burst": 6, "rate": 200})
    async with relay_at(limits=limits) as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, 2)
        refused: list[e.Event] = []
        for bot in bots.players:
            bot._guest.listen(
                lambda event: refused.append(event) if isinstance(event, e.TakenBack) else None
            )
        await bots.end()
        assert refused == []


@pytest.mark.slow
async def test_a_move_that_is_refused_is_not_tried_again_at_once(tmp_path: Path) -> None:
    async with relay_at() as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, 2)
        guest = bots.players[0]._guest
        await until(lambda: guest.is_playing)
        guest._hear(e.TakenBack((), "busy", ""))
        assert bots.players[0]._rests
        await bots.end()


@pytest.mark.slow
async def test_bots_play_again_as_often_as_they_are_told(tmp_path: Path) -> None:
    async with relay_at() as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, 2, games=3)
        await bots.end()
        assert sum(text.startswith("The game is over: ") for text in bots.said) == 6
        codes = {text.split()[1].strip(",") for text in bots.said if text.startswith("Joined ")}
        assert len(codes) == 3


@pytest.mark.slow
async def test_who_waits_in_vain_for_another_game_goes(tmp_path: Path) -> None:
    async with relay_at() as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, 2, games=2, patience=0.0)
        await bots.end()
        assert "The other players do not want a rematch." in bots.said


@pytest.mark.slow
async def test_a_bot_keeps_its_seat_over_a_restart_of_the_relay(tmp_path: Path) -> None:
    store = tmp_path / "relay.sqlite"
    async with relay_at(SqliteStore(store)) as address:
        bots = Bots(address, tmp_path)
        code = await handed_over(bots, 2)
        guests = [bot._guest for bot in bots.players]
        await until(lambda: all(guest.client.confirmed > 20 for guest in guests))
    port = int(address.url.rpartition(":")[2])
    async with relay_at(SqliteStore(store), port):
        await bots.end()
        assert {guest.kept.place.code for guest in guests if guest.kept} == {code}
        assert all(bot.is_done for bot in bots.players)
    told = [text for text in bots.said if "onnect" in text]
    assert sorted(text.partition(":")[0] for text in told) == [
        *["Connection lost"] * 2,
        *["Reconnected."] * 2,
    ]


class Slow:
    """A mind that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.was_stopped = False

    def choose(self, observation: Any, stream: Stream, stop: Stop) -> Any:
        self.has_begun.set()
        while not stop():
            threading.Event().wait(0.001)
        self.was_stopped = True
        return BOTS["random"].choose(observation, stream)


async def test_a_bot_that_is_stopped_leaves_at_once_even_while_it_thinks(tmp_path: Path) -> None:
    mind = Slow()
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        bob.request(m.Leave())
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.EMPTY)
        bots = Bots(address, tmp_path)
        bots.add(ann.client.code, mind=mind)
        await until(lambda: ann.room is not None and ann.room.seats[1].ready)
        ann.ready()
        await until(lambda: ann.room is not None and ann.room.seats[0].ready)
        ann.request(m.Start())
        await until(lambda: ann.is_playing and ann.client.table is not None)
        while not mind.has_begun.is_set():  # our own turn comes first
            table = ann.client.table
            assert table is not None
            if table.to_act == 0 and not ann.client.pending:
                ann.play(table.game.format(table.game.legal(table.state)[0]))
            await asyncio.sleep(0.002)
        bots.players[0].stop()
        await bots.end()
        assert mind.was_stopped
        await until(lambda: ann.room is not None and ann.room.seats[1].left)
        await stop(ann, bob)


async def test_after_a_lost_line_a_bot_waits_for_the_seal_that_holds_now(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        bob.request(m.Leave())
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.EMPTY)
        bots = Bots(address, tmp_path)
        bots.add(ann.client.code)
        await until(lambda: ann.room is not None and ann.room.seats[1].ready)
        bot, guest = bots.players[0], bots.players[0]._guest
        room = guest.room
        assert room is not None
        bot._hear(e.Entered(room.code))  # a new line: room and seal will come again
        guest.client.take()
        bot._answered = ()
        bot._prepare(replace(room, seats=tuple(s._replace(ready=False) for s in room.seats)))
        assert guest.client.take() == []
        bot.stop()
        await bots.end()
        await stop(ann, bob)


@pytest.mark.slow
async def test_a_bot_whose_return_is_refused_for_the_moment_tries_again(tmp_path: Path) -> None:
    async with relay_at() as address:
        bots = Bots(address, tmp_path)
        await handed_over(bots, 2)
        guest = bots.players[0]._guest
        await until(lambda: guest.is_playing)
        guest._hear(e.Got(m.Refused("resume", 0, "unavailable", "")))
        await bots.end()
        assert all(bot.is_done for bot in bots.players)


async def test_where_a_bot_cannot_sit_it_says_why(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        bots = Bots(address, tmp_path)
        bots.add(ann.client.code)
        with pytest.raises(GivenUp, match=r"All seats in .* are taken") as caught:
            await bots.end()
        assert not caught.value.is_unreachable
        await stop(ann, bob)
    bots = Bots(address, tmp_path / "later")
    bots.add("KQ7-4TN")
    with pytest.raises(GivenUp) as caught:
        await bots.end()
    assert caught.value.is_unreachable


async def test_a_bot_that_is_kicked_goes(tmp_path: Path) -> None:
    async with relay_at() as address:
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        bob.request(m.Leave())
        bots = Bots(address, tmp_path)
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.EMPTY)
        bots.add(ann.client.code)
        await until(lambda: ann.room is not None and ann.room.seats[1].ready)
        ann.request(m.Kick(1))
        with pytest.raises(GivenUp, match="freed your seat"):
            await bots.end()
        await stop(ann, bob)


async def test_a_bot_takes_its_seat_back_from_a_stand_in(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "absence": 0.01})
    async with relay_at(limits=limits) as address:
        bots = Bots(address, tmp_path)
        ann, bob = await lobby(address, tmp_path, "Ann", "Bob")
        bob.request(m.Leave())
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.EMPTY)
        bots.add(ann.client.code)
        await until(lambda: ann.room is not None and ann.room.seats[1].ready)
        ann.ready()
        await until(lambda: ann.room is not None and ann.room.seats[0].ready)
        ann.request(m.Start())
        guest = bots.players[0]._guest
        await until(lambda: guest.is_playing)
        guest.request(m.Leave())  # as if its line were gone: the relay lets others vote at once
        await until(lambda: ann.room is not None and ann.room.seats[1].left)
        ann.request(m.Vote(1, True))
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.STAND_IN)
        guest.resume()
        await until(lambda: ann.room is not None and ann.room.seats[1].sitter == k.PERSON)
        bots.players[0].stop()
        await bots.end()
        await stop(ann, bob)


async def test_whoever_cannot_be_told_ends_it(tmp_path: Path) -> None:
    def stumble(text: str) -> None:
        raise BrokenPipeError(text)

    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path)
        guest = player(address, "Bot", tmp_path)
        guest.join(ann.client.code)
        with pytest.raises(BrokenPipeError, match="Joined "):
            async with asyncio.timeout(50):
                await BotPlayer(guest, lambda game: game.levels["random"], stumble).run()
        await stop(ann)
