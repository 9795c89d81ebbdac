"""The kinds of fields that messages consist of, with strict checks of type, size and range.

A kind is called with a value and says whether the value fits; its text says what would. ``True`` is
not a number here, and every list has a maximum length.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_type_hints

Kind = Callable[[Any], bool]


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int
    most: int

    def __call__(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"number, {self.least} to {self.most}"


@dataclass(frozen=True)
class Flag:
    def __call__(self, value: Any) -> bool:
        return type(value) is bool

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Text:
    """Text; lengths are in characters."""

    least: int
    most: int

    def __call__(self, value: Any) -> bool:
        return type(value) is str and self.least <= len(value) <= self.most

    def __str__(self) -> str:
        return f"text, {self.least} to {self.most} characters"


@dataclass(frozen=True)
class Word:
    """One of a few words."""

    words: tuple[str, ...]

    def __call__(self, value: Any) -> bool:
        return type(value) is str and value in self.words

    def __str__(self) -> str:
        return " or ".join(f'"{word}"' for word in self.words)


@dataclass(frozen=True)
class Blob:
    """Bytes, of one of these lengths."""

    sizes: tuple[int, ...]

    def __call__(self, value: Any) -> bool:
        return type(value) is bytes and len(value) in self.sizes

    def __str__(self) -> str:
        return f"bytes, {' or '.join(map(str, self.sizes))}"


@dataclass(frozen=True)
class Column:
    """Bytes: that many for each entry of a page, up to a number of entries."""

    width: int
    most: int

    def __call__(self, value: Any) -> bool:
        if type(value) is not bytes or len(value) % self.width:
            return False
        return self.width <= len(value) <= self.width * self.most

    def __str__(self) -> str:
        return f"bytes, {self.width} for each entry, 1 to {self.most} entries"


@dataclass(frozen=True)
class Many:
    """A list of values of one kind."""

    kind: Kind
    most: int

    def __call__(self, value: Any) -> bool:
        if type(value) is not tuple or len(value) > self.most:
            return False
        return all(map(self.kind, value))

    def __str__(self) -> str:
        return f"list, at most {self.most}, of {self.kind}"


@dataclass(frozen=True)
class Row:
    """A list with a fixed place for each field of a class; the last may be left out if they have a
    default."""

    of: type[Any]

    def __call__(self, value: Any) -> bool:
        kinds, spare = kinds_of(self.of), len(self.of._field_defaults)
        if not isinstance(value, tuple) or not len(kinds) - spare <= len(value) <= len(kinds):
            return False
        return all(kind(part) for kind, part in zip(kinds.values(), value, strict=False))

    def __str__(self) -> str:
        return f"[{', '.join(kinds_of(self.of))}]"


_KINDS: dict[type, dict[str, Kind]] = {}


def kinds_of(cls: type) -> dict[str, Kind]:
    """The fields of a message or row, in order, each with its kind."""
    if cls not in _KINDS:
        hints = get_type_hints(cls, include_extras=True)
        _KINDS[cls] = {name: _kind(hint) for name, hint in hints.items()}
    return _KINDS[cls]


def _kind(hint: Any) -> Kind:
    found = next((part for part in get_args(hint)[1:] if callable(part)), None)
    if found is None:
        raise TypeError(f"{hint} does not say what fits")
    kind: Kind = found
    return kind


Yes = Annotated[bool, Flag()]
