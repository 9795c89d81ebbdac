"""Planning the next turn against bots."""

from __future__ import annotations

import pytest

from engine.bots import Stop, never
from engine.contract import DEALER
from engine.table import Entry
from kbtui.play.session import Session
from kbtui.screens.beside.plan import LocalPlanner
from kbtui.screens.gamescreen import GameScreen
from tests.kbtui.games.castle.castle_people import new_castle
from tests.kbtui.piloting import Hand, new_game, opened

pytestmark = pytest.mark.slow


def planner(hand: Hand) -> tuple[GameScreen, LocalPlanner]:
    screen = hand.app.screen
    assert isinstance(screen, GameScreen)
    (found,) = (each for each in screen.companions if isinstance(each, LocalPlanner))
    return screen, found


async def turn(hand: Hand) -> None:
    await hand.press("tab", "enter", "tab", "enter", "tab", "enter")


async def test_a_turn_can_be_planned_while_a_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(new_game("plan", "random"), (100, 34)) as hand:
        screen, own = planner(hand)
        session = screen.session

        def slow(stop: Stop = never) -> Entry | None:  # cards are dealt, the bot thinks for long
            return Session.think(session, stop) if session.table.to_act == DEALER else None

        monkeypatch.setattr(session, "think", slow)
        await turn(hand)
        await hand.end_turn()
        assert not screen.hand.is_asked
        assert "P plan" in hand.text
        await hand.press("P")
        assert "PLAN" in hand.text
        await hand.press("tab", "enter", "e")
        assert hand.app.screen is screen
        assert len([*own.plan]) == 1
        monkeypatch.undo()
        screen.others.go_on()
        await hand.settle()
        assert "Your plan:" in hand.text
        before = len(screen.session.table.entries)
        planned = [*own.plan]
        await hand.press("P")
        assert [screen.session.table.entries[before].token] == planned
        assert not own.plan
        await hand.press("P")
        assert "You have no plan to play." in hand.text
        hand.check()


async def test_the_help_names_the_key() -> None:
    async with opened(new_game("plan", "random"), (100, 34)) as hand:
        await hand.press("?")
        assert "plan your turn, or play it" in hand.text


async def test_a_plan_shows_nobody_what_the_person_before_had_in_the_hand() -> None:
    """While the keyboard goes on, the rack of the person who leaves it is nobody's business."""
    async with opened(new_castle("plan", people=2), (100, 34)) as hand:
        screen, own = planner(hand)
        await hand.press("enter", "d", "d")
        assert screen.hand.hands_over_to is not None
        assert "P plan" not in hand.text
        await hand.press("P")
        assert hand.app.screen is screen
        assert "You cannot plan your next turn now." in hand.text
        own._keep(("draw",))  # while a bot thought, before the keyboard went on
        await hand.press("enter")
        assert screen.hand.is_asked
        assert "Your plan:" not in hand.text


async def test_a_plan_asks_what_the_game_asks_and_gives_no_hints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(new_castle("plan", "random"), (100, 34)) as hand:
        screen, _own = planner(hand)
        session = screen.session

        def slow(stop: Stop = never) -> Entry | None:
            return Session.think(session, stop) if session.table.to_act == DEALER else None

        monkeypatch.setattr(session, "think", slow)
        await hand.press("d", "d", "P")
        assert "PLAN" in hand.text
        await hand.press("o")
        assert "Nothing left to plan." not in hand.text
        await hand.press("escape", "c")
        assert "There are no hints for a plan." in hand.text
        await hand.press("tab", "enter", "enter")
        assert "Nothing left to plan." in hand.text
