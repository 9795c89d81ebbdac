"""Whatever is pressed and clicked, on any screen: the app keeps running and fills its window."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kbtui.form.formpage import SetupPage
from kbtui.play.start import Menu
from kbtui.screens.app import KbApp
from kbtui.screens.starting import SetupScreen
from kbtui.screens.widgets.lines import Lines
from kbtui.text.keys import COMMANDS
from tests.kbtui.piloting import BARE, TRUE, Hand, opened

pytestmark = pytest.mark.slow

STEPS = 150
KEYS = sorted({key for command in COMMANDS for key in command.keys})
OFTEN = ["enter"] * 8 + ["down"] * 4 + ["tab", "e"] * 2
SIZES = [(80, 24), (62, 22), (61, 22), (100, 34), (120, 40), (200, 60), (79, 24), (10, 3)]


@pytest.fixture(autouse=True)
def same_games(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Games that come out the same every time, in a program that is not left; what is exported
    goes into the home."""
    monkeypatch.setattr(KbApp, "exit", lambda *_args, **_more: None)
    monkeypatch.setattr("kbtui.games.kingdom.form.options.new_seed", lambda: "any")
    monkeypatch.chdir(home)


def acts(hand: Hand) -> list[str]:
    """What can be clicked."""
    panels = [panel for panel in hand.app.screen.query(Lines) if not panel.box.is_empty]
    found = {run.act for panel in panels for row in panel.rows for run in row if run.act}
    return sorted(act for act in found if hand.place_of(act))


async def step(hand: Hand, random: Random) -> str:
    """Something that a player could do."""
    clickable = acts(hand)
    kind = random.random()
    if kind < 0.04:
        size = random.choice(SIZES)
        await hand.resize(*size)
        return str(size)
    if kind < 0.25 and clickable:
        act = random.choice(clickable)
        await hand.click_act(act)
        return f"click {act}"
    key = random.choice([*KEYS, *OFTEN])
    await hand.press(key)
    return key


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
async def test_no_row_of_keys_and_clicks_breaks_the_app(seed: str) -> None:
    random, done, seen = Random(seed), list[str](), set[type]()
    async with opened(Menu(), terminal=BARE if seed == "two" else TRUE) as hand:
        for _ in range(STEPS):
            try:
                done.append(await step(hand, random))
                seen.add(type(hand.app.screen))
                columns, rows = hand.app.size
                assert [strip.cell_length for strip in hand.strips] == [columns] * rows
            except BaseException as error:
                error.add_note(f"after {done[-10:]} in a window of {hand.app.size}")
                raise
    assert len(seen) > 1, "it never left the menu"


async def test_a_set_up_that_cannot_be_played_can_be_left_and_opened_again() -> None:
    async with opened(Menu(), (120, 40)) as hand:
        await hand.press("n")
        assert isinstance(hand.app.screen, SetupScreen)
        page = hand.app.screen.page
        assert isinstance(page, SetupPage)
        page.values = page.values._replace(goals=("lords", "lords", None))
        await hand.press("down", "right", "left")
        assert "choose three different goals" in hand.text
        await hand.press("escape", "n")
        assert "New game" in hand.text
