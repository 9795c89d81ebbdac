"""Text cells with colors, and how they are joined into runs before they are written.

A terminal needs a whole color sequence for each run, so fewer runs mean fewer bytes. A run has one
foreground and one background: blanks join any foreground, and where half blocks are allowed, a run
of two colors holds blanks and halves of both.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kbtui.paint.colors import Rgb
from kbtui.paint.palette import INDICES, Mode

BOLD: Final = 1
UNDERLINE: Final = 2
DIM: Final = 4
REVERSE: Final = 8
STRIKE: Final = 16
_DRAWN: Final = UNDERLINE | REVERSE | STRIKE  # those that show on a blank
_CODES: Final = ((BOLD, "1"), (DIM, "2"), (UNDERLINE, "4"), (REVERSE, "7"), (STRIKE, "9"))

_FULL: Final = "█"
_TURNED: Final = {"▀": "▄", "▄": "▀", "▌": "▐", "▐": "▌"}  # the same with both colors swapped


class Cell(NamedTuple):
    char: str
    foreground: Rgb | None  # None: what the terminal has
    background: Rgb | None
    flags: int = 0  # BOLD, UNDERLINE ... or several of them


Cells = Sequence[Sequence[Cell]]


class Halves(dict[tuple[Rgb, Rgb], Cell]):
    """The cell for the colors of two halves, created when first needed."""

    def __init__(self, block: str) -> None:
        self.block = block  # empty where there are none: then the first half stands for both

    def __missing__(self, pair: tuple[Rgb, Rgb]) -> Cell:
        one, two = pair
        is_flat = one == two or not self.block
        made = self[pair] = Cell(" ", one, one) if is_flat else Cell(self.block, one, two)
        return made


class Run(NamedTuple):
    text: str
    foreground: Rgb | None  # None also where only blanks are
    background: Rgb | None
    flags: int


class _Brush:
    """The run in the making."""

    def __init__(self, cell: Cell) -> None:
        self.background = cell.background
        # While bare, there are only blanks: any foreground can be adopted.
        self.is_bare = cell.char == " " and not cell.flags & _DRAWN
        self.foreground, self.flags = (None, 0) if self.is_bare else (cell.foreground, cell.flags)
        self.text = cell.char

    def takes(self, cell: Cell, blocks: bool) -> bool:
        """Write the cell in this style too, if that can be done."""
        char, foreground, background, flags = cell
        if char == " " and not flags & _DRAWN:
            return self._takes_blank(background, blocks)
        if char in _TURNED and not flags:
            return self._takes_block(cell)
        if background != self.background:
            return False
        if self.is_bare and not flags & _DRAWN:
            self.foreground, self.flags, self.is_bare = foreground, flags, False
        if self.is_bare or (self.foreground, self.flags) != (foreground, flags):
            return False
        self.text += char
        return True

    def _takes_blank(self, colour: Rgb | None, blocks: bool) -> bool:
        if self.flags & _DRAWN:
            return False
        if colour == self.background:
            self.text += " "
            return True
        if not blocks or self.flags or not (self.is_bare or colour == self.foreground):
            return False
        self.foreground, self.is_bare = colour, False
        self.text += _FULL
        return True

    def _takes_block(self, cell: Cell) -> bool:
        char, one, other, _ = cell
        if self.flags:
            return False
        if self.background == one:
            char, one, other = _TURNED[char], other, one
        if self.background != other or not (self.is_bare or self.foreground == one):
            return False
        self.foreground, self.is_bare = one, False
        self.text += char
        return True

    @property
    def run(self) -> Run:
        return Run(self.text, self.foreground, self.background, self.flags)


def runs(row: Sequence[Cell]) -> Iterator[Run]:
    """The cells of a row in as few styles as can be. Blocks come in only where there are some."""
    if not row:
        return
    blocks = any(cell.char in _TURNED for cell in row)
    brush = _Brush(row[0])
    for cell in row[1:]:
        if not brush.takes(cell, blocks):
            yield brush.run
            brush = _Brush(cell)
    yield brush.run


def ansi_lines(cells: Cells, mode: Mode) -> list[str]:
    """The cells for a terminal: one color sequence per run, a reset at the end."""
    return [
        "".join(f"\x1b[{codes(run, mode)}m{run.text}" for run in runs(row)) + "\x1b[0m"
        for row in cells
    ]


def codes(run: Run, mode: Mode) -> str:
    """What is between the brackets of a sequence that sets this style and nothing else."""
    found = ["0"]  # nothing of the run before stays
    found += [code for flag, code in _CODES if run.flags & flag]
    planes = ((run.foreground, 30), (run.background, 40))
    return ";".join([*found, *(_colour(rgb, mode, plane) for rgb, plane in planes if rgb)])


def _colour(rgb: Rgb, mode: Mode, plane: int) -> str:
    """``plane`` is 30 for the foreground, 40 for the background."""
    if mode is Mode.TRUE:
        return f"{plane + 8};2;{rgb[0]};{rgb[1]};{rgb[2]}"
    index = INDICES[mode][rgb]
    if mode is not Mode.C16:
        return f"{plane + 8};5;{index}"
    return str(plane + index if index < 8 else plane + 60 + index - 8)
