"""Relays and clients of different versions find words that both know."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.server import ServerConnection, serve

from relay.client import events as e
from relay.client.client import Client
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, decode_for_relay, encode
from tests.relay import kept
from tests.relay.client.test_connection import Owner, running
from tests.relay.driving import DEADLINE
from tests.relay.wire import TERMS, Wire

BYE = next(step.data for step in kept.steps() if step.who == "Eve" and step.what == "<")
OLD_WELCOME = m.Welcome(1, "old", 16384, 20, 5, ("kingdom",), ("random",))


class App:
    """An app of today that has to say what the one of then said."""

    def __init__(self, name: str) -> None:
        self.client = Client(name, kept.ticket_of(name))
        self.out: deque[bytes] = deque()
        self.events: list[e.Event] = []

    def take(self, step: kept.Step) -> None:
        if step.what == "+":
            self.client.opened()
        elif step.what == "-":
            self.client.lost()
        elif step.what == "<":
            self.events += self.client.receive(decode_for_client(step.data))
        elif step.what == ">":
            self._say(decode_for_relay(step.data))
            assert self.out.popleft() == step.data
        self.out += map(encode, self.client.take())

    def _say(self, message: m.ToRelay) -> None:
        """What a person does; the client says the rest."""
        client = self.client
        match message:
            case m.Ready():  # an app of then used its key again in the rematch
                client.ticket = kept.ticket_of(client.name)
                client.ready()
            case m.Move(_, token) if client.table is not None and _is_ours(client):
                client.play(token)
            case m.FetchRecord():
                client.fetch()
            case m.Resume(code) if client.is_open and code != client.code:
                client.follow()
            case m.Hello() | m.Create() | m.Join() | m.Resume() | m.More() | m.Reveal():
                pass
            case _:
                client.request(message)
        self.out += map(encode, client.take())


def _is_ours(client: Client) -> bool:
    return client.table is not None and client.table.to_act == client.seat


def test_a_client_of_today_says_to_a_relay_of_version_1_what_one_of_then_said() -> None:
    apps = {name: App(name) for name in ("Ann", "Bob")}
    steps = [step for step in kept.steps() if step.who in apps]
    wishes = [decode_for_relay(step.data) for step in steps if step.what == ">"]
    create = next(wish for wish in wishes if isinstance(wish, m.Create))
    apps["Ann"].client.create(create.game, create.terms)
    for app in apps.values():
        app.client.opened()
        hello, *_ = app.client.take()
        assert hello == m.Hello(k.PROTOCOL, k.PLAYER, "kbtui")
        (ended,) = app.client.receive(decode_for_client(BYE))
        assert isinstance(ended, e.Ended)
        assert ended.may_return
    for step in steps:
        app = apps[step.who]
        if step.who == "Bob" and step.what == "+" and not app.client.code:
            app.client.join(apps["Ann"].client.code)
        app.take(step)
    for app in apps.values():
        assert not app.out
        assert any(isinstance(event, e.Verified) for event in app.events)
        assert not any(isinstance(event, e.Foul | e.Differs) for event in app.events)


@asynccontextmanager
async def old_relay(hellos: list[int]) -> AsyncIterator[str]:
    """A relay that knows version 1 only, as far as the hello."""

    async def answer(line: ServerConnection) -> None:
        hello = decode_for_relay(await line.recv())
        assert isinstance(hello, m.Hello)
        hellos.append(hello.version)
        if hello.version != 1:
            await line.send(BYE)
            await line.close(1002)
        else:
            await line.send(encode(OLD_WELCOME))
            await line.wait_closed()

    async with serve(answer, "127.0.0.1", 0) as server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_an_older_relay_is_asked_again_at_once_in_words_that_it_knows() -> None:
    hellos: list[int] = []
    async with old_relay(hellos) as url:
        owner = Owner(url)
        async with running(owner):
            async with asyncio.timeout(DEADLINE):
                while owner.wire.phase is not Phase.UP:
                    await asyncio.sleep(0.001)
            assert Phase.WAITING not in owner.phases
            assert owner.wire.trouble is None
            assert owner.client.version == 1
    assert hellos == [k.PROTOCOL, 1]


def test_a_relay_that_speaks_no_version_of_ours_is_not_asked_for_ever() -> None:
    client = Client("Ann", None)
    for may_return in (True, False):
        client.opened()
        (ended,) = client.receive(decode_for_client(BYE))
        assert isinstance(ended, e.Ended)
        assert ended.may_return is may_return


def test_ready_names_the_terms_only_to_a_relay_that_knows_it() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    assert (ann.version, bob.version) == (k.PROTOCOL, k.PROTOCOL)
    bob.version = 1
    for client, size in ((ann, 8), (bob, 0)):
        client.ready()
        (ready,) = client.take()
        assert isinstance(ready, m.Ready)
        assert len(ready.terms) == size


def test_clients_of_all_versions_play_one_game_together() -> None:
    wire = Wire()
    options = TERMS._replace(options='{"players":4}')
    clients = [wire.player(name) for name in ("Ann", "Bob", "Cid", "Dee")]
    for version, client in enumerate(clients, 1):
        client._newest = version
        if client is clients[0]:
            client.create("kingdom", options)
        else:
            client.join(clients[0].code)
        wire.connect(client)
        wire.settle()
    assert [client.version for client in clients] == [1, 2, 3, 4]
    for client in clients:
        client.ready()
    wire.settle()
    clients[0].request(m.Start())
    wire.settle()
    wire.play_on(clients)
    for client in clients:
        assert any(isinstance(event, e.Verified) for event in wire.events_of(client))
