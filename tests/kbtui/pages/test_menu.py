"""The main menu as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from kbtui.games.kit import find, keys
from kbtui.pages import menu
from kbtui.pages.menu import ENTRIES, MenuPage
from kbtui.paint.runs import act_at, plain
from kbtui.play.saved_games import Summary
from kbtui.text import i18n
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    acts,
    dressed,
    press,
    shown,
    under_cursor,
)

DAY = "2026-11-16"
WAITING = Summary(Path("a.kbg"), 0, ("Ada", "Botto"), ("you", "greedy"), turn=9, seat=0)
TOGETHER = Summary(Path("b.kbg"), 0, ("Ada", "Ben"), ("you", "you"), turn=4, seat=1)


def page(*games: Summary, look: str = "colour") -> MenuPage:
    return dressed(MenuPage(DAY, games), look)


@EVERY_LOOK
@EVERYWHERE
def test_every_entry_is_in_sight(size: tuple[int, int], look: str) -> None:
    text = shown(page(WAITING, look=look), size)
    for entry in ENTRIES:
        assert f"{entry.letter}  {entry.label}" in text
    assert "turn 9 against Botto" in text
    assert "quit" in text.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
@EVERYWHERE
def test_longer_words_break_nothing(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    try:
        shown(page(WAITING), size)
    finally:
        i18n.use("en")


@EVERYWHERE
def test_the_menu_can_be_shown_before_its_board_is_ready(size: tuple[int, int]) -> None:
    whole, bare = page(WAITING), page(WAITING)
    bare.is_bare = True
    assert "∩" not in shown(bare, size)
    assert [*acts(bare.lines(*size))] == [*acts(whole.lines(*size))]
    assert bare.cursor() == whole.cursor()


@EVERYWHERE
def test_the_board_of_the_day_is_left_out_where_it_cannot_be_dimmed(size: tuple[int, int]) -> None:
    for look in ("ascii", "plain", "none", "outline"):
        assert "∩" not in shown(page(look=look), size)
    text = shown(page(), size)
    assert "∩∩" in text
    assert text != shown(dressed(MenuPage("2026-11-17")), size)
    assert text == shown(page(), size)


def test_the_title_is_large_where_it_can_be() -> None:
    assert "█▄▄▀" in shown(page())
    assert "KINGDOM BUILDER" in shown(page(), (62, 22))
    assert "KINGDOM BUILDER" in shown(page(look="ascii"))


@EVERYWHERE
def test_nothing_but_ascii_in_ascii(size: tuple[int, int]) -> None:
    assert shown(page(WAITING, look="ascii"), size).isascii()


def test_enter_does_what_most_people_want() -> None:
    """Who has a game continues it; who has never played gets the game with tips."""
    new = MenuPage(DAY)
    new.is_new = True
    new.show_games([])
    for it, wanted in ((page(WAITING), menu.CONTINUE), (page(), menu.PLAY), (new, menu.FIRST)):
        press(dressed(it), "enter")
        assert it.outcome == wanted


def test_the_cursor_can_be_put_on_an_entry_for_good() -> None:
    it = page()
    it.point_at(menu.FIRST)
    it.show_games([WAITING])
    assert it.entry.name == menu.FIRST


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_letter_opens_its_entry(entry: menu.Entry) -> None:
    it = page(WAITING)
    press(it, entry.letter)
    assert it.outcome == entry.name
    assert it.entry == entry


def test_no_two_entries_share_a_letter() -> None:
    letters = [entry.letter for entry in ENTRIES]
    assert len({*letters}) == len(letters)


def test_arrows_go_round() -> None:
    it = page()
    press(it, "up")
    assert it.entry.name == menu.QUIT
    press(it, "down", "tab")
    assert it.entry.name == menu.FIRST
    press(it, "end", "home", "shift+tab", "space")
    assert it.outcome == menu.QUIT


def test_the_line_below_and_the_cursor_follow() -> None:
    it = page()
    for entry in it.entries:
        text = shown(it)
        assert entry.about in text
        assert entry.label in under_cursor(it)
        press(it, "down")


def test_continue_is_there_only_if_a_game_waits() -> None:
    it = page()
    assert "Continue" not in shown(it)
    press(it, "c")
    assert it.outcome is None
    it.show_games([WAITING, TOGETHER])
    assert it.entry.name == menu.CONTINUE
    assert "one of your 2 unfinished games" in shown(it)
    it.show_games([])
    assert it.entry.name == menu.PLAY


def test_a_game_of_several_people_names_them_all() -> None:
    assert "turn 4, Ada, Ben" in shown(page(TOGETHER))


def test_in_a_small_window_names_give_way_before_they_are_cut() -> None:
    castle = WAITING._replace(game="castle", names=("Ada", "Botto", "Cleo"), seats=("you",) * 3)
    assert "Castle Builder: turn 9, Ada, Botto, Cleo" in shown(page(castle), (120, 40))
    assert "Castle Builder: turn 9  " in shown(page(castle), (62, 22))


def test_the_cursor_stays_on_its_entry_when_a_game_appears() -> None:
    it = page()
    press(it, "end", "up")
    assert it.entry.name == menu.OPTIONS
    it.show_games([WAITING])
    assert it.entry.name == menu.OPTIONS


def test_the_cursor_is_where_a_game_waits_until_it_is_moved() -> None:
    due = WAITING._replace(room="KQ7-4TN", is_due=True)
    here = page()
    here.show_games([due, TOGETHER])
    assert here.entry.name == menu.CONTINUE
    moved = page()
    press(moved, "down")
    entry = moved.entry
    moved.show_games([due])
    assert moved.entry == entry


def test_a_notice_stays_until_a_key_is_pressed() -> None:
    it = page()
    it.notice = "settings.toml is broken (line 3); using the default settings. " * 3
    for size in ((62, 22), (80, 24), (140, 45)):
        text = shown(it, size)
        assert "settings.toml is broken" in text
        assert "Quit" in text
    press(it, "x")
    assert "broken" not in shown(it)
    assert it.outcome is None


def test_every_way_out_by_command() -> None:
    for command, outcome in (("leave", menu.QUIT), ("help", menu.RULES), ("choose", menu.PLAY)):
        it = page()
        it.do(command)
        assert it.outcome == outcome
    it = page()
    it.do("back")
    assert it.outcome is None


@EVERYWHERE
def test_a_click_on_a_line_opens_its_entry(size: tuple[int, int]) -> None:
    it = page(WAITING)
    lines = it.lines(*size)
    for entry in ENTRIES:
        row = next(row for row in lines if f"  {entry.label}" in plain(row))
        x = plain(row).index(entry.label)
        assert act_at(row, x) == entry.name
        assert act_at(row, x - 3) == entry.name
        it.do(entry.name)
        assert it.outcome == entry.name
    assert {*acts(lines)} >= {entry.name for entry in ENTRIES}


def test_the_mouse_moves_the_cursor() -> None:
    it = page()
    assert it.hover(menu.RULES)
    assert it.entry.name == menu.RULES
    assert not it.hover(menu.RULES)
    assert not it.hover("nothing")
    assert it.outcome is None


# Several games


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if both games could be played on the full screen."""
    monkeypatch.setattr(menu, "on_screen", lambda: (find("kingdom"), find("castle")))


def test_a_game_that_is_only_played_in_lines_is_no_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "on_screen", lambda: (find("kingdom"),))
    it = page()
    assert "Castle Builder" not in shown(it)
    press(it, "g")
    assert it.kit.key == "kingdom"
    assert it.outcome is None


@EVERY_LOOK
@EVERYWHERE
@pytest.mark.usefixtures("two_games")
def test_the_other_game_is_one_more_entry(size: tuple[int, int], look: str) -> None:
    it = page(WAITING, look=look)
    assert "g  Castle Builder" in shown(it, size)
    press(it, "g")
    assert it.outcome is None
    text = shown(it, size)
    assert "g  Kingdom Builder" in text
    assert "g  Castle Builder" not in text
    assert "to 7 coins" in text  # what playing at once means in this game
    for entry in ENTRIES:
        assert f"{entry.letter}  {entry.label}" in text


@pytest.mark.usefixtures("two_games")
def test_all_letters_stay_and_lead_into_the_game_of_the_menu() -> None:
    it = page()
    press(it, "g", "g", "g")
    assert it.kit.key == "castle"
    press(it, "p")
    assert it.outcome == menu.PLAY
    it.outcome = None
    press(it, "up")  # from Play now around to Quit
    for _time in range(2):
        press(it, "up")
    assert "Kingdom Builder" in under_cursor(it)
    press(it, "enter")
    assert it.kit.key == "kingdom"
    press(it, "enter")
    assert it.outcome == menu.PLAY


@pytest.mark.slow
@pytest.mark.usefixtures("two_games")
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
@EVERYWHERE
def test_what_entries_do_can_be_read_in_both_games(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    try:
        it = page(WAITING)
        for _game in range(2):
            for entry in it.entries:
                it.point_at(entry.name)
                words = it._about().split()
                assert [word for word in words if word not in shown(it, size).split()] == []
            press(it, "g")
    finally:
        i18n.use("en")


def test_every_game_has_words_for_its_menu() -> None:
    for key in keys():
        kit = find(key)
        if kit.has("screen"):
            own = {entry.name for entry in ENTRIES if not entry.about} - {menu.CONTINUE}
            assert {*kit.about} == {*own, menu.GAME}, key
            assert kit.title == kit.game.title


def test_left_and_right_change_the_bot_to_play_now() -> None:
    it = page()
    assert "< greedy bot >" in under_cursor(it)
    assert "Left Right other bot" in shown(it).splitlines()[-1]
    press(it, "right")
    assert it.outcome == menu.STRONGER
    it.outcome = None
    press(it, "down", "left")
    assert it.outcome is None
    assert "< greedy bot >" not in shown(it)
    assert "greedy bot" in shown(it)
