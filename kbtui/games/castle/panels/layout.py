"""Which regions a window gets: a castle, the side column beside it, the hand and the log below.

The hand is as high as its tiles; what is left above it are levels of the castle.
"""

from __future__ import annotations

from typing import Final

from kbtui.games.castle.board.zoom import HANDS, Zoom
from kbtui.games.castle.board.zoom import zoom_beside_panels as best
from kbtui.text.layout import Box, Layout

_WIDE_FROM: Final = 100  # columns from which prompt and cell share a line
_HEADED_FROM: Final = 100  # columns from which rack and market have headings
_LOG_FROM: Final = 120  # columns from which there is a log beside the hand, and a loop of a track
_TILES: Final = 10  # in a full hand
_GAPS: Final = 4  # columns around rack and market
_LEAST_SIDE: Final = 13  # columns
_LEAST_LOG: Final = 20
_SIDE_ROWS: Final = (25, 31)  # the loop with three other castles, as small as can be or larger
_LOG_ROWS: Final = (6, 7)  # fewer below them are not worth a log there; what is wanted at least


def _bottom(columns: int) -> int:
    """Rows of prompt and hints."""
    return 2 if columns >= _WIDE_FROM else 3


def hand_zoom(columns: int, rows: int) -> Zoom:
    """How large tiles in the hand are in such a window, whatever the zoom of the castle."""
    return HANDS[best(columns, rows)[0]]


def hand_rows(columns: int, rows: int) -> int:
    """Rows of the hand: a heading or the track, or both; tiles; keys."""
    above = (columns >= _HEADED_FROM) + (columns < _LOG_FROM)
    return above + hand_zoom(columns, rows).tile_rows + 1


def size(zoom: Zoom, columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows of the large castle: as many levels as there is room for."""
    room = rows - 1 - _bottom(columns) - hand_rows(columns, rows)
    return zoom.columns, zoom.rows(zoom.levels(room))


def layout(columns: int, rows: int, board: tuple[int, int]) -> Layout:
    """The regions around a castle of that size; what does not fit of it is scrolled."""
    bottom = _bottom(columns)
    room = rows - 1 - bottom
    high = min(board[1], room - hand_rows(columns, rows))
    wide = min(board[0], columns - _LEAST_SIDE - 1)
    below, rest = 1 + high, room - high
    tiles = _TILES * (hand_zoom(columns, rows).wide + 1) + _GAPS
    has_log = columns >= _LOG_FROM and columns - tiles >= _LEAST_LOG
    side, log = Box(wide, 1, columns - wide, high), Box(0, 0, 0, 0)
    spare = min(high - _SIDE_ROWS[0], max(high - _SIDE_ROWS[1], _LOG_ROWS[1]))
    if has_log and spare >= _LOG_ROWS[0]:  # below the other castles
        side = side._replace(height=high - spare)
        log = Box(wide, below - spare, columns - wide, spare)
    elif has_log:  # beside the hand
        log = Box(tiles, below, columns - tiles, rest)
    across = tiles if log.y == below else columns
    return Layout(
        Box(0, 0, columns, 1),
        Box(0, 1, wide, high),
        side,
        log,
        Box(0, rows - bottom, columns, bottom - 1),
        Box(0, rows - 1, columns, 1),
        hand=Box(0, below, across, rest),
    )
