"""The coach page: progress, the turns, and the selected moment."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.coach.analysis import Verdict
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.pages.coach import Better, CoachPage, Moment, coached
from kbtui.play.session import SEATS
from kbtui.story.exports import Source, source_of
from kbtui.story.review import best, turns_of
from tests.kbtui.games.kingdom.coach.verdicts import RECORD, TABLE, verdicts
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, acts, dressed, press, shown

SOURCE = source_of(TABLE, RECORD.players, RECORD)


def page(found: list[Verdict | None] | None = None, source: Source = SOURCE) -> CoachPage:
    found = verdicts() if found is None else found
    made = dressed(CoachPage(COACH, source, len(found)))
    for verdict in found:
        made.add(verdict)
    return made


def seated(seats: str, **more: object) -> Source:
    origin = RECORD._replace(tags=((SEATS, seats),))
    return SOURCE._replace(origin=origin)._replace(**more)  # type: ignore[arg-type]


@pytest.mark.slow
def test_until_all_is_looked_at_it_says_how_far_it_is() -> None:
    it = dressed(CoachPage(COACH, SOURCE, 20))
    assert "The coach is analyzing the turns: 0 of 20." in shown(it)
    it.add(verdicts()[0])
    it.add(None)
    assert "The coach is analyzing the turns: 2 of 20." in shown(it)
    press(it, "enter", "down")
    assert it.outcome is None
    press(it, "escape")
    assert it.outcome == "back"


@EVERYWHERE
@EVERY_LOOK
def test_it_fits_every_window(size: tuple[int, int], look: str) -> None:
    it = page()
    dressed(it, look)
    for _ in range(6):
        text = shown(it, size)
        assert "played" in text
        press(it, "down")


def test_a_turn_leads_to_the_better_one_or_to_its_moment() -> None:
    it = page()
    entries = [verdict.entry for verdict in it.found]
    assert len(entries) == 6
    press(it, "down", "down", "enter")
    assert it.outcome == Better(2)
    it.do("look-4")
    assert it.outcome == Better(4)
    assert {f"look-{n}" for n in range(6)} <= {*acts(it.lines(140, 60))}


def test_the_replay_of_a_turn_begins_at_its_moment() -> None:
    it = page()
    press(it, "down", "r")
    assert it.outcome == Moment(it.found[1].entry)


def test_a_game_without_a_mistake() -> None:
    fine = [v and v._replace(cost=0.0) for v in verdicts()]
    it = page(fine)
    assert "Ann  no turn cost anything worth mentioning" in shown(it)
    press(it, "enter", "down")
    assert it.outcome is None


@pytest.mark.parametrize(
    ("source", "seats"),
    [
        (SOURCE, [0, 1]),
        (seated("you greedy"), [0]),
        (seated("greedy you"), [1]),
        (seated("greedy greedy"), [0, 1]),
        (seated("you you", viewer=1), [1]),
        (seated("you you", viewer=None), [0, 1]),
    ],
)
def test_whose_turns_are_looked_at(source: Source, seats: list[int]) -> None:
    assert coached(source) == seats


def test_of_the_best_line_the_best_turns_come_first_then_those_that_cost() -> None:
    found = verdicts()
    made = dressed(CoachPage(COACH, SOURCE, len(found), line=0))
    for verdict in found:
        made.add(verdict)
    text = shown(made, (100, 40))
    assert text.index("Ann  the best turns") < text.index("Ann  the costliest turns")
    assert "the coach found nothing better" in text
    best, costly = made.found[:3], made.found[3:]
    assert [verdict.cost for verdict in best] == [0.0] * 3
    assert len(costly) == 2
    assert {verdict.seat for verdict in made.found} == {0}
    press(made, "down", "down", "down", "enter")
    assert made.outcome == Better(3)


def test_the_best_turns_are_those_that_led_furthest_ahead() -> None:
    """Counted here from the scores after each turn, without the coach."""
    fine = [v and v._replace(cost=0.0) for v in verdicts()]
    gains = {}
    for turn in turns_of(TABLE, (0,)):
        first, last = (TABLE.game.totals(TABLE.states[n]) for n in (turn.first - 1, turn.last))
        gains[turn.number] = (last[0] - last[1]) - (first[0] - first[1])
    found = best(COACH, TABLE, fine, 0)
    assert [gains[v.turn] for v in found] == sorted(gains.values(), reverse=True)[:3]
