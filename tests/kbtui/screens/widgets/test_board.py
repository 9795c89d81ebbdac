"""Coordinates at the edge of the board, and what the mouse finds next to them."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.hexes import ALL, NAMES, PLACE
from kbtui.look.terminal import Terminal
from tests.kbtui.piloting import BARE, TRUE, Hand, new_game, opened

GAME = new_game("ruler", "random")
SIZES = pytest.mark.parametrize("size", [(83, 25), (120, 40), (140, 45), (160, 50), (200, 60)])


def place(hand: Hand, hex_: int) -> tuple[int, int]:
    """The cell of the window where the hex has its text."""
    (x, y), box = hand.game.board.spot(hex_), hand.game.board.box
    return x + box.x, y + box.y


@pytest.mark.parametrize(
    ("size", "terminal"),
    [
        *(((83, 25), TRUE), ((120, 40), TRUE), ((160, 50), TRUE), ((200, 60), TRUE)),
        *(((140, 45), TRUE), ((140, 45), BARE)),
    ],
)
async def test_each_hex_has_its_row_at_the_left_and_its_column_above(
    size: tuple[int, int], terminal: Terminal
) -> None:
    async with opened(GAME, size, terminal=terminal) as hand:
        lines = hand.lines
        letters = lines[1][: hand.game.board.box.width]
        for hex_ in ALL:
            x, y = place(hand, hex_)
            row, _column = PLACE[hex_]
            name = NAMES[hex_].upper()
            assert lines[y][:3].strip() == name[1:]
            if row % 2 == 0:
                assert letters[x] == name[0]
        hand.check()


@pytest.mark.slow
@SIZES
async def test_a_click_finds_the_hex_under_it_and_nothing_on_the_edge(
    size: tuple[int, int],
) -> None:
    async with opened(GAME, size) as hand:
        for hex_ in ALL[::37]:
            before = hand.play.cursor.hex
            await hand.click_hex(hex_)
            assert hand.play.cursor.hex == hex_ != before
            x, y = place(hand, hex_)
            await hand.click(0, y)
            await hand.click(x, 1)
            assert hand.play.cursor.hex == hex_
        hand.check()


async def test_a_board_that_fills_its_place_has_none() -> None:
    async with opened(GAME, (80, 24)) as hand:
        assert place(hand, ALL[0]) == (1, 1)
    async with opened(GAME, (140, 45)) as hand:
        assert place(hand, ALL[0])[0] > 3
        await hand.press("+", "+")  # now only a part of it is in sight
        assert not hand.lines[1].startswith("    A")
        hand.check()
        await hand.press("=")
        assert hand.lines[1].startswith("    A")
        hand.check()


async def scrolled(hand: Hand) -> None:
    """The board at its lower end, though the cursor would be in sight at the upper one too."""
    await hand.press(*["down"] * 20, *["up"] * 8)
    assert "↑ more" in hand.lines[0]


async def test_another_look_leaves_the_same_part_of_a_board_in_sight() -> None:
    async with opened(GAME, (62, 22)) as hand:
        await scrolled(hand)
        before = hand.lines[1:19]
        hand.app.change(theme="light")
        await hand.settle()
        assert "↑ more" in hand.lines[0]
        assert hand.lines[1:19] == before
        hand.check()


async def test_a_board_fills_a_window_that_grows() -> None:
    async with opened(GAME, (62, 22)) as hand:
        await scrolled(hand)
        last = hand.lines[18]
        await hand.resize(62, 23)
        assert hand.lines[19] == last
        assert "↑ more" in hand.lines[0]
        hand.check()
        await hand.resize(62, 24)
        assert "more" not in hand.lines[0]
        hand.check()
