"""The preview beside the form: a castle before its first tile, and what is in the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.castle.pieces.coins import ALL_COINS, RED, Coin
from engine.castle.pieces.tiles import TILES
from engine.castle.state import State
from kbtui.games.castle.gallery.sample import postcard
from kbtui.games.castle.words.names import coin_name, effect
from kbtui.look.look import Look
from kbtui.paint.runs import (
    EMPTY,
    MUTED,
    READY,
    TEXT,
    WARNING,
    Line,
    Run,
    cut,
    heading,
    paragraphs,
    width,
)
from kbtui.text.i18n import _, c_, n_
from kbtui.text.phrases import said

_SMALL: Final = 20  # columns
_LARGE: Final = 57
_HIGHEST: Final = 22  # rows of the picture


def columns(look: Look) -> tuple[int, int]:
    """Of the small and of the large preview."""
    return _SMALL, _LARGE


def preview(state: State, look: Look, columns: int, rows: int) -> list[Line]:
    """The coins, and as far as there is room for them the tiles, and a castle above both."""
    stroke = look.signs.stroke
    title = heading(_("PREVIEW"), columns, stroke=stroke)
    parts: list[list[Line]] = []
    left = rows - 1
    for name, lines in (
        (_("COINS"), [*_coins(state, look, columns)]),
        (c_("of a castle", "TILES"), [*_tiles(state, columns)]),
    ):
        part = [heading(name, columns, stroke=stroke), *lines]
        if len(part) <= left:
            parts.append(part)
            left -= len(part)
    if not parts:
        return [*_coins(state, look, columns)][:rows]
    picture = postcard(state.setup.key, look, columns, min(left - 1, _HIGHEST))
    if picture:
        parts.insert(0, [*picture])
        left -= len(picture)
    found = [title]
    for part in parts:
        has_gap = len(found) > 1 and left > 0
        left -= has_gap
        found += [*[EMPTY] * has_gap, *part]
    return found


def _coins(state: State, look: Look, columns: int) -> Iterator[Line]:
    """How many there are of each; with room for it, what they do in this game."""
    names = max(width(coin_name(coin)) for coin in Coin) + 2
    for coin in Coin:
        start = Run(f" {ALL_COINS[coin]} ", READY)
        is_red = coin in RED and not state.setup.peace
        name = Run(f" {coin_name(coin)}", WARNING if is_red else TEXT)
        room = columns - names - width(start.text)
        if room < columns // 2:
            yield start, name
            continue
        pad = Run(" " * (names - width(name.text)))
        yield start, name, pad, Run(cut(effect(coin, state.setup), room, look.signs.more), MUTED)


def _tiles(state: State, columns: int) -> Iterator[Line]:
    setup = state.setup
    count = sum(setup.tiles)
    yield from paragraphs(
        n_("{count} tile to build with", "{count} tiles to build with", count).format(count=count),
        columns,
        MUTED,
    )
    if setup.royals:
        tiles = ", ".join(said(TILES[face].name) for face in setup.royals)
        text = _("set aside for each player: {tiles}").format(tiles=tiles)
        yield from paragraphs(text, columns, MUTED)
