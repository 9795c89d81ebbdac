"""As much TOML as the settings need: read by the standard library, written by a few lines here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

Value = bool | int | str | Sequence[str]
_BARE: Final = r"[A-Za-z0-9_-]+"
_ESCAPED: Final = r'["\\\x00-\x1f\x7f]'


def parse(data: bytes) -> dict[str, Any]:
    """The tables of a file; raises ValueError with what is wrong and where."""
    import tomllib  # not everybody who starts the program has settings

    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except RecursionError:
        raise ValueError("too many brackets") from None


def dump(values: Mapping[str, Value | Mapping[str, Value]]) -> str:
    """Plain values first, then tables, as the format wants it."""
    return "".join(f"{line}\n" for line in _lines(values))


def _lines(values: Mapping[str, Value | Mapping[str, Value]]) -> Iterator[str]:
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    for key, value in values.items():
        if not isinstance(value, Mapping):
            yield f"{_key(key)} = {_value(value)}"
    for key, table in tables.items():
        yield ""
        yield f"[{_key(key)}]"
        yield from (f"{_key(name)} = {_value(value)}" for name, value in table.items())


def _key(name: str) -> str:
    return name if re.fullmatch(_BARE, name) else _quoted(name)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    return f"[{', '.join(map(_quoted, value))}]"


def _quoted(text: str) -> str:
    escaped = re.sub(_ESCAPED, lambda match: f"\\u{ord(match[0]):04x}", text)
    return f'"{escaped}"'
