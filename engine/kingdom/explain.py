"""Why a move is not legal, in one sentence with the rule that forbids it.

Called only for moves that are known to be illegal, so it may be slow and must always find a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import DEALER
from engine.errors import IllegalMove
from engine.kingdom.board import BONUS_ACTIONS
from engine.kingdom.hexes import (
    BIT,
    BOARD,
    EDGE,
    NAMES,
    NEIGHBOURS,
    RAYS,
    Hex,
    Mask,
    dilate,
    line_ends,
)
from engine.kingdom.locations import TAVERN_LINE, has_bonus, path_targets, played_terrains
from engine.kingdom.moves import (
    BUILDS,
    DEALERS,
    MARSH_KINDS,
    RELOCATIONS,
    Action,
    Move,
    word,
)
from engine.kingdom.state import Phase, State, actor, builds_left, occupied, reserve, usable
from engine.kingdom.terrain import Terrain, format_card

_BONUS_KIND: Final = {action: kind for kind, action in BONUS_ACTIONS.items()}


def reason(state: State, move: Move, possible: tuple[Action, ...]) -> IllegalMove:
    """The first rule that the move breaks; ``possible`` are the actions that are open now."""
    action, _, target = move
    if state.phase == Phase.OVER:
        return IllegalMove("E-2", "The game is over.")
    if actor(state) == DEALER or action in DEALERS:
        return _dealers(state, move)
    if action not in possible:
        return _not_now(state, action)
    if action == Action.PLAY:
        return IllegalMove("H-1", f"You do not hold {format_card(target)}.")
    if action == Action.TEMPLE or action in RELOCATIONS:
        return _relocation(state, move)
    return _placement(state, move)


def _dealers(state: State, move: Move) -> IllegalMove:
    action, _, target = move
    if action not in DEALERS:
        return IllegalMove("T-6", "The dealer has to turn up or deal a card first.")
    if actor(state) != DEALER:
        return IllegalMove("T-6", "No card is due now.")
    due = Action.DEAL if state.phase == Phase.DEAL else Action.SHOW
    if action != due:
        return IllegalMove(
            "T-6", f"The dealer has to {word(due)} a card now, not {word(action)} one."
        )
    card = format_card(target)
    if state.phase == Phase.SHOW:  # without naming it: others may hear this
        return IllegalMove("T-1", f"The card held is not {card}.")
    return IllegalMove("C-4", f"No card {card} is left in the draw pile.")


def _not_now(state: State, action: Action) -> IllegalMove:
    """The action itself is not open."""
    if state.reactions:
        return IllegalMove("M-CANOE-1", "A Canoe may react now: build with it or pass.")
    if state.phase == Phase.CHOOSE:
        return IllegalMove("H-1", "Choose which of your two cards to play first.")
    if action in _NOT_NOW:
        return _NOT_NOW[action](state)
    return _no_tile(state, action)


def _no_build(state: State) -> IllegalMove:
    if state.cards.played is None:
        return IllegalMove("A-7", "No terrain card is left, so no builds are owed.")
    return IllegalMove("T-2", "Your mandatory action is done: use a tile or end the turn.")


def _no_end(state: State) -> IllegalMove:
    left = builds_left(state)
    return IllegalMove(
        "T-5", f"You still have to build {_settlements(left)} before the turn can end."
    )


def _no_pass(state: State) -> IllegalMove:
    return IllegalMove("M-CANOE-1", "There is nothing to pass on: no Canoe may react now.")


def _no_canoe(state: State) -> IllegalMove:
    return IllegalMove(
        "M-CANOE-1", "A Canoe is used only when another player takes the last tile of a location."
    )


def _no_play(state: State) -> IllegalMove:
    return IllegalMove("T-1", "The card of this turn is already played.")


_NOT_NOW: Final[dict[Action, Callable[[State], IllegalMove]]] = {
    Action.BUILD: _no_build,
    Action.END: _no_end,
    Action.PASS: _no_pass,
    Action.CANOE: _no_canoe,
    Action.PLAY: _no_play,
}


def _no_tile(state: State, action: Action) -> IllegalMove:
    """An extra action that is not open: no tile, none usable, or the wrong moment."""
    board, tiles, seat = state.setup.board, state.tiles, state.seat
    kind = _BONUS_KIND.get(action, action)
    name = kind.name.capitalize() + (" bonus" if kind != action else "")
    slots = board.bonus.get(kind, 0) if kind != action else board.sources.get(kind, 0)
    owned = tiles.owned[seat] & slots
    if not owned:
        needs = "two of its tiles" if kind != action else "its tile"
        rule = "M-BONUS-1" if kind != action else "T-3"
        return IllegalMove(rule, f"You do not have the {name}: it takes {needs}.")
    if not owned & usable(tiles, seat):
        if owned & tiles.used[seat]:
            return IllegalMove("T-3", f"Your {name} is used already in this turn.")
        rule = "M-BONUS-3" if kind in MARSH_KINDS and kind != action else "L-GEN-5"
        return IllegalMove(rule, f"Your {name} is new: it can be used from your next turn on.")
    if state.begun and builds_left(state):
        return IllegalMove(
            "T-4", "Extra actions come before the first or after the last mandatory build."
        )
    if not reserve(state, seat) and action in BUILDS:
        return IllegalMove("L-GEN-12", "Your reserve is empty: only moves are left.")
    return IllegalMove("A-7", f"No terrain card is left for the {name} to follow.")


def _settlements(count: int) -> str:
    return f"{count} settlement{'s' if count != 1 else ''}"


def _ground(state: State, hex_: Hex) -> Terrain:
    board = state.setup.board
    return next(t for t in Terrain if board.terrain[t] & BIT[hex_])


def _wrong_ground(
    state: State, hex_: Hex, wanted: Mask, rule: str, demand: str
) -> IllegalMove | None:
    """B-1 and B-2: taken, or not of the ground that the action demands."""
    name = NAMES[hex_].upper()
    if occupied(state) & BIT[hex_]:
        return IllegalMove("B-1", f"{name} is taken: one settlement per hex.")
    if wanted & BIT[hex_]:
        return None
    ground = _ground(state, hex_)
    special = ground in (Terrain.CASTLE, Terrain.PALACE, Terrain.LOCATION)
    here = f"a {ground.word}" if special else ground.word
    return IllegalMove("GEO-4" if special else rule, f"{name} is {here}; {demand}.")


def _placement(state: State, move: Move) -> IllegalMove:
    """A build on the wrong hex."""
    action, _, target = move
    return _PLACES[action](state, target)


def _on_played(state: State, hex_: Hex) -> IllegalMove:
    terrains = played_terrains(state)
    words = " or ".join(Terrain(terrain).word for terrain in terrains)
    wrong = _wrong_ground(state, hex_, _played_ground(state), "B-2", f"{words} is played")
    if wrong:
        return wrong
    ground = _ground(state, hex_)
    return _far(state, ground.word, f"{ground.word.capitalize()} is played")


def _far(state: State, kind: str, what: str, within: Mask = BOARD) -> IllegalMove:
    """B-3: the hex is of the right kind, but others of that kind touch own settlements."""
    seat, board = actor(state), state.setup.board
    assert seat is not None, "somebody is acting"
    ground = board.terrain[Terrain[kind.upper()]] if kind != "edge" else board.buildable
    touched = dilate(state.settlements[seat]) & ground & within & ~occupied(state)
    count = touched.bit_count()
    hexes_ = "hex" if count == 1 else "hexes"
    must = "so you must build next to your settlements"
    return IllegalMove("B-3", f"{what}; you touch {count} free {kind} {hexes_}, {must}.")


def _on_named(name: str, terrain: Terrain, rule: str) -> Callable[[State, Hex], IllegalMove]:
    def check(state: State, hex_: Hex) -> IllegalMove:
        demand = f"the {name} builds on {terrain.word}"
        ground = state.setup.board.terrain[terrain]
        wrong = _wrong_ground(state, hex_, ground, rule, demand)
        return wrong or _far(state, terrain.word, demand[0].upper() + demand[1:])

    return check


def _on_edge(state: State, hex_: Hex) -> IllegalMove:
    buildable = state.setup.board.buildable
    wrong = _wrong_ground(state, hex_, buildable, "B-2", "nothing can be built there")
    if wrong:
        return wrong
    if not EDGE & BIT[hex_]:
        name = NAMES[hex_].upper()
        where = "the edge of the board, where the Tower builds"
        return IllegalMove("L-TOWER-1", f"{name} is not on {where}.")
    return _far(state, "edge", "The Tower builds on the edge", EDGE)


def _on_line(state: State, hex_: Hex) -> IllegalMove:
    buildable = state.setup.board.buildable
    wrong = _wrong_ground(state, hex_, buildable, "L-TAVERN-2", "nothing can be built there")
    if wrong:
        return wrong
    lines = line_ends(state.settlements[state.seat], TAVERN_LINE)
    if not lines:
        return IllegalMove("L-TAVERN-1", "You have no straight line of 3 settlements to continue.")
    name = NAMES[hex_].upper()
    return IllegalMove("L-TAVERN-1", f"{name} continues none of your lines of 3 settlements.")


def _on_fountain(state: State, hex_: Hex) -> IllegalMove:
    board, seat = state.setup.board, state.seat
    ground = board.buildable
    if has_bonus(state, seat, Action.FOUNTAIN):
        ground |= board.mountain
    wrong = _wrong_ground(state, hex_, ground, "M-FOUNT-1", "the Fountain cannot build there")
    if wrong:
        return wrong
    own = (NEIGHBOURS[hex_] & state.settlements[seat]).bit_count()
    others = (NEIGHBOURS[hex_] & occupied(state)).bit_count() - own
    touched = f"{NAMES[hex_].upper()} touches {own} of yours and {others} of others"
    return IllegalMove("M-FOUNT-1", f"{touched}; the Fountain needs exactly 1 and 0.")


def _on_shore(state: State, hex_: Hex) -> IllegalMove:
    board, ground = state.setup.board, _ground(state, hex_)
    demand = "the Canoe builds on marsh or water"
    wrong = _wrong_ground(state, hex_, board.marsh | board.water, "M-CANOE-1", demand)
    return wrong or _far(state, ground.word, demand[0].upper() + demand[1:])


_PLACES: Final[dict[Action, Callable[[State, Hex], IllegalMove]]] = {
    Action.BUILD: _on_played,
    Action.ORACLE: _on_played,
    Action.FARM: _on_named("Farm", Terrain.GRASS, "L-FARM-1"),
    Action.OASIS: _on_named("Oasis", Terrain.DESERT, "L-OASIS-1"),
    Action.TOWER: _on_edge,
    Action.TAVERN: _on_line,
    Action.FOUNTAIN: _on_fountain,
    Action.CANOE: _on_shore,
    Action.CANOE_BONUS: _on_shore,
}


def _relocation(state: State, move: Move) -> IllegalMove:
    action, origin, target = move
    seat, board = state.seat, state.setup.board
    if not state.settlements[seat] & BIT[origin]:
        rule = "M-TEMPLE-1" if action == Action.TEMPLE else "L-MOVE-2"
        return IllegalMove(rule, f"{NAMES[origin].upper()} holds no settlement of yours to move.")
    if target == origin:
        return IllegalMove("L-MOVE-1", "A move has to end on another hex.")
    wanted, rule, demand = {
        Action.BARN: (_played_ground(state), "L-BARN-1", "the Barn moves to the played terrain"),
        Action.HARBOR: (board.water, "L-HARBOR-1", "the Harbor moves to water"),
        Action.PADDOCK: (board.buildable, "L-PADDOCK-3", "nothing can be built there"),
        Action.REFUGE: (board.buildable, "M-REFUGE-1", "nothing can be built there"),
        Action.REFUGE_BONUS: (board.buildable, "M-REFUGE-2", "nothing can be built there"),
    }[action]
    wrong = _wrong_ground(state, target, wanted, rule, demand)
    return wrong or _path(state, move)


def _played_ground(state: State) -> Mask:
    ground = 0
    for terrain in played_terrains(state):
        ground |= state.setup.board.terrain[terrain]
    return ground


def _path(state: State, move: Move) -> IllegalMove:
    """The ground is right, the way is not."""
    action, origin, target = move
    here, there = NAMES[origin].upper(), NAMES[target].upper()
    if action == Action.PADDOCK:
        return IllegalMove(
            "L-PADDOCK-1", f"{there} is not two hexes in a straight line from {here}."
        )
    if action == Action.REFUGE:
        return IllegalMove("M-REFUGE-1", f"{there} is not next to {here}.")
    if action == Action.REFUGE_BONUS:
        inline = any(target in ray for ray in RAYS[origin])
        text = (
            "is not the nearest free hex in that direction" if inline else "is in no straight line"
        )
        return IllegalMove("M-REFUGE-2", f"{there} {text} from {here}.")
    if not path_targets(state, action, state.seat, origin):
        return IllegalMove(
            "L-MOVE-1", f"Only {here} itself would touch your settlements, so it has no move."
        )
    return IllegalMove(
        "B-6",
        f"{there} does not touch your settlements once {here} is lifted, and other free hexes do.",
    )
