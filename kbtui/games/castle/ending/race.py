"""The race for coins: how many everybody had after each round."""

from __future__ import annotations

from typing import Final

from kbtui.paint.cells import BOLD
from kbtui.paint.runs import FAINT, Line, Run, Tone
from kbtui.story.chronicle import Chronicle
from kbtui.story.view import View

_CHIP: Final = 4  # columns of the mark of a player, with blanks


def coins_by_round(chronicle: Chronicle, players: int) -> list[tuple[int, ...]]:
    """For each round the coins of every seat after its last turn."""
    states, last = chronicle.table.states, chronicle.last_turn
    ends = [min(number, last) for number in range(players, last + players, players)]
    return [tuple(map(len, states[chronicle.last_entry(end)].purses)) for end in ends]


def race(view: View, columns: int) -> list[Line]:
    """A digit for each round, that of a new coin in the color of the player. Where there is no room
    for all rounds, the first ones are left out."""
    seats = range(len(view.names))
    rounds = coins_by_round(view.chronicle, len(seats))
    before = [tuple(0 for _seat in seats), *rounds]
    pairs = [*zip(before, rounds, strict=False)][-max(columns - _CHIP, 1) :]
    return [
        (
            view.chip(seat),
            Run("  "),
            *(
                Run(str(now[seat])[-1:], _tone(seat) if now[seat] > then[seat] else FAINT)
                for then, now in pairs
            ),
        )
        for seat in seats
    ]


def _tone(seat: int) -> Tone:
    return Tone("on", f"seat{seat + 1}", BOLD)
