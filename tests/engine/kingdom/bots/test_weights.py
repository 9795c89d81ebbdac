"""The fitted weights win quick games against the rules of thumb they started from."""

from __future__ import annotations

import pytest

from bench.fit import Duel
from engine.kingdom.bots import appeal
from engine.kingdom.bots.appeal import Ground
from engine.kingdom.bots.forecast import Forecast, deck_of
from engine.kingdom.bots.slices import Slices, add
from engine.kingdom.bots.weights import FITTED, THUMB, Weights
from engine.kingdom.ground.hexes import Mask
from engine.kingdom.state import State
from tests.engine.kingdom.bots.games import observations

pytestmark = pytest.mark.slow

DEALS = 12
SETS: tuple[list[str], ...] = (["base"], ["base", "marshlands"])


def opening(deal: int) -> State:
    first: State = observations(f"weights {deal}", {"sets": SETS[deal % 2]}, every=1)[0]
    return first._replace(seat=1)


def test_fitted_numbers_are_ahead_of_rules_of_thumb() -> None:
    ahead = 0.0
    for deal in range(DEALS):
        state = opening(deal)
        for seat in (0, 1):
            grounds = [
                Ground(state.setup, state.cards.scouted, FITTED if one == seat else THUMB)
                for one in range(2)
            ]
            gold = Duel(grounds, state).play(deal, deck_of(state, deal))
            ahead += gold[seat] - gold[1 - seat]
    assert ahead > 2 * 2 * DEALS, "two gold a game; over thousands of games it is more"


@pytest.mark.parametrize("weights", [THUMB, FITTED])
def test_no_number_is_too_large_for_its_slices(
    weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that ran over would lose its highest digit, and the best hex look like the worst."""
    highest = 0

    def watched(slices: Slices, plane: Mask, weight: int) -> None:
        nonlocal highest
        before = slices[-1]
        add(slices, plane, weight)
        assert not before & ~slices[-1]
        highest |= slices[-1]

    monkeypatch.setattr(appeal, "add", watched)
    for deal in range(DEALS):
        state = opening(deal)
        ground = Ground(state.setup, state.cards.scouted, weights)
        Forecast(ground, state).play(deal, deck_of(state, deal))
    assert bool(highest) == (weights is FITTED), "whose numbers need that digit"
