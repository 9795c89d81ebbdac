"""One table of commands: no key does two things on a screen, own keys win, keys have names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from kbtui.text.i18n import use
from kbtui.text.keys import (
    COMMANDS,
    COUNT,
    FIRST,
    GAME,
    HAND,
    KEYSETS,
    PAGE,
    REPLAY,
    Keys,
    commands_of,
    key_name,
    words,
)

SCREENS = (GAME, REPLAY, PAGE, COUNT)
# The keys of the design, section 8, as the terminal names them.
DESIGNED = {
    "west": "left h a",
    "east": "right l s",
    "north": "up k",
    "south": "down j",
    "north-west": "q",
    "north-east": "w",
    "south-west": "z",
    "south-east": "x",
    "row-start": "home",
    "row-end": "end",
    "page-up": "pageup",
    "page-down": "pagedown",
    "next": "tab",
    "previous": "shift+tab",
    "choose": "enter space",
    **{f"tile-{n}": str(n) for n in range(1, 10)},
    "half-left": "left_square_bracket",
    "half-right": "right_square_bracket",
    "undo": "u backspace ctrl+z",
    "undo-turn": "U",
    "end": "e",
    "back": "escape",
    "goal": "g",
    "seams": "o",
    "last": "m",
    "panel": "p",
    "log": "L",
    "info": "i",
    "zoom-in": "plus_sign",
    "zoom-out": "minus",
    "zoom-auto": "equals_sign",
    "type": "slash",
    "help": "question_mark f1",
    "leave": "ctrl+q",
}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use("en")
    yield
    use("en")


def screens_of(screens: tuple[str, ...]) -> set[str]:
    """What the first game adds is heard on the screen of the game."""
    return {GAME if screen in (FIRST, HAND) else screen for screen in screens}


@pytest.mark.parametrize("keyset", KEYSETS)
@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_does_two_things_on_one_screen(keyset: str, screen: str) -> None:
    keys = Keys(keyset)
    here = [command for command in COMMANDS if screen in screens_of(command.screens)]
    used = Counter(key for command in here for key in keys.of[command.name])
    assert [key for key, count in used.items() if count > 1] == []


@pytest.mark.parametrize("keyset", KEYSETS)
def test_every_command_has_a_key_that_does_it(keyset: str) -> None:
    keys = Keys(keyset)
    for command in COMMANDS:
        assert keys.of[command.name], command.name
        for screen in command.screens:
            for key in keys.of[command.name]:
                assert keys.command(screen, key) == command.name


def test_the_keys_of_the_game_are_those_of_the_design() -> None:
    keys = Keys()
    for command, wanted in DESIGNED.items():
        for key in wanted.split():
            assert keys.command(GAME, key) == command, key


def test_the_roguelike_keys_go_diagonally_and_leave_undo_two_keys() -> None:
    keys = Keys("roguelike")
    for key, command in zip("yubn", ("west", "east"), strict=False):
        assert keys.command(GAME, key) == f"north-{command}"
    assert keys.command(GAME, "b") == "south-west"
    assert keys.command(GAME, "n") == "south-east"
    assert keys.command(GAME, "backspace") == keys.command(GAME, "ctrl+z") == "undo"
    assert keys.command(GAME, "q") is None


def test_own_keys_take_the_place_of_the_usual_ones() -> None:
    keys = Keys(own={"undo": ["y"]})
    assert keys.of["undo"] == ("y",)
    assert keys.command(GAME, "y") == "undo"
    assert keys.command(GAME, "u") is None
    assert keys.name("undo") == "y"


def test_a_key_that_the_player_gave_away_does_nothing_else() -> None:
    keys = Keys(own={"seams": ["enter", "g"]})
    assert keys.command(GAME, "enter") == keys.command(GAME, "g") == "seams"
    assert keys.command(GAME, "space") == "choose"
    assert keys.of["goal"] == ()
    assert keys.name("goal") == keys.names("goal") == ""


def test_own_keys_win_over_the_key_set_too() -> None:
    keys = Keys("roguelike", {"goal": ["u"]})
    assert keys.command(GAME, "u") == "goal"
    assert keys.of["north-east"] == ()


def test_a_key_of_one_screen_stays_free_for_the_others() -> None:
    keys = Keys(own={"rematch": ["u"], "faster": ["e"]})
    assert keys.command(COUNT, "u") == "rematch"
    assert keys.command(REPLAY, "e") == "faster"
    assert keys.command(GAME, "u") == "undo"
    assert keys.command(GAME, "e") == "end"


def test_what_the_first_game_adds_is_heard_beside_the_commands_of_the_game() -> None:
    keys = Keys(own={"tips": ["u"]})
    assert keys.command(FIRST, "u") == "tips"
    assert "u" not in keys.of["undo"]


def test_unknown_commands_and_key_sets_of_a_settings_file_do_no_harm() -> None:
    assert Keys("emacs").of == Keys().of
    assert Keys(own={"teleport": ["u"]}).of == Keys().of
    assert Keys(own={"undo": []}).of == Keys().of


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("enter", "Enter"),
        ("space", "Space"),
        ("escape", "Esc"),
        ("shift+tab", "Shift+Tab"),
        ("ctrl+z", "Ctrl+Z"),
        ("ctrl+shift+z", "Ctrl+Shift+Z"),
        ("shift+left", "Shift+Left"),
        ("question_mark", "?"),
        ("plus_sign", "+"),
        ("left_square_bracket", "["),
        ("f1", "F1"),
        ("f12", "F12"),
        ("f", "f"),
        ("u", "u"),
        ("U", "U"),
        ("7", "7"),
        ("pagedown", "PgDn"),
    ],
)
def test_keys_are_named_as_on_their_caps(key: str, name: str) -> None:
    assert key_name(key) == name


def test_no_usual_key_has_a_name_of_the_program() -> None:
    """Readers of the help have never heard of left_square_bracket."""
    for keyset in KEYSETS:
        for keys in Keys(keyset).of.values():
            for key in keys:
                assert "_" not in key_name(key)


def test_a_cap_is_told_once_though_terminals_name_it_twice() -> None:
    assert Keys().names("zoom-in") == "+"
    assert Keys().names("undo") == "u Backspace Ctrl+Z"


def test_names_of_keys_and_words_of_commands_are_translated() -> None:
    english = {command.name: words(command.name) for command in COMMANDS}
    assert all(english.values())
    use("fr")
    assert key_name("enter") == "Entrée"
    assert words("undo") != english["undo"]


def test_commands_are_listed_by_screen() -> None:
    for screen in SCREENS:
        listed = commands_of(screen)
        assert listed
        assert all(screen in command.screens for command in listed)
