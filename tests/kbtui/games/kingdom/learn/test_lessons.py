"""The lessons: real positions, tasks that can be done, and nothing else that can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap

import pytest

from engine.kingdom.forms.position import read_position
from engine.kingdom.ground.hexes import NAMES, hexes, names, parse_hex
from engine.kingdom.ground.moves import Action
from engine.kingdom.rules.actions import legal
from engine.kingdom.scores import scores
from engine.kingdom.setup import first_game, resolve
from engine.kingdom.state import Phase, reserve
from kbtui.games.kingdom.learn.course import Course
from kbtui.games.kingdom.learn.lessons import CASTLE, STEPS, Later
from kbtui.games.kingdom.learn.starts import MOVES, played, position
from kbtui.story.view import View
from kbtui.text.i18n import use
from kbtui.text.keys import Keys
from tests.kbtui.playing import others_act, view_of

TITLES = [step.title for step in STEPS]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


# Positions


@pytest.mark.parametrize("name", MOVES)
@pytest.mark.rule("S-9")
def test_a_lesson_begins_where_real_moves_lead_on_the_first_board(name: str) -> None:
    state = played(name)  # the rules refuse any move that is not legal
    assert state.setup == resolve(first_game())
    assert (state.phase, state.seat) == (Phase.TURN, 0)
    assert read_position(position(name)) == state


def test_every_position_is_used_and_every_lesson_has_one() -> None:
    assert [step.start for step in STEPS if step.start] == list(MOVES)
    assert STEPS[0].start


# A player who does what is asked


def choose(course: Course, *at: str) -> None:
    for name in at:
        course.hand.go(parse_hex(name))
        command(course, "choose")


def command(course: Course, *commands: str) -> None:
    for each in commands:
        assert course.hand.do(each)
        course.heed()


def lit(course: Course) -> list[str]:
    return names(course.hand.wanted)


def first_lit(course: Course) -> str:
    return lit(course)[0]


def end_turn(course: Course) -> None:
    command(course, *["end"] * (1 if course.hand.is_done else 2))
    others_act(course.hand)


def build_and_end(course: Course) -> None:
    while course.hand.unbuilt:
        choose(course, first_lit(course))
    end_turn(course)


def best_lit(course: Course) -> str:
    return max(lit(course), key=lambda name: sum(g for _, g in gain(course, name)))


def gain(course: Course, name: str) -> tuple[tuple[str, int], ...]:
    return course.hand.gain_at(parse_hex(name)) or ()


def go_to_castle(course: Course) -> None:
    course.hand.go(CASTLE)
    course.heed()


SOLUTIONS: Mapping[int, Callable[[Course], None]] = {
    0: go_to_castle,
    1: lambda course: choose(course, first_lit(course)),
    2: lambda course: choose(course, first_lit(course)),
    3: lambda course: choose(course, "a1"),
    4: lambda course: choose(course, first_lit(course)),
    5: lambda course: command(course, "undo"),
    6: build_and_end,
    8: lambda course: choose(course, "k8"),
    9: lambda course: command(course, "tile-1"),
    10: lambda course: choose(course, first_lit(course)),
    11: lambda course: command(course, "tile-2"),
    12: lambda course: choose(course, "n9"),
    13: lambda course: choose(course, "p9"),
    14: lambda course: command(course, "goal"),
    15: lambda course: choose(course, best_lit(course)),
    16: build_and_end,
}


def solve(course: Course) -> None:
    """The task of this step, and on to the next."""
    at = course.at
    if at in SOLUTIONS:
        assert not course.is_reading
        SOLUTIONS[at](course)
    else:
        assert course.is_reading
    if course.at == at and not course.is_last:
        assert course.is_reading, f"{course.step.title}: not done"
        course.go_on()
    assert course.is_last or course.at == at + 1


def course_at(index: int) -> Course:
    course = Course(("Ada", "Ben"))
    while course.at < index:
        solve(course)
    return course


def view(course: Course) -> View:
    return view_of(course.hand)


# The way through


def test_all_of_it_can_be_done() -> None:
    course = course_at(len(STEPS) - 1)
    assert course.is_last
    assert course.session.is_over
    mine, theirs = scores(course.session.table.state).totals
    assert mine > theirs  # whatever was built last: a lesson should not end with a defeat
    assert f"You have {mine} gold, Ben has {theirs}." in course.text(view(course))
    course.go_on()
    assert course.is_last


@pytest.mark.parametrize("index", range(len(STEPS)), ids=lambda i: f"{i}-{TITLES[i]}")
def test_a_step_can_be_repeated(index: int) -> None:
    course = course_at(index)
    before = course.session.table.state, lit(course), course.may
    if STEPS[index].pauses:
        SOLUTIONS[index](course)
        assert course.is_waiting
    elif index in (6, 16):  # half done
        choose(course, first_lit(course))
        assert course.session.table.state != before[0]
    course.repeat()
    others_act(course.hand)
    assert course.at == index
    assert not course.is_waiting
    assert (course.session.table.state, lit(course), course.may) == before
    solve(course)


@pytest.mark.parametrize("index", SOLUTIONS)
def test_only_the_task_can_be_done(index: int) -> None:
    course = course_at(index)
    play, state = course.hand, course.session.table.state
    for each in {"undo", "redo", "end", "goal", "tile-1", "tile-2"}:
        name = {"tile-1": "farm", "tile-2": "paddock"}.get(each, each)
        if name not in course.may and not (each.startswith("tile") and not play.tiles):
            assert play.do(each)
            assert isinstance(play.error, Later), each
    allowed = {move[2] for move in legal(state) if move[0] is Action.BUILD}
    for hex_ in sorted(allowed - {*hexes(play.wanted)}):
        play.go(hex_)
        if play.tile is None:
            play.do("choose")
            assert isinstance(play.error, Later), NAMES[hex_]
    assert course.session.table.state is state


def test_what_is_lit_is_legal() -> None:
    for index in SOLUTIONS:
        course = course_at(index)
        play = course.hand
        if play.is_picking:
            targets = {move[1] for move in legal(play.state)}
        else:
            targets = {m[2] for m in legal(play.state) if m[:2] == play.move_at(0)[:2]}
        assert {*hexes(play.wanted)} <= targets, course.step.title


# Single steps


def test_a_typed_move_is_held_back_too() -> None:
    course = course_at(1)
    with pytest.raises(Later):
        course.hand.play("e4")
    course = course_at(8)
    with pytest.raises(Later):
        course.hand.play("j10")
    course.hand.play("l8")
    assert course.hand.tiles


def test_the_lesson_about_refusals_wants_a_real_one() -> None:
    course = course_at(3)
    legal_one = first_lit(course)
    choose(course, legal_one)
    assert isinstance(course.hand.error, Later)
    assert "not lit" in str(course.hand.error)
    assert course.at == 3
    choose(course, "d1")  # a mountain
    assert course.at == 3
    assert course.is_waiting, "there is a reason to read"
    course.go_on()
    assert course.at == 4
    assert course.hand.error is None


def test_who_puts_a_tile_back_is_asked_to_take_it_again() -> None:
    course = course_at(12)
    command(course, "back")
    assert course.at == 11
    command(course, "tile-2")
    choose(course, "n9")
    assert course.at == 13
    command(course, "back")
    assert course.at == 12


def test_only_the_best_hex_will_do() -> None:
    course = course_at(15)
    others = [name for name in lit(course) if name != best_lit(course)]
    assert gain(course, best_lit(course)) == (("knights", 2), ("merchants", 8))
    assert len(others) > 3
    for name in others:
        choose(course, name)
        assert str(course.hand.error) == "Another lit hex earns more gold."
    course = course_at(13)
    choose(course, "m7")
    assert not course.is_waiting
    assert gain(course, "p9") == (("castles", 3),)


def test_other_settlements_wait_while_one_has_to_move() -> None:
    course = course_at(12)
    assert lit(course) == ["n9"]
    choose(course, "l8")
    assert isinstance(course.hand.error, Later)


def test_goals_can_be_looked_at_as_long_as_one_likes() -> None:
    course = course_at(14)
    command(course, "goal", "goal")
    assert course.is_waiting
    assert course.hand.goal == 1
    course.go_on()
    assert course.hand.goal is None


@pytest.mark.rule("E-2")
def test_the_end_comes_when_the_last_settlement_is_placed() -> None:
    course = course_at(16)
    assert reserve(course.session.table.state, 0) == 3
    assert "three settlements" in course.task(view(course))
    solve(course)
    assert course.session.is_over
    assert course.at == 17


def test_the_count_lights_the_hexes_of_each_part() -> None:
    course = course_at(18)
    earned = scores(course.session.table.state).earned
    for index, title in enumerate(("Fishermen", "Knights", "Merchants", "Castles")):
        assert course.title() == title
        assert course.hand.marks.lit == earned[0][index].hexes
        told = course.task(view(course))
        assert f"{earned[0][index].gold} gold for you, {earned[1][index].gold} for Ben" in told
        course.go_on()
    assert course.hand.marks.lit == 0


# Texts


@pytest.mark.parametrize("index", range(len(STEPS)), ids=lambda i: f"{i}-{TITLES[i]}")
def test_texts_are_short_and_their_holes_are_filled(index: int) -> None:
    course = course_at(index)
    told, task = course.text(view(course)), course.task(view(course))
    assert course.title()
    assert not {"{", "}"} & {*told, *task}
    assert len(wrap(told, 60)) <= 5
    assert len(task) <= 76
    assert task.endswith(".")


def test_texts_name_the_keys_of_the_player() -> None:
    course = course_at(5)
    keys = Keys("standard", {"undo": ["b"]})
    assert "Press b to undo" in course.task(view_of(course.hand, keys=keys))
