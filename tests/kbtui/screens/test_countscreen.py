"""The end of a game on the screen: the count by keys, the final score, and where it leads."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.hexes import ALL, hexes
from engine.kingdom.scores import scores
from engine.record import read_record
from engine.rng import Stream
from kbtui.look.terminal import Terminal
from kbtui.play.session import Session
from kbtui.play.start import Menu
from kbtui.screens.base import KbScreen
from kbtui.screens.countscreen import CountScreen, ScoreScreen, open_count
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.yours.history import HistoryScreen
from kbtui.story.exports import Source, source_of
from tests.kbtui.piloting import BARE, TRUE, Hand, new_game, opened
from tests.kbtui.story.test_chronicle import golden

SIZES = pytest.mark.parametrize(
    "size", [(62, 22), (80, 24), (120, 40), (140, 45), (200, 60)], ids=lambda s: f"{s[0]}x{s[1]}"
)
LOOKS = pytest.mark.parametrize("terminal", [TRUE, BARE], ids=["true", "bare"])


def source(name: str = "boats") -> Source:
    record, table = golden(name)
    return source_of(table, record.players, record)


async def counted(hand: Hand, name: str = "boats", *, has_rematch: bool = False) -> CountScreen:
    screen = CountScreen(source(name), has_rematch=has_rematch)
    hand.app.push_screen(screen)
    await hand.settle()
    return screen


def numbers(line: str) -> list[int]:
    return [int(word) for word in line.split() if word.isdecimal()]


@pytest.mark.parametrize(
    ("size", "zooms", "parts"),
    [((62, 22), (), ["↓", "↑"]), ((80, 24), ("+",), ["→↓", "←↓", "→↑", "←↑"])],
    ids=["62x22", "80x24-enlarged"],
)
async def test_tab_shows_every_part_of_a_board_that_is_larger_than_its_window(
    size: tuple[int, int], zooms: tuple[str, ...], parts: list[str]
) -> None:
    async with opened(Menu(), size) as hand:
        screen = await counted(hand)
        await hand.press(*zooms)
        seen, step = set[int](), screen.counting.at
        for part in parts:
            assert f"{part} more" in hand.lines[0]
            assert "Tab more" in hand.lines[-1]
            seen |= {hex_ for hex_ in ALL if is_in_sight(screen, hex_)}
            hand.check()
            await hand.press("tab")
        assert seen == {*ALL}
        assert f"{parts[0]} more" in hand.lines[0]
        assert screen.counting.at == step
    async with opened(Menu(), (120, 40)) as hand:
        await counted(hand)
        assert "Tab" not in hand.lines[-1]


async def test_the_help_says_what_up_and_down_do_here() -> None:
    async with opened(Menu(), (80, 24)) as hand:
        screen = await counted(hand)
        before = screen.counting.at
        await hand.press("down")
        assert screen.counting.at == before + 1
        await hand.press("up", "?")
        assert screen.counting.at == before
        rows = [" ".join(line.split()) for line in hand.lines]
        assert any("Up k count one part back" in row for row in rows)
        assert any("Down j count the next part" in row for row in rows)


def is_in_sight(screen: CountScreen, hex_: int) -> bool:
    (x, y), box = screen.board.spot(hex_), screen.board.box
    return 0 <= x < box.width and 0 <= y < box.height


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", ["boats", "first-game", "marshes-for-three"])
async def test_the_count_ends_with_the_totals_of_the_engine(
    name: str, size: tuple[int, int]
) -> None:
    async with opened(Menu(), size) as hand:
        screen = await counted(hand, name)
        state = screen.source.table.state
        found = scores(state)
        for step in screen.counting.steps:
            assert screen.counting.step == step
            assert f"{step.paid} gold, {step.totals[step.seat]} in all" in hand.text
            hand.check()
            if not screen.counting.is_over:
                await hand.press("enter")
        side = [line[screen._column.box.x :] for line in hand.lines]
        rows = [line for line in side if any(f"{shape}" in line for shape in "●■▲◆")]
        totals = [numbers(row)[-1] for row in rows[: state.setup.players]]
        assert tuple(totals) == found.totals == state_result(name)
        best = max(totals)
        assert f"with {best} gold" in hand.text


def state_result(name: str) -> tuple[int, ...] | None:
    return golden(name)[0].result


@pytest.mark.slow
@SIZES
@LOOKS
async def test_it_fills_every_window(size: tuple[int, int], terminal: Terminal) -> None:
    async with opened(Menu(), size, terminal=terminal) as hand:
        screen = await counted(hand, has_rematch=True)
        for key in ("enter", "space", "right", "left", "o", "end"):
            await hand.press(key)
            hand.check()
        assert screen.counting.is_over
        await hand.press("enter")
        assert isinstance(hand.app.screen, ScoreScreen)
        assert "Final score" in hand.lines[0]
        hand.check()
        if terminal is BARE:
            assert hand.text.isascii()


async def test_the_hexes_that_earn_are_lit() -> None:
    async with opened(Menu()) as hand:
        screen = await counted(hand)
        step = screen.counting.step
        assert step is not None
        assert hexes(step.places)
        _, marks = screen.picture()
        assert marks.lit == step.places
        await hand.press("left")
        assert screen.picture()[1].lit == 0


async def test_the_pace_is_the_players_own() -> None:
    async with opened(Menu()) as hand:
        screen = await counted(hand)
        assert screen.counting.at == 1  # the game has asked already
        assert "Press Enter to count the gold" not in hand.text
        for key, at in (("enter", 2), ("space", 3), ("right", 4), ("left", 3), ("home", 0)):
            await hand.press(key)
            assert screen.counting.at == at, key
        assert "Press Enter to count the gold" in hand.text
        await hand.press("left")
        assert screen.counting.at == 0
        await hand.press("end")
        assert screen.counting.is_over
        assert "Dan wins with 53 gold" in hand.text
        await hand.press("left")
        assert not screen.counting.is_over


async def test_a_narrow_window_has_the_totals_in_its_title_and_a_table_to_lay_over() -> None:
    async with opened(Menu(), (62, 22)) as hand:
        await counted(hand)
        await hand.press("end")
        assert numbers(hand.lines[0]) == [49, 41, 31, 53]
        await hand.press("p")
        assert "Messengers" in hand.text
        hand.check()
        await hand.press("escape", "?")
        assert "KEYS" in hand.text
        await hand.press("escape")
        assert isinstance(hand.app.screen, CountScreen)


async def test_the_final_score_offers_a_challenge_and_the_rules_in_a_small_window() -> None:
    async with opened(Menu(), (80, 24)) as hand:
        await counted(hand)
        await hand.press("end", "enter")
        assert "d challenge" in hand.lines[-1]
        for _time in range(3):
            await hand.press("?")
            assert "Rules" in hand.lines[0]
            await hand.press("escape")
            assert isinstance(hand.app.screen, ScoreScreen)


@pytest.mark.slow
async def test_the_mouse_counts_too() -> None:
    async with opened(Menu()) as hand:
        screen = await counted(hand)
        await hand.click_act("count-on")
        await hand.click_act("count-on")
        await hand.click_act("count-back")
        assert screen.counting.at == 2
        await hand.click_act("count-all")
        await hand.click_act("count-on")
        assert isinstance(hand.app.screen, ScoreScreen)
        await hand.click_act("board")
        assert isinstance(hand.app.screen, CountScreen)


async def test_the_record_is_saved_from_the_score(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(Menu()) as hand:
        await counted(hand)
        await hand.press("end", "enter", "x", "1", "home", "a", "enter")
        assert "Wrote agolden-boats.kbg" in hand.text
        hand.check()
    assert read_record((tmp_path / "agolden-boats.kbg").read_text("utf-8"))[0].players[0] == "Ann"


# After a game that was played here


def finish(session: Session) -> None:
    """Bots play for the people."""
    while not session.is_over:
        list(session.advance())
        seat = session.waits_for
        if seat is not None:
            stream = Stream("end", str(len(session.table.entries)))
            move = BOTS["random"].choose(session.observation(seat), stream)
            session.play(session.table.game.format(move))


async def ended(hand: Hand) -> Session:
    """At the final score of a game that is over."""
    session = hand.game.session
    finish(session)
    open_count(hand.game)
    await hand.settle()
    await hand.press("end", "enter")
    assert isinstance(hand.app.screen, ScoreScreen)
    return session


def stack(hand: Hand) -> list[type[KbScreen]]:
    return [type(screen) for screen in hand.app.screen_stack if isinstance(screen, KbScreen)]


@pytest.mark.slow
async def test_a_rematch_has_the_same_people_and_another_board() -> None:
    async with opened(new_game("over", "greedy", "random")) as hand:
        session = await ended(hand)
        await hand.press("n")
        new = hand.game.session
        assert new is not session
        assert sorted(zip(new.names, new.players, strict=True)) == sorted(
            zip(session.names, session.players, strict=True)
        )
        assert new.seed != session.seed
        first = new.table.states[0].seat
        assert new.names[first] == session.names[1]  # another one begins
        assert stack(hand) == [MenuScreen, GameScreen]


@pytest.mark.slow
async def test_from_the_score_to_the_replay_and_back() -> None:
    async with opened(new_game("over", "random")) as hand:
        await ended(hand)
        await hand.press("r")
        screen = hand.app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.looking.replay.at == 0
        assert len(screen.looking.replay.views) == 3  # nothing is hidden any more
        await hand.press("right", "escape")
        assert isinstance(hand.app.screen, ScoreScreen)
        hand.check()


async def test_from_the_score_to_the_board_of_the_game() -> None:
    async with opened(new_game("over", "random")) as hand:
        await ended(hand)
        await hand.press("b")
        assert isinstance(hand.app.screen, CountScreen)
        await hand.press("escape")
        assert isinstance(hand.app.screen, GameScreen)


@pytest.mark.slow
async def test_the_score_and_a_rematch_lead_back_to_the_page_below() -> None:
    async with opened(Menu()) as hand:
        await hand.press("y", "enter")
        await ended(hand)
        await hand.press("n")
        assert stack(hand) == [MenuScreen, HistoryScreen, GameScreen]
        await ended(hand)
        assert "Esc back" in hand.text
        await hand.press("escape")
        assert stack(hand) == [MenuScreen, HistoryScreen]
        assert "2 games" in hand.text


@pytest.mark.slow
async def test_from_the_score_to_the_menu() -> None:
    async with opened(new_game("over", "random")) as hand:
        await ended(hand)
        await hand.press("escape")
        assert stack(hand) == [MenuScreen]
