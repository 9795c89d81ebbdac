"""Whole games, from the first settlement to the end, with only keys and with only a mouse."""

from __future__ import annotations

import re

import pytest

from engine.kingdom.scores import scores
from kbtui.play import saves
from kbtui.play.session import Session
from kbtui.play.start import Menu
from kbtui.screens.menu import MenuScreen
from tests.kbtui.piloting import QUICK, Hand, new_game, opened
from tests.kbtui.random_players import ByKeys, ByMouse, Player

pytestmark = pytest.mark.slow

HANDS = pytest.mark.parametrize("hands", [ByKeys, ByMouse])
BASE, BOTH = ("base",), ("base", "marshlands")
TABLES = {
    "two cards": new_game("fjord", "greedy", "random", two_cards=True),
    "four": new_game("fjord", "random", "greedy", "random"),
    "two people": new_game("fjord", "random", people=2, sets=BOTH),
}


@pytest.mark.parametrize(  # any two of them together
    ("hands", "sets", "size"),
    [
        (ByKeys, BASE, (80, 24)),
        (ByMouse, BOTH, (80, 24)),
        (ByKeys, BOTH, (120, 40)),
        (ByMouse, BASE, (120, 40)),
        (ByKeys, BASE, (200, 60)),
        (ByMouse, BOTH, (200, 60)),
    ],
)
async def test_a_game_is_played_to_its_end(
    hands: type[Player], sets: tuple[str, ...], size: tuple[int, int]
) -> None:
    settings = QUICK._replace(confirm="always")
    async with opened(new_game("heath", "random", sets=sets), size, settings) as hand:
        player = hands(hand, "heath")
        await player.finish(hand.check)
        assert {"hex", "end", "asked"} <= player.seen
        await check_end(player)


@HANDS
@pytest.mark.parametrize("table", TABLES)
async def test_other_tables(hands: type[Player], table: str) -> None:
    async with opened(TABLES[table]) as hand:
        player = hands(hand, "fjord")
        await player.finish(hand.check)
        await check_end(player)


@HANDS
async def test_from_the_menu_to_a_game_and_back(hands: type[Player]) -> None:
    async with opened(Menu()) as hand:
        if hands is ByKeys:
            await hand.press("enter")
        else:
            await hand.click_text("Play now")
        await hands(hand, "menu").finish()
        await check_end(hands(hand, "menu"))
        assert "Continue" not in hand.text, "nothing is left to go on with"


async def check_end(player: Player) -> None:
    """It is over, on the screen and on disk, and the screen has the gold of the engine."""
    hand = player.hand
    session = hand.game.session
    assert "The game is over" in hand.text
    check_gold(hand, session)
    (path,) = hand.app.games_folder.iterdir()
    record, table = saves.read(path)
    assert record.result is not None
    assert table.state == session.table.state
    assert record.players == session.names
    await player.count()
    check_gold(hand, session)
    await player.command("back")
    assert isinstance(hand.app.screen, MenuScreen)


def check_gold(hand: Hand, session: Session) -> None:
    for name, total in zip(session.names, scores(session.table.state).totals, strict=True):
        pattern = rf"{name[:7]}.*\b{total}\b"
        assert any(re.search(pattern, line) for line in hand.lines), f"{name} {total}\n{hand.text}"
