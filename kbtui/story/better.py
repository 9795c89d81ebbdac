"""A reviewed turn and the coach's better one, played out side by side, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kbtui.games.coaching import Coach, Verdict, Way, Ways
from kbtui.games.kit import Kit, Marks
from kbtui.look.look import Look
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    FAINT,
    GOOD,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Line,
    Run,
    beside,
    cut,
    fit,
    heading,
    indented,
    paragraphs,
    spread,
    width,
)
from kbtui.text.i18n import _
from kbtui.text.words import explained

_WHAT: Final = 15  # columns of a move, where there is room
_WIDE: Final = 40  # columns from which a step is one line
_TURNS: Final = 28  # columns from which the other turns are listed beside a board
_BAR: Final = 30  # columns of the longest bar
_GAP: Final = 2


class BetterTurn:
    """Where in which turn the player looks. Both sides make a step together."""

    def __init__(
        self, kit: Kit, coach: Coach, verdicts: Sequence[Verdict], names: Sequence[str], at: int
    ) -> None:
        self._kit = kit
        self._coach = coach
        self._verdicts = verdicts
        self._names = names
        self.at = at  # the turn
        self.step = 1  # moves that are made; 0 is the position before
        self.is_second = True  # which side is shown where there is room for one
        self._ways: dict[int, Ways] = {}

    @property
    def verdict(self) -> Verdict:
        return self._verdicts[self.at]

    @property
    def ways(self) -> Ways:
        if self.at not in self._ways:
            self._ways[self.at] = self._coach.ways(self.verdict, self._names)
        return self._ways[self.at]

    @property
    def length(self) -> int:
        """Steps of the longer side."""
        return max(len(self.ways.played.steps), len(self.ways.better.steps))

    def do(self, command: str) -> bool:
        """Whether it changed what is shown."""
        before = self.at, self.step, self.is_second
        if command in ("north", "south"):
            at = self.at + (1 if command == "south" else -1)
            self.at = min(max(at, 0), len(self._verdicts) - 1)
            self.step = min(self.step, 1) if self.at != before[0] else self.step
        elif command == "flip":
            self.is_second = not self.is_second
        else:
            steps = {"step-on": self.step + 1, "step-back": self.step - 1}
            ends = {"to-start": 0, "to-end": self.length}
            wanted = steps.get(command, ends.get(command, self.step))
            self.step = min(max(wanted, 0), self.length)
        return before != (self.at, self.step, self.is_second)

    # What is on the boards

    def _way(self, is_coach: bool) -> Way:
        return self.ways.better if is_coach else self.ways.played

    def state(self, is_coach: bool) -> Any:
        made = self._way(is_coach).steps[: self.step]
        return made[-1].state if made else self.ways.before

    def marks(self, is_coach: bool) -> Marks:
        """What this side has changed so far; where the other one did is lit."""
        changed = self._kit.story.changed
        before = self.ways.before
        own, other = (changed(before, self.state(side)) for side in (is_coach, not is_coach))
        return Marks(last=own, lit=other & ~own)

    # What is said

    def title(self) -> tuple[str, str]:
        """The turn, and the step."""
        step = _("step {number} of {count}").format(number=self.step, count=self.length)
        return self._coach.heading(self.verdict), step

    def name(self, is_coach: bool) -> str:
        return _("THE COACH") if is_coach else _("AS PLAYED")

    def label(self, is_coach: bool) -> str:
        return _("coach") if is_coach else _("played")

    def told(self, is_coach: bool) -> str:
        """The step that was made last, in one line."""
        steps = self._way(is_coach).steps
        if not self.step:
            return _("The position before the turn.")
        if self.step > len(steps):
            return _("This turn has ended.")
        step = steps[self.step - 1]
        return explained(step.what, step.brings) if step.brings else step.what

    def steps(self, is_coach: bool, columns: int, look: Look) -> list[Line]:
        """All steps of a side; those to come are faint."""
        found: list[Line] = []
        for number, step in enumerate(self._way(is_coach).steps, 1):
            is_here = number == self.step
            tone = STRONG if is_here else TEXT if number < self.step else FAINT
            pointer = look.signs.pointer if is_here else " "
            lead = (Run(f"{pointer}", ACCENT), Run(f"{number} ", ACCENT))
            total = (Run(step.total, tone),)
            if columns >= _WIDE:
                what = cut(f"{step.what:<{_WHAT}}", max(columns - 20, _WHAT), look.signs.more)
                room = columns - width(what) - width(step.total) - 5
                nothing = "-" if step.total else ""  # a column of its own only where there is a sum
                brings = cut(step.brings or nothing, room, look.signs.more)
                row = (*lead, Run(what, tone), Run(f" {brings}", MUTED))
                found.append(spread(row, total, columns))
            else:
                room = columns - width(step.total) - 3
                what = cut(step.what, room, look.signs.more)
                found.append(spread((*lead, Run(what, tone)), total, columns))
                if step.brings and is_here:
                    found += indented(paragraphs(step.brings, columns - 2, MUTED), 2)
        if not found:
            found.append((Run(_("ends the turn at once"), MUTED),))
        return found

    def ends(self, columns: int, look: Look) -> list[Line]:
        """What comes of both at the end of the game."""
        ways = self.ways
        if not (ways.played.end or ways.better.end):
            return []
        title = _("BOTH PLAYED ON TO THE END BY THE COACH")
        if width(title) > columns:
            title = _("AT THE END")
        rows = [heading(title, columns, stroke=look.signs.stroke)]
        most = max(abs(ways.played.ahead), abs(ways.better.ahead), 1.0)
        for name, way in ((self.label(False), ways.played), (self.label(True), ways.better)):
            if not way.end:
                continue
            tone = GOOD if way.ahead > 0 else WARNING
            room = min(columns - 8 - width(way.end) - _GAP, _BAR)
            bar = look.signs.full * round(abs(way.ahead) / most * room) if room > 0 else ""
            start = (Run(f"{name:<7} "), Run(f"{bar:<{max(room, 0)}}", tone))
            row = (*start, Run(f"{'  ' if room > 0 else ''}{way.end}"))
            if width(f"{name:<7} {way.end}") <= columns:
                rows.append(fit(row, columns))
            else:
                rows += [(Run(name, TEXT),)]
                rows += indented(paragraphs(way.end, columns - 2, MUTED), 2)
        return rows

    def why(self, columns: int, look: Look) -> list[Line]:
        """What the coach's turn brings that the other does not."""
        told = self._coach.why(self.verdict, self._names)
        if not told:
            return []
        return [
            heading(_("WHY IT IS BETTER"), columns, stroke=look.signs.stroke),
            *paragraphs(told, columns, TEXT),
        ]

    def turns(self, columns: int, look: Look) -> list[Line]:
        """Those that are looked at."""
        are_costly = all(verdict.cost >= self._coach.slight for verdict in self._verdicts)
        title = _("THE COSTLIEST TURNS") if are_costly else _("BEST AND COSTLIEST TURNS")
        rows = [heading(title, columns, stroke=look.signs.stroke)]
        for number, verdict in enumerate(self._verdicts):
            is_here = number == self.at
            pointer = look.signs.pointer if is_here else " "
            text = cut(self._coach.heading(verdict), columns - 2, look.signs.more)
            act = f"turn-{number}"
            runs = (Run(f"{pointer} ", ACCENT, act), Run(text, STRONG if is_here else TEXT, act))
            rows.append(fit(runs, columns))
        return rows

    def below(self, half: int, columns: int, rows: int, look: Look) -> list[Line]:
        """Below two boards: both tables of steps, then why, both ends, the turns."""
        tables = beside(
            ((), 1),
            (self.steps(False, half - _GAP, look), half),
            (self.steps(True, half - _GAP, look), half - 1),
        )
        wide = columns - 2
        parts = [self.why(wide, look), self.ends(wide, look), self.turns(wide, look)]
        for part in parts:
            if part and len(tables) + len(part) < rows:
                tables += [EMPTY, *indented(part)]
        return tables[:rows]

    def side(self, columns: int, rows: int, look: Look) -> list[Line]:
        """Beside one board: the side that is shown, then why, both ends, the turns."""
        found: list[Line] = [
            heading(self.name(self.is_second), columns, stroke=look.signs.stroke),
            *self.steps(self.is_second, columns, look),
        ]
        turns = self.turns(columns, look) if columns >= _TURNS else []
        for part in (self.why(columns, look), self.ends(columns, look), turns):
            if part and len(found) + len(part) < rows:
                found += [EMPTY, *part]
        return found[:rows]
