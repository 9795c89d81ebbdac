"""Two doors, each a process with a folder of its own, one Valkey, one relay, real SSH clients."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.kbtui.door.hosting import Door, new_key, open_folder
from tests.kbtui.door.test_ssh import MENU, enter, until
from tests.relay.processes import RelayProcess
from tests.relay.valkeys import SAFE, Valkey, free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def home() -> Iterator[Path]:
    with open_folder() as found:
        yield found


@pytest.fixture
def server() -> Iterator[Valkey]:
    """At a port: the doors become users who cannot get to a socket in our folder."""
    with Valkey(*SAFE, port=free_port()) as found:
        yield found


@pytest.fixture
def doors(home: Path, server: Valkey) -> Iterator[tuple[Door, Door]]:
    url = f"valkey://127.0.0.1:{server.port}"
    (home / "relay").mkdir()
    with ExitStack() as stack:
        relay = stack.enter_context(RelayProcess(home / "relay", url=url))
        options = ("--accounts", url, "--relay", relay.url)
        one = stack.enter_context(Door(home / "one", *options))
        two = stack.enter_context(Door(home / "two", *options))
        yield one, two


def code_in(told: bytes) -> str:
    found = re.search(r"(\S{4}-\S{4})@localhost", told.decode())
    assert found is not None, told
    return found[1]


def test_whoever_is_known_at_one_door_is_known_at_the_other(
    doors: tuple[Door, Door], home: Path
) -> None:
    one, two = doors
    ada = new_key(home, "ada")
    with one.screen(user="ada", key=ada) as screen:
        recovery = enter(screen)
        screen.until(MENU)
        # At the same moment, at the other door: the name is taken, the key is known.
        with two.screen(user="x", key=new_key(home, "eve")) as other:
            other.until("New name")
            other.press("AD-A")
            other.until("taken")
        with two.screen(user="somebody", key=ada) as other:
            other.until(MENU)
    assert two.run("whoami", key=ada).stdout == b"ada, 1 key\n"
    # A code of one door leads a key to the account at the other, once.
    code, second = code_in(one.run("key", key=ada).stdout), new_key(home, "second")
    with two.screen(user=code, key=second) as screen:
        screen.until(MENU)
    assert one.run("whoami", key=second).stdout == b"ada, 2 keys\n"
    for door in doors:
        again = door.run(user=code, key=new_key(home, f"third{door.port}"))
        assert (again.returncode, again.stdout) == (1, b"")
        assert b"does not work" in again.stderr
    # So does the recovery code, which is a new one after that.
    with two.screen(user="x", key=new_key(home, "lost")) as screen:
        screen.until("New name")
        screen.press("down", recovery, "enter")
        assert recovery not in screen.until("RECOVERY CODE")
    assert one.run("whoami", key=home / "lost").stdout == b"ada, 3 keys\n"
    # A guest comes back to the other door.
    with one.screen() as screen:
        back = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", screen.until("Play as a guest"))
        assert back is not None
    with two.screen(user=back[0]) as screen:
        screen.until(MENU)


def test_a_seat_taken_at_one_door_is_there_at_the_other(
    doors: tuple[Door, Door], home: Path
) -> None:
    one, two = doors
    ada = new_key(home, "ada")
    with one.screen(user="ada", key=ada) as screen:
        enter(screen)
        screen.until(MENU)
        screen.press("q")
        assert screen.wait() == 0
    assert two.run("status", key=ada).stdout == b"no online games\n"
    with one.screen("host", key=ada) as screen:
        screen.until("1 of 2")
        screen.press("ctrl+q")
        screen.wait()
    found = two.run("status", "--long", key=ada)
    assert found.stdout.startswith(b"not started: 1\n"), (found, two.errors.read_text())
    with two.screen("continue", key=ada) as screen:
        screen.until("1 of 2")


def test_without_valkey_guests_play_and_nothing_is_lost(
    doors: tuple[Door, Door], home: Path, server: Valkey
) -> None:
    one, two = doors
    ada = new_key(home, "ada")
    with one.screen(user="ada", key=ada) as screen:
        enter(screen)
        screen.until(MENU)
        server.kill()
        screen.press("q")  # the program runs on as if nothing had happened
        assert screen.wait() == 0
    told = one.run("whoami", key=ada)
    assert (told.returncode, told.stdout) == (1, b"")
    assert told.stderr == (
        b"Accounts cannot be reached right now. Nothing is lost: try again in a minute.\n"
    )
    assert one.run("rules", "lords", key=ada).returncode == 0
    assert one.run("who", key=ada).returncode == 0
    for user, key in (("ada", ada), ("x", new_key(home, "new")), ("x", None)):
        with two.screen(user=user, key=key) as screen:
            screen.until("Press Enter to play as a guest")
            screen.press("enter")
            screen.until(MENU)
            screen.press("p")
            screen.until("your turn")
    with two.screen(key=ada) as screen:
        screen.until("Press Enter to play as a guest")
        screen.press("q")
        assert screen.wait() == 1
    played = two.run("line", "new", "--seed", "x", typed=b"quit\n")  # a guest, in lines
    assert b"Accounts cannot be reached" not in played.stderr
    assert played.returncode == 0, played.stderr
    until(lambda: [path.name for path in (home / "two" / "players").iterdir()] in ([], ["0"]))
    server.start()
    # Each notices for itself that the server is back.
    until(lambda: two.run("whoami", key=ada).stdout == b"ada, 1 key\n")
    until(lambda: one.run("whoami", key=ada).stdout == b"ada, 1 key\n")
