"""A match is a whole game by the rules, and can be repeated exactly."""

from __future__ import annotations

import sys

import pytest

from kbtui.arena.match import play
from kbtui.arena.schedule import Contest, Match

SETS = {"sets": ["base", "marshlands"]}
RANDOM = Contest(("random", "random"), 2, seed="match")


def test_a_match_is_played_to_its_end_and_repeats_itself() -> None:
    match = Match(0, 0, 0, (0, 1))
    first, again = play(RANDOM, match), play(RANDOM, match)
    assert first.match == match
    assert first.scores == again.scores
    assert len(first.parts) == len(first.scores[0]) == 4  # three goals and the castles
    assert sum(map(sum, first.scores)) > 0
    assert all(clock.decisions > 30 for clock in first.clocks)
    assert all(0 < clock.longest <= clock.seconds for clock in first.clocks)


def test_deals_differ_and_so_do_seats() -> None:
    games = [
        play(RANDOM, Match(0, 0, deal, seats)) for deal in (0, 1) for seats in ((0, 1), (1, 0))
    ]
    assert len({game.scores for game in games}) == 4
    assert games[0].parts == games[1].parts  # the same table


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_and_the_other_set(players: int) -> None:
    contest = Contest(("random", "random"), 2, players, options=SETS, seed="more")
    game = play(contest, Match(0, 0, 0, (0, *[1] * (players - 1))))
    assert len(game.scores) == len(game.clocks) == players


def test_a_time_for_each_move_is_kept() -> None:
    contest = Contest(("random", "random"), 2, seconds=0.01)
    assert play(contest, Match(0, 0, 0, (0, 1))).failures == ()


def test_a_program_that_fails_costs_its_seat_and_not_the_game() -> None:
    contest = Contest((f"exec:{sys.executable} -c pass", "random"), 2)
    game = play(contest, Match(0, 0, 0, (1, 0)))
    ((seat, reason),) = game.failures
    assert seat == 1
    assert "exited (exit code 0)" in reason
    assert game.clocks[1].decisions > 30
