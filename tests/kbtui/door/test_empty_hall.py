"""The empty hall of a real door, over real SSH clients: what it remembers outlives the door."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kbtui.door.hosting import Door, new_key, open_folder
from tests.kbtui.door.test_ssh import MENU, enter
from tests.kbtui.online.rooms import free_port

pytestmark = pytest.mark.slow


def door_at(home: Path, relay: int) -> Door:
    notice = ("--notice", "Tea is\x1b[2J at five.")
    return Door(home / "state", "--relay-port", str(relay), "--users", "none", *notice)


def test_a_new_door_has_something_to_see_and_remembers_who_saw_it() -> None:
    with open_folder() as home:
        key, relay = new_key(home, "ada"), free_port()
        with door_at(home, relay) as door:
            with door.screen(user="ada", key=key) as screen:
                enter(screen)
                told = screen.until("two bots")
                assert "Deal of the day" in told
                assert "Tea is[2J at five." in told
                screen.press("1")
                screen.until("rerun 1 of 2")
                screen.press("tab")
                screen.until("rerun 2 of 2")
                screen.press("escape")
                screen.until("RERUNS")
                screen.press("k")
                told = screen.until("adds the key of another machine")
                code = re.search(r"(\S+)@localhost", told)
                assert code is not None
            with door.screen(user=code[1], key=new_key(home, "second")) as screen:
                screen.until(MENU)
            assert door.run("whoami", key=home / "second").stdout == b"ada, 2 keys\n"
            assert door.stop() == 0
        with door_at(home, relay) as door, door.screen(user="x", key=home / "second") as screen:
            told = screen.until("Welcome back.")
            rows = [line for line in told.splitlines() if "two bots" in line]
            assert [row.split("two bots")[1].split()[0] for row in rows] == ["1", "1"]
            assert "WHEN PEOPLE ARE HERE" in told
