"""What a player may be called at a door, and which names look alike."""

from __future__ import annotations

import re
from typing import Final

from kbtui.disk.settings import NAME_LENGTH
from kbtui.hosted.mode import COMMANDS
from kbtui.text.levels import LEVELS
from relay.protocol.room_codes import tidy_code

SHORTEST: Final = 2
GUEST: Final = "~"  # before the name of a guest; no other name has it
FREE, TAKEN, SHORT, BAD, RESERVED = "free", "taken", "short", "bad", "reserved"
# Words that mean something as a user name, now or soon.
WORDS: Final = (
    *(
        "daily",
        "guest",
        "hall",
        "help",
        "key",
        "line",
        "menu",
        "play",
        "stats",
        "version",
        "who",
        "whoami",
    ),
)
_NOBODY: Final = (  # names that would mislead others
    *("admin", "bot", "dealer", "door", "kb", "nobody", "operator", "relay", "root", "server"),
    *("system", "you"),
)
_OF_MACHINES: Final = (  # user names of many machines, which propose nothing
    *(
        "admin",
        "debian",
        "ec2-user",
        "fedora",
        "git",
        "guest",
        "me",
        "pi",
        "root",
        "test",
        "ubuntu",
    ),
    *("user", "vagrant"),
)
_BIRDS: Final = (
    *("avocet", "bittern", "curlew", "dipper", "dunlin", "eider", "fulmar", "gannet", "godwit"),
    *("heron", "jackdaw", "kestrel", "knot", "lapwing", "linnet", "magpie", "merlin", "osprey"),
    *("ouzel", "petrel", "pipit", "plover", "puffin", "quail", "redwing", "ruff", "sanderling"),
    *("siskin", "skua", "snipe", "stork", "swift", "teal", "tern", "wagtail", "whimbrel", "wren"),
)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": None, "_": None})


def folded(name: str) -> str:
    """The same for names that can be mistaken for each other."""
    return name.casefold().translate(_ALIKE)


def judged(name: str) -> str:
    """``FREE``, as far as the name alone says so, or what is wrong with it."""
    if len(name) < SHORTEST:
        return SHORT
    if len(name) > NAME_LENGTH or not _NAME.fullmatch(name) or name.endswith(("-", "_")):
        return BAD
    return RESERVED if is_reserved(name) else FREE


def is_reserved(name: str) -> bool:
    """Whether it means something as a user name, or is nobody's."""
    taken = {folded(word) for word in (*COMMANDS, *WORDS, *_NOBODY, *LEVELS)}
    return folded(name) in taken or ("-" in name and tidy_code(name) is not None)


def proposal(user: str) -> str:
    """A name for somebody who came with this user name; empty if it proposes none."""
    name = "".join(sign for sign in user if _NAME.fullmatch(f"a{sign}"))[:NAME_LENGTH].strip("-_")
    return name if judged(name) == FREE and name.casefold() not in _OF_MACHINES else ""


def bird(number: int) -> str:
    """A name for a guest; numbers that follow each other give different ones."""
    round_, place = divmod(number * 7, len(_BIRDS))
    return f"{GUEST}{_BIRDS[place]}{round_ % 100 + 1 if round_ else ''}"[:NAME_LENGTH]
