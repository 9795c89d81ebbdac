"""Explains why a move is illegal, in one sentence with the rule that forbids it.

It is called only for moves that are known to be illegal, so it may be slow and must always find a
reason. Anything a sentence names (a terrain, a tile, a requirement) is a ``Phrase`` of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import DEALER
from engine.errors import IllegalMove, Phrase
from engine.kingdom.ground.board import BONUS_ACTIONS
from engine.kingdom.ground.hexes import (
    BIT,
    EDGE,
    NAMES,
    NEIGHBOURS,
    RAYS,
    Hex,
    Mask,
    dilate,
    line_ends,
)
from engine.kingdom.ground.moves import (
    BUILDS,
    DEALERS,
    MARSH_KINDS,
    RELOCATIONS,
    Action,
    Move,
    word,
)
from engine.kingdom.ground.terrain import Card, Terrain, format_card
from engine.kingdom.rules.locations import TAVERN_LINE, has_bonus, path_targets, played_terrains
from engine.kingdom.state import OPEN, Phase, State, actor, builds_left, occupied, reserve, usable

_BONUS_KIND: Final = {action: kind for kind, action in BONUS_ACTIONS.items()}
_SPECIAL: Final = {
    Terrain.CASTLE: Phrase("a castle"),
    Terrain.PALACE: Phrase("a palace"),
    Terrain.LOCATION: Phrase("a location"),
}
_NOTHING: Final = Phrase("you cannot build there")
_BARN: Final = Phrase("the Barn moves to the terrain of your card")
_HARBOR: Final = Phrase("the Harbor moves to water")


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
        return IllegalMove("H-1", "You do not hold a {card} card.", card=_card(target))
    if action == Action.TEMPLE or action in RELOCATIONS:
        return _relocation(state, move)
    return _placement(state, move)


def _dealers(state: State, move: Move) -> IllegalMove:
    action, _, target = move
    if action not in DEALERS:
        return IllegalMove("T-6", "The dealer must turn up or deal a card first.")
    if actor(state) != DEALER:
        return IllegalMove("T-6", "There is no card to deal now.")
    due = Action.DEAL if state.phase == Phase.DEAL else Action.SHOW
    if action != due:
        return IllegalMove(
            "T-6",
            "The dealer must {due} a card now, not {other} one.",
            due=word(due),
            other=word(action),
        )
    if state.phase == Phase.SHOW:  # without naming it: opponents may hear this
        return IllegalMove("T-1", "The card in hand is not {card}.", card=_card(target))
    return IllegalMove("C-4", "There is no {card} card left in the draw pile.", card=_card(target))


def _not_now(state: State, action: Action) -> IllegalMove:
    """The action itself is not open."""
    if state.reactions:
        return IllegalMove("M-CANOE-1", "A Canoe can react now: build with it or pass.")
    if state.phase == Phase.CHOOSE:
        return IllegalMove("H-1", "First choose which of your two cards to play.")
    if action in _NOT_NOW:
        return _NOT_NOW[action](state)
    return _no_tile(state, action)


def _no_build(state: State) -> IllegalMove:
    if state.cards.played is None:
        return IllegalMove("A-7", "No terrain cards are left, so there is nothing to build.")
    return IllegalMove("T-2", "Your mandatory action is done: use a tile or end your turn.")


def _no_end(state: State) -> IllegalMove:
    fewer = builds_left(state, Terrain.MARSH)
    if state.terrain == OPEN and fewer < builds_left(state):  # a double card, not bound yet
        return IllegalMove(
            "T-5",
            "You must build {count} settlements, or {fewer} on marsh, "
            "before you can end your turn.",
            count=builds_left(state),
            fewer=fewer,
        )
    return IllegalMove(
        "T-5",
        "You must build {count} more settlement before you can end your turn.",
        "You must build {count} more settlements before you can end your turn.",
        count=builds_left(state),
    )


def _no_pass(state: State) -> IllegalMove:
    return IllegalMove("M-CANOE-1", "There is nothing to pass: no Canoe reaction is pending.")


def _no_canoe(state: State) -> IllegalMove:
    return IllegalMove(
        "M-CANOE-1",
        "You can use a Canoe only when another player takes the last tile of a location.",
    )


def _no_play(state: State) -> IllegalMove:
    return IllegalMove("T-1", "You have already played your card this turn.")


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
    tile = Phrase(kind.name.capitalize() + (" bonus" if kind != action else ""))
    slots = board.bonus.get(kind, 0) if kind != action else board.sources.get(kind, 0)
    owned = tiles.owned[seat] & slots
    if not owned:
        if kind != action:
            return IllegalMove(
                "M-BONUS-1",
                "The {tile} needs both tiles of its kind.",
                tile=tile,
            )
        return IllegalMove("T-3", "You have no {tile} tile.", tile=tile)
    if not owned & usable(tiles, seat):
        if owned & tiles.used[seat]:
            return IllegalMove("T-3", "You have already used your {tile} this turn.", tile=tile)
        rule = "M-BONUS-3" if kind in MARSH_KINDS and kind != action else "L-GEN-5"
        return IllegalMove(
            rule,
            "Your {tile} is new: you can use it from your next turn on.",
            tile=tile,
        )
    if state.begun and builds_left(state):
        return IllegalMove(
            "T-4", "Extra actions come before your first or after your last mandatory build."
        )
    if not reserve(state, seat) and action in BUILDS:
        return IllegalMove("L-GEN-12", "Your reserve is empty: you can only move settlements.")
    return IllegalMove("A-7", "The {tile} needs a terrain card, and none is left.", tile=tile)


def _card(card: Card) -> Phrase:
    """``forest`` or ``marsh/forest``, in names of terrains."""
    if "/" not in format_card(card):
        return Phrase(format_card(card))
    one, other = format_card(card).split("/")
    return Phrase("{terrain}/{other}", terrain=Phrase(one), other=Phrase(other))


def _ground(state: State, hex_: Hex) -> Terrain:
    board = state.setup.board
    return next(t for t in Terrain if board.terrain[t] & BIT[hex_])


def _wrong_ground(
    state: State, hex_: Hex, wanted: Mask, rule: str, demand: Phrase, *, is_card: bool = False
) -> IllegalMove | None:
    """B-1 and B-2: taken, or not of the ground that the action demands."""
    name = NAMES[hex_].upper()
    if occupied(state) & BIT[hex_]:
        return IllegalMove("B-1", "{hex} is taken: only one settlement fits on a hex.", hex=name)
    if wanted & BIT[hex_]:
        return None
    ground = _ground(state, hex_)
    here = _SPECIAL.get(ground, Phrase(ground.word))
    rule = "GEO-4" if ground in _SPECIAL else rule
    parts = {"hex": name, "ground": here, "demand": demand}
    if is_card:
        return IllegalMove(rule, "{hex} is {ground}, but {demand}.", **parts)
    return IllegalMove(rule, "{hex} is {ground}; {demand}.", **parts)


def _placement(state: State, move: Move) -> IllegalMove:
    """A build on the wrong hex."""
    action, _, target = move
    return _PLACES[action](state, target)


def _on_played(state: State, hex_: Hex) -> IllegalMove:
    words = [Phrase(Terrain(terrain).word) for terrain in played_terrains(state)]
    if len(words) == 1:
        demand = Phrase("your card is {terrain}", terrain=words[0])
    else:
        demand = Phrase("your card is {terrain} or {other}", terrain=words[0], other=words[1])
    wrong = _wrong_ground(state, hex_, _played_ground(state), "B-2", demand, is_card=True)
    if wrong:
        return wrong
    ground = _ground(state, hex_)
    return _far(state, ground, Phrase("your card is {terrain}", terrain=Phrase(ground.word)))


def _far(state: State, terrain: Terrain, demand: Phrase) -> IllegalMove:
    """B-3: the terrain is right, but other hexes of it are adjacent to own settlements."""
    return IllegalMove(
        "B-3",
        "{demand}; your settlements touch {count} free {terrain} hex, so you must build there.",
        "{demand}; your settlements touch {count} free {terrain} hexes, so you must "
        "build on one of them.",
        demand=demand,
        count=_touched(state, state.setup.board.terrain[terrain]),
        terrain=Phrase(terrain.word),
    )


def _touched(state: State, ground: Mask) -> int:
    """How many free hexes of that ground the one who acts touches."""
    seat = actor(state)
    assert seat is not None, "somebody is acting"
    return (dilate(state.settlements[seat]) & ground & ~occupied(state)).bit_count()


def _on_named(terrain: Terrain, rule: str, demand: Phrase) -> Callable[[State, Hex], IllegalMove]:
    def check(state: State, hex_: Hex) -> IllegalMove:
        ground = state.setup.board.terrain[terrain]
        wrong = _wrong_ground(state, hex_, ground, rule, demand)
        return wrong or _far(state, terrain, demand)

    return check


def _on_edge(state: State, hex_: Hex) -> IllegalMove:
    buildable = state.setup.board.buildable
    wrong = _wrong_ground(state, hex_, buildable, "B-2", _NOTHING)
    if wrong:
        return wrong
    if not EDGE & BIT[hex_]:
        return IllegalMove(
            "L-TOWER-1",
            "{hex} is not on the edge of the board, where the Tower builds.",
            hex=NAMES[hex_].upper(),
        )
    return IllegalMove(
        "B-3",
        "The Tower builds on the edge; your settlements touch {count} free edge hex, "
        "so you must build there.",
        "The Tower builds on the edge; your settlements touch {count} free edge "
        "hexes, so you must build on one of them.",
        count=_touched(state, buildable & EDGE),
    )


def _on_line(state: State, hex_: Hex) -> IllegalMove:
    buildable = state.setup.board.buildable
    wrong = _wrong_ground(state, hex_, buildable, "L-TAVERN-2", _NOTHING)
    if wrong:
        return wrong
    lines = line_ends(state.settlements[state.seat], TAVERN_LINE)
    if not lines:
        return IllegalMove("L-TAVERN-1", "You have no straight line of 3 settlements to extend.")
    return IllegalMove(
        "L-TAVERN-1",
        "{hex} is not at the end of a line of 3 of your settlements.",
        hex=NAMES[hex_].upper(),
    )


def _on_fountain(state: State, hex_: Hex) -> IllegalMove:
    board, seat = state.setup.board, state.seat
    ground = board.buildable
    if has_bonus(state, seat, Action.FOUNTAIN):
        ground |= board.mountain
    demand = Phrase("the Fountain cannot build there")
    wrong = _wrong_ground(state, hex_, ground, "M-FOUNT-1", demand)
    if wrong:
        return wrong
    own = (NEIGHBOURS[hex_] & state.settlements[seat]).bit_count()
    others = (NEIGHBOURS[hex_] & occupied(state)).bit_count() - own
    return IllegalMove(
        "M-FOUNT-1",
        "{hex} touches {own} settlements of yours and {others} of other players; the "
        "Fountain needs exactly 1 and 0.",
        hex=NAMES[hex_].upper(),
        own=own,
        others=others,
    )


def _on_shore(state: State, hex_: Hex) -> IllegalMove:
    board, ground = state.setup.board, _ground(state, hex_)
    demand = Phrase("the Canoe builds on marsh or water")
    wrong = _wrong_ground(state, hex_, board.marsh | board.water, "M-CANOE-1", demand)
    return wrong or _far(state, ground, demand)


_PLACES: Final[dict[Action, Callable[[State, Hex], IllegalMove]]] = {
    Action.BUILD: _on_played,
    Action.ORACLE: _on_played,
    Action.FARM: _on_named(Terrain.GRASS, "L-FARM-1", Phrase("the Farm builds on grass")),
    Action.OASIS: _on_named(Terrain.DESERT, "L-OASIS-1", Phrase("the Oasis builds on desert")),
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
        return IllegalMove(
            rule,
            "You have no settlement on {hex} to move.",
            hex=NAMES[origin].upper(),
        )
    if target == origin:
        return IllegalMove("L-MOVE-1", "A settlement must move to another hex.")
    wanted, rule, demand = {
        Action.BARN: (_played_ground(state), "L-BARN-1", _BARN),
        Action.HARBOR: (board.water, "L-HARBOR-1", _HARBOR),
        Action.PADDOCK: (board.buildable, "L-PADDOCK-3", _NOTHING),
        Action.REFUGE: (board.buildable, "M-REFUGE-1", _NOTHING),
        Action.REFUGE_BONUS: (board.buildable, "M-REFUGE-2", _NOTHING),
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
    ends = {"hex": NAMES[origin].upper(), "target": NAMES[target].upper()}
    if action == Action.PADDOCK:
        return IllegalMove(
            "L-PADDOCK-1",
            "{target} is not exactly two hexes from {hex} in a straight line.",
            **ends,
        )
    if action == Action.REFUGE:
        return IllegalMove("M-REFUGE-1", "{target} is not next to {hex}.", **ends)
    if action == Action.REFUGE_BONUS and any(target in ray for ray in RAYS[origin]):
        return IllegalMove(
            "M-REFUGE-2",
            "{target} is not the nearest free hex in that direction from {hex}.",
            **ends,
        )
    if action == Action.REFUGE_BONUS:
        return IllegalMove("M-REFUGE-2", "{target} is not in a straight line from {hex}.", **ends)
    if not path_targets(state, action, state.seat, origin):
        return IllegalMove(
            "L-MOVE-1",
            "Only {hex} itself touches your other settlements, so it cannot move.",
            hex=ends["hex"],
        )
    return IllegalMove(
        "B-6",
        "Without {hex}, {target} does not touch your settlements, but other free hexes do.",
        **ends,
    )
