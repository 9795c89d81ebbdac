"""What a program has told its terminal to be like, so that another terminal can be told the same.

A page that is reloaded has a new terminal. What is on the screen is painted again by the program;
but that the mouse is reported, the cursor hidden and the other screen shown, it said only once.
"""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 64  # bytes of a sequence that may have come in two pieces
_SEQUENCES: Final = re.compile(
    rb"\x1b\[\?(?P<modes>[0-9;]{1,30})(?P<on>[hl])"
    rb"|\x1b\](?P<title>[02];[^\x00-\x1f\x7f]{0,200})(?:\x07|\x1b\\)"
)
_CUT: Final = re.compile(rb"\x1b[^\x1b]*\Z")
_OTHER_SCREEN: Final = (b"1049", b"1047", b"47")
_MOST: Final = 40  # modes that are remembered; programs use a dozen


class Modes:
    def __init__(self) -> None:
        self._on: dict[bytes, bool] = {}
        self._title = b""
        self._rest = b""  # the beginning of a sequence that is not whole yet

    def saw(self, data: bytes) -> None:
        """The program wrote this."""
        whole = self._rest + data
        for found in _SEQUENCES.finditer(whole):
            if found["title"] is not None:
                self._title = found["title"]
                continue
            for mode in found["modes"].split(b";"):
                if mode in self._on or len(self._on) < _MOST:
                    self._on[mode] = found["on"] == b"h"
        cut = _CUT.search(whole)
        self._rest = cut[0] if cut is not None and len(cut[0]) <= _LONGEST else b""

    def restored(self) -> bytes:
        """Tells a new terminal all of it. The other screen comes first: it is cleared by that."""
        order = sorted(self._on, key=lambda mode: (mode not in _OTHER_SCREEN, mode))
        told = (b"\x1b[?%b%b" % (mode, b"h" if self._on[mode] else b"l") for mode in order)
        title = b"\x1b]%b\x07" % self._title if self._title else b""
        return b"".join(told) + title
