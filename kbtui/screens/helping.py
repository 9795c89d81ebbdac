"""Help beside or over the board: the keys of this screen, and the symbols of this board."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    Line,
    Run,
    beside,
    fit,
    heading,
    paragraphs,
)
from kbtui.text.i18n import N_, _
from kbtui.text.keys import COUNT, GAME, REPLAY, commands_of, words

if TYPE_CHECKING:
    from kbtui.games.screen import Screen
    from kbtui.screens.app import KbApp
    from kbtui.story.view import View

_KEYS = 14  # columns for keys
_TWO = 76  # columns from which the legend has its own column
_GAP = 2
# What keys of every board do where there is no cursor to move.
_INSTEAD = {
    REPLAY: {"north": N_("one turn back"), "south": N_("one turn forward")},
    COUNT: {"north": N_("count one part back"), "south": N_("count the next part")},
}


def help_lines(
    kb: KbApp, game: Screen, view: View, columns: int, screen: str, *, is_small: bool = False
) -> list[Line]:
    """Keys, and the legend beside or below them. It can be scrolled. ``is_small``: the board has no
    room for names, so its letters are what is asked about first."""
    stroke, scroll = kb.look.signs.stroke, _("arrows scroll")
    is_single = columns < _TWO
    is_first = is_single and is_small
    wide = columns if is_single else (columns - _GAP) // 2
    keys = [
        heading(_("KEYS"), wide, "" if is_first else scroll, stroke),
        *_key_lines(kb, game, wide, screen, "goal" if _lacks_goals(view, screen) else ""),
    ]
    legend = [
        heading(_("ON THE BOARD"), wide, scroll if is_first else "", stroke),
        *game.legend(view, kb.look, wide),
    ]
    if is_first:
        return [*legend, EMPTY, *keys]
    if is_single:
        return [*keys, EMPTY, *legend]
    return beside((keys, wide + _GAP), (legend, wide))


def own_key_lines(kb: KbApp, screen: str) -> list[Line]:
    """What this kind of game has besides the commands of every game."""
    rows: list[Line] = [
        (Run(f"{kb.keys.names(name)}  ", ACCENT, name), Run(words(name), act=name))
        for name in (command.name for command in commands_of(screen))
    ]
    return [*rows, EMPTY]


def _lacks_goals(view: View, screen: str) -> bool:
    """A replay shows goals only where the score has several parts."""
    return screen == REPLAY and len(view.parts) < 2


def _key_lines(kb: KbApp, game: Screen, columns: int, screen: str, without: str) -> list[Line]:
    rows: list[Line] = []
    tables = (screen, *game.keys) if screen == GAME else (screen,)
    known = [command for table in tables for command in commands_of(table)]
    first = 0 if any(command.name == "tile-0" for command in known) else 1
    for command in known:
        if command.name.startswith("tile-") and command.name != "tile-1":
            continue
        keys = f"{first}-9" if command.name == "tile-1" else kb.keys.names(command.name)
        instead = _INSTEAD.get(screen, {}).get(command.name)
        told = _(instead) if instead else game.words(command.name)
        if keys and told and command.name != without:
            rows += _folded(keys, told, columns, command.name)
    if screen == GAME:
        rows += _folded(_("click"), game.click(), columns, "")
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
