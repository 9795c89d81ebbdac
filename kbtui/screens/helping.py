"""Help beside or over the board: the keys of this screen, and the symbols of this board."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.symbols import SYMBOLS, tile_sign
from kbtui.games.kingdom.words.words import terrain_name, tile_name, tile_text
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    READY,
    Line,
    Run,
    Tone,
    beside,
    fit,
    heading,
    paragraphs,
    width,
)
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.keys import GAME, commands_of, words
from kbtui.text.words import explained

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_KEYS = 14  # columns for keys
_TWO = 76  # columns from which the legend has a column of its own
_GAP = 2


def help_lines(kb: KbApp, view: View, columns: int, screen: str) -> list[Line]:
    """Keys, and the legend beside or below them. It can be scrolled."""
    stroke = kb.look.signs.stroke
    wide = columns if columns < _TWO else (columns - _GAP) // 2
    keys = [heading(_("KEYS"), wide, _("arrows scroll"), stroke), *_key_lines(kb, wide, screen)]
    legend = [heading(_("ON THE BOARD"), wide, stroke=stroke), *_legend(kb, view, wide)]
    if wide == columns:
        return [*keys, EMPTY, *legend]
    return beside((keys, wide + _GAP), (legend, wide))


def own_key_lines(kb: KbApp, screen: str) -> list[Line]:
    """What this kind of game has besides the commands of every game."""
    rows: list[Line] = [
        (Run(f"{kb.keys.names(name)}  ", ACCENT, name), Run(words(name), act=name))
        for name in (command.name for command in commands_of(screen))
    ]
    return [*rows, EMPTY]


def _key_lines(kb: KbApp, columns: int, screen: str) -> list[Line]:
    rows: list[Line] = []
    for command in commands_of(screen):
        if command.name.startswith("tile-") and command.name != "tile-1":
            continue
        keys = "1-9" if command.name == "tile-1" else kb.keys.names(command.name)
        if keys:
            rows += _folded(keys, words(command.name), columns, command.name)
    if screen == GAME:
        rows += _folded(_("click"), _("go to a hex; a second click builds there"), columns, "")
    return rows


def _folded(keys: str, text: str, columns: int, act: str) -> list[Line]:
    """Keys, and what they do beside them; each in as many lines as it needs."""
    named = [fit(row, _KEYS) for row in paragraphs(keys, _KEYS - 1, ACCENT)]
    told = paragraphs(text, columns - _KEYS - 1)
    rows = zip_longest(named, told, fillvalue=EMPTY)
    return [
        tuple(run._replace(act=act) for run in (*(left or (Run(" " * _KEYS),)), *right))
        for left, right in rows
    ]


def _legend(kb: KbApp, view: View, columns: int) -> list[Line]:
    board = view.state.setup.board
    plain = not kb.look.terminal.unicode
    rows: list[Line] = []
    for terrain in Terrain:
        if board.terrain[terrain] and terrain in SYMBOLS:
            sign = f" {SYMBOLS[terrain][plain]} "
            rows.append((Run(sign, Tone("on", terrain.word)), Run(f" {terrain_name(terrain)}")))
    for kind in sorted({slot.kind for slot in board.slots}):
        letters = f" {tile_sign(kind, view.zoom)} "
        indent = width(letters) + 1
        told = paragraphs(explained(tile_name(kind), tile_text(kind)), columns - indent)
        rows.append((Run(letters, READY), Run(" "), *told[0]))
        rows += [(Run(" " * indent), *row) for row in told[1:]]
    for seat, name in enumerate(view.names):
        rows.append((view.chip(seat), Run(f"  {name}")))
    small = _("A small letter: no tiles left, or the tile is used.")
    return [*rows, *paragraphs(small, columns, MUTED)]
