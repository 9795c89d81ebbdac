"""Kingdom Builder as JSON for other programs, as docs/engine-protocol.md specifies."""

from __future__ import annotations

from typing import Any, Final

from engine.contract import Json, Seat
from engine.kingdom.forms.position import write_tile
from engine.kingdom.goals import PALACES
from engine.kingdom.ground.hexes import NAMES, names
from engine.kingdom.ground.moves import (
    LOCATION_KINDS,
    NOWHERE,
    Move,
    Shape,
    format_move,
    shape,
    word,
)
from engine.kingdom.ground.quadrants import printed
from engine.kingdom.ground.terrain import LETTERS, Terrain, format_card
from engine.kingdom.rules.steps import is_ending
from engine.kingdom.scores import gains, parts, scores, winners
from engine.kingdom.setup import ALL_GOALS, setup_as_json
from engine.kingdom.state import (
    OPEN,
    Phase,
    State,
    builds_left,
    pile_size,
    removed,
    reserve,
    short_seat,
    tiles_left,
)

_LOCATION: Final = "L"


def about() -> Json:
    """What the engine knows: for a caller's menus, and to see whether both sides agree."""
    return {
        "game": "kingdom",
        "quadrants": [
            {
                "id": quadrant.id,
                "title": quadrant.title,
                "set": quadrant.set,
                "official": quadrant.official,
                "rows": list(quadrant.rows),
                "locations": {digit: word(kind) for digit, kind in quadrant.locations},
            }
            for quadrant in printed().values()
        ],
        "goals": list(ALL_GOALS),
        "locations": [word(kind) for kind in LOCATION_KINDS],
    }


def describe_move(move: Move) -> Json:
    """A move with its parts named; parts that it does not have are left out."""
    action, origin, target = move
    found: Json = {"move": format_move(move), "action": word(action)}
    if origin != NOWHERE:
        found["from"] = NAMES[origin]
    if shape(action) is Shape.CARD:
        found["card"] = format_card(target)
    elif target != NOWHERE:
        found["to"] = NAMES[target]
    return found


def describe_board(state: State) -> Json:
    """The setup and the board as it lies: 20 rows of 20 letters, L for a location hex."""
    board = state.setup.board
    letters = {terrain: letter for letter, terrain in LETTERS.items()} | {
        Terrain.LOCATION: _LOCATION
    }
    at = {
        hex_: letters[terrain]
        for terrain in Terrain
        for hex_ in NAMES
        if board.terrain[terrain] >> hex_ & 1
    }
    cells = [at[hex_] for hex_ in sorted(NAMES)]
    return {
        "setup": setup_as_json(state.setup),
        "rows": ["".join(cells[i : i + 20]) for i in range(0, len(cells), 20)],
        "locations": {
            NAMES[slot.hex]: {"kind": word(slot.kind), "left": tiles_left(state, i)}
            for i, slot in enumerate(board.slots)
            if not slot.is_bonus
        },
    }


def describe_state(state: State) -> Json:
    """What everybody can see at a glance, and the hands as far as this copy knows them."""
    cards = state.cards
    won = winners(state)
    return {
        "phase": state.phase.name.lower(),
        "seat": state.seat,
        "card": None if cards.played is None else format_card(cards.played),
        "terrain": None if state.terrain == OPEN else Terrain(state.terrain).word,
        "builds_left": builds_left(state) if state.phase is Phase.TURN else 0,
        "deal_to": short_seat(state) if state.phase is Phase.DEAL else None,
        "reactions": [list(queue) for queue in state.reactions],
        "settlements": [names(own) for own in state.settlements],
        "reserve": [reserve(state, seat) for seat in range(state.setup.players)],
        "temple": [
            {"due": due, "laid": laid}
            for due, laid in zip(state.tiles.due, state.tiles.laid, strict=True)
        ],
        "tiles": [_tiles(state, seat) for seat in range(state.setup.players)],
        "hands": [[format_card(card) for card in hand] for hand in cards.hands],
        "draw": pile_size(cards),
        "discard": sum(cards.discard),
        "removed": sum(removed(state)),
        "ending": is_ending(state),
        "winners": None if won is None else list(won),
    }


def _tiles(state: State, seat: Seat) -> list[dict[str, Any]]:
    slots, tiles = state.setup.board.slots, state.tiles
    return [
        write_tile(tiles, seat, i, slot)
        for i, slot in enumerate(slots)
        if tiles.owned[seat] >> i & 1
    ]


def describe_scores(state: State) -> Json:
    """Gold of each seat by part, with the hexes that earned it."""
    counted = scores(state)
    rows = [
        {
            part: {"gold": earned.gold, "hexes": names(earned.hexes)}
            for part, earned in zip(counted.parts, row, strict=True)
        }
        for row in counted.earned
    ]
    return {
        "totals": list(counted.totals),
        "leaders": list(counted.leaders),
        "parts": [_with_palaces(row, {"gold": 0, "hexes": []}) for row in rows],
    }


def describe_gains(state: State, move: Move) -> list[Json]:
    """Gold that a legal move brings each seat, by part."""
    named = parts(state)
    rows = [dict(zip(named, row, strict=True)) for row in gains(state, move)]
    return [_with_palaces(row, 0) for row in rows]


def _with_palaces(row: Json, nothing: Any) -> Json:
    """Other programs are told of palaces on every board: protocol 1 has promised it."""
    return row if PALACES in row else row | {PALACES: nothing}
