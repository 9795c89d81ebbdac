"""From the menu to games and back, with keys and the mouse."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from kbtui.disk import places
from kbtui.disk.locks import InUse
from kbtui.look.terminal import Terminal
from kbtui.pages import menu
from kbtui.play import saved_games
from kbtui.play.saves import resume
from kbtui.play.session import HUMAN, Session
from kbtui.play.start import Menu
from kbtui.screens.beside.firstgame import FirstGame
from kbtui.screens.beside.tutorial import Lessons
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.menu import MenuScreen
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.starting import GamesScreen, SetupScreen
from tests.kbtui.piloting import BARE, TRUE, Hand, beside, new_game, opened
from tests.kbtui.saved import saved

SIZES = pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45), (200, 60)], ids=str)


def folder() -> Path:
    return places.games_folder()


def begun(session: Session) -> bool:
    return session.waits_for is not None and len(session.table.entries) > 20


def over(session: Session) -> bool:
    return session.is_over


def page(hand: Hand) -> menu.MenuPage:
    assert isinstance(hand.app.screen, MenuScreen), hand.app.screen
    return hand.app.screen.page


def kind(hand: Hand) -> type[object]:
    """Of the screen that is seen."""
    return type(hand.app.screen)


async def leave_game(hand: Hand) -> None:
    """Esc, as often as the game asks for it."""
    for _ in range(4):
        if kind(hand) is not MenuScreen:
            await hand.press("escape")
    assert kind(hand) is MenuScreen


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize("terminal", [TRUE, BARE], ids=["colour", "bare"])
async def test_three_keys_lead_to_the_first_settlement(
    size: tuple[int, int], terminal: Terminal
) -> None:
    async with opened(Menu(), size, terminal=terminal) as hand:
        assert "Play now" in hand.text
        hand.check()
        await hand.press("enter", "enter", "enter")  # the second one closes the card
        assert beside(hand, FirstGame).tips.is_on, "nobody has played here yet"
        session = hand.game.session
        assert session.table.state.settlements[0].bit_count() == 1
        assert session.players == (HUMAN, "novice")
        assert session.names[0] == "Ada"
        await leave_game(hand)
        await hand.press("p", "enter")
        assert hand.game.session.players == (HUMAN, "greedy")


@pytest.mark.slow
async def test_a_game_that_nobody_has_begun_leaves_nothing() -> None:
    async with opened(Menu()) as hand:
        await hand.press("p", "escape")
        assert "nothing has been played yet" in hand.text
        await hand.press("escape")
        assert kind(hand) is MenuScreen
        assert "Continue" not in hand.text
        assert [*folder().iterdir()] == []
        await hand.press("p", "enter", "u", "escape")
        assert "the game is saved" in hand.text
        await hand.press("escape")
        assert "Continue" in hand.text


async def test_returning_players_find_the_cursor_on_their_game(home: Path) -> None:
    saved(home, new_game("moss", "random"), begun)
    async with opened(Menu()) as hand:
        assert page(hand).entry.name == menu.CONTINUE
        await hand.press("enter")
        assert hand.game.session.seed == "moss"


async def test_in_a_small_window_no_game_is_spoken_of_where_none_runs() -> None:
    async with opened(Menu(), (50, 18)) as hand:
        assert " ".join(hand.text.split()) == "This needs 62 x 22; your window has 50 x 18."


async def test_the_board_behind_the_menu_follows_when_the_menu_is_painted() -> None:
    assert MenuScreen().page.is_bare
    async with opened(Menu()) as hand:
        assert not page(hand).is_bare
        assert "∩∩" in hand.text
        hand.check()


async def test_garbage_is_looked_for_when_the_menu_is_painted() -> None:
    gc.disable()  # as the command does
    try:
        async with opened(Menu()):
            assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.enable()


@pytest.mark.slow
async def test_a_game_that_was_left_goes_on_where_it_was() -> None:
    async with opened(Menu()) as hand:
        assert "Continue" not in hand.text
        await hand.press("enter", "enter", "enter")
        entries = [*hand.game.session.table.entries]
        await leave_game(hand)
        assert "turn 1 against Botto" in hand.text
        hand.check()
        await hand.press("c")
        assert hand.game.session.table.entries == entries
        await leave_game(hand)
    async with opened(Menu()) as hand:
        assert "turn 1 against Botto" in hand.text
        await hand.click_act(menu.CONTINUE)
        assert hand.game.session.table.entries == entries


async def test_the_cursor_is_where_it_was_when_the_player_returns() -> None:
    async with opened(Menu()) as hand:
        await hand.press("u")
        assert kind(hand) is not MenuScreen
        await hand.press("escape")
        assert page(hand).entry.name == menu.RULES
        hand.check()


async def test_several_games_are_listed(home: Path) -> None:
    for seed in ("moss", "jade"):
        saved(home, new_game(seed, "random"), begun)
    async with opened(Menu()) as hand:
        await hand.press("c")
        assert kind(hand) is GamesScreen
        assert "1 of 2" in hand.text
        hand.check()
        await hand.press("down", "enter")
        assert hand.game.session.seed in ("moss", "jade")
        await leave_game(hand)
        assert len(page(hand).games) == 2


async def test_a_form_and_its_game() -> None:
    async with opened(Menu()) as hand:
        await hand.press("n", "right")
        assert kind(hand) is SetupScreen
        hand.check()
        await hand.press("ctrl+s")
        assert len(hand.game.session.players) == 3
        await leave_game(hand)
        await hand.press("n")
        form = hand.app.screen
        assert isinstance(form, SetupScreen)
        values = form.page.chosen(again=False)
        assert values.players == 3
        assert values.seed not in [game.seed for game in saved_games.unfinished(folder())]
        await hand.press("escape")
        assert kind(hand) is MenuScreen


@pytest.mark.slow
async def test_a_form_with_the_mouse_alone() -> None:
    async with opened(Menu(), (120, 40)) as hand:
        await hand.click_act(menu.NEW)
        await hand.click_act("more-players-0")
        await hand.click_act("more-who-2")
        await hand.click_act("more-sets-0")
        await hand.click_act("begin")
        session = hand.game.session
        assert session.players == (HUMAN, "greedy", "skilled")
        assert session.table.state.setup.double_cards


async def test_what_was_asked_for_is_remembered_without_a_game() -> None:
    async with opened(Menu()) as hand:
        await hand.press("n", "right", "right", "escape", "n", "ctrl+s")
        assert len(hand.game.session.players) == 4


@pytest.mark.slow
async def test_the_first_game_and_the_lessons() -> None:
    async with opened(Menu()) as hand:
        await hand.press("f")
        assert beside(hand, FirstGame).tips.is_on
        assert hand.game.session.table.state.setup.goals == ("fishermen", "knights", "merchants")
        await hand.press("enter", "enter")
        await leave_game(hand)
        assert len(page(hand).games) == 1
        await hand.press("t")
        assert beside(hand, Lessons).course.at == 0


@pytest.mark.slow
async def test_a_finished_game_is_looked_at_again(home: Path) -> None:
    path = saved(home, new_game("heath", "random"), over)
    async with opened(Menu()) as hand:
        assert "Continue" not in hand.text
        await hand.press("r")
        assert "Ada" in hand.text
        for _time in range(3):  # back in the list, to look at the next one
            await hand.press("enter")
            assert kind(hand) is ReplayScreen
            await hand.press("escape")
            assert kind(hand) is GamesScreen
        await hand.press("o", *str(path), "enter")
        assert kind(hand) is ReplayScreen
        await hand.press("escape", "escape")
        assert kind(hand) is MenuScreen


async def test_a_path_that_leads_nowhere_is_told_on_the_page(home: Path) -> None:
    (home / "other.kbg").write_text("no record", "utf-8")
    async with opened(Menu()) as hand:
        await hand.press("r", "o", *"nowhere.kbg", "enter")
        assert "nowhere.kbg cannot be opened" in hand.text
        await hand.press("o", *str(home / "other.kbg"), "enter")
        assert kind(hand) is GamesScreen
        assert "line 1" in hand.text
        await hand.press("escape", "n")
        assert kind(hand) is SetupScreen


async def test_a_game_that_is_open_elsewhere_is_told(home: Path) -> None:
    path = saved(home, new_game("heath", "random"), begun)
    async with opened(Menu()) as hand:
        _session, save = resume(path)
        await hand.press("c")
        assert kind(hand) is MenuScreen
        assert "another window" in hand.text
        save.close()
        await hand.press("c")
        assert kind(hand) is GameScreen
        with pytest.raises(InUse):
            resume(path)


async def test_a_notice_is_there_at_first() -> None:
    async with opened(Menu()) as hand:
        hand.app.notice = "settings.toml is broken."
        await hand.press("o", "escape")
        assert "settings.toml is broken." in hand.text
        await hand.press("down")
        assert "broken" not in hand.text


async def test_the_options_and_the_rules_lie_over_it() -> None:
    async with opened(Menu()) as hand:
        for key, word in (("s", "Theme"), ("u", "Setup"), ("?", "THE RULES")):
            await hand.press(key)
            assert kind(hand) is PageScreen
            assert word in hand.text
            await hand.press("escape")
        assert kind(hand) is MenuScreen
        await hand.press("n", "?")
        assert "Setup" in hand.text
        await hand.press("escape")
        assert kind(hand) is SetupScreen


async def test_other_colours_reach_the_menu() -> None:
    async with opened(Menu()) as hand:
        before = hand.strips
        await hand.press("o")
        hand.app.change(theme="light")
        await hand.press("escape")
        assert hand.strips[0] != before[0]
        hand.check()


@pytest.mark.slow
async def test_the_mouse_points_and_opens() -> None:
    async with opened(Menu()) as hand:
        place = hand.place_of(menu.OPTIONS)
        assert place is not None
        hand.point(*place)
        await hand.settle()
        assert page(hand).entry.name == menu.OPTIONS
        assert "colors, symbols" in hand.text
        hand.check()
        await hand.click(*place)
        assert "Theme" in hand.text


@pytest.mark.parametrize("keys", [("q",), ("end", "enter"), ("ctrl+q",)])
async def test_who_leaves_the_menu_leaves_the_program(keys: tuple[str, ...]) -> None:
    async with opened(Menu()) as hand:
        for key in keys:
            hand.send(key)
        await hand.answer()
    assert hand.app.return_code == 0


async def test_the_window_may_change_its_size() -> None:
    async with opened(Menu()) as hand:
        for size in ((140, 45), (40, 12), (62, 22), (200, 60)):
            await hand.resize(*size)
            hand.check()
            assert ("Play now" in hand.text) == (size != (40, 12))


async def test_the_bot_to_play_now_is_remembered(home: Path) -> None:
    async with opened(Menu(), (80, 24)) as hand:
        await hand.press("home", "right", "right")
        assert "expert bot" in hand.text
        assert 'level = "expert"' in (home / "settings.toml").read_text()
        await hand.press("enter")
        screen = hand.app.screen
        assert isinstance(screen, GameScreen)
        assert screen.session.players == ("you", "expert")


async def test_a_game_without_a_master_offers_its_strongest_bot(home: Path) -> None:
    async with opened(Menu(), (80, 24)) as hand:
        await hand.press("home", "right", "right", "right")
        assert "master bot" in hand.text
        await hand.press("g")  # the other game
        assert "expert bot" in hand.text
        await hand.press("left")
        assert 'level = "skilled"' in (home / "settings.toml").read_text()
