"""What a move would bring, before it is made: for screens, line mode and coaches.

The rules themselves use the same functions, so what is foretold is what happens. What chance
decides (which tile comes) is not foretold.
"""

from __future__ import annotations

from engine.castle.moves import Move
from engine.castle.pieces.coins import RED, Coin
from engine.castle.rules.baron import Way, way
from engine.castle.rules.coineffects import ALMS, COMPARED, REWARD, best, poorest
from engine.castle.rules.placing import spaces_moved
from engine.castle.state import NOBODY, Phase, State, is_set_up
from engine.contract import Seat


def as_if_on_turn(state: State, seat: Seat) -> State | None:
    """The start of the seat's turn, if nothing else happened before it, to plan a build.

    None if it is this seat's turn already, or has to discard, or if the game is over or about to
    begin.
    """
    if state.phase is Phase.OVER or seat in (state.seat, state.actor) or not is_set_up(state):
        return None
    return state._replace(
        seat=seat,
        agenda=((Phase.TURN, seat, 0),),
        phase=Phase.TURN,
        actor=seat,
        undoable=NOBODY,
    )


def build_way(state: State, move: Move) -> Way:
    """The way of the baron on turn for this build: spaces, coins, and whether a tile comes."""
    _, face, cell, _ = move
    return way(state.barons, state.seat, spaces_moved(face, cell))


def ruby_way(state: State) -> Way:
    """The way of the baron on turn for a Ruby."""
    return way(state.barons, state.seat, 1)


def gains(state: State, coin: Coin) -> dict[Seat, int]:
    """How many tiles each seat would gain if the seat on turn took this coin now."""
    if state.setup.peace and coin in RED:
        return {}
    if coin in COMPARED:
        return dict.fromkeys(best(state.castles, *COMPARED[coin]), REWARD)
    if coin is Coin.MONK:  # the coin that is about to be taken would not count
        return dict.fromkeys(poorest(state.purses, -1), ALMS)
    return {}
