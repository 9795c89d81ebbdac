"""Files that pages load, by a name that is ours. Nothing else of the disk can be asked for."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

VERSION: Final = 8  # hexadecimal digits
_OURS: Final = ("kbtui.door.web", "static")
# Where the terminal in a page comes from; its package is part of the extra ``web``.
_THEIRS: Final = ("textual_serve", "static")
_SCRIPT: Final = "text/javascript; charset=utf-8"
_STYLE: Final = "text/css; charset=utf-8"


class File(NamedTuple):
    kind: str
    data: bytes


# By name: package and path, and what kind of file it is.
_FILES: Final = {
    "style.css": (_OURS, "style.css", _STYLE),
    "home.js": (_OURS, "home.js", _SCRIPT),
    "live.js": (_OURS, "live.js", _SCRIPT),
    "tap.js": (_OURS, "tap.js", _SCRIPT),
    "terminal.js": (_OURS, "terminal.js", _SCRIPT),
    "icon.svg": (_OURS, "icon.svg", "image/svg+xml; charset=utf-8"),
    "textual.js": (_THEIRS, "js/textual.js", _SCRIPT),
    "xterm.css": (_THEIRS, "css/xterm.css", _STYLE),
    "mono.ttf": (_THEIRS, "fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}


@cache
def find(name: str) -> File | None:
    """Read once; None if there is none of that name."""
    if name not in _FILES:
        return None
    (package, folder), path, kind = _FILES[name]
    try:
        return File(kind, (files(package) / folder / path).read_bytes())
    except (ModuleNotFoundError, OSError):  # the extra is not installed
        return None


@cache
def version(name: str) -> str:
    """Of a file: another one as soon as a byte of it differs."""
    file = find(name)
    return "" if file is None else hashlib.sha256(file.data).hexdigest()[:VERSION]


def address(name: str) -> str:
    """Where a page finds a file; one of another version has another address."""
    return f"/static/{name}?v={version(name)}"


def has_terminal() -> bool:
    """Whether the script is there that draws a terminal."""
    return find("textual.js") is not None
