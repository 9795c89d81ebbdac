"""Where each action may build or move: one row per action, answers as masks.

``targets`` is the build rule (section 6 of docs/rules.md) with the special condition of each action;
``origins`` are the settlements that a move can take. Both ask only about places, not whether it is the moment for
the action: that is ``rules.actions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.kingdom.hexes import (
    BIT,
    EDGE,
    JUMPS,
    NEIGHBOURS,
    RAYS,
    Hex,
    Mask,
    dilate,
    hexes,
    line_ends,
    once,
)
from engine.kingdom.moves import RELOCATIONS, Action
from engine.kingdom.state import OPEN, Seat, State, occupied, usable
from engine.kingdom.terrain import Terrain

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


def played_free(state: State) -> Mask:
    """Free hexes of the played terrain, or of both while the card is unbound (M-CARD-4)."""
    board, taken, free = state.setup.board, occupied(state), 0
    for terrain in played_terrains(state):
        free |= board.terrain[terrain] & ~taken
    return free


def _near_played(state: State, seat: Seat) -> Mask:
    setup, settlements, _, cards, _, _, terrain, _, _, _ = state
    own, taken, grounds = settlements[seat], 0, setup.board.terrain
    for mask in settlements:
        taken |= mask
    if terrain != OPEN:
        candidates = grounds[terrain] & ~taken
        return dilate(own) & candidates or candidates
    # The half of the card is chosen first, then B-3 holds within it (M-CARD-1).
    faces = () if cards.played is None else setup.faces[cards.played]
    found = 0
    for face in faces:
        found |= near(own, grounds[face] & ~taken)
    return found


def _mandatory(state: State, seat: Seat) -> Mask:
    if not state.begun and state.setup.board.bonus and has_bonus(state, seat, Action.TEMPLE):
        return played_free(state)  # M-TEMPLE-7
    return _near_played(state, seat)


def has_bonus(state: State, seat: Seat, kind: Action) -> bool:
    """Whether the bonus tile of this kind is owned since before this turn (M-BONUS-3)."""
    slot = state.setup.board.bonus.get(kind, 0)
    return bool(slot & usable(state.tiles, seat))


def _farm(state: State, seat: Seat) -> Mask:
    grass = state.setup.board.terrain[Terrain.GRASS]
    return near(state.settlements[seat], grass & ~occupied(state))


def _oasis(state: State, seat: Seat) -> Mask:
    desert = state.setup.board.terrain[Terrain.DESERT]
    return near(state.settlements[seat], desert & ~occupied(state))


def _tower(state: State, seat: Seat) -> Mask:
    edge = state.setup.board.buildable & EDGE
    return near(state.settlements[seat], edge & ~occupied(state))


def _tavern(state: State, seat: Seat) -> Mask:
    free = state.setup.board.buildable & ~occupied(state)
    return line_ends(state.settlements[seat], TAVERN_LINE) & free


def _fountain(state: State, seat: Seat) -> Mask:
    board = state.setup.board
    ground = board.buildable
    if has_bonus(state, seat, Action.FOUNTAIN):
        ground |= board.mountain  # M-FOUNT-3
    own = state.settlements[seat]
    all_ = occupied(state)
    return once(own) & ground & ~all_ & ~dilate(all_ & ~own)


def _canoe(state: State, seat: Seat) -> Mask:
    # Marsh or water is chosen first, then B-3 within it (M-CANOE-2).
    board, own, free = state.setup.board, state.settlements[seat], ~occupied(state)
    return near(own, board.marsh & free) | near(own, board.water & free)


BuildTargets = Callable[[State, Seat], Mask]
_BUILDS: Final[dict[Action, BuildTargets]] = {
    Action.BUILD: _mandatory,
    Action.ORACLE: _near_played,
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
    return _BUILDS[action](state, seat)


def _near_lifted(own: Mask, origin: Hex, ground: Mask, free: Mask) -> Mask:
    """B-6: B-3 without the lifted settlement, whose hex is free again but no target (L-MOVE-1)."""
    lifted = BIT[origin]
    candidates = ground & free
    adjacent = dilate(own ^ lifted) & ground & (free | lifted)
    return adjacent & ~lifted if adjacent else candidates


def _barn(state: State, seat: Seat, origin: Hex) -> Mask:
    board, own, free, found = state.setup.board, state.settlements[seat], ~occupied(state), 0
    for terrain in played_terrains(state):
        found |= _near_lifted(own, origin, board.terrain[terrain], free)
    return found


def _harbor(state: State, seat: Seat, origin: Hex) -> Mask:
    own = state.settlements[seat]
    return _near_lifted(own, origin, state.setup.board.water, ~occupied(state))


def _paddock(state: State, seat: Seat, origin: Hex) -> Mask:
    return JUMPS[origin] & state.setup.board.buildable & ~occupied(state)


def _refuge(state: State, seat: Seat, origin: Hex) -> Mask:
    return NEIGHBOURS[origin] & state.setup.board.buildable & ~occupied(state)


def _refuge_bonus(state: State, seat: Seat, origin: Hex) -> Mask:
    free, found = state.setup.board.buildable & ~occupied(state), 0
    for ray in RAYS[origin]:
        for hex_ in ray:
            if free & BIT[hex_]:
                found |= BIT[hex_]
                break
    return found


PathTargets = Callable[[State, Seat, Hex], Mask]
_PATHS: Final[dict[Action, PathTargets]] = {
    Action.BARN: _barn,
    Action.HARBOR: _harbor,
    Action.PADDOCK: _paddock,
    Action.REFUGE: _refuge,
    Action.REFUGE_BONUS: _refuge_bonus,
}


def path_targets(state: State, action: Action, seat: Seat, origin: Hex) -> Mask:
    """Hexes where this move may put the own settlement from ``origin``."""
    return _PATHS[action](state, seat, origin)


def paths(state: State, action: Action, seat: Seat) -> list[tuple[Hex, Mask]]:
    """All moves of this action: each origin that has targets, with them (L-MOVE-2)."""
    listed = _NEAR_PATHS.get(action, _plain_paths)
    return [pair for pair in listed(state, action, seat) if pair[1]]


def _plain_paths(state: State, action: Action, seat: Seat) -> list[tuple[Hex, Mask]]:
    find = _PATHS[action]
    return [(origin, find(state, seat, origin)) for origin in hexes(state.settlements[seat])]


def _barn_paths(state: State, action: Action, seat: Seat) -> list[tuple[Hex, Mask]]:
    terrain = state.setup.board.terrain
    grounds = [terrain[t] for t in played_terrains(state)]
    return _lifted_paths(state, seat, grounds)


def _harbor_paths(state: State, action: Action, seat: Seat) -> list[tuple[Hex, Mask]]:
    return _lifted_paths(state, seat, [state.setup.board.water])


def _lifted_paths(state: State, seat: Seat, grounds: list[Mask]) -> list[tuple[Hex, Mask]]:
    """``_near_lifted`` for all origins at once: lifting one settlement takes from the hexes in
    reach just those that it alone touches, so one look at all of them serves every origin."""
    own, free = state.settlements[seat], ~occupied(state)
    reach, alone = dilate(own), once(own)
    found = []
    for origin in hexes(own):
        around, targets = NEIGHBOURS[origin], 0
        reach_without = reach & ~(around & alone)
        for ground in grounds:
            candidates = ground & free
            adjacent = reach_without & candidates
            if adjacent:
                targets |= adjacent
            elif not (ground & BIT[origin] and around & own):
                targets |= candidates
        found.append((origin, targets))
    return found


_NEAR_PATHS: Final = {Action.BARN: _barn_paths, Action.HARBOR: _harbor_paths}


def origins(state: State, action: Action, seat: Seat) -> Mask:
    """Own settlements that the action can take."""
    if action not in RELOCATIONS:
        return state.settlements[seat]  # the Temple takes any (M-TEMPLE-1)
    found = 0
    for origin, _ in paths(state, action, seat):
        found |= BIT[origin]
    return found
