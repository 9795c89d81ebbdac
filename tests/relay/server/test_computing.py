"""What the thread of the bots is given: what comes of it if it fails, or if the relay stops."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from relay.days.challenge_facts import Judged
from relay.effects import Judge, Lay, Think
from relay.hub.hub import Hub
from relay.protocol.errors import Refusal
from relay.protocol.limits import Limits
from relay.server import driver as driver_module
from relay.server.admission import Admission
from relay.server.driver import Driver
from relay.store.log_store import MemoryStore

THINK = Think("ROOM", 1, 1, "greedy", "kingdom", None, b"seed")


@asynccontextmanager
async def running() -> AsyncIterator[Driver]:
    driver = Driver(Hub(Limits(), bytes), MemoryStore(), Admission(Limits(), []))
    yield driver
    await driver.stop()


def refuse_to_work(*_arguments: object) -> object:
    raise ZeroDivisionError


async def test_who_sent_a_record_that_breaks_the_judge_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver_module, "judgment", refuse_to_work)
    told: asyncio.Future[tuple[int, Judged | Refusal]] = asyncio.get_running_loop().create_future()

    def judged(number: int, found: Judged | Refusal, _now: float) -> list[object]:
        told.set_result((number, found))
        return []

    async with running() as driver:
        monkeypatch.setattr(driver.hub, "judged", judged)
        driver._judge(Judge(7, "a record", "Ann"))
        number, found = await asyncio.wait_for(told, 10)
        assert number == 7
        assert isinstance(found, Refusal)
        assert found.code == "bad-record"
        assert driver.figures.errors == 1


async def test_a_stop_with_bots_in_the_queue_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    go_on = threading.Event()
    mistakes: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: mistakes.append(context))
    monkeypatch.setattr(driver_module, "think", lambda _effect: go_on.wait(10))
    with caplog.at_level(logging.ERROR):
        async with running() as driver:
            driver._think(THINK)
            driver._think(THINK)
            driver._judge(Judge(1, "a record", "Ann"))
            driver._lay(Lay("kingdom", "2026-11-18"))
        go_on.set()
        await asyncio.sleep(0.05)
    assert not mistakes
    assert not caplog.records
    assert driver.figures.errors == 0
