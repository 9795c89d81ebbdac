"""Files that pages load, by a name that is ours. Nothing else of the disk can be asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

_HERE: Final = "kbtui.door.web"
_SCRIPT: Final = "text/javascript; charset=utf-8"
_STYLE: Final = "text/css; charset=utf-8"


class File(NamedTuple):
    kind: str
    data: bytes


_KINDS: Final = {
    "style.css": _STYLE,
    "home.js": _SCRIPT,
    "live.js": _SCRIPT,
    "tap.js": _SCRIPT,
    "icon.svg": "image/svg+xml; charset=utf-8",
}


@cache
def find(name: str) -> File | None:
    """Read once."""
    if name not in _KINDS:
        return None
    return File(_KINDS[name], (files(_HERE) / "static" / name).read_bytes())
