"""Tries of the deal of a day at a relay: once, with the day's cards, and nothing told too early."""

from __future__ import annotations

from calendar import timegm
from collections.abc import Callable

import pytest

from engine.contract import DEALER, find
from engine.dealer import Seal, commitment, open_seal, verify
from engine.record import read_record
from engine.table import Table
from relay.client import events as e
from relay.client.client import Client
from relay.client.ticket import Ticket
from relay.days.day import Day, Drawn, Ended, Opened, place_of, rows_of, spread_of
from relay.days.deals import deal_of
from relay.protocol import days as d
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client
from relay.store.log_store import MemoryStore
from tests.relay.wire import FAST, Line, Wire

DAY = "2026-11-17"
MIDNIGHT = float(timegm((2026, 11, 17, 0, 0, 0)))
NOON = MIDNIGHT + 12 * 3600
HOUR = 3600.0
NOBODY = bytes(32)


def wire_at(now: float = NOON, **limits: float) -> Wire:
    wire = Wire(FAST if not limits else FAST.__class__(**{**vars(FAST), **limits}))
    wire.now = now
    return wire


def said(line: Line, kind: type[m.ToClient]) -> list[m.ToClient]:
    return [each for each in map(decode_for_client, line.sent) if isinstance(each, kind)]


def line_of(wire: Wire, client: Client) -> Line:
    return next(line for line in wire.lines.values() if line.client is client)


def ask(
    wire: Wire, message: m.ToRelay, version: int = k.PROTOCOL, origin: str = "elsewhere"
) -> m.ToClient:
    """What a visitor is told, who has no seat; ``origin``: as a door says it."""
    visitor = wire.player("visitor")
    visitor._newest = version
    line = wire.connect(visitor, "elsewhere")
    wire.carry_out(wire.hub.introduced(line.peer, origin, wire.now))
    wire.settle()
    visitor.request(message)
    wire.settle()
    answer = decode_for_client(line.sent[-1])
    wire.cut(line)
    return answer


def view(wire: Wire, token: bytes = NOBODY, day: str = DAY, game: str = "kingdom") -> d.DayView:
    answer = ask(wire, d.AskDay(game, day, token))
    assert isinstance(answer, d.DayView), answer
    return answer


def trier(
    wire: Wire, name: str = "Ann", game: str = "kingdom", day: str = DAY, level: str = ""
) -> Client:
    """Somebody who opens a try, with the commitment of the day in hand."""
    ticket = Ticket.draw(wire.random.randbytes)
    ticket = ticket._replace(day=view(wire, day=day, game=game).commitment)
    client = Client(name, ticket)
    client.attempt(game, day, level)
    wire.connect(client, f"address of {name}")
    wire.settle()
    return client


def token_of(client: Client) -> bytes:
    assert client.ticket is not None
    return client.ticket.token


def table_of(client: Client) -> Table:
    assert client.table is not None
    return client.table


def dealt(client: Client) -> list[str]:
    return [entry.token for entry in table_of(client).entries if entry.actor == DEALER]


def fouls(wire: Wire, client: Client) -> list[e.Event]:
    return [each for each in wire.events_of(client) if isinstance(each, e.Foul | e.Differs)]


def finished(wire: Wire, client: Client) -> Client:
    wire.play_on([client])
    assert table_of(client).to_act is None
    return client


# ---- the deal -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_a_try_is_a_game_against_the_bot_of_the_day_that_begins_at_once(game: str) -> None:
    wire = wire_at()
    ann = trier(wire, game=game)
    deal = deal_of(game, DAY)
    assert ann.room is not None
    assert (ann.room.phase, ann.seat) == (k.PLAYING, deal.seat)
    assert [seat.sitter for seat in ann.room.seats] == [k.BOT, k.PERSON]  # the 17th is odd
    assert ann.room.seats[1 - deal.seat].level == deal.level
    state = find(game).new(deal.options)
    assert find(game).write_position(table_of(ann).states[0]) == find(game).write_position(state)
    finished(wire, ann)
    assert fouls(wire, ann) == []


@pytest.mark.slow
def test_all_get_the_same_cards_and_they_are_not_those_of_the_open_deal() -> None:
    wire = wire_at()
    ann, bob = trier(wire), trier(wire, "Bob")
    assert ann.code != bob.code
    finished(wire, ann)
    finished(wire, bob)
    public = [[token for token in dealt(each) if "?" not in token] for each in (ann, bob)]
    count = min(map(len, public))
    assert count > 5
    assert public[0][:8] == public[1][:8]


def test_two_days_have_different_cards() -> None:
    wire = wire_at()
    first = view(wire).commitment
    wire.now += 24 * HOUR
    second = view(wire, day="2026-11-18").commitment
    assert first != second
    assert view(wire).commitment == first  # of yesterday, as it was
    assert view(wire, day="").day == "2026-11-18"


def test_a_relay_that_deals_other_cards_is_found_out() -> None:
    wire = wire_at()
    client = Client("Ann", Ticket.draw(wire.random.randbytes)._replace(day=bytes(32)))
    client.attempt("kingdom", DAY)
    wire.connect(client)
    wire.settle()
    assert [type(each) for each in fouls(wire, client)] == [e.Foul]


# ---- once ---------------------------------------------------------------------------------------


def test_a_second_try_leads_back_to_the_first() -> None:
    wire = wire_at()
    ann = trier(wire)
    wire.play_on([ann], 12)
    entries = [*table_of(ann).entries]
    again = Client("Ann", ann.ticket)
    again.attempt("kingdom", DAY)
    wire.connect(again, "another address")
    wire.settle()
    assert again.code == ann.code
    assert [*table_of(again).entries][: len(entries)] == entries
    assert view(wire).opened == 1


@pytest.mark.slow
def test_a_try_that_is_over_cannot_be_made_again() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    again = Client("Ann", ann.ticket)
    again.attempt("kingdom", DAY)
    line = wire.connect(again)
    wire.settle()
    assert again.code == ann.code
    assert again.room is not None
    assert again.room.phase == k.OVER
    for wish in (m.Rematch(True), m.Move(1, "undo")):
        again.request(wish)
        wire.settle()
    assert [each.code for each in said(line, m.Refused) if isinstance(each, m.Refused)] == [
        "wrong-phase",
        "wrong-phase",
    ]
    assert view(wire).opened == 1


def test_each_game_has_its_own_try() -> None:
    wire = wire_at()
    ann = trier(wire)
    other = Client("Ann", ann.ticket)
    other.attempt("castle", DAY)
    wire.connect(other)
    wire.settle()
    assert other.code != ann.code
    assert [view(wire, game=game).opened for game in ("kingdom", "castle")] == [1, 1]


# ---- the day ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_from_23_59_to_00_01_a_try_stays_with_its_day() -> None:
    wire = wire_at(MIDNIGHT + 24 * HOUR - 60)
    ann = trier(wire)
    wire.play_on([ann], 12)
    wire.now += 120
    assert view(wire, token_of(ann), "").trying == d.NEW  # of the new day
    assert view(wire, token_of(ann)).trying == d.BEGUN
    finished(wire, ann)
    assert view(wire, token_of(ann)).trying == d.DONE
    assert view(wire, token_of(ann), "2026-11-18").opened == 0


def test_yesterdays_deal_cannot_be_begun_any_more() -> None:
    wire = wire_at()
    ticket = Ticket.draw(wire.random.randbytes)
    view(wire)
    wire.now += 24 * HOUR
    answer = ask(wire, d.Try("kingdom", DAY, "Ann", ticket.token))
    assert isinstance(answer, m.Refused)
    assert answer.code == "no-day"
    for day in ("2026-11-19", "2026-02-30", "yesterday!"):
        answer = ask(wire, d.Try("kingdom", day, "Ann", ticket.token))
        assert isinstance(answer, m.Refused)
        assert answer.code == "no-day"


def test_what_is_not_finished_a_day_after_its_day_is_abandoned() -> None:
    wire = wire_at()
    ann = trier(wire)
    wire.play_on([ann], 12)
    wire.now = MIDNIGHT + 48 * HOUR - 1
    assert view(wire, token_of(ann)).trying == d.BEGUN
    wire.now += 1
    found = view(wire, token_of(ann))
    assert (found.trying, found.abandoned, found.finished) == (d.ABANDONED, 1, 0)
    assert wire.step(ann)
    wire.settle()
    taken = [each.code for each in wire.events_of(ann) if isinstance(each, e.TakenBack)]
    assert taken == ["no-day"]
    assert view(wire, token_of(ann)).trying == d.ABANDONED


@pytest.mark.slow
def test_a_table_is_kept_for_a_month() -> None:
    wire = wire_at()
    finished(wire, trier(wire))
    wire.pass_time(31 * 24 * HOUR)
    assert view(wire).finished == 1
    wire.pass_time(24 * HOUR)
    answer = ask(wire, d.AskDay("kingdom", DAY, NOBODY))
    assert isinstance(answer, m.Refused)
    assert answer.code == "no-day"
    wire.pass_time(3 * 24 * HOUR)
    assert not any(kept.room.startswith("(day") and DAY in kept.room for kept in wire.store.rooms())


# ---- what is told -------------------------------------------------------------------------------


@pytest.mark.slow
def test_results_are_hidden_until_ones_own_try_is_over() -> None:
    wire = wire_at()
    ann, bob = finished(wire, trier(wire)), trier(wire, "Bob")
    for token in (NOBODY, token_of(bob)):
        found = view(wire, token)
        assert (found.opened, found.finished) == (2, 1)
        assert (found.people, found.programs, found.spread, found.place) == ((), (), (), 0)
        answer = ask(wire, d.AskGame("kingdom", DAY, token, 1, 1))
        assert isinstance(answer, m.Refused)
        assert answer.code == "hidden"
    shown = view(wire, token_of(ann))
    totals = find("kingdom").totals(table_of(ann).state)
    assert shown.people == (d.Ranked(1, "Ann", totals[1], totals[0], True),)
    assert (shown.place, shown.beaten) == (1, 0)
    assert shown.spread == (totals[1] - totals[0],) * 5


@pytest.mark.slow
def test_the_secret_is_told_when_nobody_can_play_any_more_and_proves_the_deal() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    line, table = line_of(wire, ann), table_of(ann)
    promised = view(wire).commitment
    for hours in (0, 12, 35.9):
        wire.now = NOON + hours * HOUR
        assert view(wire, token_of(ann)).secret == b""
    wire.now = MIDNIGHT + 48 * HOUR
    found = view(wire)
    assert bytes.fromhex(commitment(found.secret)) == promised == found.commitment
    seal = Seal(promised.hex(), ("", ""), found.secret.hex())
    assert verify(table, open_seal(seal)).dealt == table.dealt
    assert not any(found.secret in data for data in line.sent)


def secrets_of(wire: Wire) -> bytes:
    store = wire.store
    assert isinstance(store, MemoryStore)
    name = next(kept.room for kept in store.rooms() if kept.room.startswith("(day kingdom"))
    record = store.load(name)[0]
    return record[record.index(b"\xc4\x20") + 2 :][:32]


@pytest.mark.slow
def test_no_frame_holds_the_secret_of_a_day_that_can_still_be_played() -> None:
    """In no try that is begun, left, taken up again or over, and in no record."""
    wire = wire_at()
    frames: list[bytes] = []
    wire.on_send = lambda _line, data: frames.append(data)
    ann = finished(wire, trier(wire))
    trier(wire, "Bob")
    ann.fetch()
    wire.settle()
    wire.restart()
    again = Client("Ann", ann.ticket)
    again.attempt("kingdom", DAY)
    wire.connect(again)
    wire.settle()
    ask(wire, d.AskGame("kingdom", DAY, token_of(ann), 1, 1))
    view(wire, token_of(ann))
    secret = secrets_of(wire)
    assert commitment(secret) == view(wire).commitment.hex()
    assert len(frames) > 50
    for data in frames:
        assert secret not in data
        assert secret.hex().encode() not in data


@pytest.mark.slow
def test_the_next_cards_are_not_told_before_they_are_dealt() -> None:
    """One who stops early and one who plays on have been told the same so far."""
    wire = wire_at()
    ann = trier(wire)
    early = [*line_of(wire, ann).sent]
    bob = trier(wire, "Bob")
    finished(wire, bob)
    ann.request(m.More(0))
    wire.settle()
    assert [len(data) for data in line_of(wire, ann).sent[: len(early)]] == [*map(len, early)]
    assert len(table_of(ann).entries) < len(table_of(bob).entries) / 4


# ---- the table ----------------------------------------------------------------------------------


def test_places_go_by_the_lead_then_by_the_score_and_equal_ones_share_a_place() -> None:
    day = Day(DAY)
    day.fold(Drawn(0, bytes(32)))
    results = {"A": (60, 50), "B": (70, 60), "C": (70, 60), "D": (40, 70), "E": (90, 70)}
    for name, scores in results.items():
        token = name.encode() * 32
        day.fold(Opened(0, token, b"", name, "", ""))
        day.fold(Ended(1, token, *scores))
    day.fold(Opened(0, b"F" * 32, b"", "F", "", ""))  # who has not finished
    day.fold(Opened(0, b"G" * 32, b"", "G", "", "greedy"))
    day.fold(Ended(1, b"G" * 32, 200, 1))
    ranked = day.ranked()
    rows = rows_of(ranked, b"C" * 32)
    # E is ahead by 20; A, B and C by 10, of whom B and C have more gold; D is behind.
    assert [(row.place, row.name) for row in rows] == [
        (1, "E"),
        (2, "B"),
        (2, "C"),
        (4, "A"),
        (5, "D"),
    ]
    assert [row.own for row in rows] == [False, False, True, False, False]
    assert place_of(ranked[2], ranked) == 2
    assert spread_of(ranked) == (-30, 10, 10, 10, 20)
    assert [row.name for row in rows_of(day.ranked(are_programs=True), b"")] == ["G"]


@pytest.mark.slow
def test_programs_have_a_list_of_their_own() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    finished(wire, trier(wire, "Rob", level="greedy"))
    found = view(wire, token_of(ann))
    assert ([row.name for row in found.people], [row.name for row in found.programs]) == (
        ["Ann"],
        ["Rob"],
    )
    assert (found.opened, found.finished) == (1, 1)


@pytest.mark.slow
def test_the_game_of_somebody_on_the_table_can_be_seen() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire))
    answer = ask(wire, d.AskGame("kingdom", DAY, token_of(ann), 1, 1))
    assert isinstance(answer, m.RecordPage)
    record, _table = read_record(answer.text)
    assert record.players[deal_of("kingdom", DAY).seat] == "Ann"
    assert record.seal is not None
    assert record.seal.secret is None
    refused = ask(wire, d.AskGame("kingdom", DAY, token_of(ann), 2, 1))
    assert isinstance(refused, m.Refused)
    wire.now = MIDNIGHT + 24 * HOUR  # the results are open then, the games a day later
    assert view(wire).people
    answer = ask(wire, d.AskGame("kingdom", DAY, NOBODY, 1, 1))
    assert isinstance(answer, m.Refused)
    assert answer.code == "hidden"
    wire.now += 24 * HOUR
    assert isinstance(ask(wire, d.AskGame("kingdom", DAY, NOBODY, 1, 1)), m.RecordPage)


# ---- limits -------------------------------------------------------------------------------------


def test_an_address_has_so_many_tries_a_day() -> None:
    wire = wire_at(address_tries=2)
    for number in range(3):
        client = Client(f"P{number}", Ticket.draw(wire.random.randbytes))
        client.attempt("kingdom", DAY)
        line = wire.connect(client, "one house")
        wire.settle()
        codes = [each.code for each in said(line, m.Refused) if isinstance(each, m.Refused)]
        assert codes == ([] if number < 2 else ["day-full"])
    assert view(wire).opened == 2


def test_behind_a_door_every_address_has_its_tries() -> None:
    wire = wire_at(address_tries=1)
    for number, house in enumerate(("one house", "another", "one house")):
        client = Client(f"P{number}", Ticket.draw(wire.random.randbytes))
        client.attempt("kingdom", DAY)
        client.opened()
        line = wire.plug(client, "the door")
        wire.carry_out(wire.hub.introduced(line.peer, house, wire.now))
        wire.settle()
        codes = [each.code for each in said(line, m.Refused) if isinstance(each, m.Refused)]
        assert codes == ([] if number < 2 else ["day-full"])
    assert view(wire).opened == 2


def test_a_day_has_so_many_tries() -> None:
    wire = wire_at(tries=2)
    for number in range(3):
        client = Client(f"P{number}", Ticket.draw(wire.random.randbytes))
        client.attempt("kingdom", DAY)
        wire.connect(client, f"house {number}")
        wire.settle()
    assert view(wire).opened == 2


@pytest.mark.slow
def test_names_are_cleaned() -> None:
    wire = wire_at()
    ann = finished(wire, trier(wire, "An\x1b[31mn\u202e"))
    (row,) = view(wire, token_of(ann)).people
    assert row.name.isprintable()
    assert "\x1b" not in row.name


# ---- crashes ------------------------------------------------------------------------------------


def come_back(wire: Wire, client: Client) -> None:
    wire.connect(client)
    wire.settle()


@pytest.mark.slow
def test_a_relay_that_is_killed_in_a_try_goes_on_with_it() -> None:
    wire = wire_at()
    ann = trier(wire)
    for _ in range(4):
        wire.play_on([ann], len(table_of(ann).entries) + 9)
        before = [*table_of(ann).entries]
        wire.restart()
        come_back(wire, ann)
        assert [*table_of(ann).entries][: len(before)] == before
    finished(wire, ann)
    assert view(wire, token_of(ann)).place == 1
    assert view(wire).opened == 1


def killed_at(appends: int) -> tuple[Wire, Client]:
    """A relay that is killed when its store has answered that many appends of a new try."""
    wire = wire_at()
    commit = view(wire).commitment
    client = Client("Ann", Ticket.draw(wire.random.randbytes)._replace(day=commit))
    client.attempt("kingdom", DAY)
    wire.is_store_slow = True
    wire.connect(client)
    wire.settle()
    for _ in range(appends):
        wire.store_one()
        wire.settle()
    wire.restart()
    wire.is_store_slow = False
    come_back(wire, client)
    return wire, client


@pytest.mark.slow
@pytest.mark.parametrize("appends", [0, 1, 2])
def test_a_relay_that_is_killed_while_a_try_is_opened_opens_it_once(appends: int) -> None:
    wire, ann = killed_at(appends)
    finished(wire, ann)
    assert fouls(wire, ann) == []
    found = view(wire, token_of(ann))
    assert (found.opened, found.finished, found.place) == (1, 1, 1)


@pytest.mark.slow
def test_a_result_that_was_not_noted_is_noted_when_the_room_is_read_again() -> None:
    wire = wire_at()
    ann = trier(wire)
    noted: Callable[..., None] = wire.hub._days.ended
    wire.hub._days.ended = lambda *_: None  # type: ignore[method-assign]
    finished(wire, ann)
    assert view(wire).finished == 0
    wire.hub._days.ended = noted  # type: ignore[method-assign]
    wire.restart()
    come_back(wire, ann)
    assert view(wire, token_of(ann)).place == 1


def test_the_cards_are_settled_at_midnight_before_anybody_asks() -> None:
    wire = wire_at(MIDNIGHT - 60)
    wire.carry_out(wire.hub.begin_day(wire.now))
    wire.pass_time(61)
    names = {kept.room.split()[1:3][0] for kept in wire.store.rooms() if DAY in kept.room}
    assert names == {"kingdom", "castle"}


def test_a_clock_that_is_set_tells_no_secret() -> None:
    """The machine says that it is two days later, and the relay knows better."""
    wire = wire_at()
    trier(wire)
    wire.hub.set_time_of_day(48 * HOUR)
    found = view(wire)
    assert found.abandoned == 1
    assert found.secret == b""
    answer = ask(wire, d.AskGame("kingdom", DAY, NOBODY, 1, 1))
    assert isinstance(answer, m.Refused)
    assert answer.code == "hidden"


@pytest.mark.slow
def test_a_try_stays_with_its_edition_when_the_relay_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rules and bots of another edition have another secret and another table; what was begun
    before is noted where it was begun."""
    wire = wire_at()
    ann = trier(wire)
    old = view(wire)
    wire.play_on([ann], 12)
    for module in ("days", "views"):
        monkeypatch.setattr(f"relay.hub.deals.{module}.edition", lambda game: "newer")
    wire.restart()
    come_back(wire, ann)
    finished(wire, ann)
    new = view(wire, token_of(ann))
    assert (new.edition, new.opened, new.trying) == ("newer", 0, d.NEW)
    assert new.commitment != old.commitment
    monkeypatch.undo()
    assert view(wire, token_of(ann)).place == 1
