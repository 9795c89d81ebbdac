"""What is sent to terminals of every kind: colors, characters, and where the cursor is."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kingdom.ground.hexes import parse_hex
from kbtui.games.kingdom.board.zoom import Zoom, tables
from kbtui.text.layout import RULER
from tests.kbtui.programs import Program

pytestmark = pytest.mark.slow

NEW = ("new", "--seed", "looks", "--bots", "random", "--name", "Ann")
TURN = "your turn"
SIXTEEN = {str(code) for code in (*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108))}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "settings.toml").write_text('pace = "off"\n', "utf-8")
    return tmp_path


def colours(home: Path, **variables: str) -> set[str]:
    """All colours that are sent while a turn begins."""
    with Program(home, *NEW, variables=variables) as kb:
        kb.until(TURN)
        kb.press("tab", "enter")
        kb.until("build 2 more")
        return kb.terminal.colours


def test_true_colour(home: Path) -> None:
    assert {code[:5] for code in colours(home)} == {"38;2;", "48;2;"}


def test_256_colours(home: Path) -> None:
    found = colours(home, COLORTERM="")
    assert {code[:5] for code in found} <= {"38;5;", "48;5;"} | {code[:5] for code in SIXTEEN}
    assert any(code.startswith("48;5;") for code in found)


def test_16_colours(home: Path) -> None:
    found = colours(home, COLORTERM="", TERM="xterm")
    assert found <= SIXTEEN
    assert len(found) > 10


@pytest.mark.parametrize("term", ["xterm-256color", "vt100"])
def test_who_wants_no_colour_gets_none(home: Path, term: str) -> None:
    assert colours(home, NO_COLOR="1", TERM=term) == set()


def test_a_terminal_without_colour_gets_no_colour_sequence(home: Path) -> None:
    assert colours(home, COLORTERM="", TERM="vt100") == set()


def test_colours_can_be_chosen_in_a_window_that_began_without(home: Path) -> None:
    (home / "settings.toml").write_text('color = "none"\n', "utf-8")
    with Program(home) as kb:
        kb.until("Play now")
        kb.press("s")
        kb.until("< no colors >")
        assert kb.terminal.colours == set()
        kb.press("down", "left")
        kb.until("< grays only >")
        kb.press("left", "left")
        kb.until("< 256 >")
        assert any(code.startswith("48;5;") for code in kb.terminal.colours)


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "LANG": "", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C"},
        {"LANG": "C"},
    ],
)
@pytest.mark.parametrize("term", ["xterm-256color", "vt100"])
def test_a_locale_without_utf_8_gets_ascii_only(
    home: Path, term: str, variables: dict[str, str]
) -> None:
    with Program(home, *NEW, variables={"TERM": term, **variables}) as kb:
        kb.until(TURN)
        kb.press("tab", "enter")
        kb.until("build 2 more")
        kb.press("?")
        kb.until("KEYS")
        assert kb.written.isascii()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_cursor_of_the_terminal_is_on_the_hex(home: Path, size: tuple[int, int]) -> None:
    zoom, (left, top) = (Zoom.S, (0, 0)) if size == (80, 24) else (Zoom.M, RULER)
    with Program(home, *NEW, size=size) as kb:
        kb.until(TURN)
        for name in ("c3", "q17", "t20", "a1"):
            kb.press("/", f"go {name}", "enter")
            kb.until(f" {name.upper()} ")
            spot = tables(zoom).spots[parse_hex(name)]
            assert kb.terminal.y == spot.y + 1 + top
            assert spot.x <= kb.terminal.x - left < spot.x + spot.columns
            assert kb.terminal.has_cursor


def test_the_cursor_can_be_hidden(home: Path) -> None:
    (home / "settings.toml").write_text('pace = "off"\ncursor = false\n', "utf-8")
    with Program(home, *NEW) as kb:
        kb.until(TURN)
        kb.press("left")
        kb.until(lambda: not kb.terminal.is_painting)
        assert not kb.terminal.has_cursor
