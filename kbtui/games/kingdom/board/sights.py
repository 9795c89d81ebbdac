"""What one hex shows: everything that decides how it is drawn, in any look."""

from typing import Final, NamedTuple

from engine.contract import Seat
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain

# Bits of ``states``.
LEGAL: Final = 1  # a target
MOVABLE: Final = 2  # an own settlement that may move
LAST: Final = 4  # placed in the last turn
LIT: Final = 8  # earns gold for the goal looked at
MOVING: Final = 16  # the settlement that is being moved
HOVER: Final = 32  # under the mouse
CURSOR: Final = 64

# Bits of ``seams``: where the hex touches another quadrant.
LEFT: Final = 1
TOP: Final = 2
BOTTOM: Final = 4
RIGHT: Final = 8


class Sight(NamedTuple):
    """Only settlements are movable, last or moving, and they are never legal."""

    terrain: Terrain
    kind: Action | None  # of a location
    left: int  # tiles on it
    owner: Seat | None  # of the settlement
    states: int
    seams: int
    tone: int  # 0 to 2, for the fine shading
    is_odd: bool  # in a row that is shifted
