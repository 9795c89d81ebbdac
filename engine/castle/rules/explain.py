"""Explains why a move is illegal, in one sentence with the rule that forbids it.

It is called only for moves that are known to be illegal, so it may be slow and must always find a
reason. Every reason about a place names cells. Anything a sentence names is a ``Phrase``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from engine.castle.castle import SUMS, Castle, demand, face_at, free_tiles
from engine.castle.moves import BUILDS, DEALERS, Action, Move, word
from engine.castle.pieces.cells import (
    GATE_CELL,
    LEFT_ABOVE,
    LEFT_BELOW,
    LEVEL,
    NAMES,
    RIGHT_ABOVE,
    RIGHT_BELOW,
    Cell,
)
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.piecenames import COIN_NAMES
from engine.castle.pieces.tiles import LEFT_TOP, NO_NEW_LEVEL, NUMBER, RIGHT_TOP, TILES, Bag, Face
from engine.castle.rules.listing import held
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import DEALERS_PHASES, Phase, State
from engine.errors import IllegalMove, Part, Phrase

_HALVES: Final = (Phrase("the left half of the tile"), Phrase("the right half of the tile"))

# What is asked in each phase, the actions that answer it, and the rule that asks.
_ASKED: Final[dict[Phase, tuple[tuple[Action, ...], str, Phrase]]] = {
    Phase.TURN: ((Action.DRAW, *BUILDS), "CB-15", Phrase("You must draw or build now.")),
    Phase.DROP: ((Action.DROP,), "CB-17", Phrase("Tiles have to be discarded first.")),
    Phase.COIN: ((Action.COIN,), "CB-53", Phrase("You must take a coin now.")),
    Phase.THIEF: ((Action.THIEF,), "CB-59", Phrase("You must choose whom to rob now.")),
    Phase.COLLAPSE: (
        (Action.COLLAPSE,),
        "CB-63",
        Phrase("You must take down a tile in your own castle now."),
    ),
    Phase.CATAPULT: (
        (Action.CATAPULT,),
        "CB-64",
        Phrase("You must take down a tile in another castle now."),
    ),
    Phase.MILL: ((Action.MILL,), "CB-61", Phrase("You must choose a market tile now.")),
    Phase.TAKE: ((Action.TAKE,), "CB-74", Phrase("You must choose a market tile now.")),
}
_DEALT: Final[dict[Phase, tuple[Action, str]]] = {
    Phase.SHUFFLE: (Action.SHUFFLE, "CB-18"),
    Phase.SHOW: (Action.SHOW, "CB-21"),
    Phase.MINT: (Action.MINT, "CB-21"),
    Phase.DEAL: (Action.DEAL, "CB-16"),
    Phase.STEAL: (Action.STEAL, "CB-59"),
    Phase.LOSE: (Action.LOSE, "CB-60"),
}


def reason(state: State, move: Move) -> IllegalMove:
    """The first rule that the move breaks."""
    action, phase = move[0], state.phase
    if phase is Phase.OVER:
        return IllegalMove("CB-56", "The game is over.")
    if phase in DEALERS_PHASES or action in DEALERS:
        return _dealers(state, action)
    actions, rule, asked = _ASKED[phase]
    if action not in actions:
        return IllegalMove(rule, asked)
    return _REASONS[action](state, move)


def _dealers(state: State, action: Action) -> IllegalMove:
    if state.phase not in DEALERS_PHASES:
        return IllegalMove("CB-83", "The dealer has nothing to do now.")
    due, rule = _DEALT[state.phase]
    if action not in DEALERS:
        return IllegalMove(rule, "The dealer must act first.")
    if action != due:
        return IllegalMove(rule, "The dealer's entry must be {word} now.", word=word(due))
    # Without naming anything: opponents may hear this.
    return IllegalMove(rule, "The dealer does not have that.")


def cell_name(cell: Cell) -> str:
    """``E2``: as people read it."""
    return NAMES[cell].upper()


def tile_name(face: Face) -> Phrase:
    """The tile in words: its name, what it stands on, and what it gives if that differs."""
    tile = TILES[face]
    number = tile.number or Phrase("any")
    if tile.top_number in (0, tile.number):
        return Phrase("{tile} {number}", tile=tile.name, number=number)
    return Phrase("{tile} {number} over {top}", tile=tile.name, number=number, top=tile.top_number)


def _turn(state: State, move: Move) -> IllegalMove:
    return IllegalMove("CB-15", "You must draw or build now.")


def _build(state: State, move: Move) -> IllegalMove:
    action, face, cell, _ = move
    missing = _missing(state, action, face)
    if missing is not None:
        return missing
    castle = state.castles[state.actor]
    return why_not(castle, face, cell) or _payment(state, castle, move)


def _missing(state: State, action: Action, face: Face) -> IllegalMove | None:
    """The tile is not where the build says."""
    name, seat = tile_name(face), state.actor
    if action == Action.BUILD:
        if held(state.racks[seat], state.unseen).holds(bytes((face,))):
            return None
        return IllegalMove("CB-20", "There is no {tile} on your rack.", tile=name)
    if action == Action.MARKET:
        if face in state.market:
            return None
        return IllegalMove("CB-20", "There is no {tile} on the market.", tile=name)
    if face in state.royals[seat]:
        return None
    return IllegalMove("CB-79", "You have no {tile} set aside.", tile=name)


def why_not(castle: Castle, face: Face, cell: Cell) -> IllegalMove | None:
    """Why the tile cannot stand there whatever is paid; None if its number decides."""
    where = cell_name(cell)
    if castle.occupied >> cell & 1:
        if cell == GATE_CELL:
            return IllegalMove("CB-6", "The castle gate is on {cell}.", cell=where)
        return IllegalMove("CB-28", "There is already a tile on {cell}.", cell=where)
    return (
        _below(castle, face, cell) or _above(castle, face, cell) or _new_level(castle, face, cell)
    )


def _below(castle: Castle, face: Face, cell: Cell) -> IllegalMove | None:
    """CB-29, half by half."""
    supports = (cell - LEFT_BELOW, cell - RIGHT_BELOW)
    is_floor = LEVEL[cell] == 1
    faces = [face_at(castle, support) for support in supports]
    if not is_floor and not any(faces):
        return IllegalMove("CB-30", "There is no tile below {cell}.", cell=cell_name(cell))
    tops = RIGHT_TOP, LEFT_TOP  # the halves that meet this tile
    for i, half in enumerate(_HALVES):
        is_stone = TILES[face].base[i]
        below = Phrase("the foundation") if is_floor else NAMES.get(supports[i], "").upper()
        on_stone = is_floor or tops[i][faces[i]] > 0
        if is_stone and not on_stone:
            if not faces[i]:
                return IllegalMove("CB-29", "{half} would hang over nothing.", half=half)
            return IllegalMove(
                "CB-29",
                "{half} is stone, and {cell} has sky there.",
                half=half,
                cell=below,
            )
        if on_stone and not is_stone:
            return IllegalMove(
                "CB-32" if is_floor else "CB-29",
                "{half} is sky, and {cell} is stone there.",
                half=half,
                cell=below,
            )
    return None


def _above(castle: Castle, face: Face, cell: Cell) -> IllegalMove | None:
    for above, top in ((cell + LEFT_ABOVE, LEFT_TOP), (cell + RIGHT_ABOVE, RIGHT_TOP)):
        if top[face] and face_at(castle, above):
            return IllegalMove(
                "CB-31",
                "The tile would meet {cell} above it: there is sky there, and the top is stone.",
                cell=cell_name(above),
            )
    return None


def _new_level(castle: Castle, face: Face, cell: Cell) -> IllegalMove | None:
    level = LEVEL[cell]
    if NO_NEW_LEVEL[face] and level > castle.height:
        return IllegalMove(
            "CB-33",
            "This tile may not be the first on a level, and level {level} has none.",
            level=level,
        )
    return None


def sum_below(castle: Castle, cell: Cell) -> Part:
    """The sum that a cell above the first level demands: ``12 = 10 + 2``."""
    left = RIGHT_TOP[face_at(castle, cell - LEFT_BELOW)]
    right = LEFT_TOP[face_at(castle, cell - RIGHT_BELOW)]
    if left and right:
        return Phrase("{sum} = {left} + {right}", sum=left + right, left=left, right=right)
    return left + right


def _payment(state: State, castle: Castle, move: Move) -> IllegalMove:
    """The tile could stand there, but its number or what is paid does not fit."""
    action, face, cell, paid = move
    rack = held(state.racks[state.actor], state.unseen)
    if action == Action.BUILD:
        rack = rack.without(face)
    if LEVEL[cell] == 1 or not NUMBER[face]:
        return IllegalMove("CB-41", "This build needs no payment.")
    steps = abs(NUMBER[face] - demand(castle, cell) % SUMS)
    needs: dict[str, Part] = {
        "cell": cell_name(cell),
        "sum": sum_below(castle, cell),
        "number": NUMBER[face],
    }
    if not steps:
        return IllegalMove("CB-41", "This build needs no payment.")
    if steps > state.setup.most_paid:
        return IllegalMove(
            "CB-41",
            "To stand on {cell}, the tile needs {sum}, but it is {number}: too far to pay.",
            **needs,
        )
    if steps > rack.size:
        return IllegalMove(
            "CB-42",
            "To stand on {cell}, the tile needs {sum}, but it is {number}: you lack tiles to pay.",
            **needs,
        )
    if len(paid) != steps:
        return IllegalMove(
            "CB-40" if state.setup.most_paid == 1 else "CB-78",
            "To stand on {cell}, the tile needs {sum}, but it is {number}: pay with {count} tile.",
            "To stand on {cell}, the tile needs {sum}, but it is {number}: pay with {count} tiles.",
            count=steps,
            **needs,
        )
    return _not_held("CB-42", paid)


def _listed(first: Phrase, more: Phrase) -> Phrase:
    return Phrase("{first}, {more}", first=first, more=more)


def _not_held(rule: str, bag: Bag) -> IllegalMove:
    return IllegalMove(
        rule,
        "You do not have {tiles} left on your rack.",
        tiles=reduce(_listed, map(tile_name, bag)),
    )


def _drop(state: State, move: Move) -> IllegalMove:
    bag = move[3]
    surplus = len(state.racks[state.actor]) - RACK_LIMIT
    if len(bag) != surplus:
        return IllegalMove(
            "CB-92",
            "Discard exactly {count} tile.",
            "Discard exactly {count} tiles.",
            count=surplus,
        )
    return _not_held("CB-17", bag)


def _coin(state: State, move: Move) -> IllegalMove:
    coin = COIN_NAMES[WORDS[move[1]]]
    return IllegalMove("CB-53", "There is no {coin} coin on the market.", coin=coin)


def _thief(state: State, move: Move) -> IllegalMove:
    victim = move[1]
    if victim == state.actor:
        return IllegalMove("CB-59", "You cannot rob yourself.")
    if victim >= state.setup.players:
        return _no_seat("CB-59", victim)
    return IllegalMove("CB-59", "Seat {number} has no tile.", number=victim + 1)


def _no_seat(rule: str, seat: int) -> IllegalMove:
    return IllegalMove(rule, "There is no seat {number}.", number=seat + 1)


def _collapse(state: State, move: Move) -> IllegalMove:
    return _not_free(state.castles[state.actor], move[2])


def _catapult(state: State, move: Move) -> IllegalMove:
    _, victim, cell, _ = move
    if victim == state.actor:
        return IllegalMove("CB-64", "The catapult hits the castle of an opponent.")
    if victim >= state.setup.players:
        return _no_seat("CB-64", victim)
    return _not_free(state.castles[victim], cell)


def _not_free(castle: Castle, cell: Cell) -> IllegalMove:
    where = cell_name(cell)
    if not face_at(castle, cell):
        return IllegalMove("CB-62", "There is no tile on {cell}.", cell=where)
    if cell == GATE_CELL:
        return IllegalMove("CB-6", "The castle gate cannot be removed.")
    above = next(
        place
        for place in (cell + LEFT_ABOVE, cell + RIGHT_ABOVE)
        if not free_tiles(castle) >> cell & 1 and face_at(castle, place)
    )
    return IllegalMove(
        "CB-62",
        "The tile on {cell} is not free: {other} is above it.",
        cell=where,
        other=cell_name(above),
    )


def _pick(state: State, move: Move) -> IllegalMove:
    return IllegalMove("CB-61", "There is no {tile} on the market.", tile=tile_name(move[1]))


_REASONS: Final[dict[Action, Callable[[State, Move], IllegalMove]]] = {
    Action.DRAW: _turn,
    **dict.fromkeys(BUILDS, _build),
    Action.DROP: _drop,
    Action.COIN: _coin,
    Action.THIEF: _thief,
    Action.COLLAPSE: _collapse,
    Action.CATAPULT: _catapult,
    Action.MILL: _pick,
    Action.TAKE: _pick,
}
