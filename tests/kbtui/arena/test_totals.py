"""Results added up: points, shares, gold by goal, pairs for Elo, clocks, failures."""

from __future__ import annotations

import pytest

from kbtui.arena.schedule import Contest, Match
from kbtui.arena.statistics import elo, wilson
from kbtui.arena.totals import Clock, Result, Tally

PARTS = ("lords", "castles", "palaces")
TWO = Contest(("a", "b"), 2)


def result(
    number: int, seats: tuple[int, ...], *gold: tuple[int, ...], parts: tuple[str, ...] = PARTS
) -> Result:
    clocks = tuple(Clock(10, 2.0, 0.5 + seat) for seat in range(len(seats)))
    totals = [*map(sum, gold)]
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return Result(Match(number, 0, 0, seats), parts, gold, winners, clocks)


WON = result(0, (0, 1), (10, 6, 0), (4, 3, 0))
LOST = result(1, (1, 0), (12, 9, 0), (0, 3, 2))
TIED = result(2, (0, 1), (8, 3, 0), (5, 6, 0))


def test_the_most_gold_gets_the_point_and_a_tie_shares_it() -> None:
    assert WON.totals == (16, 7)
    assert WON.points == (1.0, 0.0)
    assert TIED.points == (0.5, 0.5)
    three = result(0, (0, 1, 1), (5, 0, 0), (2, 3, 0), (1, 1, 1))
    assert three.points == (0.5, 0.5, 0.0)


def test_points_and_gold_of_each_bot() -> None:
    one, other = Tally.of(TWO, [WON, LOST, TIED]).standings
    assert (one.name, one.seats, one.points) == ("a", 3, 1.5)
    assert one.rate == wilson(1.5, 3)
    assert one.gold == pytest.approx((16 + 5 + 11) / 3)
    assert one.goals == pytest.approx({"lords": 6.0, "castles": 4.0, "palaces": 2 / 3})
    assert other.goals["lords"] == pytest.approx(7.0)
    assert one.elo.value == pytest.approx(0)
    assert [one.elo, other.elo] == elo([[0, 1.5], [1.5, 0]])


def test_a_goal_is_averaged_over_the_games_that_had_it() -> None:
    other = result(1, (0, 1), (6, 0, 0), (9, 0, 0), parts=("miners", "castles", "palaces"))
    goals = Tally.of(TWO, [WON, other]).standings[0].goals
    assert goals == {"castles": 3.0, "lords": 10.0, "miners": 6.0, "palaces": 0.0}


def test_the_order_in_which_results_come_makes_no_difference() -> None:
    orders = ([WON, LOST, TIED], [TIED, WON, LOST], [LOST, TIED, WON])
    assert len({Tally.of(TWO, order).results for order in orders}) == 1


def test_with_more_seats_each_pair_of_different_bots_counts_once() -> None:
    contest = Contest(("a", "b"), 3, players=3)
    game = result(0, (1, 0, 1), (9, 0, 0), (5, 0, 0), (3, 2, 0))
    # Seat 2 has a: it lost to seat 1 and drew with seat 3, both b.
    standings = Tally.of(contest, [game]).standings
    assert standings[0].elo == elo([[0, 0.5], [1.5, 0]])[0]
    assert (standings[1].seats, standings[1].points) == (2, 1.0)


def test_a_line_up_has_a_rate_for_each_of_its_bots() -> None:
    contest = Contest(("a", "b", "c"), 2)
    second = Result(Match(2, 1, 0, (2, 0)), PARTS, WON.scores, WON.winners, WON.clocks)
    rows = Tally.of(contest, [WON, second]).rows
    assert [row.lineup for row in rows] == [(0, 1), (0, 2), (1, 2)]
    assert [row.games for row in rows] == [1, 1, 0]
    assert rows[0].rates == ((0, wilson(1, 1)), (1, wilson(0, 1)))
    assert rows[1].rates == ((0, wilson(0, 1)), (2, wilson(1, 1)))


def test_clocks_go_by_bot_and_not_by_seat() -> None:
    one, other = Tally.of(TWO, [WON, LOST]).clocks
    assert one == Clock(20, 4.0, 1.5)
    assert other == Clock(20, 4.0, 1.5)
    assert Clock(1, 0.25, 0.25).plus(Clock()) == Clock(1, 0.25, 0.25)


def test_failures_are_counted_by_bot_with_the_first_reason() -> None:
    broken = [
        game._replace(failures=((game.match.seats.index(1), reason),))
        for game, reason in ((WON, "first"), (LOST, "second"))
    ]
    assert Tally.of(TWO, [*broken, TIED]).failures == [("b", 2, "first")]
    assert Tally.of(TWO, [TIED]).failures == []
