"""How many bytes actions at a castle cost; a slow connection has to be enough to play."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem

from kbtui.look.terminal import Terminal
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from tests.kbtui.games.kingdom.board.painted import AROUND, Tape
from tests.kbtui.piloting import TRUE, opened
from tests.kbtui.playing import PEOPLE
from tests.kbtui.test_bytes import C256, SETTINGS, cost, pressed, tape

pytestmark = pytest.mark.slow
__all__ = ["tape"]  # a fixture

LARGE, SMALL = (140, 45), (80, 24)  # the castle at L and at S
GAME = NewGame("castle", {"players": 2, "seed": "bytes"}, (HUMAN, "greedy"), PEOPLE[:2])
STEP = {(LARGE, TRUE): 3_600, (LARGE, C256): 1_900, (SMALL, TRUE): 1_000}
TURN = 8_000 + 12_000  # a build, and what an opponent does then
WALK = ("left", "right", "up", "left", "down", "right", "tab", "tab", "2", "tab", "tab", "left")


@pytest.mark.parametrize(
    ("tape", "size", "terminal"),
    [
        (ColorSystem.TRUECOLOR, LARGE, TRUE),
        (ColorSystem.EIGHT_BIT, LARGE, C256),
        (ColorSystem.TRUECOLOR, SMALL, TRUE),
    ],
    indirect=["tape"],
    ids=["L-true", "L-256", "S-true"],
)
async def test_steps_of_the_cursor_and_builds(
    tape: Tape, size: tuple[int, int], terminal: Terminal
) -> None:
    steps: list[int] = []
    async with opened(GAME, size, SETTINGS, terminal) as hand:
        cost(tape, hand)
        for _ in range(2):  # level 1 asks for nothing but a cell
            steps += await pressed(tape, hand, "1", *WALK, "1", "tab")
            before = len(hand.game.session.table.entries)
            (turn,) = await pressed(tape, hand, "enter")
            assert len(hand.game.session.table.entries) > before + 1
            assert AROUND < turn <= TURN
        await hand.settle()
        assert cost(tape, hand) == 0  # and then there is silence
    assert max(steps) <= STEP[size, terminal]
