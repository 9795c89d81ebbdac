"""The track: a loop of spaces that the barons walk (CB-8, CB-101)."""

from enum import Enum
from typing import Final

from engine.castle.pieces.box import box


class Space(Enum):
    PLAIN = "plain"
    COIN = "coin"
    TILE = "tile"
    RUBY = "ruby"


TRACK: Final = tuple(Space(kind) for kind in box()["track"]["spaces"])
STARTS: Final[tuple[int, ...]] = tuple(box()["track"]["starts"])
SPACES: Final = len(TRACK)
