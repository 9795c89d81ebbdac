"""The coach's turns: legal, whole, repeatable, and from the observation alone."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.moves import END, Action, Move, format_move
from engine.kingdom.observation import determinize
from engine.kingdom.rules.actions import apply, legal, outcomes
from engine.kingdom.setup import Options
from engine.kingdom.state import State, actor
from engine.rng import Stream
from kbtui.games.kingdom.coach.advice import advise, chooser, rest_of_turn
from kbtui.play.session import HUMAN, Session
from tests.helpers import position
from tests.kbtui.playing import kingdom
from tests.kbtui.story.test_chronicle import golden


def begun(sets: tuple[str, ...] = ("base",)) -> Session:
    session = kingdom(Options(seed="coach", sets=sets), [HUMAN, "random"])
    list(session.advance())
    return session


@pytest.mark.slow
def test_advice_is_a_whole_turn_of_legal_moves() -> None:
    session = begun()
    seen = session.observation(0)
    advice = advise(seen)
    assert advice.seat == 0
    assert advice.first == advice.moves[0]
    state = seen
    for move in advice.moves:
        assert move in legal(state)
        state = apply(state, move)
    assert state == advice.after
    assert END in legal(state)
    assert END not in advice.moves


@pytest.mark.slow
def test_the_same_is_said_about_the_same_whatever_is_hidden() -> None:
    session = begun(sets=("base", "marshlands"))
    seen = session.observation(0)
    expected = advise(seen)
    assert advise(seen) == expected
    for guess in range(3):
        full = determinize(seen, Stream("guess", str(guess)).below)
        assert advise(session.table.game.observe(full, 0)) == expected


def test_where_nothing_pays_the_advice_is_to_end_the_turn() -> None:
    def ends(state: State, number: int) -> Move:
        return END

    advice = rest_of_turn(position(owed=0, begun=True), ends)
    assert advice.moves == ()
    assert advice.first == END
    assert advice.after == advice.before


@pytest.mark.parametrize("name", ["boats", "two-cards", "scarce-grass", "scarce-marsh"])
def test_every_moment_of_a_game_has_an_advice(name: str) -> None:
    _record, table = golden(name)
    asked = 0
    for state in table.states[::7]:
        seat = actor(state)
        if seat is None or seat < 0:
            continue
        asked += 1
        advice = rest_of_turn(table.game.observe(state, seat), chooser("random"))
        assert advice.first in legal(state)
    assert asked > 5


def test_an_exhausted_card_is_replaced_by_the_one_that_really_came() -> None:
    _record, table = golden("scarce-flowers")
    number = 27  # the entry that takes the last hex of the terrain; the next turns up a card
    last = table.game.parse(table.entries[number - 1].token)
    before: State = table.states[number - 1]
    seen: State = table.game.observe(before, before.seat)

    def same(state: State, count: int) -> Move:
        return last if count == 0 else END

    came = []
    for move, _chances in outcomes(table.states[number]):
        played = rest_of_turn(seen, same, [move]).after.cards.played
        came.append(played == move[2])
    assert came.count(True) > 1  # not for cards whose terrain is full as well
    assert rest_of_turn(seen, same).after.cards.played is not None  # or one that can come


def test_a_reaction_is_one_move_in_the_turn_of_another() -> None:
    _record, table = golden("boats")
    found = 0
    for state in table.states:
        seat = actor(state)
        if not state.reactions or seat is None:
            continue
        advice = rest_of_turn(table.game.observe(state, seat), chooser("greedy"))
        assert len(advice.moves) == 1
        assert advice.first[0] in (Action.CANOE, Action.PASS), format_move(advice.first)
        found += 1
    assert found
