"""A painted board as lines: the size that the zoom says, with its own colors."""

from __future__ import annotations

import pytest

from kbtui.disk.settings import Settings
from kbtui.games.kingdom.board.art import board_lines
from kbtui.games.kingdom.board.grounds import tones
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.look.look import Look
from kbtui.look.terminal import terminal_of
from kbtui.paint.runs import length, plain
from tests.helpers import position

RICH = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


def look(environ: dict[str, str], encoding: str = "utf-8", **chosen: str) -> Look:
    settings = Settings(**chosen)  # type: ignore[arg-type]
    return Look(settings, terminal_of(environ, settings, encoding), tones)


@pytest.mark.parametrize("zoom", Zoom)
def test_every_line_is_as_wide_as_the_board(zoom: Zoom) -> None:
    rows = board_lines(position(settlements=["g7", "k3"]), look(RICH), zoom)
    assert len(rows) == zoom.rows
    assert {length(row) for row in rows} == {zoom.columns}


def test_the_colours_are_those_of_the_board() -> None:
    found = look(RICH)
    rows = board_lines(position(settlements=["g7"]), found)
    grounds = {run.tone.ground for row in rows for run in row}
    assert found.theme.palette is not None
    assert found.theme.palette.seats[0] in grounds | {run.tone.ink for row in rows for run in row}
    for row in rows:
        for run in row:
            found.theme.ink(run.tone)  # every tone can be drawn


def test_without_colour_and_without_unicode() -> None:
    found = look({"TERM": "dumb"}, "ascii")
    rows = board_lines(position(settlements=["g7"]), found)
    assert "".join(map(plain, rows)).isascii()
    assert "(1)" in plain(rows[6])
    assert all(found.theme.ink(run.tone)[:2] == (None, None) for row in rows for run in row)
