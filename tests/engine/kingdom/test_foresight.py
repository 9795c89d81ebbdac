"""A seat's next turn before it has come."""

from __future__ import annotations

from random import Random

import pytest

from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.foresight import as_if_on_turn
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.rules.actions import legal
from engine.kingdom.state import Phase, State, usable
from engine.table import Table


@pytest.mark.rule("T-1", "T-6")
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_it_is_what_comes_if_the_turn_ends_now(seed: str) -> None:
    """Just before ``end`` nothing can come between: the foreseen turn is the real one."""
    table = Table.new("kingdom", {"players": 2, "seed": seed, "sets": ["base"]})
    dealer, random, seen = Dealer(seed), Random(seed), 0
    while table.to_act is not None:
        if table.to_act == DEALER:
            dealer.deal(table)
            continue
        state: State = table.state
        moves = [table.game.format(move) for move in table.game.legal(state)]
        if "end" not in moves or random.random() < 0.5:
            table.append(table.to_act, random.choice(moves))
            continue
        other = 1 - state.seat
        foreseen = as_if_on_turn(state, other)
        table.append(state.seat, "end")
        dealer.deal(table)
        now: State = table.state
        if foreseen is None or now.phase is not Phase.TURN or now.seat != other:
            continue
        seen += 1
        assert foreseen.settlements == now.settlements
        assert foreseen.terrain == now.terrain
        assert foreseen.cards.played == now.cards.played
        assert usable(foreseen.tiles, other) == usable(now.tiles, other)
        assert legal(foreseen) == legal(now)
    assert seen > 5


def test_what_cannot_be_known_is_not_foreseen() -> None:
    table = Table.new("kingdom", {"players": 2, "seed": "fog"})
    assert as_if_on_turn(table.state, 1) is None  # no cards yet
    Dealer("fog").deal(table)
    state: State = table.state
    assert as_if_on_turn(state, 0) is None  # on turn already
    assert as_if_on_turn(state, 1) is not None
    masked = table.game.observe(state, None)
    assert masked.cards.hands[1] == (UNKNOWN,)
    assert as_if_on_turn(masked, 1) is None


def test_with_two_cards_to_choose_from_there_is_no_foresight() -> None:
    table = Table.new("kingdom", {"players": 2, "seed": "fog", "two_cards": True})
    Dealer("fog").deal(table)
    assert as_if_on_turn(table.state, 1) is None
