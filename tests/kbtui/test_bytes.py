"""How many bytes actions cost; a slow connection has to be enough to play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import ColorSystem

from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.palette import Mode
from kbtui.screens.gamescreen import GameScreen
from kbtui.text import i18n
from tests.kbtui.games.kingdom.board.painted import AROUND, Tape, paint, recording
from tests.kbtui.piloting import QUICK, TRUE, Hand, new_game, opened

pytestmark = pytest.mark.slow

LARGE, SMALL = (200, 60), (80, 24)
C256 = Terminal(Mode.C256, False, True, Promised(Mode.C256, True))
SETTINGS = QUICK._replace(confirm="never")
GAME = new_game("bytes", "greedy")
WALK = (*["left"] * 5, "down", *["right"] * 5, "down", "up", "tab", "tab")

STEP = {(LARGE, TRUE): 1_500, (LARGE, C256): 1_000, (SMALL, TRUE): 600, (SMALL, C256): 600}
BUILD = 5_000
OPPONENT = 12_000


@pytest.fixture
def tape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Tape]:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    i18n.use("en")
    with recording(monkeypatch, getattr(request, "param", ColorSystem.TRUECOLOR)) as found:
        yield found


def cost(tape: Tape, hand: Hand) -> int:
    """Bytes that were written since the last time."""
    paint(hand)
    return sum(len(tape.ours(update).encode()) + AROUND for update in tape.take())


async def pressed(tape: Tape, hand: Hand, *keys: str) -> list[int]:
    found = []
    for key in keys:
        await hand.press(key)
        found.append(cost(tape, hand))
    return found


async def _round(tape: Tape, hand: Hand) -> int:
    await hand.settle()
    return cost(tape, hand)


async def test_a_start_is_one_paint_and_then_there_is_silence(tape: Tape) -> None:
    async with opened(GAME, LARGE, SETTINGS) as hand:
        start = cost(tape, hand)
        # The framework asks for the same paint again, which is nearly nothing. When it does depends
        # on how busy the machine is, but it does so only a few times.
        rounds = [await _round(tape, hand) for _ in range(8)]
        while rounds[-2:] != [0, 0] and len(rounds) < 40:
            rounds.append(await _round(tape, hand))
        start += sum(rounds)
        assert rounds[-2:] == [0, 0]
        await hand.resize(199, 60)
        cost(tape, hand)
        await hand.resize(200, 60)
        assert 0 < start <= 1.2 * cost(tape, hand)


@pytest.mark.parametrize(
    ("tape", "size", "terminal"),
    [
        (ColorSystem.TRUECOLOR, LARGE, TRUE),
        (ColorSystem.EIGHT_BIT, LARGE, C256),
        (ColorSystem.TRUECOLOR, SMALL, TRUE),
        (ColorSystem.EIGHT_BIT, SMALL, C256),
    ],
    indirect=["tape"],
    ids=["XL-true", "XL-256", "S-true", "S-256"],
)
async def test_steps_of_the_cursor(tape: Tape, size: tuple[int, int], terminal: Terminal) -> None:
    async with opened(GAME, size, SETTINGS, terminal) as hand:
        cost(tape, hand)
        found = await pressed(tape, hand, *WALK)
    assert min(found) > AROUND
    assert max(found) <= STEP[size, terminal]


async def test_builds_and_the_turns_of_an_opponent(
    tape: Tape, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = GameScreen.moved

    def moved_and_seen(screen: GameScreen) -> None:
        """As at a pace that lets every move be seen."""
        moved(screen)
        screen._on_timer_update()

    monkeypatch.setattr(GameScreen, "moved", moved_and_seen)
    async with opened(GAME, LARGE, SETTINGS) as hand:
        cost(tape, hand)
        for turn in range(4):
            builds = []
            for _ in range(3):
                (*_, build) = await pressed(tape, hand, "tab", "enter")
                builds.append(build)
            assert max(builds) <= BUILD  # after the first a whole terrain is no longer lit
            before = len(hand.game.session.table.entries)
            (turn_of_other,) = await pressed(tape, hand, "e")
            assert len(hand.game.session.table.entries) >= before + 5, turn
            assert turn_of_other <= OPPONENT
