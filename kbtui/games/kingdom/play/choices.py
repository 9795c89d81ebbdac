"""What a player can do now, in the order the player chooses it: an action, a settlement, a hex."""

from __future__ import annotations

from functools import cached_property

from engine.contract import Seat
from engine.errors import IllegalMove, Phrase
from engine.kingdom.ground.hexes import BIT, NAMES, Hex, Mask
from engine.kingdom.ground.moves import NOWHERE, Action, Move, Shape, shape
from engine.kingdom.ground.terrain import Card, Terrain
from engine.kingdom.rules.actions import apply, legal
from engine.kingdom.state import State


class Choices:
    """All legal moves of one state. Made once for each state, asked many times."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def moves(self) -> frozenset[Move]:
        return frozenset(legal(self.state))

    @cached_property
    def actions(self) -> frozenset[Action]:
        """Actions that have at least one legal move."""
        return frozenset(move[0] for move in self.moves)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Cards that can be chosen now (H-1)."""
        return tuple(sorted(card for action, _, card in self.moves if action is Action.PLAY))

    @cached_property
    def _origins(self) -> dict[Action, Mask]:
        found: dict[Action, Mask] = {}
        for action, origin, _ in self.moves:
            if origin != NOWHERE:
                found[action] = found.get(action, 0) | BIT[origin]
        return found

    @cached_property
    def _targets(self) -> dict[tuple[Action, Hex], Mask]:
        found: dict[tuple[Action, Hex], Mask] = {}
        for action, origin, target in self.moves:
            if target != NOWHERE and shape(action) in (Shape.HEX, Shape.PATH):
                found[action, origin] = found.get((action, origin), 0) | BIT[target]
        return found

    def origins(self, action: Action) -> Mask:
        """Settlements that the action can take up."""
        return self._origins.get(action, 0)

    def targets(self, action: Action, origin: Hex = NOWHERE) -> Mask:
        """Hexes where the action can put a settlement."""
        return self._targets.get((action, origin), 0)


def ground_of(state: State, hex_: Hex) -> Terrain:
    """What the hex is made of."""
    terrain = state.setup.board.terrain
    return next(t for t in Terrain if terrain[t] & BIT[hex_])


def stuck(hex_: Hex) -> IllegalMove:
    """Why an own settlement cannot be picked for a move."""
    return IllegalMove("L-MOVE-2", "{hex} has nowhere to go now.", hex=NAMES[hex_].upper())


def other_half(state: State, hex_: Hex, half: Terrain) -> IllegalMove:
    """Why a hex that the card allows is not taken: the person looks at its other half."""
    return IllegalMove(
        "M-CARD-1",
        "{hex} is {ground}; you have chosen the {terrain} half of the card.",
        hex=NAMES[hex_].upper(),
        ground=Phrase(ground_of(state, hex_).word),
        terrain=Phrase(half.word),
    )


def tiles_by(state: State, move: Move, seat: Seat) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """The tiles that a legal move brings the seat, and those that it loses."""
    before, after = state.tiles.owned[seat], apply(state, move).tiles.owned[seat]
    slots = [(slot.kind, 1 << i) for i, slot in enumerate(state.setup.board.slots)]
    new = tuple(kind for kind, bit in slots if after & ~before & bit)
    return new, tuple(kind for kind, bit in slots if before & ~after & bit)


def sample_of(action: Action, hex_: Hex) -> Move:
    """Some move of the action, to ask why there is none."""
    if shape(action) is Shape.TAKE:
        return action, hex_, NOWHERE
    return action, hex_ if shape(action) is Shape.PATH else NOWHERE, hex_
