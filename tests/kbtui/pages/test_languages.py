"""No page breaks in any language: everything fits, and nothing important is cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.quadrants import BASE, MARSHLANDS
from kbtui.disk.settings import FIELDS, Settings
from kbtui.form.fields import BEGIN, Field
from kbtui.form.formpage import SetupPage
from kbtui.games.kingdom.form.sheet import SHEET
from kbtui.games.kingdom.form.values import FormValues
from kbtui.games.kingdom.words import rulebook
from kbtui.pages import menu, settingwords
from kbtui.pages.games import CONTINUE, REPLAYS, GamesPage
from kbtui.pages.keysetting import ORDER as COMMANDS
from kbtui.pages.keysetting import KeysPage, label
from kbtui.pages.menu import MenuPage
from kbtui.pages.rules import RulesPage
from kbtui.pages.score import ScorePage
from kbtui.pages.settings import ORDER, SettingsPage
from kbtui.play.session import HUMAN
from kbtui.story.exports import source_of
from kbtui.text.i18n import _
from kbtui.text.page import Page
from tests.kbtui.games.kingdom.panels.views import busy
from tests.kbtui.pages.showing import dressed, press, shown
from tests.kbtui.pages.test_games import save
from tests.kbtui.pages.test_menu import DAY, WAITING
from tests.kbtui.story.test_chronicle import golden

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("every_language")]

SIZES = pytest.mark.parametrize("size", [(62, 22), (80, 24), (140, 45)], ids=str)
NAMED = 80  # columns from which quadrants are named whole, and words say how they lie


def has_words(text: str, page: str) -> bool:
    """Every word of the text is on the page, wherever the line breaks are."""
    return {*text.split()} <= {*page.split()}


def read(page: Page, size: tuple[int, int]) -> tuple[str, str]:
    """The page, and its line under the cursor."""
    text, place = shown(page, size), page.cursor()
    assert place is not None
    return text, text.splitlines()[place[1]]


def footer(page: str) -> str:
    return page.splitlines()[-1]


@SIZES
def test_the_menu_names_every_entry_and_explains_it(size: tuple[int, int]) -> None:
    page = dressed(MenuPage(DAY, [WAITING]))
    for _step in page.entries:
        text = shown(page, size)
        for entry in menu.ENTRIES:
            assert f"{entry.letter}  {_(entry.label)}" in text
        assert _(page.entry.about) in text
        assert "Botto  " in text
        for hint in ("choose", "open", "rules", "quit"):
            assert _(hint) in footer(text)
        press(page, "down")


def options(settings: Settings) -> SettingsPage:
    return dressed(SettingsPage(settings, lambda **_changes: None))


@SIZES
@pytest.mark.parametrize("name", [field.name for field in FIELDS if field.choices])
def test_every_value_of_an_option_can_be_read(size: tuple[int, int], name: str) -> None:
    field = next(field for field in FIELDS if field.name == name)
    for choice in field.choices:
        asked: dict[str, object] = {name: choice}
        page = options(Settings()._replace(**asked))  # type: ignore[arg-type]
        page.do(f"at-{name}")
        text, row = read(page, size)
        assert f" {settingwords.label(field)}  " in row
        assert f"< {settingwords.value_name(field, choice)} >" in row
        assert has_words(settingwords.explanation(field), text)
        for hint in ("change", "back"):
            assert _(hint) in footer(text)


@SIZES
def test_the_options_explain_themselves_also_after_changes(size: tuple[int, int]) -> None:
    page = options(Settings(name="Ada", keys={"undo": ("b",), "redo": ("n",)}))
    for name in ORDER:
        text, row = read(page, size)
        assert page._label(name) in row
        assert page._value(name) in row
        assert has_words(page._explained(), text)
        press(page, "down")
    press(page, "enter")  # the last one asks before it forgets everything
    assert has_words(page._explained(), shown(page, size))


@SIZES
def test_every_command_has_its_words_and_all_its_keys(size: tuple[int, int]) -> None:
    page = dressed(KeysPage(Settings(), lambda **_changes: None))
    seen: set[str] = set()
    for _page in range(0, len(COMMANDS) + 8, 8):  # as far as a page key leads
        seen |= {*shown(page, size).splitlines()}
        press(page, "pagedown")
    for command in COMMANDS:
        keys = page.keys.names(command.name)
        assert any(label(command) in row and f" {keys} " in row for row in seen), command.name
    longest = max(COMMANDS, key=lambda command: len(label(command)))
    page.do(f"key-{COMMANDS.index(longest)}")
    press(page, "enter")
    asked = _("Press the key for: {command}. Press {key} to leave it as it is.")
    assert has_words(asked.format(command=label(longest), key="Esc"), shown(page, size))
    press(page, "escape", "home", "enter", "e")  # a key that did something else
    told = _("{key} is no longer a key for: {command}.").format(key="e", command=_("end turn"))
    assert has_words(told, shown(page, size))


@SIZES
@pytest.mark.parametrize("first", [0, 4, 8])
def test_every_field_of_the_set_up_can_be_read(size: tuple[int, int], first: int) -> None:
    values = FormValues("heath", players=4).of_sets((BASE, MARSHLANDS))
    values = values._replace(quadrants=tuple(values.known_quadrants[first : first + 4]))
    page = dressed(SetupPage(SHEET, values, str))
    for field in (field for line in page.grid for field in line):
        page.do(f"at-{field.id}")
        text, row = read(page, size)
        for title in ("SEATS", "BOARD", "GOALS", "OPTIONS", "players", "starts", "sets", "cards"):
            assert _(title) in text
        assert _("Start the game") in text
        assert _("start") in footer(text)
        if field != BEGIN:
            is_turn = field.kind == "turn" and size[0] < NAMED
            value = page.pen.shown(field, "^" if is_turn else "")
            value = value if not is_turn or value in row else page.pen.shown(field, "v")
            assert value in row, field


@SIZES
def test_a_board_by_chance_can_be_read_too(size: tuple[int, int]) -> None:
    values = FormValues("heath").of_sets((BASE, MARSHLANDS))
    for seed in ("heath", "a", "b", "c", "d"):
        page = dressed(SetupPage(SHEET, values._replace(seed=seed), str))
        text = shown(page, size)
        if size[0] >= NAMED:
            for place in range(4):
                for kind in ("place", "turn"):
                    shown_ = page.pen.shown(Field(kind, place))
                    assert f"{shown_} " in text


@SIZES
@pytest.mark.parametrize("level", [HUMAN, *BOTS])
def test_everybody_who_can_sit_at_the_table(size: tuple[int, int], level: str) -> None:
    values = FormValues("heath")._replace(
        who=(level,) * 4, names=("Maximilian W", "", "", ""), start=0
    )
    page = dressed(SetupPage(SHEET, values, str))
    for field in (Field("who", 0), Field("start"), Field("players")):
        page.do(f"at-{field.id}")
        text, row = read(page, size)
        value = page.pen.shown(field)
        assert f"<{value}>" in row.replace("< ", "<").replace(" >", ">")
        assert has_words(page.pen.about(field), text)


@SIZES
@pytest.mark.parametrize("kind", [CONTINUE, REPLAYS])
def test_the_lists_of_games(size: tuple[int, int], kind: str, tmp_path: Path) -> None:
    empty = dressed(GamesPage(kind, tmp_path))
    assert has_words(_(empty._kind.empty), shown(empty, size))
    save(tmp_path, "first", HUMAN, "random", "greedy")
    save(tmp_path, "second", HUMAN, "random")
    page = dressed(GamesPage(kind, tmp_path))
    text = shown(page, size)
    assert _(page._kind.title) in text.splitlines()[0]
    assert f"Esc {_('back')}" in text.splitlines()[0]
    for hint in (page._kind.open, "delete", "open a file"):
        assert _(hint) in footer(text)
    assert _("{number} of {count}").format(number=1, count=2) in text
    press(page, "d")
    asked = _("Delete this game for good? Press d to delete it, any other key to keep it.")
    assert has_words(asked, shown(page, size))
    press(page, "x", "o")
    assert _("record file:") in shown(page, size)


@SIZES
@pytest.mark.parametrize("has_game", [False, True], ids=["alone", "in a game"])
def test_every_page_of_the_rules(size: tuple[int, int], has_game: bool) -> None:
    page = dressed(RulesPage(None, busy(4).state if has_game else None))
    shown(page, size)
    for entry in page._entries:
        page.do(f"read-{entry}")
        text = shown(page, size)
        assert rulebook.name_of(entry) in text
        assert has_words(rulebook.text_of(entry), text)
        for hint in ("choose", "back"):
            assert _(hint) in footer(text)


@SIZES
@pytest.mark.parametrize("name", ["first-game", "boats", "marshes-for-three", "wild"])
def test_the_final_score(size: tuple[int, int], name: str) -> None:
    record, game = golden(name)
    page = dressed(ScorePage(source_of(game, record.players, record)))
    text = shown(page, size)
    for hint in ("play again", "replay", "export", "board", "back"):
        assert _(hint) in footer(text)
    rows = text.splitlines()
    for seat, total in enumerate(page._view.totals):
        gold = [page._gold(part)[seat] for part in page._parts]
        numbers = [str(number) for number in (*gold, total)]
        chip = page.look.signs.chip(seat)
        assert any(chip in row and numbers == find(row, len(numbers)) for row in rows)
    page.do("export")
    assert _("choose") in footer(shown(page, size))
    press(page, "1")
    assert _("export it") in footer(shown(page, size))


def find(row: str, count: int) -> list[str]:
    """So many numbers behind the name, in the table."""
    return [word for word in row.split()[2:] if word.isdecimal()][:count]
