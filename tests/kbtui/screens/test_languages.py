"""The app in other languages: no screen breaks, and bars above and below lose nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kbtui.paint.runs import length
from kbtui.play.person import ASK_ALWAYS
from kbtui.play.start import Menu, Replay, Start, Tutorial
from kbtui.screens.countscreen import CountScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.story.exports import source_of
from kbtui.text.i18n import LANGUAGES, _, use
from tests.kbtui.piloting import QUICK, Hand, new_game, opened
from tests.kbtui.screens.beside.test_tutorial import note_of
from tests.kbtui.story.test_chronicle import GAMES, golden

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=str)
SPOKEN = pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
BEHIND = 2  # blank columns behind the last hint


@asynccontextmanager
async def spoken(start: Start, size: tuple[int, int], language: str) -> AsyncIterator[Hand]:
    use(language)
    async with opened(start, size, QUICK._replace(language=language)) as hand:
        yield hand


async def walk(hand: Hand, keys: str) -> None:
    """Press the keys; after each of them everything has its place."""
    for key in keys.split():
        await hand.press(key)
        look_at(hand)


def look_at(hand: Hand) -> None:
    columns, rows = hand.app.size
    assert [strip.cell_length for strip in hand.strips] == [columns] * rows
    for name, behind in (("title", 0), ("hints", BEHIND)):
        for bar in hand.app.screen.query(f"#{name}"):
            assert isinstance(bar, Lines)
            assert length(bar._given[0]) - behind <= columns, name


@SIZES
@SPOKEN
async def test_a_game(size: tuple[int, int], language: str) -> None:
    start = new_game("words", "greedy", "random", sets=("base", "marshlands"))
    async with spoken(start, size, language) as hand:
        await walk(hand, "tab enter ? down escape p escape L escape g g escape / w escape")
        assert _("your turn") in hand.text
        await walk(hand, "enter u r tab enter tab enter")
        assert _("THIS TURN") in hand.text.upper() or size[0] < 140
        hand.play.ask = ASK_ALWAYS
        await walk(hand, "e")
        assert _("END YOUR TURN?").strip("?\u00a0") in hand.text.upper()
        await walk(hand, "e tab enter f2 escape v escape escape")


@SIZES
@SPOKEN
async def test_the_pages_behind_the_menu(size: tuple[int, int], language: str) -> None:
    async with spoken(Menu(), size, language) as hand:
        assert _("First game") in hand.text
        for letter in "nrou":
            await walk(hand, f"{letter} down enter escape escape")
        await walk(hand, "f tab")
        assert _("Tip").upper() in hand.text.upper()
        assert _("hide tips") in hand.lines[0]


@SIZES
@SPOKEN
async def test_a_replay_and_the_final_count(size: tuple[int, int], language: str) -> None:
    async with spoken(Replay(GAMES / "boats.kbg", 150), size, language) as hand:
        assert _("turn {number} of {turns}").format(number=17, turns=32) in hand.lines[0]
        await walk(hand, "right g v ? escape x 2 escape t 7 enter f escape")
        record, table = golden("boats")
        hand.app.push_screen(CountScreen(source_of(table, record.players, record)))
        await hand.settle()
        await walk(hand, "enter enter enter")
        assert _("Counting the gold") in hand.lines[0]
        await walk(hand, "end enter")
        assert _("Final score") in hand.lines[0]


@SIZES
@SPOKEN
async def test_the_note_of_a_lesson_leaves_the_board_in_sight(
    size: tuple[int, int], language: str
) -> None:
    async with spoken(Tutorial(), size, language) as hand:
        assert _("The board") in hand.lines[0]
        look_at(hand)
        await walk(hand, "down right tab enter tab enter home enter tab enter")
        screen = hand.game
        assert note_of(screen).box.height <= screen.board.box.height // 2
        assert _("repeat the step") in hand.lines[-1]
