"""Faults that were found by looking closely, one test each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual import events

from engine.kingdom.ground.terrain import UNKNOWN
from kbtui.disk import settings
from kbtui.disk.places import settings_file
from kbtui.disk.settings import Settings
from kbtui.play.session import HUMAN
from kbtui.play.start import Menu
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.replayscreen import ReplayScreen
from tests.kbtui.piloting import Hand, new_game, opened


async def ended(hand: Hand) -> None:
    """A whole turn of the player at the keyboard."""
    await hand.press("enter")
    while hand.play.unbuilt:
        hand.play.settle_in()
        await hand.press("enter")
    await hand.end_turn()


async def test_looking_back_shows_nobodys_hand_while_the_keyboard_is_passed_on() -> None:
    async with opened(new_game("one", HUMAN)) as hand:
        await ended(hand)
        assert hand.play.hands_over_to == 1
        await hand.press("v")
        screen = hand.app.screen
        assert isinstance(screen, ReplayScreen)
        hands = screen.picture()[0].cards.hands
        assert {card for cards in hands for card in cards} <= {UNKNOWN}


async def test_two_keys_at_once_open_one_game() -> None:
    async with opened(Menu()) as hand:
        for _ in range(2):
            hand.app.post_message(events.Key("p", "p"))
        await hand.settle()
        kinds = [type(screen) for screen in hand.app.screen_stack]
        assert kinds[-2:] == [MenuScreen, GameScreen]


async def test_enter_under_the_help_takes_it_away_and_builds_nothing() -> None:
    async with opened(new_game("one", "random"), (80, 24)) as hand:
        before = len(hand.tokens)
        await hand.press("?", "enter")
        assert not hand.game.is_covered
        assert len(hand.tokens) == before
        await hand.press("enter")
        assert len(hand.tokens) == before + 1


@pytest.mark.slow
async def test_a_click_takes_away_what_was_answered_and_asked() -> None:
    async with opened(new_game("one", "random"), (80, 24)) as hand:
        await hand.press("i")
        assert hand.game.answer
        await hand.press("escape")
        await hand.click_hex(hand.play.cursor.hex + 1)
        assert not hand.game.answer
        await hand.press("escape")  # asks again
        assert isinstance(hand.app.screen, GameScreen)


@pytest.mark.slow
async def test_a_game_below_another_page_leaves_the_cursor_alone() -> None:
    async with opened(new_game("one", "random"), (80, 24)) as hand:
        game = hand.game
        await hand.press("f3")
        place = hand.app.cursor_position
        game.hand.do("east")
        game.repaint()
        assert hand.app.cursor_position == place


async def test_what_the_command_line_said_is_not_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Settings(pace="off", theme="light", name="Guest", language="en")
    async with opened(Menu(), settings=asked) as hand:
        hand.app.change(bell=False)
        kept, _notice = settings.load(settings_file(os.environ))
        assert (kept.bell, kept.theme) == (False, "dark")
        assert kept.name != "Guest"
        assert hand.app.settings.theme == "light"
