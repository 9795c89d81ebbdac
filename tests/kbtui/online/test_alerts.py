"""What a terminal is sent when your turn comes, and the player's own command."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kbtui.online import alerts
from tests.kbtui.online.rooms import until


def test_a_title_cannot_end_its_own_sequence() -> None:
    assert alerts.title("kb\x1b\\;x\a") == "\x1b]2;kb\\,x\x1b\\"


@pytest.mark.parametrize(
    ("environ", "start"),
    [
        ({}, "\x1b]9;"),
        ({"TERM": "xterm-256color"}, "\x1b]9;"),
        ({"TERM": "foot"}, "\x1b]777;notify;kb;"),
        ({"TERM": "rxvt-unicode-256color"}, "\x1b]777;notify;kb;"),
        ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, "\x1b]99;;"),
        ({"TERM_PROGRAM": "ghostty"}, "\x1b]777;notify;kb;"),
    ],
)
def test_a_note_is_written_as_the_terminal_wants_it(environ: dict[str, str], start: str) -> None:
    assert alerts.note("your turn", environ) == f"{start}your turn\x1b\\"


def test_a_note_goes_through_tmux() -> None:
    found = alerts.note("your turn", {"TMUX": "/tmp/tmux,1,0"})
    assert found == "\x1bPtmux;\x1b\x1b]9;your turn\x1b\x1b\\\x1b\\"


async def test_a_hook_gets_the_facts(tmp_path: Path) -> None:
    out = tmp_path / "out"
    await alerts.run_hook(
        f'printf "%s %s" "$KB_ROOM" "$KB_TURN" > {out}', {"room": "A", "turn": "7"}
    )
    assert out.read_text() == "A 7"


async def test_a_hook_that_fails_or_hangs_hurts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    await alerts.run_hook("exit 3", {})
    monkeypatch.setattr(alerts, "_PATIENCE", 0.05)
    await alerts.run_hook("exec sleep 600", {})


async def test_a_hook_that_hangs_leaves_no_child_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe ends when nobody holds its other end: neither the shell nor its child."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(alerts, "_PATIENCE", 0.1)
    await alerts.run_hook(f"exec > {pipe}; sleep 60; true", {})
    await until(lambda: has_ended(end), 10)
    os.close(end)


def has_ended(pipe: int) -> bool:
    try:
        return not os.read(pipe, 1)
    except BlockingIOError:  # somebody could still write
        return False
