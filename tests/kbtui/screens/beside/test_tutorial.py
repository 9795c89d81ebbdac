"""The tutorial by keys and by mouse, from the first step to the last."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.kingdom.ground.hexes import NAMES, hexes, parse_hex
from kbtui.disk.places import games_folder
from kbtui.games.kingdom.learn.course import Course
from kbtui.games.kingdom.learn.lessons import STEPS
from kbtui.pages.menu import FIRST
from kbtui.play.start import Tutorial
from kbtui.screens.base import KbScreen
from kbtui.screens.beside.tutorial import Lessons
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.text.layout import NORMAL
from tests.kbtui.piloting import BARE, QUICK, Hand, beside, opened

# What a player presses, step by step. A name of a hex: Tab until the cursor is there.
KEYS: Sequence[str] = (
    "down right",
    "tab enter",
    "tab enter",
    "home enter enter",
    "tab enter",
    "u",
    "tab enter e",
    "enter",
    "l8 enter enter",
    "1",
    "tab enter",
    "2",
    "enter",
    "p9 enter enter",
    "g g enter",
    "h14 enter enter",
    "tab enter tab enter tab enter e e",
    "enter",
    *["enter"] * 4,
    "enter",
)


def course_of(hand: Hand) -> Course:
    course = beside(hand, Lessons).course
    assert isinstance(course, Course), course
    return course


def note_of(screen: KbScreen) -> Lines:
    return screen.query_one("#note", Lines)


async def press(hand: Hand, word: str) -> None:
    if not word[-1].isdigit() or word.isdigit():
        await hand.press(word)
        return
    play = hand.play
    for _time in hexes(play.wanted):
        if NAMES[play.cursor.hex] != word:
            await hand.press("tab")
    assert play.cursor.hex == parse_hex(word)


def hides_nothing(screen: GameScreen) -> bool:
    """The cursor can be seen, whatever the note says."""
    _x, y = screen.board.spot(screen.hand.place)
    note = note_of(screen).box
    return note.is_empty or not note.holds(note.x, screen.board.box.y + y)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=str)
async def test_all_of_it_by_keys(size: tuple[int, int], home: Path) -> None:
    async with opened(Tutorial(), size) as hand:
        for index, keys in enumerate(KEYS):
            screen, course = hand.game, course_of(hand)
            assert course.at == index
            title = f"{index + 1} of {len(STEPS)}  {course.title()}"
            assert title in hand.lines[0]
            hand.check()
            for key in keys.split():
                await press(hand, key)
                if hand.app.screen is screen:
                    assert hides_nothing(screen), (index, key)
        assert not isinstance(hand.app.screen, GameScreen)
        assert not list(games_folder({"KB_HOME": str(home)}).glob("*"))


@pytest.mark.slow
async def test_each_step_shows_its_task_and_its_text() -> None:
    for size in ((80, 24), (100, 34), (160, 50)):
        async with opened(Tutorial(), size) as hand:
            for keys in KEYS[:-1]:
                screen = hand.game
                told = " ".join(hand.text.split())
                assert course_of(hand).task(screen.view)[:40] in told
                in_note = [run for row in note_of(screen).rows for run in row]
                is_wide = screen.query_one("#side", Lines).box.width > NORMAL
                assert bool(in_note) != is_wide
                for key in keys.split():
                    await press(hand, key)


@pytest.mark.slow
async def test_what_was_asked_for_is_shown_with_the_task() -> None:
    """A reason before the next step, and every goal that is looked at."""
    async with opened(Tutorial(), (80, 24)) as hand:
        course = course_of(hand)
        for keys in KEYS[:3]:
            for key in keys.split():
                await press(hand, key)
        await hand.press("home", "enter")
        assert "your card is grass" in hand.lines[-3]
        assert "Well done." in hand.lines[-2]
        await hand.press("enter")
        assert "Build the third settlement." in hand.lines[-3]
        for keys in KEYS[4:14]:
            for key in keys.split():
                await press(hand, key)
        assert course.at == 14
        for name in ("Fishermen", "Knights", "Merchants"):
            await hand.press("g")
            assert f"{name}:" in hand.lines[-3]
            assert "Well done." in hand.text


async def test_after_the_last_step_the_menu_proposes_the_first_game() -> None:
    async with opened(Tutorial(), (80, 24)) as hand:
        course = course_of(hand)
        course.at = len(STEPS) - 1
        course._begin()
        await hand.press("enter")
        menu = hand.app.screen
        assert isinstance(menu, MenuScreen)
        assert menu.page.entry.name == FIRST


async def test_by_mouse() -> None:
    async with opened(Tutorial(), (80, 24)) as hand:
        await hand.click_hex(parse_hex("l12"))
        assert course_of(hand).at == 1
        for name in ("i10", "i11", "a20"):
            await hand.click_hex(parse_hex(name))
            await hand.click_hex(parse_hex(name))
        await hand.click_act("choose")
        assert course_of(hand).at == 4


async def test_esc_leaves_and_a_step_can_be_repeated() -> None:
    async with opened(Tutorial()) as hand:
        await hand.press("down", "right", "tab", "enter", "tab", "enter")
        course = course_of(hand)
        assert course.at == 3
        await hand.press("U")
        assert course.at == 3
        assert hand.game.session is course.session
        await hand.press("escape")
        assert not isinstance(hand.app.screen, GameScreen)


async def test_others_can_be_hurried_and_only_then_it_goes_on() -> None:
    async with opened(Tutorial(), settings=QUICK) as hand:
        for keys in KEYS[:6]:
            for key in keys.split():
                await press(hand, key)
        course = course_of(hand)
        await hand.press("tab", "enter")
        hand.send("e")
        hand.send("enter")  # before the other player has finished
        await hand.settle()
        assert course.at == 7
        await hand.press("enter")
        assert course.at == 8


async def test_without_colour_the_note_ends_with_a_line() -> None:
    async with opened(Tutorial(), (80, 24), terminal=BARE) as hand:
        note = note_of(hand.game)
        assert {*"".join(run.text for run in note.rows[-1]).strip()} == {"-"}
        hand.check()


async def test_the_note_makes_room_for_the_cursor_and_for_help() -> None:
    async with opened(Tutorial(), (80, 24)) as hand:
        screen = hand.game
        above = note_of(screen).box
        assert above.y == 1
        await hand.press(*["up"] * 8)
        below = note_of(screen).box
        assert below.y > above.y
        await hand.press("?")
        assert note_of(screen).box.is_empty
        await hand.press("?")
        assert note_of(screen).box == below


@pytest.mark.parametrize("size", [(62, 22), (80, 24)], ids=str)
async def test_the_task_is_told_once_and_esc_has_one_meaning(size: tuple[int, int]) -> None:
    async with opened(Tutorial(), size) as hand:
        assert "".join(hand.lines).count("Go to the castle at L12") == 1
        assert "Esc leave" in hand.lines[0]
        assert "Esc leave" in hand.lines[-1]
        await hand.press("?")
        assert "Esc back" in hand.lines[0]
