"""A room in memory: who is connected to it, what is pending, and what each viewer has been sent.

How it works
------------

**One job at a time.** Whatever is to happen in a room is a ``Job``: a client's request, a bot's
move, a clock that ran out. A job runs to its end at once and changes the ``Room`` by facts. Then
``commit`` makes the fresh facts one ``Append``, and the room is busy until the store has answered;
jobs that come meanwhile wait in ``jobs``. So the room is ahead of its store by at most one append,
and a job always sees everything that went before.

**Nobody hears anything that is not durable.** When the append is stored, ``announce`` tells each
viewer what the facts mean to them, and whatever the job left in ``after`` is done, such as
admitting somebody to their new seat. If the store fails, or another relay was first, nothing has
been said yet: ``drop`` discards the room, it is read again, and ``take_up`` sends what is new.

**Each connection has a cursor**, the last entry it was sent. ``flush`` sends everybody what lies
behind their cursor, as their chair may see it, and up to where they may see: players to the last
stored entry, spectators of a room with a delay to an earlier one. All who have the same cursor and
see the same get one message, which is encoded once. Mostly that is everybody (``_all_have``), and
then no cursor is looked at. A page that is full leaves its reader behind (``is_behind``) until
the reader asks for ``more``: one who does not read costs nobody else anything.

**Nothing here has a timer.** ``due.py`` says when something has to be done even if nobody says a
word (a clock, a delay, an absent host, expiry); the hub wakes the room then.

**Entries of another relay** are mostly passed on as that relay has encoded them. The room learns of
them when it is asked for (``room``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Set
from math import inf
from typing import Final

from engine.contract import Seat, Viewer
from relay.effects import Append, Effect, Peer, Send, Think, make
from relay.hub.connections import Connection, count_people
from relay.hub.jobs import Job
from relay.hub.others import ALONE, Others
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.limits import Limits
from relay.protocol.room_codes import show_code
from relay.room import facts as f
from relay.room.reading import Passed
from relay.room.referee import clock_view, thinking
from relay.room.room import Room
from relay.room.sights import write_sight

IN_GAME: Final[frozenset[type]] = frozenset({f.Played, f.Spoke})  # the views stay as they were
_CLOCKED: Final[frozenset[type]] = frozenset({f.Played, f.TookBack, f.StoodIn})


class OpenRoom:
    """The room, its connections, and the append that is on its way."""

    def __init__(self, code: str, room: Room | None, limits: Limits, now: float) -> None:
        self.code = code
        # Perhaps without what was only passed on to all; None while it is read from the store.
        self.known = room
        self.passed = Passed()  # what it does not know yet
        self.limits = limits
        self.stored = 0  # records that are durable
        self.in_flight: list[f.Fact] | None = None
        self.heard = 0  # records that there may be, by what other relays say
        self.asked = 0  # the same when they were asked for, unless something was heard since
        self.is_catching_up = False
        self.expires = inf
        self.jobs: deque[Job] = deque()
        self.current: Job | None = None  # what led to the append on its way
        self.after: list[Callable[[float], None]] = []  # to be done when it is durable
        self.seats: dict[Seat, Connection] = {}
        self.watchers: dict[int, Connection] = {}
        self.muted: set[int] = set()  # spectators
        self.others: Others = ALONE  # whom other relays have here
        self.guests_told, self.is_untold = b"", False  # to other relays, and whether that failed
        self.patience = 0.0  # seconds that another relay has to do what is due, before this one
        self.origins: dict[Seat, str] = {}  # the address from which a seat was last taken
        self.thinking = 0  # the entry that a bot is thinking of
        self.successor: OpenRoom | None = None  # the room of the rematch, while it is made
        self.record: str | None = None  # the finished game as text, once asked for
        self.alarm = inf
        self.retry_at = inf  # when to read the room again
        self.present_at = inf  # when to say who is there
        self.empty_at = now  # since when nobody is
        self._present_told = -inf
        self.shown = 0  # entries told to spectators
        self.stand_ins = 0  # changes of stand-ins told to them
        self._all_have: int | None = None  # the last entry sent, if that is the same for all
        self._crowd: tuple[list[Connection], tuple[Peer, ...]] | None = None  # all, once asked for
        self._told: dict[bool, tuple[m.RoomView, m.SealView]] = {}
        self._clock_told = (-1, 0)  # whose clock ran when all clocks were last told, in which turn
        self._chat_told = 0
        if room is not None:
            room.absent_since = dict.fromkeys(range(len(room.chairs)), now)

    @property
    def is_busy(self) -> bool:
        return self.known is None or self.in_flight is not None or self.is_catching_up

    @property
    def is_loaded(self) -> bool:
        return self.known is not None

    @property
    def room(self) -> Room:
        if self.known is None:
            raise RuntimeError("the room is still being read")
        if self.passed:
            self.shown = self.passed.tell(self.known)
        return self.known

    def commit(self, now: float) -> Append | None:
        """The append that makes fresh facts durable."""
        room = self.known
        if room is None or not room.fresh:
            return None
        self.in_flight, room.fresh = room.fresh, []
        self.expires = self.expiry(room, now)
        records = tuple(map(f.write_fact, self.in_flight))
        sight = write_sight(room, self.in_flight) if self.others.relays else b""
        return make(Append, (self.code, self.stored, records, self.expires, sight))

    def expiry(self, room: Room, now: float) -> float:
        if room.table is None:
            return now + self.limits.lobby_life
        return now + (self.limits.finished_life if room.to_act is None else self.limits.game_life)

    def drop(self, is_to_be_told: bool = False) -> None:
        """It has to be read again; clients that were refused then get everything, and try again."""
        if is_to_be_told:
            self._told = {}
        self.known, self.in_flight, self.stored, self.is_catching_up = None, None, 0, False
        self.passed = Passed()
        self.current, self.after, self.thinking = None, [], 0

    def take_up(self, room: Room, stored: int, now: float) -> list[Effect]:
        """The room was read, perhaps again: those in it get what they have missed."""
        self.known, self.stored, self.retry_at = room, stored, inf
        self.expires = self.expiry(room, now)
        self.count_present(now)
        return [*self.flush(room, now), *self._changed_views(), *self._new_chat()]

    # ---- connections -----------------------------------------------------------------------------

    def _attach(self, connection: Connection, now: float) -> None:
        self._part()
        connection.open_room, connection.since = self, now
        if connection.seat is None:
            self.watchers[connection.voice] = connection
        else:
            self.seats[connection.seat] = connection
            self.count_present(now)
        self.empty_at = inf
        self._crowd = None
        self.presence_changed(now)

    def detach(self, connection: Connection, now: float) -> None:
        if connection.seat is None:
            self.watchers.pop(connection.voice, None)
        elif self.seats.get(connection.seat) is connection:
            del self.seats[connection.seat]
            self.count_present(now)
        connection.open_room = connection.seat = self._crowd = None
        if not self.seats and not self.watchers:
            self.empty_at = now
        self.presence_changed(now)

    def presence_changed(self, now: float) -> None:
        self.present_at = min(self.present_at, max(now, self._present_told + self.limits.presence))

    def count_present(self, now: float) -> None:
        """Who is here, at whichever relay, and since when the others are not."""
        room = self.known
        if room is not None:
            room.present = present = {*self.seats, *self.others.seats}
            for seat in range(len(room.chairs)):
                if seat in present:
                    room.absent_since.pop(seat, None)
                else:
                    room.absent_since.setdefault(seat, now)

    @property
    def audience(self) -> int:
        """How many people watch: a page for many is one connection, and a glance is nobody."""
        return min(count_people(self.watchers, self.limits) + self.others.people, k.LARGEST_COUNT)

    # ---- telling ---------------------------------------------------------------------------------

    def last_for(self, connection: Connection, now: float) -> int:
        """The newest entry that this connection may see."""
        room = self.room
        return room.told if connection.seat is not None else room.entries_for_watchers(now)

    def is_over_for(self, is_player: bool) -> bool:
        """Whether these may know that the game is over."""
        return is_player or self.shown == len(self.room.digests)

    def views(self, is_player: bool) -> tuple[m.RoomView, m.SealView]:
        is_over, room = self.is_over_for(is_player), self.room
        is_late = not is_player and bool(room.terms.delay) and room.table is not None
        return room.view(is_over, self.stand_ins if is_late else None), room.seal_view(is_over)

    def announce(self, room: Room, kinds: Set[type], now: float) -> list[Effect]:
        """What facts of these kinds, now durable, mean to whom."""
        effects = self.flush(room, now)
        if room.table is not None and room.to_act is None:
            effects += self._changed_views()
        elif not kinds <= IN_GAME:  # a game that begins is announced before its entries
            effects = self._changed_views() + effects
        if f.Spoke in kinds:
            effects += self._new_chat()
        if room.terms.clock != k.NO_CLOCK and kinds & _CLOCKED:
            effects += self._clock(now, is_forced=bool(kinds - {f.Played}))
        return effects

    def _new_chat(self) -> list[Effect]:
        first, self._chat_told = self._chat_told, len(self.room.chat)
        return send(self.seats.values(), *self._lines(first))

    def _lines(self, first: int) -> Iterable[m.Said]:
        return map(self.room.line, range(first + 1, len(self.room.chat) + 1))

    def _changed_views(self) -> list[Effect]:
        effects: list[Effect] = []
        for is_player, connections in ((True, self.seats), (False, self.watchers)):
            views, told = self.views(is_player), self._told.get(is_player)
            for i in (0, 1):
                if told is None or views[i] != told[i]:
                    effects += send(connections.values(), views[i])
            self._told[is_player] = views
        return effects

    def _clock(self, now: float, is_forced: bool) -> list[Effect]:
        view = clock_view(self.room, now, self.limits)
        if view is None:
            return []
        running = view.seat, self.room.turns
        if running == self._clock_told and not is_forced:
            return []
        self._clock_told = running
        return send(self._without_delay(), view)

    def _without_delay(self) -> list[Connection]:
        watchers = [] if self.room.terms.delay else self.watchers.values()
        return [*self.seats.values(), *watchers]

    def flush(self, room: Room, now: float) -> list[Effect]:
        """New entries to all who are up to date; one message for all who see and have the same."""
        even, was, ended = self._all_have, self.stand_ins, False
        told = shown = room.told
        stand_ins, delay = len(room.stand_ins), room.terms.delay
        if delay:
            shown, stand_ins = room.entries_for_watchers(now), room.stand_ins_for_watchers(now)
            ended = self.shown < shown == len(room.digests) and room.phase == k.OVER
        self.shown, self.stand_ins = shown, stand_ins
        if even is not None and shown == told <= even + self.limits.page:
            effects = self._tell_all(room, even, told)
        else:
            effects = self._tell_each(room, shown)
        if ended:
            return effects + self._changed_views()
        return self._changed_views() + effects if delay and stand_ins != was else effects

    def _tell_all(self, room: Room, even: int, told: int) -> list[Effect]:
        """When all have the same: one message for all who see the same."""
        most = self.limits.page
        connections, peers = self._crowd or self._everybody()
        if even >= told or not peers:
            return []
        public = room.page(None, even, told, most)
        self._all_have = told
        if even >= room.hidden:
            return [make(Send, (peers, public))]
        own = [v for v in self.seats.values() if not room.is_public(v.seat, even, told)]
        effects: list[Effect] = []
        for connection in own:
            log = room.page(connection.seat, even, told, most)
            effects += send([connection], log)
            if even + len(log.actors) < told:  # not all of them fit into one page
                self._part()
                connection.cursor, connection.is_behind = even + len(log.actors), True
        others = tuple([connection.peer for connection in connections if connection not in own])
        return [*effects, Send(others, public)] if others else [*effects]

    def _everybody(self) -> tuple[list[Connection], tuple[Peer, ...]]:
        if self._crowd is None:
            everybody = [*self.seats.values(), *self.watchers.values()]
            self._crowd = everybody, tuple([connection.peer for connection in everybody])
        return self._crowd

    def moved_on(self, count: int) -> tuple[Peer, ...] | None:
        """Everybody gets this many more entries; None: not all have the same ones."""
        if self._all_have is None:
            return None
        self._all_have += count
        return self._everybody()[1]

    def _part(self) -> None:
        """From here on, each has their own cursor."""
        if self._all_have is not None:
            for connection in self._everybody()[0]:
                connection.cursor = self._all_have
            self._all_have = None

    def _tell_each(self, room: Room, shown: int) -> list[Effect]:
        """The same for any state that they are in."""
        self._part()
        told, hidden = room.told, room.hidden
        groups: dict[tuple[Viewer, int, int], list[Connection]] = {}
        for connections, last in ((self.seats, told), (self.watchers, shown)):
            for connection in connections.values():
                cursor = connection.cursor
                if cursor < last and not connection.is_behind:
                    viewer = None if cursor >= hidden else connection.seat  # or the same in all
                    key = (viewer, cursor, last)
                    groups.setdefault(key, []).append(connection)
        effects: list[Effect] = []
        for key, group in groups.items():
            log = room.page(*key, self.limits.page)
            end = key[1] + len(log.actors)
            for connection in group:
                connection.cursor, connection.is_behind = end, end < log.last
            effects += send(group, log)
        everybody = [*self.seats.values(), *self.watchers.values()]
        is_even = all(v.cursor == told and not v.is_behind for v in everybody)
        self._all_have = told if is_even else None
        return effects

    def page_for(self, connection: Connection, have: int, now: float) -> list[Effect]:
        """The entries after ``have`` for one connection: the first page of them."""
        last = self.last_for(connection, now)
        self._part()
        connection.cursor, connection.is_behind = min(have, last), False
        if connection.cursor == last:
            return []
        log = self.room.page(connection.seat, connection.cursor, last, self.limits.page)
        connection.cursor += len(log.actors)
        connection.is_behind = connection.cursor < last
        return send([connection], log)

    def admit(self, connection: Connection, have: int, digest: bytes, now: float) -> list[Effect]:
        """Somebody enters, with seat or voice already set, and hears all there is to know."""
        effects = self.flush(self.room, now)
        self._attach(connection, now)
        room, last = self.room, self.last_for(connection, now)
        is_same = 0 < have <= last and room.digests[have - 1] == digest
        kept, is_player = have if is_same else 0, connection.seat is not None
        code = show_code(self.code)
        effects += send(
            [connection],
            m.Seated(code, connection.seat, kept, last)
            if connection.seat is not None
            else m.Watching(code, connection.voice, kept, last),
            *self.views(is_player),
        )
        self._told.setdefault(is_player, self.views(is_player))
        effects += self.page_for(connection, kept, now)
        clock = clock_view(room, now, self.limits)
        if clock is not None and connection in self._without_delay():
            effects += send([connection], clock)
        return effects

    def chat_after(self, connection: Connection, heard: int) -> list[Effect]:
        """The players' chat that this player has missed, or the end of it."""
        newest = len(self.room.chat) - self.limits.chat_sent
        return send([connection], *self._lines(max(heard, newest, 0)))

    def say_who_is_here(self, now: float) -> list[Effect]:
        self.present_at, self._present_told = inf, now
        present = m.Present(tuple(sorted({*self.seats, *self.others.seats})), self.audience)
        return send([*self.seats.values(), *self.watchers.values()], present)

    # ---- what comes next -------------------------------------------------------------------------

    def bot_to_think(self, now: float) -> Think | None:
        """The bot that has to act, if somebody is there to see it and it is not thinking yet."""
        room = self.room
        seat = room.acting
        if seat is None or not (room.chairs[seat].level or room.terms.off_turn):
            return None  # a person is to act, and no bot ever will instead
        late = room.charged / 1000 + self.patience if self.patience else now
        effect = thinking(room, now, self.limits) if now >= late and self.may_think else None
        if effect is not None:
            self.thinking = effect.number
        return effect

    @property
    def may_think(self) -> bool:
        return self.empty_at == inf and self.thinking != len(self.room.digests) + 1


def send(connections: Iterable[Connection], *messages: m.ToClient) -> list[Effect]:
    peers = tuple([connection.peer for connection in connections])
    return [Send(peers, message) for message in messages] if peers else []
