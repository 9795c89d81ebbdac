"""Moves and their notation: one move is one ASCII token, the same everywhere (docs/notation.md).

A tile is named after the action it allows, so ``Action`` names location kinds too.
"""

from __future__ import annotations

from enum import Enum, IntEnum, auto
from functools import lru_cache
from typing import Final

from engine.errors import BadToken
from engine.kingdom.ground.hexes import NAMES, Hex, parse_hex
from engine.kingdom.ground.terrain import UNKNOWN, Card, format_card, parse_card


class Action(IntEnum):
    """What a move does. The order is the order of legal moves."""

    __hash__ = int.__hash__  # an enumeration's own is a Python function, and tables are by action

    BUILD = 0  # one settlement of the mandatory action
    ORACLE = 1
    FARM = 2
    OASIS = 3
    TOWER = 4
    TAVERN = 5
    BARN = 6
    HARBOR = 7
    PADDOCK = 8
    FOUNTAIN = 9
    TEMPLE = 10
    REFUGE = 11
    CANOE = 12
    REFUGE_BONUS = 13
    CANOE_BONUS = 14
    PLAY = 15  # choose the card of the turn (H-1)
    PASS = 16  # decline a Canoe reaction
    END = 17
    DEAL = 18  # the dealer hands a card to a player
    SHOW = 19  # the dealer turns a card face up


class Shape(Enum):
    """What stands behind the word of a token."""

    HEX = auto()  # oracle@g7
    TAKE = auto()  # temple@g7: the hex is where the settlement comes from
    PATH = auto()  # barn@g7-h9
    CARD = auto()  # deal:forest
    BARE = auto()  # end


LOCATION_KINDS: Final = tuple(Action)[Action.ORACLE : Action.CANOE + 1]
MARSH_KINDS: Final = tuple(Action)[Action.FOUNTAIN : Action.CANOE + 1]  # they have bonus tiles
RELOCATIONS: Final = (
    Action.BARN,
    Action.HARBOR,
    Action.PADDOCK,
    Action.REFUGE,
    Action.REFUGE_BONUS,
)
BUILDS: Final = (  # one settlement from the reserve
    *(Action.ORACLE, Action.FARM, Action.OASIS, Action.TOWER, Action.TAVERN),
    *(Action.FOUNTAIN, Action.CANOE, Action.CANOE_BONUS),
)
DEALERS: Final = (Action.DEAL, Action.SHOW)

_WORDS: Final = {
    action: {Action.REFUGE_BONUS: "refuge+", Action.CANOE_BONUS: "canoe+"}.get(
        action, action.name.lower()
    )
    for action in Action
}
_SHAPES: Final = (
    dict.fromkeys((Action.BUILD, *BUILDS), Shape.HEX)
    | dict.fromkeys(RELOCATIONS, Shape.PATH)
    | dict.fromkeys((Action.PLAY, *DEALERS), Shape.CARD)
    | dict.fromkeys((Action.PASS, Action.END), Shape.BARE)
    | {Action.TEMPLE: Shape.TAKE}
)
_ACTIONS: Final = {word: action for action, word in _WORDS.items() if action != Action.BUILD}
NOWHERE: Final = -1
_KNOWN: Final = 4096  # moves whose notation is remembered: those of all hexes and most paths


# A move: what is done, the hex a settlement leaves, the hex where one lands (or the card). A plain
# tuple, because lists of legal moves are made by the hundred: it costs a quarter of a NamedTuple.
Move = tuple[Action, Hex, int]


def make_move(action: Action, origin: Hex = NOWHERE, target: int = NOWHERE) -> Move:
    return action, origin, target


END: Final = make_move(Action.END)
PASS: Final = make_move(Action.PASS)


def word(action: Action) -> str:
    """The rulebook's name in notation: ``tavern``, ``refuge+``."""
    return _WORDS[action]


def shape(action: Action) -> Shape:
    return _SHAPES[action]


def location_kind(name: str) -> Action | None:
    """The location kind of that name, if there is one."""
    action = _ACTIONS.get(name)
    return action if action in LOCATION_KINDS else None


@lru_cache(_KNOWN)
def format_move(move: Move) -> str:
    action, origin, target = move
    if action == Action.BUILD:
        return NAMES[target]
    match _SHAPES[action]:
        case Shape.HEX:
            return f"{_WORDS[action]}@{NAMES[target]}"
        case Shape.TAKE:
            return f"{_WORDS[action]}@{NAMES[origin]}"
        case Shape.PATH:
            return f"{_WORDS[action]}@{NAMES[origin]}-{NAMES[target]}"
        case Shape.CARD:
            return f"{_WORDS[action]}:{format_card(target)}"
        case Shape.BARE:
            return _WORDS[action]


@lru_cache(_KNOWN)
def parse_move(token: str) -> Move:
    """Any case is read, lower case is written."""
    if not token.isascii():  # some letters elsewhere turn into ours in lower case
        raise BadToken(repr(token), "moves are written in plain ASCII")
    head, mark, tail = token.lower().partition(":" if ":" in token else "@")
    if not mark and head not in _ACTIONS:
        return Action.BUILD, NOWHERE, parse_hex(head)
    action = _ACTIONS.get(head)
    if action is None:
        raise BadToken(repr(token), "there is no action called {word}", word=repr(head))
    kind = _SHAPES[action]
    if mark != {Shape.CARD: ":", Shape.BARE: ""}.get(kind, "@"):
        raise BadToken(repr(token), "write it as {token}", token=_PATTERNS[kind].format(head))
    match kind:
        case Shape.HEX:
            return action, NOWHERE, parse_hex(tail)
        case Shape.TAKE:
            return action, parse_hex(tail), NOWHERE
        case Shape.PATH:
            origin, _, target = tail.partition("-")
            return action, parse_hex(origin), parse_hex(target)
        case Shape.CARD:
            return action, NOWHERE, _parse_played(action, tail)
        case Shape.BARE:
            return make_move(action)


def _parse_played(action: Action, name: str) -> Card:
    card = parse_card(name)
    if card == UNKNOWN and action != Action.DEAL:
        raise BadToken(repr(name), "only a dealt card can be unknown")
    return card


_PATTERNS: Final = {
    Shape.HEX: "{}@g7",
    Shape.TAKE: "{}@g7",
    Shape.PATH: "{}@g7-h9",
    Shape.CARD: "{}:forest",
    Shape.BARE: "{}",
}
