"""A position: everything that cannot be derived, as one immutable value, without rules.

What one chair may not know is ``UNKNOWN`` in its copy; the rules work on such a copy all the same.
``State.agenda`` is what is still to be done, the next thing last. A ``Draft`` is the same as a
``State``, but can be changed: the rules work on a draft and hand out a state.

**Who knows what.** A rack is a bag of faces, without order (CB-89). ``known`` has a row for each
seat and a last one for spectators: the tiles on each rack that this viewer has seen go there. What
a viewer is told changes a row, and nothing else does:

- a tile of the market goes to a rack: everybody knows it from then on;
- the thief's tile: the victim knows it on the thief's rack; nobody else knows any tile of the
  victim's rack any longer, for it may be the one that left;
- a rack gives up a tile that all can see: those who knew of such a tile no longer do.

A seat's row is empty in copies that do not belong to it, from its first hidden tile on.
"""

from enum import IntEnum
from typing import Final, NamedTuple, TypeVar

from engine.castle.castle import BARE, Castle
from engine.castle.pieces.coins import ALL_COINS
from engine.castle.pieces.tiles import NO_COUNTS, UNKNOWN, Bag, Counts, changed, with_tile, without
from engine.castle.pieces.track import STARTS
from engine.castle.setup import FIRST_RACK, Setup
from engine.contract import DEALER, Seat

T = TypeVar("T")

NOBODY: Final = -2  # to act when the game is over
Row = tuple[Bag, ...]  # what one viewer knows, by seat; empty where this copy cannot tell


class Phase(IntEnum):
    """What is to be done next. No state waits in MOVE, EFFECT and END: they need no answer."""

    __hash__ = int.__hash__  # an enumeration's own is a Python function, and tables are by phase

    TURN = 0  # draw or build (CB-15)
    DROP = 1  # discard the surplus (CB-17)
    COIN = 2  # take a coin (CB-53)
    THIEF = 3  # choose whom to rob (CB-59)
    COLLAPSE = 4  # choose a tile of one's own (CB-63)
    CATAPULT = 5  # choose a tile of an opponent (CB-64)
    MILL = 6  # choose a tile of the new market (CB-61)
    TAKE = 7  # choose a tile of the market (CB-74)
    SHUFFLE = 8  # the dealer makes the discards the reserve (CB-18)
    SHOW = 9  # the dealer fills the tile market (CB-21)
    MINT = 10  # the dealer fills the coin market
    DEAL = 11  # the dealer puts tiles on a rack
    STEAL = 12  # the dealer draws the thief's tile
    LOSE = 13  # the dealer draws a tile that a rack loses (CB-60)
    OVER = 14
    MOVE = 15  # the baron moves (CB-46)
    EFFECT = 16  # a coin has been taken and takes effect (CB-53)
    END = 17  # the turn ends


DEALERS_PHASES: Final = range(Phase.SHUFFLE, Phase.OVER)

# What is to be done, by whom, and how often, how far, with which coin or on whom.
Task = tuple[Phase, Seat, int]


class State(NamedTuple):
    setup: Setup
    castles: tuple[Castle, ...]
    racks: tuple[Bag, ...]
    royals: tuple[Bag, ...]  # set aside (CB-79)
    purses: tuple[bytes, ...]  # coins, in the order they were taken
    barons: tuple[int, ...]  # spaces of the track
    market: Bag
    reserve: int  # tiles left in it
    unseen: Counts  # in the reserve, or on a rack that this copy may not see
    discard: Counts
    coins: bytes  # of the market, in order
    mint: bytes  # how many of each coin are in the coin reserve
    seat: Seat  # whose turn it is
    idle: int  # complete rounds in a row in which nobody built (CB-57)
    built: bool  # somebody built in this round
    agenda: tuple[Task, ...]
    phase: Phase
    actor: Seat  # who must act: a seat, the dealer, or NOBODY
    undoable: Seat  # who may take back the last entry, or NOBODY (CB-103)
    known: tuple[Row, ...]


make: Final = tuple.__new__  # a NamedTuple's own constructor takes twice as long


class Draft:
    """A state that can be changed, field by field."""

    __slots__ = State._fields

    def __init__(self, state: State) -> None:
        (
            self.setup,
            self.castles,
            racks,
            self.royals,
            self.purses,
            self.barons,
            self.market,
            self.reserve,
            self.unseen,
            self.discard,
            self.coins,
            self.mint,
            self.seat,
            self.idle,
            self.built,
            agenda,
            self.phase,
            self.actor,
            self.undoable,
            self.known,
        ) = state
        self.racks, self.agenda = [*racks], [*agenda]  # what nearly every entry changes

    def state(self) -> State:
        fields = (
            self.setup,
            self.castles,
            tuple(self.racks),
            self.royals,
            self.purses,
            self.barons,
            self.market,
            self.reserve,
            self.unseen,
            self.discard,
            self.coins,
            self.mint,
            self.seat,
            self.idle,
            self.built,
            tuple(self.agenda),
            self.phase,
            self.actor,
            self.undoable,
            self.known,
        )
        return make(State, fields)

    def receive(self, seat: Seat, face: int) -> None:
        """A tile of the reserve goes to a rack; only its owner sees it."""
        self.reserve -= 1
        self.racks[seat] = with_tile(self.racks[seat], face)
        if face == UNKNOWN:
            self.known = replaced(self.known, seat, ())
        else:
            self.unseen = changed(self.unseen, face, -1)

    def receive_openly(self, seat: Seat, face: int) -> None:
        """A tile that all can see goes to a rack."""
        self.racks[seat] = with_tile(self.racks[seat], face)
        for viewer, row in enumerate(self.known):
            if row and viewer != seat:
                row = replaced(row, seat, with_tile(row[seat], face))
                self.known = replaced(self.known, viewer, row)

    def give_up(self, seat: Seat, face: int) -> None:
        """A tile leaves a rack, and all can see it."""
        self._remove(seat, face)
        for viewer, row in enumerate(self.known):
            if row and face in row[seat]:
                row = replaced(row, seat, without(row[seat], face))
                self.known = replaced(self.known, viewer, row)

    def _remove(self, seat: Seat, face: int) -> None:
        rack = self.racks[seat]
        if face in rack:
            self.racks[seat] = without(rack, face)
        else:
            self.racks[seat] = without(rack, UNKNOWN)
            self.unseen = changed(self.unseen, face, -1)

    def rob(self, thief: Seat, victim: Seat, face: int) -> None:
        """A tile goes from rack to rack; only the two see it."""
        if face == UNKNOWN:
            rack = self.racks[victim]
            for tile in rack:
                if tile != UNKNOWN:
                    self.unseen = changed(self.unseen, tile, 1)
            self.racks[victim] = bytes((UNKNOWN,)) * (len(rack) - 1)
            self.known = replaced(replaced(self.known, thief, ()), victim, ())
        else:
            self._remove(victim, face)
        self.racks[thief] = with_tile(self.racks[thief], face)
        for viewer, row in enumerate(self.known):
            if not row:
                continue
            if viewer == victim:
                row = replaced(row, thief, with_tile(row[thief], face))
            elif viewer != thief:
                row = replaced(row, victim, b"")
            elif face in row[victim]:
                row = replaced(row, victim, without(row[victim], face))
            self.known = replaced(self.known, viewer, row)


def start(setup: Setup) -> State:
    """The table before the dealer's first entry."""
    n = setup.players
    turn_order = [(setup.start + i) % n for i in range(n)]
    deals = [(Phase.DEAL, seat, FIRST_RACK) for seat in range(n)]
    return State(
        setup,
        (BARE,) * n,
        (b"",) * n,
        (setup.royals,) * n,
        (b"",) * n,
        tuple(STARTS[turn_order.index(seat)] for seat in range(n)),  # CB-13
        b"",
        sum(setup.tiles),
        setup.tiles,
        NO_COUNTS,
        b"",
        ALL_COINS,
        setup.start,
        0,
        False,
        ((Phase.TURN, setup.start, 0), *reversed(deals)),  # CB-90
        Phase.SHOW,
        DEALER,
        NOBODY,
        ((b"",) * n,) * (n + 1),
    )


def is_set_up(state: State) -> bool:
    """Whether every rack has had its first tiles: until then, the first turn lies below them."""
    return len(state.agenda) < 2 or state.agenda[0][0] != Phase.TURN


def opponents(state: "State | Draft", seat: Seat) -> list[Seat]:
    """The other seats, clockwise from the left of this one."""
    n = len(state.racks)
    return [(seat + i) % n for i in range(1, n)]


def actor(state: State) -> Seat | None:
    """Who must act: a seat, the dealer, or None when the game is over."""
    seat = state.actor
    return None if seat == NOBODY else seat


def on_turn(state: State) -> Seat | None:
    """Whose turn it is, also while the dealer or somebody else is asked."""
    return None if state.phase is Phase.OVER else state.seat


def may_undo(state: State, seat: Seat) -> bool:
    """Whether the last entry is a decision of this seat that may be taken back (CB-103)."""
    return seat == state.undoable


def replaced(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one value changed; by way of a list, which takes half as long as slices."""
    found = [*row]
    found[index] = value
    return tuple(found)
