"""Turns judged against the coach: which turns, from what was seen, and which cost most."""

from __future__ import annotations

import pytest

from engine.bots import never
from engine.kingdom.bots.trials import Work
from engine.kingdom.ground.moves import END, format_move, parse_move
from engine.kingdom.rules.actions import legal
from engine.kingdom.setup import Options
from engine.kingdom.state import State
from engine.table import Table
from kbtui.games.kingdom.coach import analysis
from kbtui.games.kingdom.coach.analysis import SLIGHT, Verdict, _cost
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.play.session import REMOTE, SEATS
from kbtui.story.review import is_fair, reviewed, turns_of, worst
from tests.helpers import flat, position, setup_of, spots
from tests.kbtui.playing import kingdom
from tests.kbtui.story.test_chronicle import golden

pytestmark = pytest.mark.slow

EVERYBODY = (0, 1, 2, 3)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what does not depend on how well a turn is judged."""
    monkeypatch.setattr(analysis, "PLAYED", 16)


def played(*levels: str, seed: str = "judged") -> Table:
    session = kingdom(Options(players=len(levels), seed=seed), levels)
    list(session.advance())
    return session.table


def _built(state: State, names: str) -> State:
    """The position when the first seat has built there."""
    first, second = state.settlements
    return state._replace(settlements=(first | spots(names), second))


def verdicts(table: Table, level: str = "greedy") -> list[Verdict]:
    found = reviewed(COACH, table, EVERYBODY, level)
    return [v for v in found if isinstance(v, Verdict)]


@pytest.mark.usefixtures("hurried")
def test_every_turn_is_judged_from_the_moment_the_player_had_to_act() -> None:
    _record, table = golden("first-game")
    found = verdicts(table)
    assert len(found) == len(turns_of(table, EVERYBODY)) == 20
    for verdict in found:
        state = table.states[verdict.entry]
        assert state.seat == verdict.seat
        assert verdict.state == table.game.observe(state, verdict.seat)
        assert parse_move(verdict.played[0]) in legal(state)
        assert parse_move((*verdict.better, "end")[0]) in legal(state)
        assert verdict.cost >= 0
        assert "end" not in (*verdict.played, *verdict.better)


def test_who_plays_like_the_coach_loses_next_to_nothing() -> None:
    table = played("skilled", "random")
    found = verdicts(table, "skilled")
    bot, chance = ([v.cost for v in found if v.seat == seat] for seat in (0, 1))
    assert sum(bot) / len(bot) < 0.5  # it is the coach itself
    assert sum(chance) / len(chance) > 3.0


def test_what_a_turn_cost_is_what_is_missing_when_the_game_is_played_on() -> None:
    # Everything is grass, and fishermen are paid beside the one lake: who builds elsewhere has
    # three gold less, and has them less in every game that follows.
    lake = {"e5": "W"}
    quadrants = (flat("a", "G", lake), *(flat(name, "G") for name in "bcd"))
    setup = setup_of(quadrants, goals=("fishermen", "miners", "citizens"))
    before = position(setup, card="grass", filled=[37, 37])
    ends = [_built(before, hexes) for hexes in ("d5 d4 e4", "t1 t2 t3")]
    work = Work(before, 0, (ends[0], ends[1]))
    cost, margins = _cost(work, never)
    assert cost == pytest.approx(3.0)
    assert margins is not None
    assert margins[1] - margins[0] == pytest.approx(3.0)
    assert _cost(Work(before, 0, (ends[1], ends[0])), never)[0] == 0.0
    assert _cost(Work(before, 0, (ends[0], ends[0])), never)[0] == 0.0


def test_who_stops_the_coach_gets_no_number() -> None:
    before = position(card="grass", settlements=["a1", "t20"])
    work = Work(before, 0, (_built(before, "b1"), _built(before, "a2")))
    assert _cost(work, lambda: True) == (0.0, None)


@pytest.mark.usefixtures("hurried")
def test_what_was_taken_back_does_not_count() -> None:
    session = kingdom(Options(seed="undo"), ["you", "random"])
    list(session.advance())
    first, second = (format_move(move) for move in legal(session.table.state)[:2])
    session.play(first)
    session.undo(0)
    session.play(second)
    while END not in legal(session.table.state):
        session.play(format_move(legal(session.table.state)[0]))
    session.play("end")
    (verdict,) = verdicts(session.table)[:1]
    assert verdict.played[0] == second
    assert len(verdict.played) == 3


@pytest.mark.usefixtures("hurried")
def test_a_turn_that_has_not_ended_is_not_judged() -> None:
    session = kingdom(Options(seed="running"), ["you", "random"])
    list(session.advance())
    assert turns_of(session.table, EVERYBODY) == []
    assert [*reviewed(COACH, session.table, EVERYBODY)] == []


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", ["two-cards", "boats", "hills", "no-cards-left", "scarce-marsh"])
def test_strange_games_can_be_judged(name: str) -> None:
    _record, table = golden(name)
    found = [*reviewed(COACH, table, EVERYBODY, "random")]
    assert len(found) == len(turns_of(table, EVERYBODY))
    assert any(verdict is not None for verdict in found)


@pytest.mark.usefixtures("hurried")
def test_the_copy_of_one_chair_gives_the_same_verdicts_on_its_turns() -> None:
    _record, table = golden("first-game")
    full, seen = ([*reviewed(COACH, t, (0,), "greedy")] for t in (table, table.seen_by(0)))
    assert [v and COACH.as_json(v) for v in full] == [v and COACH.as_json(v) for v in seen]


@pytest.mark.usefixtures("hurried")
def test_the_dearest_turns_come_first_and_slight_ones_not_at_all() -> None:
    _record, table = golden("first-game")
    found = verdicts(table)
    shown = worst(COACH, found, 0)
    assert len(shown) == 3
    assert [v.cost for v in shown] == sorted((v.cost for v in found if v.seat == 0), reverse=True)[
        :3
    ]
    cheap = [v._replace(cost=SLIGHT / 2) for v in found]
    assert worst(COACH, cheap, 0) == []
    equal = [v._replace(cost=2.0) for v in found]
    assert [v.turn for v in worst(COACH, [*equal, None], 1, 2)] == [2, 4]


def test_the_coach_is_silent_while_people_elsewhere_play() -> None:
    record, table = golden("first-game")
    online, local = (record._replace(tags=((SEATS, f"you {who}"),)) for who in (REMOTE, "greedy"))
    running = Table(table.game, table.states[0])
    running.extend(table.entries[:60])
    assert [is_fair(running, origin) for origin in (online, local, record)] == [False, True, True]
    assert is_fair(table, online)  # it is over
