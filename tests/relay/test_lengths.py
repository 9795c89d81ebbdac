"""Nobody can tell a hidden card by how long, how many or how counted the frames are.

The same moment of the same game is played once for each card that the next deal could give. All
that any connection is sent has to be as long as with any other card, frame by frame; for those who
may not see the card it has to be the same bytes; and so it has to be with what the relay counts.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.contract import find, keys
from engine.dealer import Dealer
from engine.errors import EngineError
from engine.table import REDO, UNDO, Table
from relay.client.client import Client
from relay.effects import Effect, Send
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, encode
from relay.protocol.limits import Limits
from relay.protocol.padding import ENTRIES, SLACK, OwnLog, fitting, padded, spread
from relay.server.driver import Driver
from relay.server.figures import Figures
from relay.server.websocket import framed
from tests.relay.wire import FAST, TERMS, Line, Wire

MARSHES = ["temple-standin", "refuge-standin/r", "canoe-standin", "fountain-standin"]
BOTH = {"sets": ["base", "marshlands"], "quadrants": MARSHES}
GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "two cards": {"players": 2, "two_cards": True},
    "three on marshes": {"players": 3, **BOTH},
    "two cards on marshes": {"players": 2, "two_cards": True, **BOTH},
}
PAGES = (1, 3, 256)


class Chosen(Dealer):
    """Deals what the test wants, and otherwise something that does not depend on it."""

    card = ""  # of the deal with this number
    number = -1
    possible: tuple[str, ...] = ()  # cards, when it came to that deal

    def next_token(self, table: Table) -> str:
        outcomes = [table.game.format(move) for move, _ in table.game.outcomes(table.state)]
        if table.dealt == Chosen.number:
            Chosen.possible = tuple(outcomes)
            if Chosen.card:
                return Chosen.card
        return outcomes[table.dealt * 7 % min(len(outcomes), 5)]  # double cards stay in the pile


class Moment:
    """One game up to the moment before a card, dealt in secret, becomes known to all."""

    def __init__(self, options: dict[str, Any], turns: int, card: str, page: int) -> None:
        self.figures = Figures()
        self.frames: dict[str, list[bytes]] = {}
        self.names: dict[int, str] = {}
        limits = Limits(**vars(FAST) | {"page": page})
        wire = self.wire = Counting(self.figures, limits)
        wire.on_send = self._note
        terms = TERMS._replace(options=json.dumps({"seed": "even", **options}))
        hands = options["players"] * (2 if options.get("two_cards") else 1)
        Chosen.card, Chosen.number = card, -1
        self.players = wire.seated(terms, "ABC"[: options["players"]])
        self.watcher = self._watcher()
        if not turns:  # the last card of the first hands
            Chosen.number = hands - 1
        for player in self.players:
            player.ready()
        wire.settle()
        self.players[0].request(m.Start())
        wire.settle()
        for turn in range(turns):
            if turn == turns - 1:
                Chosen.number = len(self.dealt)
            self._turn()
            self._mover.play("end")
            wire.settle()
        self._turn()
        self._afterwards()

    @property
    def dealt(self) -> list[str]:
        room = self.wire.hub._shared.rooms[self.players[0].code.replace("-", "")].room
        return [e.token for e in room.playing_table.entries if e.token.startswith(("deal", "show"))]

    @property
    def _mover(self) -> Client:
        found = next(p for p in self.players if p.table is not None and p.table.to_act == p.seat)
        assert found.table is not None
        return found

    def _turn(self) -> None:
        """All moves but the end, with something taken back, and with what is refused."""
        for step in itertools.count():
            mover = self._mover
            assert mover.table is not None
            legal = list(map(mover.table.game.format, mover.table.game.legal(mover.table.state)))
            if "end" in legal or "pass" in legal:
                break
            self._play(mover, legal[0])
            if step == 1:
                for token in (UNDO, REDO, UNDO, legal[0]):
                    self._play(mover, token)
        for player in self.players:
            if player is not mover:
                for token in ("a1", UNDO, "deal:forest", "play:grass", "end", "?"):
                    player.request(m.Move(player.last + 1, token))
        self.wire.settle()

    def _play(self, mover: Client, token: str) -> None:
        try:
            mover.play(token)
        except EngineError:  # nothing to take back: the relay may say so itself
            mover.request(m.Move(mover.last + 1, token))
        self.wire.settle()

    def _afterwards(self) -> None:
        """Everything that can be asked for again, by everybody."""
        for player in self.players:
            for have in range(0, player.last + 1, 1 if player.last < 40 else 17):
                player.request(m.More(have))
            player.request(m.FetchRecord(1))
            assert player.ticket is not None
            player.request(m.Peek(player.code, player.ticket.token))
        self.wire.settle()
        for line in list(self.wire.lines.values()):
            self.wire.cut(line)
            self.wire.connect(line.client)
        self.wire.settle()
        for player in self.players:
            again = Client(f"{player.name} anew", player.ticket)
            again.resume(player.code)
            self.wire.connect(again)
            self.wire.settle()
            assert again.confirmed == player.last
        self._watcher("late")
        self.wire.pass_time(2)

    def _watcher(self, name: str = "W") -> Client:
        watcher = Client(name, None)
        watcher.watch(self.players[0].code)
        self.wire.connect(watcher)
        self.wire.settle()
        return watcher

    def _note(self, line: Line, data: bytes) -> None:
        self.frames.setdefault(line.client.name, []).append(data)

    def lengths(self) -> dict[str, list[int]]:
        """What somebody on the way sees: how long each frame to each connection was."""
        return {name: [len(framed(d)) for d in frames] for name, frames in self.frames.items()}

    def told(self, name: str) -> set[str]:
        """Cards that this connection was told of, dealt in secret."""
        logs = (decode_for_client(data) for data in self.frames[name])
        tokens = (log.tokens.split(" ") for log in logs if isinstance(log, m.Log))
        return {t for t in itertools.chain(*tokens) if t.startswith("deal:") and t != "deal:?"}

    def counted(self) -> str:
        """The page of figures, but for the time of day."""
        page = self.figures.page(self.wire.hub.figures()).splitlines()
        return "\n".join(line for line in page if "start_time" not in line)


class Counting(Wire):
    """A wire on which a pump counts what it sends."""

    def __init__(self, figures: Figures, limits: Limits) -> None:
        self._driver = SimpleNamespace(figures=figures, websockets={})
        self._driver._push = partial(Driver._push, cast(Driver, self._driver))
        super().__init__(limits, seed=3)

    def carry_out(self, effects: Sequence[Effect]) -> None:  # type: ignore[override]
        effects = list(effects)
        for effect in effects:
            if isinstance(effect, Send):
                Driver._send(cast(Driver, self._driver), effect)
        super().carry_out(effects)


@pytest.fixture(autouse=True)
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relay.room.room.Dealer", Chosen)


def moments(name: str, turns: int, page: int) -> dict[str, Moment]:
    """The same moment with each of the cards that could be dealt."""
    Moment(GAMES[name], turns, "", page)
    cards = Chosen.possible
    return {card: Moment(GAMES[name], turns, card, page) for card in cards}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("turns", [0, 1, 12])
@pytest.mark.parametrize("name", GAMES)
def test_frames_are_equally_long_for_every_card(name: str, turns: int, page: int) -> None:
    found = moments(name, turns, page)
    assert len(found) >= (7 if "marshes" in name else 5)
    players = GAMES[name]["players"]
    owner = "ABC"[(turns - 1) % players]
    first, *others = found.values()
    for card, moment in found.items():
        assert card in moment.told(owner)
        assert card in moment.told(f"{owner} anew")
    for other in others:
        assert other.lengths() == first.lengths()
        assert other.frames.keys() == first.frames.keys()
        for who, frames in other.frames.items():
            if not who.startswith(owner):
                assert frames == first.frames[who]
        assert other.figures.bytes_out == first.figures.bytes_out > 1000
        assert other.counted() == first.counted()


def test_bytes_are_counted_by_the_million() -> None:
    figures = Figures()
    figures.bytes_in, figures.bytes_out = 2_999_999, 999_999
    page = figures.page({"connections": 0, "rooms": 0})
    assert "\nkb_relay_bytes_in_total 2000000\n" in page
    assert "\nkb_relay_bytes_out_total 0\n" in page


# ---- pages by themselves ------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_a_hidden_token_of_every_game_can_be_made_equally_long(key: str) -> None:
    game = find(key)
    least, most = game.secret_lengths(game.new({}))
    assert most - least <= SLACK


def log(first: int, last: int, tokens: str, longest: int) -> OwnLog:
    count = len(tokens.split(" "))
    return OwnLog(first, last, bytes(count), tokens, bytes(8 * count), longest)


@pytest.mark.parametrize("last", [3, 127, 128, 255, 256, 20_000])
@pytest.mark.parametrize("count", [1, 4, 5, 31, 32, 100, 255])
def test_a_page_is_read_as_ever_and_has_just_the_length_of_the_longest(
    last: int, count: int
) -> None:
    for first in {1, last // 2 + 1, last}:
        others = ["a1"] * (count - 1)
        sizes = set()
        for slack in range(SLACK + 1):
            tokens = " ".join(["x" * (SLACK + 1 - slack), *others])
            page = log(first, last, tokens, len(tokens) + slack)
            data = encode(page)
            sizes.add(len(data))
            plain = m.Log(first, last, page.actors, tokens, page.digests)
            assert msgpack.unpackb(data, use_list=False) == msgpack.unpackb(
                encode(plain), use_list=False
            )
            assert decode_for_client(data) == plain
            if not slack:
                assert data == encode(plain)
        assert len(sizes) == 1


def test_what_stands_first_is_widened_last() -> None:
    page = log(20, 21, "deal:canyon show:grass", len("deal:marsh/flowers show:grass"))
    assert padded(page).startswith(b"\x96\xa3log")


def test_there_is_no_page_with_more_slack_than_it_has() -> None:
    assert spread(((1, 2), (1, 3)), 3) == (2, 3)
    with pytest.raises(ValueError, match="no place for 4"):
        spread(((1, 2), (1, 3)), 4)


def test_a_page_takes_as_many_hidden_entries_as_have_slack() -> None:
    own = ["deal:grass", "a1", "deal:desert", "b2", "deal:flowers", "c3", "deal:forest", "d4"]
    public = ["deal:?" if token.startswith("deal") else token for token in own]
    assert fitting(own, public, (10, 18)) == (6, 8 + 7 + 6)
    assert fitting(own, public, (10, 12)) == (8, 2 + 1 + 0 + 1)
    assert fitting(own, public, (1, 1 + SLACK + 1))[0] == 2  # never none at all
    assert fitting(["a1"] * 300, ["a1"] * 300, (10, 18)) == (ENTRIES, 0)
