"""Draws the board in plain letters, and the scores, as lines: values in, lines out.

If a look is given, the board is painted instead, by ``painted``.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from engine.kingdom.ground.hexes import BIT, NAMES, SIZE, Hex, Mask, at
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.scores import Scores
from engine.kingdom.state import State, reserve, tiles_left
from kbtui.games.kingdom.words.names import goal_name, terrain_name, tile_name, tile_text
from kbtui.text.i18n import _
from kbtui.text.words import fold

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


class Marked(NamedTuple):
    """Hexes to point out."""

    last: Mask = 0  # just changed
    legal: Mask = 0  # where the acting player may build


NOTHING: Final = Marked()


class Painter(Protocol):
    """Draws the same in color."""

    def board(self, state: State, marked: Marked, /) -> list[str]: ...

    def legend(self, state: State, /) -> list[str]: ...


def board_lines(state: State, look: "Painter | None" = None, marked: Marked = NOTHING) -> list[str]:
    """The board with coordinates, painted if there is a look for it, else in letters."""
    return list(_letters(state, marked)) if look is None else look.board(state, marked)


def _letters(state: State, marked: Marked) -> Iterator[str]:
    yield "     " + "  ".join(column_letter(column) for column in range(SIZE))
    for row in range(SIZE):
        cells = (_cell(state, at(row, column), marked) for column in range(SIZE))
        indent = "  " if row % 2 else " "
        yield f"{row + 1:>2} {indent}{''.join(cells)}".rstrip()


def column_letter(number: int) -> str:
    return chr(ord("a") + number)


def _cell(state: State, hex_: Hex, marked: Marked) -> str:
    board, bit = state.setup.board, BIT[hex_]
    ground = next(terrain for terrain in Terrain if board.terrain[terrain] & bit)
    owner = next((seat for seat, own in enumerate(state.settlements) if own & bit), None)
    glyph = _GLYPHS[ground] if owner is None else str(owner + 1)
    left, right = "[]" if marked.last & bit else " +" if marked.legal & bit else "  "
    return f"{left}{glyph}{right}"


def legend_lines(state: State, look: "Painter | None" = None) -> list[str]:
    """What the symbols on this board mean."""
    if look is not None:
        return look.legend(state)
    present = [terrain for terrain in Terrain if state.setup.board.terrain[terrain]]
    letters = ", ".join(f"{_GLYPHS[t]} {terrain_name(t)}" for t in present)
    told = _("{signs}, 1-{last} settlements").format(signs=letters, last=state.setup.players)
    return fold(told, "")


def location_lines(state: State) -> Iterator[str]:
    """Where the locations are, what their tiles do, and who has which."""
    slots, tiles = state.setup.board.slots, state.tiles
    for kind in sorted({slot.kind for slot in slots}):
        indices = [i for i, slot in enumerate(slots) if slot.kind == kind and not slot.is_bonus]
        left = _("{hex} ({count} left)")
        places = ", ".join(
            left.format(hex=NAMES[slots[i].hex], count=tiles_left(state, i)) for i in indices
        )
        text = _("{tile} at {places}: {action}.")
        yield from fold(
            text.format(tile=tile_name(kind), places=places, action=tile_text(kind)), "    "
        )
        for seat, owned in enumerate(tiles.owned):
            held = [_status(state, seat, i) for i in indices if owned >> i & 1]
            if held:
                bonus = state.setup.board.bonus.get(kind, 0)
                if owned & bonus:
                    text = _("player {number} has {count}: {tiles} and the bonus tile")
                else:
                    text = _("player {number} has {count}: {tiles}")
                told = text.format(number=seat + 1, count=len(held), tiles=", ".join(held))
                yield f"  {told}"


def _status(state: State, seat: int, index: int) -> str:
    used, fresh = state.tiles.used[seat] >> index & 1, state.tiles.fresh[seat] >> index & 1
    return _("used") if used else _("new") if fresh else _("ready")


def score_lines(state: State, scores: Scores, players: Sequence[str]) -> Iterator[str]:
    """A table: one row for each part, one column for each player."""
    widths = [max(8, len(name)) for name in players]
    rows: list[tuple[str, Sequence[str | int]]] = [(_("gold"), players)]
    for i, part in enumerate(scores.parts):
        rows.append((goal_name(part), [row[i].gold for row in scores.earned]))
    rows.append((_("Total"), scores.totals))
    rows.append((_("in reserve"), [reserve(state, seat) for seat in range(len(players))]))
    first = max(12, *(len(name) for name, _cells in rows))
    for name, cells in rows:
        told = "  ".join(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        yield f"{name:<{first}}  {told}"
