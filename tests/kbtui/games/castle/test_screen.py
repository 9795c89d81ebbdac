"""Castle Builder on the game screen: what only its owner may see, sheets, clicks, the wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.games.castle.board.marks import seat_shown
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.words.kinds import Kind
from kbtui.play.start import Replay
from kbtui.screens.replayscreen import ReplayScreen
from tests.kbtui.games.castle.castle_people import new_castle, saved_castle
from tests.kbtui.piloting import opened


@pytest.mark.slow
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


@pytest.mark.slow
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


async def test_news_that_were_cut_are_told_whole_in_a_larger_window() -> None:
    async with opened(new_castle("news 0", "random", "random", "random"), (62, 22)) as hand:
        await hand.press("d", "d")
        told = hand.game.answer
        assert told.endswith("…")
        await hand.resize(80, 24)
        assert len(hand.game.answer) > len(told)
        assert hand.game.answer.startswith(told[:-1])
        await hand.resize(62, 22)
        assert hand.game.answer == told
        await hand.press("left")
        await hand.resize(80, 24)
        assert hand.game.answer == ""


async def test_o_leads_through_the_castles_of_a_replay(tmp_path: Path) -> None:
    path = saved_castle(tmp_path, new_castle("replay", "random", "random"), 60)
    async with opened(Replay(path, 60), (120, 40)) as hand:
        screen = hand.app.screen
        assert isinstance(screen, ReplayScreen)
        _state, marks = screen.picture()
        seats = [seat_shown(marks)]
        for _ in range(3):
            await hand.press("o")
            seats.append(seat_shown(screen.picture()[1]))
        first = seats[0]
        assert seats == [first, (first + 1) % 3, (first + 2) % 3, first]
        await hand.press("o", "left")  # another moment follows its builder again
        assert screen.looking.turned == 0
        hand.check()


async def test_a_replay_tells_all_of_a_turn_and_its_help_names_no_idle_key(tmp_path: Path) -> None:
    path = saved_castle(tmp_path, new_castle("replay", "random", "random"), 60)
    async with opened(Replay(path, 60), (120, 40)) as hand:
        screen = hand.app.screen
        assert isinstance(screen, ReplayScreen)
        chronicle = screen.looking.replay.chronicle
        built = next(
            event.entry
            for event in chronicle.events
            if event.kind is Kind.BUILT
            and chronicle.done(event.entry)[-1].kind is Kind.BUILT
            and chronicle.number_at(event.entry) == chronicle.number_at(event.entry + 1)
        )
        screen.looking.replay.to(built + 1)  # a tile has come to the market since
        screen.repaint()
        await hand.settle()
        told = hand.text.partition("THIS TURN")[2].splitlines()[1:5]
        assert any("builds" in row for row in told)
        await hand.press("?")
        assert "one step forward" in hand.text
        assert "count windows" not in hand.text
