"""Random games of Kingdom Builder at full speed: what search plays to the end to learn a result.

Moves are picked from target masks, so no list of moves is ever made. Each action that is open now
is as likely as the others; then each of its places (for moves: each settlement, then each place).
``playout`` gives, number for number, the game that ``random_move`` and ``steps.step`` give: where
nothing but plain builds can happen it only saves the states in between, which nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Final

from engine.kingdom.hexes import ALL, BIT, NEIGHBOURS, Hex, Mask, dilate
from engine.kingdom.locations import build_targets, path_targets
from engine.kingdom.moves import (
    BUILD_MOVES,
    CARD_MOVES,
    END,
    NOWHERE,
    PASS,
    PATH_MOVES,
    Action,
    Move,
)
from engine.kingdom.rules import actions, legal, outcomes
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import (
    OPEN,
    QUOTA,
    Cards,
    Phase,
    Seat,
    State,
    builds_left,
    pile_size,
    replaced,
)
from engine.kingdom.steps import is_triggered, step
from engine.kingdom.terrain import UNKNOWN, Card
from engine.kingdom.tiles import pass_turn

Random = Callable[[], float]  # a number from 0 up to, not including, 1

_BUILD: Final = Action.BUILD
_END: Final = Action.END
_DEAL: Final = Action.DEAL
_SHOW: Final = Phase.SHOW
_TURN: Final = Phase.TURN
_OVER: Final = Phase.OVER
_BUILDS: Final = BUILD_MOVES[_BUILD]
_ONLY_BUILD: Final = (_BUILD,)
_MANY: Final = 24  # of so many hexes one is found sooner by trying than by counting


def pick(mask: Mask, random: Random) -> Hex:
    """One hex of the mask, each as likely; the mask is not empty."""
    count = mask.bit_count()
    if count > _MANY:
        while not mask & BIT[hex_ := ALL[int(random() * len(ALL))]]:
            pass
        return hex_
    skip = int(random() * count)
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def random_move(state: State, random: Random) -> Move:
    """A move of the player to act, or an outcome of the dealer by its chances."""
    open_ = actions(state)
    return _choice(state, open_, random) if open_ else _outcome(state, random)


def _choice(state: State, open_: tuple[Action, ...], random: Random) -> Move:
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
        open_ = actions(state)
        if not open_:
            state, made = _quiet_turns(state, random) if state.phase is _SHOW else (state, 0)
            moves += made
            if not made:
                state = step(state, _outcome(state, random))
        elif open_ == _ONLY_BUILD:
            state, made = _builds(state, random)
            moves += made
        else:
            move = _choice(state, open_, random)
            state = _handed_over(state, random) if move is END else step(state, move)
            moves += 1
    return state, moves


def _handed_over(state: State, random: Random) -> State:
    """The end of a turn together with the card that is dealt for it."""
    setup, settlements, tiles, cards, _, seat, _, _, _, _ = state
    hands, unseen, discard, played, scouted = cards
    following, pile = (seat + 1) % len(hands), pile_size(cards)
    if (played is None or hands.count(()) != 1 or setup.two_cards or not pile) or (
        following == setup.start and is_triggered(settlements, tiles)
    ):
        return step(state, END)
    card = _drawn(unseen, int(random() * pile))
    cards = Cards(
        replaced(hands, seat, (card,)),
        replaced(unseen, card, unseen[card] - 1),
        replaced(discard, played, discard[played] + 1),
        None,
        scouted,
    )
    tiles = pass_turn(tiles, seat, following)
    return State(setup, settlements, tiles, cards, _SHOW, following, OPEN, OPEN, False, ())


def _builds(state: State, random: Random) -> tuple[State, int]:
    """All builds that are owed, up to and with the first from which anything follows."""
    setup, settlements, tiles, cards, _, seat, terrain, owed, begun, _ = state
    if terrain == OPEN or tiles.due[seat] or (setup.board.bonus and not begun):
        return step(state, random_move(state, random)), 1
    board, masks, taken = setup.board, [*settlements], 0
    for mask in masks:
        taken |= mask
    free, own, left = board.terrain[terrain] & ~taken, masks[seat], builds_left(state)
    made, own, last = _run(own, free, board.near_locations, left, random)
    owed = (QUOTA if owed == OPEN else owed) - made
    masks[seat] = own
    state = State(setup, tuple(masks), tiles, cards, _TURN, seat, terrain, owed, True, ())
    if last == NOWHERE:
        return state, left
    return step(state, _BUILDS[last]), made + 1


def _run(own: Mask, free: Mask, near: Mask, count: int, random: Random) -> tuple[int, Mask, Hex]:
    """Up to ``count`` plain builds: how many, the settlements then, and the hex of the first build from
    which something follows (a tile, an exhausted terrain), which is left to the caller."""
    reach = dilate(own)
    for made in range(count):
        hex_ = pick(reach & free or free, random)
        bit = BIT[hex_]
        if bit & near or free == bit:
            return made, own, hex_
        own |= bit
        free ^= bit
        reach |= NEIGHBOURS[hex_]
    return count, own, NOWHERE


def _quiet_turns(state: State, random: Random) -> tuple[State, int]:
    """Whole turns, card to card, of players without tiles, as long as nothing but plain builds
    happens. They are most of the early game, and need no state in between."""
    setup, settlements, tiles, cards, phase, seat, _, _, _, _ = state
    if tiles.owned[seat] or setup.two_cards:
        return state, 0
    board, faces, start = setup.board, setup.faces, setup.start
    masks, hands, moves = [*settlements], [*cards.hands], 0
    unseen, discard = [*cards.unseen], [*cards.discard]
    pile = pile_size(cards)
    while True:
        card = hands[seat][0] if hands[seat] else UNKNOWN
        if tiles.owned[seat] or tiles.due[seat] or card == UNKNOWN or len(faces[card]) > 1:
            break
        terrain, own, taken = faces[card][0], masks[seat], 0
        for mask in masks:
            taken |= mask
        free = board.terrain[terrain] & ~taken
        if not free:
            break
        left = min(QUOTA, SETTLEMENTS - own.bit_count())
        made, masks[seat], last = _run(own, free, board.near_locations, left, random)
        moves += made
        if last != NOWHERE:
            hands[seat] = ()
            cards = Cards(tuple(hands), tuple(unseen), tuple(discard), card, cards.scouted)
            state = State(
                *(setup, tuple(masks), tiles, cards, _TURN, seat, terrain, QUOTA - made),
                *(made > 0, ()),
            )
            return step(state, _BUILDS[last]), moves + 1
        moves += 1  # the end of the turn
        discard[card] += 1
        hands[seat] = ()
        dealt, seat = seat, (seat + 1) % len(masks)
        if seat == start and is_triggered(tuple(masks), tiles):
            phase = _OVER
            break
        if not pile:
            unseen, discard = [*map(add, unseen, discard)], [0] * len(discard)
            pile = sum(unseen)
        card = _drawn(unseen, int(random() * pile))
        unseen[card] -= 1
        pile -= 1
        hands[dealt] = (card,)
    cards = Cards(tuple(hands), tuple(unseen), tuple(discard), None, cards.scouted)
    return State(setup, tuple(masks), tiles, cards, phase, seat, OPEN, OPEN, False, ()), moves


def _drawn(unseen: Sequence[int], number: int) -> Card:
    """The card that the number falls on when each counts as often as it is there."""
    for card, count in enumerate(unseen):
        number -= count
        if number < 0:
            return card
    raise AssertionError("the number was drawn from all of them")
