"""The game screen with others at the table: bots that think, people who pass the keyboard on, and
what Marshlands brings: reactions out of turn and double cards."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.bots import Budget, Level
from engine.kingdom.bots.levels import BOTS, random_move
from engine.kingdom.ground.hexes import BIT
from engine.kingdom.ground.moves import Action, Move
from engine.kingdom.state import OPEN, State, actor
from engine.rng import Stream
from kbtui.games.kingdom.panels import log
from kbtui.games.kingdom.panels.card import faces
from kbtui.paint.runs import plain
from kbtui.play import saves
from kbtui.play.session import Session
from kbtui.play.start import Resume
from kbtui.screens import opponents
from kbtui.screens.menu import MenuScreen
from tests.kbtui.piloting import QUICK, Hand, new_game, opened
from tests.kbtui.saved import saved
from tests.walks import BOTH, MARSHES

WET: dict[str, Any] = {"sets": (*BOTH,), "quadrants": (*MARSHES,)}


# Bots


class Slow:
    """A bot that thinks until it is told to move, or to stop."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.thinks = threading.Event()
        self.stopped = threading.Event()

    def __call__(self, observation: State, stream: Stream, budget: Budget) -> Move:
        self.thinks.set()
        while not self.go.wait(0.005):
            if budget.stop():
                self.stopped.set()
                break
        return random_move(observation, stream, budget)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    bot = Slow()
    monkeypatch.setitem(BOTS, "slow", Level(bot))
    yield bot
    bot.go.set()


async def end_turn(hand: Hand) -> None:
    """Build and end the turn; the others have not moved yet."""
    await hand.build(3)
    hand.send("e")
    hand.send("e")
    while "end" not in hand.tokens:
        await hand.answer()


async def test_keys_and_the_mouse_answer_while_a_bot_thinks(slow: Slow) -> None:
    async with opened(new_game("one", "slow")) as hand:
        await end_turn(hand)
        while not slow.thinks.is_set():
            await hand.answer()
        moved = len(hand.tokens)
        assert "Ben is thinking" in hand.text
        cursor = hand.play.cursor.hex
        hand.send("left")
        await hand.answer()
        assert hand.play.cursor.hex == cursor - 1
        hand.send("?")
        await hand.answer()
        assert "KEYS" in hand.text
        hand.send("?")
        await hand.answer()
        assert len(hand.tokens) == moved, "it still thinks"
        slow.go.set()
        await hand.settle()
        assert hand.play.is_asked
        assert len(hand.tokens) > moved


@pytest.mark.slow
async def test_the_game_can_be_left_while_a_bot_thinks(slow: Slow) -> None:
    async with opened(new_game("one", "slow")) as hand:
        await end_turn(hand)
        while not slow.thinks.is_set():
            await hand.answer()
        screen, moved = hand.game, hand.tokens
        hand.send("escape")
        await hand.answer()
        assert "again to leave" in hand.text
        hand.send("escape")
        while screen.is_attached:
            await hand.answer()
        assert slow.stopped.wait(30), "nobody waits for the move any more"
        await hand.settle()
        assert isinstance(hand.app.screen, MenuScreen)
        (path,) = hand.app.games_folder.iterdir()
        assert [entry.token for entry in saves.read(path)[1].entries] == moved


async def test_enter_hurries_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opponents.PACES, "slow", 3600.0)
    table = new_game("one", "random", "random")
    async with opened(table, settings=QUICK._replace(pace="slow")) as hand:
        await end_turn(hand)
        assert not hand.play.is_asked
        hand.send("enter")
        await hand.settle()
        assert hand.play.is_asked, "nobody has waited for an hour"


# Several people


def held_cards(hand: Hand) -> list[str]:
    """What the screen says of cards that are not for everybody."""
    return [line for line in hand.lines if "your next card" in line or "Choose a card" in line]


@pytest.mark.slow
@pytest.mark.parametrize("two_cards", [False, True])
@pytest.mark.parametrize("bots", [(), ("random",)])
async def test_nobody_sees_the_card_of_the_other(two_cards: bool, bots: tuple[str, ...]) -> None:
    table = new_game("hot", *bots, people=2, two_cards=two_cards)
    async with opened(table, (120, 40)) as hand:
        play = hand.play
        for seat in (0, 1, 0, 1):
            assert f"Pass the keyboard to {table.names[seat]}" in hand.text
            assert held_cards(hand) == []
            before = hand.tokens
            await hand.press("tab", "1", "e", "u", "p", "p")
            await hand.type("a1")
            assert hand.tokens == before, "nobody has the keyboard yet"
            assert held_cards(hand) == []
            assert faces(hand.game.view) == ()
            told = [plain(row) for row in log.tail(hand.game.view, 60, 9)]
            assert two_cards or not any("draws" in row for row in told[-1:])
            await hand.press("enter")
            assert play.seat == seat
            assert two_cards or faces(hand.game.view)
            if two_cards:
                assert held_cards(hand)
                await hand.press("1")
            await hand.build(3)
            await hand.end_turn()


# Marshlands


def is_due(session: Session) -> bool:
    """Whether a person may build with a Canoe, out of turn."""
    return bool(session.table.state.reactions) and session.waits_for is not None


def has_open_card(session: Session) -> bool:
    """Whether a person may choose the half of a double card, and both are of use."""
    state = session.table.state
    if session.waits_for is None or state.terrain != OPEN or state.cards.played is None:
        return False
    terrain = state.setup.board.terrain
    targets = sum(
        {BIT[move[2]] for move in session.table.game.legal(state) if move[0] is Action.BUILD}
    )
    return all(targets & terrain[face] for face in state.setup.faces[state.cards.played])


async def test_a_canoe_may_react_out_of_turn(home: Path) -> None:
    path = saved(home, new_game("iris", "random", **WET), is_due)
    async with opened(Resume(path)) as hand:
        before = hand.tokens
        state = hand.game.session.table.state
        assert state.seat != hand.play.seat
        assert actor(state) == hand.play.seat
        assert "react now" in hand.lines[0]
        assert "Canoe" in hand.lines[-3]
        await hand.press("tab", "enter")
        assert len(hand.tokens) > len(before)
        assert hand.tokens[len(before)].startswith("canoe@")


@pytest.mark.parametrize("way", ["key", "escape", "click"])
async def test_a_canoe_may_let_it_go_by(home: Path, way: str) -> None:
    path = saved(home, new_game("iris", "random", **WET), is_due)
    async with opened(Resume(path)) as hand:
        before = hand.tokens
        if way == "click":
            await hand.click_act("end")
        else:
            await hand.press("e" if way == "key" else "escape")
        assert hand.tokens[len(before)] == "pass"
        assert "react now" not in hand.lines[0]


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_the_halves_of_a_double_card(home: Path, by_mouse: bool) -> None:
    path = saved(home, new_game("jade", "random", **WET), has_open_card)
    async with opened(Resume(path)) as hand:
        play = hand.play
        both = play.wanted
        found = []
        for key, act in (("[", "half-left"), ("]", "half-right")):
            if by_mouse:
                await hand.click_act(act)
            else:
                await hand.press(key)
            found.append(play.wanted)
            hand.check()
        assert found[0] | found[1] == both
        assert not found[0] & found[1]
        assert all(found)
        if by_mouse:
            await hand.click_act("half-right")
        else:
            await hand.press("]")
        assert play.wanted == both, "the same again takes it back"


@pytest.mark.slow
async def test_the_log_says_why_a_program_plays_no_longer_and_the_game_goes_on() -> None:
    broken = f"exec:{sys.executable} -c pass"
    async with opened(new_game("one", broken), (140, 45)) as hand:
        await hand.build(3)
        await hand.end_turn()
        assert hand.play.is_asked
        told = [said.text for said in hand.game.spoken]
        assert len(told) == 1
        assert "has stopped playing: it exited (exit code 0)." in told[0]
        assert "The greedy bot takes over" in hand.text
        await hand.build(3)
        await hand.end_turn()
        assert len(hand.game.spoken) == 1
