"""Castles: gold at the end, no tile (section 10)."""

import pytest

from engine.kingdom.scores import scores
from engine.kingdom.setup import Setup
from engine.kingdom.state import State
from tests.helpers import play, position, table, tile_words


def two_castles(*goals: str) -> Setup:
    """Castles at e5 (it touches d5 f5 d4 e4 d6 e6) and m10 (l10 n10 m9 n9 m11 n11)."""
    return table("G", {"e5 m10": "K"}, goals=goals or ("fishermen", "miners", "knights"))


def gold(state: State, part: str) -> list[int]:
    found = scores(state)
    return [row[found.parts.index(part)].gold for row in found.earned]


@pytest.mark.rule("K-1")
@pytest.mark.parametrize(
    ("settlements", "expected"),
    [
        (("d5",), [3, 0]),  # one settlement
        (("d5 e4 d6",), [3, 0]),  # never more than 3 for a castle
        (("d5 l10",), [6, 0]),  # two castles
        (("d5 l10", "f5"), [6, 3]),  # several players at one castle
        (("c5", "g5"), [0, 0]),  # two hexes away
    ],
)
def test_a_castle_pays_3_gold_to_everyone_who_touches_it(
    settlements: tuple[str, ...], expected: list[int]
) -> None:
    assert gold(position(two_castles(), settlements=settlements), "castles") == expected


@pytest.mark.rule("K-2")
def test_a_castle_gives_no_tile() -> None:
    state = play(position(two_castles(), card="grass"), "d5")
    assert tile_words(state, 0) == set()


@pytest.mark.rule("K-2")
def test_castles_count_for_workers_and_merchants() -> None:
    # f5 and g5 link the two castles; d5 touches the first alone.
    setup = table("G", {"e5 h5": "K"}, goals=("workers", "merchants", "knights"))
    state = position(setup, settlements=("f5 g5", "d5"))
    assert gold(state, "workers") == [2, 1]
    assert gold(state, "merchants") == [8, 0]


@pytest.mark.rule("K-2")
def test_castles_count_for_noblewomen_besides_their_own_gold() -> None:
    setup = two_castles("noblewomen", "workers", "knights")
    state = position(setup, settlements=("d5 e4", "f5"))
    assert gold(state, "noblewomen") == [5, 0]
    assert gold(state, "castles") == [3, 3]
