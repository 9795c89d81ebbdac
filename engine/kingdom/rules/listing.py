"""Lists of moves: everything that one action allows, in the order of legal moves.

Moves with a single hex are created once and shared by all lists. Moves from hex to hex are too many
for that: with a Barn or a Harbor there are hundreds, of which usually one is wanted, or their
number. But most settlements can go to the same hexes, so such moves are kept as a ``Grid``, which
knows all of them and their order, and creates the one that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, product
from typing import Final, overload

from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import (
    BIT,
    BITS,
    JUMPS,
    NEIGHBOURS,
    Hex,
    Mask,
    by_length,
    hexes,
    nth,
    once,
)
from engine.kingdom.ground.moves import NOWHERE, Action, Move
from engine.kingdom.rules.locations import PATH_RULES, Grounds

_BARN: Final = Action.BARN
_HARBOR: Final = Action.HARBOR
_BELOW: Final = tuple([bit - 1 for bit in BIT])  # the hexes before each hex


class _Rows(dict[Action, tuple[Move, ...]]):
    """For each action of one place its move for each hex: builds by target, Temple by origin."""

    def __missing__(self, action: Action) -> tuple[Move, ...]:
        lifts = action == Action.TEMPLE
        moves = [(action, h, NOWHERE) if lifts else (action, NOWHERE, h) for h in range(BITS)]
        self[action] = row = by_length(moves)
        return row


ROWS: Final = _Rows()  # to list from by ``hexes.select``


class _Ways(dict[Mask, tuple[Move, ...]]):
    """The moves of a settlement with at most six targets, by the targets that are free.

    Masks begin at the first target, because looking up a long number is slow. All are created
    when the first is used: one by one, they would still be missing in many later games.
    """

    def __init__(self, action: Action, origin: Hex, first: Hex, targets: Mask) -> None:
        self._action, self._origin, self._first, self._targets = action, origin, first, targets

    def __missing__(self, free: Mask) -> tuple[Move, ...]:
        rows: list[tuple[Mask, tuple[Move, ...]]] = [(0, ())]
        for hex_ in hexes(self._targets):
            bit, moves = BIT[hex_], ((self._action, self._origin, self._first + hex_),)
            rows += [(mask | bit, row + moves) for mask, row in rows]
        self.update(rows)
        return self[free]


@cache
def _short(action: Action) -> tuple[tuple[Hex, Mask, _Ways], ...]:
    """For each hex the targets of an action that goes a fixed way in each direction: the first of
    them, all counted from there, and the moves."""
    found = []
    for origin, targets in enumerate(_SHORT[action]):
        first = max((targets & -targets).bit_length() - 1, 0)
        targets >>= first
        found.append((first, targets, _Ways(action, origin, first, targets)))
    return tuple(found)


_SHORT: Final = {Action.PADDOCK: JUMPS, Action.REFUGE: NEIGHBOURS}


class Grid:
    """The moves from every origin to every target, in order, but for the gaps."""

    __slots__ = ("action", "gaps", "origins", "size", "targets", "width")

    def __init__(self, action: Action, origins: Mask, targets: Mask, gaps: Sequence[int]) -> None:
        self.action, self.origins, self.targets = action, origins, targets
        self.gaps = gaps  # places in the full grid, ascending
        self.width = targets.bit_count()
        self.size = origins.bit_count() * self.width - len(gaps)

    def at(self, index: int) -> Move:
        for gap in self.gaps:
            if gap > index:
                break
            index += 1
        row, column = divmod(index, self.width)
        return self.action, nth(self.origins, row), nth(self.targets, column)

    def moves(self) -> list[Move]:
        found = [*product((self.action,), hexes(self.origins), hexes(self.targets))]
        for gap in reversed(self.gaps):
            del found[gap]
        return found


class Moves(Sequence[Move]):
    """Lists and grids of moves, one after the other, as one sequence that never changes."""

    __slots__ = ("_parts", "_size")

    def __init__(self, parts: Sequence[list[Move] | Grid]) -> None:
        self._parts, self._size = parts, 0
        for part in parts:
            self._size += len(part) if isinstance(part, list) else part.size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [*self][index]
        if index < 0:
            index += self._size
        if index >= 0:
            for part in self._parts:
                size = len(part) if isinstance(part, list) else part.size
                if index < size:
                    return part[index] if isinstance(part, list) else part.at(index)
                index -= size
        raise IndexError("there are not that many moves")

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(
            part if isinstance(part, list) else part.moves() for part in self._parts
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | Moves) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        return f"Moves({[*self]})"


def paths(
    action: Action, board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds
) -> list[Move] | Grid:
    """All moves of this action, from each origin that has targets (L-MOVE-2)."""
    if action is _HARBOR:
        return _lifted(action, own, reach, free, board.water)
    if action is _BARN and len(grounds) == 1:
        return _lifted(action, own, reach, free, grounds[0])
    found: list[Move] = []
    if action in _SHORT:
        table, open_ = _short(action), board.buildable & free
        for origin in hexes(own):
            first, around, ways = table[origin]
            found += ways[open_ >> first & around]
        return found
    rule = PATH_RULES[action]
    for origin in hexes(own):
        found += product((action,), (origin,), hexes(rule(board, own, free, grounds, origin)))
    return found


def _lifted(action: Action, own: Mask, reach: Mask, free: Mask, ground: Mask) -> list[Move] | Grid:
    """Moves to the ground by B-6. Lifting a settlement takes from the hexes in reach just those
    that it alone touches: these are the gaps in the grid."""
    everywhere = ground & free
    near, held = reach & everywhere, reach & ground  # on a held hex it could be put back
    if not near:
        return Grid(action, own & ~held, everywhere, ())
    width, gaps, only = near.bit_count(), [], NOWHERE
    for target in hexes(near & once(own)):
        only = (own & NEIGHBOURS[target]).bit_length() - 1
        row, column = (own & _BELOW[only]).bit_count(), (near & _BELOW[target]).bit_count()
        gaps.append(row * width + column)
    gaps.sort()
    grid = Grid(action, own, near, gaps)
    if len(gaps) < width or near & ~NEIGHBOURS[only] or held & BIT[only]:
        return grid
    # One settlement alone touches them all: without it nothing is near, so it goes anywhere.
    found = grid.moves()
    found[gaps[0] : gaps[0]] = product((action,), (only,), hexes(everywhere))
    return found
