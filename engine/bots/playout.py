"""Random games of Kingdom Builder at full speed: what search plays to the end to learn a result.

Moves are picked from target masks, so no list of moves is ever made. Each action that is open now
is as likely as the others; then each of its places (for moves: each settlement, then each place).
``playout`` gives, number for number, the game that ``random_move`` and ``steps.step`` give: where
nothing but plain builds can happen it only saves the states in between, which nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.kingdom.hexes import BIT, NEIGHBOURS, Hex, Mask, dilate, hexes
from engine.kingdom.locations import build_targets, path_targets
from engine.kingdom.moves import BUILD_MOVES, CARD_MOVES, END, PASS, PATH_MOVES, Action, Move
from engine.kingdom.rules import actions, legal, outcomes
from engine.kingdom.state import OPEN, QUOTA, Phase, Seat, State, builds_left
from engine.kingdom.steps import step

Random = Callable[[], float]  # a number from 0 up to, not including, 1

_BUILD: Final = Action.BUILD
_END: Final = Action.END
_DEAL: Final = Action.DEAL
_TURN: Final = Phase.TURN
_OVER: Final = Phase.OVER
_BUILDS: Final = BUILD_MOVES[_BUILD]
_ONLY_BUILD: Final = (_BUILD,)
_FEW: Final = 12  # so many bits are cleared one by one sooner than all hexes are listed


def pick(mask: Mask, random: Random) -> Hex:
    """One hex of the mask, each as likely; the mask is not empty."""
    skip = int(random() * mask.bit_count())
    if skip > _FEW:
        return hexes(mask)[skip]
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def random_move(state: State, random: Random) -> Move:
    """A move of the player to act, or an outcome of the dealer by its chances."""
    open_ = actions(state)
    if not open_:
        return _outcome(state, random)
    seat = state.reactions[0][0] if state.reactions else state.seat
    left = [*open_]
    while True:
        action = left.pop(int(random() * len(left)) if len(left) > 1 else 0)
        move = _try(state, seat, action, random)
        if move is not None:
            return move


def _try(state: State, seat: Seat, action: Action, random: Random) -> Move | None:
    """A move of this action, or None if it has no place."""
    if action is _END:
        return END
    if action in BUILD_MOVES:
        mask = build_targets(state, action, seat)
        return BUILD_MOVES[action][pick(mask, random)] if mask else None
    if action in PATH_MOVES:
        return _try_path(state, seat, action, random)
    if action is Action.TEMPLE:
        own = state.settlements[seat]
        return Move(action, pick(own, random)) if own else None
    if action is Action.PLAY:
        moves = legal(state)
        return moves[int(random() * len(moves))]
    return PASS


def _try_path(state: State, seat: Seat, action: Action, random: Random) -> Move | None:
    own = state.settlements[seat]
    while own:
        origin = pick(own, random)
        mask = path_targets(state, action, seat, origin)
        if mask:
            return PATH_MOVES[action][origin][pick(mask, random)]
        own ^= BIT[origin]
    return None


def _outcome(state: State, random: Random) -> Move:
    if state.phase is Phase.SHOW:
        hand = state.cards.hands[state.seat]
        if len(hand) == 1 and hand[0] >= 0:
            return CARD_MOVES[Action.SHOW][hand[0]]
    possible = outcomes(state)
    total = 0
    for _, chances in possible:
        total += chances
    number = int(random() * total)
    for move, chances in possible:
        number -= chances
        if number < 0:
            return move
    raise AssertionError("the chances were summed above")


def playout(state: State, random: Random) -> tuple[State, int]:
    """Play to the end; the last state and the number of players' moves."""
    moves = 0
    while state.phase is not _OVER:
        if state.phase is _TURN and state.terrain != OPEN and actions(state) == _ONLY_BUILD:
            state, made = _builds(state, random)
            moves += made
        else:
            move = random_move(state, random)
            moves += move[0] < _DEAL
            state = step(state, move)
    return state, moves


def _builds(state: State, random: Random) -> tuple[State, int]:
    """All builds that are owed, up to and with the first from which anything follows."""
    setup, settlements, tiles, cards, _, seat, terrain, owed, begun, _ = state
    due = tiles.due[seat]
    if due or not begun and setup.board.bonus:
        return step(state, random_move(state, random)), 1
    board, masks, others = setup.board, [*settlements], 0
    own = masks[seat]
    masks[seat] = 0
    for mask in masks:
        others |= mask
    free, near, reach = board.terrain[terrain] & ~(own | others), board.near_locations, dilate(own)
    owed = QUOTA if owed == OPEN else owed
    made, left = 0, builds_left(state)
    while made < left:
        hex_ = pick(reach & free or free, random)
        bit = BIT[hex_]
        if bit & near or free == bit:
            masks[seat] = own
            state = State(
                *(setup, tuple(masks), tiles, cards, _TURN, seat, terrain, owed - made, True, ())
            )
            return step(state, _BUILDS[hex_]), made + 1
        own |= bit
        free ^= bit
        reach |= NEIGHBOURS[hex_]
        made += 1
    masks[seat] = own
    return State(
        *(setup, tuple(masks), tiles, cards, _TURN, seat, terrain, owed - made, True, ())
    ), made
