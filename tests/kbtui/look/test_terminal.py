"""What a terminal can show: what its variables say, and what the player overrides."""

from __future__ import annotations

import pytest

from kbtui.disk.settings import FIELDS, Settings
from kbtui.look.terminal import Promised, Terminal, prepare, terminal_of
from kbtui.paint.palette import Mode

TRUE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def shown(environ: dict[str, str], encoding: str = "utf-8", **chosen: str) -> Terminal:
    return terminal_of(environ, Settings(**chosen), encoding)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("environ", "mode", "grey"),
    [
        (TRUE, Mode.TRUE, False),
        ({"TERM": "xterm-256color"}, Mode.C256, False),
        ({"TERM": "xterm"}, Mode.C16, False),
        ({"TERM": "linux"}, Mode.C16, False),
        ({"TERM": "dumb"}, None, False),
        ({"TERM": "vt100"}, None, False),
        ({}, None, False),
        # Greys are colours too: who wants none plays with lines and attributes, as with "none".
        (TRUE | {"NO_COLOR": "1"}, None, False),
        (TRUE | {"NO_COLOR": ""}, Mode.TRUE, False),
        ({"TERM": "dumb", "NO_COLOR": "1"}, None, False),
        ({"WT_SESSION": "x"}, Mode.TRUE, False),
        ({"WT_SESSION": "x", "NO_COLOR": "1"}, None, False),
    ],
)
def test_by_itself_it_shows_what_the_variables_promise(
    environ: dict[str, str], mode: Mode | None, grey: bool
) -> None:
    terminal = shown(environ)
    assert (terminal.mode, terminal.grey) == (mode, grey)
    assert terminal.has_colour == (mode is not None and not grey)


@pytest.mark.parametrize(
    ("color", "mode", "grey"),
    [
        ("true", Mode.TRUE, False),
        ("256", Mode.C256, False),
        ("16", Mode.C16, False),
        ("none", None, False),
    ],
)
@pytest.mark.parametrize("environ", [TRUE, {"TERM": "dumb"}, TRUE | {"NO_COLOR": "1"}])
def test_the_player_overrules_the_variables(
    environ: dict[str, str], color: str, mode: Mode | None, grey: bool
) -> None:
    terminal = shown(environ, color=color)
    assert (terminal.mode, terminal.grey) == (mode, grey)


def test_grey_needs_shades() -> None:
    assert shown(TRUE, color="grey")[:2] == (Mode.TRUE, True)
    assert shown({"TERM": "dumb"}, color="grey")[:2] == (Mode.C256, True)


@pytest.mark.parametrize(
    ("environ", "encoding", "symbols", "unicode"),
    [
        (TRUE, "utf-8", "auto", True),
        (TRUE, "UTF-8", "auto", True),
        (TRUE, "ISO-8859-1", "auto", False),
        (TRUE, "ascii", "auto", False),
        ({"TERM": "linux"}, "utf-8", "auto", False),
        ({"TERM": "linux"}, "utf-8", "unicode", True),
        (TRUE, "utf-8", "ascii", False),
        # Python speaks UTF-8 in the locale C, and says so in LC_CTYPE; the player has asked for C.
        (TRUE | {"LC_ALL": "C"}, "utf-8", "auto", False),
        (TRUE | {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "utf-8", "auto", False),
        (TRUE | {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", "auto", False),
        (TRUE | {"LC_ALL": "C"}, "utf-8", "unicode", True),
        (TRUE | {"LC_CTYPE": "C.UTF-8"}, "utf-8", "auto", True),  # no locale is named at all
        (TRUE | {"LANG": "C.UTF-8"}, "utf-8", "auto", True),
        (TRUE | {"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, "utf-8", "auto", True),
        (TRUE | {"LANG": "C", "LC_ALL": "fr_FR.UTF-8"}, "utf-8", "auto", True),
    ],
)
def test_symbols_follow_encoding_console_and_player(
    environ: dict[str, str], encoding: str, symbols: str, unicode: bool
) -> None:
    assert shown(environ, encoding, symbols=symbols).unicode == unicode


def test_other_settings_are_judged_by_the_same_promises() -> None:
    environ = TRUE | {"NO_COLOR": "1"}
    terminal = shown(environ)
    assert terminal.promised == Promised(None, True)
    prepare(environ)  # takes NO_COLOR away, which must not count now
    assert terminal.under(Settings(color="16"))[:3] == (Mode.C16, False, True)
    assert terminal.under(Settings()) == terminal
    assert not terminal.under(Settings(symbols="ascii")).unicode


def test_the_screen_library_leaves_all_colours_to_us() -> None:
    environ = {"NO_COLOR": "1", "TERM": "xterm"}
    prepare(environ)
    assert environ == {"TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM": "xterm"}


def test_every_choice_of_colours_is_known_here() -> None:
    (field,) = (field for field in FIELDS if field.name == "color")
    for choice in field.choices:
        assert shown(TRUE, color=str(choice)) is not None
