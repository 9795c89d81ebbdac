"""The first game: tips where they belong, and otherwise a game like any other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.kingdom.setup import first_game
from kbtui.disk.places import games_folder
from kbtui.play import saves
from kbtui.play.session import HUMAN
from kbtui.play.start import Menu
from kbtui.screens.beside.firstgame import FirstGame, first_game_screen
from kbtui.screens.beside.openingcard import OpeningCard
from tests.kbtui.piloting import Hand, beside, opened
from tests.kbtui.playing import kingdom

PLAYERS = (HUMAN, "greedy")


@asynccontextmanager
async def first(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hand]:
    """With its card open."""
    async with opened(Menu(), size) as hand:
        session = kingdom(first_game(seed="x"), PLAYERS, ("Ada", "Ben"))
        saves.start(session, hand.app.games_folder)
        await hand.app.push_screen(first_game_screen(session))
        await hand.settle()
        yield hand


@asynccontextmanager
async def begun(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Hand]:
    """The card is read."""
    async with first(size) as hand:
        await hand.press("escape")
        yield hand


def short(hand: Hand) -> str:
    tip = beside(hand, FirstGame).tip
    assert tip is not None
    return tip.short


async def test_wide_the_tip_stands_in_the_side_column() -> None:
    async with begun((140, 45)) as hand:
        tip = beside(hand, FirstGame).tip
        assert tip is not None
        told = " ".join(" ".join(line[86:].split()) for line in hand.lines)
        assert tip.text in told
        assert "TIP" in told
        await hand.press("right")
        hand.check()
        assert tip.text[:30] in hand.text


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 34), (100, 34)], ids=str)
async def test_a_narrow_column_has_it_too_where_nothing_else_gives_way(
    size: tuple[int, int],
) -> None:
    async with begun(size) as hand:
        for _time in range(2):
            tip = beside(hand, FirstGame).tip
            assert tip is not None
            left = size[0] - 17
            told = " ".join(" ".join(line[left:].split()) for line in hand.lines[1:])
            assert tip.text in told
            assert "Tip " not in hand.text
            for panel in ("Ada", "Ben", "fishermen", "knights", "merchants"):
                assert panel.lower() in told.lower()
            await hand.press("right", "left", "enter")
            hand.check()


@pytest.mark.parametrize("size", [(62, 22), (80, 24)], ids=str)
async def test_narrow_it_stands_in_the_line_of_the_hex_until_the_next_key(
    size: tuple[int, int],
) -> None:
    async with begun(size) as hand:
        assert f"Tip {short(hand)[:20]}" in hand.text
        await hand.press("right")
        assert "Tip " not in hand.text
        await hand.press("left", "enter")
        assert f"Tip {short(hand)[:20]}" in hand.text
        hand.check()
        tip = beside(hand, FirstGame).tip
        assert tip is not None
        await hand.press("p")  # all of it stands above the panels
        assert tip.text[:40] in hand.text


async def test_a_key_switches_tips_off_and_on() -> None:
    for size in ((80, 24), (140, 45)):
        async with begun(size) as hand:
            tip = beside(hand, FirstGame).tip
            assert tip is not None
            start = (tip.text if size[0] > 100 else tip.short)[:30]
            assert start in hand.text
            await hand.press("T")
            assert beside(hand, FirstGame).tip is None
            assert start not in hand.text
            await hand.press("T")
            assert start in hand.text
            await hand.click_act("tips")
            assert beside(hand, FirstGame).tip is None


async def test_help_names_the_key_and_typed_letters_stay_letters() -> None:
    async with begun() as hand:
        await hand.press("?")
        assert "turn tips on or off" in hand.text
        await hand.press("?", "/", "T")
        assert hand.game.editor.text == "T"
        assert beside(hand, FirstGame).tips.is_on


@pytest.mark.slow
async def test_a_tip_comes_back_with_the_next_turn(home: Path) -> None:
    async with begun() as hand:
        for _time in range(3):
            await hand.press("tab", "enter")
        assert "to end your turn" in short(hand)
        await hand.end_turn()
        assert hand.play.is_asked
        assert f"Tip {short(hand)[:20]}" in hand.text
    assert len([*games_folder({"KB_HOME": str(home)}).glob("*")]) == 1


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_card_opens_the_game_and_only_closes(key: str) -> None:
    async with first() as hand:
        card = beside(hand, OpeningCard)
        before = hand.tokens, hand.play.cursor
        assert "Have the most gold at the end." in hand.text
        assert "Fishermen, Knights, Merchants, Castles." in hand.text
        assert hand.lines[-1].split() == ["Enter", "begin", "?", "help", "F2", "rules"]
        await hand.press(key)
        hand.check()
        assert not card.is_open
        assert "Have the most gold" not in hand.text
        assert (hand.tokens, hand.play.cursor) == before
        assert not hand.game.is_leaving
        assert "Tip " in hand.text  # nobody has had time for it yet
        await hand.press("enter")
        assert hand.tokens != before[0]


async def test_a_click_closes_the_card_and_other_keys_do_more() -> None:
    async with first() as hand:
        at = next(y for y, line in enumerate(hand.lines) if "Have the most gold" in line)
        before = hand.tokens, hand.play.cursor
        await hand.click(40, at + 2)
        assert "Have the most gold" not in hand.text
        assert (hand.tokens, hand.play.cursor) == before
        hand.check()
    async with first() as hand:
        await hand.press("?")
        assert "KEYS" in hand.text
        assert "Have the most gold" not in hand.text


async def test_a_game_that_is_continued_has_no_card() -> None:
    async with first() as hand:
        await hand.press("enter", "enter")
        again = first_game_screen(hand.game.session)
        assert not [each for each in again.companions if isinstance(each, OpeningCard)]
