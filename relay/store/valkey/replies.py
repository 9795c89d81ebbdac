"""What a server answers, from bytes to values (RESP, version 2).

The library reads with the care of a file: a seek for each line. Here an answer is looked up in what
has come, which takes a fifth of the time; and a relay that serves rooms together with others hears
of every move in them.
"""

from __future__ import annotations

from typing import Any, Final

_END: Final = b"\r\n"
_TEXT, _ERROR, _NUMBER, _BULK, _ARRAY = b"+-:$*"


class Refused(OSError):
    """The server has answered that it will not; ``kind`` is its first word. Nothing was done."""

    def __init__(self, text: str) -> None:
        super().__init__(0, text)
        self.kind = text.partition(" ")[0]


class _Incomplete(Exception):
    """There is more to come."""


class Replies:
    """Bytes in, answers out. A refusal is an answer too."""

    def __init__(self) -> None:
        self._data = b""
        self._at = 0

    def feed(self, data: bytes) -> None:
        self._data, self._at = self._data[self._at :] + data, 0

    def take(self, most: int) -> list[Any]:
        """Answers that have come as a whole; raises ValueError for what is none."""
        found: list[Any] = []
        try:
            while len(found) < most and self._at < len(self._data):
                answer, self._at = _read(self._data, self._at)
                found.append(answer)
        except _Incomplete:
            pass
        return found


def _read(data: bytes, at: int) -> tuple[Any, int]:
    """The answer that begins there, and where it ends."""
    line = data.find(_END, at)
    if line < 0:
        raise _Incomplete
    kind, text, end = data[at], data[at + 1 : line], line + 2
    if kind == _BULK:
        start, end = end, end + int(text)
        if end < start:
            return None, start
        if len(data) < end + 2:
            raise _Incomplete
        return data[start:end], end + 2
    if kind == _ARRAY:
        count = int(text)
        return _read_all(data, end, count) if count >= 0 else (None, end)
    if kind == _NUMBER:
        return int(text), end
    if kind == _TEXT:
        return text, end
    if kind == _ERROR:
        return Refused(text.decode(errors="replace")), end
    raise ValueError(f"no answer of a server: {data[at : at + 16]!r}")


def _read_all(data: bytes, end: int, count: int) -> tuple[list[Any], int]:
    """So many answers, and where they end. What is in a message is mostly text of a known length,
    so this has its own, quicker way of reading that."""
    found: list[Any] = []
    size = len(data)
    for _ in range(count):
        line = data.find(_END, end)
        if line > 0 and data[end] == _BULK:
            start = line + 2
            after = start + int(data[end + 1 : line])
            if start <= after <= size - 2:
                found.append(data[start:after])
                end = after + 2
                continue
        answer, end = _read(data, end)
        found.append(answer)
    return found, end
