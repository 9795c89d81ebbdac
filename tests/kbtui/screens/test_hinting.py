"""Hints on the game screen: Enter plays them, nobody waits for them, and none against people."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TypeVar

import pytest

from engine.bots import Stop, never
from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import format_move
from engine.kingdom.state import State
from kbtui.games.kingdom.coach import advice as advice_module
from kbtui.games.kingdom.coach import asking
from kbtui.games.kingdom.coach.advice import Advice, advise
from kbtui.play.session import HUMAN, REMOTE
from kbtui.play.start import NewGame
from kbtui.screens import opponents
from tests.kbtui.piloting import QUICK, Hand, new_game, opened

pytestmark = pytest.mark.slow

S = TypeVar("S")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs differently on a busy machine; what the coach says must not."""
    monkeypatch.setattr(asking, "PATIENCE", 600.0)


def first_of(hand: Hand) -> Advice:
    return advise(hand.play.state)


@pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=["62", "80", "140"])
async def test_a_hint_names_a_move_and_points_at_it(size: tuple[int, int]) -> None:
    async with opened(new_game("hint", "random"), size) as hand:
        advice = first_of(hand)
        before = hand.tokens
        await hand.press("c")
        target = advice.first[2]
        assert f"Build on {NAMES[target].upper()}:" in hand.text
        assert hand.play.cursor.hex == target
        assert hand.tokens == before
        hand.check()
        await hand.press("enter")
        assert hand.tokens[-1] == format_move(advice.first)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
async def test_a_game_can_be_played_by_hints_alone(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with tiles and moves: c and Enter, until three turns have ended."""
    monkeypatch.setattr(advice_module, "COACH", "skilled")  # as good for this, and much quicker
    start = new_game("hint tiles", "random", quadrants=("farm", "barn", "paddock", "harbor"))
    async with opened(start, size) as hand:
        hand.play.ask = "never"
        while hand.tokens.count("end") < 6:
            await hand.press("c")
            wanted = hand.play.hinted
            assert wanted is not None
            before = len(hand.tokens)
            await hand.press("enter")
            assert hand.play.error is None
            assert hand.tokens[before] == format_move(wanted)
        assert any("@" in token for token in hand.tokens)


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
    monkeypatch.setattr(asking, "advise", made)
    monkeypatch.setattr(opponents, "_SECOND", 0.02)
    yield made
    made.go.set()


async def test_while_the_coach_thinks_keys_are_heard_and_it_is_told(slow: Slow) -> None:
    async with opened(new_game("hint", "random")) as hand:
        hand.send("c")
        await hand.answer()
        while "The coach is thinking: " not in hand.text:
            await hand.answer()
        cursor = hand.play.cursor
        hand.send("left")
        await hand.answer()
        assert hand.play.cursor != cursor
        slow.go.set()
        await hand.settle()
        assert "Build on " in hand.text


async def test_there_is_a_sign_of_work_at_once(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_SECOND", 600.0)
    async with opened(new_game("hint", "random")) as hand:
        for size in ((80, 24), (120, 40)):
            await hand.answer()
            hand.send("c")
            await hand.answer()
            assert "The coach is thinking." in hand.text
            hand.send("left")
            await hand._pilot.resize_terminal(*size)
        slow.go.set()
        await hand.settle()


async def test_who_moves_on_meanwhile_does_not_play_the_hint_by_a_key_under_way(slow: Slow) -> None:
    paced = QUICK._replace(pace="fast")
    async with opened(new_game("hint", "random"), settings=paced) as hand:
        hand.send("c")
        await hand.answer()
        hand.send("left")
        await hand.answer()
        slow.go.set()
        await hand.settle()
        before = hand.tokens
        await hand.press("enter")
        assert hand.tokens == before
        assert hand.play.hinted is not None


async def test_enter_waits_for_the_coach_unless_something_else_was_done(slow: Slow) -> None:
    async with opened(new_game("hint", "random")) as hand:
        before, cursor = hand.tokens, hand.play.cursor
        for key in ("c", "enter", "c", "enter"):
            hand.send(key)
            await hand.answer()
        assert "The coach is thinking" in hand.text
        assert (hand.tokens, hand.play.cursor) == (before, cursor)
        slow.go.set()
        await hand.settle()
        wanted = hand.play.hinted
        assert wanted is not None
        await hand.press("enter")
        assert hand.tokens[len(before)] == format_move(wanted)


async def test_the_reason_is_told_where_the_move_is() -> None:
    start = NewGame("castle", {"players": 2, "seed": "hint"}, (HUMAN, "random"), ("Ada", "Ben"))
    async with opened(start) as hand:
        await hand.press("c")
        what, why = (said.text for said in hand.game.spoken)
        told = " ".join(" ".join(hand.lines[-3:-1]).split())
        assert f"{what} {why}" in told


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
        assert "There are no hints in online games." in hand.text
