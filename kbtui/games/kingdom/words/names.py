"""All names and one-line texts for players, in their language. The keys are those of the notation.

The tables are in English, the language of the catalogues; the functions translate when called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.kingdom.ground.board import BONUS_ACTIONS
from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import Action, Move, Shape, shape
from engine.kingdom.ground.quadrants import Quadrant, printed
from engine.kingdom.ground.terrain import FACES, UNKNOWN, Card, Terrain
from engine.kingdom.setup import TURNED
from engine.kingdom.state import State
from kbtui.games.kingdom.words.helps import GOAL_HELP, TILE_HELP, TOPIC_HELP, TOPICS
from kbtui.games.kingdom.words.rulings import NOTES, RULINGS
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import said

TERRAINS: Final[Mapping[Terrain, str]] = {
    Terrain.GRASS: N_("grass"),
    Terrain.FLOWERS: N_("flowers"),
    Terrain.FOREST: N_("forest"),
    Terrain.CANYON: N_("canyon"),
    Terrain.DESERT: N_("desert"),
    Terrain.MARSH: N_("marsh"),
    Terrain.WATER: N_("water"),
    Terrain.MOUNTAIN: N_("mountain"),
    Terrain.CASTLE: N_("castle"),
    Terrain.PALACE: N_("palace"),
    Terrain.LOCATION: N_("location"),
}
GOAL_NAMES: Final[Mapping[str, str]] = {
    "fishermen": N_("Fishermen"),
    "miners": N_("Miners"),
    "merchants": N_("Merchants"),
    "workers": N_("Workers"),
    "discoverers": N_("Discoverers"),
    "knights": N_("Knights"),
    "hermits": N_("Hermits"),
    "lords": N_("Lords"),
    "citizens": N_("Citizens"),
    "farmers": N_("Farmers"),
    "geologists": N_("Geologists"),
    "messengers": N_("Messengers"),
    "noblewomen": N_("Noblewomen"),
    "vassals": N_("Vassals"),
    "captains": N_("Captains"),
    "scouts": N_("Scouts"),
    "castles": N_("Castles"),
    "palaces": N_("Palaces"),
}
GOALS: Final[Mapping[str, str]] = {
    "fishermen": N_("1 gold for each settlement next to water, not on it"),
    "miners": N_("1 gold for each settlement next to a mountain, not on it"),
    "merchants": N_("4 gold for each castle, palace or location your settlements link to another"),
    "workers": N_("1 gold for each settlement next to a castle, palace or location"),
    "discoverers": N_("1 gold for each row with at least one of your settlements"),
    "knights": N_("2 gold for each settlement in the row where you have the most"),
    "hermits": N_("1 gold for each separate group of settlements"),
    "lords": N_("in each quadrant, 12 gold for the most settlements, 6 for the second most"),
    "citizens": N_("1 gold for every 2 settlements in your largest group"),
    "farmers": N_("3 gold for each settlement in the quadrant where you have the fewest"),
    "geologists": N_("2 gold for each mountain range your settlements link to another"),
    "messengers": N_(
        "2 gold per hex between your two farthest connected settlements, both included"
    ),
    "noblewomen": N_(
        "5 gold for each location and castle where you have the most settlements; ties pay too"
    ),
    "vassals": N_("1 gold for each settlement on the border of two quadrants"),
    "captains": N_("1 gold for each settlement that touches at least 3 others of yours"),
    "scouts": N_("1 gold for each settlement next to the removed terrain, not on it"),
    "castles": N_("3 gold for each castle that your settlements touch"),
    "palaces": N_("5 gold for each palace where you have the most settlements; ties pay too"),
}
TILE_NAMES: Final[Mapping[Action, str]] = {
    Action.ORACLE: N_("Oracle"),
    Action.FARM: N_("Farm"),
    Action.OASIS: N_("Oasis"),
    Action.TOWER: N_("Tower"),
    Action.TAVERN: N_("Tavern"),
    Action.BARN: N_("Barn"),
    Action.HARBOR: N_("Harbor"),
    Action.PADDOCK: N_("Paddock"),
    Action.FOUNTAIN: N_("Fountain"),
    Action.TEMPLE: N_("Temple"),
    Action.REFUGE: N_("Refuge"),
    Action.CANOE: N_("Canoe"),
    Action.REFUGE_BONUS: N_("Refuge bonus"),
    Action.CANOE_BONUS: N_("Canoe bonus"),
}
TILES: Final[Mapping[Action, str]] = {
    Action.ORACLE: N_("build one on your card's terrain"),
    Action.FARM: N_("build one on grass"),
    Action.OASIS: N_("build one on desert"),
    Action.TOWER: N_("build one on the edge of the board"),
    Action.TAVERN: N_("build one at the end of a line of 3"),
    Action.BARN: N_("move one to your card's terrain"),
    Action.HARBOR: N_("move one to water"),
    Action.PADDOCK: N_("move one two hexes in a straight line"),
    Action.FOUNTAIN: N_("build one next to exactly one of yours and nobody else's"),
    Action.TEMPLE: N_("take one off the board, build it next turn as an extra"),
    Action.REFUGE: N_("move one to an adjacent hex"),
    Action.CANOE: N_("build on marsh or water when somebody takes a last tile"),
    Action.REFUGE_BONUS: N_("move one to the nearest free hex in a straight line"),
    Action.CANOE_BONUS: N_("build one on marsh or water in your own turn"),
}
BONUS_NAMES: Final[Mapping[Action, str]] = {
    Action.FOUNTAIN: N_("Fountain bonus"),
    Action.TEMPLE: N_("Temple bonus"),
    Action.REFUGE: TILE_NAMES[Action.REFUGE_BONUS],
    Action.CANOE: TILE_NAMES[Action.CANOE_BONUS],
}
BONUSES: Final[Mapping[Action, str]] = {
    Action.FOUNTAIN: N_("your Fountains build on mountains too"),
    Action.TEMPLE: N_("your first build of a turn may go anywhere on its terrain"),
    Action.REFUGE: TILES[Action.REFUGE_BONUS],
    Action.CANOE: TILES[Action.CANOE_BONUS],
}
_KINDS: Final = {bonus: kind for kind, bonus in BONUS_ACTIONS.items()}


def move_name(move: Move) -> str:
    """``F6``, ``F6 Farm``, ``I12-G4 Barn``: as short as can be, with hexes as on the board."""
    action, origin, target = move
    form = shape(action)
    if form is Shape.CARD:
        return card_name(target)
    if form is Shape.BARE:
        return _("end") if action is Action.END else _("pass")
    tile = "" if action is Action.BUILD else f" {tile_name(action)}"
    if form is Shape.TAKE:
        return f"-{NAMES[origin].upper()}{tile}"
    start = f"{NAMES[origin].upper()}-" if form is Shape.PATH else ""
    return f"{start}{NAMES[target].upper()}{tile}"


def moves_named(moves: Iterable[Move]) -> str:
    return ", ".join(map(move_name, moves))


def terrain_name(terrain: Terrain) -> str:
    """``desert``; a castle, a palace or a location has a name too."""
    return _(TERRAINS[terrain])


def card_name(card: Card) -> str:
    """``forest`` or ``marsh/forest``; ``?`` for a card that is not seen."""
    faces = () if card == UNKNOWN else FACES[card]
    return "/".join(terrain_name(terrain) for terrain in reversed(faces)) or "?"


def goal_name(part: str) -> str:
    """``Lords``: a goal, the castles or the palaces."""
    return _(GOAL_NAMES[part])


_WITHOUT_PALACES: Final[Mapping[str, str]] = {
    "merchants": N_("4 gold for each castle or location your settlements link to another"),
    "workers": N_("1 gold for each settlement next to a castle or location"),
}


def goal_text(part: str, removed: Terrain | None = None) -> str:
    """What it pays, in one line; the Scouts name the terrain that was removed, once it is known."""
    if part == "scouts" and removed is not None:
        text = _("1 gold for each settlement next to {terrain} (removed), not on it")
        return text.format(terrain=terrain_name(removed))
    return _(GOALS[part])


def goal_here(part: str, state: State) -> str:
    """The same for a game that is being played: what its board does not have goes unsaid."""
    if part in _WITHOUT_PALACES and not state.setup.board.terrain[Terrain.PALACE]:
        return _(_WITHOUT_PALACES[part])
    return goal_text(part, state.cards.scouted)


def goal_help(part: str) -> str:
    """What it pays, in two to four sentences."""
    return _(GOAL_HELP[part])


def amount(gold: int) -> str:
    """``12 gold``."""
    return n_("{gold} gold", "{gold} gold", gold).format(gold=gold)


def tile_name(action: Action) -> str:
    """``Tavern``; the two bonus actions have names too."""
    return _(TILE_NAMES[action])


def tile_text(action: Action) -> str:
    """What the tile allows, in one line."""
    return _(TILES[action])


def tile_help(action: Action) -> str:
    """What the tile allows, in two to four sentences, the bonus of its kind included."""
    return _(TILE_HELP[_KINDS.get(action, action)])


def bonus_name(kind: Action) -> str:
    """``Fountain bonus``: the bonus tile of a Marshlands kind."""
    return _(BONUS_NAMES[kind])


def bonus_text(kind: Action) -> str:
    """What that bonus tile allows, in one line."""
    return _(BONUSES[kind])


def topic_name(topic: str) -> str:
    """The heading of a topic of ``TOPICS``."""
    return _(TOPICS[topic])


def topic_help(topic: str) -> str:
    """The rules of that topic, in two to four sentences."""
    return _(TOPIC_HELP[topic])


def whole_rule(entry: str, text: str) -> str:
    """The help of a goal, a tile or a topic with what it rests on, in paragraphs: a note on its
    source, or the rulings that the topic lists."""
    notes = " ".join(_(note) for note in NOTES.get(entry, ()))
    rulings = [f"- {_(ruling.text)}" for ruling in RULINGS.get(entry, ())]
    found = [text, *rulings] if rulings else [text, *([notes] if notes else [])]
    return "\n".join(found) if rulings else "\n\n".join(found)


def quadrant_name(quadrant: Quadrant) -> str:
    """``Tavern``; it says so when the layout is not the printed one."""
    return said(quadrant.title)


def short_name(quadrant: str) -> str:
    """``Tavern``, by its id; a star says that the layout is our own."""
    known = printed()[quadrant.removesuffix(TURNED)]
    return tile_name(known.locations[0][1]) + "*" * (not known.official)
