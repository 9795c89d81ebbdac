"""The clock of the machine is set: no turn ends, no game is forgotten, and chat tells the day."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.server import clock as clock_module
from relay.server.clock import NOTED, RelayClock
from relay.server.server import Relay, Settings
from relay.store.log_store import LogStore, MemoryStore
from relay.store.sqlite import SqliteStore
from tests.relay.driving import FAST, Driver, sit_down, stop_all
from tests.relay.wire import START

HOUR, DAY = 3600.0, 24 * 3600.0
JUMPS = [61 * DAY, HOUR, -HOUR]
OFTEN = replace(FAST, sweep=0.05)
CLOCK = m.Terms('{"players":2}', False, True, 0, k.TURN_CLOCK, 600)


class Machine:
    """The two clocks of a machine."""

    def __init__(self) -> None:
        self.running = 1000.0
        self.day = START

    def pass_time(self, seconds: float) -> None:
        self.running += seconds
        self.day += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(clock_module, "running", lambda: made.running)
    monkeypatch.setattr(clock_module, "of_day", lambda: made.day)
    return made


def noted(clock: RelayClock, store: LogStore) -> None:
    assert store.append(clock.note()) == [True, True]


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LogStore]:
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "store")
    yield made
    with suppress(OSError):
        made.close()


def test_without_a_note_it_begins_with_the_time_of_day(machine: Machine) -> None:
    clock = RelayClock(MemoryStore())
    assert clock.now() == START
    machine.pass_time(5)
    assert clock.now() == START + 5
    assert clock.behind() == 0


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_changes_nothing_while_it_runs(machine: Machine, jump: float) -> None:
    clock = RelayClock(MemoryStore())
    machine.pass_time(5)
    machine.day += jump
    assert clock.now() == START + 5
    assert clock.behind() == jump
    assert clock.expired() == START + 5 + min(jump, 0)
    machine.pass_time(5)
    machine.day -= jump
    assert clock.now() == START + 10
    assert clock.behind() == 0


@pytest.mark.parametrize("jump", JUMPS)
def test_it_goes_on_where_it_was_after_a_restart(
    machine: Machine, store: LogStore, jump: float
) -> None:
    before = RelayClock(store)
    machine.pass_time(100)
    noted(before, store)
    machine.running = 3.0  # the machine was started again
    machine.day += jump
    after = RelayClock(store)
    assert START + 100 <= after.now() <= START + 100 + NOTED
    assert after.expired() <= START + 100 + NOTED


def test_a_short_stop_is_counted_and_a_long_one_is_not(machine: Machine, store: LogStore) -> None:
    noted(RelayClock(store), store)
    machine.pass_time(7)
    again = RelayClock(store)
    assert again.now() == pytest.approx(START + 7)
    noted(again, store)
    machine.pass_time(DAY)
    later = RelayClock(store)
    assert later.now() == pytest.approx(START + 7 + NOTED)
    assert later.behind() == pytest.approx(DAY - NOTED)
    noted(later, store)
    machine.pass_time(9)
    assert RelayClock(store).now() == pytest.approx(START + 7 + NOTED + 9)


def test_a_note_is_no_room_and_never_expires(machine: Machine, store: LogStore) -> None:
    noted(RelayClock(store), store)
    assert store.rooms() == []
    assert store.sweep(START + 1000 * 365 * DAY) == []
    machine.pass_time(30)
    assert RelayClock(store).now() == pytest.approx(START + 30)


def test_a_store_out_of_reach_is_no_reason_not_to_begin(machine: Machine) -> None:
    class Away(MemoryStore):
        def expiry(self, room: str) -> float | None:
            raise OSError

    assert RelayClock(Away()).now() == START


# ---- whole relays -------------------------------------------------------------------------------


class Jumping:
    """The clock of the day, set by hand; the other one runs as ever."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.offset = 0.0
        real = time.time
        monkeypatch.setattr(clock_module, "of_day", lambda: real() + self.offset)


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> Jumping:
    monkeypatch.setattr("relay.server.driver._BEAT", 0.05)
    return Jumping(monkeypatch)


async def table(relay: Relay) -> list[Driver]:
    """Ann and Bob some entries into a game with a clock of ten minutes."""
    ann, bob = await sit_down(relay.address, ["Ann", "Bob"], stop_at=0)
    await ann.request(m.Change(CLOCK))
    await bob.until(lambda: bob.client.room and bob.client.room.terms.seconds == 600, "the clock")
    for driver in (ann, bob):
        await driver.go_on(stop_at=8)
    for driver in (ann, bob):
        await driver.reaches(8)
    return [ann, bob]


def sitters(driver: Driver) -> list[str]:
    room = driver.client.room
    assert room is not None
    return [seat.sitter for seat in room.seats]


@pytest.mark.parametrize("jump", JUMPS)
@pytest.mark.slow
async def test_a_jump_ends_no_turn_and_forgets_no_game(
    tmp_path: Path, jumping: Jumping, jump: float
) -> None:
    store = SqliteStore(tmp_path / "store")
    async with Relay(Settings(port=0, limits=OFTEN), store) as relay:
        ann, bob = await table(relay)
        for offset in (jump, 0.0):  # and back again
            jumping.offset = offset
            await asyncio.sleep(0.4)  # several looks for what has expired
            await ann.request(m.Say("still here"))
            await bob.until(lambda: "still here" in str(bob.client.chat), "a line of chat")
            bob.client.chat.clear()
        assert sitters(ann) == [k.PERSON, k.PERSON]
        await stop_all([ann, bob])
    again = SqliteStore(tmp_path / "store")
    assert len([kept for kept in again.rooms() if not kept.room.startswith("(day")]) == 1
    again.close()


@pytest.mark.slow
@pytest.mark.parametrize("jump", JUMPS)
async def test_a_jump_between_two_relays_ends_no_turn_and_forgets_no_game(
    tmp_path: Path, jumping: Jumping, jump: float
) -> None:
    path = tmp_path / "store"
    async with Relay(Settings(port=0, limits=OFTEN), SqliteStore(path)) as relay:
        port = relay.port
        ann, bob = await table(relay)
    jumping.offset = jump
    async with Relay(Settings(port=port, limits=OFTEN), SqliteStore(path)):
        for driver in (ann, bob):
            await driver.until(lambda driver=driver: driver.is_back, "the line")  # type: ignore[misc]
            await driver.until(lambda driver=driver: driver.client.clock, "the clock")  # type: ignore[misc]
        await asyncio.sleep(0.4)
        assert sitters(ann) == [k.PERSON, k.PERSON]
        clock = ann.client.clock
        assert clock is not None
        assert 500_000 < clock.left[clock.seat] <= 600_000
        for driver in (ann, bob):
            await driver.go_on()
        for driver in (ann, bob):
            await driver.ends()
        await stop_all([ann, bob])


async def test_chat_tells_the_time_of_day(tmp_path: Path, jumping: Jumping) -> None:
    jumping.offset = HOUR
    async with Relay(Settings(port=0, limits=OFTEN), MemoryStore()) as relay:
        ann, bob = await table(relay)
        jumping.offset = 0.0
        await asyncio.sleep(0.2)
        await ann.request(m.Say("What time is it?"))
        await bob.until(lambda: bob.client.chat, "a line of chat")
        said = bob.client.chat[1].at / 1000
        assert abs(said - time.time()) < 60
        await stop_all([ann, bob])
