"""Reads JSON objects field by field, so that every error names the field."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import BadPosition

_REQUIRED: Final = object()
_WORDS: Final = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


class Reader:
    """Takes the fields of one object out of it; what is left at the ``end`` is a mistake."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise BadPosition(where, "expected an object")
        self._fields = dict(data)
        self.where = where

    def at(self, field: str) -> str:
        return field if self.where == "position" else f"{self.where}.{field}"

    def take(self, field: str, kind: type, default: Any = _REQUIRED) -> Any:
        """The field, which must be of that type; null is the same as left out."""
        value = self._fields.pop(field, None)
        if value is None:
            if default is _REQUIRED:
                raise BadPosition(self.at(field), "is missing")
            return default
        if type(value) is not kind:
            raise BadPosition(self.at(field), f"expected {_WORDS[kind]}, got {value!r}")
        return value

    def end(self) -> None:
        for field in self._fields:
            raise BadPosition(self.at(field), "there is no such field")
