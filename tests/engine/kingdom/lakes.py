"""The board of the Canoe tests."""

from collections.abc import Sequence

from engine.kingdom.state import State
from tests.helpers import field, position, setup_of

# Grass with a Tavern at E5 (beside it D5), a Farm at P5 (beside it the water P6), a Paddock at S9
# (beside it R9), Canoes at C13 (beside it B13, D13) and C18 (beside it B18 and the water D17).
LAKES = field(
    tavern="e5",
    farm="p5",
    paddock="s9",
    canoe="c13 c18",
    W="p6 d17 m15 m16",
    S="q15 q16",
)
SHORE = {f"canoe@{hex_}" for hex_ in ("d17", "m15", "m16", "p6", "q15", "q16")}
TWO_CANOES = "c13:usable c18:usable canoe+:usable"


def lakes(
    *settlements: str,
    tiles: Sequence[str] = ("", "c13:usable"),
    taken: Sequence[str] = ("", "e5"),
    filled: Sequence[int] = (),
    seat: int = 0,
    due: Sequence[int] = (),
) -> State:
    """Seat 0 stands at C5: to build on D5 takes the last tile of the Tavern E5."""
    rows = settlements or ("c5", "b13")
    return position(
        setup_of(LAKES, players=len(rows)),
        seat=seat,
        settlements=rows,
        tiles=tiles,
        taken=taken,
        filled=filled,
        due=due,
        card="grass",
    )
