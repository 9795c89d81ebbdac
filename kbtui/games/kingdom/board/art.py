"""The board as cells that track changes: a new picture in, rectangles to redraw out.

What a hex shows depends on a few masks, so a change of masks gives the hexes to check; of these,
only cells that really differ are reported. Nothing is drawn here; the two looks do that.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from engine.kingdom.ground.board import Board
from engine.kingdom.ground.hexes import BIT, BOARD, HALF, PLACE, SEAM, SIZE, Hex, Mask, at, hexes
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import State, tiles_left
from kbtui.games.kingdom.board import sights
from kbtui.games.kingdom.board.filled import Filled
from kbtui.games.kingdom.board.grounds import TONE
from kbtui.games.kingdom.board.outline import Outline
from kbtui.games.kingdom.board.outline import size as outline_size
from kbtui.games.kingdom.board.sights import Sight
from kbtui.games.kingdom.board.symbols import MarkStyle
from kbtui.games.kingdom.board.zoom import Span, Zoom
from kbtui.games.kit import Marks
from kbtui.games.screen import Rectangle, Ruler
from kbtui.look.look import Look
from kbtui.paint.cells import Cell
from kbtui.paint.changes import rectangles
from kbtui.paint.palette import Mode, Theme, palette
from kbtui.paint.runs import Line, painted


class Appearance(NamedTuple):
    """How the board is to look."""

    zoom: Zoom
    mode: Mode | None = Mode.TRUE  # None: no colors, so the outline look
    theme: Theme = Theme.DARK
    unicode: bool = True
    shading: bool = True
    strong: bool = False  # symbols in black or white
    outline: bool = False
    marks: MarkStyle = MarkStyle.BOTH

    @property
    def is_outline(self) -> bool:
        return self.outline or self.mode is None


def appearance(look: Look, zoom: Zoom) -> Appearance:
    """The board as the player's settings and terminal want it."""
    return Appearance(
        zoom,
        look.mode,
        look.shade,
        look.terminal.unicode,
        look.is_shaded,
        look.is_strong,
        look.is_outline,
        MarkStyle(look.settings.marks),
    )


def board_size(look: Look, zoom: Zoom) -> tuple[int, int]:
    """Columns and rows of the board."""
    return outline_size(zoom) if look.is_outline else (zoom.columns, zoom.rows)


def zooms(look: Look) -> list[Zoom]:
    """Those there are; the outline look has two."""
    return [zoom for zoom in Zoom if not look.is_outline or zoom in (Zoom.S, Zoom.M_PLUS)]


def zoom_of(look: Look) -> Zoom | None:
    """The zoom of the settings, unless it is automatic."""
    return next((zoom for zoom in zooms(look) if zoom.label == look.settings.zoom), None)


class _Style(Protocol):
    """What the two looks can do: take over what hexes show, and give its cells."""

    columns: int
    rows: int

    def lay(self, hex_: Hex, sight: Sight) -> None: ...
    def spans(self, hex_: Hex) -> Sequence[Span]: ...
    def read(self, y: int, start: int, end: int) -> list[Cell]: ...
    def hex_at(self, x: int, y: int, upper: bool) -> Hex | None: ...
    def spot(self, hex_: Hex) -> tuple[int, int]: ...


def _style(look: Appearance) -> _Style:
    if look.is_outline or look.mode is None:
        return Outline(look.zoom, look.unicode, look.marks)
    colours = palette(look.mode, look.theme, shading=look.shading, strong=look.strong)
    return Filled(look.zoom, colours, look.unicode, look.marks)


_SEAMS: Final[dict[Hex, int]] = {
    hex_: {HALF: sights.LEFT, HALF - 1: sights.RIGHT}.get(column, 0)
    | {HALF: sights.TOP, HALF - 1: sights.BOTTOM}.get(row, 0)
    for hex_, (row, column) in PLACE.items()
}


class _Picture(NamedTuple):
    """A state and marks by what can be compared: the marks as masks in the order of their bits."""

    board: Board
    settlements: tuple[Mask, ...]
    places: dict[Hex, int]  # tiles on the locations
    states: tuple[Mask, ...]
    seams: bool


_STATES: Final = (
    *(sights.LEGAL, sights.MOVABLE, sights.LAST, sights.LIT),
    *(sights.MOVING, sights.HOVER, sights.CURSOR),
)
_OF_PIECES: Final = sights.MOVABLE | sights.LAST | sights.MOVING


def _bit(hex_: Hex | None) -> Mask:
    return 0 if hex_ is None else BIT[hex_]


def _picture(state: State, marks: Marks) -> _Picture:
    board = state.setup.board
    slots = enumerate(board.slots)
    left = {slot.hex: tiles_left(state, i) for i, slot in slots if not slot.is_bonus}
    own = marks.legal, marks.movable, marks.last, marks.lit
    pointers = map(_bit, (marks.moving, marks.hover, marks.cursor))
    return _Picture(board, state.settlements, left, (*own, *pointers), marks.seams)


class BoardArt:
    """A board in cells; ``show`` it something, then read its rows."""

    def __init__(self, look: Appearance) -> None:
        self._look = _style(look)
        self.columns, self.rows = self._look.columns, self._look.rows
        self.is_sideways = look.zoom.is_sideways and not look.is_outline  # halves of cells
        self._rows = [[Cell(" ", None, None)] * self.columns] * self.rows  # nothing is shown yet
        self._shown: _Picture | None = None
        self._grounds: dict[Hex, Terrain] = {}
        self._kinds: dict[Hex, Action] = {}

    def show(self, state: State, marks: Marks) -> list[Rectangle]:
        """Take over a new picture; the answer covers the cells that changed and no others, except
        where a gap costs less than a second rectangle."""
        now, before = _picture(state, marks), self._shown
        changed = BOARD if before is None else _changes(before, now)
        if not changed:
            return []
        if before is None or before.board is not now.board:
            terrain = now.board.terrain
            self._grounds = {hex_: t for t in Terrain for hex_ in hexes(terrain[t])}
            self._kinds = {slot.hex: slot.kind for slot in now.board.slots if not slot.is_bonus}
        self._shown = now
        cursor = now.states[-1]  # last of all: its border covers those of its neighbors
        ordered = [*hexes(changed & ~cursor), *hexes(cursor)]
        owners = {hex_: seat for seat, own in enumerate(now.settlements) for hex_ in hexes(own)}
        for hex_ in ordered:
            self._look.lay(hex_, self._sight(hex_, owners.get(hex_)))
        return self._take_all() if changed == BOARD else self._take(ordered)

    def _sight(self, hex_: Hex, owner: int | None) -> Sight:
        now = self._shown
        assert now is not None
        bit, states = BIT[hex_], 0
        for state, mask in zip(_STATES, now.states, strict=True):
            if mask & bit:
                states |= state
        if owner is None:
            states &= ~_OF_PIECES
        elif states & sights.LEGAL:
            states ^= sights.LEGAL
            states |= sights.MOVABLE
        return Sight(
            self._grounds[hex_],
            self._kinds.get(hex_),
            now.places.get(hex_, 0),
            owner,
            states,
            _SEAMS[hex_] if now.seams else 0,
            TONE[hex_],
            PLACE[hex_][0] % 2 == 1,
        )

    def _take_all(self) -> list[Rectangle]:
        self._rows = [self._look.read(y, 0, self.columns) for y in range(self.rows)]
        return [(0, 0, self.columns, self.rows)]

    def _take(self, ordered: list[Hex]) -> list[Rectangle]:
        """Read again the cells of these hexes; the rectangles of those that differ."""
        dirty: dict[int, set[int]] = {}
        for hex_ in ordered:
            for y, start, end in self._look.spans(hex_):
                row, new = self._rows[y], self._look.read(y, start, end)
                if row[start:end] != new:
                    differing = (x for x in range(start, end) if row[x] != new[x - start])
                    dirty.setdefault(y, set()).update(differing)
                    row[start:end] = new
        return rectangles(dirty)

    def row(self, y: int) -> Sequence[Cell]:
        """The cells of a text row."""
        return self._rows[y]

    def place_at(self, x: int, y: int, upper: bool = True) -> Hex | None:
        """The hex at a cell; ``upper`` is the upper half of the cell, at S the left one."""
        return self._look.hex_at(x, y, upper)

    def spot(self, hex_: Hex) -> tuple[int, int]:
        """The cell, as x and y, where the cursor of the terminal sits for the hex."""
        return self._look.spot(hex_)

    def box(self, hex_: Hex) -> Rectangle:
        """The smallest rectangle around the hex."""
        spans = self._look.spans(hex_)
        x, y = min(start for _, start, _ in spans), spans[0][0]
        return x, y, max(end for _, _, end in spans) - x, len(spans)

    def ruler(self) -> Ruler:
        """Letters of columns, above the first row, and numbers of rows."""
        columns = {self.spot(at(0, i))[0]: chr(ord("A") + i) for i in range(SIZE)}
        return columns, {self.spot(at(i, 0))[1]: str(i + 1) for i in range(SIZE)}


def art(look: Look, zoom: Zoom) -> BoardArt:
    """The board as the player's settings and terminal want it."""
    return BoardArt(appearance(look, zoom))


def _changes(before: _Picture, now: _Picture) -> Mask:
    """Hexes that may look different."""
    if before.board is not now.board or len(before.settlements) != len(now.settlements):
        return BOARD
    changed = SEAM if before.seams != now.seams else 0
    for old, new in zip(before.settlements, now.settlements, strict=True):
        changed |= old ^ new
    for old, new in zip(before.states, now.states, strict=True):
        changed |= old ^ new
    if before.places != now.places:
        for hex_, left in now.places.items():
            changed |= BIT[hex_] * (before.places[hex_] != left)
    return changed


def paint(
    state: State,
    zoom: Zoom,
    mode: Mode,
    *,
    last: Mask = 0,
    legal: Mask = 0,
    cursor: Hex | None = None,
    unicode: bool = True,
) -> list[Sequence[Cell]]:
    """The whole board at once in the dark theme; settlements that are ``legal`` may move."""
    art = BoardArt(Appearance(zoom, mode, unicode=unicode))
    art.show(state, Marks(legal=legal, last=last, cursor=cursor))
    return [art.row(y) for y in range(art.rows)]


def board_lines(state: State, look: Look, zoom: Zoom = Zoom.S) -> list[Line]:
    """The board at that zoom, one line for each row of cells, for pages that show one."""
    board = art(look, zoom)
    board.show(state, Marks())
    return [painted(board.row(y)) for y in range(board.rows)]
