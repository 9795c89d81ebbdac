"""What happened: the entries of a table as events and turns, for logs, replays and narration.

A ``Chronicle`` reads each entry once and follows a table as it grows. An undone move is neither an
event nor a move of its turn; a turn runs from the entry after the last ``end`` to its own ``end``.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from engine.contract import DEALER, Seat
from engine.kingdom.ground.hexes import BIT, Hex, Mask
from engine.kingdom.ground.moves import NOWHERE, RELOCATIONS, Action, Move, word
from engine.kingdom.ground.terrain import Terrain, format_card
from engine.kingdom.scores import scores
from engine.kingdom.state import Phase, State
from engine.table import REDO, UNDO, Entry, Table

_END: Final = word(Action.END)


class Kind(StrEnum):
    SCOUTED = "scouted"  # the dealer removed a terrain for the Scouts; what: the terrain
    DREW = "drew"  # turned up the card of the turn; what: the card
    PLAYED = "played"  # chose the card of the turn; what: the card
    REPLACED = "replaced"  # got a card for an exhausted one; what: the card
    BUILT = "built"  # of the mandatory action; what: the terrain
    TILE = "tile"  # built with a tile; what: the action
    MOVED = "moved"  # hexes: from, to; what: the action
    LIFTED = "lifted"  # took a settlement back; what: the action
    TOOK = "took"  # what: the tile, with + for a bonus tile; hexes: its location, if it has one
    LOST = "lost"
    PASSED = "passed"  # let a reaction go by
    ENDED = "ended"
    OVER = "over"  # the game
    UNDID = "undid"  # what: the token of the move that was taken back


class Event(NamedTuple):
    seat: Seat  # DEALER where it is nobody's doing
    kind: Kind
    what: str  # in the words of the notation
    hexes: tuple[Hex, ...]
    entry: int  # the number of the entry that did it


class _Step(NamedTuple):
    """One entry: a move, done or redone, or the taking back of one."""

    entry: Entry
    events: tuple[Event, ...]


_BEFORE_MOVES: Final = (Kind.SCOUTED, Kind.DREW)


class _Turn(NamedTuple):
    """What is known of a turn."""

    number: int  # from 1
    seat: Seat
    first: int  # entry
    last: int  # entry; less than ``first`` if nothing has happened yet
    card: str  # as in notation; empty if there is none (yet)
    moves: tuple[Entry, ...]  # of players, also of those who react, and cards that replace others
    events: tuple[Event, ...]
    before: State
    after: State
    is_done: bool


class Turn(_Turn):
    """A turn, whole or as far as it has come."""

    @property
    def taken(self) -> tuple[Event, ...]:
        """Tiles that came, to whomever."""
        return tuple(event for event in self.events if event.kind is Kind.TOOK)

    @property
    def lost(self) -> tuple[Event, ...]:
        return tuple(event for event in self.events if event.kind is Kind.LOST)

    @property
    def placed(self) -> Mask:
        """Settlements that stand where they did not stand before the turn."""
        return placed(self.before, self.after)

    @cached_property
    def gold(self) -> tuple[tuple[int, ...], ...]:
        """``gold[seat][i]``: the change of each part, in the order of ``scores.parts``."""
        pairs = zip(scores(self.before).earned, scores(self.after).earned, strict=True)
        return tuple(
            tuple(new.gold - old.gold for old, new in zip(*rows, strict=True)) for rows in pairs
        )


def placed(before: State, after: State) -> Mask:
    """Hexes where somebody has a settlement now that was not there before."""
    mask = 0
    for old, new in zip(before.settlements, after.settlements, strict=True):
        mask |= new & ~old
    return mask


class Chronicle:
    """The events of a table so far. ``update`` it when the table may have grown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[Event] = []  # those that stand
        self._steps: list[_Step] = []  # one for each entry
        self._standing: list[_Step] = []  # those not taken back
        self._undone: list[_Step] = []
        self._ended = 0  # turns
        self._firsts = [1]  # the first entry of each turn
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
            self._undone.clear()
            if self._ended == len(self._firsts):
                self._firsts.append(number)
        before, after = self.table.states[number - 1 : number + 1]
        move = self.table.game.parse(token)
        step = _Step(Entry(actor, token), tuple(_events(before, after, move, actor, number)))
        self._steps.append(step)
        self._standing.append(step)
        self.events += step.events
        self._ended += token == _END

    def _take_back(self, actor: Seat, number: int) -> _Step:
        step = self._standing.pop()
        self._undone.append(step)
        del self.events[len(self.events) - len(step.events) :]
        token = step.entry.token
        self._ended -= token == _END
        undid = Event(actor, Kind.UNDID, token, step.events[0].hexes, number)
        return _Step(Entry(actor, UNDO), (undid,))

    def done(self, entry: int) -> tuple[Event, ...]:
        """What that entry did; nothing for entry 0 and for the dealer's hidden deals."""
        return self._steps[entry - 1].events if entry > 0 else ()

    def events_at(self, entry: int) -> list[Event]:
        """The events that stood after that entry, also those that were taken back later."""
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
        """Whose turn that is."""
        state: State = self.table.states[self._firsts[number - 1] - 1]
        return state.seat

    def turn(self, number: int) -> Turn:
        return self._turn(number, self.last_entry(number))

    def last_entry(self, number: int) -> int:
        """The last entry of that turn so far."""
        return self.entries if number == self.last_turn else self._firsts[number] - 1

    @property
    def turns(self) -> list[Turn]:
        return [self.turn(number) for number in range(1, self.last_turn + 1)]

    def _turn(self, number: int, last: int) -> Turn:
        first = self._firsts[number - 1]
        steps = _standing(self._steps[first - 1 : last])
        before: State = self.table.states[first - 1]
        events = tuple(event for step in steps for event in step.events)
        moves = (s.entry for s in steps if s.events and s.events[0].kind not in _BEFORE_MOVES)
        return Turn(
            number,
            before.seat,
            first,
            last,
            _card(before, events),
            tuple(moves),
            events,
            before,
            self.table.states[last],
            bool(steps) and steps[-1].entry.token == _END,
        )


def events(table: Table, first: int = 1) -> list[Event]:
    """The events of the entries from number ``first`` on that were not taken back."""
    return [event for event in Chronicle(table).events if event.entry >= first]


def joined(events_: Iterable[Event]) -> list[Event]:
    """The same with the builds of a turn on one terrain as one event with all their hexes, where
    the first of them was; the entry is that of the last."""
    found: list[Event] = []
    places: dict[tuple[Seat, str], int] = {}  # where the builds of this turn are
    for event in events_:
        key = event.seat, event.what
        if event.kind is Kind.ENDED:
            places.clear()
        if event.kind is not Kind.BUILT or key not in places:
            if event.kind is Kind.BUILT:
                places[key] = len(found)
            found.append(event)
        else:
            first = found[places[key]]
            hexes = first.hexes + event.hexes
            found[places[key]] = first._replace(hexes=hexes, entry=event.entry)
    return found


def _standing(steps: Iterable[_Step]) -> list[_Step]:
    """The moves among them that were not taken back."""
    found: list[_Step] = []
    for step in steps:
        if step.entry.token == UNDO:
            found.pop()
        else:
            found.append(step)
    return found


def _card(before: State, events_: Iterable[Event]) -> str:
    """The card of a turn; a game that starts from a position may start with one on the table."""
    drawn = (event.what for event in events_ if event.kind in (Kind.DREW, Kind.PLAYED))
    held = before.cards.played
    return next(drawn, "" if held is None else format_card(held))


def _events(before: State, after: State, move: Move, actor: Seat, number: int) -> Iterator[Event]:
    action, origin, target = move
    if action in _SIMPLE:
        what = format_card(target) if action == Action.PLAY else ""
        yield Event(actor, _SIMPLE[action], what, (), number)
    elif action == Action.SHOW:
        yield _shown(before, after, format_card(target), number)
    elif action != Action.DEAL:
        kind = _KINDS.get(action, Kind.TILE)
        what = _terrain(before, target).word if kind is Kind.BUILT else word(action)
        hexes = tuple(hex_ for hex_ in (origin, target) if hex_ != NOWHERE)
        yield Event(actor, kind, what, hexes, number)
        yield from _tiles(before, after, number)
    if after.phase is Phase.OVER:
        yield Event(DEALER, Kind.OVER, "", (), number)


_SIMPLE: Final = {
    Action.PLAY: Kind.PLAYED,
    Action.PASS: Kind.PASSED,
    Action.END: Kind.ENDED,
}
_KINDS: Final = {
    **dict.fromkeys(RELOCATIONS, Kind.MOVED),
    Action.BUILD: Kind.BUILT,
    Action.TEMPLE: Kind.LIFTED,
}
_SHOWN: Final = {Phase.SHOW: Kind.DREW, Phase.REPLACE: Kind.REPLACED}


def _shown(before: State, after: State, card: str, number: int) -> Event:
    if before.phase is Phase.SCOUTS:
        terrain = after.cards.scouted
        assert terrain is not None, "the card just shown is that of the Scouts"
        return Event(DEALER, Kind.SCOUTED, terrain.word, (), number)
    return Event(before.seat, _SHOWN[before.phase], card, (), number)


def _terrain(state: State, hex_: Hex) -> Terrain:
    masks = state.setup.board.terrain
    return next(terrain for terrain in Terrain if masks[terrain] & BIT[hex_])


def _tiles(before: State, after: State, number: int) -> Iterator[Event]:
    """Tiles that were taken or lost between the two, loss first (L-GEN-7)."""
    pairs = [*zip(before.tiles.owned, after.tiles.owned, strict=True)]
    for kind in (Kind.LOST, Kind.TOOK):
        for seat, (old, new) in enumerate(pairs):
            changed = old & ~new if kind is Kind.LOST else new & ~old
            for index, slot in enumerate(after.setup.board.slots):
                if changed >> index & 1:
                    what = word(slot.kind) + "+" * slot.is_bonus
                    yield Event(seat, kind, what, () if slot.is_bonus else (slot.hex,), number)
