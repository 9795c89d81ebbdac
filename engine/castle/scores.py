"""Coins, and who has won (CB-56, CB-57)."""

from __future__ import annotations

from typing import Final

from engine.castle.castle import tiles_built
from engine.castle.state import Phase, State
from engine.contract import Seat

COINS: Final = "coins"


def totals(state: State) -> tuple[int, ...]:
    """The coins of each seat."""
    return tuple(map(len, state.purses))


def parts(state: State) -> tuple[str, ...]:
    """What scores: coins and nothing else."""
    return (COINS,)


def earned(state: State) -> tuple[tuple[tuple[int, int]], ...]:
    """The coins of each seat; no place of a castle earns any."""
    return tuple(((coins, 0),) for coins in totals(state))


def standing(state: State, seat: Seat) -> tuple[int, int, int]:
    """What decides: coins; where they are equal the higher castle, then more tiles built."""
    castle = state.castles[seat]
    return len(state.purses[seat]), castle.height, tiles_built(castle)


def winners(state: State) -> tuple[Seat, ...] | None:
    """The winners, once the game is over. The last coin wins alone: nobody else has as many."""
    if state.phase is not Phase.OVER:
        return None
    standings = [standing(state, seat) for seat in range(state.setup.players)]
    return tuple(seat for seat, has in enumerate(standings) if has == max(standings))
