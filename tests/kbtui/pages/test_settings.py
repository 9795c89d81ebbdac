"""The settings page: every setting is there, can be changed, and shows what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kbtui.disk.settings import FIELDS, Settings
from kbtui.games.kingdom.board.grounds import tones
from kbtui.games.kingdom.board.sample import mode_strip, strip
from kbtui.look.look import Look
from kbtui.look.terminal import Promised, Terminal
from kbtui.pages.settings import _MODES as MODES
from kbtui.pages.settings import ORDER, SettingsPage
from kbtui.pages.settingwords import WORDS, explanation, label, value_name
from kbtui.paint.palette import Mode
from kbtui.paint.runs import plain
from kbtui.text.i18n import LANGUAGES, use
from kbtui.text.keys import Keys
from tests.kbtui.pages.showing import (
    EVERY_LOOK,
    EVERYWHERE,
    acts,
    before_cursor,
    dressed,
    look_of,
    press,
    shown,
    under_cursor,
    write,
)

NAMES = [field.name for field in FIELDS]
CHOICES = [field for field in FIELDS if field.choices]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


class Desk:
    """A page whose changes are kept and worn, as the app does it."""

    def __init__(self, **settings: Any) -> None:
        self.changes: list[dict[str, Any]] = []
        self.page = dressed(SettingsPage(Settings(name="Ada", **settings), self._apply))

    def _apply(self, **changes: Any) -> None:
        self.changes.append(changes)
        promised = Promised(Mode.TRUE, True)
        self.page.look = Look(self.page.settings, Terminal(Mode.TRUE, False, True, promised), tones)
        self.page.keys = Keys(self.page.settings.keyset, self.page.settings.keys)

    def go(self, name: str) -> SettingsPage:
        self.page.do(f"at-{name}")
        assert self.page.name == name
        return self.page


# Words


def test_every_setting_is_on_the_page() -> None:
    assert sorted(ORDER) == sorted([*NAMES, "reset"])
    assert sorted(WORDS) == sorted(NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_and_values_have_names_of_their_own(language: str) -> None:
    use(language)
    assert len({label(field) for field in FIELDS}) == len(FIELDS)
    for field in FIELDS:
        assert explanation(field).endswith(".")
        assert len({value_name(field, value) for value in field.choices}) == len(field.choices)


# What is shown


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    page = dressed(SettingsPage(Settings(), lambda **_: None), look)
    for size in ((62, 22), (140, 45)):
        for name in ("theme", "color"):
            page.do(f"at-{name}")
            assert "Shading" in shown(page, size)


@pytest.mark.slow
@EVERYWHERE
def test_every_setting_can_be_looked_at_everywhere(size: tuple[int, int]) -> None:
    page = dressed(SettingsPage(Settings(), lambda **_: None))
    for name in ORDER:
        page.do(f"at-{name}")
        told = shown(page, size)
        if name in WORDS:
            assert WORDS[name].help[:30] in told
            assert WORDS[name].label in under_cursor(page, size)


def test_the_strip_has_every_terrain_and_every_player() -> None:
    for name in ("colour", "plain"):
        look = look_of(name)
        told = plain(strip(look))
        assert len(strip(look)) == 11 + 2 * 4
        for seat in range(4):
            assert look.signs.chip(seat) in told


def test_strips_of_all_modes_are_shown_while_colours_are_chosen() -> None:
    for size in ((80, 24), (140, 45)):
        page = Desk().go("color")
        told = shown(page, size)
        places = [told.index(f"{name} ") for name in ("no colors", "grays only", "millions")]
        assert places == sorted(places)
        told = " ".join(told.split())
        assert "choose the last line that looks right" in told
        assert {f"color-{mode}" for mode in MODES} <= {*acts(page.lines(*size))}
    assert MODES[0] == "none"
    assert MODES[-1] == "true"


def test_strips_go_by_the_numbers_of_their_palette() -> None:
    look = look_of()
    for mode in ("16", "256", "grey"):
        tones = [run.tone for run in mode_strip(mode, look) if run.text.strip()]
        assert all(isinstance(tone.ground, int) for tone in tones)
        assert all(isinstance(tone.ink, int) for tone in tones), mode
    largest = max(run.tone.ground for run in mode_strip("16", look) if run.text.strip())  # type: ignore[type-var]
    assert isinstance(largest, int)
    assert largest < 16
    assert isinstance(mode_strip("true", look)[0].tone.ground, tuple)


@pytest.mark.parametrize("look", ["colour", "16", "none"])
def test_a_strip_keeps_its_colours_on_every_page(look: str) -> None:
    theme = look_of(look).theme
    for run in mode_strip("256", look_of(look)):
        if run.text.strip():
            assert theme.ink(run.tone)[:2] == (run.tone.ink, run.tone.ground)


# Changing


@pytest.mark.parametrize("field", CHOICES, ids=lambda field: field.name)
def test_left_and_right_go_through_all_values(field: Any) -> None:
    desk = Desk()
    page = desk.go(field.name)
    seen = [getattr(page.settings, field.name)]
    for _time in field.choices:
        press(page, "right")
        shown(page)
        seen.append(getattr(page.settings, field.name))
    assert {*seen} == {*field.choices}
    assert seen[0] == seen[-1]
    press(page, "left")
    assert getattr(page.settings, field.name) == seen[-2]
    assert desk.changes[-1] == {field.name: seen[-2]}


def test_enter_space_and_clicks_change_too() -> None:
    desk = Desk()
    page = desk.go("theme")
    press(page, "enter")
    assert page.settings.theme == "light"
    press(page, "space")
    assert page.settings.theme == "dark"
    page.do("more-bell")
    assert page.name == "bell"
    assert not page.settings.bell
    page.do("less-pace")
    assert page.settings.pace == "fast"
    page.do("color-16")
    assert page.settings.color == "16"


@pytest.mark.slow
def test_all_clicks_lead_somewhere() -> None:
    page = Desk().page
    for act in {*acts(page.lines(140, 45))}:
        page.do(act)
        shown(page)
        if page.outcome is not None:
            page.outcome = None


def test_the_arrows_lead_through_all_settings_in_a_small_window() -> None:
    page = Desk().page
    seen = []
    for _name in ORDER:
        told = under_cursor(page, (62, 22))
        seen.append(page.name)
        assert page._label() in told
        press(page, "down")
    assert tuple(seen) == ORDER
    assert page.name == ORDER[-1]
    press(page, "home")
    assert page.name == ORDER[0]


def test_a_name_is_typed() -> None:
    desk = Desk()
    page = desk.go("name")
    press(page, "enter")
    assert "keep it" in shown(page)
    press(page, *["backspace"] * 3)
    write(page, "Grace Hopper the First")
    assert "Grace Hopper" in under_cursor(page)
    press(page, "enter")
    assert desk.changes == [{"name": "Grace Hopper"}]
    press(page, "enter", "x", "escape")
    assert page.settings.name == "Grace Hopper"
    press(page, "enter", *["backspace"] * 12, "enter")
    assert len(desk.changes) == 1 or desk.changes[-1]["name"]


def test_an_address_is_typed_and_what_is_wrong_with_it_is_told() -> None:
    desk = Desk()
    page = desk.go("relay")
    assert "127.0.0.1:8765" in under_cursor(page)
    press(page, "enter")
    write(page, "http://example.org")
    press(page, "enter")
    for size in ((62, 22), (140, 45)):
        assert "is not the address of a relay" in " ".join(shown(page, size).split())
    assert not desk.changes
    press(page, "ctrl+u")
    assert "is not the address" not in shown(page)
    write(page, "wss://example.org/kb/")
    assert before_cursor(page).endswith("wss://example.org/kb/")
    press(page, "enter")
    assert desk.changes == [{"relay": "wss://example.org/kb"}]
    press(page, "enter", "x", "escape")
    assert page.settings.relay == "wss://example.org/kb"
    press(page, "enter", "ctrl+u", "enter")
    assert page.settings.relay == ""


def test_a_command_is_typed_and_a_click_elsewhere_forgets_it() -> None:
    desk = Desk()
    page = desk.go("on_turn")
    assert "none" in under_cursor(page)
    press(page, "enter")
    write(page, 'notify-send "it is my turn"')
    page.do("at-theme")
    assert not desk.changes
    press(desk.go("on_turn"), "enter")
    write(page, "beep")
    press(page, "enter")
    assert desk.changes == [{"on_turn": "beep"}]


def test_everything_as_at_the_beginning_asks_first_and_keeps_the_name() -> None:
    desk = Desk(theme="light", keys={"end": ["x"]}, pace="slow")
    page = desk.go("reset")
    press(page, "enter")
    assert not desk.changes
    assert "again to confirm" in shown(page)
    press(page, "up", "down", "enter")  # looked elsewhere: it asks again
    assert not desk.changes
    press(page, "enter")
    assert page.settings == Settings(name="Ada")


def test_esc_leaves() -> None:
    page = Desk().page
    press(page, "escape")
    assert page.outcome == "back"


def test_a_change_of_language_is_read_at_once() -> None:
    page = Desk().go("language")
    use("de")
    assert "Automatic" not in under_cursor(page)
    assert "Deutsch" in value_name(FIELDS[NAMES.index("language")], "de")
