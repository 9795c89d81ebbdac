"""A reviewed turn and the better one, step by step."""

from __future__ import annotations

from typing import cast

import pytest

from engine.kingdom.scores import totals
from kbtui.games.coaching import Step, Way, Ways
from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.games.kit import find
from kbtui.paint.runs import length, plain
from kbtui.story.better import BetterTurn
from tests.kbtui.games.kingdom.coach.verdicts import TABLE, costliest
from tests.kbtui.pages.showing import look_of

NAMES = ("Ann", "Ben")


def turn(at: int = 0) -> BetterTurn:
    return BetterTurn(find("kingdom"), COACH, costliest(), NAMES, at)


def test_what_is_played_out_leads_where_the_game_went() -> None:
    """The turn as it was played ends with the settlements that were on the real table."""
    for number, found in enumerate(costliest()):
        verdict, ways = cast(analysis.Verdict, found), turn(number).ways
        assert len(ways.played.steps) == len(verdict.played), number
        assert len(ways.better.steps) == len(verdict.better), number
        real = [state.settlements for state in TABLE.states[verdict.entry : verdict.entry + 20]]
        assert ways.played.steps[-1].state.settlements in real, number
        for way in (ways.played, ways.better):
            states = [ways.before, *(step.state for step in way.steps)]
            for state, step in zip(states[1:], way.steps, strict=True):
                gold = totals(state)[verdict.seat] - totals(ways.before)[verdict.seat]
                assert step.total == f"{gold:+}", number
        assert ways.better.ahead - ways.played.ahead == pytest.approx(verdict.cost)


def test_both_sides_step_together_and_each_shows_where_the_other_built() -> None:
    it = turn()
    it.do("to-start")
    assert it.state(True) is it.state(False) is it.ways.before
    assert it.marks(True) == it.marks(False)
    it.do("step-on")
    mine, theirs = it.marks(False), it.marks(True)
    assert mine.last.bit_count() == theirs.last.bit_count() == 1
    assert (mine.lit, theirs.lit) == (theirs.last & ~mine.last, mine.last & ~theirs.last)
    it.do("to-end")
    assert it.step == it.length
    assert not it.do("step-on")
    it.do("south")
    assert (it.at, it.step) == (1, 1)
    assert not turn(len(costliest()) - 1).do("south")


def test_where_there_is_room_it_says_why() -> None:
    costly = cast(analysis.Verdict, costliest()[0])._replace(cost=9.0)
    it = BetterTurn(find("kingdom"), COACH, [costly], NAMES, 0)
    why = COACH.why(costly, NAMES)
    for rows in (it.below(60, 120, 30, look_of()), it.side(40, 40, look_of())):
        told = " ".join(" ".join(plain(row).split()) for row in rows)
        assert "WHY IT IS BETTER" in told
        assert why in told


def test_flipping_changes_the_side_and_nothing_else() -> None:
    it = turn()
    before = it.step, it.at
    assert it.do("flip")
    assert (it.step, it.at, it.is_second) == (*before, False)


@pytest.mark.usefixtures("every_language")
@pytest.mark.parametrize("columns", [17, 30, 62, 140])
def test_everything_fits(columns: int) -> None:
    look = look_of()
    for number in range(len(costliest())):
        it = turn(number)
        for _step in range(it.length):
            it.do("step-on")
            for rows in (it.side(columns, 20, look), it.below(columns // 2, columns, 20, look)):
                assert len(rows) <= 20
                for row in rows:
                    assert length(row) <= columns, plain(row)


def _ends(verdict: object, names: object) -> Ways:
    """Of a coach who would end the turn at once."""
    return Ways("before", Way([Step("after", "A1", "", "+0")], "", 0.0), Way([], "", 0.0))


def test_a_turn_that_ends_at_once_has_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(COACH), "ways", staticmethod(_ends))
    it = turn()
    text = "\n".join(map(plain, it.side(60, 20, look_of())))
    assert "ends the turn at once" in text
    assert "AT THE END" not in text
    assert it.told(True) == "This turn has ended."
    assert it.told(False) == "A1"
