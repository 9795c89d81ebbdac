"""How a person stands before a castle: the cursor, what is in hand, and what could be chosen now.

Asked by everything that is shown; what a command does to it is in ``hand``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Final

from engine.castle.bots.appeal import JUDGE
from engine.castle.castle import NO_DEMAND, demand
from engine.castle.moves import NO_BAG, Action, Move
from engine.castle.pieces.cells import LEVEL, Cell, cells
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import EMPTY, without
from engine.castle.rules.actions import explain
from engine.castle.rules.baron import Way
from engine.castle.rules.explain import cell_name, sum_below
from engine.castle.rules.explain import why_not as stands_not
from engine.castle.rules.foresight import build_way, ruby_way
from engine.castle.state import Phase, State
from engine.contract import Seat
from engine.errors import IllegalMove
from kbtui.games.castle.board.marks import Counted, Gain, Pointed, cell_of, marks, place_of
from kbtui.games.castle.play import since
from kbtui.games.castle.play.choices import Choices, Slot, in_order, slots, topple
from kbtui.games.castle.play.steering import START, STEPS, Cursor, nearest, put
from kbtui.games.kit import Marks, Mask, Place
from kbtui.play.person import ASK_ALWAYS, Person
from kbtui.play.session import Session
from kbtui.text.i18n import _

COUNTS: Final = tuple(Counted)


class Step(Enum):
    """What the person is asked for."""

    NOTHING = "nothing"  # somebody else has to act, or has to take the keyboard
    TURN = "turn"  # a tile and a cell, or a draw
    SITE = "site"  # a tile for the cell that was chosen first
    DRAW = "draw"  # whether to draw
    PAY = "pay"  # with which tiles
    DROP = "drop"  # which tiles to discard
    COIN = "coin"
    THIEF = "thief"  # whom to rob
    HIT = "hit"  # which tile to take down
    TAKE = "take"  # which tile of the market


_STEPS: Final[Mapping[Phase, Step]] = {
    Phase.TURN: Step.TURN,
    Phase.DROP: Step.DROP,
    Phase.COIN: Step.COIN,
    Phase.THIEF: Step.THIEF,
    Phase.COLLAPSE: Step.HIT,
    Phase.CATAPULT: Step.HIT,
    Phase.MILL: Step.TAKE,
    Phase.TAKE: Step.TAKE,
}


class Stance(Person):
    """One person, or several at one keyboard, in a session."""

    steers = STEPS.keys()
    state: State

    def __init__(self, session: Session, ask: str = ASK_ALWAYS) -> None:
        self.cursor: Cursor = START
        self.looked: Seat | None = None  # whose castle is large, if not the own one
        self.slot: Slot | None = None  # the tile that is chosen
        self.site: Cell | None = None  # the cell that was chosen before the tile
        self.is_paying = False
        self.marked: tuple[int, ...] = ()  # tiles of the rack, to pay or to discard
        self.at = 0  # where the person is among things that lie in a row
        super().__init__(session, ask)

    def refresh(self) -> None:
        phase = self.state.phase if hasattr(self, "state") else None
        was_asked = self.__dict__.get("_was_asked", False)
        super().refresh()
        for name in ("choices", "slots", "rack", "last", "newest", "fresh"):
            self.__dict__.pop(name, None)
        if not self.is_asked or not was_asked or phase is not self.state.phase:
            self.empty_hand()
        elif self.slot not in self.slots:
            self.slot = self.site = None
            self.is_paying = False
        self._was_asked = self.is_asked

    def empty_hand(self) -> None:
        """Nothing is chosen."""
        self.slot = self.site = None
        self.is_paying = self.is_asking = False
        self.marked, self.at = (), 0

    def seen(self) -> object:
        chosen = self.slot, self.site, self.is_paying, self.marked, self.at, self.shown
        return super().seen(), chosen, self.way

    # What lies before the person

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.state)

    @cached_property
    def slots(self) -> list[Slot]:
        return slots(self.state, self.seat)

    @cached_property
    def rack(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.source is Action.BUILD]

    @property
    def step(self) -> Step:
        if not self.is_asked:
            return Step.NOTHING
        found = _STEPS[self.state.phase]
        if found is not Step.TURN:
            return found
        if self.is_asking:
            return Step.DRAW
        if self.is_paying:
            return Step.PAY
        return Step.SITE if self.site is not None else Step.TURN

    @property
    def is_free(self) -> bool:
        """Whether tile and cell are still open to choice."""
        return self.step in (Step.TURN, Step.SITE, Step.DRAW)

    @property
    def shown(self) -> Seat:
        """Whose castle is large: one's own, and to somebody who only watches that of the builder,
        or of the player who is to take the keyboard. Who follows the builder only watches while
        others play."""
        if self.looked is not None:
            return self.looked
        if self.seat is not None:
            is_watching = self.follows and not self.is_asked and not self.session.is_over
            return self.builder if is_watching else self.seat
        waiting = self.hands_over_to
        return self.builder if waiting is None else waiting

    @property
    def builder(self) -> Seat:
        """Whose castle was changed last, or else whose turn it is."""
        fresh = self.newest
        return cell_of(fresh.bit_length() - 1)[0] if fresh else self.state.seat

    @property
    def place(self) -> Place:
        return place_of(self.shown, self.cursor.cell)

    @property
    def is_at_home(self) -> bool:
        return self.shown == self.seat

    # What can be chosen

    @property
    def options(self) -> Sequence[int]:
        """What lies in a row and can be chosen now: coins, seats, tiles of the market, or places on
        the rack."""
        step = self.step
        if step is Step.COIN:
            return self.choices.coins
        if step is Step.THIEF:
            return self.choices.victims
        if step is Step.TAKE:
            return range(len(self.choices.picks))
        if step in (Step.PAY, Step.DROP):
            return [slot.number for slot in self.rack if not self._is_built(slot)]
        return ()

    def _is_built(self, slot: Slot) -> bool:
        """Whether this is the tile that has to be paid for."""
        return self.is_paying and slot == self.slot

    @property
    def option(self) -> int | None:
        """The one that is pointed at."""
        options = self.options
        return options[min(self.at, len(options) - 1)] if options else None

    @property
    def due(self) -> int:
        """How many tiles have to be paid or discarded."""
        if self.step is Step.PAY:
            return len(self.payments[0][3])
        return self.choices.surplus if self.step is Step.DROP else 0

    @property
    def payments(self) -> Sequence[Move]:
        """All ways to pay for what is being built."""
        return self.choices.builds(self.slot)[self.cursor.cell] if self.slot is not None else ()

    @property
    def bag(self) -> bytes:
        """The tiles that are marked."""
        rack = self.rack
        return bytes(sorted(rack[index].face for index in self.marked))

    @property
    def gains(self) -> Mapping[Cell, Gain]:
        """The cells where the tile in hand can be built, or any tile, with what that brings."""
        if not self.is_asked or self.state.phase is not Phase.TURN or not self.is_at_home:
            return {}
        if self.slot is None:
            return self.choices.best
        found = self.choices.gains(self.slot)
        only = self.cursor.cell if self.is_paying else self.site
        return found if only is None else {cell: found[cell] for cell in (only,) if cell in found}

    def fitting(self, cell: Cell) -> list[Slot]:
        """The tiles that can be built there; of equal ones the first."""
        found = {
            (slot.source, slot.face): slot
            for slot in reversed(self.slots)
            if cell in self.choices.builds(slot)
        }
        return [slot for slot in self.slots if slot in found.values()]

    def fits(self, slot: Slot) -> bool:
        """Whether the tile can be chosen for what is asked now."""
        step = self.step
        if step in (Step.TURN, Step.DRAW):
            return bool(self.choices.builds(slot))
        if step is Step.SITE:
            return self.site in self.choices.builds(slot)
        if step is Step.TAKE:
            return slot.source is Action.MARKET
        return slot.source is Action.BUILD and slot.number in self.options

    @property
    def targets(self) -> list[tuple[Seat, Cell]]:
        """All tiles that can be taken down, castle by castle."""
        return [(seat, cell) for seat, free in self.choices.targets.items() for cell in free]

    @property
    def places(self) -> list[Cell]:
        """The cells of the castle in sight that can be chosen, as Tab goes through them."""
        if self.step is Step.HIT:
            return self.choices.targets.get(self.shown, [])
        return in_order(self.gains)

    @property
    def wanted(self) -> Mask:
        if self.step not in (Step.TURN, Step.SITE, Step.PAY, Step.HIT):
            return 0
        return sum(1 << place_of(self.shown, cell) for cell in self.places)

    @property
    def is_done(self) -> bool:
        return not self.is_asked  # a turn ends on its own, and not every question is about places

    @cached_property
    def last(self) -> Mask:
        """What the others have built since the person acted last; to watchers the newest."""
        if self.seat is None:
            return self.newest
        return since.built(self.session.table, self.seat, self.state)

    @cached_property
    def newest(self) -> Mask:
        return since.newest(self.session.table, self.state)

    @cached_property
    def fresh(self) -> tuple[int, ...]:
        """Tiles that came to the rack since its owner acted last."""
        return () if self.seat is None else since.drawn(self.session.table, self.seat, self.state)

    @property
    def counted(self) -> Counted | None:
        """What is counted on all castles."""
        return None if self.goal is None else COUNTS[self.goal]

    @property
    def marks(self) -> Marks:
        cell = self.cursor.cell
        title = _("{name}'s castle").format(name=self.session.names[self.shown])
        pointed = Pointed(
            self.shown,
            gains=self.gains if self.goal is None else {},
            tile=self.slot.face if self.slot is not None and self.is_at_home else EMPTY,
            refused=self.is_free and self.is_at_home and self.why_not(cell) is not None,
            hits=sum(1 << other for other in self.places) if self.step is Step.HIT else 0,
            counted=self.counted,
            title="" if self.is_at_home else title,
        )
        return marks(pointed, cell, last=self.last, hover=self.hover)

    # What it would mean

    def move_at(self, cell: Cell) -> Move | None:
        """The move that Enter on this cell stands for, legal or not; None without a tile. What is
        paid is what is marked, or else the first that would do."""
        if self.step is Step.HIT:
            return topple(self.state, self.shown, cell)
        slot = self.slot
        if slot is None:
            slot = self.best_for(cell) if self.gains else None
        if slot is None:
            return None
        moves = self.choices.builds(slot).get(cell)
        if not moves:
            return slot.source, slot.face, cell, NO_BAG
        if self.is_paying:
            return slot.source, slot.face, cell, self.bag
        return moves[0]

    def best_for(self, cell: Cell) -> Slot | None:
        """The tile that would be best there, if one fits."""
        known = self.choices.best_slots
        if cell not in known:
            fitting = self.fitting(cell)
            known[cell] = max(fitting, key=lambda slot: self._worth(slot, cell), default=None)
        return known[cell]

    def _worth(self, slot: Slot, cell: Cell) -> tuple[int, int, float]:
        """Of the tiles for one cell: what moves furthest, costs nothing, leaves room for more."""
        offer = self.choices.gains(slot)[cell]
        return offer.spaces, -offer.paid, JUDGE.change(self.choices.yard, slot.face, cell)

    @property
    def way(self) -> Way | None:
        """Where the baron would go."""
        if self.step is Step.COIN:
            return ruby_way(self.state) if self.option == Coin.RUBY else None
        cell = self.cell_in_sight
        if cell not in self.gains:
            return None
        move = self.move_at(cell)
        return None if move is None else build_way(self.state, move)

    @property
    def cell_in_sight(self) -> Cell:
        """The cell that is spoken of: under the mouse, or else under the cursor."""
        return self.cursor.cell if self.hover is None else cell_of(self.hover)[1]

    def why_not(self, cell: Cell) -> IllegalMove | None:
        """Why nothing can be done on this cell now; None if something can."""
        known = self.choices.reasons
        stands = self.cursor.cell, self.shown, self.slot, self.site, self.step, self.marked
        key = cell, stands
        if key not in known:
            known[key] = self._why_not(cell)
        return known[key]

    def _why_not(self, cell: Cell) -> IllegalMove | None:
        if cell in self.places:
            return None
        move = self.move_at(cell)
        return self._nothing_fits(cell) if move is None else explain(self.state, move)

    def _nothing_fits(self, cell: Cell) -> IllegalMove:
        """No tile can be built there: if all of them have the same reason, that one."""
        castle = self.state.castles[self.shown]
        name = cell_name(cell)
        reasons = [stands_not(castle, slot.face, cell) for slot in self.slots]
        found = {reason.args if reason is not None else None for reason in reasons}
        if len(found) == 1 and reasons[0] is not None:
            return reasons[0]
        if 1 < LEVEL[cell] <= castle.height + 1 and demand(castle, cell) != NO_DEMAND:
            return IllegalMove(
                "CB-36",
                "None of these tiles fits on {cell}, where the number is {sum}.",
                cell=name,
                sum=sum_below(castle, cell),
            )
        return IllegalMove("CB-29", "None of these tiles fits on {cell}.", cell=name)

    def to_pay_with(self) -> bytes:
        """The rack without the tile that is being built."""
        rack = self.state.racks[self.state.actor]
        slot = self.slot
        return without(rack, slot.face) if slot and slot.source is Action.BUILD else rack

    def look_at(self, seat: Seat | None) -> None:
        """Show this castle large; None: one's own."""
        self.looked = None if seat == self.seat else seat
        castle = self.state.castles[self.shown]
        if LEVEL[self.cursor.cell] > castle.height + 1:
            top = [cell for cell in cells(castle.occupied) if LEVEL[cell] == castle.height]
            self.cursor = put(nearest(top, self.cursor.cell))
