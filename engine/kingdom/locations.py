"""Where each action may build or move: one row per action, answers as masks.

Each row is the build rule (section 6 of docs/rules.md) with the special condition of its action, as
a function of masks alone. Rows ask only about places, not whether it is the moment for the
action: that is ``rules.actions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import Seat
from engine.kingdom.board import Board
from engine.kingdom.hexes import (
    BIT,
    EDGE,
    JUMPS,
    JUMPS_OF,
    NEIGHBOURS,
    NEIGHBOURS_OF,
    RAYS,
    Hex,
    Mask,
    dilate,
    hexes,
    line_ends,
    once,
)
from engine.kingdom.moves import Action, Move
from engine.kingdom.state import OPEN, State, occupied, usable

_BUILD: Final = Action.BUILD
_HARBOR: Final = Action.HARBOR
_BESIDE: Final = (Action.BARN, Action.HARBOR)  # moves under the adjacency rule
SHORT: Final = {Action.PADDOCK: JUMPS_OF, Action.REFUGE: NEIGHBOURS_OF}
TAVERN_LINE: Final = 3  # L-TAVERN-1


def near(own: Mask, candidates: Mask) -> Mask:
    """B-3: next to own settlements if any candidate is, else anywhere among them."""
    return dilate(own) & candidates or candidates


def played_terrains(state: State) -> tuple[int, ...]:
    """What the played card stands for now: both halves of a double card until one is bound."""
    if state.terrain != OPEN:
        return (state.terrain,)
    played = state.cards.played
    return () if played is None else state.setup.faces[played]


def played_grounds(state: State) -> tuple[Mask, ...]:
    """The hexes, free or not, of each terrain that the played card stands for."""
    terrain = state.setup.board.terrain
    return tuple(terrain[played] for played in played_terrains(state))


def played_free(state: State) -> Mask:
    """Free hexes of the played terrain, or of both while the card is unbound (M-CARD-4)."""
    ground = 0
    for mask in played_grounds(state):
        ground |= mask
    return ground & ~occupied(state)


def has_bonus(state: State, seat: Seat, kind: Action) -> bool:
    """Whether the bonus tile of this kind is owned since before this turn (M-BONUS-3)."""
    slot = state.setup.board.bonus.get(kind, 0)
    return bool(slot & usable(state.tiles, seat))


# Builds: the board, own settlements, all settlements, the grounds of the played card.
Grounds = tuple[Mask, ...]
BuildRule = Callable[[Board, Mask, Mask, Grounds], Mask]


def _on_played(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    # The half of a double card is chosen first, then B-3 holds within it (M-CARD-1).
    found = 0
    for ground in grounds:
        found |= near(own, ground & ~taken)
    return found


def _farm(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return near(own, board.grass & ~taken)


def _oasis(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return near(own, board.desert & ~taken)


def _tower(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return near(own, board.buildable & EDGE & ~taken)


def _tavern(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return line_ends(own, TAVERN_LINE) & board.buildable & ~taken


def _fountain(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return once(own) & ~(taken | dilate(taken & ~own)) & board.buildable


def _fountain_bonus(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    return once(own) & ~(taken | dilate(taken & ~own)) & (board.buildable | board.mountain)


def _canoe(board: Board, own: Mask, taken: Mask, grounds: Grounds) -> Mask:
    # Marsh or water is chosen first, then B-3 within it (M-CANOE-2).
    return near(own, board.marsh & ~taken) | near(own, board.water & ~taken)


BUILD_RULES: Final[dict[Action, BuildRule]] = {
    Action.BUILD: _on_played,
    Action.ORACLE: _on_played,
    Action.FARM: _farm,
    Action.OASIS: _oasis,
    Action.TOWER: _tower,
    Action.TAVERN: _tavern,
    Action.FOUNTAIN: _fountain,
    Action.CANOE: _canoe,
    Action.CANOE_BONUS: _canoe,
}


def build_targets(state: State, action: Action, seat: Seat) -> Mask:
    """Hexes where this action of this seat may put a settlement from the reserve."""
    setup, settlements, _, _, _, _, terrain, _, begun, _ = state
    board, own, taken = setup.board, settlements[seat], 0
    for mask in settlements:
        taken |= mask
    if action is _BUILD and terrain != OPEN and not board.bonus:
        # Most of all questions: _on_played() and near(), without their calls.
        free = board.terrain[terrain] & ~taken
        return dilate(own) & free or free
    if board.bonus:
        if action is _BUILD and not begun and has_bonus(state, seat, Action.TEMPLE):
            return played_free(state)  # M-TEMPLE-7
        if action is Action.FOUNTAIN and has_bonus(state, seat, action):
            return _fountain_bonus(board, own, taken, ())  # M-FOUNT-3
    grounds = (board.terrain[terrain],) if terrain != OPEN else played_grounds(state)
    return BUILD_RULES[action](board, own, taken, grounds)


# Moves: the same, and the hex that the settlement leaves.
PathRule = Callable[[Board, Mask, Mask, Grounds, Hex], Mask]


def _near_lifted(own: Mask, taken: Mask, ground: Mask, origin: Hex) -> Mask:
    """B-6: B-3 without the lifted settlement, whose hex is free again but no target (L-MOVE-1)."""
    lifted = BIT[origin]
    adjacent = dilate(own ^ lifted) & ground & ~(taken ^ lifted)
    return adjacent & ~lifted if adjacent else ground & ~taken


def _barn(board: Board, own: Mask, taken: Mask, grounds: Grounds, origin: Hex) -> Mask:
    found = 0
    for ground in grounds:
        found |= _near_lifted(own, taken, ground, origin)
    return found


def _harbor(board: Board, own: Mask, taken: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return _near_lifted(own, taken, board.water, origin)


def _paddock(board: Board, own: Mask, taken: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return JUMPS[origin] & board.buildable & ~taken


def _refuge(board: Board, own: Mask, taken: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return NEIGHBOURS[origin] & board.buildable & ~taken


def _refuge_bonus(board: Board, own: Mask, taken: Mask, grounds: Grounds, origin: Hex) -> Mask:
    free, found = board.buildable & ~taken, 0
    for ray in RAYS[origin]:
        for hex_ in ray:
            if free & BIT[hex_]:
                found |= BIT[hex_]
                break
    return found


PATH_RULES: Final[dict[Action, PathRule]] = {
    Action.BARN: _barn,
    Action.HARBOR: _harbor,
    Action.PADDOCK: _paddock,
    Action.REFUGE: _refuge,
    Action.REFUGE_BONUS: _refuge_bonus,
}


def path_targets(state: State, action: Action, seat: Seat, origin: Hex) -> Mask:
    """Hexes where this move may put the own settlement from ``origin``."""
    own, board = state.settlements[seat], state.setup.board
    return PATH_RULES[action](board, own, occupied(state), played_grounds(state), origin)


Runs = list[tuple[list[Hex], list[Hex]]]  # origins that share their targets, with these


def paths(state: State, action: Action, seat: Seat) -> Runs:
    """All moves of this action: each origin that has targets (L-MOVE-2), in board order."""
    own, taken, board = state.settlements[seat], occupied(state), state.setup.board
    grounds = (board.water,) if action is _HARBOR else played_grounds(state)
    if action in _BESIDE and len(grounds) == 1:
        return _lifted_runs(own, taken, grounds[0])
    find = PATH_RULES[action]
    return [
        ([origin], hexes(mask))
        for origin in hexes(own)
        if (mask := find(board, own, taken, grounds, origin))
    ]


def _lifted_runs(own: Mask, taken: Mask, ground: Mask) -> Runs:
    """``_near_lifted`` for all origins at once. Lifting a settlement takes from the hexes in reach
    just those that it alone touches, so all but a few origins have the same targets."""
    reach, free = dilate(own), ground & ~taken
    near_free, held = reach & free, ground & reach  # on a held hex it could be put back
    if not near_free:
        return [(hexes(own & ~held), hexes(free))] if free else []
    lonely = near_free & once(own)
    origins, everywhere = hexes(own), hexes(near_free)
    runs, start = [], 0
    for origin in hexes(own & dilate(lonely)):
        at = origins.index(origin, start)
        left = near_free & ~(lonely & NEIGHBOURS[origin]) or (0 if held & BIT[origin] else free)
        runs += [(origins[start:at], everywhere), ([origin], hexes(left))]
        start = at + 1
    return [*runs, (origins[start:], everywhere)]


def short_paths(state: State, action: Action, seat: Seat) -> list[Move]:
    """The moves of an action that goes a fixed way in each direction; at most six an origin."""
    ways = SHORT[action]
    free = state.setup.board.buildable & ~occupied(state)
    return [
        (action, origin, target)
        for origin in hexes(state.settlements[seat])
        for target, bit in ways[origin]
        if free & bit
    ]
