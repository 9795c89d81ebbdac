"""The lessons: positions of the rules, tasks that can be done by keys, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import pytest

from engine.castle.forms.position import read_position
from engine.castle.pieces.cells import parse_cell
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import TILES
from engine.castle.rules.actions import legal
from engine.castle.state import State
from kbtui.games.castle.learn.course import Course
from kbtui.games.castle.learn.lessons import STEPS, Later
from kbtui.games.castle.learn.starts import STARTS, position
from kbtui.text.i18n import use
from kbtui.text.keys import Keys
from tests.kbtui.playing import others_act, view_of

TITLES = [step.title for step in STEPS]
EACH = pytest.mark.parametrize("index", range(len(STEPS)), ids=lambda i: f"{i}-{TITLES[i]}")
ROWS, COLUMNS = 6, 58  # a note in the smallest window


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def command(course: Course, *commands: str) -> None:
    for each in commands:
        assert course.hand.do(each), each
        course.heed()


def tile(course: Course) -> str:
    """The key of the tile that the task is about."""
    (key,) = {s.key for s in course.hand.slots if TILES[s.face].word == course.step.tile}
    return key


def reads(course: Course) -> bool:
    return course.is_reading


def at(course: Course, cell: str) -> None:
    course.hand.go(parse_cell(cell))


def build(course: Course) -> None:
    command(course, tile(course), "choose")


def attempt(course: Course, cell: str) -> None:
    command(course, tile(course))
    at(course, cell)
    command(course, "choose")


def do_task(course: Course) -> None:
    """As the task says it, by keys."""
    match course.step.title:
        case "Stone and sky":
            attempt(course, "i2")
        case "The first on a level":
            attempt(course, "i4")
        case "Paying":
            command(course, tile(course), "choose", "choose")
        case "Drawing":
            command(course, "draw", "draw")
        case "Seven at most":
            command(course, "tile-8", "choose")
        case "Taking a coin":
            while course.hand.option != Coin.WINDOWS:
                command(course, "next")
            command(course, "choose")
        case "Free tiles":
            command(course, "next", "choose")
        case "The seventh coin":
            build(course)
            command(course, "choose")
        case _:
            build(course)
    others_act(course.hand)
    course.heed()


def solve(course: Course) -> None:
    """The task of this step, and on to the next."""
    before = course.at
    if course.step.is_done is not None:
        assert not course.is_reading
        do_task(course)
    if course.at == before and not course.is_last:
        assert course.is_reading, f"{course.step.title}: not done"
        course.go_on()
    assert course.is_last or course.at == before + 1


def course_at(index: int) -> Course:
    course = Course(("Ada", "Ben"))
    while course.at < index:
        solve(course)
    return course


def state(course: Course) -> State:
    found: State = course.session.table.state
    return found


# Positions


@pytest.mark.parametrize("name", STARTS)
def test_a_lesson_begins_where_the_rules_can_lead(name: str) -> None:
    found = read_position(position(name))  # it refuses what no game can reach
    assert found.actor == 0
    assert legal(found)


def test_every_position_is_used() -> None:
    assert {step.start for step in STEPS if step.start} == {*STARTS}
    assert STEPS[0].start


# The way through


def test_all_of_it_can_be_done_and_the_player_wins() -> None:
    course = course_at(len(STEPS) - 1)
    assert course.is_last
    assert course.session.is_over
    assert course.session.game.winners(state(course)) == (0,)
    course.go_on()
    assert course.is_last


@EACH
def test_a_step_can_be_repeated(index: int) -> None:
    course = course_at(index)
    before = state(course)
    if course.step.is_done is not None and course.step.pauses:
        do_task(course)
        assert course.is_waiting
    course.repeat()
    others_act(course.hand)
    assert course.at == index
    assert state(course) == before
    solve(course)


@EACH
def test_only_the_task_can_be_done(index: int) -> None:
    course = course_at(index)
    before = state(course)
    for token in map(course.session.game.format, legal(before) if not course.is_last else ()):
        if course.step.allows(course.session.game.parse(token)):
            continue
        with pytest.raises(Later):
            course.hand.play(token)
    for each in ("undo", "redo", "end"):
        course.hand.do(each)
        assert isinstance(course.hand.error, Later), each
    assert state(course) == before


def test_what_lights_up_is_what_the_task_is_about() -> None:
    for index, cell in ((0, "f1"), (1, "g2"), (2, "h3"), (6, "e2"), (9, "i4")):
        course = course_at(index)
        assert course.hand.places == [parse_cell(cell)], course.step.title


@pytest.mark.rule("CB-33")
def test_the_lessons_about_refusals_want_a_real_one() -> None:
    course = course_at(5)
    attempt(course, "b1")  # refused by the rules, but not where the task is
    assert course.hand.error is not None
    assert reads(course) is False
    at(course, "i2")
    command(course, "choose")
    assert reads(course), "there is a reason to read"
    assert "sky" in str(course.hand.error)


# Numbers of the texts, counted by hand from the rules


@pytest.mark.rule("CB-36", "CB-45")
@pytest.mark.parametrize(("index", "cell", "spaces"), [(1, "g2", 2), (2, "h3", 3), (9, "i4", 4)])
def test_the_baron_moves_as_far_as_the_texts_say(index: int, cell: str, spaces: int) -> None:
    course = course_at(index)
    (offer,) = course.hand.choices.best.values()
    assert offer.spaces == spaces
    assert cell.upper() in course.step.task


@pytest.mark.rule("CB-41")
def test_the_lesson_about_paying_costs_one_tile() -> None:
    course = course_at(TITLES.index("Paying"))
    (offer,) = course.hand.choices.best.values()
    assert (offer.spaces, offer.paid) == (2, 1)


@pytest.mark.rule("CB-48")
def test_the_baron_hops_to_the_coin() -> None:
    course = course_at(TITLES.index("The track"))
    (offer,) = course.hand.choices.best.values()
    assert (offer.spaces, offer.coins) == (2, 1)
    build(course)
    assert state(course).barons[0] == 8


@pytest.mark.rule("CB-67")
def test_the_coin_of_the_lesson_brings_tiles_and_the_others_do_not() -> None:
    course = course_at(TITLES.index("Taking a coin"))
    command(course, "choose")  # whatever is first
    if not course.is_waiting:
        assert "better" in str(course.hand.error)
    do_task(course)
    others_act(course.hand)
    assert len(state(course).racks[0]) == 2


# Texts


@EACH
@pytest.mark.parametrize("language", ["en", "fr", "nl", "de"])
def test_texts_are_short_and_their_holes_are_filled(index: int, language: str) -> None:
    course = course_at(index)
    use(language)
    seen = view_of(course.hand, keys=Keys())
    text, task = course.text(seen), course.task(seen)
    for told in (text, task):
        assert "{" not in told
        assert "  " not in told
    assert len(wrap(text, COLUMNS)) <= ROWS, text
    assert len(task) <= 80, task
    assert len(course.title()) <= 30
