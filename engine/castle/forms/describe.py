"""Castle Builder as JSON for other programs, as docs/engine-castle.md specifies."""

from __future__ import annotations

from engine.castle.castle import Castle, free_tiles, people, roofs, tiles_built, windows
from engine.castle.moves import BUILDS, Action, Move, format_move, word
from engine.castle.pieces.box import box
from engine.castle.pieces.cells import NAMES, cells, names
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.piecenames import COIN_NAMES, TILE_NAMES, kind_of
from engine.castle.pieces.tiles import Bag, Counts, format_tile
from engine.castle.pieces.track import STARTS, TRACK
from engine.castle.rules.actions import apply
from engine.castle.scores import COINS, standing, totals, winners
from engine.castle.setup import COINS_TO_WIN, PAYMENTS, PLAYERS, setup_as_json
from engine.castle.state import State
from engine.contract import Json, Seat


def about() -> Json:
    """What the engine knows: for a caller's menus, and to see whether both sides agree."""
    found = box()
    return {
        "game": "castle",
        "note": found["note"],
        "tiles": [row | {"name": TILE_NAMES[kind_of(row["tile"])]} for row in found["tiles"]],
        "coins": [row | {"name": COIN_NAMES[row["coin"]]} for row in found["coins"]],
        "options": {
            "players": [*PLAYERS],
            "coins": [*COINS_TO_WIN],
            "royal": [False, True],
            "peace": [False, True],
            "pay": [*PAYMENTS],
        },
    }


def describe_table(state: State) -> Json:
    """The setup, the foundation and the track."""
    return {
        "setup": setup_as_json(state.setup),
        "foundation": box()["foundation"],
        "track": [space.value for space in TRACK],
        "starts": [*STARTS],
    }


def bag_as_json(bag: Bag) -> list[str]:
    return [format_tile(face) for face in bag]


def coins_as_json(coins: bytes) -> list[str]:
    return [WORDS[coin] for coin in coins]


def counts_as_json(counts: Counts) -> dict[str, int]:
    return {format_tile(face): count for face, count in enumerate(counts) if count}


def castle_as_json(castle: Castle) -> dict[str, str]:
    """The tile in each cell, from the ground up; the gate is always there."""
    tiles = castle.tiles
    return {NAMES[cell]: format_tile(tiles[cell]) for cell in cells(castle.occupied)}


def agenda_as_json(state: State) -> list[Json]:
    return [
        {"task": task.name.lower(), "seat": seat, "number": number}
        for task, seat, number in state.agenda
    ]


def describe_state(state: State) -> Json:
    """What everybody can see at a glance, and the racks as far as this copy knows them."""
    won = winners(state)
    return {
        "phase": state.phase.name.lower(),
        "seat": state.seat,
        "agenda": agenda_as_json(state),
        "players": [_player(state, seat) for seat in range(state.setup.players)],
        "market": bag_as_json(state.market),
        "coins": coins_as_json(state.coins),
        "reserve": state.reserve,
        "discard": counts_as_json(state.discard),
        "unseen": counts_as_json(state.unseen),
        "idle": state.idle,
        "built": state.built,
        "winners": None if won is None else [*won],
    }


def _player(state: State, seat: Seat) -> Json:
    castle = state.castles[seat]
    return {
        "castle": castle_as_json(castle),
        "height": castle.height,
        "tiles": tiles_built(castle),
        "windows": windows(castle),
        "roofs": roofs(castle),
        "people": people(castle),
        "free": names(cells(free_tiles(castle))),
        "rack": bag_as_json(state.racks[seat]),
        "royals": bag_as_json(state.royals[seat]),
        "coins": coins_as_json(state.purses[seat]),
        "baron": state.barons[seat],
    }


def describe_move(move: Move) -> Json:
    """A move with its parts named; parts that it does not have are left out."""
    action, what, cell, bag = move
    found: Json = {"move": format_move(move), "action": word(action)}
    if action in (Action.COIN, Action.MINT):
        found["coin"] = WORDS[what]
    elif action in (Action.THIEF, Action.CATAPULT):
        found["seat"] = what
    elif what:
        found["tile"] = format_tile(what)
    if cell:
        found["cell"] = NAMES[cell]
    if action in (*BUILDS, Action.DROP):
        found["discard"] = bag_as_json(bag)
    return found


def describe_scores(state: State) -> Json:
    """Coins, and what breaks a tie of coins when nobody builds any longer (CB-57)."""
    standings = [standing(state, seat) for seat in range(state.setup.players)]
    return {
        "totals": [*totals(state)],
        "leaders": [seat for seat, has in enumerate(standings) if has == max(standings)],
        "parts": [
            {COINS: coins, "height": height, "tiles": tiles} for coins, height, tiles in standings
        ],
    }


def describe_gains(state: State, move: Move) -> list[Json]:
    """The coins that a legal move brings at once."""
    before, after = totals(state), totals(apply(state, move))
    return [{COINS: new - old} for old, new in zip(before, after, strict=True)]
