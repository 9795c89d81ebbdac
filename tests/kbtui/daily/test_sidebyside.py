"""Two games with the same deal on two boards."""

from __future__ import annotations

import pytest

from engine.record import format_record, read_record
from kbtui.daily.challenge import challenge_of, session_of
from kbtui.daily.results import result_of
from kbtui.daily.sidebyside import Game, SideBySide
from kbtui.games.kit import find
from tests.kbtui.daily.test_diary import finish
from tests.kbtui.history.shelves import record
from tests.kbtui.pages.showing import look_of


def games(game: str, seats: str = "you novice") -> tuple[Game, Game]:
    """The same deal twice."""
    first = read_record(format_record(record(seats, "a", game=game)))
    session = session_of(challenge_of(*first), "Bea")
    finish(session)
    made = []
    for table, origin in ((session.table, session.record()), (first[1], first[0])):
        result = result_of(origin, table)
        assert result is not None
        made.append(Game(table, result))
    return made[0], made[1]


@pytest.mark.parametrize("game", ["kingdom", "castle"])
def test_both_boards_show_the_same_round_from_the_players_seat(game: str) -> None:
    yours, theirs = games(game, "novice you")
    model = SideBySide(find(game), yours, theirs)
    rules = yours.table.game
    for number in range(len(model.rounds)):
        assert model.at == number
        for side, each in ((False, yours), (True, theirs)):
            assert rules.on_turn(model.state(side)) in (each.result.seat, None)
        model.do("step-on")
    model.do("to-end")
    assert not model.do("step-on")
    assert model.state(False) is yours.turns[-1][1]
    model.do("to-start")
    assert model.state(True) is theirs.turns[0][1]
    assert model.marks(True).last


def test_the_margin_is_that_of_the_comparison() -> None:
    yours, theirs = games("kingdom")
    model = SideBySide(find("kingdom"), yours, theirs)
    mine, other = (game.result.rounds[0] for game in (yours, theirs))
    margin = (mine[0] - mine[1]) - (other[0] - other[1])
    told = {True: "further ahead", False: "equally far ahead"}[bool(margin)]
    assert told in model.told()
    text = "".join(run.text for line in model.side(60, 30, look_of("colour")) for run in line)
    assert f"{margin:+}" in text
