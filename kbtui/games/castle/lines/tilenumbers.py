"""How tiles are numbered for people who type, and what they type as notation has it.

A tile of the rack has a number from 1 on, the tiles of the market have 8, 9 and 0: the same as the
keys of a screen. While a surplus is asked for, all numbers are those of the rack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.castle.moves import Action, word
from engine.castle.pieces.tiles import format_tile
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase, State

_MARKET: Final = "890"
# What somebody who is asked this means without saying so.
_MEANT: Final = {
    Phase.DROP: Action.DROP,
    Phase.COIN: Action.COIN,
    Phase.THIEF: Action.THIEF,
    Phase.COLLAPSE: Action.COLLAPSE,
    Phase.CATAPULT: Action.CATAPULT,
    Phase.MILL: Action.MILL,
    Phase.TAKE: Action.TAKE,
}
_WITH_TILES: Final = {"", *map(word, (Action.MARKET, Action.DROP, Action.MILL, Action.TAKE))}


def rack_numbers(state: State) -> dict[str, str]:
    """The tiles on the rack of the player who must act, by what can be typed for them."""
    if state.actor < 0:
        return {}
    rack = state.racks[state.actor]
    shown = rack if state.phase is Phase.DROP else rack[:RACK_LIMIT]
    return {str(number): format_tile(face) for number, face in enumerate(shown, 1)}


def market_numbers(state: State) -> dict[str, str]:
    if state.phase is Phase.DROP:
        return {}
    return {key: format_tile(face) for key, face in zip(_MARKET, state.market, strict=False)}


def token(state: State, text: str) -> str:
    """What was typed, with words for numbers and with what is meant."""
    if ":" not in text and state.phase in _MEANT:
        text = f"{word(_MEANT[state.phase])}:{text}"
    head, colon, rest = text.rpartition(":")
    if head.lower() not in _WITH_TILES:
        return text
    rack, market = rack_numbers(state), market_numbers(state)
    tile, at, place = rest.partition("@")
    if at and not colon and tile in market:
        head, colon = word(Action.MARKET), ":"
    if not at:
        return f"{head}{colon}{_words(rest, {**market, **rack} if head else {})}"
    cell, plus, paid = place.partition("+")
    first = market.get(tile) or rack.get(tile, tile)
    return f"{head}{colon}{first}@{cell}{plus}{_words(paid, rack)}"


def _words(text: str, numbers: Mapping[str, str]) -> str:
    return "+".join(numbers.get(part.strip(), part) for part in text.split("+"))
