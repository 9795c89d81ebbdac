"""Players' programs: on a terminal or on pipes, locked in, and gone when the line is gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from kbtui.door.players import confine, wire
from kbtui.door.players import players as players_module
from kbtui.door.players.config import MEGABYTE
from kbtui.door.players.players import Full, Players
from kbtui.door.players.wish import Window, Wish
from tests.kbtui.door import attacker
from tests.kbtui.door.hosting import open_folder
from tests.kbtui.door.listening import HALL, Ear, players
from tests.kbtui.running import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture
def folder() -> Iterator[Path]:
    with open_folder() as found:
        (found / "players").mkdir()
        yield found / "players"


@pytest_asyncio.fixture
async def door(folder: Path) -> AsyncIterator[Players]:
    found = players(folder)
    await found.start()
    yield found
    await found.stop()


async def printed(door: Players, *words: str) -> Ear:
    ear = Ear()
    player = await door.open(Wish(1, "ada", words, None), ear)
    player.end_input()
    await asyncio.wait_for(player.ended, 40)
    return ear


async def test_a_program_on_a_terminal_paints_resizes_and_ends_with_the_line(
    door: Players,
) -> None:
    ear = Ear()
    player = await door.open(Wish(1, "ada", (), Window(80, 24)), ear)
    await ear.hears(HALL)
    assert b"\x1b[?1049h" in ear.data  # a screen of its own
    ear.data = b""
    player.resize(Window.of(9999, 9999))
    await ear.hears(b"\x1b[200;")  # the last row of a window within bounds
    assert b"\x1b[201;" not in ear.data
    assert player.pid is not None
    player.hang_up()
    assert await asyncio.wait_for(player.ended, 20) == -signal.SIGHUP
    assert not Path(f"/proc/{player.pid}").exists()
    assert door.running == {}


async def test_quitting_ends_a_program_by_itself_and_its_settings_stay(
    door: Players, folder: Path
) -> None:
    ear = Ear()
    player = await door.open(Wish(3, "ada", ("--color", "16")), ear)
    await ear.hears(HALL)
    player.write(b"q")
    assert await asyncio.wait_for(player.ended, 40) == 0
    assert 'color = "16"' in (folder / "3" / "settings.toml").read_text()
    assert (folder / "3").stat().st_mode & 0o777 == 0o700
    door.forget_folder(3)
    while (folder / "3").exists():
        await asyncio.sleep(0.01)
    assert folder.exists()


async def test_without_a_terminal_commands_print_and_others_are_refused(door: Players) -> None:
    told = await printed(door, "rules", "lords")
    assert (told.code, told.errors) == (0, b"")
    assert told.data.startswith(b"Lords\n")
    for words, said in (
        (("arena",), b"arena does not work at a door"),
        (("replay", "/etc/passwd"), b"this terminal cannot show"),
        (("export", "/etc/passwd", "--svg", "-"), b"is not a saved game"),
        (("export", "1", "--svg", "/tmp/x"), b"nothing can be written at a door"),
        (("games", "--relay", "example.org"), b"a door has one relay"),
        (("--line", "new", "--bots", "exec:ls"), b"a door starts no programs"),
        (("--line", "host", "--here"), b"a door has one relay"),
    ):
        told = await printed(door, *words)
        assert (told.code, told.data) == (2, b""), words
        assert told.errors.startswith(b"kb: ")
        assert said in told.errors, words


async def test_lines_are_played_over_pipes(door: Players) -> None:
    ear = Ear()
    words = ("--line", "new", "--seed", "door")
    player = await door.open(Wish(4, "ada", words, None), ear)
    await ear.hears(b"Your turn")
    player.write(b"quit\n")
    assert await asyncio.wait_for(player.ended, 40) == 0


async def test_programs_outlive_a_killed_spawner_and_another_one_ends_them(door: Players) -> None:
    first, second, third = Ear(), Ear(), Ear()
    one = await door.open(Wish(1, "ada"), first)
    two = await door.open(Wish(2, "bob"), second)
    three = await door.open(Wish(3, "cy"), third)
    for ear in (first, second, third):
        await ear.hears(HALL)
    door.signal(one, signal.SIGKILL)
    assert await asyncio.wait_for(one.ended, 20) == -signal.SIGKILL
    assert door._process is not None
    door._process.kill()
    while door._line is not None:
        await asyncio.sleep(0.01)
    fourth = Ear()
    await door.open(Wish(1, "ada"), fourth)  # by another spawner
    await fourth.hears(HALL)
    second.data = b""
    two.resize(Window.of(100, 30))
    await second.hears(HALL)  # it is there, and paints
    two.hang_up()
    door.end_politely(three)
    for player in (two, three):
        await asyncio.wait_for(player.ended, 20)
        assert player.handle is None
        while Path(f"/proc/{player.pid}").exists():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("drops_rights", [False, True])
async def test_a_door_that_can_start_no_spawner_gives_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch, drops_rights: bool
) -> None:
    """It says so, and lets itself be started again."""
    monkeypatch.setattr(players_module, "_PAUSES", (0.0, 0.0))
    done = asyncio.Event()
    told: list[str] = []
    door = players(folder, drops_rights=drops_rights)
    door.spawner_ended = lambda: told.append("ended")
    door.gave_up = done.set
    await door.start()
    try:
        ear = Ear()
        player = await door.open(Wish(1, "ada"), ear)
        monkeypatch.setattr(players_module, "_SPAWNER", "kbtui.door.nowhere")
        spawner = int(Path(f"/proc/{player.pid}/stat").read_text().rpartition(")")[2].split()[1])
        if door._keeper is not None:
            door._keeper._process.kill()
        os.kill(spawner, signal.SIGKILL)
        await asyncio.wait_for(done.wait(), 40)
        assert told == ["ended"]
        await asyncio.wait_for(player.ended, 20)
        with pytest.raises((OSError, Full)):
            await door.open(Wish(1, "ada"), Ear())
    finally:
        await door.stop()


async def test_who_does_not_read_stops_the_program_and_not_the_door(door: Players) -> None:
    ear = Ear()
    player = await door.open(Wish(1, "ada"), ear)
    await ear.hears(HALL)
    player.pause()
    ear.data = b""
    for columns in range(80, 140):
        player.resize(Window(columns, 60))
        await asyncio.sleep(0)
    assert ear.data == b""
    player.resume()
    await ear.hears(HALL)
    while player.write(b"x" * 4096):  # and who never reads what is typed is hung up
        door.signal(player, signal.SIGSTOP)
    await asyncio.wait_for(player.ended, 20)


async def test_the_door_is_full_at_some_point(folder: Path) -> None:
    door = players(folder, most=1)
    await door.start()
    try:
        await door.open(Wish(1, "ada"), Ear())
        with pytest.raises(Full):
            await door.open(Wish(2, "bob"), Ear())
    finally:
        await door.stop()


async def test_programs_ask_the_door_and_nonsense_gets_no_answer(folder: Path) -> None:
    asked: list[Any] = []

    def answer(question: Any) -> dict[str, int]:
        asked.append(question)
        return {"here": 3}

    door = players(folder)
    await door.start()
    try:
        player = await door.open(Wish(1, "ada"), Ear())
        door.silence(player)
        ours, theirs = wire.pair()
        door._attend(player, ours, answer)
        theirs.send(b'{"ask": "who"}')
        theirs.setblocking(True)
        told = await asyncio.to_thread(theirs.recv, 100)
        assert json.loads(told) == {"here": 3}
        assert asked == [{"ask": "who"}]
        theirs.send(b"[[[")
        assert await asyncio.to_thread(theirs.recv, 100) == b""
        theirs.close()
    finally:
        await door.stop()


async def test_who_has_stored_too_much_can_look_but_not_write(folder: Path) -> None:
    (folder / "5").mkdir(mode=0o700)
    (folder / "5" / "full").write_bytes(os.urandom(9 * MEGABYTE))
    door = players(folder)
    await door.start()
    try:
        ear = Ear()
        player = await door.open(Wish(5, "ada", ("--color", "16")), ear)
        await ear.hears(HALL)
        player.write(b"q")
        assert await asyncio.wait_for(player.ended, 40) == 0
        assert [path.name for path in (folder / "5").iterdir()] == ["full"]
    finally:
        await door.stop()


# A program that was taken over


async def attacked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, secret: Path, *users: int
) -> dict[str, Any]:
    monkeypatch.setattr(players_module, "_SPAWNER", attacker.MODULE)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("KB_SECRET", "no player's business")
    with closing(socket.create_server(("127.0.0.1", 0))) as elsewhere:
        port = elsewhere.getsockname()[1]
        door = players(folder, users=users)
        await door.start()
        try:
            ear = Ear()
            player = await door.open(Wish(1, "eve", (str(secret), str(port)), None), ear)
            await asyncio.wait_for(player.ended, 40)
        finally:
            await door.stop()
    assert ear.code == 0, ear.errors
    found: dict[str, Any] = json.loads(ear.data)
    return found


_ALWAYS = {
    "large": "OSError",
    "root": "PermissionError" if os.getuid() else "FileNotFoundError",
    "other files": [],
    "environment": ["HOME", "KB_HOME"],
    "own": 4,
    "thread": "done",
}


async def test_a_program_that_was_taken_over_stays_in_its_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = folder / "2" / "secret"
    secret.parent.mkdir()
    secret.write_text("bob's")
    found = await attacked(folder, monkeypatch, secret)
    assert found == found | _ALWAYS
    if not confine.landlock_version():
        return  # a system without walls has users at least, see below
    broken_out = [
        name
        for name, came in found.items()
        if name not in _ALWAYS and came not in ("PermissionError", "FileNotFoundError")
    ]
    assert broken_out == []
    assert secret.read_text() == "bob's"


async def test_a_program_of_another_user_cannot_read_what_is_not_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the system has no walls: they are taken away for this test."""
    secret = folder.parent / "store"
    secret.write_text("all accounts")
    secret.chmod(0o600)
    (folder / attacker.NO_WALLS).touch()
    users = (20001, 1000) if os.getuid() == 0 else ()  # only root can become somebody else
    found = await attacked(folder, monkeypatch, secret, *users)
    if not users:
        assert found == found | _ALWAYS
        return
    for name in ("read", "write", "link", "signal", "look into", "root"):
        assert found[name] == "PermissionError", name
    assert secret.read_text() == "all accounts"
