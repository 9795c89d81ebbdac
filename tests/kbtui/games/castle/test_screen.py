"""Castle Builder on the game screen: what only its owner may see, sheets, clicks, the wheel."""

from __future__ import annotations

import pytest

from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.words.kinds import Kind
from tests.kbtui.games.castle.seats import new_castle
from tests.kbtui.piloting import opened


async def test_the_log_tells_nobody_what_others_draw() -> None:
    async with opened(new_castle("leak", "random", "random"), (140, 45)) as hand:
        for _ in range(6):
            await hand.press("d", "d")
            while hand.game.hand.is_asked and hand.game.hand.state.phase.name == "DROP":
                await hand.press("enter")
        events = hand.game.chronicle.events
        dealt = {event.seat for event in events if event.kind is Kind.DEALT}
        assert dealt == {0}
        assert any(event.seat for event in events), "the others have acted too"


async def test_several_people_see_no_tile_in_the_log() -> None:
    async with opened(new_castle("leak", people=2), (140, 45)) as hand:
        await hand.press("enter", "d", "d", "enter", "d", "d")
        assert Kind.DEALT not in {event.kind for event in hand.game.chronicle.events}


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_sheets_open_and_close(size: tuple[int, int]) -> None:
    async with opened(new_castle("sheets", "random"), size) as hand:
        for key, sight in (("?", "next legal cell"), ("L", "LOG"), ("p", "PLAYERS")):
            before = hand.lines
            await hand.press(key)
            assert sight in hand.text, key
            await hand.press("escape")
            assert hand.lines == before, key


async def test_the_wheel_over_the_hand_chooses_tiles() -> None:
    async with opened(new_castle("wheel", "random")) as hand:
        play = hand.game.hand
        assert isinstance(play, Play)
        x, y = hand.place_of("tile-1") or (0, 0)
        await hand.roll(x, y, -1)
        assert play.slot == play.slots[0]
        await hand.roll(x, y, 1)
        assert play.slot != play.slots[0]


async def test_a_castle_is_shown_large_with_a_click_and_goes_away_with_esc() -> None:
    async with opened(new_castle("click", "random", "random")) as hand:
        play = hand.game.hand
        assert isinstance(play, Play)
        await hand.click_act("castle-2")
        assert play.shown == 2
        assert "Cleo's castle" in hand.text
        await hand.press("escape")
        assert play.shown == 0
