"""How a person stands at the board: the cursor, what is in hand, and what could be chosen now.

Asked by everything that is shown; what a command does to it is in ``hand``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from engine.errors import IllegalMove
from engine.kingdom.ground.hexes import BIT, SIZE, Hex, Mask, at, hexes, mask_of
from engine.kingdom.ground.moves import NOWHERE, Action, Move, Shape, shape
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.rules.actions import explain
from engine.kingdom.scores import gains, parts, scores
from engine.kingdom.state import OPEN, Phase, State, builds_left
from kbtui.games.kingdom.play.choices import Choices, other_half, stuck, tiles_by
from kbtui.games.kingdom.play.held import Held, held
from kbtui.games.kingdom.play.steering import STEPS, Cursor, put
from kbtui.games.kingdom.words.kinds import placed, seams
from kbtui.games.kit import Marks
from kbtui.play.person import ASK_UNUSED, Person
from kbtui.play.session import Session

_BY_CARD: Final = (Action.BUILD, Action.ORACLE, Action.BARN)  # what the halves of a card are for


class Stance(Person):
    """One person, or several at one keyboard, in a session."""

    steers = STEPS.keys()
    state: State

    def __init__(self, session: Session, ask: str = ASK_UNUSED) -> None:
        self.cursor: Cursor = put(at(SIZE // 2, SIZE // 2))
        self.tile: Action | None = None  # the extra action that is being used
        self.origin: Hex | None = None  # the settlement that it moves
        self.half: Terrain | None = None  # the half of a double card that is looked at
        super().__init__(session, ask)

    def refresh(self) -> None:
        super().refresh()
        self.__dict__.pop("choices", None)
        if not self.is_asked:
            self.tile = self.origin = self.half = None
            self.is_asking = False
            return
        if self.state.reactions:
            self.tile = Action.CANOE
        elif self.tile not in self.choices.actions:
            self.tile = self.origin = None
        if self.origin is not None and not self.wanted:
            self.origin = None
        if self.state.terrain != OPEN:
            self.half = None

    def seen(self) -> object:
        return super().seen(), self.tile, self.half

    @property
    def place(self) -> Hex:
        return self.cursor.hex

    @property
    def is_reacting(self) -> bool:
        """A Canoe: the one on turn may be asked too, after a reaction of somebody else."""
        return self.is_asked and bool(self.state.reactions)

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.state)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do but to end the turn."""
        return self.is_asked and self.choices.actions == {Action.END}

    @property
    def sums_up(self) -> bool:
        """Whether it is shown what the turn earned: the person is asked whether to end it, or would
        be asked if there were something else to do."""
        return self.is_asking or (self.is_done and self.ask == ASK_UNUSED)

    @property
    def is_on_own(self) -> bool:
        """Whether the cursor is on a settlement of the person, as it is after a build."""
        return self.seat is not None and bool(
            self.state.settlements[self.seat] & BIT[self.cursor.hex]
        )

    @property
    def tiles(self) -> list[Held]:
        return held(self.state, self.seat) if self.seat is not None else []

    @property
    def action(self) -> Action:
        """What Enter on a hex would do."""
        return self.tile if self.tile is not None else Action.BUILD

    @property
    def is_picking(self) -> bool:
        """Whether a settlement has to be picked: the first step of a move, or a Temple."""
        return shape(self.action) is Shape.TAKE or (
            shape(self.action) is Shape.PATH and self.origin is None
        )

    @property
    def wanted(self) -> Mask:
        """The hexes that can be chosen now."""
        if not self.is_asked:
            return 0
        if not self.is_picking:
            return self._targets(NOWHERE if self.origin is None else self.origin)
        origins = self.choices.origins(self.action)
        if self.half is None or self.action not in _BY_CARD:
            return origins
        return mask_of(hex_ for hex_ in hexes(origins) if self._targets(hex_))

    def _targets(self, origin: Hex) -> Mask:
        """Where the action leads to, on the half of the card that is looked at."""
        mask = self.choices.targets(self.action, origin)
        if self.half is None or self.action not in _BY_CARD:
            return mask
        return mask & self.state.setup.board.terrain[self.half]

    @property
    def last(self) -> Mask:
        """What the others have placed since the person acted last."""
        table = self.session.table
        acted = len(table.entries)
        while acted and table.entries[acted - 1].actor != self.seat:
            acted -= 1
        return placed(table.states[acted], self.state) if self.seat is not None else 0

    @property
    def marks(self) -> Marks:
        wanted = self.wanted
        lit = 0
        if self.goal is not None:
            lit = self.shown_hexes
        return Marks(
            legal=0 if self.is_picking else wanted,
            movable=wanted if self.is_picking else 0,
            last=self.last,
            lit=lit,
            cursor=self.cursor.hex,
            hover=self.hover,
            moving=self.origin,
            seams=self.seams or seams(self.state),
        )

    @property
    def shown_hexes(self) -> Mask:
        """What earns gold for the part that is shown: of the person, or of who is on turn."""
        if self.goal is None:
            return 0
        seat = self.seat if self.seat is not None else self.state.seat
        return scores(self.state).earned[seat][self.goal].hexes

    def move_at(self, hex_: Hex) -> Move:
        """The move that Enter on this hex stands for, legal or not."""
        if shape(self.action) is Shape.TAKE:
            return self.action, hex_, NOWHERE
        if self.is_picking:  # the first step: no move yet
            return self.action, hex_, hex_
        return self.action, NOWHERE if self.origin is None else self.origin, hex_

    def gain_at(self, hex_: Hex) -> tuple[tuple[str, int], ...] | None:
        """What the move on this hex would change, by part; None if it is not legal."""
        if self.seat is None or not self.wanted & BIT[hex_]:
            return None
        if self.is_picking and shape(self.action) is not Shape.TAKE:
            return None
        row = gains(self.state, self.move_at(hex_))[self.seat]
        named = zip(parts(self.state), row, strict=True)
        return tuple((part, gold) for part, gold in named if gold)

    def tiles_at(self, hex_: Hex) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """The tiles that the move on this hex would bring, and those that it would lose."""
        if self.seat is None or self.gain_at(hex_) is None:
            return (), ()
        return tiles_by(self.state, self.move_at(hex_), self.seat)

    def why_not(self, hex_: Hex) -> IllegalMove | None:
        """Why nothing can be done on this hex now; None if something can."""
        if self.wanted & BIT[hex_]:
            return None
        reason = explain(self.state, self.move_at(hex_))
        if self.is_picking and self.state.settlements[self.state.seat] & BIT[hex_]:
            return stuck(hex_)
        if reason is None and self.half is not None:
            return other_half(self.state, hex_, self.half)
        return reason

    @property
    def unbuilt(self) -> int:
        return builds_left(self.state, self.half) if self.state.phase is Phase.TURN else 0
