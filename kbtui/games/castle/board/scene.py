"""What the large castle shows: everything that decides how it is drawn, in any look."""

from __future__ import annotations

from typing import NamedTuple

from engine.castle.castle import Castle, face_at
from engine.castle.pieces.cells import LEVEL, Cell, Mask, cells, level_mask
from engine.castle.pieces.tiles import EMPTY, Face
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.marks import (
    NO_GAINS,
    Counted,
    Gain,
    Pointed,
    cell_of,
    cells_of,
    counting,
    seat_shown,
)
from kbtui.games.castle.board.zoom import Frame
from kbtui.games.kit import Marks, Place
from kbtui.paint.glyphs import glyphs
from kbtui.paint.runs import width
from kbtui.text.i18n import _


class Scene(NamedTuple):
    frame: Frame
    seat: Seat
    castle: Castle
    gains: tuple[tuple[Cell, Gain], ...] = ()  # legal cells
    hits: Mask = 0
    last: Mask = 0
    cursor: Cell | None = None
    hover: Cell | None = None
    tile: Face = EMPTY  # that would stand at the cursor
    refused: bool = False
    counted: Counted | None = None
    bare: bool = False
    title: str = ""  # in the sky
    marked: bool = False  # whose castle it is has to be said, if only by a mark

    @property
    def tiles(self) -> list[tuple[Cell, Face]]:
        """Those in sight, from the ground up; of a castle that goes on below, also the level that
        is seen in part."""
        first, last = max(self.frame.lowest - 1, 1), self.frame.highest
        mask = sum(level_mask(level) for level in range(first, min(last, self.castle.height) + 1))
        return [(cell, face_at(self.castle, cell)) for cell in cells(mask & self.castle.occupied)]

    @property
    def counts(self) -> Mask:
        """Cells that count."""
        return 0 if self.counted is None else counting(self.castle, self.counted)

    @property
    def standing(self) -> Cell | None:
        """Where a tile is seen that is not built yet."""
        return self.cursor if self.tile else None

    @property
    def without_cursor(self) -> Scene:
        """What stays while the cursor and the mouse move; but where a tile is seen that is not
        built yet, other things give way to it."""
        return self._replace(cursor=self.standing, hover=None, refused=False)

    @property
    def is_cut(self) -> bool:
        """Whether the ground is not seen."""
        return self.frame.lowest > 1


def scene(state: State, marks: Marks, before: Frame) -> Scene:
    """The scene that marks describe; ``before``: the part of a castle that was seen so far."""
    seat = seat_shown(marks)
    own = marks.own if isinstance(marks.own, Pointed) else Pointed(seat)
    castle = state.castles[seat]
    cursor = _cell(marks.cursor, seat)
    frame = before._replace(lowest=own.lowest)
    if not own.lowest:
        frame = before.follow(castle.height, None if cursor is None else LEVEL[cursor])
    is_legal = cursor in own.gains
    return Scene(
        frame,
        seat,
        castle,
        tuple(sorted((own.gains or NO_GAINS).items())),
        own.hits,
        cells_of(marks.last, seat) & castle.occupied,
        cursor,
        _cell(marks.hover, seat),
        own.tile if is_legal else EMPTY,
        own.refused and not is_legal,
        own.counted,
        own.bare,
        own.title,
        bool(own.title) or own is not marks.own,
    )


def heading(scene: Scene, unicode: bool) -> list[tuple[str, bool]]:
    """What stands in the sky, letter by letter, and whether it belongs to the mark of the player.
    Letters that are wider than a column would shift what is beside them."""
    if not scene.marked:
        return []
    chip = f" {glyphs(unicode).chip(scene.seat)} "
    text = f" {scene.title} " if scene.title else ""
    title = "".join(char if width(char) == 1 else "?" for char in text)
    room = scene.frame.columns - len(chip) - 1
    return [*((char, True) for char in chip), *((char, False) for char in title[:room])]


def cut_note(frame: Frame) -> str:
    """What stands in the place of the ground when that is out of sight."""
    text = _("levels {low} to {high}").format(low=frame.lowest, high=frame.highest)
    return f" {text} "


def _cell(place: Place | None, seat: Seat) -> Cell | None:
    if place is None:
        return None
    owner, cell = cell_of(place)
    return cell if owner == seat else None
