"""The saved game beside the list: its board, its players and its goals."""

from __future__ import annotations

from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import board_lines
from kbtui.games.kingdom.board.minimap import COLUMNS, minimap
from kbtui.games.kingdom.words.words import goal_name, goal_text
from kbtui.look.look import Look
from kbtui.paint.runs import EMPTY, MUTED, STRONG, TEXT, Line, Run, cut, seat_tone, spread
from kbtui.play.shelf import Summary
from kbtui.text.words import explained


def side(game: Summary, state: State, look: Look, columns: int, rows: int) -> list[Line]:
    """The board small or large, by the columns; below it as much as there is room for."""
    setup = state.setup
    if columns > COLUMNS:
        found = [EMPTY, *board_lines(state, look)]
    else:
        found = minimap(setup.board, look, state.settlements)
    players = [EMPTY, *(_player(game, seat, look, columns) for seat in range(setup.players))]
    goals = [EMPTY, *(_goal(goal, look, columns) for goal in setup.goals)]
    for more in (players, goals):
        if len(found) + len(more) <= rows:
            found += more
    return found


def _player(game: Summary, seat: int, look: Look, columns: int) -> Line:
    name = game.names[seat] if seat < len(game.names) else ""
    gold = str(game.result[seat]) if game.result and seat < len(game.result) else ""
    tone = STRONG if seat in game.winners and gold else TEXT
    chip = Run(look.signs.chip(seat), seat_tone(seat))
    start = (chip, Run(f" {cut(name, COLUMNS - 7)}", tone))
    return spread(start, (Run(gold, tone),), min(columns, COLUMNS))


def _goal(goal: str, look: Look, columns: int) -> Line:
    text = explained(goal_name(goal), goal_text(goal)) if columns > COLUMNS else goal_name(goal)
    return (Run(cut(text, columns, look.signs.more), MUTED),)
