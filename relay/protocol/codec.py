"""Converts messages and stored facts to bytes and back: the only module that knows msgpack.

A message is an array: its word, then its fields in order. Everything a peer can get wrong is found
here and raised as ``BadMessage``: size, form, word, number of fields, and the type and range of
each field. The protocol has no maps and no extensions, and the unpacker rejects them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial
from operator import attrgetter, call
from typing import Any, Final, NamedTuple

import msgpack  # type: ignore[import-untyped]

from relay.protocol import days as d
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage
from relay.protocol.fields import Kind, Many, Row, kinds_of
from relay.protocol.kinds import RELAY_FRAME
from relay.protocol.limits import Limits
from relay.protocol.padding import OwnLog, padded

TO_RELAY: Final[dict[str, type[m.ToRelay]]] = {
    "hello": m.Hello,
    "list": m.ListRooms,
    "create": m.Create,
    "change": m.Change,
    "join": m.Join,
    "resume": m.Resume,
    "watch": m.Watch,
    "peek": m.Peek,
    "more": m.More,
    "ready": m.Ready,
    "start": m.Start,
    "reveal": m.Reveal,
    "bot": m.SeatBot,
    "kick": m.Kick,
    "leave": m.Leave,
    "move": m.Move,
    "say": m.Say,
    "mute": m.Mute,
    "vote": m.Vote,
    "retake": m.Retake,
    "rematch": m.Rematch,
    "record": m.FetchRecord,
    "people": m.People,
    "avoid": m.Avoid,
    "ping": m.Ping,
    "try": d.Try,
    "day": d.AskDay,
    "played": d.AskGame,
    "dare": d.Dare,
    "dared": d.AskChallenge,
    "answer": d.AskDared,
}
TO_CLIENT: Final[dict[str, type[m.ToClient]]] = {
    "welcome": m.Welcome,
    "rooms": m.Rooms,
    "seated": m.Seated,
    "watching": m.Watching,
    "peeked": m.Peeked,
    "room": m.RoomView,
    "seal": m.SealView,
    "log": m.Log,
    "clock": m.ClockView,
    "said": m.Said,
    "murmur": m.Murmur,
    "present": m.Present,
    "refused": m.Refused,
    "page": m.RecordPage,
    "pong": m.Pong,
    "bye": m.Bye,
    "table": d.DayView,
    "challenge": d.ChallengeView,
}
WORDS: Final[dict[type, str]] = {
    cls: word for table in (TO_RELAY, TO_CLIENT) for word, cls in table.items()
}

_ITEMS: Final = 1024  # longest array of any message; a page of a listing has some hundred
_DEFAULT: Final = Limits().frame
# Any value of ours as bytes. One packer for all: making it costs as much again.
pack: Final[Callable[[Any], bytes]] = msgpack.Packer(use_bin_type=True).pack


def _no_extension(code: int, data: bytes) -> None:
    raise ValueError(f"extension type {code}")


_UNPACK: Final = partial(
    msgpack.unpackb,
    raw=False,
    use_list=False,
    ext_hook=_no_extension,
    max_array_len=_ITEMS,
    max_map_len=0,
    max_ext_len=0,
)
# Not all of the module's own are ValueErrors: the one for what is cut off is not.
_NOT_OURS: Final = (ValueError, msgpack.exceptions.UnpackException)


class _Spec(NamedTuple):
    """How one message is read."""

    cls: type
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    checks: tuple[Kind, ...]  # the same as methods: to find those each time takes as long as they
    rows: tuple[int, ...]  # fields that hold rows, which become objects
    least: int  # fields; those at the end may be left out


def _spec(cls: type) -> _Spec:
    kinds = kinds_of(cls)
    rows = (i for i, kind in enumerate(kinds.values()) if _row(kind) is not None)
    checks = map(attrgetter("__call__"), kinds.values())
    least = len(kinds) - len(_defaults(cls))
    return _Spec(cls, tuple(kinds), tuple(kinds.values()), tuple(checks), tuple(rows), least)


def _defaults(cls: type) -> list[Any]:
    """Of the last fields, those that may be left out."""
    return [each.default for each in fields(cls) if each.default is not MISSING]


def _row(kind: Kind) -> Any | None:
    if isinstance(kind, Many):
        kind = kind.kind
    return kind.of if isinstance(kind, Row) else None


_FOR_RELAY: Final = {word: _spec(cls) for word, cls in TO_RELAY.items()}
_FOR_CLIENT: Final = {word: _spec(cls) for word, cls in TO_CLIENT.items()}


def _reader(cls: type) -> Callable[[Any], tuple[Any, ...]]:
    """What takes the fields out of a message, in order."""
    names, spare = tuple(kinds_of(cls)), _defaults(cls)
    rows = filter(None, map(_row, kinds_of(cls).values()))
    if any(row._field_defaults for row in rows):
        return lambda message: tuple(map(_part, [getattr(message, name) for name in names]))
    if spare:
        return lambda message: _without(spare, [getattr(message, name) for name in names])
    if len(names) > 1:
        return attrgetter(*names)
    return lambda message: tuple(getattr(message, name) for name in names)


def _without(defaults: list[Any], values: list[Any]) -> tuple[Any, ...]:
    """The values as far as they say something."""
    for default in reversed(defaults):
        if values[-1] != default:
            break
        values.pop()
    return tuple(values)


def shortened(row: Any) -> tuple[Any, ...]:
    """A row as it is sent: without the last fields, if they have their default."""
    return _without([*row._field_defaults.values()], [*row])


def _part(value: Any) -> Any:
    """A row, or a list of them, as they are sent; anything else as it is."""
    if hasattr(value, "_field_defaults"):
        return shortened(value)
    if type(value) is tuple and value and getattr(value[0], "_field_defaults", None):
        return tuple(map(shortened, value))
    return value


_WRITERS: Final = {cls: (word, _reader(cls)) for cls, word in WORDS.items()}


def encode(message: m.ToRelay | m.ToClient) -> bytes:
    if type(message) is OwnLog:
        return padded(message)
    word, values = _WRITERS[type(message)]
    return pack((word, *values(message)))


def decode_for_relay(data: object, frame: int = _DEFAULT) -> m.ToRelay:
    """A message from a client; raises BadMessage."""
    message: m.ToRelay = _decode(data, frame, _FOR_RELAY)
    return message


def decode_for_client(data: object, frame: int = RELAY_FRAME) -> m.ToClient:
    """A message from the relay; raises BadMessage."""
    message: m.ToClient = _decode(data, frame, _FOR_CLIENT)
    return message


def _decode(data: object, frame: int, specs: dict[str, _Spec]) -> Any:
    if type(data) is not bytes:
        raise BadMessage("text-frame", "messages are binary frames")
    if len(data) > frame:
        raise BadMessage("too-large", f"a frame has at most {frame} bytes")
    try:
        parts = _UNPACK(data)
    except _NOT_OURS as error:
        text = f"not msgpack as it is used here: {_reason(error)}"
        raise BadMessage("bad-message", text) from None
    if type(parts) is not tuple or not parts or type(parts[0]) is not str:
        raise BadMessage("bad-message", "a message is an array that begins with its word")
    spec = specs.get(parts[0])
    if spec is None:
        raise BadMessage("bad-message", f"there is no message {parts[0][:16]!r} in this direction")
    cls, names, kinds, checks, rows, least = spec
    values = parts[1:]
    if not least <= len(values) <= len(kinds):
        text = f"{parts[0]!r} has {len(kinds)} fields, not {len(values)}"
        raise BadMessage("bad-message", text)
    if not all(map(call, checks, values)):
        wrong = next(i for i, value in enumerate(values) if not kinds[i](value))
        text = f"{names[wrong]} of {parts[0]!r}: expected {kinds[wrong]}"
        raise BadMessage("bad-message", text)
    return cls(*(_with_rows(values, spec) if rows else values))


def _with_rows(values: tuple[Any, ...], spec: _Spec) -> tuple[Any, ...]:
    made = list(values)
    for index in spec.rows:
        kind, value = spec.kinds[index], made[index]
        of: Any = _row(kind)
        made[index] = tuple(of(*row) for row in value) if isinstance(kind, Many) else of(*value)
    return tuple(made)


def unpack(data: bytes) -> Any:
    """Arrays become tuples; raises ValueError for whatever is not wholly of our kind."""
    try:
        return _UNPACK(data)
    except _NOT_OURS as error:
        raise ValueError(_reason(error)) from None


def _reason(error: Exception) -> str:
    """Why something could not be unpacked."""
    is_named = isinstance(error, msgpack.exceptions.UnpackException)
    return f"{type(error).__name__} {error}".strip() if is_named else str(error)
