"""An answer to everything a seat may be asked, by the rules of thumb of ``appeal``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.castle.bots.appeal import Judge
from engine.castle.bots.quick import Quick
from engine.castle.bots.turns import best_turn
from engine.castle.moves import NO_BAG, NONE, Action, Move
from engine.castle.pieces.cells import cells
from engine.castle.pieces.coins import RED, Coin
from engine.castle.rules.coineffects import ALMS, REWARD
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase
from engine.contract import Seat


def answer(judge: Judge, game: Quick) -> Move:
    """The best move of the seat to act."""
    phase, seat, _ = game.agenda[-1]
    return _ANSWERS[phase](judge, game, seat)


def _turn(judge: Judge, game: Quick, seat: Seat) -> Move:
    return best_turn(judge, game.asked(seat))


def _drop(judge: Judge, game: Quick, seat: Seat) -> Move:
    yard, rack = game.yards[seat], game.yards[seat].rack
    return Action.DROP, NONE, NONE, judge.cheapest(yard, rack, len(rack) - RACK_LIMIT)


def _coin(judge: Judge, game: Quick, seat: Seat) -> Move:
    best, found = -1e9, -1
    for coin in game.coins:
        worth = coin_worth(judge, game, seat, coin)
        if worth > best or (worth == best and coin < found):
            best, found = worth, coin
    return Action.COIN, found, NONE, NO_BAG


def _thief(judge: Judge, game: Quick, seat: Seat) -> Move:
    """The leader, of these the one with the most tiles."""
    yards = game.yards
    others = [other for other in game.others[seat] if yards[other].rack]
    victim = max(others, key=lambda other: (yards[other].coins, len(yards[other].rack)))
    return Action.THIEF, victim, NONE, NO_BAG


def _collapse(judge: Judge, game: Quick, seat: Seat) -> Move:
    yard = game.yards[seat]
    cell = min(cells(yard.free()), key=lambda cell: (judge.standing(yard, cell), cell))
    return Action.COLLAPSE, NONE, cell, NO_BAG


def _catapult(judge: Judge, game: Quick, seat: Seat) -> Move:
    """A tile that promises much, of a player who is ahead."""
    targets = [
        (judge.standing(game.yards[other], cell) + game.yards[other].coins, other, cell)
        for other in game.others[seat]
        for cell in cells(game.yards[other].free())
    ]
    _, other, cell = max(targets)
    return Action.CATAPULT, other, cell, NO_BAG


def _pick(action: Action) -> Callable[[Judge, Quick, Seat], Move]:
    def pick(judge: Judge, game: Quick, seat: Seat) -> Move:
        yard = game.yards[seat]
        _, face = max([(judge.held(yard, face), face) for face in game.market])
        return action, face, NONE, NO_BAG

    return pick


_ANSWERS: Final[dict[Phase, Callable[[Judge, Quick, Seat], Move]]] = {
    Phase.TURN: _turn,
    Phase.DROP: _drop,
    Phase.COIN: _coin,
    Phase.THIEF: _thief,
    Phase.COLLAPSE: _collapse,
    Phase.CATAPULT: _catapult,
    Phase.MILL: _pick(Action.MILL),
    Phase.TAKE: _pick(Action.TAKE),
}


def coin_worth(judge: Judge, game: Quick, seat: Seat, coin: int) -> float:
    """What taking this coin is worth, besides that it is a coin."""
    return _WORTH[coin](judge, game, seat) if not (game.peace and coin in RED) else _mill(judge)


def _mill(judge: Judge, *_: object) -> float:
    return judge.weights.chosen * judge.weights.tile


def _compared(coin: Coin) -> Callable[[Judge, Quick, Seat], float]:
    def worth(judge: Judge, game: Quick, seat: Seat) -> float:
        return REWARD * _gain(judge, game, seat, game.best(coin))

    return worth


def _monk(judge: Judge, game: Quick, seat: Seat) -> float:
    # The coin is not in the purse yet, so nobody's count is lowered.
    return ALMS * _gain(judge, game, seat, game.poorest(-1))


def _ruby(judge: Judge, game: Quick, seat: Seat) -> float:
    lacking = game.coins_to_win - game.yards[seat].coins - 1
    return judge.bonus(tuple(game.barons), seat, lacking, 2)[1]


def _loss(judge: Judge, game: Quick, seat: Seat) -> float:
    return judge.weights.loss if game.yards[seat].free() else 0.0


def _shot(judge: Judge, game: Quick, seat: Seat) -> float:
    found = any(game.yards[other].free() for other in game.others[seat])
    return judge.weights.shot if found else 0.0


def _robbery(judge: Judge, game: Quick, seat: Seat) -> float:
    found = any(game.yards[other].rack for other in game.others[seat])
    return judge.weights.stolen * judge.weights.tile if found else 0.0


def _lady(judge: Judge, game: Quick, seat: Seat) -> float:
    others = game.others[seat]
    robbed = sum([bool(game.yards[other].rack) for other in others])
    return judge.weights.tile * robbed / len(others)


_WORTH: Final[dict[int, Callable[[Judge, Quick, Seat], float]]] = {
    **{coin: _compared(coin) for coin in (Coin.TOWER, Coin.PEOPLE, Coin.WINDOWS, Coin.ROOFS)},
    Coin.MILL: _mill,
    Coin.MONK: _monk,
    Coin.RUBY: _ruby,
    Coin.COLLAPSE: _loss,
    Coin.CATAPULT: _shot,
    Coin.THIEF: _robbery,
    Coin.LADY: _lady,
}


def _gain(judge: Judge, game: Quick, seat: Seat, gainers: Sequence[Seat]) -> float:
    """A tile for each of these seats, in the eyes of this one."""
    weights, others = judge.weights, len(game.yards) - 1
    own, theirs = 0.0, len(gainers)
    if seat in gainers:
        theirs -= 1
        own = (
            weights.tile
            if RACK_LIMIT - len(game.yards[seat].rack) > 1
            else (weights.tile * weights.crowded)
        )
    return own - weights.theirs * weights.tile * theirs / others
