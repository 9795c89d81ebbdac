"""What may be done now: actions, legal moves, the dealer's outcomes, and the checked ``apply``.

Bots and search use ``actions`` and then the masks of ``locations`` for the one they want; ``legal``
lists everything. ``steps.step`` is ``apply`` without the check, for moves that came from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.contract import Seat
from engine.errors import IllegalMove
from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import (
    BIT,
    BOARD,
    Hex,
    Mask,
    Octets,
    dilate,
    octets,
    select,
    select_few,
    select_many,
)
from engine.kingdom.ground.moves import BUILDS, DEALERS, END, NOWHERE, PASS, Action, Move
from engine.kingdom.ground.terrain import KINDS_OF_CARDS, UNKNOWN, Card
from engine.kingdom.rules.listing import ROWS, Grid, Moves, paths
from engine.kingdom.rules.locations import (
    BUILD_RULES,
    PATH_RULES,
    BuildRule,
    Grounds,
    build_rule,
    build_targets,
    path_targets,
    played_grounds,
)
from engine.kingdom.rules.steps import open_turn, reshuffled, step
from engine.kingdom.setup import SETTLEMENTS, Setup
from engine.kingdom.state import OPEN, QUOTA, Cards, Phase, State, Tiles, actor
from engine.rng import weighted

# Tuples made once: they are answered at every step of every playout.
_TURN: Final = Phase.TURN
_BUILD: Final = Action.BUILD
_BUILDS: Final = ROWS[_BUILD]
_TEMPLE: Final = Action.TEMPLE
_END: Final = Action.END
_BUILDING: Final = (_BUILD,)
_ENDING: Final = (_END,)
_REACTING: Final = (Action.CANOE, Action.PASS)
_CHOOSING: Final = (Action.PLAY,)
_DRAWING: Final = (Phase.DEAL, Phase.REPLACE, Phase.SCOUTS)
_DEALING: Final = Phase.DEAL
_SHOWING: Final = Phase.SHOW
_DEAL: Final = Action.DEAL
_SHOW: Final = Action.SHOW
_DEALS: Final[tuple[Move, ...]] = tuple([(_DEAL, NOWHERE, card) for card in range(KINDS_OF_CARDS)])
_PLAY: Final = Action.PLAY
_CARD_ACTIONS: Final = (Action.ORACLE, Action.BARN)


def new(setup: Setup) -> State:
    """The table before the dealer's first entry."""
    nothing = (0,) * setup.players
    cards = Cards(((),) * setup.players, setup.cards, (0,) * KINDS_OF_CARDS, None, None)
    tiles = Tiles(nothing, nothing, nothing, nothing, nothing, nothing)
    state = State(setup, nothing, tiles, cards, Phase.SCOUTS, setup.start, OPEN, OPEN, False, ())
    return state if "scouts" in setup.goals else open_turn(state)  # S-8, G-SCOUTS-3


def actions(state: State) -> tuple[Action, ...]:
    """What the player to act may try; an action is legal if it also has a place (L-GEN-11)."""
    setup, settlements, tiles, cards, phase, seat, _, owed, begun, reactions = state
    if reactions:
        return _REACTING
    if phase is not _TURN:
        return _CHOOSING if phase is Phase.CHOOSE else ()
    owned, used, fresh, _, due, laid = tiles
    left = reserve = SETTLEMENTS - settlements[seat].bit_count() - due[seat] - laid[seat]
    if cards[3] is None:  # no card is played: nothing is owed
        left = 0
    else:  # this is builds_left(), without its calls
        quota = owed if owed != OPEN else QUOTA
        if left > quota:
            left = quota
        left += due[seat]
        if left and begun:
            return _BUILDING  # T-4: nothing between the builds
    ready = owned[seat] & ~(used[seat] | fresh[seat])
    if not ready:
        return _BUILDING if left else _ENDING
    extras = setup.board.actions[ready]
    if not reserve or cards[3] is None:
        extras = _possible(extras, bool(reserve), cards[3] is not None)
    return _BUILDING + extras if left else extras + _ENDING


def _possible(extras: tuple[Action, ...], reserve: bool, card: bool) -> tuple[Action, ...]:
    """Without a reserve only moves are left (L-GEN-12), without a card nothing that follows it."""
    return tuple(
        action
        for action in extras
        if (reserve or action not in BUILDS) and (card or action not in _CARD_ACTIONS)
    )


def targets(state: State, action: Action, origin: int = NOWHERE) -> Mask:
    """Hexes where the player to act may put a settlement by this action (from this origin)."""
    seat = actor(state)
    if seat is None or seat < 0 or action not in actions(state):
        return 0
    return _targets(state, action, seat, origin)


def _targets(state: State, action: Action, seat: Seat, origin: Hex) -> Mask:
    """The same for an action that is open to the seat."""
    if action in BUILD_RULES:
        return build_targets(state, action, seat)
    if action not in PATH_RULES or origin == NOWHERE or not state.settlements[seat] & BIT[origin]:
        return 0
    return path_targets(state, action, seat, origin)


def legal(state: State) -> Sequence[Move]:
    """Every legal move of the seat to act, sorted: a list, or ``Moves`` if there are many."""
    setup, settlements, tiles, _, _, seat, terrain, owed, begun, reactions = state
    if terrain != OPEN and not reactions and not tiles[4][seat]:
        # Most of all questions: this is actions() and dilate(), without their calls.
        ready = 0
        if not (owed and begun):
            owned, used, fresh, _, _, _ = tiles
            ready = owned[seat] & ~(used[seat] | fresh[seat])
            if not (owed or ready):
                return [END]
        own, board = settlements[seat], setup.board
        if own.bit_count() + tiles[5][seat] < SETTLEMENTS and not (ready and board.bonus):
            ground, free = board.terrain[terrain], BOARD
            for mask in settlements:
                free ^= mask
            east = own << 1
            pair = own | east
            reach = east | own >> 1 | pair << 21 | pair >> 22
            if not owed:
                extras = board.actions[ready] + _ENDING
                return _extended([], extras, BUILD_RULES, board, own, reach, free, (ground,))
            places = ground & free
            near = reach & places
            found = select_few(_BUILDS, near) if near else select_many(_everywhere(), places)  # B-3
            if not ready:
                return found
            extras = board.actions[ready]
            return _extended(found, extras, BUILD_RULES, board, own, reach, free, (ground,))
    open_ = actions(state)
    if open_ is _CHOOSING:
        return [(Action.PLAY, NOWHERE, card) for card in _playable(state)]
    return _listed(state, open_) if open_ else [move for move, _ in outcomes(state)]


@cache
def _everywhere() -> Octets[Move]:
    """All builds, to list those of a whole terrain; made when first asked for."""
    return octets(_BUILDS[1:])


def _listed(state: State, open_: tuple[Action, ...]) -> Sequence[Move]:
    """All moves of these actions, sorted."""
    setup, settlements, _, _, _, seat, terrain, _, _, reactions = state
    if reactions:
        seat = reactions[0][0]
    board, own, free = setup.board, settlements[seat], BOARD
    for mask in settlements:
        free ^= mask
    grounds = (board.terrain[terrain],) if terrain != OPEN else played_grounds(state)
    rules = {action: build_rule(state, action, seat) for action in open_ if action in BUILD_RULES}
    return _extended([], open_, rules, board, own, dilate(own), free, grounds)


def _extended(
    found: list[Move],
    open_: tuple[Action, ...],
    rules: Mapping[Action, BuildRule],
    board: Board,
    own: Mask,
    reach: Mask,
    free: Mask,
    grounds: Grounds,
) -> Sequence[Move]:
    """The moves found so far and all of these actions, sorted."""
    parts: list[list[Move] | Grid] = []
    for action in open_:
        if action in rules:
            places = rules[action](board, own, reach, free, grounds)
            if places:
                listed = select_few if reach & places else select  # those in reach are few
                found += listed(ROWS[action], places)
        elif action in PATH_RULES:
            moves = paths(action, board, own, reach, free, grounds)
            if isinstance(moves, list):
                found += moves
            else:
                parts += [found, moves]
                found = []
        elif action is _TEMPLE:
            found += select(ROWS[action], own)
        else:
            found.append(END if action is _END else PASS)
    return Moves([*parts, found]) if parts else found


def _playable(state: State) -> list[Card]:
    """Cards that the player on turn may hold: those held, or any unseen if they are hidden."""
    hand, unseen = state.cards.hands[state.seat], state.cards.unseen
    if UNKNOWN not in hand:
        return sorted(set(hand))
    return [c for c in range(KINDS_OF_CARDS) if c in hand or unseen[c]]


def outcomes(state: State) -> list[tuple[Move, int]]:
    """The dealer's possible entries, each with its number of chances.

    Where hands are unknown the chances count every unseen card, so just after a reshuffle they also
    count cards that are really in a hand.
    """
    phase = state.phase
    if phase is _SHOWING:
        hand, unseen = state.cards.hands[state.seat], state.cards.unseen
        hidden = UNKNOWN in hand
        return [((_SHOW, NOWHERE, c), unseen[c] if hidden else 1) for c in _playable(state)]
    if phase not in _DRAWING or state.reactions:
        return []
    action = _DEAL if phase is _DEALING else _SHOW
    unseen = reshuffled(state.cards).unseen
    return [((action, NOWHERE, card), n) for card, n in enumerate(unseen) if n]


def draw(state: State, below: Callable[[int], int]) -> Move:
    """The dealer's entry by chance. Mostly a card of the draw pile: nothing is listed for that."""
    if state.phase is _DEALING:
        return _DEALS[weighted(reshuffled(state.cards).unseen, below)]
    moves, chances = zip(*outcomes(state), strict=True)
    move: Move = moves[weighted(chances, below)]
    return move


def is_legal(state: State, move: Move) -> bool:
    """Whether the one to act may make this move now."""
    action, origin, target = move
    seat = actor(state)
    if seat is None:
        return False
    if action in DEALERS:
        if seat < 0 and action is _DEAL and state.phase is _DEALING and origin == NOWHERE:
            if target == UNKNOWN:
                return True
            return 0 <= target < KINDS_OF_CARDS and reshuffled(state.cards).unseen[target] > 0
        return move in [possible for possible, _ in outcomes(state)]
    if seat < 0 or action not in actions(state):
        return False
    if action in PATH_RULES:
        return target >= 0 and bool(_targets(state, action, seat, origin) & BIT[target])
    if action is _TEMPLE:
        return origin >= 0 > target and bool(state.settlements[seat] & BIT[origin])
    if origin != NOWHERE:
        return False
    if action in BUILD_RULES:
        return target >= 0 and bool(build_targets(state, action, seat) & BIT[target])
    return target in _playable(state) if action is _PLAY else target == NOWHERE


def apply(state: State, move: Move) -> State:
    """The next state; an illegal move raises ``IllegalMove`` and changes nothing."""
    if not is_legal(state, move):
        raise explain(state, move) or IllegalMove("T-5", "This move is not legal now.")
    return step(state, move)


def explain(state: State, move: Move) -> IllegalMove | None:
    """Why the move is not legal now, in one sentence with its rule; None if it is legal."""
    if is_legal(state, move):
        return None
    from engine.kingdom.rules.explain import reason  # late: most moves are legal

    return reason(state, move, actions(state))
