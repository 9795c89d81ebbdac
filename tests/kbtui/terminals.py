"""Enough of a terminal to know what a player sees of the bytes that a program writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

_SEQUENCE: Final = re.compile(
    r"\x1b(?:\[(?P<mark>[<=>?]?)(?P<values>[0-9;:]*)(?P<space>[ -/]*)(?P<end>[@-~])"
    r"|[\]P][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles and other strings: nothing to see
    r"|[()][A-Z0-9]|[=>78cM])"
)


class Cell(NamedTuple):
    """A character, its colours (empty: the terminal's own) and its attributes."""

    char: str = " "
    fore: str = ""
    back: str = ""
    flags: frozenset[int] = frozenset()

    @property
    def seen(self) -> Cell:
        """The same for the eye: blocks can be drawn in two ways, a blank has no foreground."""
        char, fore, back, flags = self
        if char in _TURNED and 7 not in flags:
            char, fore, back = _TURNED[char], back, fore
        if char == " " and not flags & _DRAWN:
            fore, flags = "", frozenset()
        elif char in _HALVES and fore == back:
            char, fore = " ", ""
        return Cell(char, fore, back, flags)


_TURNED: Final = {"█": " ", "▄": "▀", "▐": "▌"}
_HALVES: Final = "▀▌"
_DRAWN: Final = frozenset({4, 7, 9})  # attributes that show on a blank
_OFF: Final = {22: {1, 2}, 23: {3}, 24: {4}, 25: {5}, 27: {7}, 29: {9}}


class Terminal:
    """A grid of cells that understands what the program writes."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = columns, rows
        self.cells = _blank(columns, rows)
        self.x = self.y = 0
        self.modes: set[int] = {7, 25}  # private modes that are on: wrap, cursor, mouse, ...
        self.colours: set[str] = set()  # all that were ever set
        self._pen = Cell()
        self._left = ""  # the beginning of a sequence that has not come whole

    # What a player sees

    @property
    def picture(self) -> list[list[Cell]]:
        return [[cell.seen for cell in row] for row in self.cells]

    def differs(self, picture: list[list[Cell]]) -> str:
        """The first cell that is not as in the picture; empty if there is none."""
        for y, (now, before) in enumerate(zip(self.picture, picture, strict=True)):
            for x, pair in enumerate(zip(now, before, strict=True)):
                if pair[0] != pair[1]:
                    return f"column {x} of row {y}: {pair[0]}, not {pair[1]}"
        return ""

    @property
    def lines(self) -> list[str]:
        return ["".join(cell.seen.char for cell in row).rstrip() for row in self.cells]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def has_cursor(self) -> bool:
        return _CURSOR in self.modes

    @property
    def is_alternate(self) -> bool:
        return _ALTERNATE in self.modes

    @property
    def is_painting(self) -> bool:
        return _TOGETHER in self.modes

    def resize(self, columns: int, rows: int) -> None:
        """What does not fit any more is lost, as on most terminals."""
        old, self.size = self.cells, (columns, rows)
        self.cells = _blank(columns, rows)
        for new, row in zip(self.cells, old, strict=False):
            new[: len(row)] = row[:columns]
        self.x, self.y = min(self.x, columns - 1), min(self.y, rows - 1)

    # What the program writes

    def feed(self, text: str) -> None:
        text, self._left = self._left + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            found = _SEQUENCE.match(text, at)
            if found is None:
                assert len(text) - at < _LONGEST, f"not understood: {text[at : at + 40]!r}"
                self._left = text[at:]
                return
            at = found.end()
            if found["end"]:
                self._obey(found["mark"], found["values"], found["end"])

    def _put(self, char: str) -> None:
        columns, rows = self.size
        if char == "\r":
            self.x = 0
        elif char == "\n":
            self.y = min(self.y + 1, rows - 1)
        elif char == "\b":
            self.x = max(min(self.x, columns - 1) - 1, 0)
        elif char >= " ":
            self.cells[self.y][min(self.x, columns - 1)] = self._pen._replace(char=char)
            self.x = min(self.x + 1, columns)

    def _obey(self, mark: str, values: str, end: str) -> None:
        if mark == "?" and end in "hl":
            self._switch({int(value) for value in values.split(";")}, end == "h")
            return
        numbers = [int(value or 0) for value in re.split("[;:]", values)]
        if not mark and end in _STEPS:
            across, down = _STEPS[end]
            self._go(self.x + across * (numbers[0] or 1), self.y + down * (numbers[0] or 1))
        elif not mark and end in _ORDERS:
            _ORDERS[end](self, numbers)
        else:
            assert mark or end in _IGNORED, f"not understood: CSI {mark}{values}{end}"

    def _switch(self, modes: set[int], is_on: bool) -> None:
        if _ALTERNATE in modes:
            self.cells = _blank(*self.size)
        self.modes = self.modes | modes if is_on else self.modes - modes

    def _dress(self, values: list[int]) -> None:
        while values:
            first, *values = values
            if first in (38, 48):
                size = 4 if values[0] == 2 else 2
                colour = ";".join(map(str, [first, *values[:size]]))
                values = values[size:]
            else:
                colour = str(first)
            self._set(first, colour)

    def _set(self, code: int, colour: str) -> None:
        pen = self._pen
        if code == 0:
            self._pen = Cell()
        elif code < 10:
            self._pen = pen._replace(flags=pen.flags | {code})
        elif code in _OFF:
            self._pen = pen._replace(flags=pen.flags - _OFF[code])
        elif code in (39, 49):
            self._pen = pen._replace(fore="") if code == 39 else pen._replace(back="")
        else:
            assert 30 <= code <= 48 or 90 <= code <= 107, code
            is_back = 40 <= code <= 48 or code >= 100
            number = code % 10 + 8 * (code >= 90)
            value = colour[3:] if number == 8 else str(number)
            self._pen = pen._replace(back=value) if is_back else pen._replace(fore=value)
            self.colours.add(colour)

    def _go(self, x: int, y: int) -> None:
        columns, rows = self.size
        self.x, self.y = min(max(x, 0), columns - 1), min(max(y, 0), rows - 1)

    def _go_to(self, values: list[int]) -> None:
        row, column = (*values, 1)[:2]
        self._go(column - 1, row - 1)

    def _erase(self, values: list[int]) -> None:
        assert values[0] in (2, 3), values
        self.cells = _blank(*self.size)


_CURSOR: Final = 25
_ALTERNATE: Final = 1049
_TOGETHER: Final = 2026  # what is written now belongs to one paint
_LONGEST: Final = 4096  # characters of a sequence
_STEPS: Final = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}
_ORDERS: Final[dict[str, Callable[[Terminal, list[int]], None]]] = {
    "H": Terminal._go_to,
    "J": Terminal._erase,
    "m": Terminal._dress,
}
_IGNORED: Final = "tnqu"  # titles, questions, shapes of the cursor


def _blank(columns: int, rows: int) -> list[list[Cell]]:
    return [[Cell()] * columns for _ in range(rows)]
