"""A client's connection: opened, lost, reconnected, closed for good."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response

from relay.client import connection
from relay.client import events as e
from relay.client.client import Client
from relay.client.connection import Connection, Phase
from relay.client.events import Backoff
from relay.client.ticket import Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_relay, encode
from relay.protocol.errors import BadMessage
from relay.protocol.limits import Limits
from relay.server.server import Relay, Settings
from relay.store.log_store import MemoryStore
from tests.relay.driving import DEADLINE, FAST, terms

QUICK = Backoff(first=0.01, most=0.05)
# A quarter of the burst is what a busy machine may stop for: a sixth of a second.
TIGHT = Limits(burst=40, rate=60)


class Owner:
    """The owner of a wire, who waits for what it says."""

    def __init__(self, url: str, ticket: Ticket | None = None) -> None:
        self.client = Client("Ann", ticket or Ticket.draw(secrets.token_bytes))
        self.wire = Connection(self.client, url, self._hear, self._changed, QUICK)
        self.events: list[e.Event] = []
        self.phases: list[Phase] = []
        self.troubles: list[object] = []  # all of them: the next may come before we look
        self._news = asyncio.Event()

    def _hear(self, event: e.Event) -> None:
        self.events.append(event)
        self._news.set()

    def _changed(self) -> None:
        self.phases.append(self.wire.phase)
        self.troubles.append(self.wire.trouble)
        self._news.set()

    async def until(self, phase: Phase) -> None:
        async with asyncio.timeout(DEADLINE):
            while phase not in self.phases:
                self._news.clear()
                await self._news.wait()
        self.phases.clear()

    async def in_room(self) -> None:
        async with asyncio.timeout(DEADLINE):
            while self.client.room is None:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def running(owner: Owner) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(owner.wire.run())
    try:
        yield task
    finally:
        owner.wire.leave()
        async with asyncio.timeout(DEADLINE):
            await task


@asynccontextmanager
async def answering(*frames: bytes, code: int = 1000) -> AsyncIterator[str]:
    """A server that sends these frames and closes with that code."""

    async def answer(line: ServerConnection) -> None:
        await line.recv()
        for frame in frames:
            await line.send(frame)
        await line.close(code)

    async with serve(answer, "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@pytest.mark.slow
async def test_a_line_comes_up_and_measures_itself() -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        owner = Owner(relay.address)
        async with running(owner):
            await owner.until(Phase.UP)
            async with asyncio.timeout(DEADLINE):
                while owner.wire.latency is None:
                    owner._news.clear()
                    await owner._news.wait()
            assert 0 <= owner.wire.latency < DEADLINE
        assert owner.wire.phase is Phase.ENDED
        assert owner.wire.trouble is None


async def test_a_relay_that_is_not_there_is_tried_again() -> None:
    async with answering() as url:
        pass  # nothing is listening there any more
    owner = Owner(url)
    async with running(owner):
        await owner.until(Phase.WAITING)
        assert isinstance(owner.wire.trouble, ConnectionRefusedError)
        await owner.until(Phase.WAITING)
        assert owner.wire.failures > 1


async def test_a_relay_that_stops_is_come_back_to() -> None:
    store = MemoryStore()
    relay = Relay(Settings(port=0, limits=FAST, back=0.01), store)
    await relay.start()
    owner = Owner(relay.address)
    owner.client.create("kingdom", terms())
    async with running(owner):
        await owner.in_room()
        await relay.stop()
        await owner.until(Phase.WAITING)
        trouble = next(filter(None, owner.troubles))
        assert isinstance(trouble, e.Ended)
        assert trouble.code == "stopping"
        async with Relay(Settings(port=relay.port, limits=FAST), MemoryStore()):
            await owner.until(Phase.UP)


async def test_who_is_replaced_does_not_come_back() -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        first = Owner(relay.address)
        first.client.create("kingdom", terms())
        async with running(first) as task:
            await first.in_room()
            second = Owner(relay.address, first.client.ticket)
            second.client.resume(first.client.code)
            async with running(second):
                async with asyncio.timeout(DEADLINE):
                    await task
                assert first.wire.phase is Phase.ENDED
                assert isinstance(first.wire.trouble, e.Ended)
                assert first.wire.trouble.code == "replaced"
                await second.in_room()


async def test_the_last_word_counts_whatever_the_close_code() -> None:
    bye = encode(m.Bye("kicked", "The host has freed the seat.", 0))
    async with answering(bye, code=4002) as url:
        owner = Owner(url)
        async with asyncio.timeout(DEADLINE):
            await owner.wire.run()
        assert isinstance(owner.wire.trouble, e.Ended)
        assert owner.wire.trouble.code == "kicked"


async def test_nonsense_ends_the_line_and_is_told() -> None:
    async with answering(b"\xc1") as url:
        owner = Owner(url)
        async with running(owner):
            await owner.until(Phase.WAITING)
            assert isinstance(owner.wire.trouble, BadMessage)


async def test_what_was_wished_is_sent_before_leaving() -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        ann, bob = Owner(relay.address), Owner(relay.address)
        ann.client.create("kingdom", terms())
        async with running(ann):
            await ann.in_room()
            bob.client.join(ann.client.code)
            async with running(bob):
                await bob.in_room()
                bob.client.request(m.Leave())
            async with asyncio.timeout(DEADLINE):
                while ann.client.room is None or ann.client.room.seats[1].sitter != k.EMPTY:
                    ann._news.clear()
                    await ann._news.wait()


async def test_the_last_wish_is_sent_even_behind_others_that_wait_for_their_turn() -> None:
    settings = Settings(port=0, limits=TIGHT)
    async with Relay(settings, MemoryStore()) as relay:
        ann, bob = Owner(relay.address), Owner(relay.address)
        ann.client.create("kingdom", terms())
        async with running(ann):
            await ann.in_room()
            bob.client.join(ann.client.code)
            async with running(bob):
                await bob.in_room()
                for number in range(32):
                    bob.client.request(m.Say(f"line {number}"))
                bob.wire.flush()
                async with asyncio.timeout(DEADLINE):
                    while not bob.client.chat:  # some are out, the others wait
                        bob._news.clear()
                        await bob._news.wait()
                bob.client.request(m.Leave())
            async with asyncio.timeout(DEADLINE):
                while ann.client.room is None or ann.client.room.seats[1].sitter != k.EMPTY:
                    ann._news.clear()
                    await ann._news.wait()
            assert len(ann.client.chat) == 32


async def test_leaving_does_not_wait_for_the_next_try() -> None:
    async with answering() as url:
        pass
    owner = Owner(url)
    owner.wire._backoff = Backoff(first=1000, most=1000)
    async with running(owner):
        await owner.until(Phase.WAITING)
        owner.wire.try_now()
        await owner.until(Phase.CONNECTING)


async def test_whatever_is_wished_goes_out_at_the_pace_of_the_relay() -> None:
    settings = Settings(port=0, limits=TIGHT)
    async with Relay(settings, MemoryStore()) as relay:
        owner = Owner(relay.address)
        owner.client.create("kingdom", terms())
        async with running(owner):
            await owner.in_room()
            for number in range(40):
                owner.client.request(m.Say(f"line {number}"))
            owner.wire.flush()
            async with asyncio.timeout(DEADLINE):
                while len(owner.client.chat) < 40:
                    owner._news.clear()
                    await owner._news.wait()
        got = [event.message for event in owner.events if isinstance(event, e.Got)]
        assert not [message for message in got if isinstance(message, m.Refused)]


@pytest.mark.slow
async def test_who_cannot_get_back_now_tries_again() -> None:
    """A store that was in trouble, or a crowd at the door, must not cost anybody the game."""
    answers: list[m.ToClient] = [
        m.Watching("KQ7-4TN", 100, 0, 0),
        m.Refused("watch", 0, "unavailable", "the store"),
        m.Watching("KQ7-4TN", 100, 0, 0),
    ]
    calls: list[m.ToClient] = []

    async def answer(line: ServerConnection) -> None:
        await line.recv()
        await line.send(encode(m.Welcome(1, "x", 65_536, 20, 5, (), ())))
        await line.recv()
        calls.append(answers[len(calls)])
        await line.send(encode(calls[-1]))
        if len(calls) == 1:
            await line.close()
        await line.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        owner = Owner(url)
        owner.client.ticket = None
        owner.client.watch("KQ7-4TN")
        async with running(owner), asyncio.timeout(DEADLINE):
            while len([event for event in owner.events if isinstance(event, e.Entered)]) < 2:
                owner._news.clear()
                await owner._news.wait()
        ended = [event for event in owner.events if isinstance(event, e.Ended)]
        assert [(event.code, event.may_return) for event in ended] == [("unavailable", True)]


@pytest.mark.parametrize("part", ["_hear", "_changed"])
async def test_a_bug_of_the_owner_closes_the_line_and_is_raised(part: str) -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        owner = Owner(relay.address)

        def stumble(*_told: object) -> None:
            raise ZeroDivisionError(part)

        setattr(owner.wire, part, stumble)
        owner.client.create("kingdom", terms())
        with pytest.raises(ZeroDivisionError, match=part):
            async with asyncio.timeout(DEADLINE):
                await owner.wire.run()
        assert owner.wire.phase is Phase.ENDED
        assert not owner.client.is_open


async def test_what_cannot_be_sent_is_no_lost_line() -> None:
    async with Relay(Settings(port=0, limits=FAST), MemoryStore()) as relay:
        owner = Owner(relay.address)
        owner.client.create("kingdom", terms())
        task = asyncio.create_task(owner.wire.run())
        await owner.in_room()
        owner.client.request(object())  # type: ignore[arg-type]  # a bug of ours
        owner.wire.flush()
        with pytest.raises(KeyError):
            async with asyncio.timeout(DEADLINE):
                await task
        assert owner.phases[-1] is Phase.ENDED


async def test_a_goodbye_that_names_another_relay_leads_there_and_home_if_nobody_answers() -> None:
    home, other = MemoryStore(), MemoryStore()
    async with Relay(Settings(port=0, limits=FAST), other) as second:
        bye = m.Bye("stopping", "the relay stops", 0, second.address)
        async with answering(encode(bye), code=1012) as url:
            owner = Owner(url)
            async with running(owner):
                await owner.until(Phase.UP)
                assert (owner.wire.url, owner.wire._places[0]) == (url, second.address)
                port = int(url.rpartition(":")[2])
                await second.stop()
                await owner.until(Phase.WAITING)
                assert set(owner.wire._places) == {url, second.address}
    owner = Owner(url)
    owner.wire._places = [second.address, url]  # both are gone; home comes back
    async with running(owner):
        await owner.until(Phase.WAITING)
        async with Relay(Settings(port=port, limits=FAST), home):
            await owner.until(Phase.UP)


@pytest.mark.parametrize("where", ["http://127.0.0.1:9", "ws://127.0.0.1?elsewhere", "nonsense"])
async def test_a_place_that_is_none_is_not_gone_to(where: str) -> None:
    async with answering(encode(m.Bye("stopping", "x", 0, where)), code=1012) as url:
        owner = Owner(url)
        async with running(owner):
            await owner.until(Phase.WAITING)
            assert owner.wire._places == [url]


@asynccontextmanager
async def relay_that_says(
    frames: Sequence[m.ToClient] = (),
) -> AsyncIterator[tuple[str, list[m.ToRelay]]]:
    """A relay that welcomes everybody, and answers what they want with these."""
    heard: list[m.ToRelay] = []

    async def answer(line: ServerConnection) -> None:
        async for data in line:
            heard.append(decode_for_relay(data))
            if isinstance(heard[-1], m.Hello):
                await line.send(encode(m.Welcome(k.PROTOCOL, "test", 16384, 20, 5, (), ())))
            elif isinstance(heard[-1], m.Join):
                for frame in frames:
                    await line.send(encode(frame))

    async with serve(answer, "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}", heard


async def waits_for(heard: list[m.ToRelay], kind: type[m.ToRelay]) -> None:
    async with asyncio.timeout(DEADLINE):
        while not any(isinstance(message, kind) for message in heard):
            await asyncio.sleep(0.01)


async def test_who_is_moved_goes_there_at_once_and_says_so() -> None:
    async with (
        relay_that_says() as (there, heard),
        relay_that_says([m.Bye("moved", "", 0, there)]) as (here, _),
    ):
        owner = Owner(here)
        owner.client.join("KQ7-4TN")
        async with running(owner):
            await waits_for(heard, m.Join)
            assert [type(each) for each in heard if not isinstance(each, m.Ping)] == [
                m.Hello,
                m.Avoid,
                m.Join,
            ]
            assert m.Avoid((there,)) in heard
            assert Phase.WAITING not in owner.phases  # nothing was wrong
            assert owner.client.avoid == (there,)


async def test_who_is_moved_to_nobody_comes_back_and_says_so() -> None:
    async with answering() as nobody:
        pass
    async with relay_that_says([m.Bye("moved", "", 0, nobody)]) as (here, heard):
        owner = Owner(here)
        owner.client.join("KQ7-4TN")
        async with running(owner):
            await waits_for(heard, m.Avoid)
            assert m.Avoid((nobody,)) in heard


async def test_who_is_moved_to_a_relay_without_space_comes_back() -> None:
    async with (
        answering(encode(m.Bye("too-many", "", 0)), code=1013) as full,
        relay_that_says([m.Bye("moved", "", 0, full)]) as (here, heard),
    ):
        owner = Owner(here)
        owner.client.join("KQ7-4TN")
        async with running(owner):
            await waits_for(heard, m.Avoid)


async def test_a_relay_that_always_sends_us_away_is_not_asked_in_a_busy_loop() -> None:
    says: list[m.ToClient] = []
    async with relay_that_says(says) as (here, heard):
        says.append(m.Bye("moved", "", 0, here))
        owner = Owner(here)
        owner.wire._backoff = Backoff(first=60.0)
        owner.client.join("KQ7-4TN")
        async with running(owner):
            await owner.until(Phase.WAITING)
            assert sum(isinstance(each, m.Join) for each in heard) == k.PLACES + 1


async def test_a_relay_elsewhere_sends_nobody_into_their_own_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also not by a name of its own that leads there."""
    monkeypatch.setattr(connection, "is_inner", lambda address: address in ("127.0.0.2", "::1"))
    asked: list[str] = []

    async def router(line: ServerConnection) -> None:
        asked.append("a request")

    async with serve(router, "127.0.0.2", 0) as server:
        inside = f"ws://127.0.0.2:{server.sockets[0].getsockname()[1]}/reboot"
        async with relay_that_says([m.Bye("moved", "", 0, inside)]) as (here, heard):
            owner = Owner(here)
            owner.client.join("KQ7-4TN")
            async with running(owner):
                await waits_for(heard, m.Avoid)
                assert m.Avoid((inside,)) in heard
    assert not asked


async def test_somebody_who_is_sent_astray_waits_longer_each_time() -> None:
    pauses: list[int] = []

    class Noted(Backoff):
        def delay(self, attempt: int, luck: float) -> float:
            pauses.append(attempt)
            return 0.0

    async with answering() as nobody:
        pass
    async with relay_that_says([m.Bye("moved", "", 0, nobody)]) as (here, _heard):
        owner = Owner(here)
        owner.wire._backoff = Noted()
        owner.client.join("KQ7-4TN")
        async with running(owner), asyncio.timeout(DEADLINE):
            while len(pauses) < 5:
                await asyncio.sleep(0.01)
    assert pauses[:5] == [0, 1, 0, 2, 0]  # nobody answers there; before it is tried again; ...


async def test_a_redirect_is_not_followed() -> None:
    def redirect(line: ServerConnection, _request: object) -> Response:
        response = line.respond(HTTPStatus.FOUND, "")
        response.headers["Location"] = there
        return response

    async with (
        relay_that_says() as (there, heard),
        serve(lambda _line: asyncio.sleep(0), "127.0.0.1", 0, process_request=redirect) as server,
    ):
        with pytest.raises(InvalidStatus):
            await connection.dial(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        assert not heard


async def test_after_a_while_everything_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_SETTLED", -1.0)
    monkeypatch.setattr(connection, "_PING", 0.1)
    async with relay_that_says() as (here, heard):
        owner = Owner(here)
        owner.client.join("KQ7-4TN")
        owner.client.avoid = ("ws://127.0.0.1:1",)
        async with running(owner):
            await waits_for(heard, m.Ping)
            assert m.Avoid(("ws://127.0.0.1:1",)) in heard
            assert not owner.client.avoid


async def test_who_is_sent_to_nobody_comes_back_to_who_sent_it_if_home_has_stopped() -> None:
    async with answering() as nobody:
        pass
    async with relay_that_says([m.Bye("moved", "", 0, nobody)]) as (there, heard):
        async with answering(encode(m.Bye("stopping", "", 0, there)), code=1012) as home:
            owner = Owner(home)
            owner.client.join("KQ7-4TN")
            task = asyncio.create_task(owner.wire.run())
            await waits_for(heard, m.Hello)
        async with asyncio.timeout(DEADLINE):
            while m.Avoid((there, home, nobody)) not in heard:
                await asyncio.sleep(0.01)
        assert m.Avoid((there, home)) in heard  # the others may not know that it has stopped
        owner.wire.leave()
        await task
