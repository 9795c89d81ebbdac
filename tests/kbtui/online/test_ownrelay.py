"""A relay inside the app: found by others, kept on disk, one for each player."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from socket import socket

import pytest

from kbtui.online import ownrelay
from kbtui.online.ownrelay import OwnRelay, has_room
from tests.kbtui.online.rooms import free_port, player, returned, stop, terms, until

HERE = "127.0.0.1"


@pytest.fixture
def port() -> int:
    return free_port()


async def test_a_room_outlives_the_relay(tmp_path: Path, port: int) -> None:
    own = OwnRelay(tmp_path, port, HERE)
    await own.start()
    await own.start()  # once is enough
    ann = player(own.address, "Ann", tmp_path)
    ann.create("kingdom", terms())
    ann.start()
    await until(lambda: ann.client.seal is not None)
    code = ann.client.code
    await stop(ann)
    await own.stop()
    assert has_room(tmp_path, code)
    with closing(sqlite3.connect(tmp_path / "own-relay.sqlite", isolation_level=None)) as other:
        other.execute("begin immediate")  # a writer is not waited for
        assert has_room(tmp_path, code)
    assert not has_room(tmp_path, "AAA-AAA")
    assert not has_room(tmp_path, "no code")
    assert not has_room(tmp_path / "elsewhere", code)
    again = OwnRelay(tmp_path, port, HERE)
    assert again.port == port
    await again.start()
    ann = returned(again.address, "Ann", tmp_path)
    await until(lambda: ann.room is not None)
    await stop(ann)
    await again.stop()


async def test_its_file_is_for_its_owner_alone(tmp_path: Path, port: int) -> None:
    own = OwnRelay(tmp_path, port, HERE)
    await own.start()
    for name in ("own-relay.sqlite", "own-relay.lock"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    await own.stop()


async def test_a_port_that_is_taken_is_passed_over(tmp_path: Path, port: int) -> None:
    with closing(socket()) as other:
        other.bind((HERE, port))
        other.listen()
        own = OwnRelay(tmp_path, port, HERE)
        assert own.port > port
        await own.start()
        await own.stop()


async def test_a_second_window_finds_the_relay_of_the_first(tmp_path: Path, port: int) -> None:
    first = OwnRelay(tmp_path, port, HERE)
    await first.start()
    second = OwnRelay(tmp_path, 1, HERE)
    assert second.is_elsewhere
    assert second.address == first.address
    await second.start()
    await second.stop()
    assert OwnRelay(tmp_path, 1, HERE).is_elsewhere  # the first one still has it
    await first.stop()


async def test_a_port_that_is_taken_at_the_last_moment_is_told(tmp_path: Path, port: int) -> None:
    own = OwnRelay(tmp_path, port, HERE)
    with closing(socket()) as other:
        other.bind((HERE, port))
        other.listen()
        with pytest.raises(OSError, match="in use"):
            await own.start()
    assert "A relay cannot be started here" in own.trouble
    await own.stop()


async def test_a_file_that_is_no_store_is_told(tmp_path: Path, port: int) -> None:
    (tmp_path / "own-relay.sqlite").write_text("no store at all" * 100)
    own = OwnRelay(tmp_path, port, HERE)
    with pytest.raises(OSError, match="not a database"):
        await own.start()
    assert "not a database" in own.trouble
    await own.stop()


async def test_two_rooms_at_once_need_one_relay(tmp_path: Path, port: int) -> None:
    own = OwnRelay(tmp_path, port, HERE)
    await asyncio.gather(own.start(), own.start())
    assert own.trouble == ""
    await own.stop()


def test_no_free_port_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(ownrelay, "_PORTS", 0)
    with pytest.raises(OSError, match="are in use"):
        OwnRelay(tmp_path, port, HERE)


async def test_others_are_told_addresses_that_are_not_loopback(tmp_path: Path, port: int) -> None:
    own = OwnRelay(tmp_path, port, HERE)
    await own.start()
    assert own.addresses
    for address in own.addresses:
        host, _colon, number = address.rpartition(":")
        assert int(number) == own.port
        assert host
    assert not any(ip_address(each).is_loopback for each in ownrelay.lan_addresses())
    await own.stop()


def test_a_store_that_is_none_has_no_rooms(tmp_path: Path) -> None:
    (tmp_path / "own-relay.sqlite").write_text("no store at all" * 100)
    assert not has_room(tmp_path, "AAA-AAA")
