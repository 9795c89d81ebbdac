"""Lists of moves: all that one action allows, in the order of legal moves.

Moves of one place are made once and shared by all lists. Those from hex to hex are too many for
that: kept, they would be spread over so much memory that to fetch them takes longer than to make
them. But settlements mostly can go to the same hexes, so theirs are made together.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from engine.kingdom.board import Board
from engine.kingdom.hexes import BIT, BITS, JUMPS, NEIGHBOURS, Hex, Mask, hexes, once
from engine.kingdom.locations import PATH_RULES, Grounds
from engine.kingdom.moves import NOWHERE, Action, Move

_BARN: Final = Action.BARN
_HARBOR: Final = Action.HARBOR
_BELOW: Final = tuple([bit - 1 for bit in BIT])  # the hexes before each hex


class _Rows(dict[Action, tuple[Move, ...]]):
    """For each action of one place its move for each hex: builds by target, Temple by origin."""

    def __missing__(self, action: Action) -> tuple[Move, ...]:
        lifts = action == Action.TEMPLE
        moves = [(action, h, NOWHERE) if lifts else (action, NOWHERE, h) for h in range(BITS)]
        self[action] = row = tuple(moves)
        return row


ROWS: Final = _Rows()  # to list from by ``hexes.select``


@lru_cache(maxsize=64)
def _origins(own: Mask) -> tuple[Hex, ...]:
    """Settlements to move. They are the same for each action, and mostly for the next turn too."""
    return tuple(hexes(own))


class _Ways(dict[Mask, tuple[Move, ...]]):
    """The moves of a settlement with at most six targets, by those of them that are free."""

    def __init__(self, action: Action, origin: Hex) -> None:
        self._action, self._origin = action, origin

    def __missing__(self, free: Mask) -> tuple[Move, ...]:
        self[free] = found = tuple([(self._action, self._origin, hex_) for hex_ in hexes(free)])
        return found


class _Origins(dict[Hex, tuple[Mask, _Ways]]):
    """For each hex the targets of an action that goes a fixed way in each direction."""

    def __init__(self, action: Action, targets: tuple[Mask, ...]) -> None:
        self._action, self._targets = action, targets

    def __missing__(self, origin: Hex) -> tuple[Mask, _Ways]:
        self[origin] = found = self._targets[origin], _Ways(self._action, origin)
        return found


_SHORT: Final = {
    Action.PADDOCK: _Origins(Action.PADDOCK, JUMPS),
    Action.REFUGE: _Origins(Action.REFUGE, NEIGHBOURS),
}


def paths(
    action: Action, board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds
) -> list[Move]:
    """All moves of this action, from each origin that has targets (L-MOVE-2)."""
    if action is _HARBOR:
        return _lifted(action, own, reach, free, board.water)
    if action is _BARN and len(grounds) == 1:
        return _lifted(action, own, reach, free, grounds[0])
    found: list[Move] = []
    if action in _SHORT:
        origins, open_ = _SHORT[action], board.buildable & free
        for origin in _origins(own):
            around, ways = origins[origin]
            found += ways[open_ & around]
        return found
    rule = PATH_RULES[action]
    for origin in _origins(own):
        found += product((action,), (origin,), hexes(rule(board, own, free, grounds, origin)))
    return found


def _lifted(action: Action, own: Mask, reach: Mask, free: Mask, ground: Mask) -> list[Move]:
    """Moves to the ground by B-6. Lifting a settlement takes from the hexes in reach just those
    that it alone touches: all origins are listed with all targets, then these are taken out."""
    everywhere = ground & free
    near, held = reach & everywhere, reach & ground  # on a held hex it could be put back
    if not near:
        return [*product((action,), hexes(own & ~held), hexes(everywhere))]
    targets = hexes(near)
    found = [*product((action,), _origins(own), targets)]
    lonely = near & once(own)
    if not lonely:
        return found
    gaps, width = [], len(targets)
    for target in hexes(lonely):
        only = (own & NEIGHBOURS[target]).bit_length() - 1
        gaps.append((own & _BELOW[only]).bit_count() * width + targets.index(target))
    gaps.sort(reverse=True)
    for gap in gaps:
        del found[gap]
    if len(gaps) == width and not near & ~NEIGHBOURS[only] and not held & BIT[only]:
        # One settlement alone touches them all: without it nothing is near, so it goes anywhere.
        found[gaps[-1] : gaps[-1]] = product((action,), (only,), hexes(everywhere))
    return found
