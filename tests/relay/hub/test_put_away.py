"""A room that is put away is gone: nothing holds it, whatever it had to be woken for."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from relay.client.client import Client
from relay.hub.alarms import Alarms
from relay.hub.connections import Connection
from relay.hub.open_room import OpenRoom
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.room.room import Room
from tests.relay.wire import TERMS, Wire

pytestmark = pytest.mark.slow

MANY = 2000
FAST = Limits(burst=100_000, rate=100_000, connections=100, creations=100_000, guesses=1000)
HOUR = 3600.0


@contextmanager
def no_search_for_circles() -> Iterator[None]:
    """A relay looks for circles seldom: what it lets go of has to disappear without that."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cut(wire: Wire, *clients: Client) -> None:
    for line in list(wire.lines.values()):
        if line.client in clients:
            wire.cut(line)
    wire.lines.clear()


def alarms(wire: Wire) -> int:
    return len(wire.hub._shared.alarms)


def alive(*kinds: type) -> int:
    # Not by isinstance, which asks what a weak proxy stood for, and that may be gone.
    return sum(issubclass(type(thing), kinds) for thing in gc.get_objects())


def test_thousands_of_rooms_opened_and_put_away_leave_nothing() -> None:
    wire = Wire(FAST)
    with no_search_for_circles():
        others = alive(OpenRoom, Room, Connection)
        for number in range(MANY):
            host = wire.player("Ann")
            host.create("kingdom", TERMS)
            wire.connect(host)
            wire.settle()
            wire.cut(wire.lines[wire.peers])
            if number % 100 == 99:
                wire.pass_time(FAST.idle + 1)
                wire.events.clear()
        assert wire.hub.figures()["rooms"] == 0
        assert len(wire.store.rooms()) == MANY
        assert alive(OpenRoom, Room, Connection) == others
    assert alarms(wire) < 200


def test_a_game_that_is_resumed_again_and_again_is_in_memory_once_at_most() -> None:
    wire = Wire(FAST)
    ann, bob = wire.started()
    wire.play_on([ann, bob], 60)
    shared = wire.hub._shared
    places: list[weakref.ref[OpenRoom]] = []
    rooms: list[weakref.ref[Room]] = []
    with no_search_for_circles():
        for _ in range(20):
            cut(wire, ann, bob)
            wire.pass_time(FAST.idle + 1)
            assert all(place() is None for place in places)
            assert all(room() is None for room in rooms)
            wire.connect(ann)
            wire.connect(bob)
            wire.settle()
            place = shared.rooms[ann.code.replace("-", "")]
            places.append(weakref.ref(place))
            rooms.append(weakref.ref(place.room))
            del place
    assert ann.confirmed == 60


def test_a_long_game_gives_its_memory_back() -> None:
    wire = Wire(FAST)
    ann, bob = wire.started()
    wire.play_on([ann, bob], 12)
    mover = next(c for c in (ann, bob) if c.table is not None and c.table.to_act == c.seat)
    assert mover.table is not None
    move = next(mover.table.game.format(x) for x in mover.table.game.legal(mover.table.state))
    mover.play(move)
    for _ in range(1000):
        mover.play("undo")
        mover.play("redo")
    wire.settle()
    for number in range(4):
        cut(wire, ann, bob)
        wire.pass_time(FAST.idle + 1)
        if number == 1:  # by now everything that is kept for good is there
            gc.collect()
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
        wire.connect(ann)
        wire.settle()
    cut(wire, ann)
    wire.pass_time(FAST.idle + 1)
    wire.events.clear()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 200_000  # one such room takes a megabyte


def test_a_room_that_expires_while_somebody_is_in_it_is_freed() -> None:
    wire = Wire(FAST)
    ann, _bob = wire.seated()
    place = weakref.ref(wire.hub._shared.rooms[ann.code.replace("-", "")])
    with no_search_for_circles():
        wire.pass_time(FAST.lobby_life + 1)
        assert wire.hub.figures()["rooms"] == 0
        assert place() is None


def test_a_finished_game_that_somebody_still_watches_does_not_hold_its_rematch() -> None:
    wire = Wire(FAST)
    ann, bob = wire.started()
    watcher = Client("Eve", None)
    watcher.watch(ann.code)
    wire.connect(watcher)
    wire.play_on([ann, bob])
    for client in (ann, bob):
        client.request(m.Rematch(True))
    wire.settle()
    assert ann.room is not None
    code = ann.room.following.replace("-", "")
    following = weakref.ref(wire.hub._shared.rooms[code])
    with no_search_for_circles():
        wire.pass_time(FAST.idle + 1)
        assert watcher.code.replace("-", "") in wire.hub._shared.rooms
        assert code not in wire.hub._shared.rooms
        assert following() is None


def test_a_connection_that_has_gone_is_not_held_by_the_wait_for_its_hello() -> None:
    wire = Wire(FAST)
    line = wire.connect(wire.player("Ann"))
    visitor = wire.hub._shared.connections[line.peer]
    with no_search_for_circles():
        count = alive(Connection)
        del visitor
        wire.cut(line)
        assert alive(Connection) == count - 1


# ---- alarms by themselves -----------------------------------------------------------------------


def test_alarms_ring_in_order_and_once() -> None:
    alarms: Alarms[str] = Alarms()
    for at, whom in ((3.0, "c"), (1.0, "a"), (2.0, "b"), (2.0, "B")):
        alarms.set(at, whom)
    assert alarms.next_due() == 1.0
    assert alarms.rung(2.0) == ["a", "b", "B"]
    assert alarms.rung(2.0) == []
    assert alarms.next_due() == 3.0


def test_alarms_say_whether_one_was_set_since_they_were_asked() -> None:
    alarms: Alarms[str] = Alarms()
    found = [alarms.is_new]
    for at in (2.0, 1.0, 3.0):
        alarms.set(at, "a")
        found.append(alarms.is_new)
        assert alarms.next_due() == at
        found.append(alarms.is_new)
    assert found == [False, True, False, True, False, True, False]


def test_of_two_alarms_for_one_sleeper_the_later_set_one_counts() -> None:
    alarms: Alarms[str] = Alarms()
    alarms.set(1.0, "a")
    alarms.set(5.0, "a")
    assert alarms.next_due() == 5.0
    assert alarms.rung(4.0) == []
    assert alarms.rung(5.0) == ["a"]
    assert alarms.next_due() is None


def test_an_alarm_that_was_dropped_does_not_ring() -> None:
    alarms: Alarms[str] = Alarms()
    alarms.set(1.0, "a")
    alarms.set(2.0, "b")
    alarms.drop("a")
    alarms.drop("nobody")
    assert alarms.rung(9.0) == ["b"]


@pytest.mark.parametrize("far", [HOUR, 60 * 24 * HOUR])
def test_leftovers_do_not_pile_up(far: float) -> None:
    alarms: Alarms[int] = Alarms()
    alarms.set(far, -1)
    for number in range(10_000):
        alarms.set(far - number / 1000, number)
        alarms.drop(number)
    assert len(alarms) < 100
    assert alarms.rung(far) == [-1]
