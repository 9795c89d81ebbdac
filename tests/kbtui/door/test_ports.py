"""Ports that the doors of one folder share, and nobody else."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest

from kbtui.door.ports import Ports
from relay.server.arguments import Refusal

HERE = "127.0.0.1"


def listener() -> socket.socket:
    """That would let others in."""
    return socket.create_server((HERE, 0), reuse_port=True)


def test_a_port_that_somebody_else_has_is_refused(tmp_path: Path) -> None:
    with closing(listener()) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Refusal, match=rf"port {port} is taken .* with --web-port"):
            Ports(tmp_path).claim(HERE, port, "--web-port")
    Ports(tmp_path).claim(HERE, port, "--web-port")


def test_the_next_door_of_a_folder_shares_its_port(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with closing(listener()) as taken:
        port = taken.getsockname()[1]
        first = Ports(tmp_path / "one")
        first.hold(port)
        Ports(tmp_path / "one").claim(HERE, port, "--port")
        with pytest.raises(Refusal):
            Ports(tmp_path / "two").claim(HERE, port, "--port")


async def test_a_relay_that_is_just_ending_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = listener()
    port = taken.getsockname()[1]

    async def sleep(_seconds: float) -> None:
        taken.close()

    monkeypatch.setattr("kbtui.door.ports.asyncio.sleep", sleep)
    await Ports(tmp_path).claim_patiently(HERE, port, "--relay-port")
