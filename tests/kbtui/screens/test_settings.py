"""Settings in the app: in force at once, still there after the next start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kbtui.disk.places import settings_file
from kbtui.disk.settings import Settings, load
from kbtui.pages.settings import SettingsPage
from kbtui.play.start import Menu
from kbtui.screens.pagescreen import PageScreen
from tests.kbtui.piloting import QUICK, Hand, new_game, opened


async def options(hand: Hand) -> SettingsPage:
    page = SettingsPage(hand.app.settings, hand.app.change)
    await hand.app.push_screen(PageScreen(page))
    await hand.settle()
    return page


def kept(home: Path) -> Settings:
    settings, notice = load(settings_file({"KB_HOME": str(home)}))
    assert notice is None
    return settings


async def test_a_change_is_seen_at_once_and_survives_a_restart(home: Path) -> None:
    async with opened(Menu(), settings=QUICK) as hand:
        await options(hand)
        before = hand.strips[0]
        await hand.press("right")
        assert hand.app.settings.theme == "light"
        assert hand.strips[0].text == before.text
        assert hand.strips[0] != before  # in other colours
        hand.check()
        await hand.press("down", "down", "right")
    assert kept(home).theme == "light"
    assert not kept(home).shading
    async with opened(Menu(), settings=kept(home)) as hand:
        page = await options(hand)
        assert page.settings.theme == "light"
        assert "< light >" in hand.text


async def test_another_language_is_read_at_once() -> None:
    async with opened(Menu(), settings=QUICK) as hand:
        page = await options(hand)
        page.do("at-language")
        await hand.press("right", "right", "right")
        assert page.settings.language == "de"
        assert "< Deutsch >" in hand.text
        hand.check()


async def test_a_name_that_is_typed_is_kept(home: Path) -> None:
    async with opened(Menu(), settings=QUICK) as hand:
        page = await options(hand)
        page.do("at-name")
        await hand.press("enter", *["backspace"] * 3, "q", "j", "e", "enter")
        assert hand.app.settings.name == "qje"
    assert kept(home).name == "qje"


async def test_a_key_that_was_bound_plays(home: Path) -> None:
    async with opened(Menu(), settings=QUICK) as hand:
        page = await options(hand)
        page.do("at-keys")
        await hand.press("enter", "enter", "c")  # the first command: choose
        assert "your own" in hand.text
        await hand.press("escape", "escape")
        assert not isinstance(hand.app.screen, PageScreen) or hand.app.screen.page is not page
    settings = kept(home)
    assert settings.keys["choose"][0] == "c"
    async with opened(new_game("keys", "random"), settings=settings) as hand:
        await hand.press("c")
        assert [entry.token for entry in hand.game.session.table.entries][-1][0].isalpha()
        assert hand.play.can_undo == 1
        assert "c build" in hand.lines[-1]


@pytest.mark.slow
async def test_every_setting_can_be_changed_in_the_app() -> None:
    """No value breaks the screen that shows it."""
    async with opened(Menu(), (100, 34), settings=QUICK) as hand:
        page = await options(hand)
        for field in ("color", "symbols", "look", "zoom", "marks", "strength", "saver", "cursor"):
            page.do(f"at-{field}")
            seen: set[Any] = set()
            while getattr(page.settings, field) not in seen:
                seen.add(getattr(page.settings, field))
                await hand.press("right")
                hand.check()
            assert len(seen) > 1
