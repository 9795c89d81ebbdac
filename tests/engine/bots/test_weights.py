"""The fitted numbers win quick games against the rules of thumb they began as."""

from __future__ import annotations

from engine.bots.appeal import WIDTH, Ground, Slices, open_slots, value_of
from engine.bots.forecast import Forecast, deck_of
from engine.bots.weights import FITTED, THUMB
from engine.contract import Seat
from engine.kingdom.hexes import BIT, hexes
from engine.kingdom.state import State
from tests.engine.bots.games import observations

DEALS = 12
SETS: tuple[list[str], ...] = (["base"], ["base", "marshlands"])


class Duel(Forecast):
    """A game in which one seat judges by the fitted numbers."""

    def __init__(self, state: State, fitted: Seat) -> None:
        grounds = [Ground(state.setup, state.cards.scouted, w) for w in (THUMB, FITTED)]
        super().__init__(grounds[0], state)
        self.grounds = [grounds[seat == fitted] for seat in range(self.players)]

    def _appeal(self, seat: Seat) -> Slices:
        ground = self.grounds[seat]
        return ground.appeal(self.masks, seat, open_slots(ground, self.slots, seat), self.turns)


def opening(deal: int) -> State:
    first: State = observations(f"weights {deal}", {"sets": SETS[deal % 2]}, every=1)[0]
    return first._replace(seat=1)


def test_fitted_numbers_are_ahead_of_rules_of_thumb() -> None:
    ahead = 0.0
    for deal in range(DEALS):
        state = opening(deal)
        for seat in (0, 1):
            gold = Duel(state, seat).play(deal, deck_of(state, deal))
            ahead += gold[seat] - gold[1 - seat]
    assert ahead > 2 * 2 * DEALS, "two gold a game; over thousands of games it is five"


def test_no_number_is_too_large_for_its_slices() -> None:
    # The best hex of an opening is beside a location: a number that ran over would be a small one.
    for deal in range(DEALS):
        state = opening(deal)
        ground = Ground(state.setup, state.cards.scouted, FITTED)
        slices = ground.appeal(state.settlements, 0, ground.located, 12)
        near = hexes(state.setup.board.near_locations)
        values = [value_of(slices, BIT[hex_]) for hex_ in near]
        assert min(values) > max(FITTED.lords)
        assert max(values) < 1 << WIDTH
