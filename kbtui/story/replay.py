"""A reader of a finished or growing game: a moment, and ways to move it.

The table keeps every state, so going back is as fast as going forward, and any moment is as near as
the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.contract import Seat, Viewer
from engine.record import Record
from engine.table import Table
from kbtui.games.kit import Event, Mask, find
from kbtui.play.session import HUMAN, SEATS
from kbtui.story.chronicle import EVERYTHING, Chronicle, Turn
from kbtui.text.i18n import _

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
_ENTRIES_A_SECOND: Final = 2.0  # at speed 1
_TENTHS: Final = 10


def views_of(record: Record, table: Table) -> Sequence[Viewer] | None:
    """Who looks at a game that is still played sees no more than at the board."""
    players = dict(record.tags).get(SEATS, "").split()
    people = [seat for seat, player in enumerate(players) if player == HUMAN]
    if table.to_act is None or not people:
        return None
    return people if len(people) == 1 else (None,)


class Column(NamedTuple):
    """One column of the time line."""

    turn: int
    seat: Seat  # of the turn
    is_landmark: bool  # something of note happened here
    is_played: bool  # it lies before the moment, or is the moment
    mark: int | None = None  # the entry of a mark that lies here


class Replay:
    """The moment ``at`` is the number of an entry, 0 the setup. Every way to move it says whether
    it moved, and stops at both ends."""

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        *,
        views: Sequence[Viewer] | None = None,
        at: int = 0,
    ) -> None:
        """``views``: the points of view that are allowed, the first is taken at once; by default
        everything and every seat, which is for games that are over."""
        self.table = table
        self.names = tuple(names)
        self.views = (EVERYTHING, *range(len(self.names))) if views is None else tuple(views)
        self.view = self.views[0]
        self.chronicle = Chronicle(table, self.view)
        self.kit = find(table.game.key)
        self.at = min(at, self.length)
        self.marks: set[int] = set()  # entries that the player wants to find again

    def update(self) -> bool:
        """Read what the table has more; the moment stays. Whether there was anything."""
        return self.chronicle.update()

    @property
    def length(self) -> int:
        """The number of the last entry."""
        return self.chronicle.entries

    @property
    def is_at_end(self) -> bool:
        return self.at == self.length

    @property
    def state(self) -> Any:
        """The moment as the point of view sees it."""
        state = self.table.states[self.at]
        return state if self.view == EVERYTHING else self.table.game.observe(state, self.view)

    @property
    def now(self) -> Turn:
        """The turn of the moment, as far as it has come."""
        return self.chronicle.turn_at(self.at)

    @property
    def last(self) -> Mask:
        """What was placed or moved in the turn of the moment."""
        return self.now.changed

    @property
    def done(self) -> tuple[Event, ...]:
        """What the entry of the moment did."""
        return self.chronicle.done(self.at)

    @property
    def turns(self) -> int:
        """How many there are, with the one that runs."""
        return self.chronicle.last_turn

    def to(self, entry: int) -> bool:
        entry = min(max(entry, 0), self.length)
        moved, self.at = entry != self.at, entry
        return moved

    def step(self, count: int) -> bool:
        """That many entries forward, or back; hidden deals are skipped: there is nothing to see."""
        entry, way = self.at, 1 if count > 0 else -1
        for _step in range(abs(count)):
            entry += way
            while 0 < entry < self.length and not self.chronicle.done(entry):
                entry += way
        return self.to(entry)

    def home(self) -> bool:
        return self.to(0)

    def end(self) -> bool:
        return self.to(self.length)

    def to_turn(self, number: int) -> bool:
        """The end of that turn, so that all of it is seen; 0 is the setup."""
        if number < 1:
            return self.home()
        return self.to(self.chronicle.last_entry(min(number, self.turns)))

    def turn(self, count: int) -> bool:
        """That many ends of turns forward, or back."""
        number = self.chronicle.number_at(self.at) if self.at else 0
        is_inside = self.at < self.chronicle.last_entry(max(number, 1)) and self.at > 0
        return self.to_turn(number + count - (is_inside and count > 0))

    def tenth(self, digit: int) -> bool:
        return self.to(digit * self.length // _TENTHS)

    def mark(self) -> bool:
        """Set a mark at the moment, or take it away; whether there is one now."""
        self.marks ^= {self.at}
        return self.at in self.marks

    def to_mark(self) -> bool:
        """The next one, after the last the first."""
        later = [entry for entry in self.marks if entry > self.at]
        return bool(self.marks) and self.to(min(later or self.marks))

    @property
    def view_name(self) -> str:
        """Through whose eyes the game is seen."""
        if self.view == EVERYTHING:
            return _("everything is shown")
        if self.view is None:
            return _("hands hidden")
        return _("as {name} sees it").format(name=self.names[self.view])

    def next_view(self) -> Viewer:
        """Another point of view."""
        index = self.views.index(self.view) + 1
        self.view = self.views[index % len(self.views)]
        return self.view

    def time_line(self, columns: int) -> list[Column]:
        """The whole game in that many columns; ``moment`` says which column the moment is in."""
        taken = {
            _scaled(event.entry, self.length, columns - 1)
            for event in self.chronicle.events
            if event.kind in self.kit.story.landmarks
        }
        marked = {_scaled(entry, self.length, columns - 1): entry for entry in self.marks}
        here = self.moment(columns)
        found = []
        for column in range(columns):
            number = self.chronicle.number_at(self.entry_of(column, columns))
            seat = self.chronicle.seat_of(number)
            found.append(Column(number, seat, column in taken, column <= here, marked.get(column)))
        return found

    def moment(self, columns: int) -> int:
        """The column of the moment on a time line of that length."""
        return _scaled(self.at, self.length, columns - 1)

    def entry_of(self, column: int, columns: int) -> int:
        """The entry that a column of the time line stands for."""
        return _scaled(column, columns - 1, self.length)


def _scaled(value: int, whole: int, size: int) -> int:
    """The value on a scale of another size, rounded."""
    return (2 * value * size + whole) // (2 * whole) if whole else 0


class Pace:
    """Auto-play: how many steps are due. The caller has the clock."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self.is_on = False
        self._owed = 0.0  # parts of a step

    def toggle(self) -> None:
        self.is_on = not self.is_on
        self._owed = 0.0

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[-1])

    def slower(self) -> None:
        self.speed = next((s for s in reversed(SPEEDS) if s < self.speed), SPEEDS[0])

    @property
    def interval(self) -> float:
        """Seconds from step to step."""
        return 1 / (self.speed * _ENTRIES_A_SECOND)

    def due(self, elapsed: float) -> int:
        """The steps to make, this many seconds after the last call."""
        if not self.is_on:
            return 0
        self._owed += elapsed / self.interval
        steps = int(self._owed)
        self._owed -= steps
        return steps
