"""Moves and their notation: one move is one ASCII token, the same everywhere.

    draw                        wall5@e2   market:wall5@e2   royal:prince@e2
    stair11/1@e2+wall3          build and pay with a wall 3
    drop:wall3+roof9            discard the surplus, all at once
    coin:mill   thief:3   collapse:f3   catapult:3@f3   mill:wall5   take:wall5
    deal:wall5   show:wall5   mint:monk   steal:wall5   lose:wall5   shuffle   (the dealer's)

A build always names where its tile comes from (CB-89): a prince from beside the rack is
``royal:prince``, also when none is on the rack, for opponents cannot know whether one is. Seats are
written as people count them, from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import Final

from engine.castle.pieces.cells import NAMES, Cell, parse_cell
from engine.castle.pieces.coins import WORDS, parse_coin
from engine.castle.pieces.tiles import (
    HIDDEN,
    PRINCE,
    PRINCESS,
    UNKNOWN,
    Bag,
    Face,
    format_tile,
    parse_tile,
)
from engine.castle.setup import PLAYERS
from engine.errors import BadToken


class Action(IntEnum):
    """What a move does. The order is the order of legal moves."""

    __hash__ = int.__hash__  # an enumeration's own is a Python function

    DRAW = 0
    BUILD = 1  # from the rack
    ROYAL = 2  # a tile set aside under Royal Strategy
    MARKET = 3
    DROP = 4  # discard the surplus
    COIN = 5
    THIEF = 6  # choose whom to rob
    COLLAPSE = 7
    CATAPULT = 8
    MILL = 9  # choose a tile of the new market
    TAKE = 10  # choose a tile of the market in peaceful times
    DEAL = 11  # the dealer puts a tile on a rack
    SHOW = 12  # the dealer puts a tile on the market
    MINT = 13  # the dealer puts a coin on the market
    STEAL = 14  # the dealer draws the thief's tile
    LOSE = 15  # the dealer draws a tile that a rack loses
    SHUFFLE = 16  # the discards become the reserve


BUILDS: Final = (Action.BUILD, Action.ROYAL, Action.MARKET)
DEALERS: Final = tuple(Action)[Action.DEAL :]
_SECRET: Final = (Action.DEAL, Action.STEAL)  # tiles that some may not see
_TILES: Final = (Action.MILL, Action.TAKE, Action.DEAL, Action.SHOW, Action.STEAL, Action.LOSE)
_COINS: Final = (Action.COIN, Action.MINT)
_WORDS: Final = tuple(action.name.lower() for action in Action)
_ACTIONS: Final = {word: Action(number) for number, word in enumerate(_WORDS)}
_BARE: Final = (Action.DRAW, Action.SHUFFLE)
_ROYALS: Final = (PRINCE, PRINCESS)
_KNOWN: Final = 8192  # moves whose notation is remembered

# A move: what is done; a tile, a coin or a seat; a cell; tiles that are paid or dropped. A plain
# tuple, because lists of legal moves are made by the thousand.
Move = tuple[Action, int, Cell, Bag]

NONE: Final = 0
NO_BAG: Final = b""
DRAW: Final[Move] = (Action.DRAW, NONE, NONE, NO_BAG)
SHUFFLE: Final[Move] = (Action.SHUFFLE, NONE, NONE, NO_BAG)


def word(action: Action) -> str:
    return _WORDS[action]


def _bag_text(bag: Bag) -> str:
    return "+".join([format_tile(face) for face in bag])


@lru_cache(_KNOWN)
def format_move(move: Move) -> str:
    action, what, cell, bag = move
    head = _WORDS[action]
    if action in BUILDS:
        source = "" if action == Action.BUILD else f"{head}:"
        paid = f"+{_bag_text(bag)}" if bag else ""
        return f"{source}{format_tile(what)}@{NAMES[cell]}{paid}"
    if action in _BARE:
        return head
    if action in _TILES:
        return f"{head}:{format_tile(what)}"
    if action in _COINS:
        return f"{head}:{WORDS[what]}"
    if action == Action.DROP:
        return f"{head}:{_bag_text(bag)}"
    if action == Action.COLLAPSE:
        return f"{head}:{NAMES[cell]}"
    where = f"@{NAMES[cell]}" if action == Action.CATAPULT else ""
    return f"{head}:{what + 1}{where}"


@lru_cache(_KNOWN)
def parse_move(token: str) -> Move:
    """Any case is read, lower case is written."""
    if not token.isascii():  # some letters elsewhere turn into ours in lower case
        raise BadToken(repr(token), "moves are written in plain ASCII")
    text = token.lower()
    head, mark, tail = text.partition(":")
    if not mark and "@" in head:
        return _parse_build(Action.BUILD, text)
    action = _ACTIONS.get(head)
    if action is None or action == Action.BUILD:
        raise BadToken(repr(token), "there is no action called {word}", word=repr(head))
    if bool(mark) == (action in _BARE):
        raise BadToken(repr(token), "write it as {token}", token=_PATTERNS[action])
    if action in _BARE:
        return action, NONE, NONE, NO_BAG
    return _PARSERS[action](action, tail)


def _parse_build(action: Action, text: str) -> Move:
    tile, _, where = text.partition("@")
    cell, plus, paid = where.partition("+")
    face = _seen_tile(tile)
    if action == Action.ROYAL and face not in _ROYALS:
        raise BadToken(repr(tile), "only a prince and a princess are set aside")
    return action, face, parse_cell(cell), _parse_bag(paid) if plus else NO_BAG


def _parse_drop(action: Action, text: str) -> Move:
    return action, NONE, NONE, _parse_bag(text)


def _parse_bag(text: str) -> Bag:
    """Tiles in any order are read; they are written in the order of the box."""
    return bytes(sorted(map(_seen_tile, text.split("+"))))


def _seen_tile(text: str) -> Face:
    face = parse_tile(text)
    if face == UNKNOWN:
        raise BadToken(repr(HIDDEN), "only a tile that is dealt or stolen can be unknown")
    return face


def _parse_tile(action: Action, text: str) -> Move:
    return action, parse_tile(text) if action in _SECRET else _seen_tile(text), NONE, NO_BAG


def _parse_coin(action: Action, text: str) -> Move:
    return action, parse_coin(text), NONE, NO_BAG


def _parse_collapse(action: Action, text: str) -> Move:
    return action, NONE, parse_cell(text), NO_BAG


def _parse_thief(action: Action, text: str) -> Move:
    return action, _parse_seat(text), NONE, NO_BAG


def _parse_catapult(action: Action, text: str) -> Move:
    seat, _, cell = text.partition("@")
    return action, _parse_seat(seat), parse_cell(cell), NO_BAG


def _parse_seat(text: str) -> int:
    if text not in [str(number) for number in range(1, PLAYERS[-1] + 1)]:
        raise BadToken(repr(text), "seats are 1 to {most}", most=PLAYERS[-1])
    return int(text) - 1


_PARSERS: Final[dict[Action, Callable[[Action, str], Move]]] = {
    **dict.fromkeys(BUILDS, _parse_build),
    **dict.fromkeys(_TILES, _parse_tile),
    **dict.fromkeys(_COINS, _parse_coin),
    Action.DROP: _parse_drop,
    Action.THIEF: _parse_thief,
    Action.COLLAPSE: _parse_collapse,
    Action.CATAPULT: _parse_catapult,
}
_PATTERNS: Final = (
    {action: f"{_WORDS[action]}:wall5@e2" for action in BUILDS}
    | {action: f"{_WORDS[action]}:wall5" for action in (*_TILES, Action.DROP)}
    | {action: f"{_WORDS[action]}:mill" for action in _COINS}
    | {action: _WORDS[action] for action in _BARE}
    | {Action.ROYAL: "royal:prince@e2", Action.THIEF: "thief:2"}
    | {Action.COLLAPSE: "collapse:f3", Action.CATAPULT: "catapult:2@f3"}
)
