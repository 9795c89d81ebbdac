"""The board and the scores as plain text, with or without colour. Pure: values in, lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.kingdom.goals import PALACES
from engine.kingdom.hexes import BIT, NAMES, SIZE, Hex, Mask, at
from engine.kingdom.moves import word
from engine.kingdom.scores import Scores
from engine.kingdom.state import State, reserve, tiles_left
from engine.kingdom.terrain import Terrain
from kbtui.telling import fold
from kbtui.words import TILES

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
_GROUND: Final = {  # 256-colour backgrounds, picked to differ in brightness too
    Terrain.GRASS: 64,
    Terrain.FLOWERS: 97,
    Terrain.FOREST: 22,
    Terrain.CANYON: 130,
    Terrain.DESERT: 179,
    Terrain.MARSH: 58,
    Terrain.WATER: 25,
    Terrain.MOUNTAIN: 242,
    Terrain.CASTLE: 236,
    Terrain.PALACE: 236,
    Terrain.LOCATION: 236,
}
_SEATS: Final = (231, 226, 213, 123)  # foregrounds: white, yellow, pink, cyan
_RESET: Final = "\x1b[0m"


def board_lines(state: State, *, colour: bool, last: Mask = 0) -> Iterator[str]:
    """The board with coordinates; ``last`` are hexes to mark as just changed."""
    yield "     " + "  ".join(chr(ord("a") + column) for column in range(SIZE))
    for row in range(SIZE):
        cells = (_cell(state, at(row, column), colour, last) for column in range(SIZE))
        indent = "  " if row % 2 else " "
        yield f"{row + 1:>2} {indent}{''.join(cells)}".rstrip()


def _cell(state: State, hex_: Hex, colour: bool, last: Mask) -> str:
    board, bit = state.setup.board, BIT[hex_]
    ground = next(terrain for terrain in Terrain if board.terrain[terrain] & bit)
    owner = next((seat for seat, own in enumerate(state.settlements) if own & bit), None)
    glyph = _GLYPHS[ground] if owner is None else str(owner + 1)
    left, right = "[]" if last & bit else "  "
    text = f"{left}{glyph}{right}"
    if not colour:
        return text
    tint = _SEATS[owner] if owner is not None else 252
    weight = "1;" if owner is not None or ground >= Terrain.CASTLE else ""
    return f"\x1b[{weight}48;5;{_GROUND[ground]};38;5;{tint}m{text}{_RESET}"


def legend_lines(state: State) -> list[str]:
    """What the signs on this board mean."""
    board = state.setup.board
    signs = [f"{_GLYPHS[t]} {t.word}" for t in Terrain if board.terrain[t]]
    signs.append(f"1-{state.setup.players} settlements")
    return fold(", ".join(signs), "")


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
