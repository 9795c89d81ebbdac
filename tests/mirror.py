"""The plain rules next to the engine: the same game on both, compared fact by fact."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

from engine.kingdom.ground.hexes import PLACE, hexes
from engine.kingdom.ground.moves import format_move, word
from engine.kingdom.ground.terrain import LETTERS
from engine.kingdom.rules.actions import legal
from engine.kingdom.scores import scores
from engine.kingdom.setup import Setup
from engine.kingdom.state import State, actor, reserve
from engine.table import REDO, UNDO, Table
from tests.plain_rules import PlainGame

Tile = tuple[str, tuple[int, int] | None, str]


def plain_of(setup: Setup) -> PlainGame:
    """The same table under the plain rules, before the dealer's first entry."""
    board = setup.board
    grid = [["L"] * 20 for _ in range(20)]
    for letter, terrain in LETTERS.items():
        for hex_ in hexes(board.terrain[terrain]):
            row, column = PLACE[hex_]
            grid[row][column] = letter
    return PlainGame(
        ["".join(row) for row in grid],
        {PLACE[slot.hex]: word(slot.kind) for slot in board.slots if not slot.is_bonus},
        players=setup.players,
        start=setup.start,
        goals=setup.goals,
        marsh_cards=setup.double_cards,
        two_cards=setup.two_cards,
    )


def tiles_of(state: State, seat: int) -> list[Tile]:
    """Tiles with source and status, as ``PlainGame.tiles`` lists them."""
    tiles, found = state.tiles, []
    for i, slot in enumerate(state.setup.board.slots):
        if tiles.owned[seat] >> i & 1:
            used, fresh = tiles.used[seat] >> i & 1, tiles.fresh[seat] >> i & 1
            source = None if slot.is_bonus else PLACE[slot.hex]
            status = "used" if used else "new" if fresh else "usable"
            found.append((word(slot.kind) + "+" * slot.is_bonus, source, status))
    return sorted(found, key=str)


def gold_of(state: State) -> list[dict[str, int]]:
    """Gold by part for every seat, as ``PlainGame.scores`` gives it."""
    counted = scores(state)
    return [
        {"palaces": 0} | {part: got.gold for part, got in zip(counted.parts, row, strict=True)}
        for row in counted.earned
    ]


def engine_facts(state: State) -> dict[str, Any]:
    seats = range(state.setup.players)
    return {
        "to act": actor(state),
        "legal": sorted(map(format_move, legal(state))),
        "settlements": [{PLACE[h] for h in hexes(state.settlements[seat])} for seat in seats],
        "reserve": [reserve(state, seat) for seat in seats],
        "temples": [state.tiles.due[seat] + state.tiles.laid[seat] for seat in seats],
        "tiles": [tiles_of(state, seat) for seat in seats],
    }


def plain_facts(plain: PlainGame) -> dict[str, Any]:
    seats = range(len(plain.seats))
    return {
        "to act": plain.to_act(),
        "legal": plain.legal(),
        "settlements": [plain.settlements(seat) for seat in seats],
        "reserve": [plain.reserve(seat) for seat in seats],
        "temples": [plain.on_temple(seat) for seat in seats],
        "tiles": [sorted(plain.tiles(seat), key=str) for seat in seats],
    }


def line_of(table: Table, entry: int | None = None) -> list[str]:
    """The moves that were not taken back: what leads straight to the state after that entry."""
    past: list[str] = []
    undone: list[str] = []
    for _, token in table.entries[:entry]:
        if token == UNDO:
            undone.append(past.pop())
        elif token == REDO:
            past.append(undone.pop())
        else:
            past.append(token)
            undone = []
    return past


def branched(plain: PlainGame) -> PlainGame:
    """A copy that can be played on; the board, which never changes, is shared."""
    other = copy(plain)
    for part in ("left", "draw", "discard", "seats", "events", "now"):
        setattr(other, part, deepcopy(getattr(plain, part)))
    return other


def plain_perft(plain: PlainGame, depth: int) -> int:
    """Lines of play of that length, counted under the plain rules."""
    tokens = plain.legal()
    if depth == 1:
        return len(tokens)
    count = 0
    for token in tokens:
        following = branched(plain)
        following.play(token)
        count += plain_perft(following, depth - 1)
    return count
