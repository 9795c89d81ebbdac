"""Chooses a build or the draw by the rules of thumb: what nearly all the time of a playout goes to.

``best_turn`` looks at every tile on every cell where it may stand, but calls nothing on the way.
``all_turns`` tells what each of these moves is worth, for a search that wants more than the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.castle.bots.appeal import RUBY, Judge
from engine.castle.bots.yard import BIT, Yard
from engine.castle.moves import DRAW, NO_BAG, Action, Move
from engine.castle.pieces.cells import LEVEL, Mask, cells, level_mask
from engine.castle.pieces.tiles import UNKNOWN, Bag, Face
from engine.castle.rules.placing import EXACT, HIGHER, KIND, LOWER, WHOLE, changed_to
from engine.castle.setup import DRAWN, ONE_STEP, RACK_LIMIT
from engine.contract import Seat

_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
_MARKET: Final = Action.MARKET
_MORE: Final = 5  # steps that a baron may go more than its castle has levels, and one
_TOP: Final = (0, *(cells(level_mask(level))[0] for level in range(1, 128)))  # by level
_BAGS: Final = tuple(bytes((face,)) for face in range(UNKNOWN + 1))

_NEVER: Final = 1e9  # what a tile to pay with costs that is not there
_FACTS: Final = tuple(zip(KIND, EXACT, LOWER, HIGHER, RUBY, WHOLE, strict=True))  # by face

Offer = tuple[Action, Face, Mask, float, Bag]  # a tile, where it may stand, and what that costs


# Who has to take a turn, and what is on the table: the yard, the seat, all barons, the market, the
# coins to the end, and how many tiles a build may cost.
Asked = tuple[Yard, Seat, tuple[int, ...], list[Face], int, int]


def draw_worth(judge: Judge, yard: Yard) -> float:
    """What two tiles are worth; with a full rack there is at least a choice."""
    room = RACK_LIMIT - len(yard.rack)
    if room < DRAWN:
        return judge.weights.tile * room + judge.weights.choice
    return judge.weights.tile * DRAWN


def _offers(judge: Judge, yard: Yard, market: list[Face], most_paid: int) -> list[Offer]:
    """Every tile that may be built, with the cheapest payment where it needs one."""
    sites, open_, held = yard.sites, yard.open, judge.held
    floor, found, last = yard.floor(), list[Offer](), UNKNOWN
    rack = [(held(yard, face), face) for face in yard.rack]
    spare = sorted(rack)
    cheapest = spare[0] if spare else None
    second = spare[1] if len(spare) > 1 else None
    tile = judge.weights.tile
    sources = [(_BUILD, face, cost) for cost, face in rack]
    sources += [(_ROYAL, face, tile) for face in yard.royals]
    sources += [(_MARKET, face, 0.0) for face in market]
    for action, face, cost in sources:
        if face == last:  # equal tiles lie side by side
            continue
        last = face
        may = open_[KIND[face]]
        exact = (sites[EXACT[face]] | floor if WHOLE[face] else sites[EXACT[face]]) & may
        if exact:
            found.append((action, face, exact, cost, NO_BAG))
        near = (sites[LOWER[face]] | sites[HIGHER[face]]) & may
        if near:
            price = second if action is _BUILD and cheapest and face == cheapest[1] else cheapest
            if price:
                found.append((action, face, near, cost + price[0], _BAGS[price[1]]))
        if most_paid > ONE_STEP:
            rest = [*spare]
            if action is _BUILD:
                rest.remove((cost, face))
            found += _dear(yard, (action, face, may, cost, NO_BAG), rest)
    return found


def _dear(yard: Yard, offer: Offer, spare: list[tuple[float, Face]]) -> Iterator[Offer]:
    """The same for two tiles and more."""
    action, face, may, cost, _ = offer
    for paid in range(2, len(spare) + 1):
        near = yard.sites[changed_to(face, -paid)] | yard.sites[changed_to(face, paid)]
        if near & may:
            price, tiles = zip(*spare[:paid], strict=True)
            yield action, face, near & may, cost + sum(price), bytes(sorted(tiles))


def best_turn(judge: Judge, asked: Asked) -> Move:
    """The move that is worth most."""
    yard, seat, barons, market, lacking, most_paid = asked
    if most_paid > ONE_STEP:
        return max(all_turns(judge, asked))[1]
    keys, demands, chances, promise = yard.keys, yard.demands, judge.chances, judge.promise
    tables, top, ground = judge.tables, _TOP[yard.height], judge.weights.ground
    bonus = judge.bonus(barons, seat, lacking, yard.height + _MORE)
    best, found = draw_worth(judge, yard), DRAW
    for action, face, mask, cost, paid in _quick_offers(judge, yard, market):
        low, high = tables[face]
        ruby = RUBY[face]
        while mask:
            cell = mask.bit_length() - 1
            mask ^= BIT[cell]
            level = LEVEL[cell]
            worth = (
                (bonus[level + ruby] if level > 1 else ground)
                + promise[level + 1] * (high if cell >= top else low)[keys[cell]]
                - promise[level] * chances[demands[cell]]
                - cost
            )
            if worth > best:
                best, found = worth, (action, face, cell, paid)
    return found


def _quick_offers(judge: Judge, yard: Yard, market: list[Face]) -> list[Offer]:
    """The same as ``_offers`` for builds that cost one tile at most, without any call."""
    sites, open_, fits, dull = yard.sites, yard.open, judge.fits, judge.dull
    floor, found, paying, last = yard.floor(), list[Offer](), list[Offer](), -1
    cheap = second = _NEVER
    cheap_face = second_face = UNKNOWN
    for face in yard.rack:
        kind, at, lower, higher, ruby, whole = _FACTS[face]
        may = open_[kind]
        exact = sites[at] & may
        near = (sites[lower] | sites[higher]) & may
        if exact:
            cost = fits[LEVEL[exact.bit_length() - 1] + ruby]
        elif near:
            cost = fits[LEVEL[near.bit_length() - 1] + ruby - 1]
        else:
            cost = dull
        if cost < cheap:
            second, second_face = cheap, cheap_face
            cheap, cheap_face = cost, face
        elif cost < second:
            second, second_face = cost, face
        if face != last:  # equal tiles lie side by side
            last = face
            if whole:
                exact |= floor & may
            if exact:
                found.append((_BUILD, face, exact, cost, NO_BAG))
            if near:
                paying.append((_BUILD, face, near, cost, NO_BAG))
    for action, face, near, cost, _ in paying:
        if face != cheap_face:
            found.append((action, face, near, cost + cheap, _BAGS[cheap_face]))
        elif second < _NEVER:
            found.append((action, face, near, cost + second, _BAGS[second_face]))
    sources = [(_MARKET, face, 0.0) for face in market]
    if yard.royals:
        sources += [(_ROYAL, face, judge.weights.tile) for face in yard.royals]
    for action, face, cost in sources:
        kind, at, lower, higher, _, whole = _FACTS[face]
        may = open_[kind]
        exact = (sites[at] | floor if whole else sites[at]) & may
        if exact:
            found.append((action, face, exact, cost, NO_BAG))
        near = (sites[lower] | sites[higher]) & may
        if near and cheap < _NEVER:
            found.append((action, face, near, cost + cheap, _BAGS[cheap_face]))
    return found


def all_turns(judge: Judge, asked: Asked) -> list[tuple[float, Move]]:
    """Every build, each with its cheapest payment, and the draw; with what they are worth."""
    yard, seat, barons, market, lacking, most_paid = asked
    bonus = judge.bonus(barons, seat, lacking, yard.height + _MORE)
    found = [(draw_worth(judge, yard), DRAW)]
    for action, face, mask, cost, paid in _offers(judge, yard, market, most_paid):
        for cell in cells(mask):
            level = LEVEL[cell]
            now = bonus[level + RUBY[face]] if level > 1 else judge.weights.ground
            worth = now + judge.change(yard, face, cell) - cost
            found.append((worth, (action, face, cell, paid)))
    return found
