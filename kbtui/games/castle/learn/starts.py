"""The starting positions of the lessons, as the engine reads positions.

Each is small: the castle of the player, what lies on the rack, and where the barons stand. The
reader of positions refuses what no game can reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.castle.forms.position import FORMAT, read_position, write_position

_MARKET: Final = "wall14 stair18/1 roof15"  # nothing that a lesson needs
_COINS: Final = "ruby mill monk"
_THEIRS: Final = {"castle": {"f1": "wall6"}, "rack": ["wall3", "wall4", "wall8"], "baron": 2}


def _castle(text: str) -> dict[str, str]:
    """``f1=wall5 g2=wall7``"""
    pairs = (part.partition("=") for part in text.split())
    return {cell: tile for cell, _equals, tile in pairs}


def _start(
    castle: str,
    rack: str,
    *,
    baron: int = 1,
    purse: str = "",
    coins: str = _COINS,
    theirs: Mapping[str, Any] | None = None,
    task: str = "",
) -> Mapping[str, Any]:
    """It is the player's turn, or a task of that turn is still to be done."""
    mine = {
        "castle": _castle(castle),
        "rack": rack.split(),
        "coins": purse.split(),
        "baron": baron,
    }
    found: dict[str, Any] = {
        "format": FORMAT,
        "setup": {"players": 2},
        "players": [mine, {**_THEIRS, **(theirs or {})}],
        "market": _MARKET.split(),
        "coins": coins.split(),
    }
    if task:
        tasks = [{"task": name, "seat": 0, "number": 0} for name in ("end", task)]
        found |= {"agenda": tasks, "built": True}
    return found


_STAIRS: Final = "f1=wall9 g2=stair11/1 j1=wall3 i2=wall5"
_TALL: Final = (
    "d1=wall2 f1=wall3 j1=wall2 e2=prince g2=hall1 i2=hall2 f3=wall4 h3=wall3"  # two towers
)

STARTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "foundation": _start("", "wall5 wall9 twin12"),
    "two": _start("f1=wall5", "wall7 wall9 twin12"),
    "three": _start("f1=wall5 g2=wall7 j1=wall3 i2=wall5", "wall4 wall9 twin12"),
    "stairs": _start("f1=wall9", "wall4 twin12 stair11/1"),
    "low": _start(_STAIRS, "wall6 wall4 twin12"),
    "sky": _start("f1=wall5 g2=wall7", "wall4 twin12 lside2"),
    "level": _start(_TALL, "wall7 twin12 rside1"),
    "begun": _start(f"{_TALL} g4=wall7", "wall9 twin12 rside1"),
    "pay": _start("f1=wall8", "wall1 wall9 twin12"),
    "draw": _start("f1=wall8 g2=wall10", "wall9 twin11 twin12 stair14/1 stair16/1 roof12"),
    "track": _start(
        "f1=window5 j1=wall1", "wall7", baron=5, coins="windows collapse monk", theirs={"baron": 7}
    ),
    "catapult": _start(
        "f1=window5 g2=wall7",
        "wall4 wall9",
        baron=8,
        purse="catapult",
        theirs={"castle": {"f1": "wall3", "j1": "wall4", "g2": "wall5", "i2": "jester6"}},
        task="catapult",
    ),
    "last": _start(
        "f1=window5 j1=wall1",
        "wall7 wall9",
        baron=6,
        purse="ruby mill windows windows roofs monk",
        theirs={"coins": ["thief", "tower", "monk"]},
    ),
}


@cache
def position(name: str) -> Mapping[str, Any]:
    """The whole position, for a session that begins there."""
    return write_position(read_position(STARTS[name]))
