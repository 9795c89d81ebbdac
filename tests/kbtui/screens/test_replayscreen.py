"""The replay on the screen: stepping, playing, jumping, files; of records and of running games."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from textual.screen import Screen

from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.ground.terrain import UNKNOWN
from engine.record import read_record
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.palette import Mode
from kbtui.play.start import Replay as Start
from kbtui.screens.countscreen import ScoreScreen
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.replayscreen import ReplayScreen, open_replay, with_time_line
from kbtui.story.replay import Replay
from kbtui.text.layout import layout
from tests.kbtui.piloting import BARE, TRUE, Hand, new_game, opened
from tests.kbtui.story.test_chronicle import GAMES

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize(
    "size", [(62, 22), (80, 24), (100, 34), (140, 45), (200, 60)], ids=lambda s: f"{s[0]}x{s[1]}"
)
ASCII = Terminal(Mode.C16, False, False, Promised(Mode.C16, False))
LOOKS = pytest.mark.parametrize("terminal", [TRUE, ASCII, BARE], ids=["true", "ascii", "bare"])
LAST = 292  # the last entry of the game "boats"


def start(name: str = "boats", entry: int | None = 0) -> Start:
    return Start(GAMES / f"{name}.kbg", entry)


def screen_of(hand: Hand) -> ReplayScreen:
    screen: Screen[object] = hand.app.screen
    assert isinstance(screen, ReplayScreen), screen
    return screen


def replay_of(hand: Hand) -> Replay:
    return screen_of(hand).looking.replay


@SIZES
@LOOKS
async def test_it_fills_every_window(size: tuple[int, int], terminal: Terminal) -> None:
    async with opened(start(entry=150), size, terminal=terminal) as hand:
        hand.check()
        title = hand.lines[0]
        assert "Replay" in title
        assert "turn 17 of 32" in title
        for key in ("right", "g", "g", "left", "escape", "x", "2", "escape", "t", "escape"):
            await hand.press(key)
            assert {strip.cell_length for strip in hand.strips} == {size[0]}
            if size[1] >= 24:  # else a part of the board is shown, which depends on the way there
                hand.check()
        if terminal is not TRUE:
            assert hand.text.isascii()


async def test_the_help_says_what_up_and_down_do_here() -> None:
    async with opened(start(), (140, 45)) as hand:
        await hand.press("?")
        (row,) = [line for line in hand.lines if "Down j" in line]
        assert "one turn forward" in row


async def test_steps_and_jumps_by_keys() -> None:
    async with opened(start()) as hand:
        replay = replay_of(hand)
        for key, moment in (
            *(("right", 5), ("l", 6), ("left", 5), ("h", 0)),
            *(("shift+right", 10), ("down", 16), ("up", 10), ("shift+left", 0)),
            *(("end", LAST), ("home", 0), ("5", LAST // 2), ("0", 0), ("9", LAST * 9 // 10)),
        ):
            await hand.press(key)
            assert replay.at == moment, key
            hand.check()
        await hand.press("t", "1", "2", "enter")
        assert replay.now.number == 12
        assert "turn 12 of 32" in hand.lines[0]
        await hand.press("pageup")
        assert replay.now.number == 2


async def test_the_screen_shows_the_moment() -> None:
    async with opened(start(entry=9)) as hand:
        # 6 1 b17 undo c4 c5 end
        assert "C4 C5; took Canoe" in hand.text
        board = screen_of(hand).board
        x, y = board.spot(parse_hex("c4"))
        assert hand.lines[y + board.box.y][x + board.box.x] == "●"
        await hand.press("home")
        assert hand.lines[y + board.box.y][x + board.box.x] != "●"


async def test_it_plays_and_pauses() -> None:
    async with opened(start()) as hand:
        screen, replay = screen_of(hand), replay_of(hand)
        screen.play_on(5)
        assert replay.at == 0
        screen.do("play")
        assert "playing 1x" in hand.text
        screen.play_on(0.5)
        assert replay.at == 5
        for _ in range(4):
            screen.do("faster")
        assert "playing 8x" in hand.text
        shown: list[int] = []
        screen.repaint = lambda: shown.append(replay.at)  # type: ignore[method-assign]
        screen.play_on(1)
        del screen.repaint
        assert shown == [replay.at]  # sixteen entries, but one picture
        assert replay.at > 16
        screen.do("play")
        assert "paused 8x" in hand.text
        at = replay.at
        screen.play_on(5)
        assert replay.at == at
        hand.check()


async def test_it_plays_to_the_end_and_stops_there() -> None:
    async with opened(start(entry=LAST - 3)) as hand:
        screen = screen_of(hand)
        screen.do("play")
        screen.play_on(60)
        assert replay_of(hand).is_at_end
        assert "paused" in hand.text
        hand.check()


async def test_the_clock_makes_up_for_the_time_that_has_passed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("kbtui.screens.replayscreen.time.monotonic", lambda: now[0])
    async with opened(start()) as hand:
        screen = screen_of(hand)
        screen.do("play")
        now[0] += 0.5
        screen._tick()
        assert replay_of(hand).at == 5
        now[0] += 3600  # the machine was asleep
        screen._tick()
        assert replay_of(hand).at == 7


async def test_back_is_the_way_forward_reversed() -> None:
    async with opened(start("first-game"), (120, 40)) as hand:
        replay, seen = replay_of(hand), {}
        await hand.press("3")
        seen[replay.at] = hand.text
        for _ in range(20):
            await hand.press("right")
            seen[replay.at] = hand.text
        for _ in range(20):
            assert hand.text == seen[replay.at]
            await hand.press("left")


async def test_clicks_on_the_time_line_and_on_the_list() -> None:
    async with opened(start(), (140, 45)) as hand:
        replay = replay_of(hand)
        await hand.click(60, 42)
        assert 0.4 < replay.at / LAST < 0.6
        number = replay.now.number - 2
        await hand.click_act(f"turn-{number}")
        assert replay.at == replay.chronicle.last_entry(number)
        await hand.click_act("goal-1")
        assert screen_of(hand).looking.goal == 1
        await hand.click_act("play")
        assert screen_of(hand).looking.pace.is_on


async def test_plus_and_minus_are_for_the_speed_and_z_is_for_the_zoom() -> None:
    async with opened(start(), (200, 60)) as hand:
        screen = screen_of(hand)
        assert screen.board.art.columns == Zoom.XL.columns
        await hand.press("+")
        assert screen.looking.pace.speed == 2
        await hand.press("-", "-")
        assert screen.looking.pace.speed == 0.5
        assert screen.board.art.columns == Zoom.XL.columns
        await hand.press("Z", "Z", "Z", "Z")
        assert screen.board.art.columns == Zoom.S.columns
        hand.check()
        await hand.press("z")
        assert screen.board.art.columns == Zoom.M.columns
        await hand.press("=")
        assert screen.board.art.rows == Zoom.XL.rows
        hand.check()


async def test_sheets_come_scroll_and_go() -> None:
    async with opened(start(entry=150), (62, 22)) as hand:
        for key, word in (("p", "PLAYERS"), ("L", "LOG"), ("?", "KEYS")):
            await hand.press(key)
            assert word in hand.text
            hand.check()
            await hand.press("escape")
            assert word not in hand.text
        await hand.press("?", "down", "pagedown", "pageup", "home")
        assert replay_of(hand).at == 150  # the keys scrolled
        await hand.press("escape", "escape")
        assert not isinstance(hand.app.screen, ReplayScreen)


async def test_the_rules_open_at_the_goal_that_is_shown() -> None:
    async with opened(start()) as hand:
        await hand.press("g", "g", "R")
        assert "Fishermen" in hand.text
        assert not isinstance(hand.app.screen, ReplayScreen)
        while not isinstance(hand.app.screen, ReplayScreen):
            await hand.press("escape")
        assert screen_of(hand).looking.goal == 1
        hand.check()


async def test_esc_leads_out_step_by_step() -> None:
    async with opened(start()) as hand:
        await hand.press("g", "x", "escape", "escape")
        assert screen_of(hand).looking.goal is None
        await hand.press("escape")
        assert not isinstance(hand.app.screen, ReplayScreen)


async def test_all_three_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(start("first-game", 6)) as hand:
        for number in "123":
            await hand.press("x", number, "enter")
            assert "Wrote " in hand.text
            hand.check()
        await hand.press("right")
        assert "Wrote " not in hand.text
    record, _ = read_record((tmp_path / "first-game.kbg").read_text("utf-8"))
    assert record.players == ("Ann", "Ben")
    assert ElementTree.parse(tmp_path / "first-game-6.svg").getroot().tag.endswith("svg")
    lines = (tmp_path / "first-game.cast").read_text("utf-8").splitlines()
    assert all(json.loads(line) for line in lines)
    assert len(lines) > 100


async def test_a_name_that_is_taken_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(start("first-game")) as hand:
        await hand.press("x", "1")
        (tmp_path / "first-game.kbg").write_text("precious")  # in between
        await hand.press("enter")
        assert "first-game.kbg already exists" in hand.text
        await hand.press("home", "b", "enter")
        assert "Wrote bfirst-game.kbg" in hand.text
    assert (tmp_path / "first-game.kbg").read_text() == "precious"
    assert (tmp_path / "bfirst-game.kbg").exists()


async def test_final_scores_are_shown_at_once_and_lead_back() -> None:
    async with opened(start()) as hand:
        await hand.press("f")
        assert isinstance(hand.app.screen, ScoreScreen)
        assert "Final score" in hand.text
        assert "play again" not in hand.text
        await hand.press("r")
        assert isinstance(hand.app.screen, ReplayScreen)
        for key in ("escape", "b", "backspace"):
            await hand.press("f", key)
            assert isinstance(hand.app.screen, ReplayScreen)


async def test_a_running_game_shows_one_chair_and_grows() -> None:
    async with opened(new_game("running", "greedy")) as hand:
        game = hand.game
        await hand.press("enter")
        open_replay(hand.app, game.session, hand.play.seat)
        await hand.settle()
        replay = replay_of(hand)
        assert replay.is_at_end
        assert replay.state.cards.hands[1] == (UNKNOWN,)
        assert replay.views == (0,)
        await hand.press("f")
        assert "The game is not over yet." in hand.text
        before = replay.length
        table = game.session.table
        game.session.play(table.game.format(table.game.legal(table.state)[0]))
        screen_of(hand).repaint()  # as it does once a second
        assert replay.length == before + 1
        assert replay.at == before
        hand.check()
        await hand.press("escape")
        assert isinstance(hand.app.screen, GameScreen)


async def test_a_file_of_a_running_game_hides_what_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(new_game("running", "greedy")) as hand:
        open_replay(hand.app, hand.game.session, hand.play.seat)
        await hand.settle()
        await hand.press("x", "1", "enter")
    (path,) = tmp_path.glob("*.kbg")
    assert "deal:?" in path.read_text()
    assert "deck: table seed" not in path.read_text()


async def test_a_window_that_changes_keeps_the_moment() -> None:
    async with opened(start(entry=150), (140, 45)) as hand:
        await hand.press("g")
        for size in ((80, 24), (61, 20), (200, 60), (62, 22), (100, 34)):
            await hand.resize(*size)
            if size != (61, 20):
                hand.check()
        assert replay_of(hand).at == 150
        assert screen_of(hand).looking.goal == 0


@pytest.mark.parametrize(
    ("window", "zoom", "rows"),
    [
        ((80, 24), Zoom.S, 2),
        ((140, 45), Zoom.M_PLUS, 2),
        ((140, 44), Zoom.M_PLUS, 1),  # not a row to spare
        ((100, 34), Zoom.M, 1),
        ((100, 35), Zoom.M, 2),
        ((200, 60), Zoom.XL, 2),
        ((196, 64), Zoom.XXL, 1),
    ],
)
def test_the_time_line_takes_nothing_from_the_board(
    window: tuple[int, int], zoom: Zoom, rows: int
) -> None:
    board = zoom.columns, zoom.rows
    laid = with_time_line(layout(*window, board), window, board)
    assert laid.prompt.height == rows
    assert laid.hints.y == window[1] - 1
    assert laid.prompt.y + rows == laid.hints.y
    assert laid.board.height >= zoom.rows
    bottoms = [box.y + box.height for box in (laid.board, laid.side, laid.log) if not box.is_empty]
    assert max(bottoms) == laid.prompt.y
