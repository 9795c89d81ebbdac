"""Two games with the same deal on two boards, turn by turn."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.table import Table
from kbtui.daily import comparison
from kbtui.daily.challenge import Round, compared
from kbtui.daily.results import Result, turns_of
from kbtui.games.kit import Kit, Marks
from kbtui.look.look import Look
from kbtui.paint.runs import (
    ACCENT,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    cut,
    heading,
)
from kbtui.text.i18n import _

_COLUMN = 14


class Game(NamedTuple):
    """One of the two, from its player's seat."""

    table: Table
    result: Result

    @property
    def turns(self) -> list[tuple[Any, Any]]:
        """What the player saw before and after each of their turns; the last is the end."""
        game, seat = self.table.game, self.result.seat
        own = [turn for turn in turns_of(self.table) if game.on_turn(turn[0]) == seat]
        return [(turn[0], turn[-1]) for turn in own]


class SideBySide:
    """Which turn is shown. Both games move on together."""

    def __init__(self, kit: Kit, yours: Game, theirs: Game) -> None:
        self._kit = kit
        self._results = yours.result, theirs.result
        self._turns = yours.turns, theirs.turns
        self.rounds = compared(*self._results)
        self.at = 0
        self.is_second = False  # which side is shown where there is room for one

    def do(self, command: str) -> bool:
        """Whether it changed what is shown."""
        before, last = (self.at, self.is_second), len(self.rounds) - 1
        steps = {"step-on": self.at + 1, "step-back": self.at - 1, "to-start": 0, "to-end": last}
        if command == "flip":
            self.is_second = not self.is_second
        self.at = min(max(steps.get(command, self.at), 0), last)
        return before != (self.at, self.is_second)

    def _turn(self, is_theirs: bool) -> tuple[Any, Any]:
        turns = self._turns[is_theirs]
        return turns[min(self.at, len(turns) - 1)]

    def state(self, is_theirs: bool) -> Any:
        return self._turn(is_theirs)[1]

    def marks(self, is_theirs: bool) -> Marks:
        """What the turn has changed. If that is nothing, what another one has, which is not there
        yet or not new: by this a board knows whose part of it to show."""
        turns = self._turns[is_theirs]
        changed = (self._kit.story.changed(*turn) for turn in (self._turn(is_theirs), *turns))
        return Marks(last=next(filter(None, changed), 0))

    def name(self, is_theirs: bool) -> str:
        result = self._results[is_theirs]
        who = result.name if is_theirs else _("you")
        return f"{who}  {result.score}:{result.best_other}"

    # What is said

    def title(self) -> tuple[str, str]:
        number, count = self.rounds[self.at].number, len(self.rounds)
        told = _("round {number} of {count}").format(number=number, count=count)
        return comparison.verdict(*self._results), told

    def told(self) -> str:
        """Who is further ahead after this round."""
        margin = _margin(self.rounds[self.at])
        if margin is None:
            return _("One of the games had ended by then.")
        if not margin:
            return _("You are equally far ahead of your opponents.")
        name = self._results[1].name
        if margin > 0:
            return _("You are {count} further ahead than {name}.").format(count=margin, name=name)
        return _("{name} is {count} further ahead than you.").format(count=-margin, name=name)

    def side(self, columns: int, rows: int, look: Look) -> list[Line]:
        """The rounds, as many as fit around the one that is looked at."""
        stroke = look.signs.stroke
        first, you, they = comparison.heads(self._results[1])
        found = [heading(_("ROUND BY ROUND"), columns, stroke=stroke)]
        wide = columns >= 2 * _COLUMN + 16
        if wide:
            text = f"  {first:<8}{you:<{_COLUMN}}{cut(they, _COLUMN):<{_COLUMN}}"
            found.append((Run(text, MUTED),))
        room = max(rows - len(found), 1)
        top = min(max(self.at - room // 2, 0), max(len(self.rounds) - room, 0))
        shown = range(len(self.rounds))[top : top + room]
        found += [self._row(number, wide, look) for number in shown]
        return found[:rows]

    def _row(self, number: int, wide: bool, look: Look) -> Line:
        row = self.rounds[number]
        margin = _margin(row)
        pointer = look.signs.pointer if number == self.at else " "
        tone = STRONG if number == self.at else TEXT
        ahead = "" if margin is None else f"{margin:+}"
        color = GOOD if (margin or 0) > 0 else WARNING if (margin or 0) < 0 else MUTED
        cells = comparison.cells(row)
        if wide:
            text = f"{cells[0]:<8}{cells[1]:<{_COLUMN}}{cells[2]:<{_COLUMN}}"
        else:
            text = f"{cells[0]:<4}"
        return Run(f"{pointer} ", ACCENT), Run(text, tone), Run(f"{ahead:>5}", color)


def _margin(row: Round) -> int | None:
    """How much further ahead you are; None if one of the games had ended."""
    if row.yours is None or row.theirs is None:
        return None
    (mine, mine_other), (theirs, their_other) = row.yours, row.theirs
    return mine - mine_other - (theirs - their_other)
