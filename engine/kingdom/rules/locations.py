"""Where each action may build or move: one row per action, with masks as answers.

Each row is the build rule (section 6 of docs/rules.md) with the special condition of its action, as
a function of masks alone. Rows answer only where; ``rules.actions`` answers when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import (
    BIT,
    BOARD,
    JUMPS,
    NEIGHBOURS,
    RAYS,
    Hex,
    Mask,
    dilate,
    line_ends,
    once,
)
from engine.kingdom.ground.moves import Action
from engine.kingdom.state import OPEN, State, occupied, usable

_BUILD: Final = Action.BUILD
TAVERN_LINE: Final = 3  # L-TAVERN-1


def near(reach: Mask, candidates: Mask) -> Mask:
    """B-3: next to own settlements if any candidate is, else anywhere among them."""
    return reach & candidates or candidates


def played_terrains(state: State) -> tuple[int, ...]:
    """What the played card stands for now: both halves of a double card until one is bound."""
    if state.terrain != OPEN:
        return (state.terrain,)
    played = state.cards.played
    return () if played is None else state.setup.plain_faces[played]


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


# Builds: the board, own settlements, all they touch, all free hexes, the played card's grounds.
Grounds = tuple[Mask, ...]
BuildRule = Callable[[Board, Mask, Mask, Mask, Grounds], Mask]


def _on_played(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    # The half of a double card is chosen first, then B-3 holds within it (M-CARD-1).
    found = 0
    for ground in grounds:
        places = ground & free  # this is near(), without its call, here and below
        found |= reach & places or places
    return found


def _anywhere(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    found = 0
    for ground in grounds:
        found |= ground & free
    return found


def _farm(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    places = board.grass & free
    return reach & places or places


def _oasis(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    places = board.desert & free
    return reach & places or places


def _tower(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    places = board.edge & free
    return reach & places or places


def _tavern(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    return line_ends(own, TAVERN_LINE) & board.buildable & free


def _fountain(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    return once(own) & board.buildable & free & ~dilate(BOARD ^ free ^ own)


def _fountain_bonus(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    return once(own) & (board.buildable | board.mountain) & free & ~dilate(BOARD ^ free ^ own)


def _canoe(board: Board, own: Mask, reach: Mask, free: Mask, grounds: Grounds) -> Mask:
    # Marsh or water is chosen first, then B-3 within it (M-CANOE-2).
    return near(reach, board.marsh & free) | near(reach, board.water & free)


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


def build_rule(state: State, action: Action, seat: Seat) -> BuildRule:
    """The row of this action, or what a bonus tile makes of it."""
    if state.setup.board.bonus:
        if action is _BUILD and not state.begun and has_bonus(state, seat, Action.TEMPLE):
            return _anywhere  # M-TEMPLE-7
        if action is Action.FOUNTAIN and has_bonus(state, seat, action):
            return _fountain_bonus  # M-FOUNT-3
    return BUILD_RULES[action]


def build_targets(state: State, action: Action, seat: Seat) -> Mask:
    """Hexes where this action of this seat may put a settlement from the reserve."""
    setup, settlements, _, _, _, _, terrain, _, _, _ = state
    board, own, free = setup.board, settlements[seat], BOARD
    for mask in settlements:
        free ^= mask
    if action is _BUILD and terrain != OPEN and not board.bonus:
        # Most of all questions: _on_played() and near(), without their calls.
        free &= board.terrain[terrain]
        return dilate(own) & free or free
    grounds = (board.terrain[terrain],) if terrain != OPEN else played_grounds(state)
    return build_rule(state, action, seat)(board, own, dilate(own), free, grounds)


# Moves: the same but for what is touched, which changes, and the hex that the settlement leaves.
PathRule = Callable[[Board, Mask, Mask, Grounds, Hex], Mask]


def _near_lifted(own: Mask, free: Mask, ground: Mask, origin: Hex) -> Mask:
    """B-6: B-3 without the lifted settlement, whose hex is free again but no target (L-MOVE-1)."""
    lifted = BIT[origin]
    reach, places = dilate(own ^ lifted), ground & free
    return reach & places or (0 if reach & ground & lifted else places)


def _barn(board: Board, own: Mask, free: Mask, grounds: Grounds, origin: Hex) -> Mask:
    found = 0
    for ground in grounds:
        found |= _near_lifted(own, free, ground, origin)
    return found


def _harbor(board: Board, own: Mask, free: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return _near_lifted(own, free, board.water, origin)


def _paddock(board: Board, own: Mask, free: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return JUMPS[origin] & board.buildable & free


def _refuge(board: Board, own: Mask, free: Mask, grounds: Grounds, origin: Hex) -> Mask:
    return NEIGHBOURS[origin] & board.buildable & free


def _refuge_bonus(board: Board, own: Mask, free: Mask, grounds: Grounds, origin: Hex) -> Mask:
    open_, found = board.buildable & free, 0
    for ray in RAYS[origin]:
        for hex_ in ray:
            if open_ & BIT[hex_]:
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
    return PATH_RULES[action](board, own, BOARD ^ occupied(state), played_grounds(state), origin)
