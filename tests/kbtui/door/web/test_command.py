"""``kb-door --web``: one command for both ways in, with the same accounts and limits."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kbtui.door.web.webserver import WebDoor
from kbtui.text.address import parse_address
from tests.kbtui.door.hosting import Door
from tests.kbtui.door.web.site import Site, get
from tests.kbtui.door.web.terminals import cookie, page
from tests.kbtui.online.rooms import free_port
from tests.kbtui.programs import ROOT, environ

pytestmark = pytest.mark.slow


class At(WebDoor):
    """A door in another process."""

    def __init__(self, url: str) -> None:
        self.url = url


def opened(folder: Path, *more: str) -> tuple[Door, Site]:
    relay = str(free_port())
    folder.mkdir()
    options = ("--web", "--web-port", "0", "--relay-port", relay, "--users", "none", *more)
    door = Door(folder / "door", *options)
    assert door.process.stdout is not None
    said = door.process.stdout.readline().decode()
    assert said.startswith("browsers open: http://127.0.0.1:"), door.errors.read_text()
    return door, Site(At(said.split()[-1]), parse_address(f"127.0.0.1:{relay}"))


async def test_a_browser_is_a_guest_of_the_same_house(tmp_path: Path) -> None:
    door, here = opened(tmp_path / "a", "--sessions", "1")
    with door:
        home = await get(here, "/")
        assert f"ssh -p {door.port} localhost" in home.body
        assert "SHA256:" in home.body
        kept = await cookie(here)
        async with page(here, kept) as first:
            await first.paints("Meet somebody")
            who = await asyncio.to_thread(door.run, "who")
            assert who.stdout.decode().startswith("~")  # a guest, seen by those who come by SSH
            async with page(here, await cookie(here)) as second:
                await second.paints("Too many people are playing here right now.")
        async with page(here, kept) as again:
            await again.paints("Meet somebody")  # the same program: there is room for one alone
            door.process.send_signal(signal.SIGTERM)  # nobody new; who is here may end
            await again.type("\x11")
            await again.ends()
        assert await asyncio.to_thread(door.process.wait, 30) == 0
    assert _processes_of(tmp_path / "a" / "door") == []


def _processes_of(folder: Path) -> list[str]:
    """Programs that were told about that folder and still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if os.fsencode(folder) in line:
            found.append(line.decode(errors="replace"))
    return found


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--web-host", "0.0.0.0"), "--web-host needs --web-url"),
        (("--web-url", "play.example.org"), "is not like https://play.example.org"),
        (("--cert", "nowhere.pem"), "there is no file nowhere.pem"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    command = [sys.executable, "-P", "-m", "kbtui.door.serve", "--web", "--port", "0"]
    command += ["--folder", str(tmp_path / "door"), "--users", "none", *options]
    done = subprocess.run(
        command, cwd=ROOT, env=environ(tmp_path), capture_output=True, timeout=50, check=False
    )
    assert done.returncode == 2
    assert sentence in done.stderr.decode().splitlines()[-1]
    assert b"Traceback" not in done.stderr
