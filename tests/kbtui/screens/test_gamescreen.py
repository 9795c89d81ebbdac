"""The game screen: what keys and clicks do on it, and what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kingdom.ground.hexes import ALL, BIT, hexes
from engine.kingdom.ground.hexes import NAMES as HEXES
from kbtui.games.kingdom.words.names import goal_name, goal_text
from kbtui.paint.runs import plain
from kbtui.play.start import Resume
from kbtui.text.phrases import told
from tests.kbtui.piloting import QUICK, new_game, opened
from tests.kbtui.saved import saved

SMALL = "This needs 62 x 22"


# Building


async def test_three_builds_and_the_end_of_a_turn() -> None:
    async with opened(new_game("one", "random")) as hand:
        assert "Ada  your turn" in hand.lines[0]
        await hand.build(3)
        assert "Nothing left to build" in hand.text
        assert "THIS TURN" in hand.text  # with what it earned, before it is too late
        before = len(hand.tokens)
        await hand.press("e")
        assert hand.tokens[before] == "end"
        assert hand.play.is_asked, "the bot has moved, and it is our turn again"
        assert "turn 3" in hand.lines[0]


async def test_who_wants_to_be_asked_is_asked_and_reads_how_to_change_it() -> None:
    settings = QUICK._replace(confirm="always")
    async with opened(new_game("one", "random"), (140, 45), settings) as hand:
        await hand.build(3)
        assert "THIS TURN" not in hand.text
        before = len(hand.tokens)
        await hand.press("e")
        assert "End your turn? Press e to end it" in hand.text
        assert "Press F3 to choose when the game asks you." in hand.text
        assert len(hand.tokens) == before
        await hand.press("e")
        assert hand.tokens[before] == "end"


async def test_an_illegal_hex_says_why_and_nothing_happens() -> None:
    async with opened(new_game("one", "random")) as hand:
        play = hand.play
        wrong = next(hex_ for hex_ in ALL if not play.wanted & BIT[hex_])
        before = hand.tokens
        await hand.click_hex(wrong)
        await hand.press("enter")
        assert hand.tokens == before
        assert play.error is not None
        assert told(play.error)[:60] in hand.text


async def test_undo_redo_and_the_whole_turn() -> None:
    async with opened(new_game("one", "random")) as hand:
        start = hand.game.session.table.state
        await hand.build()
        first = hand.game.session.table.state
        await hand.build()
        second = hand.game.session.table.state
        await hand.press("u")
        assert hand.game.session.table.state == first
        await hand.press("r")
        assert hand.game.session.table.state == second
        await hand.press("U")
        assert hand.game.session.table.state == start
        hand.check()


async def test_a_typed_move_and_a_typed_question() -> None:
    async with opened(new_game("one", "random"), (120, 40)) as hand:
        hex_ = hexes(hand.play.wanted)[0]
        name = chr(ord("a") + hex_ % 20) + str(hex_ // 20 + 1)
        await hand.type("legal")
        assert f"Legal hexes: {name.upper()}" in hand.text
        await hand.type(name)
        assert hand.tokens[-1] == name


async def test_enter_at_the_question_ends_the_turn_and_esc_goes_on() -> None:
    async with opened(new_game("one", "random")) as hand:
        await hand.build(3)
        await hand.press("e", "escape")
        assert not hand.play.is_asking
        await hand.press("e", "enter")
        assert "end" in hand.tokens


async def test_the_question_can_be_switched_off() -> None:
    async with opened(new_game("one", "random"), settings=QUICK._replace(confirm="never")) as hand:
        await hand.build(3)
        await hand.press("e")
        assert "end" in hand.tokens


# The window


async def test_a_small_window_says_so_and_the_game_is_there_again() -> None:
    async with opened(new_game("one", "random")) as hand:
        await hand.build()
        before = hand.strips
        await hand.resize(61, 22)
        assert SMALL in hand.text
        assert "your window has 61 x 22. The game continues." in " ".join(hand.text.split())
        await hand.resize(62, 21)
        assert SMALL in hand.text
        await hand.resize(10, 3)
        await hand.resize(80, 24)
        assert hand.strips == before


@pytest.mark.slow
@pytest.mark.parametrize("size", [(62, 22), (80, 24), (100, 34), (155, 44), (196, 64), (300, 90)])
async def test_every_window_is_filled_and_keeps_the_moment(size: tuple[int, int]) -> None:
    async with opened(new_game("one", "random")) as hand:
        await hand.build()
        cursor = hand.play.cursor
        await hand.resize(*size)
        hand.check()
        assert hand.play.cursor == cursor
        await hand.press("tab", "enter", "?")
        assert "KEYS" in hand.text
        await hand.press("?", "p", "p", "L", "L", "g", "g", "o", "o")
        hand.check()


@pytest.mark.slow
async def test_a_click_hits_its_hex_at_every_zoom_wherever_the_board_is_scrolled() -> None:
    async with opened(new_game("one", "random")) as hand:
        for _ in range(6):
            for name in ("a1", "t1", "t20", "a20", "j10"):
                await hand.type(f"go {name}")
                hex_ = hand.play.cursor.hex
                x, y = hand.game.board.spot(hex_)
                box = hand.game.board.box
                assert 0 <= x < box.width
                assert 0 <= y < box.height
                hand.point(x + box.x, y + box.y)
                await hand.settle()
                assert hand.play.hover == hex_
            await hand.press("+")
        await hand.press("=")
        hand.check()


async def test_the_terminal_cursor_sits_on_the_hex() -> None:
    async with opened(new_game("one", "random"), (120, 40)) as hand:
        for key in ("left", "down", "tab", "home"):
            await hand.press(key)
            board = hand.game.board
            x, y = board.spot(hand.play.cursor.hex)
            assert hand.app.cursor_position == (x + board.box.x, y + board.box.y)


@pytest.mark.slow
async def test_the_wheel_zooms() -> None:
    async with opened(new_game("one", "random")) as hand:
        sizes = []
        for steps in (1, 1, -1, -1):
            await hand.roll(10, 10, steps)
            sizes.append(hand.game.board.art.rows)
            hand.check()
        assert sizes[0] < sizes[1]
        assert sizes[2] == sizes[0]
        assert sizes[3] < sizes[2]


async def test_the_right_button_goes_back() -> None:
    async with opened(new_game("one", "random")) as hand:
        await hand.press("?")
        assert hand.game.is_covered
        await hand.click(5, 5, button=3)
        assert not hand.game.is_covered


async def test_a_click_on_a_goal_lights_its_hexes(home: Path) -> None:
    path = saved(home, new_game("gold", "random"), lambda session: len(session.table.entries) > 80)
    async with opened(Resume(path), (120, 40)) as hand:
        await hand.click_act("goal-0")
        assert hand.play.goal == 0
        part = hand.play.state.setup.goals[0]
        assert f"{goal_name(part)}: {goal_text(part)}" in hand.text
        await hand.click_act("goal-0")
        assert hand.play.goal is None


class Full:
    """A disk without room."""

    def keep(self, entries: object) -> None:
        raise OSError(28, "No space left on device")


async def test_a_full_disk_is_told_and_the_game_goes_on() -> None:
    async with opened(new_game("one", "random")) as hand:
        hand.game.session.journal = Full()
        before = len(hand.tokens)
        await hand.build()
        assert "not saved: No space left on device" in hand.text
        await hand.build()
        assert len(hand.tokens) == before + 2


async def test_hints_are_only_for_keys_that_do_something_now() -> None:
    async with opened(new_game("one", "random")) as hand:
        shown = plain(hand.game.hint_line())
        assert "undo" not in shown
        await hand.build()
        assert "undo" in plain(hand.game.hint_line())


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80", "120"])
async def test_a_click_on_the_cursor_asks_for_a_second_one(size: tuple[int, int]) -> None:
    async with opened(new_game("clicks", "random"), size) as hand:
        stood = hand.play.cursor.hex
        before = hand.tokens
        await hand.click_hex(stood)
        assert hand.tokens == before
        assert f"Click again to choose {HEXES[stood].upper()}." in hand.text
        await hand.click_hex(stood)
        assert hand.tokens == [*before, HEXES[stood]]
        assert "Click again" not in hand.text
        other = next(hex_ for hex_ in hexes(hand.play.wanted))
        await hand.click_hex(other)
        assert "Click again" not in hand.text
        await hand.press("?", "pagedown", "pagedown", "pagedown")
        assert "click" in hand.text  # the help tells it too


@pytest.mark.parametrize("size", [(62, 22), (80, 24)], ids=str)
async def test_help_in_one_column_begins_with_the_symbols_and_turns_pages(
    size: tuple[int, int],
) -> None:
    async with opened(new_game("heath", "random"), size) as hand:
        await hand.press("?")
        rows = [line[:60].strip() for line in hand.lines]
        at = next(y for y, row in enumerate(rows) if row.startswith("ON THE BOARD"))
        assert at < 5
        assert "KEYS" not in " ".join(rows[:at])
        last = rows[-4]
        await hand.press("pagedown")
        assert hand.lines[1][:60].strip() == last
        await hand.press("pageup")
        assert hand.lines[at][:60].strip() == rows[at]


async def test_a_window_that_is_too_low_says_where_the_board_continues() -> None:
    async with opened(new_game("heath", "random"), (62, 22)) as hand:
        assert "↓ more" in hand.lines[0]
        for hint in ("p players", "c hint", "? help"):
            assert hint in hand.lines[-1]
        await hand.press(*["pagedown"] * 5)
        assert "↑ more" in hand.lines[0]
        hand.check()
        await hand.resize(80, 24)
        assert "more" not in hand.lines[0]
