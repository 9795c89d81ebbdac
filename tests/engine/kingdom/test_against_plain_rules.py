"""The engine against the second implementation of the rules: the same random games, step by step.

``tests/plain_rules.py`` shares no code with the engine. Whatever either misreads shows up here as a
difference in legal moves, tiles, reserves or scores.
"""

import pytest

from engine.kingdom.setup import Setup
from engine.table import Table
from tests.helpers import flat, setup_of
from tests.helpers import table as whole_board
from tests.mirror import engine_facts, gold_of, plain_facts, plain_of
from tests.walks import KINGDOM, TABLES, Options, fixed, options, scarce, steps

pytestmark = pytest.mark.slow

GAMES = 5  # of each kind of table
EVERY = 5  # scores are compared at every fifth step: they are slow under the plain rules

# A lake in the middle, so that settlements swim and Canoes and Harbors have work to do.
LAKES = {
    "f6 g6 f7 g7 h7 f8 g8 m14 n14 m15 n15 o15": "W",
    "d5 n5": "canoe",
    "d13 n13": "harbor",
    "f3 o8": "S",
    "c8 r14 l4": "M",
    "h17": "fountain",
    "q17": "fountain",
    "c3 p16": "P",
}
BOARDS: dict[str, Setup] = {
    "scarce grass": scarce("G"),
    "scarce desert, three": scarce("D", players=3, start=1),
    "scarce marsh": scarce("S"),
    "scarce marsh, no card for it": scarce("S", sets=("base",)),
    "scarce, two cards": scarce("F", players=3, two_cards=True),
    "scarce, scouts": scarce("C", goals=("scouts", "lords", "hermits")),
    "lakes": whole_board("G", LAKES, goals=("geologists", "messengers", "miners")),
    "lakes, four": whole_board("T", LAKES, players=4, goals=("captains", "vassals", "farmers")),
    "two locations at one hex": setup_of(
        [
            flat("twins", "G", {"c3": "canoe", "e3": "canoe", "c7": "barn", "e7": "barn"}),
            flat("wild", "T", {"c3": "temple", "e3": "temple", "h8": "W", "h9": "S"}),
            flat("high", "D", {"d4": "refuge", "d6": "refuge", "f6": "M", "g7": "M"}),
            flat("wells", "C", {"d4": "fountain", "d6": "fountain", "f8": "M", "i9": "K"}),
        ],
        goals=("noblewomen", "workers", "merchants"),
    ),
}


def compare(start: Options | Setup, seed: int, limit: int = 700) -> set[str]:
    """Play one game on both, every other one after tiles; the words of all extra actions."""
    table = Table.new(KINGDOM, fixed(start) if isinstance(start, Setup) else start)
    plain = plain_of(table.state.setup)
    for _ in steps(table, seed, limit, is_greedy=seed % 2 == 1):
        number = len(table.entries)
        if number:
            plain.play(table.entries[-1].token)
        assert engine_facts(table.state) == plain_facts(plain), f"after entry {number}"
        if number % EVERY == 0 or table.to_act is None:
            assert gold_of(table.state) == plain.scores(), f"after entry {number}"
    return {token.partition("@")[0] for _, token in table.entries if "@" in token}


@pytest.mark.parametrize("game", range(GAMES))
@pytest.mark.parametrize("name", TABLES)
def test_a_game_runs_alike_under_both_readings(name: str, game: int) -> None:
    compare(options(name, game), game)


@pytest.mark.parametrize("game", range(2))
@pytest.mark.parametrize("name", BOARDS)
def test_a_game_on_a_made_up_board_runs_alike(name: str, game: int) -> None:
    compare(BOARDS[name], game, 300)


def test_marsh_games_use_every_marsh_action() -> None:
    # Otherwise the walks above would say less than they seem to.
    used: set[str] = set()
    for game in range(1, 16, 2):
        used |= compare(options("four on marshes", game), game)
    assert {"temple", "refuge", "canoe", "fountain", "refuge+", "canoe+"} <= used


@pytest.mark.rule("A-4")
def test_scarce_boards_exhaust_cards() -> None:
    table = Table.new(KINGDOM, fixed(BOARDS["scarce grass"]))
    phases = {table.state.phase.name for table in steps(table, 1, 200)}
    assert "REPLACE" in phases


@pytest.mark.rule("A-7")
def test_scarce_marsh_without_its_cards_ends_by_itself() -> None:
    table = Table.new(KINGDOM, fixed(BOARDS["scarce marsh, no card for it"]))
    for _ in steps(table, 1, 400):
        pass
    assert table.to_act is None
    assert all(mask.bit_count() < 40 for mask in table.state.settlements)
