"""Gold: one row per goal, plus castles and palaces, each with the hexes that earned it.

Every function takes all settlements and answers for one seat, because some goals compare players.
The same functions serve the final score, the running score and the gain of a move.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import (
    BIT,
    NEIGHBOURS,
    QUADRANTS,
    ROWS,
    SEAM,
    Mask,
    areas,
    dilate,
    distance,
    farthest,
    hexes,
    next_to_three,
)
from engine.kingdom.ground.terrain import Terrain

CASTLE_GOLD: Final = 3  # K-1
PALACE_GOLD: Final = 5  # M-PALACE-1
MERCHANT_GOLD: Final = 4
KNIGHT_GOLD: Final = 2
LORD_GOLD: Final = (12, 6)  # first and second number of a quadrant
FARMER_GOLD: Final = 3
GEOLOGIST_GOLD: Final = 2
MESSENGER_GOLD: Final = 2
CITIZENS_A_GOLD: Final = 2


class Earned(NamedTuple):
    gold: int
    hexes: Mask  # settlements or special hexes that the gold is paid for


class Count(NamedTuple):
    """What a goal looks at: the board, everybody's settlements, the seat that is counted."""

    board: Board
    settlements: tuple[Mask, ...]
    seat: int
    scouted: Terrain | None

    @property
    def own(self) -> Mask:
        return self.settlements[self.seat]


def _each(settlements: Mask) -> Earned:
    return Earned(settlements.bit_count(), settlements)


def _fishermen(count: Count) -> Earned:
    return _each(count.own & count.board.shore)


def _miners(count: Count) -> Earned:
    return _each(count.own & count.board.foothills)


def _workers(count: Count) -> Earned:
    return _each(count.own & count.board.near_special)


def _merchants(count: Count) -> Earned:
    linked, special = 0, count.board.special
    for group in areas(count.own):
        touched = dilate(group) & special
        if touched & (touched - 1):  # two or more (G-MERCH-2)
            linked |= touched
    return Earned(MERCHANT_GOLD * linked.bit_count(), linked)


def _geologists(count: Count) -> Earned:
    linked, ranges = 0, count.board.ranges
    for group in areas(count.own):
        near = dilate(group) | group  # a settlement on a mountain touches its range (G-GEO-3)
        if near & count.board.mountain:
            touched = [range_ for range_ in ranges if range_ & near]
            if len(touched) > 1:
                linked |= sum(touched)
    scored = sum(1 for range_ in ranges if range_ & linked)
    return Earned(GEOLOGIST_GOLD * scored, linked)


def _discoverers(count: Count) -> Earned:
    own = count.own
    return Earned(len([row for row in ROWS if row & own]), own)


def _knights(count: Count) -> Earned:
    own = count.own
    best = max([held for row in ROWS if (held := row & own)], key=int.bit_count, default=0)
    return Earned(KNIGHT_GOLD * best.bit_count(), best)


def _hermits(count: Count) -> Earned:
    return Earned(len(areas(count.own)), count.own)


def _citizens(count: Count) -> Earned:
    largest = max(areas(count.own), key=int.bit_count, default=0)
    return Earned(largest.bit_count() // CITIZENS_A_GOLD, largest)


def _lords(count: Count) -> Earned:
    gold = earning = 0
    for quadrant in QUADRANTS:
        held = count.own & quadrant
        number = held.bit_count()  # zero is a number too (G-LORDS-3)
        larger = {
            other
            for own in count.settlements
            if (other := (own & quadrant).bit_count()) > number  # G-LORDS-2
        }
        if len(larger) < len(LORD_GOLD):
            gold += LORD_GOLD[len(larger)]
            earning |= held
    return Earned(gold, earning)


def _farmers(count: Count) -> Earned:
    own = count.own
    fewest = min([own & quadrant for quadrant in QUADRANTS], key=int.bit_count)
    return Earned(FARMER_GOLD * fewest.bit_count(), fewest)


def _messengers(count: Count) -> Earned:
    best, ends = 0, 0
    for group in areas(count.own):
        if group & (group - 1):  # a single settlement is not a pair (G-MESS-3)
            one, other = farthest(group)
            length = distance(one, other) + 1
            if length > best:
                best, ends = length, BIT[one] | BIT[other]
    return Earned(MESSENGER_GOLD * best, ends)


def _won(count: Count, things: Mask) -> Earned:
    """5 gold for each thing with the most adjacent settlements (M-PALACE-1, M-PALACE-2)."""
    won = 0
    for hex_ in hexes(things):
        around = NEIGHBOURS[hex_]
        numbers = [(own & around).bit_count() for own in count.settlements]
        if numbers[count.seat] == max(numbers) > 0:
            won |= 1 << hex_
    return Earned(PALACE_GOLD * won.bit_count(), won)


def _noblewomen(count: Count) -> Earned:
    return _won(count, count.board.locations | count.board.castles)  # G-NOBLE-2


def _palaces(count: Count) -> Earned:
    return _won(count, count.board.palaces)


def _vassals(count: Count) -> Earned:
    return _each(count.own & SEAM)


def _captains(count: Count) -> Earned:
    return _each(count.own & next_to_three(count.own))


def _scouts(count: Count) -> Earned:
    if count.scouted is None:
        return Earned(0, 0)
    ground = count.board.terrain[count.scouted]
    return _each(count.own & dilate(ground) & ~ground)  # G-SCOUTS-5


def _castles(count: Count) -> Earned:
    touched = count.board.castles & dilate(count.own)
    return Earned(CASTLE_GOLD * touched.bit_count(), touched)


CASTLES: Final = "castles"
PALACES: Final = "palaces"
GOALS: Final[dict[str, Callable[[Count], Earned]]] = {
    "fishermen": _fishermen,
    "miners": _miners,
    "merchants": _merchants,
    "workers": _workers,
    "discoverers": _discoverers,
    "knights": _knights,
    "hermits": _hermits,
    "lords": _lords,
    "citizens": _citizens,
    "farmers": _farmers,
    "geologists": _geologists,
    "messengers": _messengers,
    "noblewomen": _noblewomen,
    "vassals": _vassals,
    "captains": _captains,
    "scouts": _scouts,
    CASTLES: _castles,
    PALACES: _palaces,
}
