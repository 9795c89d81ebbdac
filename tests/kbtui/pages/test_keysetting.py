"""The key settings: any command takes any key, and the player is told which command loses one."""

from __future__ import annotations

from typing import Any

import pytest

from kbtui.disk.settings import Settings
from kbtui.pages.keysetting import ORDER, KeysPage, bound, group, label, rivals
from kbtui.pages.settings import SettingsPage
from kbtui.text.keys import COMMANDS, GAME, PAGE, Command, Keys
from tests.kbtui.pages.showing import EVERY_LOOK, EVERYWHERE, dressed, press, shown, under_cursor


class Desk:
    def __init__(self, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.page = dressed(KeysPage(self.settings, self._apply))
        self.page.keys = Keys(self.settings.keyset, self.settings.keys)

    def _apply(self, **changes: Any) -> None:
        self.settings = Settings(keyset=self.settings.keyset, **changes)
        self.page.keys = Keys(self.settings.keyset, self.settings.keys)

    def go(self, name: str) -> KeysPage:
        index = [command.name for command in ORDER].index(name)
        press(self.page, "home", *["down"] * index)
        assert self.page.command.name == name
        return self.page


def command(name: str) -> Command:
    return next(each for each in COMMANDS if each.name == name)


@EVERY_LOOK
def test_it_can_be_read_in_every_look(look: str) -> None:
    page = dressed(KeysPage(Settings(keys={"undo": ["b"]}), lambda **_: None), look)
    assert "undo" in shown(page, (62, 22))
    press(page, "enter")
    assert "Press the key" in shown(page)


@pytest.mark.slow
@EVERYWHERE
def test_every_command_is_listed_with_its_keys(size: tuple[int, int]) -> None:
    page = dressed(KeysPage(Settings(), lambda **_: None))
    for each in ORDER:
        shown(page, size)
        assert page.command is each
        here = under_cursor(page, size)
        assert label(each)[:20] in here
        assert page.keys.name(each.name) in here
        press(page, "down")


def test_every_command_is_there_once_and_has_a_label_of_its_own_in_its_group() -> None:
    assert sorted(ORDER) == sorted(COMMANDS)
    assert len({(group(each), label(each)) for each in ORDER}) == len(ORDER)


def test_a_key_is_bound_and_comes_first() -> None:
    desk = Desk()
    page = desk.go("undo")
    press(page, "enter")
    assert "Press the key for: undo." in shown(page)
    press(page, "b")
    assert desk.settings.keys == {"undo": ["b", "u", "backspace", "ctrl+z"]}
    keys = Keys("standard", desk.settings.keys)
    assert keys.command(GAME, "b") == keys.command(GAME, "u") == "undo"
    assert "your own" in under_cursor(page)


def test_escape_leaves_the_keys_as_they_are() -> None:
    desk = Desk()
    press(desk.go("undo"), "enter", "escape")
    assert not desk.settings.keys
    assert desk.page.outcome is None


@pytest.mark.parametrize("key", ["backspace", "delete"])
def test_a_command_gets_its_usual_keys_back(key: str) -> None:
    desk = Desk(keys={"undo": ["b"], "end": ["f"]})
    press(desk.go("undo"), key)
    assert desk.settings.keys == {"end": ["f"]}


def test_a_conflict_on_the_same_screen_is_said() -> None:
    desk = Desk()
    page = desk.go("undo")
    press(page, "enter", "e")
    told = shown(page)
    assert "e is no longer a key for: end turn." in told
    assert "That command has no key now." in told
    keys = Keys("standard", desk.settings.keys)
    assert keys.command(GAME, "e") == "undo"
    assert not keys.of["end"]
    assert page.type("x", "x"), "another paint is due, for what is said goes"
    assert "no longer" not in shown(page)


def test_a_key_of_another_command_of_ones_own_is_taken_from_it() -> None:
    own = bound({"end": ["x", "f"]}, "standard", command("undo"), "x")
    assert own["end"] == ["f"]
    own = bound({"end": ["x"]}, "standard", command("undo"), "x")
    assert "end" not in own
    assert Keys("standard", own).of["end"] == ("e",)


def test_commands_of_different_screens_may_share_a_key() -> None:
    alone = Command("here", ("x",), "", (PAGE,))
    assert rivals(alone, "e", Keys()) == []
    assert [each.name for each in rivals(command("tips"), "e", Keys())] == ["end"]


def test_whatever_is_bound_the_page_can_be_used() -> None:
    desk = Desk()
    for name, key in (("seams", "enter"), ("goal", "space"), ("info", "down"), ("log", "escape")):
        desk.settings = Settings(keys=bound(desk.settings.keys, "standard", command(name), key))
    page = dressed(KeysPage(desk.settings, desk._apply))
    page.keys = Keys("standard", desk.settings.keys)
    press(page, "down", "enter", "b")
    assert page.own["next"][0] == "b"
    press(page, "escape")
    assert page.outcome == "back"


def test_the_page_is_part_of_the_options() -> None:
    kept: dict[str, Any] = {}
    page = dressed(SettingsPage(Settings(), lambda **changes: kept.update(changes)))
    page.do("at-keys")
    assert "defaults" in under_cursor(page)
    press(page, "enter")
    assert "Keys" in shown(page).splitlines()[0]
    press(page, "enter", "b")
    assert kept["keys"]["choose"][0] == "b"
    press(page, "escape")
    assert page.outcome is None
    assert "Settings" in shown(page).splitlines()[0]
    assert "1 command changed" in shown(page)


def test_clicks() -> None:
    desk = Desk()
    page = desk.page
    page.do("key-3")
    assert page.command is ORDER[3]
    assert "Press the key" not in shown(page)
    page.do("key-3")
    assert "Press the key" in shown(page)
