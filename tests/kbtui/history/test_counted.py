"""Figures, compared with counts by hand and with a plain count."""

from __future__ import annotations

from random import Random

import pytest

from kbtui.history.counted import Filter, figures
from kbtui.history.facts import Fact


def fact(
    result: tuple[int, ...],
    seats: str = "you skilled",
    *,
    day: str = "2026-05-01",
    game: str = "kingdom",
    kind: str = "base",
    turns: int = 10,
    seconds: int = 0,
    first: int = 0,
    goals: dict[str, list[int]] | None = None,
) -> Fact:
    players = tuple(seats.split())
    names = tuple(f"{word}{n}" for n, word in enumerate(players))
    winners = tuple(seat for seat, score in enumerate(result) if score == max(result))
    counts = {} if goals is None else {"goals": goals}
    return Fact(
        *(game, day, players.index("you"), players, names, result, winners, kind),
        *(turns, seconds, first, counts),
    )


def found(*facts: Fact) -> dict[str, Fact]:
    return {f"{number}.kbg": each for number, each in enumerate(facts)}


def test_games_wins_scores_and_streaks() -> None:
    made = figures(
        found(fact((60, 50)), fact((50, 60)), fact((70, 50)), fact((55, 55)), fact((61, 60))),
        Filter("kingdom"),
    )
    assert (made.games, made.won, made.shared) == (5, 4, 1)
    assert made.best is not None
    assert (made.best.value, made.best.file) == (70, "2.kbg")
    assert made.mean == pytest.approx((59.2, 55.0))
    assert made.streak == (3, 3)
    assert made.widest is not None
    assert made.narrowest is not None
    assert (made.widest.value, made.narrowest.value) == (20, 1)  # a shared one is no narrow win
    assert made.fair == 0.5


def test_what_is_known_of_few_games_is_no_percentage() -> None:
    nine = figures(found(*[fact((2, 1))] * 9), Filter())
    ten = figures(found(*[fact((2, 1))] * 10), Filter())
    assert (nine.share.interval, nine.curve) == (None, [])
    assert ten.share.interval is not None
    assert ten.curve == [1.0]


def test_the_curve_is_the_share_of_the_last_twenty() -> None:
    facts = [fact((1, 2))] * 10 + [fact((2, 1))] * 15
    made = figures(found(*facts), Filter())
    assert len(made.curve) == 16
    assert made.curve[0] == 0
    assert made.curve[-1] == 15 / 20


def test_people_are_met_head_to_head_and_bots_by_level() -> None:
    """You come second of three: behind one of them, ahead of the other."""
    made = figures(
        found(fact((50, 60, 40), "you person skilled"), fact((50, 40, 45), "you person person")),
        Filter(),
    )
    rows = {row.name: row[1:4] for row in made.people}
    assert rows == {"person1": (1, 1, 0), "person2": (1, 0, 0)}
    assert {share.name: share[1:] for share in made.levels} == {"people": (2, 1), "skilled": (1, 0)}


def test_sorts_of_games() -> None:
    made = figures(
        found(
            fact((9, 8), first=0),
            fact((9, 8), "skilled you", first=1, kind="base marshlands"),
            fact((9, 8, 7), first=2, seats="you expert expert", turns=8),
        ),
        Filter(),
    )
    assert {share.name: share[1:] for share in made.seats} == {"1": (2, 1), "2": (1, 1)}
    assert {share.name: share[1:] for share in made.players} == {"2": (2, 1), "3": (1, 1)}
    assert [share.name for share in made.kinds] == ["base", "base marshlands"]
    assert [(row.players, row.best, row.mean) for row in made.scores] == [(2, 9, 8.5), (3, 9, 9.0)]
    assert made.turns == pytest.approx(28 / 3)


def test_time_counts_only_where_it_is_known() -> None:
    made = figures(found(fact((2, 1), seconds=300), fact((2, 1))), Filter())
    assert made.seconds == 30  # of the ten turns of the first game


def test_parts_are_compared_with_the_mean_of_the_others() -> None:
    made = figures(
        found(
            fact((9, 5, 3), "you novice novice", goals={"lords": [12, 6, 0], "miners": [0, 4, 2]}),
            fact((1, 5), goals={"lords": [6, 18]}),
        ),
        Filter(),
    )
    rows = {row.key: row[1:] for row in made.amounts["goals"]}
    assert rows["lords"] == (2, 9.0, 10.5, 2, 1)
    assert rows["miners"] == (1, 0.0, 3.0, 0, 0)


@pytest.mark.parametrize(
    ("chosen", "taken"),
    [
        (Filter("castle"), "c"),
        (Filter("kingdom"), "ab"),
        (Filter(against="people"), "b"),
        (Filter(against="person1"), "b"),
        (Filter(against="skilled"), "ac"),
        (Filter(players=3), "b"),
        (Filter(kind="7"), "c"),
        (Filter(since="2026-02-01"), "bc"),
        (Filter("kingdom", "skilled", 3), ""),
    ],
)
def test_filters(chosen: Filter, taken: str) -> None:
    facts = {
        "a": fact((1, 2), day="2026-01-31"),
        "b": fact((1, 2, 3), "you person novice", day="2026-02-01"),
        "c": fact((1, 2), game="castle", kind="7", day="2026-03-01"),
    }
    assert "".join(file for file, _fact in figures(facts, chosen).last) == taken


def test_many_games_equal_a_plain_count() -> None:
    random = Random("figures")
    facts = {}
    for number in range(500):
        players = random.choice([2, 3, 4])
        seats = random.sample(["you", "skilled", "person", "expert"][:players], players)
        result = tuple(random.randrange(20, 90) for _seat in range(players))
        facts[str(number)] = fact(result, " ".join(seats))
    made = figures(facts, Filter())
    won = [each for each in facts.values() if each.result[each.seat] == max(each.result)]
    assert (made.games, made.won) == (500, len(won))
    assert sum(share.games for share in made.players) == 500
    assert sum(share.won for share in made.players) == len(won)
    skilled = [each for each in facts.values() if "skilled" in each.seats]
    assert next(share for share in made.levels if share.name == "skilled").games == len(skilled)
    assert made.mean[0] == pytest.approx(sum(f.result[f.seat] for f in facts.values()) / 500)
