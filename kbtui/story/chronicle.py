"""What happened: the entries of a table as events and turns, for logs, replays and narration.

A ``Chronicle`` reads each entry once, as its viewer may see it, and follows a table as it grows. An
undone move is neither an event nor a move of its turn. A turn ends where the game says that it is
somebody else's (``on_turn``); the next begins with the entry after that.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, Seat, Viewer
from engine.table import REDO, UNDO, Entry, Table
from kbtui.games.kit import OVER, UNDID, Event, Kit, Mask, find

EVERYTHING: Final = -1  # a viewer who sees all that is hidden: of games that are over, and of tests


class _Step(NamedTuple):
    """One entry: a move, done or redone, or the undoing of one."""

    entry: Entry
    events: tuple[Event, ...]


class _Turn(NamedTuple):
    """What is known of a turn."""

    number: int  # from 1
    seat: Seat
    first: int  # entry
    last: int  # entry; less than ``first`` if nothing has happened yet
    headline: str  # what it is about, as in notation; empty if that is not known (yet)
    moves: tuple[Entry, ...]  # of players, also of those who react, and what the dealer adds
    events: tuple[Event, ...]
    before: Any  # states, as the viewer may see them
    after: Any
    is_done: bool
    kit: Kit


class Turn(_Turn):
    """A turn, whole or as far as it has come."""

    @property
    def changed(self) -> Mask:
        """Places that hold something now that they did not hold before the turn."""
        return self.kit.story.changed(self.before, self.after)

    @cached_property
    def gains(self) -> tuple[tuple[int, ...], ...]:
        """``gains[seat][i]``: the change of each part of the score, in the order of ``parts``."""
        earned = self.kit.game.earned
        pairs = zip(earned(self.before), earned(self.after), strict=True)
        return tuple(
            tuple(new[0] - old[0] for old, new in zip(*rows, strict=True)) for rows in pairs
        )


class Chronicle:
    """The events of a table so far. ``update`` it when the table may have grown."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        """``viewer``: the chair that reads it, always said: a log that shows everything by default
        tells what opponents hold. Of a game that is over, everybody may read all."""
        self.table = table
        self.events: list[Event] = []  # those that stand
        self._kit = find(table.game.key)
        self._viewer = EVERYTHING if table.to_act is None else viewer
        self._steps: list[_Step] = []  # one for each entry
        self._standing: list[_Step] = []  # those not undone
        self._undone: list[_Step] = []
        self._firsts = [1]  # the first entry of each turn
        self._seats = [table.game.on_turn(table.states[0])]  # whose turns; None: not known yet
        self.update()

    @property
    def entries(self) -> int:
        """How many have been read."""
        return len(self._steps)

    def update(self) -> bool:
        """Read what is new; whether there was anything."""
        new = range(self.entries + 1, len(self.table.entries) + 1)
        for number in new:
            self._read(number)
        return bool(new)

    def _read(self, number: int) -> None:
        actor, token = self.table.entries[number - 1]
        if token == UNDO:
            self._steps.append(self._take_back(actor, number))
            return
        if token == REDO:
            token = self._undone.pop().entry.token
        else:
            token = self._seen(number)
            self._undone.clear()
            self._begin_turn(number)
        step = _Step(Entry(actor, token), tuple(self._events(actor, token, number)))
        self._steps.append(step)
        self._standing.append(step)
        self.events += step.events

    def _begin_turn(self, number: int) -> None:
        """A new one, if the last has ended."""
        seat = self.table.game.on_turn(self.table.states[number - 1])
        if self._seats[-1] is None:
            self._seats[-1] = seat
        elif seat != self._seats[-1]:
            self._seats.append(seat)
            self._firsts.append(number)

    def _seen(self, number: int) -> str:
        if self._viewer == EVERYTHING:
            return self.table.entries[number - 1].token
        return self.table.seen(number, self._viewer)

    def _state(self, number: int) -> Any:
        state = self.table.states[number]
        return state if self._viewer == EVERYTHING else self.table.game.observe(state, self._viewer)

    def _events(self, actor: Seat, token: str, number: int) -> Iterable[Event]:
        game, after = self.table.game, self._state(number)
        move = game.parse(token)
        yield from self._kit.story.events(self._state(number - 1), after, actor, move, number)
        if game.to_act(after) is None:
            yield Event(DEALER, OVER, "", (), number)

    def _take_back(self, actor: Seat, number: int) -> _Step:
        step = self._standing.pop()
        self._undone.append(step)
        del self.events[len(self.events) - len(step.events) :]
        places = step.events[0].places if step.events else ()
        undid = Event(actor, UNDID, step.entry.token, places, number)
        return _Step(Entry(actor, UNDO), (undid,))

    def entry(self, number: int) -> Entry:
        """As its viewer sees it."""
        written = self.table.entries[number - 1]
        return written if written.token == REDO else self._steps[number - 1].entry

    def done(self, entry: int) -> tuple[Event, ...]:
        """What that entry did; nothing for entry 0 and for what the viewer may not see."""
        return self._steps[entry - 1].events if entry > 0 else ()

    def events_at(self, entry: int) -> list[Event]:
        """The events that stood after that entry, also those that were undone later."""
        turn = self.turn_at(entry)
        past = bisect_left(self.events, turn.first, key=lambda event: event.entry)
        return [*self.events[:past], *turn.events]

    def number_at(self, entry: int) -> int:
        """The number of the turn that the entry belongs to; entry 0 belongs to the first."""
        return max(1, bisect_right(self._firsts, entry))

    def turn_at(self, entry: int) -> Turn:
        """The turn that the entry belongs to, as far as it had come then."""
        return self._turn(self.number_at(entry), entry)

    @property
    def last_turn(self) -> int:
        """The number of the turn that runs, or ran last."""
        return len(self._firsts)

    def seat_of(self, number: int) -> Seat:
        """Whose turn that is; the first seat's as long as nobody knows."""
        return self._seats[number - 1] or 0

    def turn(self, number: int) -> Turn:
        return self._turn(number, self.last_entry(number))

    def last_entry(self, number: int) -> int:
        """The last entry of that turn so far."""
        return self.entries if number == self.last_turn else self._firsts[number] - 1

    @property
    def turns(self) -> list[Turn]:
        return [self.turn(number) for number in range(1, self.last_turn + 1)]

    def _turn(self, number: int, last: int) -> Turn:
        first, story = self._firsts[number - 1], self._kit.story
        steps = _standing(self._steps[first - 1 : last])
        before, after = self._state(first - 1), self._state(last)
        events = tuple(event for step in steps for event in step.events)
        moves = (s.entry for s in steps if s.events and s.events[0].kind not in story.preludes)
        return Turn(
            number,
            self.seat_of(number),
            first,
            last,
            story.headline(before, events),
            tuple(moves),
            events,
            before,
            after,
            bool(steps) and self.table.game.on_turn(after) != self.seat_of(number),
            self._kit,
        )


def _standing(steps: Iterable[_Step]) -> list[_Step]:
    """The moves among them that were not undone."""
    found: list[_Step] = []
    for step in steps:
        if step.entry.token == UNDO:
            found.pop()
        else:
            found.append(step)
    return found
