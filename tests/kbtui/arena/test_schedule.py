"""Which games are played: every bot against every other, every deal from every seat."""

from __future__ import annotations

from collections import Counter

from kbtui.arena.schedule import Contest, rotations, schedule


def test_everybody_meets_everybody() -> None:
    contest = Contest(("a", "b", "c"), 4)
    assert contest.lineups == ((0, 1), (0, 2), (1, 2))
    three = Contest(("a", "b", "c", "d"), 4, players=3)
    assert three.lineups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    assert Contest(("a", "b"), 4, players=4).lineups == ((0, 1, 1, 1),)
    assert Contest(("a", "b", "c"), 4, players=4).lineups == ((0, 1, 2, 2),)


def test_a_deal_is_played_from_every_seat() -> None:
    assert [*rotations((0, 1, 2))] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    matches = [*schedule(Contest(("a", "b", "c"), 4))]
    assert [match.number for match in matches] == [*range(12)]
    by_deal = Counter((match.lineup, match.deal) for match in matches)
    assert by_deal == {(lineup, deal): 2 for lineup in range(3) for deal in range(2)}
    seats = Counter(
        (match.lineup, place, bot) for match in matches for place, bot in enumerate(match.seats)
    )
    assert {*seats.values()} == {2}  # nobody has a seat more often than another


def test_the_number_of_games_is_rounded_up_to_whole_deals() -> None:
    for games, deals in ((1, 1), (3, 1), (4, 2), (400, 134)):
        contest = Contest(("a", "b"), games, players=3)
        assert contest.deals == deals
        assert len([*schedule(contest)]) == 3 * deals


def test_all_lineups_play_the_same_deals_in_turns() -> None:
    matches = [*schedule(Contest(("a", "b", "c"), 6))]
    assert [match.deal for match in matches] == [0] * 6 + [1] * 6 + [2] * 6
    assert Contest(("a", "b"), 2, seed="7").deal_seed(11) == "7/12"


def test_who_enters_twice_is_numbered() -> None:
    assert Contest(("greedy", "random", "greedy"), 2).labels == ("greedy", "random", "greedy 2")
