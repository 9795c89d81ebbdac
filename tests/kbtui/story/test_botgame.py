"""A game between bots, narrated turn by turn."""

from __future__ import annotations

import pytest

from engine.kingdom.setup import MARSH_GOALS, Options
from kbtui.story.botgame import tokens, turns
from tests.kbtui.playing import kingdom


def test_every_turn_is_one_player_from_card_to_end() -> None:
    session = kingdom(Options(players=3, seed="turns"), ["random"] * 3)
    told = list(turns(session))
    assert [turn.number for turn in told] == list(range(1, len(told) + 1))
    assert [turn.seat for turn in told] == [i % 3 for i in range(len(told))]
    assert all(turn.headline and [*tokens(turn)][-1] == "end" for turn in told)
    assert session.table.to_act is None


@pytest.mark.slow
def test_turns_hold_every_move_of_the_log() -> None:
    marshes = ("temple-standin", "refuge-standin", "canoe-standin", "fountain-standin")
    options = Options(4, ("base", "marshlands"), marshes, MARSH_GOALS[-3:], seed="canoe")
    session = kingdom(options, ["greedy"] * 4)
    told = [token for turn in turns(session) for token in tokens(turn) if not token.startswith("(")]
    played = [token for actor, token in session.table.entries if actor >= 0]
    assert [token.partition(": ")[2].rstrip("]") or token for token in told] == played
    assert any(token.startswith("[") for token in told)  # somebody reacted with a Canoe


def test_scouts_terrain_is_not_taken_for_the_card_of_a_turn() -> None:
    goals = ("scouts", "lords", "knights")
    session = kingdom(Options(goals=goals, seed="scouts"), ["random"] * 2)
    first = next(iter(turns(session)))
    shows = [token for _, token in session.table.entries if token.startswith("show:")]
    assert first.headline == shows[1].removeprefix("show:")


def test_the_house_rule_shows_the_card_that_was_chosen() -> None:
    session = kingdom(Options(two_cards=True, seed="two"), ["random"] * 2)
    for turn in turns(session):
        assert next(tokens(turn)) == f"play:{turn.headline}"
