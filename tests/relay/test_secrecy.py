"""No chair of any game gets a byte that it may not see: every frame to every connection is checked.

There are three checks: each entry sent is what the mask allows; no secret occurs anywhere in a
frame, raw or as text; and two games that differ only in what is hidden look the same, byte for
byte.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from engine.contract import Viewer
from engine.dealer import Dealer, sealed_seed
from engine.table import REDO, UNDO, Table
from relay.client.client import Client
from relay.hub.hub import Hub
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client
from relay.protocol.seals import bot_seed, nonce_for
from relay.room.room import Room
from tests.relay.wire import TERMS, Line, Wire

MARSHES = ["temple-standin", "refuge-standin/r", "canoe-standin", "fountain-standin"]
GAMES: dict[str, dict[str, Any]] = {  # a name begins with the key of another game than the first
    "two": {"players": 2},
    "three, both sets": {"players": 3, "sets": ["base", "marshlands"], "start": "random"},
    "four with Scouts": {
        "players": 4,
        "sets": ["base", "marshlands"],
        "quadrants": MARSHES,
        "goals": ["scouts", "lords", "knights"],
    },
    "two cards": {"players": 2, "two_cards": True},
    "two cards on marshes": {
        "players": 3,
        "two_cards": True,
        "sets": ["base", "marshlands"],
        "quadrants": MARSHES,
    },
    "castle for two": {"players": 2},
    "castle for three in peace": {"players": 3, "peace": True, "start": "random"},
    "castle for four with royals": {"players": 4, "royal": True, "coins": 9},
}
# What somebody may try who looks for a leak; and how tokens begin that are hidden from some.
TRIED = {
    "kingdom": ("deal:forest", "show:grass", "play:desert", "play:?", "end", "a1", "pass", UNDO),
    "castle": (
        *("deal:wall5", "steal:wall5", "lose:wall5", "steal:?", "wall5@e2", "drop:wall5"),
        *("drop:wall3+wall3", "take:prince", "thief:2", "shuffle", UNDO),
    ),
}
HIDDEN = {"kingdom": ("deal:",), "castle": ("deal:", "steal:")}


def key_of(name: str) -> str:
    return "castle" if name.startswith("castle") else "kingdom"


class Seen(NamedTuple):
    viewer: Viewer
    message: m.ToClient
    data: bytes
    is_over: bool  # when it was sent


class Eavesdropper:
    """A wire on which every frame is kept, with the chair it went to."""

    def __init__(self, key: str, options: dict[str, Any], seed: int) -> None:
        self.key = key
        self.wire = Wire(seed=seed)
        self.chairs: dict[int, Viewer] = {}
        self.seen: list[Seen] = []
        self.wire.on_send = self._note
        terms = TERMS._replace(options=json.dumps(options))
        names = "ABCD"[: options["players"]]
        self.players = self.wire.seated(terms, names, key)
        self.chairs |= {id(player): seat for seat, player in enumerate(self.players)}

    def _note(self, line: Line, data: bytes) -> None:
        viewer = self.chairs.get(id(line.client))
        room = self.room if self.chairs else None
        is_over = room is not None and room.phase == k.OVER
        self.seen.append(Seen(viewer, decode_for_client(data), data, is_over))

    @property
    def room(self) -> Room:
        """What the relay knows: all of it."""
        place = self.wire.hub._shared.rooms[self.players[0].code.replace("-", "")]
        return place.room

    def watcher(self) -> Client:
        watcher = Client("W", None)
        self.chairs[id(watcher)] = None
        watcher.watch(self.players[0].code)
        self.wire.connect(watcher)
        self.wire.settle()
        return watcher

    def begin(self) -> None:
        for player in self.players:
            player.ready()
        self.wire.settle()
        self.players[0].request(m.Start())
        self.wire.settle()

    def provoke(self) -> None:
        """Everybody asks for things that are refused, and for what they have already."""
        number = len(self.room.digests) + 1
        for player, token in itertools.product(self.players, TRIED[self.key]):
            player.request(m.Move(number, token))
        for player in self.players:
            player.request(m.More(0))
            player.request(m.FetchRecord(1))
            assert player.ticket is not None
            player.request(m.Peek(player.code, player.ticket.token))
        self.wire.settle()

    def play(self) -> None:
        """The whole game, with refusals, line losses and late watchers on the way."""
        self.watcher()
        self.begin()
        for step in itertools.count():
            if not any(self.wire.step(player) for player in self.players):
                break
            self.wire.settle()
            if step % 40 == 5:
                self.provoke()
            if step % 40 == 25:
                line = next(iter(self.wire.lines.values()))
                self.wire.cut(line)
                self.wire.connect(line.client)
                self.wire.settle()
            if step in (30, 90):
                self.watcher()
        self.provoke()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Eavesdropper:
    return heard(request.param, seed=len(request.param))


def heard(name: str, seed: int) -> Eavesdropper:
    """A whole game, with all that anybody was sent."""
    listener = Eavesdropper(key_of(name), GAMES[name], seed)
    listener.play()
    assert listener.room.phase == k.OVER
    return listener


def entries_of(log: m.Log) -> Iterator[tuple[int, str]]:
    return enumerate(log.tokens.split(" "), log.first)


@pytest.mark.slow
def test_every_entry_sent_is_the_one_that_its_chair_may_see(game: Eavesdropper) -> None:
    assert hidden_entries(game) > 100


def hidden_entries(game: Eavesdropper) -> int:
    """How many were masked; none of those that were sent says more than it may."""
    room = game.room  # its own table has let go of the states before the last
    table = Table.new(room.game, json.loads(room.terms.options))
    table.extend(room.playing_table.entries)
    hidden = 0
    for viewer, message, _, _ in game.seen:
        if isinstance(message, m.Log):
            for number, token in entries_of(message):
                assert token == allowed(table, number, viewer)
                hidden += token.endswith(":?")
    return hidden


def allowed(table: Table, number: int, viewer: Viewer) -> str:
    """The mask, asked of the game itself and not of the table."""
    token, tools = table.entries[number - 1].token, table.game
    if token in (UNDO, REDO):
        return token
    return tools.format(tools.mask(table.states[number - 1], tools.parse(token), viewer))


@pytest.mark.slow
def test_what_is_dealt_is_named_nowhere_else(game: Eavesdropper) -> None:
    for head in HIDDEN[game.key]:
        named_in_logs_alone(game, head)


def named_in_logs_alone(game: Eavesdropper, head: str) -> None:
    typed = [token for token in TRIED[game.key] if token.startswith(head)]
    for viewer, message, data, is_over in game.seen:
        if isinstance(message, m.Log):
            own = [token for _, token in entries_of(message) if token.startswith(head)]
            assert data.count(head.encode()) == len(own)
            assert viewer is not None or set(own) <= {f"{head}?"}
        elif isinstance(message, m.Refused):
            assert head not in message.text or any(token in message.text for token in typed)
        elif not (isinstance(message, m.RecordPage) and is_over):
            assert head.encode() not in data


def secrets_of(game: Eavesdropper) -> dict[str, bytes]:
    """Everything from which hidden cards would follow, or a seat could be taken."""
    room = game.room
    found = {
        "secret": room.secret,
        "seed": sealed_seed(room.secret, room.nonces),
        "bots": bot_seed(room.secret),
    }
    for seat, player in enumerate(game.players):
        assert player.ticket is not None
        found[f"token {seat}"], found[f"key {seat}"], *_more = player.ticket
        found[f"hash {seat}"] = room.chairs[seat].token
    return found


@pytest.mark.slow
def test_no_secret_is_in_any_frame_before_the_end(game: Eavesdropper) -> None:
    secret_until_the_end(game)


def secret_until_the_end(game: Eavesdropper) -> None:
    secrets = secrets_of(game)
    shown = 0
    for _, _, data, is_over in game.seen:
        for name, secret in secrets.items():
            if is_over and name == "secret":  # opened for everybody
                shown += secret in data
                continue
            # Eight bytes in a row would give it away as well as all of them.
            for part in (secret[:8], secret[-8:]):
                assert part not in data, name
                assert part.hex().encode() not in data.lower(), name
    assert shown


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if key_of(name) == "castle"])
def test_nothing_leaks_in_a_dozen_games_of_each_kind(name: str) -> None:
    for seed in range(12):
        game = heard(name, seed)
        assert hidden_entries(game) > 100
        for head in HIDDEN[game.key]:
            named_in_logs_alone(game, head)
        secret_until_the_end(game)


@pytest.mark.slow
def test_no_nonce_is_shown_before_all_are_bound(game: Eavesdropper) -> None:
    seals = [seen.message for seen in game.seen if isinstance(seen.message, m.SealView)]
    assert {seal.step for seal in seals} == {k.OPEN, k.SEALED, k.DEALT, k.OPENED}
    nonces = []
    for player in game.players:
        assert player.ticket is not None
        nonces.append(nonce_for(player.ticket.key, seals[0].commitment))
    bound = False
    for _, message, data, _ in game.seen:
        if isinstance(message, m.SealView) and message.step == k.DEALT:
            bound = True
        if not bound:
            assert not any(nonce in data or nonce.hex().encode() in data for nonce in nonces)


@pytest.mark.parametrize("name", ["two cards", "castle for two"])
def test_no_watcher_gets_an_entry_before_its_delay_has_passed(name: str) -> None:
    wire = Wire(seed=2)
    terms = TERMS._replace(delay=10, options=json.dumps(GAMES[name]))
    clients = wire.seated(terms, game=key_of(name))
    watchers: list[Client] = []
    checked = 0

    def check(line: Line, data: bytes) -> None:
        nonlocal checked
        message = decode_for_client(data)
        if line.client in watchers and isinstance(message, m.Log):
            room = wire.hub._shared.rooms[clients[0].code.replace("-", "")].room
            newest = room.times[message.first + len(message.actors) - 2]
            assert newest <= round(wire.now * 1000) - 10_000
            assert message.last <= sum(at <= round(wire.now * 1000) - 10_000 for at in room.times)
            checked += 1

    wire.on_send = check
    for client in clients:
        client.ready()
    wire.settle()
    clients[0].request(m.Start())
    wire.settle()
    for step in itertools.count():
        if not any(wire.step(client) for client in clients):
            break
        wire.settle()
        if step % 20 == 0:
            watchers.append(Client(f"W{step}", None))
            watchers[-1].watch(clients[0].code)
            wire.connect(watchers[-1])
            wire.settle()
        # Often nothing at all, so that entries of the same moment meet; sometimes a whole delay.
        wire.pass_time(wire.random.choice((0, 0, 0, 1, 3, 10)))
    wire.pass_time(11)
    assert checked > 50
    assert {watcher.confirmed for watcher in watchers} == {clients[0].confirmed}


# ---- two games that differ only in what is hidden -----------------------------------------------


class Twin:
    """A game whose secret is given, up to the moment before somebody else's card is turned up."""

    def __init__(self, options: dict[str, Any], secret: bytes) -> None:
        self.secret = secret
        self.listener = Eavesdropper.__new__(Eavesdropper)
        self.listener.key = "kingdom"
        self.listener.wire = wire = Wire(seed=11)
        # Whoever asks for 32 bytes is the dealer; codes and seeds are shorter.
        random = wire.random
        chance = random.randbytes
        wire.hub = Hub(wire.limits, lambda size: secret if size == 32 else chance(size))
        self.frames: dict[str, list[bytes]] = {}
        wire.on_send = self._note
        self.listener.chairs, self.listener.seen = {}, []
        terms = TERMS._replace(options=json.dumps(options))
        self.listener.players = self.players = wire.seated(terms, "AB")
        self.watcher = self.listener.watcher()
        self.listener.begin()

    def _note(self, line: Line, data: bytes) -> None:
        self.frames.setdefault(line.client.name, []).append(data)

    def play_a_turn(self) -> None:
        wire, ann = self.listener.wire, self.players[0]
        for _ in range(4):  # a card to choose, with the house rule, and three builds
            self.listener.provoke()
            table = ann.table
            assert table is not None
            legal = [t for t in map(table.game.format, table.game.legal(table.state)) if t != "end"]
            if legal:
                ann.play(legal[0])
                wire.settle()
        ann.play(UNDO)
        wire.settle()
        self.listener.watcher()

    def told(self, name: str) -> list[bytes]:
        """What one chair was sent, without what the secret changes on purpose."""
        return [data for data in self.frames[name] if not data.startswith(b"\x97\xa4seal")]


def hands(options: dict[str, Any], secret: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first cards that a secret deals, Ann's and Bob's."""
    twin = Twin(options, secret)
    tokens = [entry.token for entry in twin.listener.room.playing_table.entries]
    size = 2 if options.get("two_cards") else 1
    return tuple(tokens[:size]), tuple(tokens[size : 2 * size])


@pytest.mark.parametrize("rule", [{}, {"two_cards": True}])
def test_two_games_with_other_hidden_cards_look_the_same(rule: dict[str, Any]) -> None:
    options = {"players": 2, "seed": "twins", **rule}
    first = bytes(32)
    ann, bob = hands(options, first)
    others = (bytes([n]) + bytes(31) for n in range(1, 255))
    second = next(s for s in others if hands(options, s)[0] == ann and hands(options, s)[1] != bob)
    twins = [Twin(options, secret) for secret in (first, second)]
    for twin in twins:
        twin.play_a_turn()
    one, other = twins
    assert one.told("A") == other.told("A")
    assert one.told("W") == other.told("W")
    assert one.told("B") != other.told("B")
    assert len(one.told("A")) > 30


def test_the_dealer_of_the_twins_is_the_sealed_one() -> None:
    twin = Twin({"players": 2, "seed": "twins"}, bytes(32))
    room = twin.listener.room
    again = Table.new("kingdom", json.loads(room.terms.options))
    Dealer(sealed_seed(bytes(32), room.nonces)).deal(again)
    assert again.entries == room.playing_table.entries
