"""The client's end: own moves at once, differences named, and a relay held to its word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import IllegalMove, NotYourMove
from engine.table import Entry
from relay.client.client import Client
from relay.client.events import Advanced, Differs, Entered, Event, Foul, Got, TakenBack, Verified
from relay.client.ticket import UNREVEALED, Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import decode_for_client, decode_for_relay
from relay.protocol.errors import BadMessage
from tests.relay.wire import TERMS, Line, Wire

ZERO = bytes(8)


def line_of(wire: Wire, client: Client) -> Line:
    return next(line for line in wire.lines.values() if line.client is client)


def of_kind(events: list[Event], kind: type) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def legal(client: Client) -> list[str]:
    assert client.table is not None
    table = client.table
    return [table.game.format(move) for move in table.game.legal(table.state)]


def heard(wire: Wire, client: Client) -> list[m.ToClient]:
    """Everything that the relay ever sent to a client."""
    return [decode_for_client(data) for data in line_of(wire, client).sent]


def replayed(messages: list[m.ToClient], ticket: Ticket | None, seat: int = 0) -> Client:
    """A new client that is told the same things."""
    client = Client("Ann", ticket)
    client.opened()
    for message in messages:
        client.receive(message)
    return client


# ---- own moves ----------------------------------------------------------------------------------


def test_an_own_move_is_on_the_table_before_the_relay_has_it() -> None:
    wire = Wire()
    ann, _ = wire.started()
    before = ann.confirmed
    token = legal(ann)[0]
    ann.play(token)
    assert ann.table is not None
    assert len(ann.table.entries) == before + 1
    assert ann.pending == ((0, token),)
    assert ann.take() == [m.Move(before + 1, token)]


def test_what_the_rules_forbid_is_not_even_sent() -> None:
    wire = Wire()
    ann, bob = wire.started()
    with pytest.raises(IllegalMove):
        ann.play("end")
    with pytest.raises(NotYourMove):
        bob.play(legal(ann)[0])
    assert ann.take() == bob.take() == []
    with pytest.raises(NotYourMove):
        wire.player("Cid").play("end")


def test_a_whole_turn_can_be_sent_at_once() -> None:
    wire = Wire()
    ann, bob = wire.started()
    while ann.table is not None and ann.table.to_act == 0:
        ann.play(legal(ann)[0])
    assert len(ann.pending) > 3
    wire.settle()
    assert not ann.pending
    assert bob.confirmed == ann.confirmed
    assert not of_kind(wire.events_of(ann), TakenBack)


def test_a_refusal_takes_back_the_move_and_all_behind_it() -> None:
    wire = Wire()
    ann, _ = wire.started()
    before = ann.confirmed
    for _ in range(3):
        ann.play(legal(ann)[0])
    taken = ann.pending
    events = ann.receive(m.Refused("move", before + 1, "illegal-move", "no"))
    assert len(taken) == 3
    assert events == [TakenBack(taken, "illegal-move", "no")]
    assert not ann.pending
    assert ann.table is not None
    assert len(ann.table.entries) == before
    assert ann.receive(m.Refused("move", before + 2, "stale", "no")) == []


def test_the_refusal_of_a_move_that_was_taken_is_no_news() -> None:
    wire = Wire()
    ann, _ = wire.started()
    wire.step(ann)
    wire.settle()
    number = ann.confirmed
    assert ann.receive(m.Refused("move", number, "stale", "sent twice")) == []
    assert ann.confirmed == number


def test_moves_that_were_under_way_when_the_line_went_are_sent_again() -> None:
    wire = Wire()
    ann, bob = wire.started()
    ann.play(legal(ann)[0])
    ann.play(legal(ann)[0])
    line = line_of(wire, ann)
    wire.pump(line)
    wire.deliver_up(line)  # the first arrives, its echo does not
    wire.cut(line)
    assert [entry.actor for entry in ann.pending] == [0, 0]
    wire.connect(ann)
    wire.settle()
    assert not ann.pending
    assert bob.confirmed == ann.confirmed == 5


def test_another_entry_in_the_place_of_an_own_one_takes_it_back() -> None:
    wire = Wire()
    ann, _ = wire.started()
    one, other = legal(ann)[:2]
    ann.play(one)
    twin = Client("Ann", ann.ticket)
    twin.resume(ann.code)
    wire.connect(twin)
    ann.take()
    wire.settle()
    twin.play(other)
    wire.settle()
    log = decode_for_client(line_of(wire, twin).sent[-1])
    events = ann.receive(log)
    assert events[0] == TakenBack((Entry(0, one),), "stale", "another entry was first")
    assert ann.table is not None
    assert ann.table.entries[-1] == (0, other)


# ---- differences --------------------------------------------------------------------------------


def logs(wire: Wire, client: Client) -> list[m.Log]:
    return [message for message in heard(wire, client) if isinstance(message, m.Log)]


def test_a_digest_that_differs_names_the_entry_and_everything_is_asked_for_again() -> None:
    wire = Wire()
    ann, _ = wire.started()
    watcher = Client("W", None)
    watcher.watch(ann.code)
    wire.connect(watcher)
    wire.settle()
    wire.step(ann)
    line = line_of(wire, ann)
    wire.pump(line)
    wire.deliver_up(line)
    other = line_of(wire, watcher)
    good = decode_for_client(other.down.popleft())
    assert isinstance(good, m.Log)
    (event,) = watcher.receive(replace(good, digests=ZERO))
    assert isinstance(event, Differs)
    assert (event.entry, event.theirs, len(event.log)) == (4, ZERO.hex(), 3)
    assert watcher.confirmed == 0
    wire.settle()
    assert watcher.confirmed == ann.confirmed == 4
    assert not watcher.is_broken


def test_the_digest_of_an_own_move_is_compared_too() -> None:
    wire = Wire()
    ann, _ = wire.started()
    token = legal(ann)[0]
    ann.play(token)
    events = ann.receive(m.Log(4, 4, b"\x00", token, ZERO))
    (differs,) = of_kind(events, Differs)
    assert isinstance(differs, Differs)
    assert (differs.entry, differs.theirs) == (4, ZERO.hex())
    assert differs.ours not in ("", differs.theirs)


def test_a_game_that_differs_again_is_given_up() -> None:
    wire = Wire()
    ann, _ = wire.started()
    good = logs(wire, ann)[0]
    bad = replace(good, digests=good.digests[:8] + ZERO + good.digests[16:])
    client = replayed([x for x in heard(wire, ann) if not isinstance(x, m.Log)], ann.ticket)
    for _ in range(2):
        differs = of_kind(client.receive(bad), Differs)
        assert [event.entry for event in differs if isinstance(event, Differs)] == [2]
    assert client.is_broken
    client.take()
    assert client.receive(bad) == []
    assert client.take() == []


def test_the_next_game_is_believed_again() -> None:
    wire = Wire()
    ann, _ = wire.started()
    good = logs(wire, ann)[0]
    client = replayed([x for x in heard(wire, ann) if not isinstance(x, m.Log)], ann.ticket)
    for _ in range(2):
        client.receive(replace(good, digests=good.digests[:8] + ZERO + good.digests[16:]))
    assert client.is_broken
    client.resume(ann.code)  # as after a rematch
    for message in heard(wire, ann):
        client.receive(message)
    assert client.confirmed == ann.confirmed


def test_a_resume_that_starts_anew_names_the_first_difference() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    page = wire.hub._shared.rooms[ann.code.replace("-", "")].room.page(0, 0, ann.confirmed, 512)
    have, table = ann.confirmed, ann.table
    assert table is not None
    # Our copy goes another way from entry 12 on.
    theirs = replace(page, digests=page.digests[: 8 * 11] + ZERO + page.digests[8 * 12 :])
    ann.receive(m.Seated(ann.code, 0, 0, have))
    events = ann.receive(theirs)
    differs = of_kind(events, Differs)
    assert isinstance(differs[0], Differs)
    assert differs[0].entry == 12
    assert differs[0].ours == table.digest(12)


def test_a_relay_that_has_lost_entries_is_found_out() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    have = ann.confirmed
    events = ann.receive(m.Seated(ann.code, 0, 0, have - 5))
    differs = of_kind(events, Differs)
    assert isinstance(differs[0], Differs)
    assert differs[0].entry == have - 4
    assert ann.confirmed == have - 5


def test_a_hole_in_the_log_is_asked_for() -> None:
    wire = Wire()
    ann, bob = wire.started()
    while ann.table is not None and ann.table.to_act == 0:
        wire.step(ann)
        line = line_of(wire, ann)
        wire.pump(line)
        wire.deliver_up(line)
        wire.deliver_down(line)
    line = line_of(wire, bob)
    line.down.popleft()
    wire.settle()
    assert bob.confirmed == ann.confirmed
    assert not of_kind(wire.events_of(bob), Differs)


def test_what_is_told_twice_changes_nothing() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    have = ann.confirmed
    for log in logs(wire, ann):
        assert of_kind(ann.receive(log), Differs) == []
    assert ann.confirmed == have


@pytest.mark.parametrize(
    "change",
    [{"tokens": "end"}, {"actors": b"\x00"}, {"digests": bytes(8)}, {"tokens": "a b c d"}],
)
def test_columns_of_different_lengths_are_no_log(change: dict[str, bytes | str]) -> None:
    wire = Wire()
    ann, _ = wire.started()
    log = replace(logs(wire, ann)[0], **change)  # type: ignore[arg-type]
    with pytest.raises(BadMessage):
        ann.receive(log)


def test_entries_before_the_room_make_no_sense() -> None:
    with pytest.raises(BadMessage):
        Client("W", None).receive(m.Log(1, 1, b"\xff", "deal:?", ZERO))


def test_entries_that_are_no_moves_are_a_difference_and_no_crash() -> None:
    wire = Wire()
    ann, _ = wire.started()
    number = ann.confirmed + 1
    for tokens, actors in (("nonsense", b"\x00"), ("end", b"\x00"), ("a1", b"\x07")):
        client = replayed(heard(wire, ann), ann.ticket)
        events = client.receive(m.Log(number, number, actors, tokens, ZERO))
        assert of_kind(events, Differs)


# ---- the line -----------------------------------------------------------------------------------


def test_a_client_says_hello_and_what_it_wants() -> None:
    wire = Wire()
    ann = wire.player("Ann")
    ann.join("KQ7-4TN")
    ann.opened()
    assert ann.ticket is not None
    hello, wish = ann.take()
    assert hello == m.Hello(8, k.PLAYER, "kbtui")
    assert wish == m.Join("KQ7-4TN", "Ann", ann.ticket.token)


def test_after_a_lost_line_it_says_what_it_has() -> None:
    wire = Wire()
    ann, bob = wire.started()
    wire.play_on([ann, bob], 20)
    ann.lost()
    ann.opened()
    assert ann.table is not None
    digest = bytes.fromhex(ann.table.digest(ann.confirmed))
    resume = ann.take()[1]
    assert isinstance(resume, m.Resume)
    assert (resume.have, resume.digest) == (ann.confirmed, digest)


def test_only_the_missing_entries_come_and_in_pages() -> None:
    wire = Wire(seed=9)
    clients = wire.started(TERMS._replace(options='{"players":4}'), "ABCD")
    wire.play_on(clients)
    ann, bob = clients[:2]
    assert ann.table is not None
    moves = sum(entry.actor >= 0 for entry in ann.table.entries)
    assert moves >= 200
    assert sum(len(data) for data in line_of(wire, ann).sent if b"\xa3log" in data[:6]) < 40 * moves
    old = Client("Bob", bob.ticket)
    old.resume(bob.code)
    whole = wire.connect(old)
    wire.settle()
    size = sum(map(len, whole.sent))
    assert old.confirmed == ann.confirmed
    assert size <= 8000
    wire.cut(whole)
    again = wire.connect(old)
    wire.settle()
    assert not any(isinstance(decode_for_client(data), m.Log) for data in again.sent)


def test_a_watcher_has_no_seat_to_play_from() -> None:
    watcher = Client("W", None)
    for act in (watcher.join, watcher.resume):
        with pytest.raises(NotYourMove):
            act("KQ7-4TN")
    with pytest.raises(NotYourMove):
        watcher.create("kingdom", TERMS)
    watcher.follow()
    watcher.ready()
    assert watcher.take() == []


def test_what_is_only_shown_is_handed_on() -> None:
    client = Client("W", None)
    for message in (m.Pong(1), m.Rooms(()), m.Refused("say", 0, "muted", "")):
        assert client.receive(message) == [Got(message)]


def test_entering_and_advancing_are_told() -> None:
    wire = Wire()
    ann, _ = wire.started()
    events = wire.events_of(ann)
    assert Entered(ann.code) in events
    assert Advanced(1, 3) in events


# ---- the deal -----------------------------------------------------------------------------------


def finished(seed: int = 0) -> tuple[Wire, Client]:
    wire = Wire(seed=seed)
    ann, bob = wire.started()
    wire.play_on([ann, bob])
    return wire, ann


def judged(wire: Wire, client: Client, change: dict[str, dict[str, object]]) -> list[Event]:
    """What a client says that is told the same things, but some seals changed, by their step."""
    other = Client("Ann", client.ticket)
    other.opened()
    events: list[Event] = []
    for message in heard(wire, client):
        if isinstance(message, m.SealView) and message.step in change:
            message = replace(message, **change[message.step])  # type: ignore[arg-type]
        events += other.receive(message)
    return [event for event in events if isinstance(event, Verified | Foul)]


def test_a_fair_game_is_verified_and_all_cards_are_known() -> None:
    wire, ann = finished()
    (verdict,) = judged(wire, ann, {})
    assert isinstance(verdict, Verified)
    assert ann.opened_table is not None
    assert ann.opened_table.dealt == verdict.checked
    assert all("?" not in entry.token for entry in ann.opened_table.entries)


def seals_of(wire: Wire, client: Client, step: str) -> m.SealView:
    found = [x for x in heard(wire, client) if isinstance(x, m.SealView) and x.step == step]
    return found[-1]


def test_a_relay_that_breaks_its_word_is_found_out() -> None:
    wire, ann = finished()
    sealed, dealt = seals_of(wire, ann, k.SEALED), seals_of(wire, ann, k.DEALT)
    mine, theirs = dealt.nonces
    zero = bytes(32)
    fouls: list[dict[str, dict[str, object]]] = [
        {k.OPENED: {"secret": zero}},
        {k.OPENED: {"commitment": zero}},
        {k.SEALED: {"seals": (sealed.seals[0], zero)}},
        {k.SEALED: {"seals": (zero, sealed.seals[1])}},
        {k.SEALED: {"seals": ()}},
        {k.DEALT: {"nonces": (mine, zero)}},
        {k.DEALT: {"nonces": (zero, theirs)}},
        {k.DEALT: {"nonces": (mine,)}},
        {k.OPENED: {"nonces": (mine, zero)}},
        {k.DEALT: {"seals": (sealed.seals[0], zero)}},
    ]
    for change in fouls:
        verdicts = judged(wire, ann, change)
        assert [type(verdict) for verdict in verdicts] == [Foul], change


def test_a_card_that_the_seed_does_not_give_is_found_out() -> None:
    wire, ann = finished()
    _, other = finished(seed=1)
    assert other.seal is not None
    messages = heard(wire, ann)
    fair = Client("W", None)
    for message in messages:
        if isinstance(message, m.Seated):
            message = m.Watching(message.code, 100, message.kept, message.last)
        if isinstance(message, m.SealView):  # everything agrees, but it is another deck
            message = replace(
                message,
                commitment=other.seal.commitment,
                seals=other.seal.seals,
                nonces=other.seal.nonces if message.nonces else (),
                secret=other.seal.secret if message.step == k.OPENED else b"",
            )
        events = fair.receive(message) if not isinstance(message, m.Log) else []
        assert not of_kind(events, Verified)
    table = ann.opened_table
    assert table is not None
    room = wire.hub._shared.rooms[ann.code.replace("-", "")].room
    events = fair.receive(room.page(None, 0, ann.confirmed, 512))
    assert [type(event) for event in events] == [Advanced, Foul]


def test_a_nonce_is_revealed_only_when_our_seal_is_among_all() -> None:
    wire, ann = finished()
    assert ann.ticket is not None
    client = Client("Ann", ann.ticket._replace(revealed=UNREVEALED))
    client.opened()
    client.take()
    for message in heard(wire, ann):
        if isinstance(message, m.SealView) and message.step == k.SEALED:
            client.take()
            assert of_kind(client.receive(replace(message, seals=(bytes(32),) * 2)), Foul)
            assert client.take() == []
            break
        client.receive(message)


def revealed(client: Client) -> list[bytes]:
    return [message.nonce for message in client.take() if isinstance(message, m.Reveal)]


def test_a_nonce_is_revealed_for_one_list_of_seals_only() -> None:
    """A relay that knew it, and could then show another list, would let a friend seal a nonce that
    gives the cards they want."""
    wire, ann = finished()
    assert ann.ticket is not None
    kept: list[Ticket] = []
    client = Client("Ann", ann.ticket._replace(revealed=UNREVEALED))
    client.keep = kept.append
    sealed, dealt = seals_of(wire, ann, k.SEALED), seals_of(wire, ann, k.DEALT)
    for message in heard(wire, ann):
        if isinstance(message, m.SealView) and message.step == k.SEALED:
            break
        client.receive(message)
    client.take()
    forged = replace(sealed, seals=(sealed.seals[0], bytes(32)))
    client.receive(forged)
    assert [ticket.revealed for ticket in kept] == [client.ticket and client.ticket.revealed]
    (nonce,) = revealed(client)
    assert dealt.nonces[0] == nonce
    client.receive(forged)
    assert revealed(client) == [nonce], "after the line was lost, to the same list"
    client.receive(replace(sealed, step=k.OPEN))
    assert of_kind(client.receive(sealed), Foul)
    assert revealed(client) == []
    later = Client("Ann", kept[-1])
    later.receive(m.Seated(ann.code, 0, 0, 0))
    assert of_kind(later.receive(dealt), Foul), "and what was kept tells the next program"


def test_the_next_deal_gets_another_nonce_also_from_the_same_commitment() -> None:
    wire, ann = finished()
    assert ann.ticket is not None
    client = Client("Ann", ann.ticket)
    for message in heard(wire, ann):
        client.receive(message)
    client.take()
    client.receive(replace(seals_of(wire, ann, k.SEALED), step=k.OPEN, seals=(b"", b"")))
    client.ready()
    (ready,) = [message for message in client.take() if isinstance(message, m.Ready)]
    assert ready.seal not in (*seals_of(wire, ann, k.SEALED).seals, b"")
    assert client.ticket is not None
    assert client.ticket.key != ann.ticket.key
    assert client.ticket.revealed == UNREVEALED


def test_cards_that_were_dealt_without_our_nonce_are_foul() -> None:
    wire, ann = finished()
    assert ann.ticket is not None
    client = Client("Ann", ann.ticket._replace(revealed=UNREVEALED))
    client.receive(m.Seated(ann.code, 0, 0, 0))
    assert of_kind(client.receive(seals_of(wire, ann, k.DEALT)), Foul)


def test_who_does_not_know_the_nonce_any_more_is_not_ready() -> None:
    """A browser that comes back to the waiting room; its page had sealed a nonce there."""
    wire, ann = finished()
    assert ann.ticket is not None
    client = Client("Ann", ann.ticket._replace(key=bytes(32), revealed=b""))
    client.receive(m.Seated(ann.code, 0, 0, 0))
    sealed = seals_of(wire, ann, k.SEALED)
    client.receive(replace(sealed, step=k.OPEN))
    assert client.take() == [m.Ready(b"")]
    assert not of_kind(client.receive(sealed), Foul)
    assert client.take() == []


def test_a_client_that_crashed_has_the_same_nonce_again() -> None:
    wire = Wire()
    ann, bob = wire.seated()
    for client in (ann, bob):
        client.ready()
    wire.settle()
    line = line_of(wire, bob)
    ann.request(m.Start())
    other = line_of(wire, ann)
    wire.pump(other)
    wire.deliver_up(other)
    wire.cut(line)
    twin = Client("Bob", bob.ticket)
    twin.resume(ann.code)
    wire.connect(twin)
    wire.settle()
    assert twin.room is not None
    assert twin.room.phase == k.PLAYING


def test_the_fake_wire_speaks_bytes() -> None:
    wire = Wire()
    (ann,) = wire.seated(names=["Ann"])
    ann.request(m.Ping(7))
    line = line_of(wire, ann)
    wire.pump(line)
    assert decode_for_relay(line.up[0]) == m.Ping(7)
