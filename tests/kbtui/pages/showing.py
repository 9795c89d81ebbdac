"""Pages without a screen: what they show at every size and in every look, and how to use them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

import pytest

from kbtui.disk.settings import Settings
from kbtui.games.kit import tones
from kbtui.look.look import Look
from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.palette import Mode
from kbtui.paint.runs import Line, length, plain
from kbtui.text.keys import Keys
from kbtui.text.page import Page

P = TypeVar("P", bound=Page)

SIZES: Final = ((62, 22), (80, 24), (100, 34), (140, 45), (200, 60))
_PROMISED: Final = Promised(Mode.TRUE, True)
LOOKS: Final = {
    "colour": Settings(),
    "256": Settings(color="256"),
    "16": Settings(color="16"),
    "light": Settings(theme="light"),
    "grey": Settings(color="grey"),
    "outline": Settings(look="outline"),
    "ascii": Settings(symbols="ascii"),
    "plain": Settings(color="none", symbols="ascii"),
    "none": Settings(color="none"),
}
EVERYWHERE: Final = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
EVERY_LOOK: Final = pytest.mark.parametrize("look", LOOKS)


@cache
def look_of(name: str = "colour") -> Look:
    return Look(LOOKS[name], Terminal(Mode.TRUE, False, True, _PROMISED), tones)


def dressed(page: P, look: str = "colour") -> P:
    """As a screen does it."""
    page.look, page.keys = look_of(look), Keys()
    return page


def shown(page: Page, size: tuple[int, int] = (80, 24)) -> str:
    """What can be read on the page, after a check that it fits and can be drawn."""
    columns, rows = size
    lines = page.lines(columns, rows)
    assert len(lines) <= rows
    for row in lines:
        assert length(row) <= columns, plain(row)
        for run in row:
            page.look.theme.ink(run.tone)
    place = page.cursor()
    assert place is None or (0 <= place[0] < columns and 0 <= place[1] < rows)
    return "\n".join(map(plain, lines))


def acts(lines: Sequence[Line]) -> Iterator[str]:
    """Everything that can be clicked."""
    for row in lines:
        yield from (run.act for run in row if run.act and run.text.strip())


def press(page: Page, *keys: str) -> None:
    """Keys as a screen hands them on."""
    for key in keys:
        character = key if len(key) == 1 else " " if key == "space" else None
        if not page.type(key, character):
            command = page.keys.command("page", key)
            if command is not None:
                page.do(command)


def write(page: Page, text: str) -> None:
    for letter in text:
        page.type("space" if letter == " " else letter, letter)


def under_cursor(page: Page, size: tuple[int, int] = (80, 24)) -> str:
    """The line of the terminal's cursor."""
    lines = page.lines(*size)
    place = page.cursor()
    assert place is not None
    return plain(lines[place[1]])


def before_cursor(page: Page, size: tuple[int, int] = (80, 24)) -> str:
    """The same line up to the cursor."""
    text = under_cursor(page, size)
    place = page.cursor()
    assert place is not None
    return text[: place[0]]
