"""Why a move or a turn is good: what it changes for the player, and for opponents."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.contract import Seat
from engine.kingdom.ground.hexes import BIT, Mask, dilate
from engine.kingdom.ground.terrain import BUILDABLE
from engine.kingdom.scores import parts, scores
from engine.kingdom.state import State, occupied, tiles_left

NEAR: Final = 3  # hexes to a location that is worth a word
_FEW: Final = 3  # terrains: who touches more has a free choice with few cards anyway


class Reasons(NamedTuple):
    gold: tuple[tuple[str, int], ...]  # what changes for the player, by part
    taken: tuple[int, ...]  # tiles, as slots of the board
    lost: tuple[int, ...]
    costs: tuple[tuple[Seat, int], ...]  # what opponents lose in total
    nears: int | None  # the location, as a slot, that it goes towards
    keeps: bool  # it builds and touches no new terrain
    touched: int = 0  # terrains next to which the player has to build, after it

    @property
    def total(self) -> int:
        return sum(gold for _part, gold in self.gold)


def reasons(before: State, after: State, seat: Seat) -> Reasons:
    old, new = scores(before).earned, scores(after).earned
    changes = [
        [now.gold - then.gold for then, now in zip(*rows, strict=True)]
        for rows in zip(old, new, strict=True)
    ]
    named = zip(parts(before), changes[seat], strict=True)
    others = ((other, -sum(row)) for other, row in enumerate(changes) if other != seat)
    owned = before.tiles.owned[seat], after.tiles.owned[seat]
    taken = _slots(before, owned[1] & ~owned[0])
    has_built = after.settlements[seat].bit_count() > before.settlements[seat].bit_count()
    touched = _touched(before, seat), _touched(after, seat)
    return Reasons(
        tuple((part, gold) for part, gold in named if gold),
        taken,
        _slots(before, owned[0] & ~owned[1]),
        tuple((other, gold) for other, gold in others if gold > 0),
        None if taken else _neared(before, after, seat),
        has_built and 0 < len(touched[0]) <= _FEW and touched[1] <= touched[0],
        len(touched[1]),
    )


def less(one: Reasons, other: Reasons) -> Reasons:
    """What the first brings and the second does not; a tile that only the second takes is lost."""
    mine, theirs = dict(one.gold), dict(other.gold)
    gold = {part: mine.get(part, 0) - theirs.get(part, 0) for part in (*mine, *theirs)}
    hurt = dict(other.costs)
    costs = ((seat, cost - hurt.get(seat, 0)) for seat, cost in one.costs)
    return Reasons(
        tuple((part, change) for part, change in gold.items() if change),
        _without(one.taken, other.taken),
        _without(one.lost, other.lost),
        tuple((seat, cost) for seat, cost in costs if cost > 0),
        None if one.nears == other.nears else one.nears,
        False,
    )


def _without(slots: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(slot for slot in slots if slot not in others)


def _slots(state: State, mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(len(state.setup.board.slots)) if mask >> i & 1)


def _neared(before: State, after: State, seat: Seat) -> int | None:
    """The location with a tile for the seat that is nearest now and was farther away."""
    own = before.settlements[seat], after.settlements[seat]
    if not own[1] & ~own[0]:
        return None
    found = []
    for i, slot in enumerate(before.setup.board.slots):
        if slot.is_bonus or before.tiles.taken[seat] >> i & 1 or not tiles_left(after, i):
            continue
        then, now = (_steps(mask, BIT[slot.hex]) for mask in own)
        if now < then and now <= NEAR:
            found.append((now, i))
    return min(found)[1] if found else None


def _steps(own: Mask, goal: Mask) -> int:
    """How many hexes lie between, one more than are wanted if it is far."""
    for steps in range(NEAR + 1):
        if own & goal:
            return steps
        own |= dilate(own)
    return NEAR + 1


def _touched(state: State, seat: Seat) -> set[int]:
    """The terrains on which the player has to build next to their settlements."""
    own = state.settlements[seat]
    reach = dilate(own) & ~occupied(state)
    return {int(t) for t in BUILDABLE if state.setup.board.terrain[t] & reach}
