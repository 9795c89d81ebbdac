"""Facts as records: a letter for each kind, and behind it the fields.

A log, of a room or of a day, is a list of such records. Whatever else a record may be, no relay has
written it, and it is not folded.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import call
from typing import Any, Final, get_type_hints

from relay.protocol import kinds as k
from relay.protocol.codec import pack, unpack
from relay.protocol.errors import BadLog
from relay.protocol.fields import Kind, Row, Whole
from relay.protocol.messages import Terms

_WHAT: Final[dict[Any, Kind]] = {
    int: lambda value: type(value) is int,
    str: lambda value: type(value) is str,
    bytes: lambda value: type(value) is bytes,
    bool: lambda value: type(value) is bool,
    Terms: Row(Terms),
}
_SEATS: Final = Whole(0, k.MAX_SEATS - 1)


class Letters:
    """The kinds of facts of one sort of log. The dealer is an actor, but sits nowhere."""

    def __init__(self, kinds: Mapping[str, type[Any]]) -> None:
        self._kinds = kinds
        self._letters = {cls: letter for letter, cls in kinds.items()}
        self._fields = {
            letter: tuple(
                _SEATS if name in ("seat", "voter") else _WHAT[kind]
                for name, kind in get_type_hints(cls).items()
            )
            for letter, cls in kinds.items()
        }

    def write(self, fact: Any) -> bytes:
        return pack((self._letters[type(fact)], *fact))

    def read(self, record: bytes) -> Any:
        """The fact of a record; raises BadLog."""
        try:
            letter, *fields = unpack(record)
            fact = self._kinds[letter](*fields)
        except (ValueError, KeyError, TypeError) as error:
            raise BadLog(f"a record that is not a fact: {error}") from None
        if not all(map(call, self._fields[letter], fields)):
            raise BadLog(f"a record {letter!r} that no relay has written")
        return fact
