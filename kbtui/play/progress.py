"""Shows progress: a bar on a terminal, a line for each tenth elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import IO, Final

from kbtui.text.i18n import _

_BAR: Final = 24  # columns
_TENTHS: Final = 10
_SECOND: Final = 1.0  # what takes less is not worth a line that stays
_ROOM: Final = 78


class Progress:
    """Says on standard error how many of ``total`` are done: at once on a terminal, elsewhere once
    it takes longer than a second."""

    def __init__(self, total: int, stream: IO[str] | None = None) -> None:
        self._total = total
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream is not None and self._stream.isatty()
        self._began = monotonic()
        self._told = 0  # tenths
        self._is_shown = False

    def show(self, done: int) -> None:
        took = monotonic() - self._began
        if self._stream is None:
            return
        if self._is_terminal:
            self._stream.write(f"\r{bar(done, self._total, took):<{_ROOM}}")
            self._stream.flush()
            self._is_shown = True
        elif took >= _SECOND and done * _TENTHS // self._total > self._told:
            self._told = done * _TENTHS // self._total
            self._stream.write(f"{text(done, self._total, took)}\n")
            self._stream.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            self._stream.write(f"\r{'':<{_ROOM}}\r")
            self._stream.flush()
            self._is_shown = False


def bar(done: int, total: int, took: float) -> str:
    full = _BAR * done // total
    return f"[{'#' * full}{'-' * (_BAR - full)}] {text(done, total, took)}"


def text(done: int, total: int, took: float) -> str:
    """``120 of 400, 30 %, 2:05 left``."""
    said = _("{done} of {total}, {percent}%").format(
        done=done, total=total, percent=100 * done // total
    )
    if not 0 < done < total:
        return said
    return said + ", " + _("{time} left").format(time=minutes(took * (total - done) / done))


def minutes(seconds: float) -> str:
    """``2:05``, or ``1:02:05``."""
    left = round(seconds)
    hours, rest = divmod(left, 3600)
    short = f"{rest // 60}:{rest % 60:02}"
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else short
