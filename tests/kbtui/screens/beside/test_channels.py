"""Watching like television, over a real relay: keys change the game, and an end leads on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from kbtui.online.guest import Guest
from kbtui.online.online_table import OnlineTable
from kbtui.play.start import Watch
from kbtui.screens.beside import channels
from kbtui.screens.gamescreen import GameScreen
from tests.kbtui.app_at_relay import at, says
from tests.kbtui.online.rooms import begun, play, relay_at, stop, until
from tests.kbtui.piloting import Hand

pytestmark = pytest.mark.slow


@asynccontextmanager
async def television(
    tmp_path: Path, *games: str, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Hand, list[list[Guest]]]]:
    """Somebody watches the first of these games; their players are named A0 and B0, A1 and B1."""
    async with relay_at() as address:
        playing = [
            await begun(address, tmp_path, f"A{n}", f"B{n}", game=game, listed=True)
            for n, game in enumerate(games)
        ]
        async with at(address, Watch("", playing[0][0].client.code), size) as hand:
            await says(hand, "A0")
            yield hand, playing
        await stop(*(guest for guests in playing for guest in guests))


def watched(hand: Hand) -> str:
    """The code of the game on the screen."""
    screen = hand.app.screen
    assert isinstance(screen, GameScreen)
    return next(each._code for each in screen.companions if isinstance(each, channels.Channels))


async def test_tab_and_digits_change_the_game(tmp_path: Path) -> None:
    async with television(tmp_path, "kingdom", "castle", "kingdom") as (hand, games):
        codes = [guests[0].client.code for guests in games]
        await says(hand, "of 3")
        by_number = sorted(codes, key=lambda code: hand.app.numbers[code])
        start = by_number.index(watched(hand))
        for step, keys in ((1, ["tab"]), (2, ["tab"]), (0, ["tab"]), (2, ["shift+tab"])):
            await hand.press(*keys)
            number = (start + step) % 3
            await says(hand, f"watching {number + 1} of 3")
            assert watched(hand) == by_number[number]
        await hand.press("1")
        await says(hand, "watching 1 of 3")
        await hand.press("tab", "tab")  # only the last one is shown
        await says(hand, "watching 3 of 3")
        await hand.press("9")
        await hand.press("escape")  # once: nothing is lost
        assert not isinstance(hand.app.screen, GameScreen)


async def test_everybody_who_was_left_is_no_spectator_any_more(tmp_path: Path) -> None:
    async with television(tmp_path, "kingdom", "kingdom") as (hand, games):
        (first, *_), (second, *_) = games
        await says(hand, "of 2")
        await until(lambda: first.watchers == 1)
        await hand.press("tab")
        await until(lambda: (first.watchers, second.watchers) == (0, 1))


async def test_the_keys_that_leave_the_game_and_the_program_have_different_words(
    tmp_path: Path,
) -> None:
    async with television(tmp_path, "kingdom", size=(120, 40)) as (hand, _games):
        footer = hand.lines[-1]
        assert "Esc leave" in footer
        assert "Ctrl+Q quit" in footer
        assert footer.count("leave") == 1


async def test_games_that_are_on_are_listed_and_can_be_clicked(tmp_path: Path) -> None:
    for size in ((80, 24), (140, 45)):
        async with television(tmp_path / str(size[0]), "kingdom", "castle", size=size) as found:
            hand, games = found
            await says(hand, "ON NOW")
            code = games[1][0].client.code
            await hand.click_act(f"tile-{hand.app.numbers[code]}")
            await says(hand, "A1 to move")
            assert watched(hand) == code


async def test_one_game_alone_has_no_channels(tmp_path: Path) -> None:
    async with television(tmp_path, "kingdom") as (hand, _games):
        await says(hand, "watching 1 of 1")
        assert "ON NOW" not in hand.text
        before = watched(hand)
        await hand.press("tab", "2")
        assert watched(hand) == before
        await hand.press("y")
        typed = f"kb watch {before} --relay ws"
        assert "TELL A FRIEND" in hand.text
        assert typed in " ".join(hand.text.split())
        assert hand.app.clipboard.startswith(typed)
        hand.check()
        await hand.press("y")
        assert "TELL A FRIEND" not in hand.text


async def test_the_end_leads_to_the_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "_LINGER", 0.3)
    async with television(tmp_path, "kingdom", "kingdom") as (hand, games):
        await says(hand, "of 2")
        await play([OnlineTable(guest) for guest in games[0]], Random(1))
        await until(lambda: watched(hand) == games[1][0].client.code)


async def test_a_key_stays_at_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "_LINGER", 1000.0)
    async with television(tmp_path, "kingdom", "kingdom") as (hand, games):
        await says(hand, "of 2")
        await play([OnlineTable(guest) for guest in games[0]], Random(1))
        await says(hand, "Next: A1, B1. Press any key to stay here.")
        await hand.press("g")
        assert "Next: A1" not in hand.text
        assert watched(hand) == games[0][0].client.code
