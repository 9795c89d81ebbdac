"""The parts around a hub, each on its own: gate, figures, logs, the store's thread."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import threading
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path

import pytest

from relay.effects import Append, Load, Sweep
from relay.protocol.limits import Limits
from relay.server import logs
from relay.server.admission import Admission, household
from relay.server.figures import Figures, Histogram
from relay.server.writer import Batch, Writer, _Work
from relay.store.log_store import MemoryStore
from relay.store.sqlite import SqliteStore

# ---- gate ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_a_household_is_one_address(address: str, place: str) -> None:
    assert household(address) == place


def test_the_last_word_that_is_not_ours_counts() -> None:
    gate = Admission(Limits(), [ip_network("10.0.0.0/8"), ip_network("::1")])
    assert gate.origin("10.1.2.3", ["192.0.2.1, 192.0.2.2"]) == "192.0.2.2"
    assert gate.origin("::1", ["192.0.2.1", "192.0.2.2, 10.9.9.9"]) == "192.0.2.2"
    assert gate.origin("::ffff:10.1.2.3", ["192.0.2.1"]) == "192.0.2.1"
    assert gate.origin("10.1.2.3", ["192.0.2.1, nonsense"]) == "10.1.2.3"
    assert gate.origin("10.1.2.3", []) == "10.1.2.3"
    assert gate.origin("192.0.2.9", ["192.0.2.1"]) == "192.0.2.9"


def test_sockets_are_counted_by_household_and_in_all() -> None:
    gate = Admission(Limits(connections=1, all_connections=10), [ip_network("10.0.0.1")])
    assert [gate.enter("2001:db8::1", 0.0), gate.enter("2001:db8::2", 0.0)] == [True, True]
    assert not gate.enter("2001:db8::3", 0.0)
    gate.leave("2001:db8::3")
    gate.leave("2001:db8::1")
    assert gate.enter("2001:db8::4", 0.0)
    assert all(gate.enter("10.0.0.1", 0.0) for _ in range(100))
    found = [gate.enter(f"192.0.2.{n}", 0.0) for n in range(250)]
    assert found.count(False) == 250 + 102 - 266


def test_a_socket_by_a_proxy_is_counted_for_who_is_behind_it() -> None:
    gate = Admission(Limits(connections=1, all_connections=10), [ip_network("10.0.0.1")])
    for number in range(3):
        assert gate.enter("10.0.0.1", 0.0)
        assert gate.pass_on("10.0.0.1", "192.0.2.1", 0.0) == (number < 2)
    gate.leave("192.0.2.1")
    gate.leave("192.0.2.1")
    assert gate.enter("192.0.2.1", 0.0)  # those without a proxy count too
    assert not gate.enter("192.0.2.1", 0.0)
    found = [gate.enter(f"198.51.100.{n // 2}", 0.0) for n in range(300)]
    assert found.count(True) == 266 - 3  # a socket is one, also if a proxy has it


# ---- figures ------------------------------------------------------------------------------------


def test_an_address_opens_only_so_many_connections_a_second() -> None:
    limits = Limits(connections=1000, arrivals=3, arrival_rate=0.5, all_arrivals=1000)
    gate = Admission(limits, [ip_network("10.0.0.1")])
    assert [gate.enter("192.0.2.1", 0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert gate.enter("192.0.2.2", 0.0)
    assert all(gate.enter("10.0.0.1", 0.0) for _ in range(20))  # those behind it are told apart
    assert [gate.arrive("192.0.2.3", 0.0) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [gate.enter("192.0.2.1", 2.0) for _ in range(2)] == [True, False]


def test_all_together_open_only_so_many_connections_a_second() -> None:
    gate = Admission(Limits(all_arrivals=50, all_arrival_rate=10.0))
    found = [gate.enter(f"192.0.2.{n}", 0.0) for n in range(100)]
    assert found == [True] * 50 + [False] * 50
    assert [gate.enter(f"198.51.100.{n}", 1.0) for n in range(20)] == [True] * 10 + [False] * 10


@pytest.mark.parametrize("is_by_proxy", [False, True])
def test_who_is_refused_leaves_room_for_others(is_by_proxy: bool) -> None:
    gate = Admission(Limits(arrivals=5, all_arrivals=10), [ip_network("10.0.0.1")])

    def comes(address: str) -> bool:
        is_let_in = gate.enter("10.0.0.1" if is_by_proxy else address, 0.0)
        if is_by_proxy:
            is_let_in = is_let_in and gate.pass_on("10.0.0.1", address, 0.0)
        gate.leave(address)
        return is_let_in

    assert [comes("192.0.2.1") for _ in range(20)].count(True) == 5
    assert [comes("192.0.2.2") for _ in range(5)] == [True] * 5
    assert not comes("192.0.2.3")  # all together


def test_addresses_that_came_are_not_remembered_without_end() -> None:
    limits = Limits(addresses=10, arrivals=2, arrival_rate=1.0)
    gate = Admission(limits)
    for number in range(1000):
        assert gate.arrive(f"2001:db8:{number:x}::", number / 100)
    assert len(gate._arrivals) <= 10
    assert [gate.arrive("192.0.2.1", 11.0) for _ in range(3)] == [True, True, False]


def test_a_histogram_adds_up() -> None:
    histogram = Histogram()
    for seconds in (0.0001, 0.0005, 0.002, 0.2, 60.0):
        histogram.add(seconds)
    found = dict(histogram.buckets())
    assert found["0.0005"] == 2
    assert found["0.0025"] == 3
    assert (found["5.0"], found["+Inf"], histogram.count) == (4, 5, 5)


def test_codes_are_labels() -> None:
    page = Figures().page({"connections": 1, "rooms": 2, "refused stale": 3, "bye slow": 4})
    assert 'kb_relay_refused_total{code="stale"} 3\n' in page
    assert 'kb_relay_bye_total{code="slow"} 4\n' in page
    assert "kb_relay_rooms 2\n" in page


# ---- logs ---------------------------------------------------------------------------------------


def test_a_line_is_one_line_whatever_is_in_it() -> None:
    out = io.StringIO()
    logs.set_up("text", "info", out)
    logs.event(
        logging.INFO, "told", text='a "b"\nevent=forged', empty="", number=1.23456, plain="x"
    )
    (line,) = out.getvalue().splitlines()
    assert line.endswith(
        r'level=info event=told text="a \"b\"\nevent=forged" empty="" number=1.235 plain=x'
    )


def test_json_lines_are_json() -> None:
    out = io.StringIO()
    logs.set_up("json", "info", out)
    logs.event(logging.WARNING, "told", room="ACDEFG", seconds=1.5)
    logs.event(logging.DEBUG, "too quiet")
    (line,) = out.getvalue().splitlines()
    found = json.loads(line)
    assert found.pop("time").endswith("Z")
    assert found == {"level": "warning", "event": "told", "room": "ACDEFG", "seconds": 1.5}


def test_mistakes_and_libraries_are_named_without_what_they_quote() -> None:
    out = io.StringIO()
    logs.set_up("text", "info", out)
    try:
        raise ValueError("hunter2")
    except ValueError as error:
        logs.trouble("mistake", error)
        logging.getLogger("websockets").error("failed: %s", "hunter2", exc_info=True)
    said = out.getvalue()
    assert "hunter2" not in said
    assert "error=ValueError where=test_parts.py:" in said
    assert 'event=library logger=websockets says="failed: %s" error=ValueError' in said


# ---- the store's thread -------------------------------------------------------------------------


class Slow(MemoryStore):
    """Says what it was asked and where, and waits with reading until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []
        self.threads: list[str] = []
        self.is_asked = threading.Event()
        self.may = threading.Event()
        self.is_closed = False

    def append(self, appends: Sequence[Append]) -> list[bool]:
        self.batches.append(len(appends))
        self.threads.append(threading.current_thread().name)
        if any(append.room == "BAD" for append in appends):
            raise RuntimeError("a mistake in the store")
        return super().append(appends)

    def load(self, room: str, after: int = 0) -> list[bytes]:
        self.is_asked.set()
        self.may.wait(10)
        return super().load(room)

    def close(self) -> None:
        self.is_closed = True


async def ask(*questions: Append | Load | Sweep) -> tuple[Slow, list[Batch]]:
    """Ask these while something is read; what came of it, without that."""
    store = Slow()
    batches: list[Batch] = []
    writer = Writer(store, batches.append)
    writer.ask(Load("NOWHERE"))
    await asyncio.to_thread(store.is_asked.wait, 10)
    for question in questions:
        writer.ask(question)
    await asyncio.sleep(0)
    store.may.set()
    await writer.stop()
    assert store.is_closed
    assert not writer.is_alive
    return store, batches[1:]


def append(room: str, expected: int = 0) -> Append:
    return Append(room, expected, (b"x",), 4e9)


async def test_what_gathers_is_written_together() -> None:
    questions = [append(f"R{n}") for n in range(50)]
    store, batches = await ask(*questions)
    assert store.batches == [50]
    answers = [answer for batch in batches for answer in batch.answers]
    assert answers == [(question, True) for question in questions]


async def test_each_question_has_its_own_answer() -> None:
    load = Load("FIRST")
    _, batches = await ask(load, append("FIRST"), append("FIRST", 7), Sweep(0.0))
    outcomes = dict(batches[0].answers)
    assert outcomes == {
        load: [b"x"],
        append("FIRST"): True,
        append("FIRST", 7): False,
        Sweep(0.0): False,  # nothing was left
    }


async def test_a_failure_fails_its_batch_and_the_thread_goes_on() -> None:
    load = Load("GOOD")
    _, batches = await ask(append("BAD"), append("GOOD"), load)
    assert [outcome for _, outcome in batches[0].answers] == [None, None, []]
    assert batches[0].trouble == "RuntimeError: a mistake in the store"


@pytest.mark.parametrize(
    ("slow", "threads"),
    [(60.0, ["MainThread", "MainThread"]), (0.0, ["MainThread", "store"])],
    ids=["quick", "slow"],
)
async def test_a_quick_store_is_written_by_the_loop_and_a_slow_one_by_its_thread(
    monkeypatch: pytest.MonkeyPatch, slow: float, threads: list[str]
) -> None:
    monkeypatch.setattr("relay.server.writer._QUICK", slow)
    monkeypatch.setattr("relay.server.writer._SLOW", slow)
    store, batches = Slow(), list[Batch]()
    writer = Writer(store, batches.append)
    for room in ("ONE", "TWO"):
        writer.ask(append(room))
        await asyncio.sleep(0)
    await writer.stop()
    assert store.threads == threads
    assert [outcome for batch in batches for _, outcome in batch.answers] == [True, True]
    assert len(batches) == 2


async def test_one_slow_batch_is_no_slow_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """To hand over to the thread and back takes longer than most syncs."""
    took = iter([0.015, 0.0002, 0.0002, 0.015, 0.0002])
    store = Slow()
    writer = Writer(store, lambda batch: None)
    finish = _Work.finish
    monkeypatch.setattr(_Work, "finish", lambda work: finish(work)._replace(seconds=next(took)))
    for number in range(5):
        writer.ask(append(f"ROOM{number}"))
        await asyncio.sleep(0)
    await writer.stop()
    assert store.threads == ["MainThread"] * 4 + ["store"]  # but a second one so soon is


async def test_a_store_that_is_quick_again_is_written_by_the_loop_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    took = iter([0.05, *[0.0] * 60])
    store, batches = Slow(), list[Batch]()
    writer = Writer(store, batches.append)
    finish = _Work.finish
    monkeypatch.setattr(_Work, "finish", lambda work: finish(work)._replace(seconds=next(took)))
    for number in range(30):
        writer.ask(append(f"ROOM{number}"))
        async with asyncio.timeout(10):
            while len(batches) <= number:
                await asyncio.sleep(0)
    await writer.stop()
    assert store.threads[0] == store.threads[-1] == "MainThread"
    assert 10 < store.threads.count("store") < 20  # 0.005 falls below 0.001


async def test_the_loop_does_not_write_while_the_thread_is_at_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, batches = Slow(), list[Batch]()
    writer = Writer(store, batches.append)
    finish = _Work.finish  # however long that takes here: nothing may be a slow store
    monkeypatch.setattr(_Work, "finish", lambda work: finish(work)._replace(seconds=0.0))
    writer.ask(Load("NOWHERE"))
    await asyncio.to_thread(store.is_asked.wait, 10)
    writer.ask(append("ONE"))
    await asyncio.sleep(0)
    assert store.threads == []
    store.may.set()
    await writer.stop()
    assert store.threads == ["MainThread"]
    assert [len(batch.answers) for batch in batches] == [1, 1]


@pytest.mark.parametrize(("first", "batches"), [(1, [1, 8]), (8, [16])])
async def test_a_crowd_waits_for_those_right_behind_it(first: int, batches: list[int]) -> None:
    store = Slow()
    writer = Writer(store, lambda batch: None)
    for n in range(first):
        writer.ask(append(f"A{n}"))
    await asyncio.sleep(0)
    for n in range(8):
        writer.ask(append(f"B{n}"))
    await writer.stop()
    assert store.batches == batches


async def test_what_cannot_be_prepared_waits_in_the_thread(tmp_path: Path) -> None:
    store, other = (SqliteStore(tmp_path / "relay.db") for _ in range(2))
    theirs = other.prepare([append("ROOM")])
    assert theirs is not None
    batches: list[Batch] = []
    writer = Writer(store, batches.append)
    writer.ask(append("ROOM"))
    await asyncio.sleep(0)  # the loop goes on
    assert batches == []
    assert theirs() == [True]
    await writer.stop()
    assert [outcome for batch in batches for _, outcome in batch.answers] == [False]
    other.close()
