"""Two real programs play a whole game through a real relay, and a third one watches: in tmux where
it is installed, otherwise on terminals of their own. The relay is killed and comes back, a player
is killed and comes back."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from engine.record import read_record, verify_record
from kbtui.disk import places
from relay.protocol.room_codes import ALPHABET
from tests.kbtui.panes import player
from tests.kbtui.programs import Driven
from tests.relay.processes import RelayProcess

pytestmark = pytest.mark.slow

TURN, OVER = "your turn", "game over"
HALL = "Open a room"
CODE = re.compile(f"[{ALPHABET}]{{3}}-[{ALPHABET}]{{3}}")
BUILD = "build"


def home_of(folder: Path, name: str, relay: str) -> Path:
    home = folder / name
    home.mkdir()
    settings = (
        f'name = "{name}"\nrelay = "{relay}"\npace = "off"\nconfirm = "never"\nbell = false\n'
    )
    (home / "settings.toml").write_text(settings, "utf-8")
    return home


def title(kb: Driven) -> str:
    return kb.terminal.lines[0]


def prompt(kb: Driven) -> str:
    return next((line for line in kb.terminal.lines[-4:] if "►" in line), "")


def go_to_hall(kb: Driven) -> None:
    """From the menu; at a door it is the first page."""
    kb.until(lambda: "Online" in kb.terminal.text or HALL in kb.terminal.text)
    if HALL not in kb.terminal.text:
        kb.press("o")
        kb.until(HALL)


def host(kb: Driven) -> str:
    """Open a room; its code."""
    go_to_hall(kb)
    kb.press("h")
    kb.until("Open the room")
    kb.press("ctrl+s")
    kb.until("Waiting room")
    kb.until(lambda: CODE.search(kb.terminal.text) is not None)
    found = CODE.search(kb.terminal.text)
    assert found is not None
    return found[0]


def enter(kb: Driven, key: str, code: str) -> None:
    """Join or watch, the code typed in small letters without a dash; ``key`` ends it."""
    go_to_hall(kb)
    kb.press("j")
    kb.until("___-___")
    kb.press(*code.replace("-", "").lower(), key)
    kb.until("Waiting room")


def is_asked(kb: Driven) -> bool:
    return TURN in title(kb) or OVER in title(kb)


def turn(kb: Driven) -> None:
    """Build what has to be built, and end the turn."""
    kb.until(lambda: is_asked(kb))
    while TURN in title(kb) and BUILD in prompt(kb):
        before = prompt(kb)
        kb.press("tab", "enter")
        kb.until(lambda before=before: prompt(kb) != before)  # type: ignore[misc]
    if TURN in title(kb):
        kb.press("e")
        kb.until(lambda: TURN not in title(kb))


@pytest.mark.timeout(400)
def test_two_play_and_one_watches(tmp_path: Path) -> None:
    with RelayProcess(tmp_path) as relay:
        homes = {name: home_of(tmp_path, name, relay.url) for name in ("Ann", "Bob", "Will")}
        with player(homes["Ann"]) as ann, player(homes["Will"], (120, 40)) as will:
            bob = player(homes["Bob"], (100, 34))
            try:
                code = host(ann)
                enter(bob, "enter", code)
                enter(will, "ctrl+w", code)
                bob.until("Ann")
                bob.press("r")
                ann.until("√ ready")
                ann.press("enter")
                will.until("to move")
                if "Bob" in title(will):
                    turn(bob)
                for number in range(60):
                    if number == 4:
                        relay.kill()
                        relay.start()
                    if number == 8:
                        bob = come_back(bob, homes["Bob"], code)
                    turn(ann)
                    turn(bob)
                    if OVER in title(ann) and OVER in title(bob):
                        break
                for kb in (ann, bob, will):
                    kb.until(lambda kb=kb: OVER in title(kb))  # type: ignore[misc]
                    kb.until(lambda kb=kb: "fairly" in kb.terminal.text)  # type: ignore[misc]
                    kb.press("ctrl+q")
                    assert kb.wait() == 0
            finally:
                bob.__exit__(None, None, None)
    records = [kept(home) for home in homes.values()]
    assert len({*records}) == 1, "everybody has kept the same game"
    record, table = read_record(records[0])
    assert verify_record(record, table) == table.dealt > 20


def come_back(bob: Driven, home: Path, code: str) -> Driven:
    """Bob's program is killed; he starts it again and chooses *Continue*."""
    with bob:
        bob.kill(signal.SIGKILL)
        assert bob.wait() == -signal.SIGKILL
    again = player(home, (100, 34))
    again.until(code)  # the menu names the game that goes on
    again.press("c")
    again.until(lambda: code in title(again))
    return again


def kept(home: Path) -> str:
    """The entries and the deal of the only game in the folder; who looked on has other headers."""
    (path,) = places.games_folder({places.HOME: str(home)}).iterdir()
    text = path.read_text("utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith("seats: ")) + "\n"
