"""What may be done now: legal moves, the dealer's outcomes, and the checked ``apply``.

``steps.step`` is ``apply`` without the check, for moves that came from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Final

from engine.castle.castle import free_tiles
from engine.castle.moves import DRAW, NO_BAG, NONE, SHUFFLE, Action, Move
from engine.castle.pieces.cells import NAMES, cells
from engine.castle.pieces.tiles import TILES, UNKNOWN, Bag, Counts, without
from engine.castle.rules.explain import reason
from engine.castle.rules.listing import Builds, Site, builds, drops, held, listed
from engine.castle.rules.offers import Offers
from engine.castle.rules.placing import steps_needed
from engine.castle.rules.steps import step
from engine.castle.setup import ONE_STEP, RACK_LIMIT
from engine.castle.state import Draft, Phase, State, opponents
from engine.contract import Seat
from engine.errors import IllegalMove
from engine.rng import weighted

Chances = list[tuple[Move, int]]

_BUILD: Final = Action.BUILD
_ROYAL: Final = Action.ROYAL
_MARKET: Final = Action.MARKET
_UNKNOWN: Final = bytes((UNKNOWN,))
_DRAWN: Final = {Phase.SHOW: Action.SHOW, Phase.DEAL: Action.DEAL, Phase.MINT: Action.MINT}
# Moves made once: the dealer has dozens to choose from, several times in a turn.
_DRAWS: Final = {
    action: tuple([(action, what, NONE, NO_BAG) for what in range(len(TILES))])
    for action in _DRAWN.values()
}
_HIDEABLE: Final = {Phase.DEAL: Action.DEAL, Phase.STEAL: Action.STEAL}


def legal(state: State | Draft) -> Sequence[Move]:
    """Every legal move of the one to act, sorted; the builds of a turn are made when asked for."""
    lists = _LISTS.get(state.phase)
    return lists(state, state.actor) if lists else [move for move, _ in outcomes(state)]


def _turn(state: State | Draft, seat: Seat) -> Sequence[Move]:
    castle, bag, most = state.castles[seat], state.racks[seat], state.setup.most_paid
    sources = ((_ROYAL, state.royals[seat]), (_MARKET, state.market))
    if bag[-1:] == _UNKNOWN:
        rack = held(bag, state.unseen)
        sites: list[Site] = []
        for face in rack.faces():
            sites += builds(castle, _BUILD, face, rack.without(face), most)
        for action, tiles in sources:
            for face in sorted({*tiles}):
                sites += builds(castle, action, face, rack, most)
        return Builds([DRAW], sites)
    if most == ONE_STEP:
        return Offers(castle, bag, state.royals[seat], state.market)
    found = [DRAW]
    for face in sorted({*bag}):
        found += listed(castle, _BUILD, face, without(bag, face), most)
    for action, tiles in sources:
        for face in sorted({*tiles}):
            found += listed(castle, action, face, bag, most)
    return found


def _drop(state: State | Draft, seat: Seat) -> Sequence[Move]:
    rack = held(state.racks[seat], state.unseen)
    return drops(rack, rack.size - RACK_LIMIT)


def _coin(state: State | Draft, seat: Seat) -> Sequence[Move]:
    return [(Action.COIN, coin, NONE, NO_BAG) for coin in sorted({*state.coins})]


def _thief(state: State | Draft, seat: Seat) -> Sequence[Move]:
    others = sorted(opponents(state, seat))
    return [(Action.THIEF, other, NONE, NO_BAG) for other in others if state.racks[other]]


def _collapse(state: State | Draft, seat: Seat) -> Sequence[Move]:
    free = cells(free_tiles(state.castles[seat]))
    return [(Action.COLLAPSE, NONE, cell, NO_BAG) for cell in free]


def _catapult(state: State | Draft, seat: Seat) -> Sequence[Move]:
    return [
        (Action.CATAPULT, other, cell, NO_BAG)
        for other in sorted(opponents(state, seat))
        for cell in cells(free_tiles(state.castles[other]))
    ]


def _mill(state: State | Draft, seat: Seat) -> Sequence[Move]:
    return [(Action.MILL, face, NONE, NO_BAG) for face in sorted({*state.market})]


def _take(state: State | Draft, seat: Seat) -> Sequence[Move]:
    return [(Action.TAKE, face, NONE, NO_BAG) for face in sorted({*state.market})]


_LISTS: Final[dict[Phase, Callable[[State | Draft, Seat], Sequence[Move]]]] = {
    Phase.TURN: _turn,
    Phase.DROP: _drop,
    Phase.COIN: _coin,
    Phase.THIEF: _thief,
    Phase.COLLAPSE: _collapse,
    Phase.CATAPULT: _catapult,
    Phase.MILL: _mill,
    Phase.TAKE: _take,
}


def outcomes(state: State | Draft) -> Chances:
    """The dealer's possible entries, each with its number of chances.

    In a copy that does not know all racks, an unseen tile counts wherever it may be.
    """
    phase = state.phase
    if phase in _DRAWN:
        counts = state.mint if phase is Phase.MINT else state.unseen
        return [*compress(zip(_DRAWS[_DRAWN[phase]], counts, strict=False), counts)]
    if phase is Phase.STEAL:
        return _taken(Action.STEAL, state.racks[state.agenda[-1][2]], state.unseen)
    if phase is Phase.LOSE:
        return _taken(Action.LOSE, state.racks[state.agenda[-1][1]], state.unseen)
    return [(SHUFFLE, 1)] if phase is Phase.SHUFFLE else []


def draw(state: State, below: Callable[[int], int]) -> Move:
    """The dealer's entry by chance. Mostly a tile of the reserve: nothing is listed for that."""
    phase = state.phase
    if phase in _DRAWN:
        counts = state.mint if phase is Phase.MINT else state.unseen
        return _DRAWS[_DRAWN[phase]][weighted(counts, below)]
    moves, chances = zip(*outcomes(state), strict=True)
    move: Move = moves[weighted(chances, below)]
    return move


def _taken(action: Action, rack: Bag, unseen: Counts) -> Chances:
    """Any tile of the rack; an unknown one is any of the unseen."""
    bag, unknown, _ = held(rack, unseen)
    pool = sum(unseen) if unknown else 1
    found = [
        ((action, face, NONE, NO_BAG), bag.count(face) * pool + unknown * unseen[face])
        for face in held(rack, unseen).faces()
    ]
    return [(move, chances) for move, chances in found if chances]


def is_legal(state: State, move: Move) -> bool:
    """Whether the one to act may make this move now; nothing is listed."""
    action, what, cell, bag = move
    phase = state.phase
    if phase is Phase.TURN:
        if action in (_BUILD, _ROYAL, _MARKET):
            return _may_build(state, move)
        return move == DRAW
    if phase is Phase.DROP:
        rack = held(state.racks[state.actor], state.unseen)
        surplus = rack.size - RACK_LIMIT
        bare = action is Action.DROP and what == cell == NONE
        return bare and len(bag) == surplus and rack.holds(bag)
    if what == UNKNOWN:
        return _HIDEABLE.get(phase) is action and cell == NONE and not bag
    if phase in _DRAWN:
        counts = state.mint if phase is Phase.MINT else state.unseen
        bare = action is _DRAWN[phase] and cell == NONE and not bag
        return bare and 0 <= what < len(counts) and counts[what] > 0
    return move in legal(state)


def _may_build(state: State, move: Move) -> bool:
    action, face, cell, paid = move
    seat = state.actor
    rack = held(state.racks[seat], state.unseen)
    if action is _BUILD:
        if not rack.holds(bytes((face,))):
            return False
        rack = rack.without(face)
    elif face not in (state.royals[seat] if action is _ROYAL else state.market):
        return False
    if cell not in NAMES or steps_needed(state.castles[seat], face, cell) != len(paid):
        return False
    return len(paid) <= state.setup.most_paid and rack.holds(paid)


def apply(state: State, move: Move) -> State:
    """The next state; an illegal move raises ``IllegalMove`` and changes nothing."""
    if not is_legal(state, move):
        raise reason(state, move)
    return step(state, move)


def explain(state: State, move: Move) -> IllegalMove | None:
    """Why the move is not legal now, in one sentence with its rule; None if it is legal."""
    return None if is_legal(state, move) else reason(state, move)
