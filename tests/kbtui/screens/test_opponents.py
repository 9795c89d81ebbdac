"""Bots think in the background: seconds are shown, and a hurried bot answers with what it has."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from engine.bots import Budget, Level
from engine.contract import DEALER
from engine.kingdom.bots.levels import BOTS, random_move
from engine.kingdom.ground.moves import Move
from engine.kingdom.state import State
from engine.rng import Stream
from kbtui.play.session import Session
from kbtui.play.start import NewGame
from kbtui.screens import opponents
from kbtui.screens.beside.companion import Companion
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.opponents import Thinking, counted
from tests.kbtui.piloting import new_game, opened


class Slow:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.gone = threading.Event()

    def __call__(self, observation: State, stream: Stream, budget: Budget) -> Move:
        self.thinks.set()
        while not budget.stop() and not self.gone.wait(0.005):
            pass
        return random_move(observation, stream, budget)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    bot = Slow()
    monkeypatch.setitem(BOTS, "slow", Level(bot))
    monkeypatch.setattr(opponents, "_SECOND", 0.01)
    monkeypatch.setattr(opponents, "_HASTE", 0.0)
    yield bot
    bot.gone.set()


def at_the_bot(players: tuple[str, ...] = ("slow", "slow")) -> Session:
    session = Session("kingdom", new_game("one", "random").options, players)
    while session.table.to_act == DEALER:
        entry = session.think()
        assert entry is not None
        session.follow(entry)
    return session


async def test_what_the_dealer_does_at_one_go_is_painted_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []
    moved = GameScreen.moved

    def counted_(screen: GameScreen) -> None:
        told.append(len(screen.session.table.entries))
        moved(screen)

    monkeypatch.setattr(GameScreen, "moved", counted_)
    start = NewGame("castle", {"players": 2, "seed": "deal"}, ("you", "random"), ("Ann", "Ben"))
    async with opened(start) as hand:
        dealt = len(hand.game.session.table.entries)
        assert dealt > 8, "racks and both markets"
        assert {*told} == {dealt}


class Teller(Companion):
    """Says something when the others are done, as a relay says that a deal was fair."""

    def settled(self) -> None:
        self.screen.say("All of it is settled.")


async def test_what_is_said_when_the_others_are_done_is_seen_at_once() -> None:
    async with opened(new_game("one", "random")) as hand:
        teller = Teller()
        teller.begin(hand.game)
        hand.game.companions = (teller,)
        hand.game.others.go_on()
        await hand.settle()
        assert "All of it is settled." in hand.text


async def test_seconds_are_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_SECOND", 0.01)
    told: list[int] = []
    third = asyncio.Event()

    def tell(seconds: int) -> None:
        told.append(seconds)
        if seconds == 3:
            third.set()

    task = asyncio.create_task(third.wait())
    assert await counted(task, tell)
    assert told[:3] == [1, 2, 3]


async def test_who_is_hurried_answers_and_the_count_begins_anew(slow: Slow) -> None:
    hurry, shown = threading.Event(), asyncio.Event()
    thought = Thinking(hurry.is_set, shown.set)
    task = asyncio.create_task(thought.next_entry(at_the_bot()))
    await shown.wait()
    assert thought.seconds > 0
    assert not task.done(), "nobody has hurried it"
    hurry.set()
    entry = await task
    assert entry is not None
    assert thought.seconds == 0


async def test_a_program_of_others_is_not_cut_short(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "is_external", lambda player: True)
    shown = asyncio.Event()
    thought = Thinking(lambda: True, shown.set)
    task = asyncio.create_task(thought.next_entry(at_the_bot()))
    await shown.wait()
    assert not task.done()
    slow.gone.set()
    assert await task is not None


async def test_the_screen_counts_and_enter_ends_it(slow: Slow) -> None:
    async with opened(new_game("one", "slow")) as hand:
        await hand.build(3)
        hand.send("e")
        hand.send("e")
        while "Ben is thinking: " not in hand.text:
            await hand.answer()
        assert " s. Press Enter to hurry." in hand.text
        hand.send("enter")
        await hand.settle()
        assert hand.play.is_asked
