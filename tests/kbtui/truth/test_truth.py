"""What the terminal shows is what the app means, on every screen and after every step."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Size

from kbtui.play.start import Replay, Start
from tests.kbtui.piloting import new_game, opened
from tests.kbtui.story.test_chronicle import GAMES
from tests.kbtui.truth.places import PLACES
from tests.kbtui.truth.walking import Walk, walked
from tests.kbtui.truth.watching import LOOKS, SIZES, Eyes, Untrue, Wire, as_in_a_terminal

STEPS = {"coach": 12}  # it looks at a whole game whenever it is asked
USUAL = 24
SHEETS = ("?", "?", "?", "?", "?", "escape", "L", "L", "p", "escape", "p", "L", "L", "escape")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_HOME", str(tmp_path))
    return tmp_path


def sample() -> list[Walk]:
    """Two walks for each place; together they have every size and every look several times."""
    found = []
    for number, place in enumerate([*PLACES] * 2):
        size, look = SIZES[number % len(SIZES)], [*LOOKS][number % len(LOOKS)]
        found.append(Walk(place, size, look, f"sample-{number}", STEPS.get(place, USUAL)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("walk", sample(), ids=lambda walk: f"{walk.place}-{walk.seed}")
async def test_after_every_step_of_a_walk_the_terminal_is_true(walk: Walk, home: Path) -> None:
    assert await walked(walk, home)


def test_the_sample_has_every_size_and_every_look() -> None:
    assert {walk.size for walk in sample()} == {*SIZES}
    assert {walk.look for walk in sample()} == {*LOOKS}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "start", [new_game("ux9", "greedy"), Replay(GAMES / "boats.kbg", 40)], ids=["game", "replay"]
)
async def test_a_sheet_can_be_opened_and_closed_again_and_again(
    start: Start, size: tuple[int, int]
) -> None:
    with as_in_a_terminal():
        async with opened(start, size, driver=Wire) as hand:
            eyes = Eyes(hand)
            for key in SHEETS:
                await hand.press(key)
                await eyes.check()


@pytest.mark.slow
async def test_a_screen_that_has_not_heard_of_a_larger_window_is_painted_whole() -> None:
    """So the framework may leave it when the window grows under a page."""
    with as_in_a_terminal():
        async with opened(new_game("ux9", "greedy"), (100, 34), driver=Wire) as hand:
            eyes, game = Eyes(hand), hand.app.screen
            for key in ("L", "p", "question_mark"):
                game._size = Size(61, 22)
                game.refresh()
                await hand.press(key)
                await eyes.check()


async def test_a_sheet_in_a_window_that_is_too_small_leaves_the_sentence_alone() -> None:
    with as_in_a_terminal():
        async with opened(new_game("ux9", "greedy"), (61, 22), driver=Wire) as hand:
            eyes = Eyes(hand)
            for key in ("?", "?", "L", "escape"):
                await hand.press(key)
                await eyes.check()
                assert "This needs" in hand.text


@pytest.mark.parametrize("written", ["x", "\x1b[31m \x1b[4m ", "\x1b[48;2;1;2;3m "])
async def test_a_single_cell_that_is_wrong_is_noticed(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.kbtui.truth.watching._TRIES", 1)
    with as_in_a_terminal():
        async with opened(new_game("ux9", "greedy"), driver=Wire) as hand:
            eyes = Eyes(hand)
            await eyes.check()
            eyes.emulator.feed(f"\x1b[6;7H{written}\x1b[m")
            with pytest.raises(Untrue, match=r"row 5 column [67]: "):
                await eyes.check()
