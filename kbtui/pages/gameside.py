"""The saved game beside the list: its board, its players and what is particular about it."""

from __future__ import annotations

from typing import Any

from kbtui.games.kit import Pages
from kbtui.look.look import Look
from kbtui.paint.runs import EMPTY, MUTED, STRONG, TEXT, Line, Run, cut, seat_tone, spread
from kbtui.play.saved_games import Summary
from kbtui.text.words import explained


def gameside(
    pages: Pages, game: Summary, state: Any, look: Look, columns: int, rows: int
) -> list[Line]:
    """The board small or large, by the columns; below it as much as there is room for."""
    is_large = columns > pages.map_columns
    found = [EMPTY, *pages.large(state, look)] if is_large else pages.small(state, look)
    wide = min(columns, pages.map_columns)
    players = [EMPTY, *(_player(game, seat, look, wide) for seat in range(len(game.names)))]
    features: list[Line] = [EMPTY]
    for name, text in pages.features(state):
        told = explained(name, text) if is_large else name
        features.append((Run(cut(told, columns, look.signs.more), MUTED),))
    for more in (players, features):
        if len(found) + len(more) <= rows:
            found += more
    return found


def _player(game: Summary, seat: int, look: Look, columns: int) -> Line:
    score = str(game.result[seat]) if game.result and seat < len(game.result) else ""
    tone = STRONG if seat in game.winners and score else TEXT
    chip = Run(look.signs.chip(seat), seat_tone(seat))
    start = (chip, Run(f" {cut(game.names[seat], columns - 7)}", tone))
    return spread(start, (Run(score, tone),), columns)
