"""What a player can do now, in the order the player chooses it: a tile, a cell, what to pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from engine.castle.bots.yard import Yard
from engine.castle.castle import free_tiles
from engine.castle.moves import BUILDS, NO_BAG, NONE, Action, Move
from engine.castle.pieces.cells import Cell, cells
from engine.castle.pieces.tiles import UNKNOWN, Face
from engine.castle.rules.actions import legal
from engine.castle.rules.foresight import build_way
from engine.castle.rules.placing import spaces_moved
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase, State, opponents
from engine.contract import Seat
from engine.errors import IllegalMove
from kbtui.games.castle.board.marks import Gain
from kbtui.games.castle.play.steering import column_of

RACK_KEYS: Final = tuple(f"tile-{n}" for n in (*range(1, 10), 0))  # the surplus has 8, 9 and 0
MARKET_KEYS: Final = ("tile-8", "tile-9", "tile-0")
ROYAL_KEYS: Final = ("half-left", "half-right")


class Slot(NamedTuple):
    """A tile before the player: where it lies, the how manieth it is there, and its key."""

    source: Action  # BUILD: on the rack, ROYAL: set aside, MARKET
    number: int  # from 0
    face: Face
    key: str  # a command; empty if it has none


def slots(state: State, seat: Seat | None) -> list[Slot]:
    """Tiles as they lie from left to right: royals, rack, market."""
    found: list[Slot] = []
    if seat is not None:
        found += _row(Action.ROYAL, state.royals[seat], ROYAL_KEYS)
        is_full = state.phase is Phase.DROP and state.actor == seat
        found += _row(Action.BUILD, state.racks[seat], RACK_KEYS[: 10 if is_full else RACK_LIMIT])
        if is_full:  # their keys stand for the surplus
            return found + _row(Action.MARKET, state.market, ())
    return found + _row(Action.MARKET, state.market, MARKET_KEYS)


def _row(source: Action, bag: bytes, keys: Sequence[str]) -> list[Slot]:
    named = [*keys, *[""] * len(bag)]
    return [Slot(source, i, face, named[i]) for i, face in enumerate(bag)]


class Choices:
    """All legal moves of one state. Made once for each state, asked many times."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.best_slots: dict[Cell, Slot | None] = {}  # the best tile for a cell, once asked for
        self.reasons: dict[object, IllegalMove | None] = {}  # why not, once asked for

    @cached_property
    def moves(self) -> Sequence[Move]:
        """Empty where nobody here can know them."""
        state = self.state
        if state.actor < 0 or UNKNOWN in state.racks[state.actor]:
            return ()
        return legal(state)

    @cached_property
    def _builds(self) -> Mapping[tuple[Action, Face], Mapping[Cell, list[Move]]]:
        found: dict[tuple[Action, Face], dict[Cell, list[Move]]] = {}
        for move in self.moves:
            action, face, cell, _paid = move
            if action in BUILDS:
                found.setdefault((action, face), {}).setdefault(cell, []).append(move)
        return found

    def builds(self, slot: Slot) -> Mapping[Cell, Sequence[Move]]:
        """Where the tile can be built, each time with all the ways to pay for it."""
        return self._builds.get((slot.source, slot.face), {})

    def gains(self, slot: Slot) -> dict[Cell, Gain]:
        """What each build of this tile would bring."""
        return {cell: gain(self.state, moves[0]) for cell, moves in self.builds(slot).items()}

    @cached_property
    def best(self) -> Mapping[Cell, Gain]:
        """The best build on each cell, with any tile: by length, then by what it brings."""
        found: dict[Cell, Gain] = {}
        for where in self._builds.values():
            for cell, moves in where.items():
                offer = gain(self.state, moves[0])
                if cell not in found or worth(offer) > worth(found[cell]):
                    found[cell] = offer
        return found

    @cached_property
    def yard(self) -> Yard:
        """The castle of the player who has to act, as the coach looks at it."""
        return Yard(self.state.castles[self.state.actor])

    @cached_property
    def coins(self) -> tuple[int, ...]:
        """Coins that can be taken, as they lie on the market; equal ones are one choice."""
        return tuple(dict.fromkeys(self.state.coins)) if self._asks(Phase.COIN) else ()

    @cached_property
    def victims(self) -> tuple[Seat, ...]:
        return tuple(what for action, what, *_ in self.moves if action is Action.THIEF)

    @cached_property
    def picks(self) -> tuple[Face, ...]:
        """Market tiles that can be taken, in the order of their keys."""
        asked = self._asks(Phase.MILL) or self._asks(Phase.TAKE)
        return tuple(self.state.market) if asked else ()

    @cached_property
    def targets(self) -> Mapping[Seat, list[Cell]]:
        """Free tiles that can be taken down, by castle."""
        state = self.state
        if self._asks(Phase.COLLAPSE):
            return {state.actor: cells(free_tiles(state.castles[state.actor]))}
        if not self._asks(Phase.CATAPULT):
            return {}
        others = opponents(state, state.actor)
        found = {seat: cells(free_tiles(state.castles[seat])) for seat in others}
        return {seat: free for seat, free in found.items() if free}

    def _asks(self, phase: Phase) -> bool:
        return self.state.phase is phase

    @property
    def surplus(self) -> int:
        """How many tiles have to be discarded."""
        state = self.state
        is_asked = self._asks(Phase.DROP)
        return len(state.racks[state.actor]) - RACK_LIMIT if is_asked else 0


def gain(state: State, move: Move) -> Gain:
    _action, face, cell, paid = move
    way = build_way(state, move)
    return Gain(spaces_moved(face, cell), way.coins, int(way.brings_tile), len(paid))


def worth(offer: Gain) -> tuple[int, int, int, int]:
    """To compare builds: the longest move first, the cheapest last."""
    return offer.spaces, offer.coins, offer.tiles, -offer.paid


def in_order(gains: Mapping[Cell, Gain]) -> list[Cell]:
    """Legal cells as Tab goes through them: the longest move first, then from left to right."""
    return sorted(gains, key=lambda cell: (-gains[cell].spaces, column_of(cell), cell))


def topple(state: State, seat: Seat, cell: Cell) -> Move:
    """The move that takes down the tile there."""
    if state.phase is Phase.CATAPULT:
        return Action.CATAPULT, seat, cell, NO_BAG
    return Action.COLLAPSE, NONE, cell, NO_BAG
