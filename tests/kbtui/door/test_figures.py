"""The figures of a door are for its own machine, by the same check as those of a relay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kbtui.door import figures
from kbtui.door.accounts.store import SqliteAccounts
from kbtui.door.people import People
from kbtui.door.shared import Limits, Shared
from tests.kbtui.door.listening import players
from tests.relay.raw import HOSTS, PASSED_ON, Raw


@pytest_asyncio.fixture
async def port(tmp_path: Path) -> AsyncIterator[int]:
    accounts, programs = SqliteAccounts(tmp_path / "accounts.sqlite"), players(tmp_path)
    shared = Shared(accounts, programs, People(), "play.example.org", Limits())
    async with await figures.serve(shared, 0) as server:
        found: int = server.sockets[0].getsockname()[1]
        yield found
    await programs.stop()
    accounts.close()


async def asked(port: int, *headers: str, path: str = "/metrics") -> str:
    """The whole answer to a plain request."""
    raw = await Raw.socket(port)
    lines = "".join(f"{header}\r\n" for header in headers)
    return (await raw.answer(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())).decode()


@pytest.mark.parametrize(("host", "wanted"), HOSTS)
async def test_they_are_not_for_a_page_whose_name_leads_here(
    port: int, host: str, wanted: str
) -> None:
    answer = await asked(port, f"Host: {host}")
    assert answer.startswith(f"HTTP/1.1 {wanted} ")
    assert ("kb_door_people 0\n" in answer) == (wanted == "200")


@pytest.mark.parametrize("header", PASSED_ON)
async def test_they_are_not_for_whoever_a_proxy_passes_on(port: int, header: str) -> None:
    assert (await asked(port, "Host: localhost", header)).startswith("HTTP/1.1 403 ")


async def test_they_are_not_for_who_names_no_machine(port: int) -> None:
    assert (await asked(port)).startswith("HTTP/1.1 403 ")


async def test_there_is_one_page(port: int) -> None:
    assert (await asked(port, "Host: localhost", path="/")).startswith("HTTP/1.1 404 ")


async def test_a_head_without_an_end_gets_no_answer(port: int) -> None:
    raw = await Raw.socket(port)
    assert (
        await raw.answer(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 2**17) == b""
    )
