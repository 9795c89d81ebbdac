"""Reviews a game with the coach of its game: which turns are looked at, and which cost most."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from engine.bots import Stop, never
from engine.contract import Seat
from engine.record import Record
from engine.table import Table
from kbtui.games.coaching import Coach, Verdict
from kbtui.play.session import COUNTED, REMOTE, SEATS
from kbtui.story.chronicle import EVERYTHING, Chronicle, Turn
from kbtui.text.i18n import N_

TURNS: Final = 3  # how many are reported
IN_LINE: Final = 2  # how many of the costliest, where the best are shown too
UNFAIR: Final = N_("The coach is available once this game is over.")
NO_HINTS: Final = {  # by whether it is a try that counts
    False: N_("There are no hints in online games."),
    True: N_("There are no hints in a try that counts."),
}
NO_COACH: Final = N_("There is no coach for this game yet.")


def is_fair(table: Table, origin: Record) -> bool:
    """Whether the game may be looked at: not as long as people at other keyboards still play it,
    or it is a try that counts."""
    tags = dict(origin.tags)
    return table.to_act is None or (
        REMOTE not in tags.get(SEATS, "").split() and COUNTED not in tags
    )


def turns_of(table: Table, seats: Collection[Seat]) -> list[Turn]:
    """The turns of these seats that have come to their end."""
    return [
        turn for turn in Chronicle(table, EVERYTHING).turns if turn.is_done and turn.seat in seats
    ]


def reviewed(
    coach: Coach, table: Table, seats: Collection[Seat], level: str = "", stop: Stop = never
) -> Iterator[Verdict | None]:
    """One for each of ``turns_of``, as they are found; ``level``: of the bot that judges."""
    for turn in turns_of(table, seats):
        yield coach.judge(table, turn, level or coach.levels[-1], stop)


def worst(
    coach: Coach, verdicts: Iterable[Verdict | None], seat: Seat, count: int = TURNS
) -> list[Verdict]:
    """The turns of a seat that cost most, the dearest first."""
    found = [v for v in verdicts if v is not None and v.seat == seat and v.cost >= coach.slight]
    return sorted(found, key=lambda verdict: (-verdict.cost, verdict.turn))[:count]


def best(
    coach: Coach, table: Table, verdicts: Iterable[Verdict | None], seat: Seat
) -> list[Verdict]:
    """The turns of a seat in which the coach found nothing better, first those that brought most:
    by how much more the seat was ahead afterwards. ``verdicts``: those of ``reviewed``."""
    turns = {turn.number: turn for turn in turns_of(table, (seat,))}
    found = []
    for verdict in verdicts:
        if verdict is not None and verdict.seat == seat and verdict.cost < coach.slight:
            after = turns[verdict.turn].last
            gain = _lead(table, after, seat) - _lead(table, verdict.entry, seat)
            found.append((-gain, verdict.turn, verdict))
    return [verdict for _gain, _turn, verdict in sorted(found, key=lambda each: each[:2])[:TURNS]]


def _lead(table: Table, entry: int, seat: Seat) -> int:
    """Ahead of the best opponent after this entry."""
    totals = table.game.totals(table.states[entry])
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
