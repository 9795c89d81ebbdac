"""The players panel: tiles, reserve, and the gold if the game ended now."""

from __future__ import annotations

from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import reserve
from kbtui.games.kingdom.board.symbols import tile_sign
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.play.held import Held, held
from kbtui.paint.runs import (
    ACCENT,
    MUTED,
    READY,
    STRONG,
    STRUCK,
    TEXT,
    Line,
    Run,
    Tone,
    cut,
    fit,
    heading,
    length,
    spread,
    width,
)
from kbtui.panels import around
from kbtui.story.view import View
from kbtui.text.i18n import _

_NAME = 7  # columns of a name that tiles leave free
_GOLD = 3  # columns of the gold


def _chips(tiles: list[Held], short: bool) -> list[Run]:
    """Each kind of tile: cream if one is ready, struck out if not."""
    found: list[Run] = []
    for tile in tiles:
        is_ready = bool(tile.ready)
        text = tile_sign(tile.action, Zoom.S if short else Zoom.M)
        if short and not is_ready:
            text = text.lower()
        found += [Run(text, READY if is_ready else STRUCK), Run(" ")]
    return found


def _fitting(tiles: list[Held], room: int, short: bool = False) -> list[Run]:
    """Two letters a tile, or one, or one without blanks: the first that fits."""
    chips = _chips(tiles, short)
    if length(chips) <= room:
        return chips
    if not short:
        return _fitting(tiles, room, short=True)
    return [*(run for run in chips if run.text != " "), Run(" ")]  # close them up


def wide(view: View, columns: int) -> list[Line]:
    """Two lines a player: who, tiles and gold; a bar of the reserve."""
    state, totals = view.state, view.totals
    right = f"{_('tiles')}  {_('gold')}"
    rows: list[Line] = [heading(_("PLAYERS"), columns, right, view.signs.stroke)]
    for seat, name in enumerate(view.names):
        tone = STRONG if seat == view.viewer else TEXT
        start = (around.pointer(view, seat), view.chip(seat), Run(" "))
        room = columns - length(start) - _GOLD
        chips = _fitting(held(state, seat), room - 1 - min(width(name), _NAME))
        shown = cut(name, room - length(chips) - 1, view.signs.more)
        note = around.note(view, seat, room - length(chips) - width(shown) - 3)
        who = (*start, Run(shown, tone), Run(f"  {note}" if note else "", MUTED))
        rows.append(spread(who, (*chips, Run(f"{totals[seat]:>{_GOLD}}", STRONG)), columns))
        left = reserve(state, seat)
        told = f" {_('{count} left').format(count=left)}"
        room = max(columns - 4 - width(told), 4)
        filled = round(room * left / SETTLEMENTS)
        low = view.signs.low
        bar = (
            Run("    "),
            Run(low * filled, Tone(f"seat{seat + 1}")),
            Run(low * (room - filled), Tone("rule")),
        )
        rows.append(fit(spread(bar, (Run(told, MUTED),), columns), columns))
    return rows


def narrow(view: View, columns: int) -> list[Line]:
    """Two lines a player: chip, name, reserve and gold; below it the tiles as letters, and a
    word about who it is where they leave room."""
    state, totals = view.state, view.totals
    right = f"{_('left')} {_('gold')}"
    head = cut(_("PLAYERS"), columns - width(right) - 1)
    rows: list[Line] = [spread((Run(head, ACCENT),), (Run(right, MUTED),), columns)]
    for seat, name in enumerate(view.names):
        tone = MUTED if view.away[seat] else TEXT
        who = (view.chip(seat), Run(" "), Run(cut(name, _NAME), tone))
        numbers = (Run(f"{reserve(state, seat):>3} ", MUTED), Run(f"{totals[seat]:>3}", STRONG))
        rows.append(fit(spread(who, numbers, columns), columns))
        chips = _fitting(held(state, seat), columns - 3, short=view.zoom in (None, Zoom.S))
        owned = around.pointer(view, seat), Run("  "), *chips
        note = Run(around.note(view, seat, columns - length(owned)), MUTED)
        rows.append(fit(spread(owned, (note,), columns), columns))
    return rows
