"""Which regions a window of a given size gets: numbers in, rectangles out."""

from typing import Final, NamedTuple

LEAST: Final = (62, 22)  # columns and rows below which nothing can be played
SIDE_FROM: Final = 80  # columns from which there is a side column
_WIDE_FROM: Final = 100  # columns from which prompt and hex share a line
_LOG_ROWS: Final = 4  # fewer are not worth a log below the board
_NARROWEST: Final = 17  # columns of the side column
NORMAL: Final = 30  # columns from which the side column is not narrow
_BESIDE_HAND: Final = 50  # the same beside a board with a hand below it, as low as that is
DOUBLE: Final = 72  # columns from which it is two columns
RULER: Final = (3, 1)  # columns and rows of the coordinates at the left and above the board


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    @property
    def is_empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


_NONE: Final = Box(0, 0, 0, 0)


class Layout(NamedTuple):
    title: Box
    board: Box
    side: Box  # with a blank column at its left; empty if the window is too narrow for it
    log: Box  # empty if there is no room below the board
    prompt: Box  # one line with the hex at its right end, or two lines
    hints: Box
    has_ruler: bool = False  # coordinates at the edge of the board, which its box then includes
    hand: Box = _NONE  # what a player holds, below the board; only where a game has a place for it

    @property
    def has_two_prompts(self) -> bool:
        return self.prompt.height > 1

    @property
    def has_wide_side(self) -> bool:
        """Whether the side column has room for a sheet."""
        return self.side.width > (NORMAL if self.hand.is_empty else _BESIDE_HAND)

    @property
    def sheet(self) -> Box:
        """Where help, log and panels lie: in the side column, or over the board. A hand below it
        is covered too, as a whole."""
        if self.has_wide_side:
            more = self.log.height if self.log.x == self.side.x else 0  # a log that continues it
            return self.side._replace(height=self.side.height + more)
        wide = self.board.width if self.hand.is_empty else self.title.width
        return self.board._replace(width=wide, height=self.prompt.y - self.board.y)

    @property
    def shows_log(self) -> bool:
        """Whether the log is in sight: in a place of its own, or in a side column that is wide."""
        return not self.log.is_empty or (self.hand.is_empty and self.side.width > NORMAL)


def fits(columns: int, rows: int) -> bool:
    return columns >= LEAST[0] and rows >= LEAST[1]


def layout(columns: int, rows: int, board_size: tuple[int, int]) -> Layout:
    """The regions for a board of that size; what does not fit of it is scrolled."""
    bottom = 2 if columns >= _WIDE_FROM else 3
    high = rows - 1 - bottom
    wide, tall = board_size
    has_side = columns >= SIDE_FROM
    room = columns - _NARROWEST - 1 if has_side else columns
    across, down = min(wide, room) if has_side else columns, min(tall, high)
    ruler = (
        has_side and (across, down) == board_size and _has_spare(columns - across - 1, high - down)
    )
    if ruler:
        across, down = across + RULER[0], down + RULER[1]
    log = _NONE
    if high - down >= _LOG_ROWS and columns - across - 1 < DOUBLE:  # else it has room beside it
        log = Box(0, 1 + down, across, high - down)
    # What is left over beside or below the board belongs to it: every cell is painted by somebody.
    board = Box(0, 1, across, high - log.height)
    side = Box(across, 1, columns - across, high) if has_side else _NONE
    return Layout(
        Box(0, 0, columns, 1),
        board,
        side,
        log,
        Box(0, rows - bottom, columns, bottom - 1),
        Box(0, rows - 1, columns, 1),
        ruler,
    )


def _has_spare(side: int, below: int) -> bool:
    """Whether coordinates take nothing from the text of the side column, nor the log."""
    left = side - RULER[0]
    forms = (_NARROWEST, NORMAL, DOUBLE)
    keeps_form = left >= _NARROWEST and all((side >= form) == (left >= form) for form in forms)
    keeps_log = (below >= _LOG_ROWS) == (below - RULER[1] >= _LOG_ROWS)
    return keeps_form and keeps_log and below >= RULER[1]
