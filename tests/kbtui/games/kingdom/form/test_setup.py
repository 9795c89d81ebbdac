"""The setup form as a page."""

from __future__ import annotations

from itertools import count

import pytest

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.quadrants import BASE, MARSHLANDS
from engine.kingdom.setup import resolve
from kbtui.form.fields import BEGIN, Field
from kbtui.form.formpage import SetupPage
from kbtui.form.values import new_game
from kbtui.games.kingdom.form.sheet import SHEET
from kbtui.games.kingdom.form.values import FormValues
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from kbtui.text import i18n
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    acts,
    before_cursor,
    dressed,
    press,
    shown,
    under_cursor,
    write,
)


def page(values: FormValues | None = None, look: str = "colour") -> SetupPage:
    numbers = count(1)
    return dressed(
        SetupPage(SHEET, values or FormValues("heath"), lambda: f"seed-{next(numbers)}"), look
    )


def go(it: SetupPage, field: Field) -> None:
    """With the keyboard alone."""
    for _ in range(40):
        if it.focus == field:
            return
        press(it, "tab")
    raise AssertionError(f"Tab never comes to {field}")


def game(it: SetupPage) -> NewGame:
    assert isinstance(it.outcome, NewGame), it.outcome
    return it.outcome


@pytest.mark.slow
@EVERY_LOOK
@EVERYWHERE
def test_everything_is_in_sight_at_every_field(size: tuple[int, int], look: str) -> None:
    wide = FormValues("heath", players=4).of_sets((BASE, MARSHLANDS))
    it = page(wide, look)
    for row in it.grid:
        for field in row:
            it.do(f"at-{field.id}")
            text = shown(it, size)
            for title in ("SEATS", "BOARD", "GOALS", "OPTIONS", "Start the game"):
                assert title in text
            for name in ("Ada", "Botto", "Cleo", "Dmitri", "heath"):
                assert name in text
            assert it.cursor() is not None, field


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
@EVERYWHERE
def test_longer_words_break_nothing(size: tuple[int, int], language: str) -> None:
    i18n.use(language)
    try:
        it = page(FormValues("heath", players=4).of_sets((BASE, MARSHLANDS)))
        for _ in it.grid:
            shown(it, size)
            press(it, "down")
    finally:
        i18n.use("en")


@EVERYWHERE
def test_nothing_but_ascii_in_ascii(size: tuple[int, int]) -> None:
    assert shown(page(look="ascii"), size).isascii()


def test_the_preview_is_the_board_as_in_play_where_there_is_room() -> None:
    assert "PREVIEW" in shown(page())
    assert "CASTLES AND LOCATIONS" not in shown(page())
    assert "CASTLES AND LOCATIONS" in shown(page(), (140, 45))


@pytest.mark.parametrize("key", ["ctrl+s", "f10"])
def test_the_game_starts_from_anywhere(key: str) -> None:
    for row in page().grid:
        for field in row:
            it = page()
            go(it, field)
            press(it, key)
            values = FormValues("heath")
            assert game(it) == new_game("kingdom", values, SHEET.options(values))


def test_enter_starts_on_the_last_field_only() -> None:
    it = page()
    press(it, "up")
    assert it.focus == BEGIN
    press(it, "enter")
    assert game(it).players == (HUMAN, "greedy")
    it = page()
    press(it, "enter")
    assert it.outcome is None
    assert it.values.players == 3


def test_seats() -> None:
    it = page()
    press(it, "right", "right")
    assert it.values.players == 4
    go(it, Field("who", 2))
    press(it, "left")
    go(it, Field("who", 3))
    press(it, "right")
    press(it, "ctrl+s")
    assert game(it).players == (HUMAN, "greedy", HUMAN, "skilled")
    assert {*game(it).players} <= {HUMAN, *BOTS}


def test_names_are_typed() -> None:
    it = page()
    go(it, Field("name", 1))
    press(it, *["backspace"] * 5)
    write(it, "Rita g")
    assert it.values.names[1] == "Rita g"
    for size in ((62, 22), (80, 24), (140, 45)):
        assert before_cursor(it, size).endswith("  Rita g")
    press(it, "left", "left")
    assert before_cursor(it).endswith("  Rita")
    press(it, "enter")
    assert it.focus == Field("who", 1)
    press(it, "ctrl+s")
    assert game(it).names == ("Ada", "Rita g")


def test_letters_draw_again_outside_texts() -> None:
    it = page()
    before = resolve(it.values.options)
    press(it, "r")
    board = resolve(it.values.options)
    assert (board.layout != before.layout, board.goals) == (True, before.goals)
    press(it, "g")
    goals = resolve(it.values.options)
    assert (goals.layout, goals.goals != before.goals) == (board.layout, True)
    press(it, "s")
    assert it.values == FormValues("seed-3")
    it.do("at-seed-0")
    press(it, "r", "g", "s")
    assert it.values.seed == "rgs"  # what is typed takes the place of the old seed


def test_the_sets_say_that_the_marshlands_are_our_own_layout() -> None:
    it = page()
    go(it, Field("sets"))
    press(it, "right")
    assert it.values.sets == (BASE, MARSHLANDS)
    for size in ((62, 22), (80, 24), (140, 45)):
        assert "our own layout" in " ".join(shown(it, size).replace("│", " ").split())


def test_the_board_is_chosen_place_by_place() -> None:
    it = page()
    for place in range(4):
        go(it, Field("place", place))
        press(it, "right")  # the first that lies nowhere yet
        go(it, Field("turn", place))
        press(it, *["right"] * (1 + place % 2))
    press(it, "ctrl+s")
    names = it.values.known_quadrants
    laid = (names[0], f"{names[1]}/r", names[2], f"{names[3]}/r")
    assert game(it).options["quadrants"] == [*laid]


def test_goals_are_chosen() -> None:
    it = page()
    for index in range(3):
        go(it, Field("goal", index))
        press(it, "left")  # the last that is not chosen yet
    press(it, "ctrl+s")
    goals = it.values.known_goals
    assert game(it).options["goals"] == [goals[-1], goals[-2], goals[-3]]


def test_what_cannot_be_played_is_told_and_does_not_start() -> None:
    it = page()
    it.values = it.values._replace(goals=("lords", "lords", None))
    press(it, "down", "right", "left")
    for size in ((62, 22), (80, 24), (140, 45)):
        assert "three different goals" in shown(it, size)
    press(it, "ctrl+s")
    assert it.outcome is None
    go(it, Field("goal", 1))
    press(it, "right", "ctrl+s")
    assert "goals" in game(it).options


def test_a_seed_is_typed_and_an_empty_one_is_told() -> None:
    it = page()
    it.do("at-seed-0")
    press(it, *["backspace"] * 5)
    assert "seed: 1 to 64" in shown(it)
    press(it, "ctrl+s")
    assert it.outcome is None
    write(it, "my own")
    assert "seed: 1 to 64" not in shown(it)
    press(it, "ctrl+s")
    assert game(it).options["seed"] == "my own"


def test_house_rule_and_who_begins() -> None:
    it = page()
    go(it, Field("cards"))
    press(it, "space")
    go(it, Field("start"))
    press(it, "right")
    assert "Botto" in under_cursor(it)
    press(it, "ctrl+s")
    assert game(it).options["two_cards"]
    assert game(it).options["start"] == 1


def test_arrows_keep_their_column() -> None:
    it = page()
    go(it, Field("who", 0))
    press(it, "down")
    assert it.focus == Field("who", 1)
    press(it, "down")
    assert it.focus == Field("sets")
    press(it, "down", "tab", "down")
    assert it.focus == Field("turn", 2)
    press(it, "shift+tab")
    assert it.focus == Field("place", 2)


@EVERYWHERE
def test_every_value_can_be_clicked(size: tuple[int, int]) -> None:
    it = page(FormValues("heath", players=3))
    found = {*acts(it.lines(*size))}
    assert {"new-board", "new-goals", "new-seed", "one-more"} <= found
    for row in it.grid:
        for field in row:
            is_there = {f"at-{field.id}", f"more-{field.id}", field.kind} & found
            assert is_there, field
    it.do("more-who-1")
    assert it.focus == Field("who", 1)
    assert it.values.who[1] == "skilled"
    assert {"less-who-1", "more-who-1"} <= {*acts(it.lines(*size))}
    it.do("less-who-1")
    assert it.values.who[1] == "greedy"
    it.do("one-more")
    assert it.values.players == 4
    it.do("begin")
    assert len(game(it).players) == 4


def test_nonsense_does_nothing() -> None:
    it = page()
    for command in ("more-nothing-7", "at-", "zoom-in", "less-who-3"):
        it.do(command)
    assert it.values == FormValues("heath")
    assert it.outcome is None


@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
def test_the_page_is_left_and_remembers(key: str) -> None:
    it = page()
    press(it, "right", key)
    assert isinstance(it.outcome, str)
    assert it.values.players == 3
