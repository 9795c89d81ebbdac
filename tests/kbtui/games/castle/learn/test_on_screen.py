"""The whole tutorial on the screen, by keys, in small and large windows."""

from __future__ import annotations

import pytest

from engine.castle.pieces.cells import parse_cell
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import TILES
from kbtui.games.castle.learn.course import Course
from kbtui.games.castle.learn.lessons import STEPS
from kbtui.pages import menu
from kbtui.play.start import Tutorial
from kbtui.screens.beside.tutorial import Lessons
from kbtui.screens.menu import MenuScreen
from tests.kbtui.piloting import Hand, beside, opened

# Keys of each task; a tile is taken by its own key, cells are gone to.
KEYS = {
    "Stone and sky": ("tile", "i2", "enter"),
    "The first on a level": ("tile", "i4", "enter"),
    "Paying": ("tile", "enter", "enter"),
    "Drawing": ("d", "d"),
    "Seven at most": ("8", "enter"),
    "Taking a coin": ("coin", "enter"),
    "Free tiles": ("tab", "enter"),
    "The seventh coin": ("tile", "enter", "enter"),
}
USUAL = ("tile", "enter")


def course_of(hand: Hand) -> Course:
    found = beside(hand, Lessons).course
    assert isinstance(found, Course)
    return found


async def do_task(hand: Hand) -> None:
    course = course_of(hand)
    for key in KEYS.get(course.step.title, USUAL):
        play = course.hand
        if key == "tile":
            slots = (slot for slot in play.slots if TILES[slot.face].word == course.step.tile)
            await hand.press(next(slots).key.removeprefix("tile-"))
        elif key == "coin":
            while course.hand.option != Coin.WINDOWS:
                await hand.press("tab")
        elif len(key) == 2 and key[1].isdigit():
            play.go(parse_cell(key))
        else:
            await hand.press(key)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=str)
async def test_the_tutorial_is_done_by_keys_and_leads_to_the_first_game(
    size: tuple[int, int],
) -> None:
    async with opened(Tutorial("castle"), size) as hand:
        for number, step in enumerate(STEPS):
            course = course_of(hand)
            assert course.at == number, step.title
            assert f"{number + 1} of {len(STEPS)}" in hand.text
            hand.check()
            if step.is_done is not None:
                assert step.title in hand.text
                await do_task(hand)
                hand.check()
            if course.at == number:
                assert course.is_reading, f"{step.title}: not done"
                await hand.press("enter")
        assert isinstance(hand.app.screen, MenuScreen)
        assert hand.app.screen.page.entry.name == menu.FIRST
        assert hand.app.screen.game == "castle"
        await hand.press("enter")
        assert hand.game.session.game.key == "castle"
