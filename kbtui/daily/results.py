"""What came of a game, round by round: who was ahead, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from engine.contract import Seat
from engine.record import Record
from engine.table import UNDO, Table
from kbtui.play.session import HUMAN, SEATS


class Result(NamedTuple):
    """A finished game from the seat of its player."""

    name: str
    seat: Seat
    score: int
    best_other: int
    has_won: bool
    is_shared: bool
    rounds: Sequence[tuple[int, int]]  # after each: the player's score, the best of the others

    @property
    def ahead(self) -> int:
        return self.score - self.best_other

    @property
    def leads(self) -> list[int]:
        return [mine - theirs for mine, theirs in self.rounds]


def seat_of(record: Record) -> Seat | None:
    """The one person at the keyboard, as the record says."""
    seats = dict(record.tags).get(SEATS, "").split()
    return seats.index(HUMAN) if seats.count(HUMAN) == 1 else None


def result_of(record: Record, table: Table) -> Result | None:
    """None if the game is not over, or not the game of one person."""
    seat, game, state = seat_of(record), table.game, table.state
    if seat is None or table.to_act is not None:
        return None
    totals, winners = game.totals(state), game.winners(state) or ()
    others = [total for other, total in enumerate(totals) if other != seat]
    name = record.players[seat] if seat < len(record.players) else str(seat + 1)
    return Result(
        name,
        seat,
        totals[seat],
        max(others),
        seat in winners,
        seat in winners and len(winners) > 1,
        rounds_of(table, seat),
    )


def turns_of(table: Table) -> list[list[Any]]:
    """The states of each turn."""
    on_turn = table.game.on_turn
    turns = [[*states] for _seat, states in groupby(_not_undone(table), key=on_turn)]
    return [turn for turn in turns if on_turn(turn[0]) is not None] or turns


def rounds_of(table: Table, seat: Seat) -> list[tuple[int, int]]:
    """The scores after each round, and at the end."""
    game, found = table.game, list[tuple[int, int]]()
    turns = turns_of(table)
    count = game.seats(table.state)
    ends = [turn[-1] for turn in turns[count - 1 :: count]]
    if not ends or ends[-1] is not table.state:
        ends.append(table.state)
    if len(turns) % count == 0 and len(ends) > 1:  # the last turn ended the game
        ends.pop(-2)
    for state in ends:
        totals = game.totals(state)
        others = (total for other, total in enumerate(totals) if other != seat)
        found.append((totals[seat], max(others)))
    return found


def _not_undone(table: Table) -> list[object]:
    """The states that were not undone."""
    line = [table.states[0]]
    for entry, state in zip(table.entries, table.states[1:], strict=True):
        if entry.token == UNDO:
            line.pop()
        else:
            line.append(state)
    return line
