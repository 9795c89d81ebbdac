"""Analyzes a game: what each turn cost, compared with what the coach would have done.

The player's turn and the coach's turn begin with the same observation. Both ends are played out in
the way the expert does it, with the same cards. The average difference in the end is what the turn
cost, in gold; if it is no more than chance, the turn cost nothing.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from engine.bots import Budget, Stop, never
from engine.contract import DEALER, Seat
from engine.kingdom.bots.trials import Trials, Work
from engine.kingdom.ground.moves import END, Move, format_move, parse_move
from engine.kingdom.state import State, actor
from engine.table import Table
from kbtui.games.kingdom.coach.advice import chooser, rest_of_turn
from kbtui.games.kingdom.coach.reasons import Reasons, reasons
from kbtui.games.kingdom.words.kinds import Kind
from kbtui.play.crew.second_core import ours
from kbtui.story.chronicle import Turn

LEVELS: Final = ("greedy", "skilled", "expert")  # who can be the coach
SLIGHT: Final = 0.5  # gold; what cost less is not worth a word
PLAYED: Final = 96  # times that each end is played on
_SURE: Final = 2.0  # standard errors; what is less is chance


class Verdict(NamedTuple):
    """One turn: what was played, what the coach found, and the difference."""

    turn: int
    seat: Seat
    card: str  # as in notation
    entry: int  # after which the player began to act
    state: State  # what the player saw then
    played: tuple[str, ...]
    better: tuple[str, ...]  # empty: to end the turn at once
    gains: Reasons  # of what was played
    chances: Reasons  # of what the coach found
    cost: float
    shown: tuple[Move, ...] = ()  # cards that were turned up for exhausted ones
    ends: tuple[float, float] | None = None  # ahead at the end: as played, and as the coach plays


def judge(table: Table, turn: Turn, level: str, stop: Stop = never) -> Verdict | None:
    """None if the player had no choice in that turn."""
    entry = _asked(table, turn)
    if entry is None:
        return None
    seat = turn.seat
    before: State = table.game.observe(table.states[entry], seat)
    after: State = table.states[_ended(table, turn) - 1]  # before the entry that ended it
    found = rest_of_turn(before, chooser(level, stop), _shown(turn))
    cost, ends = _cost(Work(before, seat, (found.after, after)), stop)
    return Verdict(
        turn.number,
        seat,
        turn.headline,
        entry,
        before,
        tuple(token for who, token in turn.moves if who == seat and token != format_move(END)),
        tuple(map(format_move, found.moves)),
        reasons(before, after, seat),
        reasons(before, found.after, seat),
        cost,
        tuple(_shown(turn)),
        ends,
    )


def _cost(work: Work, stop: Stop) -> tuple[float, tuple[float, float] | None]:
    """What the second end is worth less than the first, and how far ahead both lead."""
    better, played = work.ends
    if (better.settlements, better.tiles) == (played.settlements, played.tiles):
        return 0.0, None
    first, second = margins = dict[int, float](), dict[int, float]()
    trials = Trials(work, margins, Budget(0, stop, ours()))
    trials.play([(end, number) for number in range(PLAYED) for end in (0, 1)])
    both = [number for number in first if number in second]
    if not both:
        return 0.0, None  # nobody waited for it
    gaps = [first[number] - second[number] for number in both]
    ends = fmean(second[number] for number in both), fmean(first[number] for number in both)
    cost, error = fmean(gaps), pstdev(gaps) / sqrt(len(gaps))
    return (cost if cost > _SURE * error else 0.0), ends


def _asked(table: Table, turn: Turn) -> int | None:
    """The entry after which the player first had to act."""
    for entry in range(turn.first - 1, turn.last):
        state: State = table.states[entry]
        if actor(state) == turn.seat and state.seat == turn.seat and not state.reactions:
            return entry
    return None


def _ended(table: Table, turn: Turn) -> int:
    """The entry that ended the turn; what was taken back after it stands no more."""
    ends = (event.entry for event in turn.events if event.kind is Kind.ENDED)
    return max(ends)


def _shown(turn: Turn) -> list[Move]:
    return [parse_move(token) for who, token in turn.moves if who == DEALER]
