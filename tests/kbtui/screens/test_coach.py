"""The coach on the screens: a hint beside the game, and the turns that cost most after it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TypeVar

import pytest

from engine.bots.base import Stop, never
from engine.kingdom.hexes import NAMES
from engine.kingdom.moves import format_move
from engine.kingdom.state import State
from kbtui.coach.advice import Advice, advise
from kbtui.screens import coach
from kbtui.screens.coach import CoachScreen
from kbtui.screens.count import CountScreen, ScoreScreen
from kbtui.screens.replay import ReplayScreen
from kbtui.session import HUMAN, REMOTE
from kbtui.start import Menu
from tests.kbtui.piloting import Hand, new_game, opened
from tests.kbtui.screens.test_count import counted

S = TypeVar("S")


def top(hand: Hand, kind: type[S]) -> S:
    """The screen on top, which is of that kind."""
    screen = hand.app.screen
    assert isinstance(screen, kind), screen
    return screen


def first_of(hand: Hand) -> Advice:
    return advise(hand.game.play.state)


@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=["62", "80", "140"])
async def test_a_hint_names_a_move_and_points_at_it(size: tuple[int, int]) -> None:
    async with opened(new_game("hint", "random"), size) as hand:
        advice = first_of(hand)
        before = hand.tokens
        await hand.press("c")
        target = advice.first[2]
        assert f"Build on {NAMES[target].upper()}:" in hand.text
        assert hand.game.play.cursor.hex == target
        assert hand.tokens == before
        hand.check()
        await hand.press("enter")
        assert hand.tokens[-1] == format_move(advice.first)


async def test_a_hint_can_be_typed_and_stays_in_the_log() -> None:
    async with opened(new_game("hint", "random"), (140, 45)) as hand:
        await hand.type("hint")
        first, *_more = [said.text for said in hand.game.spoken]
        assert first.startswith("Build on ")
        await hand.press("left")
        assert first[:30] in hand.text


class Slow:
    """A coach that thinks until it is told to go on, or stopped."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.ended = threading.Event()
        self.was_stopped = False

    def __call__(self, observation: State, stop: Stop = never) -> Advice:
        while not self.go.wait(0.01):
            if stop():
                self.was_stopped = True
                break
        self.ended.set()
        return advise(observation)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()
    monkeypatch.setattr(coach, "advise", made)
    monkeypatch.setattr(coach, "_SECOND", 0.02)
    monkeypatch.setattr(coach, "_PATIENCE", 60.0)
    yield made
    made.go.set()


async def test_while_the_coach_thinks_keys_are_heard_and_it_is_told(slow: Slow) -> None:
    async with opened(new_game("hint", "random")) as hand:
        hand.send("c")
        await hand.answer()
        while "The coach is thinking: " not in hand.text:
            await hand.answer()
        cursor = hand.game.play.cursor
        hand.send("left")
        await hand.answer()
        assert hand.game.play.cursor != cursor
        slow.go.set()
        await hand.settle()
        assert "Build on " in hand.text


async def test_a_move_ends_the_thinking_at_once(slow: Slow) -> None:
    async with opened(new_game("hint", "random")) as hand:
        hand.send("c")
        await hand.answer()
        for key in ("tab", "enter"):
            hand.send(key)
            await hand.answer()
        assert slow.ended.wait(30)
        await hand.settle()
        assert slow.was_stopped
        assert hand.game.spoken == []


async def test_there_are_no_hints_against_people_elsewhere() -> None:
    async with opened(new_game("hint", "random"), (140, 45)) as hand:
        hand.game.session.players = (HUMAN, REMOTE)
        hand.game.repaint()
        assert "c hint" not in hand.text
        await hand.press("c")
        assert "There are no hints in a game with people elsewhere." in hand.text


async def test_after_the_game_the_turns_that_cost_most_lead_to_their_moments() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        await counted(hand, "first-game", has_rematch=True)
        await hand.press("end", "enter")
        score = top(hand, ScoreScreen)
        await hand.press("c")
        screen = top(hand, CoachScreen)
        assert "Ann  the turns that cost most" in hand.text
        hand.check()
        await hand.press("down", "enter")
        replay = top(hand, ReplayScreen)
        assert replay.looking.replay.at == screen.page.found[1].entry
        await hand.press("escape")
        assert top(hand, CoachScreen) is screen
        await hand.press("escape")
        assert top(hand, ScoreScreen) is score


async def test_the_coach_can_be_asked_from_the_count_and_from_a_replay() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        count = await counted(hand, "first-game")
        await hand.press("c")
        first = top(hand, CoachScreen)
        await hand.press("enter", "c")
        assert top(hand, CoachScreen) is not first
        await hand.press("escape", "escape", "escape")
        assert top(hand, CountScreen) is count


async def test_leaving_stops_the_coach() -> None:
    async with opened(Menu(), (100, 34)) as hand:
        await counted(hand, "first-game")
        hand.send("c")
        await hand.answer()
        screen = top(hand, CoachScreen)
        hand.send("escape")
        await hand.settle()
        assert screen._stopped.is_set()
