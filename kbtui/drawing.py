"""The board, painted or in plain letters, and the scores as lines. Pure: values in, lines out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.kingdom.goals import PALACES
from engine.kingdom.hexes import BIT, NAMES, SIZE, Hex, Mask, at
from engine.kingdom.moves import word
from engine.kingdom.scores import Scores
from engine.kingdom.state import State, reserve, tiles_left
from engine.kingdom.terrain import Terrain
from kbtui.painting import MARKS, SMALL, SYMBOLS, Cell, ansi_lines, paint, place_name
from kbtui.palette import PALETTES, Mode
from kbtui.telling import fold
from kbtui.words import TILES
from kbtui.zoom import Zoom, best_zoom, tables

# Small letters for ground, capitals for what nobody builds on; seats are digits.
_GLYPHS: Final = {
    Terrain.GRASS: "g",
    Terrain.FLOWERS: "f",
    Terrain.FOREST: "t",
    Terrain.CANYON: "c",
    Terrain.DESERT: "d",
    Terrain.MARSH: "s",
    Terrain.WATER: "~",
    Terrain.MOUNTAIN: "^",
    Terrain.CASTLE: "K",
    Terrain.PALACE: "P",
    Terrain.LOCATION: "L",
}
_MARGIN: Final = 3  # columns for the numbers of the rows
_AROUND: Final = 6  # rows for column letters, legend, question and answer
_TIE: Final = "\u00a0"  # a blank that keeps a sign and its meaning on one line


class Look(NamedTuple):
    """What a terminal can show that has colours and Unicode, or at least its half blocks."""

    mode: Mode
    columns: int
    rows: int
    unicode: bool = True

    @property
    def zoom(self) -> Zoom:
        """The largest that can be seen whole; the smallest if none can."""
        return best_zoom(self.columns - _MARGIN, self.rows - _AROUND) or Zoom.S


class Marked(NamedTuple):
    """Hexes to point out."""

    last: Mask = 0  # just changed
    legal: Mask = 0  # where the one who is asked may build


NOTHING: Final = Marked()


def board_lines(state: State, look: Look | None = None, marked: Marked = NOTHING) -> list[str]:
    """The board with coordinates, painted if there is a look for it, else in letters."""
    return list(_letters(state, marked)) if look is None else _painted(state, look, marked)


def _letters(state: State, marked: Marked) -> Iterator[str]:
    yield "     " + "  ".join(_column(column) for column in range(SIZE))
    for row in range(SIZE):
        cells = (_cell(state, at(row, column), marked) for column in range(SIZE))
        indent = "  " if row % 2 else " "
        yield f"{row + 1:>2} {indent}{''.join(cells)}".rstrip()


def _column(number: int) -> str:
    return chr(ord("a") + number)


def _cell(state: State, hex_: Hex, marked: Marked) -> str:
    board, bit = state.setup.board, BIT[hex_]
    ground = next(terrain for terrain in Terrain if board.terrain[terrain] & bit)
    owner = next((seat for seat, own in enumerate(state.settlements) if own & bit), None)
    glyph = _GLYPHS[ground] if owner is None else str(owner + 1)
    left, right = "[]" if marked.last & bit else " +" if marked.legal & bit else "  "
    return f"{left}{glyph}{right}"


def _painted(state: State, look: Look, marked: Marked) -> list[str]:
    zoom, palette = look.zoom, PALETTES[look.mode]
    last, legal = marked
    cells = paint(state, zoom, look.mode, last=last, legal=legal, unicode=look.unicode)
    spots = tables(zoom).spots
    letters = [" "] * zoom.columns
    for column in range(SIZE):
        spot = spots[at(0, column)]
        letters[spot.x + (spot.columns - 1) // 2] = _column(column)
    numbers = {spots[at(row, 0)].y: f"{row + 1:>2} " for row in range(SIZE)}
    margin = [numbers.get(y, " " * _MARGIN) for y in range(-1, zoom.rows)]
    if look.columns < zoom.columns + _MARGIN:
        margin = [""] * len(margin)

    def muted(text: Iterable[str]) -> list[Cell]:
        return [Cell(char, palette.muted, palette.background) for char in text]

    rows = zip(margin, [muted(letters), *cells], strict=True)
    return ansi_lines([muted(number) + row for number, row in rows], look.mode)


def legend_lines(state: State, look: Look | None = None) -> list[str]:
    """What the signs on this board mean."""
    present = [terrain for terrain in Terrain if state.setup.board.terrain[terrain]]
    if look is None:
        letters = ", ".join(f"{_GLYPHS[t]} {t.word}" for t in present)
        return fold(f"{letters}, 1-{state.setup.players} settlements", "")
    zoom, plain = look.zoom, not look.unicode
    is_named = zoom not in SMALL  # larger boards have room for the names of places
    ground = [t for t in present if t in SYMBOLS and not (is_named and t >= Terrain.CASTLE)]
    signs = [(SYMBOLS[t][plain], t.word) for t in ground]
    if not is_named:
        kinds = sorted({slot.kind for slot in state.setup.board.slots})
        signs += [(place_name(kind, zoom), word(kind)) for kind in kinds]
    seats = range(1, state.setup.players + 1)
    shapes = ", ".join(str(n) if plain else f"{MARKS[n - 1]}{_TIE}{n}" for n in seats)
    told = ", ".join(f"{sign}{_TIE}{name}" for sign, name in signs)
    small = "" if is_named else " (small: no tiles left)"
    lines = fold(f"{told}{small}; settlements of players {shapes}", "")
    return [line.replace(_TIE, " ") for line in lines]


def location_lines(state: State) -> Iterator[str]:
    """Where the locations are, what their tiles do, and who has which."""
    slots, tiles = state.setup.board.slots, state.tiles
    for kind in sorted({slot.kind for slot in slots}):
        indices = [i for i, slot in enumerate(slots) if slot.kind == kind and not slot.is_bonus]
        places = ", ".join(f"{NAMES[slots[i].hex]} ({tiles_left(state, i)} left)" for i in indices)
        yield from fold(f"{word(kind).capitalize()} at {places}: {TILES[kind]}.", "    ")
        for seat, owned in enumerate(tiles.owned):
            held = [_status(state, seat, i) for i in indices if owned >> i & 1]
            if held:
                bonus = state.setup.board.bonus.get(kind, 0)
                more = " and the bonus tile" if owned & bonus else ""
                yield f"  player {seat + 1} has {len(held)}: {', '.join(held)}{more}"


def _status(state: State, seat: int, index: int) -> str:
    used, fresh = state.tiles.used[seat] >> index & 1, state.tiles.fresh[seat] >> index & 1
    return "used" if used else "new" if fresh else "ready"


def score_lines(state: State, scores: Scores, players: Sequence[str]) -> Iterator[str]:
    """A table: one row for each part, one column for each player."""
    widths = [max(8, len(name)) for name in players]
    header = "  ".join(f"{name:>{w}}" for name, w in zip(players, widths, strict=True))
    yield f"{'gold':<12}  {header}"
    for i, part in enumerate(scores.parts):
        if part == PALACES and not state.setup.board.palaces:
            continue
        row = (f"{scores.earned[seat][i].gold:>{w}}" for seat, w in enumerate(widths))
        yield f"{part.capitalize():<12}  {'  '.join(row)}"
    totals = (f"{gold:>{w}}" for gold, w in zip(scores.totals, widths, strict=True))
    yield f"{'Total':<12}  {'  '.join(totals)}"
    reserves = (f"{reserve(state, seat):>{w}}" for seat, w in enumerate(widths))
    yield f"{'in reserve':<12}  {'  '.join(reserves)}"
