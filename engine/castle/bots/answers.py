"""An answer to everything a seat may be asked, by the rules of thumb of ``appeal``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.castle.bots.appeal import Judge, Table
from engine.castle.castle import free_tiles
from engine.castle.moves import NO_BAG, NONE, Action, Move
from engine.castle.pieces.cells import cells
from engine.castle.pieces.coins import RED, Coin
from engine.castle.rules.baron import way
from engine.castle.rules.coins import ALMS, COMPARED, REWARD, best, poorest
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase, opponents
from engine.contract import Seat

CHOSEN: Final = 1.3  # tiles that a tile of one's choice is worth
STOLEN: Final = 2.0  # the same for a tile that somebody else loses
CROWDED: Final = 0.4  # of the tiles that come to a rack without room for them
THEIRS: Final = 0.8  # how much tiles for opponents hurt
SHOT: Final = 1.5  # spaces that a hit of the catapult is worth
LOSS: Final = -1.0  # spaces that a collapse is worth


def answer(judge: Judge, table: Table) -> Move:
    """The best move of the seat to act."""
    return _ANSWERS[table.phase](judge, table, table.actor)


def _turn(judge: Judge, table: Table, seat: Seat) -> Move:
    return max(judge.turns(table, seat))[1]


def _drop(judge: Judge, table: Table, seat: Seat) -> Move:
    rack = table.racks[seat]
    bag = judge.cheapest(table.castles[seat], rack, len(rack) - RACK_LIMIT)
    return Action.DROP, NONE, NONE, bag


def _coin(judge: Judge, table: Table, seat: Seat) -> Move:
    worth = {coin: coin_worth(judge, table, seat, coin) for coin in {*table.coins}}
    return Action.COIN, max(worth, key=lambda coin: (worth[coin], -coin)), NONE, NO_BAG


def _thief(judge: Judge, table: Table, seat: Seat) -> Move:
    """The leader, of these the one with the most tiles."""
    others = [other for other in opponents(table, seat) if table.racks[other]]
    victim = max(others, key=lambda other: (len(table.purses[other]), len(table.racks[other])))
    return Action.THIEF, victim, NONE, NO_BAG


def _collapse(judge: Judge, table: Table, seat: Seat) -> Move:
    castle = table.castles[seat]
    cell = min(cells(free_tiles(castle)), key=lambda cell: (judge.standing(castle, cell), cell))
    return Action.COLLAPSE, NONE, cell, NO_BAG


def _catapult(judge: Judge, table: Table, seat: Seat) -> Move:
    """A tile that promises much, of a player who is ahead."""
    targets = [
        (judge.standing(table.castles[other], cell) + len(table.purses[other]), other, cell)
        for other in opponents(table, seat)
        for cell in cells(free_tiles(table.castles[other]))
    ]
    _, other, cell = max(targets)
    return Action.CATAPULT, other, cell, NO_BAG


def _pick(action: Action) -> Callable[[Judge, Table, Seat], Move]:
    def pick(judge: Judge, table: Table, seat: Seat) -> Move:
        castle = table.castles[seat]
        face = max({*table.market}, key=lambda face: (judge.held(castle, face), face))
        return action, face, NONE, NO_BAG

    return pick


_ANSWERS: Final[dict[Phase, Callable[[Judge, Table, Seat], Move]]] = {
    Phase.TURN: _turn,
    Phase.DROP: _drop,
    Phase.COIN: _coin,
    Phase.THIEF: _thief,
    Phase.COLLAPSE: _collapse,
    Phase.CATAPULT: _catapult,
    Phase.MILL: _pick(Action.MILL),
    Phase.TAKE: _pick(Action.TAKE),
}


def coin_worth(judge: Judge, table: Table, seat: Seat, coin: int) -> float:
    """What taking this coin is worth, besides that it is a coin."""
    tile, others = judge.weights.tile, opponents(table, seat)
    if coin == Coin.MILL or (table.setup.peace and coin in RED):
        return CHOSEN * tile
    if coin in COMPARED:
        gainers = best(table.castles, *COMPARED[Coin(coin)])
        return REWARD * _gain(judge, table, seat, gainers)
    if coin == Coin.MONK:  # the coin is not in the purse yet, so nobody's count is lowered
        return ALMS * _gain(judge, table, seat, poorest(table.purses, -1))
    if coin == Coin.RUBY:
        spaces, coins, brings_tile = way(table.barons, seat, 1)
        return len(spaces) + judge.weights.landing * brings_tile + judge.weights.coin * coins
    if coin == Coin.COLLAPSE:
        return LOSS if free_tiles(table.castles[seat]) else 0.0
    if coin == Coin.CATAPULT:
        return SHOT if any(free_tiles(table.castles[other]) for other in others) else 0.0
    robbed = sum([bool(table.racks[other]) for other in others])
    if coin == Coin.THIEF:
        return STOLEN * tile if robbed else 0.0
    return tile * robbed / len(others)  # the Sour Lady


def _gain(judge: Judge, table: Table, seat: Seat, gainers: Sequence[Seat]) -> float:
    """A tile for each of these seats, in the eyes of this one."""
    tile, others = judge.weights.tile, len(table.racks) - 1
    room = RACK_LIMIT - len(table.racks[seat])
    own = tile * (seat in gainers) * (1.0 if room > 1 else CROWDED)
    return own - THEIRS * tile * len([other for other in gainers if other != seat]) / others
