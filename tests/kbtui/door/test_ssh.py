"""The SSH door as people meet it: real clients, a real process, its own relay."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kbtui.door.hosting import Door, Screen, new_key, open_folder, programs
from tests.kbtui.e2e.test_online import OVER, host, title, turn
from tests.kbtui.e2e.test_online import enter as come_in
from tests.kbtui.programs import ROOT

pytestmark = pytest.mark.slow
MENU = "Meet somebody"  # the hall is the first page


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    with open_folder() as found:
        yield found


@pytest.fixture(scope="module")
def door(home: Path) -> Iterator[Door]:
    with Door(home / "state", "--relay-port", str(free_port())) as found:
        yield found


@pytest.fixture(scope="module")
def ada(door: Door, home: Path) -> Path:
    """Her key; she has been here before."""
    key = new_key(home, "ada")
    with door.screen(user="ada", key=key) as screen:
        enter(screen)
        screen.until(MENU)
        screen.press("q")
        assert screen.wait() == 0
    return key


def enter(screen: Screen) -> str:
    """Through the first page; the recovery code."""
    screen.until("free")
    screen.press("enter")
    text = screen.until("RECOVERY CODE")
    screen.press("enter")
    found = re.search(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", text)
    assert found is not None, text
    return found[0]


def until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_says_what_to_type_and_makes_its_key_once(door: Door, home: Path) -> None:
    assert f"players type: ssh -p {door.port} localhost\n" in door.said
    assert re.search(r"host key: SHA256:[A-Za-z0-9+/]{43}\n", door.said)
    key = home / "state" / "private" / "host_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent.stat().st_mode & 0o777 == 0o700


def test_a_key_is_the_account_and_its_name_is_chosen_once(door: Door, ada: Path) -> None:
    assert door.run("whoami", key=ada).stdout == b"ada, 1 key\n"
    with door.screen(user="somebody", key=ada) as screen:  # from another machine
        screen.until(MENU)
        screen.press("q")
        assert screen.wait() == 0


def test_a_taken_name_is_not_given_twice_even_if_it_only_looks_like_it(
    door: Door, ada: Path, home: Path
) -> None:
    with door.screen(user="x", key=new_key(home, "eve")) as screen:
        screen.until("New name")
        screen.press("AD-A")
        screen.until("taken")
        screen.press("enter")
        screen.until("These are free: ADA2, ADA3, ADA4.")
        screen.press("\x15", "join")
        screen.until("a reserved word")
        screen.press("\x15", "eve")
        assert enter(screen)
        screen.until(MENU)
        # Where the user name is an account's, no other key is taken: she comes as a guest.
    with door.screen(user="ada", key=home / "eve") as screen:
        screen.until("you came without a key")


def test_of_five_keys_only_that_of_the_account_is_taken_by_its_name(
    door: Door, ada: Path, home: Path
) -> None:
    """A client stops at the first key that is taken; so the name says which one it should be."""
    keys = [word for n in range(4) for word in ("-i", str(new_key(home, f"agent{n}")))]
    keys += ["-i", str(ada)]
    for user, code, said in (
        ("ada", 0, b"ada, "),
        ("x", 2, b"This key is new here: type ssh -p"),  # and no account is made
        ("x", 2, b"NAME@localhost if another key of yours has an account."),
    ):
        command = door.command(user, ["whoami"], "-T", *keys, key=None)
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=40, check=False)
        assert ran.returncode == code, ran
        assert said in ran.stdout + ran.stderr


def test_a_second_key_and_a_lost_one(door: Door, ada: Path, home: Path) -> None:
    told = door.run("key", key=ada).stdout.decode()
    code = re.search(r"(\S{4}-\S{4})@localhost", told)
    assert code is not None, told
    second = new_key(home, "second")
    with door.screen(user=code[1], key=second) as screen:
        screen.until(MENU)
    assert door.run("whoami", key=second).stdout == b"ada, 2 keys\n"
    again = door.run(user=code[1], key=new_key(home, "third"))
    assert (again.returncode, again.stdout) == (1, b"")
    assert b"does not work" in again.stderr


def test_a_recovery_code_leads_a_new_key_to_the_account(door: Door, home: Path) -> None:
    with door.screen(user="bob", key=new_key(home, "bob")) as screen:
        code = enter(screen)
        screen.until(MENU)
    with door.screen(user="x", key=new_key(home, "bob2")) as screen:
        screen.until("New name")
        screen.press("down", code.lower().replace("-", " "), "enter")
        assert code not in screen.until("RECOVERY CODE")  # a new one
        screen.press("enter")
        screen.until(MENU)
    assert door.run("whoami", key=home / "bob2").stdout == b"bob, 2 keys\n"


def test_a_guest_plays_without_a_question_and_finds_the_way_back(door: Door, home: Path) -> None:
    with door.screen() as screen:
        text = screen.until("Play as a guest")
        name = re.search(r"~\w+", text)
        code = re.search(r"(\S{4}-\S{4})@localhost", text)
        assert name is not None
        assert code is not None
        screen.press("enter")
        screen.until(MENU)
        screen.press("p")
        screen.until("your turn")
        screen.hang_up()
    with door.screen(user=code[1]) as screen:
        screen.until("Press Enter to continue")
        screen.press("q")
    # With a key, later: what was the guest's stays.
    with door.screen(user="x", key=new_key(home, "gus")) as screen:
        screen.until("New name")
        screen.press("down", code[1], "enter")
        screen.until("Choose a name")
        screen.press("gus")
        enter(screen)
        screen.until("Press Enter to continue")
    told = door.run("saves", key=home / "gus").stdout
    assert b"kbg" in told or b"turn 1" in told


def test_commands_print_without_a_terminal(door: Door, ada: Path) -> None:
    for words, said in (
        (("games",), b"There are no public games on localhost; ssh -t -p"),
        ((), b"There are no public games"),
        (("rules", "lords"), b"Lords\n"),
        (("help",), b"to open the menu"),
        (("version",), b"kb "),
        (("saves",), b"There are no saved games"),
    ):
        ran = door.run(*words, key=ada)
        assert ran.returncode == 0, ran
        assert said in ran.stdout, ran
        assert ran.stderr == b""
    assert door.run("status", key=ada).returncode == 1
    assert b"127.0.0.1" not in door.run("games").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("join", "KQ7-4TN"), b"join needs a terminal: type ssh -t -p "),
        (("tutorial",), b"tutorial needs a terminal"),
        (("sh",), b"There is no shell here."),
        (("/bin/bash", "-c", "id"), b"There is no shell here."),
        (("frobnicate",), b"frobnicate is not a command here"),
        (("arena",), b"arena is not a command here"),
        (("rules", "'lords"), b"quotation marks"),
        (("status",), b"status needs a key"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    door: Door, words: tuple[str, ...], said: bytes
) -> None:
    ran = door.run(*words)
    assert ran.returncode == 2, ran
    assert ran.stdout == b""
    assert said in ran.stderr
    assert ran.stderr.count(b"\n") == 1


def test_words_work_as_user_names(door: Door, ada: Path) -> None:
    ran = door.run(user="games", key=ada)
    assert b"There are no public games" in ran.stdout
    with door.screen(user="watch", key=ada) as screen:
        screen.until("rerun 1 of 2")  # nobody plays
        screen.press("escape")
        screen.until(MENU)
    with door.screen(user="KQ7-4TN", key=ada) as screen:
        screen.until("KQ7-4TN")


def test_rooms_are_shared_by_lines_screens_and_spectators(
    door: Door, ada: Path, home: Path
) -> None:
    """One in lines, two on screens; who is here is known."""
    with (
        door.screen("line", "host", "--players", "2", "--listed", key=ada) as host,
        door.screen(key=None) as guest,
    ):
        text = host.until("Others can join with")
        code = re.search(r"([A-Z0-9]{3}-[A-Z0-9]{3})@localhost", text)
        assert code is not None, text
        guest.until("Play as a guest")
        guest.press("enter")
        guest.until(MENU)
        assert code[1].encode() in door.run("games").stdout
        with door.screen(user=code[1]) as joined, door.screen("watch", code[1]) as looking:
            joined.until("Play as a guest")
            joined.press("enter")
            joined.until("ada")
            looking.until("Play as a guest")
            looking.press("enter")
            looking.until("ada")
            who = door.run("who").stdout.decode().split()
            assert "ada" in who
            assert sum(name.startswith("~") for name in who) == 3
            assert looking.code is None


@pytest.mark.timeout(240)
def test_a_whole_game_of_two_with_a_spectator(door: Door, home: Path) -> None:
    """Each with a key, on a terminal of another size; the relay is killed on the way."""
    keys = {name: new_key(home, name) for name in ("ann", "bert", "will")}
    for name, key in keys.items():
        with door.screen(user=name, key=key) as screen:
            enter(screen)
            screen.until(MENU)
        hasten(door, name)
    with (
        door.screen(key=keys["ann"]) as ann,
        door.screen(key=keys["bert"], size=(100, 34)) as bert,
        door.screen(key=keys["will"], size=(120, 40)) as will,
    ):
        code = host(ann)
        come_in(bert, "enter", code)
        come_in(will, "ctrl+w", code)
        bert.until("ann")
        bert.press("r")
        ann.until("√ ready")
        ann.press("enter")
        will.until("to move")
        if "bert" in title(will):
            turn(bert)
        for _ in range(60):
            turn(ann)
            turn(bert)
            if OVER in title(ann) and OVER in title(bert):
                break
        for kb in (ann, bert, will):
            kb.until(lambda kb=kb: OVER in title(kb))  # type: ignore[misc]
            kb.until(lambda kb=kb: "fairly" in kb.terminal.text)  # type: ignore[misc]
            kb.press("ctrl+q")
            assert kb.wait() == 0
    saved = [door.run("saves", key=key).stdout.decode() for key in keys.values()]
    assert all("over: " in told for told in saved), saved
    logs = {
        moves(door.run("export", "1", "--record", "-", key=key).stdout) for key in keys.values()
    }
    assert len(logs) == 1  # everybody has kept the same game
    assert len(logs.pop()) > 50


def moves(record: bytes) -> tuple[bytes, ...]:
    """The entries of a record, without who kept it and when."""
    return tuple(line for line in record.splitlines() if line.strip()[:1].isdigit())


def hasten(door: Door, name: str) -> None:
    """Settings for somebody who plays fast, in their own folder."""
    players = door.folder / "players"
    number = max(int(path.name) for path in players.iterdir() if path.name.isdecimal())
    path = players / str(number) / "settings.toml"
    path.write_text('pace = "off"\nconfirm = "never"\nbell = false\n', "utf-8")
    owner = path.parent.stat()
    os.chown(path, owner.st_uid, owner.st_gid)


def test_a_hang_up_and_a_killed_client_lose_nothing(door: Door, home: Path) -> None:
    key = new_key(home, "hal")
    with door.screen(user="hal", key=key) as screen:
        enter(screen)
        screen.until(MENU)
        screen.press("p")
        screen.until("your turn")
        screen.press("enter", "~", ".")  # the escape of OpenSSH's client
        screen.kill()
    until(lambda: b"hal" not in door.run("who").stdout)
    with door.screen(user="hal", key=key) as screen:
        screen.until("Press Enter to continue")
        screen.press("enter")
        screen.until("your turn")
        screen.kill(signal.SIGKILL)
    with door.screen(user="hal", key=key) as screen:
        screen.until("Press Enter to continue")


def test_windows_mouse_and_strange_terminals(door: Door, ada: Path) -> None:
    variables = {"TERM": "xterm-256color", "LANG": "de_DE.UTF-8"}
    with door.screen(key=ada, variables=variables) as screen:
        screen.until(MENU)
        screen.resize(120, 40)
        screen.until(lambda: "By code" in screen.terminal.text)
        lines = screen.terminal.text.splitlines()
        row = next(y for y, line in enumerate(lines) if "By code" in line)
        screen.click(lines[row].index("By code"), row)
        screen.until(lambda: MENU not in screen.terminal.text)
    with door.screen(key=ada, variables={"TERM": "x\x1b[31m;y"}, size=(2000, 900)) as screen:
        screen.until(lambda: b"\x1b[200;" in screen.written)
        assert b"\x1b[201;" not in screen.written


def test_a_killed_program_gives_the_terminal_back(door: Door, ada: Path) -> None:
    with door.screen(key=ada) as screen:
        screen.until(MENU)
        pids = programs(door.process.pid)
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        screen.until(lambda: b"Your games are saved" in screen.written)
        for left_on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?7l", b"\x1b[?7h")):
            assert screen.written.rindex(left_on) < screen.written.rindex(off)
        assert screen.wait() == 128 + signal.SIGKILL
