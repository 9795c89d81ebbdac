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
    kind, text, end = data[at], data[at + 1 : line], line + len(_END)
    if kind == _BULK:
        size = int(text)
        if size < 0:
            return None, end
        if len(data) < end + size + len(_END):
            raise _Incomplete
        return data[end : end + size], end + size + len(_END)
    if kind == _ARRAY:
        count, found = int(text), []
        for _ in range(count):
            answer, end = _read(data, end)
            found.append(answer)
        return (found if count >= 0 else None), end
    if kind == _NUMBER:
        return int(text), end
    if kind == _TEXT:
        return text, end
    if kind == _ERROR:
        return Refused(text.decode(errors="replace")), end
    raise ValueError(f"no answer of a server: {data[at : at + 16]!r}")
