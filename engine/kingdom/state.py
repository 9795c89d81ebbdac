"""A position: everything that cannot be derived, as one immutable value, without rules.

A ``State`` is a tuple of references: keeping an old one is free, and undo, search and replay do
exactly that. What one chair may not know is ``UNKNOWN`` in its copy; the rules work on such a copy
all the same.
"""

from enum import IntEnum
from operator import sub
from typing import Final, NamedTuple, TypeVar

from engine.contract import DEALER, Seat
from engine.kingdom.ground.board import TILES_ON_A_LOCATION, Slots
from engine.kingdom.ground.hexes import Mask
from engine.kingdom.ground.terrain import UNKNOWN, Card, Terrain
from engine.kingdom.setup import SETTLEMENTS, Setup

T = TypeVar("T")

Counts = tuple[int, ...]  # how many of each kind of card

QUOTA: Final = 3  # builds of the mandatory action
MARSH_QUOTA: Final = 2  # the same on marsh (M-CARD-1)
OPEN: Final = -1  # not settled yet: the quota before the card's first use, an unbound terrain


class Phase(IntEnum):
    SCOUTS = 0  # the dealer turns up the terrain to remove (G-SCOUTS-2)
    DEAL = 1  # the dealer fills a hand
    SHOW = 2  # the dealer turns up the card of the turn (T-1)
    CHOOSE = 3  # the player chooses the card of the turn (H-1)
    TURN = 4
    REPLACE = 5  # the dealer turns up a card for an exhausted one
    OVER = 6


# To look a name up in an enumeration costs more than the test.
_TURN: Final = Phase.TURN
_CHOOSE: Final = Phase.CHOOSE
_OVER: Final = Phase.OVER


class Tiles(NamedTuple):
    """By seat: tiles as sets of slots, and settlements that lie on Temples."""

    owned: tuple[Slots, ...]
    used: tuple[Slots, ...]
    fresh: tuple[Slots, ...]  # gained too late to be usable yet (L-GEN-5)
    taken: tuple[Slots, ...]  # ever taken: the hex gives no second one (L-GEN-2)
    due: tuple[int, ...]  # Temple settlements to build in the next mandatory action
    laid: tuple[int, ...]  # laid on a Temple this turn: due in the owner's turn after it


class Cards(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]
    unseen: Counts  # in the draw pile, or in a hand this copy may not see
    discard: Counts
    played: Card | None  # None outside a turn, and when no card fits
    scouted: Terrain | None  # the terrain removed for Scouts (G-SCOUTS-2)


class State(NamedTuple):
    setup: Setup
    settlements: tuple[Mask, ...]
    tiles: Tiles
    cards: Cards
    phase: Phase
    seat: Seat  # whose turn it is, or is about to be
    terrain: int  # the played terrain, OPEN while a double card is unbound (M-CARD-2)
    owed: int  # builds from the reserve still owed, OPEN before the first use of the card (D-19)
    begun: bool  # a mandatory build was made this turn
    reactions: tuple[tuple[Seat, ...], ...]  # who may still react; innermost event first


# ``make(State, fields)`` is State(...), given all fields as one tuple, for half the price: a
# NamedTuple's own constructor is a Python function. So for Cards and Tiles, where playouts live.
make: Final = tuple.__new__


def reserve(state: State, seat: Seat) -> int:
    """Settlements never placed: not on the board, not on a Temple (M-TEMPLE-4)."""
    tiles = state.tiles
    return SETTLEMENTS - state.settlements[seat].bit_count() - tiles.due[seat] - tiles.laid[seat]


def occupied(state: State) -> Mask:
    mask = 0
    for own in state.settlements:
        mask |= own
    return mask


def usable(tiles: Tiles, seat: Seat) -> Slots:
    return tiles.owned[seat] & ~(tiles.used[seat] | tiles.fresh[seat])


def tiles_left(state: State, slot: int) -> int:
    """Tiles that still lie on the location hex of this slot."""
    return TILES_ON_A_LOCATION - sum(taken >> slot & 1 for taken in state.tiles.taken)


def quota_of(terrain: int | None) -> int:
    """Builds of the mandatory action with a card of this terrain."""
    return MARSH_QUOTA if terrain == Terrain.MARSH else QUOTA


def builds_left(state: State, half: Terrain | None = None) -> int:
    """Builds of the mandatory action still owed (A-2), if an unbound double card is used for that
    half (M-CARD-1); without one it counts as its three."""
    if state.cards.played is None:
        return 0
    quota = state.owed
    if quota == OPEN:
        quota = quota_of(half)
    return min(quota, reserve(state, state.seat)) + state.tiles.due[state.seat]


def pile_size(cards: Cards) -> int:
    """Cards in the draw pile: the unseen ones that are in nobody's hand."""
    size = sum(cards[1])
    for hand in cards[0]:
        if UNKNOWN in hand:
            size -= hand.count(UNKNOWN)
    return size


def has_cards(cards: Cards) -> bool:
    """Whether a card can be drawn at all, reshuffled if need be (T-7)."""
    return any(cards.discard) or pile_size(cards) > 0


def removed(state: State) -> Counts:
    """Cards that have left the game (A-4, G-SCOUTS-2)."""
    return rest(state.cards, state.setup.cards)


def rest(cards: Cards, pile: Counts) -> Counts:
    """What is left of the whole pile without all cards that are somewhere."""
    hands, unseen, discard, played, _ = cards
    left = [*map(sub, map(sub, pile, unseen), discard)]
    for hand in hands:
        for card in hand:
            if card != UNKNOWN:
                left[card] -= 1
    if played is not None:
        left[played] -= 1
    return tuple(left)


def has_settlements(state: State) -> bool:
    """Whether anything was ever built, which no turn with a card ends without."""
    tiles = state.tiles
    return any(state.settlements) or any(tiles.due) or any(tiles.laid)


def short_seat(state: State) -> Seat | None:
    """Who is dealt the next card: at the start the seats in turn order, after that first of all the
    seat whose turn has just ended (T-6, D-29)."""
    hands, seat, size = state.cards[0], state.seat, state.setup.hand_size
    last = (seat or len(hands)) - 1
    if len(hands[last]) < size and has_settlements(state):
        return last
    for other in range(seat, len(hands)):
        if len(hands[other]) < size:
            return other
    for other in range(seat):
        if len(hands[other]) < size:
            return other
    return None


def actor(state: State) -> Seat | None:
    """Who must act: a seat, the dealer, or None when the game is over."""
    if state.reactions:
        return state.reactions[0][0]
    phase = state.phase
    if phase is _TURN or phase is _CHOOSE:
        return state.seat
    return None if phase is _OVER else DEALER


def on_turn(state: State) -> Seat | None:
    """Whose turn it is or is about to be; nobody's when the game is over."""
    return None if state.phase is _OVER else state.seat


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one value changed; by way of a list, which takes half as long as slices."""
    changed = [*row]
    changed[index] = value
    return tuple(changed)
