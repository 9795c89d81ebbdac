"""The names of tiles, coins, cells and spaces, in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.castle.pieces.coins import RED, WORDS, Coin
from engine.castle.pieces.piecenames import COIN_NAMES
from engine.castle.pieces.tiles import TILES, UNKNOWN, Bag, Face
from engine.castle.pieces.track import TRACK, Space
from engine.castle.rules import explain
from engine.castle.setup import Setup
from kbtui.text.i18n import N_, _, c_, n_
from kbtui.text.phrases import said

EFFECTS: Final[Mapping[Coin, str]] = {
    Coin.RUBY: N_("move your baron 1 more space"),
    Coin.THIEF: N_("a random tile from a rack you choose"),
    Coin.LADY: N_("every other rack loses a random tile"),
    Coin.MILL: N_("new market, take 1 of its tiles"),
    Coin.COLLAPSE: N_("take down one of your free tiles"),
    Coin.CATAPULT: N_("take down an opponent's free tile"),
    Coin.TOWER: N_("2 tiles for the highest castle"),
    Coin.PEOPLE: N_("2 tiles for the most people"),
    Coin.WINDOWS: N_("2 tiles for the most windows"),
    Coin.ROOFS: N_("2 tiles for the most roofs"),
    Coin.MONK: N_("3 tiles for the fewest coins"),
}
_PEACE: Final = N_("take a tile from the market")  # instead of what a red coin does (CB-74)
_SPACES: Final[Mapping[Space, str]] = {
    Space.PLAIN: N_("a plain space"),
    Space.COIN: N_("a coin space"),
    Space.TILE: N_("a tile space"),
    Space.RUBY: N_("a ruby space"),
}

cell_name = explain.cell_name


def tile_name(face: Face) -> str:
    """``Stair Tower 11 over 1``: a tile in the hand, with what it stands on and what it gives."""
    return _("unknown tile") if face == UNKNOWN else said(explain.tile_name(face))


def built_name(face: Face) -> str:
    """``Stair Tower 1``: a built tile, whose bottom number no longer matters."""
    tile = TILES[face]
    name = said(tile.name)
    return f"{name} {tile.top_number}" if tile.top_number else name


def tiles_named(bag: Iterable[Face]) -> str:
    return ", ".join(map(tile_name, bag))


def rack_named(bag: Bag) -> str:
    """What is known of a rack, and how many tiles of it are not."""
    unknown = bag.count(UNKNOWN)
    known = [tile_name(face) for face in bag if face != UNKNOWN]
    if unknown:
        hidden = n_("{count} hidden tile", "{count} hidden tiles", unknown).format(count=unknown)
        known.append(hidden)
    return ", ".join(known) or _("empty")


def coin_name(coin: int) -> str:
    return said(COIN_NAMES[WORDS[coin]])


def short_coin(coin: int) -> str:
    """Three of them have room in a narrow column."""
    names = (
        *(c_("coin", "Ruby"), c_("coin", "Thief"), c_("coin", "Lady"), c_("coin", "Mill")),
        *(c_("coin", "Collapse"), c_("coin", "Catapult"), c_("coin", "Tower")),
        *(c_("coin", "People"), c_("coin", "Windows"), c_("coin", "Roofs"), c_("coin", "Monk")),
    )
    return names[coin]


def effect(coin: int, setup: Setup) -> str:
    """What the coin does, in a few words."""
    return _(_PEACE if setup.peace and coin in RED else EFFECTS[Coin(coin)])


def space_kind(space: int) -> str:
    return _(_SPACES[TRACK[space]])
