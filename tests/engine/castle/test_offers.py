"""The moves of a turn are a sequence like a list of them, although none is made before it is asked
for."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.castle.game import GAME
from engine.castle.moves import Move
from engine.castle.rules.actions import is_legal
from engine.castle.rules.offers import Offers
from engine.castle.state import Phase, State
from tests.engine.castle.positions import any_options, position, steps


def turns(seed: int) -> list[State]:
    options = {**any_options(Random(seed)), "royal": False, "pay": "one"}
    found = (state for state, move in steps(options, seed) if move is not None)
    return [*islice((state for state in found if state.phase is Phase.TURN), 0, None, 4)]


def offers(state: State) -> Offers:
    found = GAME.legal(state)
    assert isinstance(found, Offers)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_offers_are_a_sequence(seed: int) -> None:
    for state in turns(seed):
        found = offers(state)
        moves: list[Move] = [*found]
        assert moves == sorted({*moves})
        assert len(found) == len(moves)
        assert [found[i] for i in range(len(found))] == moves
        assert found == moves == found[:]
        assert found[-1] == moves[-1]
        assert found[1:-1:2] == moves[1:-1:2]
        assert all(move in found and is_legal(state, move) for move in moves)


def test_offers_know_what_is_not_among_them() -> None:
    # 5 + 2 make 7 on g2: a 7 fits, a 6 and an 8 for a tile, a 9 does not.
    state = position(
        {"castle": {"f1": "wall5"}, "rack": ["wall6", "wall7", "wall9"]}, {}, market=("wall8",) * 3
    )
    found = offers(state)
    yes = ("draw", "wall7@g2", "wall6@g2+wall7", "wall6@g2+wall9", "market:wall8@g2+wall6")
    no = (
        *("wall7@g2+wall6", "wall6@g2", "wall6@g2+wall6", "wall9@g2+wall7", "market:wall8@g2"),
        *("wall8@g2+wall6", "wall7@e2", "coin:ruby", "wall6@g2+wall7+wall9"),
    )
    for tokens, is_there in ((yes, True), (no, False)):
        for token in tokens:
            assert (GAME.parse(token) in found) is is_there, token
    with pytest.raises(IndexError):
        found[len(found)]
