"""What a terminal was told is told to the next one."""

from __future__ import annotations

import pytest

from kbtui.door.web.terminal.modes import Modes


def restored(*written: bytes) -> bytes:
    modes = Modes()
    for data in written:
        modes.saw(data)
    return modes.restored()


def test_modes_that_are_on_are_switched_on_again_the_other_screen_first() -> None:
    told = restored(b"\x1b[?25l\x1b[?1003hHello\x1b[?1049h\x1b[31m")
    assert told == b"\x1b[?1049h\x1b[?1003h\x1b[?25l"


def test_the_last_word_counts() -> None:
    assert restored(b"\x1b[?1000h", b"\x1b[?1000l") == b"\x1b[?1000l"
    assert restored(b"\x1b[?1000;1006h\x1b[?1006l") == b"\x1b[?1000h\x1b[?1006l"


@pytest.mark.parametrize("at", range(1, 8))
def test_a_sequence_may_come_in_two_pieces(at: int) -> None:
    whole = b"\x1b[?1003h"
    assert restored(b"x" + whole[:at], whole[at:] + b"y") == whole


def test_the_title_is_kept() -> None:
    assert restored(b"\x1b]2;your turn\x1b\\", b"x") == b"\x1b]2;your turn\x07"


def test_nothing_else_is_kept_and_nothing_grows() -> None:
    modes = Modes()
    for number in range(5000):
        modes.saw(b"\x1b[?%dh\x1b[38;5;%dmx\x1b" % (number, number))
        modes.saw(b"[" + b"9" * 500)
    assert len(modes.restored()) < 1000
    assert restored(b"\x1b[2J\x1b[1;1Htext\x1b[0m") == b""
