"""Whatever is pressed and clicked around online games: the app runs on and fills its window."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kbtui.online import ownrelay
from kbtui.play.start import Online
from kbtui.screens.app import KbApp
from tests.kbtui.app_at_relay import at, host
from tests.kbtui.online.rooms import free_port, relay_at, stop, terms
from tests.kbtui.screens.test_any_keys import step

pytestmark = pytest.mark.slow

STEPS = 150
LIKELY = ["escape", "ctrl+s", "enter", "end", *"hjwabrxtmyov"]  # what leads on here


@pytest.fixture(autouse=True)
def same_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is not left, and its own relay is for this machine alone."""
    monkeypatch.setattr(KbApp, "exit", lambda *_args, **_more: None)
    monkeypatch.setattr("kbtui.games.kingdom.form.options.new_seed", lambda: "any")
    usual = (free_port(), "127.0.0.1")
    monkeypatch.setattr(ownrelay.OwnRelay.__init__, "__defaults__", usual)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
async def test_no_row_of_keys_and_clicks_breaks_the_app(seed: str, tmp_path: Path) -> None:
    random, done, seen = Random(seed), list[str](), set[type]()
    async with relay_at() as address:
        ann = await host(address, "Ann", tmp_path / "ann", terms(3)._replace(listed=True))
        async with at(address, Online()) as hand:
            for _ in range(STEPS):
                if type(hand.app.screen).__name__ == "MenuScreen":
                    await hand.press("o")
                try:
                    if random.random() < 0.5:
                        done.append(random.choice(LIKELY))
                        await hand.press(done[-1])
                    else:
                        done.append(await step(hand, random))
                    seen.add(type(hand.app.screen))
                    columns, rows = hand.app.size
                    assert [strip.cell_length for strip in hand.strips] == [columns] * rows
                except BaseException as error:
                    error.add_note(f"after {done[-10:]} in a window of {hand.app.size}")
                    raise
        await stop(ann)
    assert len(seen) > 1, "it never went anywhere"
