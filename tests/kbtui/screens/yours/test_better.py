"""The coach on the board, on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.castle.moves import Action
from engine.castle.rules.actions import legal
from engine.castle.state import State
from kbtui.games.castle.coach.analysis import Decision, Verdict
from kbtui.games.castle.coach.asking import COACH as CASTLE_COACH
from kbtui.games.kingdom.coach.asking import COACH
from kbtui.history.facts import PRACTICE
from kbtui.play.session import HUMAN
from kbtui.play.start import Menu
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.yours.better import BetterScreen
from kbtui.story.exports import Source, source_of
from tests.kbtui.games.castle.castle_people import castle
from tests.kbtui.games.kingdom.coach.verdicts import RECORD, TABLE, costliest
from tests.kbtui.piloting import Hand, opened

pytestmark = pytest.mark.slow


async def shown(hand: Hand) -> BetterScreen:
    screen = BetterScreen(COACH, source_of(TABLE, RECORD.players, RECORD), costliest(), 0)
    hand.app.push_screen(screen)
    await hand.settle()
    return screen


async def test_two_boards_where_there_is_room_and_one_that_flips_elsewhere() -> None:
    async with opened(Menu(), (140, 45)) as hand:
        screen = await shown(hand)
        assert "AS PLAYED" in hand.text
        assert "THE COACH" in hand.text
        hand.check()
        await hand.resize(80, 24)
        hand.check()
        assert "AS PLAYED" not in hand.text
        assert "the coach's turn" in hand.text
        await hand.press("tab")
        assert "the turn as played" in hand.text
        await hand.press("tab", "right", "left", "end")
        assert screen.turn.step == screen.turn.length
        await hand.resize(140, 45)
        assert "AS PLAYED" in hand.text
        hand.check()


async def test_steps_turns_and_the_way_back() -> None:
    async with opened(Menu(), (62, 22)) as hand:
        screen = await shown(hand)
        await hand.press("right", "right", "down")
        assert (screen.turn.at, screen.turn.step) == (1, 1)
        await hand.press("home", "space")
        screen._tick()
        assert screen.turn.step == 1
        await hand.press("escape")
        assert hand.app.screen is not screen


async def test_one_board_has_no_second_list_of_steps_below_it() -> None:
    session = castle([HUMAN, HUMAN])
    for _entry in session.advance():
        pass
    seen: State = session.observation(session.table.to_act)
    build = next(move for move in legal(seen) if move[0] is Action.BUILD)
    draw = next(move for move in legal(seen) if move[0] is Action.DRAW)
    verdict = Verdict(1, seen.seat, len(session.table.entries), (Decision(seen, build, draw, 1.0),))
    async with opened(Menu(), (120, 40)) as hand:
        hand.app.push_screen(BetterScreen(CASTLE_COACH, Source.of(session), [verdict], 0))
        await hand.settle()
        assert hand.text.count("1 Draw 2 tiles") == 1
        assert "\u2026" not in hand.text
        assert "tiles    -" not in hand.text
        hand.check()


async def test_the_position_of_a_step_is_played_on_as_practice(home: Path) -> None:
    async with opened(Menu(), (80, 24)) as hand:
        screen = await shown(hand)
        await hand.press("right", "n")
        game = hand.app.screen
        assert isinstance(game, GameScreen)
        hand.check()
        rules, seen = game.session.table.game, screen.turn.state(is_coach=True)
        assert rules.digest(game.session.table.states[0]) == rules.digest(seen)
        assert dict(game.session.origin.tags)[PRACTICE] == "position"
        await hand.press("escape", "escape")
        assert hand.app.screen is screen
        assert len([*(home / "games").iterdir()]) <= 1  # kept only once somebody has moved
