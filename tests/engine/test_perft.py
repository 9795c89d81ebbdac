"""Perft: lines of play counted on named positions, and counted again by the plain rules."""

from pathlib import Path
from typing import NamedTuple

import pytest

from engine.contract import find
from engine.perft import perft
from engine.record import read_record
from engine.table import Table
from tests.mirror import line_of, plain_of, plain_perft
from tests.walks import KINGDOM

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SMALL = 2000  # lines that the plain rules count in a moment


class Case(NamedTuple):
    game: str
    entry: int
    counts: tuple[int, ...]

    @property
    def table(self) -> Table:
        return read_record((GOLDEN / "games" / f"{self.game}.kbg").read_text(encoding="ascii"))[1]


def cases() -> dict[str, Case]:
    """By idea: the rows of all files."""
    found: dict[str, Case] = {}
    for path in sorted((GOLDEN / "perft").glob("*.perft")):
        for row in path.read_text(encoding="ascii").splitlines():
            words, _, idea = row.partition("#")
            if words.strip():
                game, entry, *counts = words.split()
                found[idea.strip()] = Case(game, int(entry), tuple(map(int, counts)))
    return found


CASES = cases()
QUICK = [idea for idea, case in CASES.items() if case.counts[1] <= SMALL]


def test_there_are_positions_of_every_kind() -> None:
    assert len(CASES) >= 20
    assert all(len(case.counts) == 3 for case in CASES.values())
    assert len(QUICK) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("idea", CASES)
def test_the_engine_counts_the_recorded_lines(idea: str) -> None:
    case = CASES[idea]
    table = case.table
    state = table.states[case.entry]
    assert tuple(perft(table.game, state, depth) for depth in (1, 2, 3)) == case.counts


@pytest.mark.slow
@pytest.mark.parametrize("idea", QUICK)
def test_the_plain_rules_count_the_same(idea: str) -> None:
    case = CASES[idea]
    plain = plain_of(case.table.state.setup)
    for token in line_of(case.table, case.entry):
        plain.play(token)
    assert plain_perft(plain, 1) == case.counts[0]
    assert plain_perft(plain, 2) == case.counts[1]


# ---- the function itself --------------------------------------------------------------------


def test_no_entry_is_one_line() -> None:
    game = find(KINGDOM)
    assert perft(game, game.new({}), 0) == 1


def test_the_dealers_outcomes_count_by_kind() -> None:
    game = find(KINGDOM)
    # Five kinds of cards for each of the two hands; then the first is shown.
    state = game.new({"first_game": True})
    assert [perft(game, state, depth) for depth in (1, 2, 3)] == [5, 25, 25]


def test_a_game_that_is_over_has_no_lines() -> None:
    table = CASES["the last turn"].table
    assert perft(table.game, table.state, 0) == 1
    assert perft(table.game, table.state, 1) == 0
    assert perft(table.game, table.state, 5) == 0


def test_too_many_lines_are_given_up() -> None:
    game = find(KINGDOM)
    state = game.new({"first_game": True})
    assert perft(game, state, 2, limit=30) == 25  # 5 moves visited, then 5 times 5
    assert perft(game, state, 2, limit=29) is None
    assert perft(game, state, 0, limit=0) == 1
