"""A door that stops, is killed or is replaced: nobody loses a game, and everybody is told."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.kbtui.door.hosting import Door, new_key, open_folder
from tests.kbtui.door.test_ssh import MENU, enter, free_port, until
from tests.kbtui.programs import environ

pytestmark = pytest.mark.slow
_SPAWNER = "kbtui.door.players.spawner"


@pytest.fixture
def home() -> Iterator[Path]:
    with open_folder() as found:
        yield found


def processes(folder: Path) -> list[int]:
    """All that have to do with a door of this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def spawners(door: Door) -> list[int]:
    """The process that has been started as one by the door or its keeper; its programs look like
    it, also those that have outlived it."""
    ours = processes(door.folder)
    found = [pid for pid in ours if started_as(pid) == _SPAWNER]
    return [pid for pid in found if parent(pid) in {*ours} - {*found}]


def forked(door: Door) -> list[int]:
    """What the spawner has started: programs, and the relay."""
    (spawner,) = spawners(door)
    return [pid for pid in processes(door.folder) if parent(pid) == spawner]


def started_as(pid: int) -> str:
    """The module that it runs."""
    with suppress(OSError, ValueError, IndexError):  # just gone
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        return words[words.index("-m") + 1]
    return ""


def parent(pid: int) -> int:
    with suppress(OSError):  # just gone
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def stranger(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A door of another folder."""
    command = [sys.executable, "-P", "-m", "kbtui.door.serve", "--host", "127.0.0.1"]
    command += ["--name", "localhost", "--folder", str(home / "other"), *options]
    env = environ(home)
    return subprocess.run(command, check=False, cwd="/", env=env, capture_output=True, text=True)


def figure(port: int, name: str) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        found = re.search(rf"^{name} (\d+)$", answer.read().decode(), re.M)
    assert found is not None
    return int(found[1])


def test_the_next_door_opens_while_this_one_lets_people_end(home: Path) -> None:
    folder, relay = home / "state", free_port()
    key = new_key(home, "ada")
    options = ("--relay-port", str(relay), "--drain", "0.02")
    with Door(folder, *options) as old, old.screen(user="ada", key=key) as screen:
        enter(screen)
        screen.until(MENU)
        screen.press("p")
        screen.until("your turn")
        screen.press("enter")
        screen.until(" 39 ")  # a settlement less in the reserve
        ran = stranger(home, "--port", str(old.port))
        assert ran.returncode == 2
        assert f"kb-door: port {old.port} is taken by another program" in ran.stderr
        with Door(folder, *options, port=old.port) as new:
            assert new.said.replace("\n", "") == old.said.replace("\n", "")  # the same key
            old.process.send_signal(signal.SIGTERM)
            told = b"This door closes for an upgrade. Your games are saved: type ssh -p"
            screen.until(lambda: told in screen.written)
            screen.wait()
            assert old.process.wait(30) == 0
            with new.screen(user="ada", key=key) as again:
                again.until("Press Enter to continue")
                again.press("enter")
                again.until("your turn")
            until(lambda: new.run("games").returncode == 0)  # by a relay of its own
    until(lambda: processes(folder) == [])


def test_a_killed_door_leaves_no_process_and_loses_no_game(home: Path) -> None:
    folder, relay = home / "state", free_port()
    key = new_key(home, "ada")
    with Door(folder, "--relay-port", str(relay)) as door:
        with door.screen(user="ada", key=key) as screen:
            enter(screen)
            screen.until(MENU)
            screen.press("p")
            screen.until("your turn")
            door.stop(signal.SIGKILL)
            screen.wait()
        until(lambda: processes(folder) == [])
    with Door(folder, "--relay-port", str(relay)) as door, door.screen(key=key) as screen:
        screen.until("Press Enter to continue")


def test_a_killed_relay_comes_back_and_figures_are_told_to_this_machine(home: Path) -> None:
    folder, relay, figures = home / "state", free_port(), free_port()
    more = ("--relay-port", str(relay), "--metrics-port", str(figures))
    with Door(folder, *more) as door:
        with door.screen() as screen:
            screen.until("Play as a guest")
            screen.press("enter")
            screen.until(MENU)
            url = f"http://127.0.0.1:{figures}/metrics"
            with urllib.request.urlopen(url, timeout=20) as answer:
                page = answer.read().decode()
            assert "kb_door_people 1\n" in page
            assert re.search(r"kb_door_logins_total 1\n", page)
            assert "~" not in page
        until(lambda: len(forked(door)) == 1)  # the program of the guest has ended
        (relay_process,) = forked(door)
        os.kill(relay_process, signal.SIGKILL)
        until(lambda: door.run("games").returncode != 0 or relay_process not in processes(folder))
        until(lambda: door.run("games").returncode == 0)
    log = door.errors.read_text()
    assert "relay-ended" in log
    assert "guest" not in log


def test_a_killed_spawner_is_replaced_and_nobody_notices(home: Path) -> None:
    """Also where the door has no rights any more to start one: the keeper does."""
    folder, figures = home / "state", free_port()
    more = ("--relay-port", str(free_port()), "--metrics-port", str(figures))
    with Door(folder, *more) as door:
        with door.screen() as screen:
            screen.until("Play as a guest")
            screen.press("enter")
            screen.until(MENU)
            for count in (1, 2):
                (spawner,) = spawners(door)
                os.kill(spawner, signal.SIGKILL)
                until(lambda count=count: figure(figures, "kb_door_spawner_ended_total") == count)  # type: ignore[misc]
                until(lambda killed=spawner: spawners(door) not in ([], [killed]))  # type: ignore[misc]
                until(lambda count=count: door.errors.read_text().count("-started") == count)  # type: ignore[misc]
                before = len(screen.written)
                screen.press("down")
                screen.until(lambda before=before: len(screen.written) > before)  # type: ignore[misc]
        until(lambda: door.run("games").returncode == 0)  # by a relay of the new one
        until(lambda: figure(figures, "kb_door_people") == 0)  # whom the new one could end
        assert door.errors.read_text().count("spawner-ended") == 2
    until(lambda: processes(folder) == [])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--port", "nonsense"), "--port"),
        (("--users", "7"), "20000-59999"),
        (("--frob",), "--frob"),
    ],
)
def test_wrong_options_are_refused_in_one_line(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from kbtui.door.serve import main  # late: it is the command itself that is tried

    assert main(options) == 2
    told = capsys.readouterr().err
    assert told.startswith("kb-door: ")
    assert said in told
    assert told.count("\n") == 1
