"""From settings and terminal to palette, symbols and boards."""

from __future__ import annotations

import pytest

from kbtui.disk.settings import Settings
from kbtui.games.kingdom.board.art import appearance, board_size, zoom_of, zooms
from kbtui.games.kingdom.board.symbols import MarkStyle
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.look.look import Look
from kbtui.look.terminal import terminal_of
from kbtui.paint.glyphs import ASCII, UNICODE
from kbtui.paint.palette import Mode
from kbtui.paint.palette import Theme as Shade

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def look(environ: dict[str, str] | None = None, encoding: str = "utf-8", **chosen: object) -> Look:
    settings = Settings(**chosen)  # type: ignore[arg-type]
    return Look(settings, terminal_of(environ or RICH, settings, encoding))


def test_a_rich_terminal() -> None:
    found = look()
    assert (found.mode, found.shade, found.signs) == (Mode.TRUE, Shade.DARK, UNICODE)
    board = appearance(found, Zoom.L)
    assert (board.zoom, board.mode, board.unicode, board.shading) == (
        Zoom.L,
        Mode.TRUE,
        True,
        True,
    )
    assert not board.is_outline
    assert zooms(found) == [*Zoom]
    assert board_size(found, Zoom.XL) == (123, 51)


@pytest.mark.parametrize(
    ("environ", "mode"),
    [
        ({"TERM": "xterm-256color"}, Mode.C256),
        ({"TERM": "xterm"}, Mode.C16),
        ({"TERM": "dumb"}, None),
        ({**RICH, "NO_COLOR": "1"}, None),
    ],
)
def test_colours_follow_the_terminal(environ: dict[str, str], mode: Mode | None) -> None:
    found = look(environ)
    assert found.mode is mode
    assert (found.theme.palette is None) == (mode is None)
    assert found.is_outline == (mode is None)


def test_the_settings_win() -> None:
    found = look(theme="light", color="256", symbols="ascii", marks="number", strength="strong")
    assert (found.mode, found.shade, found.signs) == (Mode.C256, Shade.LIGHT, ASCII)
    board = appearance(found, Zoom.M)
    assert (board.unicode, board.strong, board.marks) == (False, True, MarkStyle.NUMBER)
    assert not appearance(look(shading=False), Zoom.M).shading
    assert not appearance(look(saver=True), Zoom.M).shading


def test_the_outline_look_has_two_sizes() -> None:
    found = look(look="outline")
    assert zooms(found) == [Zoom.S, Zoom.M_PLUS]
    assert (board_size(found, Zoom.S), board_size(found, Zoom.M_PLUS)) == ((62, 20), (83, 41))
    assert appearance(found, Zoom.S).is_outline


def test_the_zoom_of_the_settings() -> None:
    assert zoom_of(look()) is None
    assert zoom_of(look(zoom="M+")) is Zoom.M_PLUS
    assert zoom_of(look(zoom="XL")) is Zoom.XL
    assert zoom_of(look(zoom="XL", look="outline")) is None  # it has none of that size
    assert zoom_of(look(zoom="S", look="outline")) is Zoom.S


def test_without_utf_8_there_are_only_plain_signs() -> None:
    found = look(encoding="latin-1")
    assert found.signs is ASCII
    assert not appearance(found, Zoom.S).unicode
