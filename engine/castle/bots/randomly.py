"""Plays random games of Castle Builder to the end at full speed, for search.

A turn draws one of the tiles that could be built, or the draw itself, then one of its cells, and if
that costs a tile, one of the others on the rack. A tile that fits nowhere is put aside, and another
is drawn. No list of moves is ever made: cells come from the sites of a yard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.castle.bots.quick import Quick
from engine.castle.bots.yard import BIT
from engine.castle.moves import DRAW, NO_BAG, NONE, Action, Move
from engine.castle.pieces.cells import FLOOR, Cell, Mask
from engine.castle.pieces.tiles import UNKNOWN, Face
from engine.castle.rules.placing import EXACT, HIGHER, KIND, LOWER, WHOLE
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase
from engine.contract import Seat

Random = Callable[[], float]  # a number from 0 up to, not including, 1

_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
_MARKET: Final = Action.MARKET
_FACTS: Final = tuple(zip(KIND, EXACT, LOWER, HIGHER, WHOLE, strict=True))  # by face
_BAGS: Final = tuple(bytes((face,)) for face in range(UNKNOWN + 1))


def playout(game: Quick, random: Random) -> int:
    """Play to the end; the number of decisions."""
    decisions, agenda, play = 0, game.agenda, game.play
    while not game.over:
        phase, seat, _ = agenda[-1]
        play(_ANSWERS[phase](game, seat, random))
        decisions += 1
    return decisions


def pick(mask: Mask, random: Random) -> Cell:
    """One cell of the mask, each as likely; the mask is not empty."""
    skip = int(random() * mask.bit_count())
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def _turn(game: Quick, seat: Seat, random: Random) -> Move:
    yard = game.yards[seat]
    rack, royals = yard.rack, yard.royals
    sites, open_, held = yard.sites, yard.open, len(rack)
    left = [*rack, *game.market, *royals]
    order = [*range(len(left) + 1)]  # the last one is the draw
    while True:
        place = order.pop(int(random() * len(order)))
        if place == len(left):
            return DRAW
        face = left[place]
        kind, at, lower, higher, whole = _FACTS[face]
        cells = sites[at] | FLOOR if whole else sites[at]
        near = sites[lower] | sites[higher]
        cells = (cells | near) & open_[kind]
        if not cells:
            continue
        cell = pick(cells, random)
        action = _BUILD if place < held else _ROYAL if place >= held + len(game.market) else _MARKET
        if not near & BIT[cell]:
            return action, face, cell, NO_BAG
        others = held - (action is _BUILD)
        if others:
            index = int(random() * others)
            if action is _BUILD and index >= place:
                index += 1
            return action, face, cell, _BAGS[rack[index]]


def _drop(game: Quick, seat: Seat, random: Random) -> Move:
    rack = game.yards[seat].rack[:]
    found: list[Face] = []
    while len(rack) > RACK_LIMIT:
        found.append(rack.pop(int(random() * len(rack))))
    return Action.DROP, NONE, NONE, bytes(sorted(found))


def _coin(game: Quick, seat: Seat, random: Random) -> Move:
    return Action.COIN, game.coins[int(random() * len(game.coins))], NONE, NO_BAG


def _thief(game: Quick, seat: Seat, random: Random) -> Move:
    others = [other for other in game.others[seat] if game.yards[other].rack]
    return Action.THIEF, others[int(random() * len(others))], NONE, NO_BAG


def _collapse(game: Quick, seat: Seat, random: Random) -> Move:
    return Action.COLLAPSE, NONE, pick(game.yards[seat].free(), random), NO_BAG


def _catapult(game: Quick, seat: Seat, random: Random) -> Move:
    others = [other for other in game.others[seat] if game.yards[other].free()]
    other = others[int(random() * len(others))]
    return Action.CATAPULT, other, pick(game.yards[other].free(), random), NO_BAG


def _market(action: Action) -> Callable[[Quick, Seat, Random], Move]:
    def take(game: Quick, seat: Seat, random: Random) -> Move:
        return action, game.market[int(random() * len(game.market))], NONE, NO_BAG

    return take


_ANSWERS: Final[dict[Phase, Callable[[Quick, Seat, Random], Move]]] = {
    Phase.TURN: _turn,
    Phase.DROP: _drop,
    Phase.COIN: _coin,
    Phase.THIEF: _thief,
    Phase.COLLAPSE: _collapse,
    Phase.CATAPULT: _catapult,
    Phase.MILL: _market(Action.MILL),
    Phase.TAKE: _market(Action.TAKE),
}
