"""What happens in a room when the store has answered, or another relay has stored something.

Whatever way records come in, a room is only ever ahead of its log by what it has in flight, and
behind it by what is being read. Records of others are folded in order, when nothing is in flight
and nothing is missing; otherwise they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from relay.effects import Append, Load, Note, Pass, make
from relay.hub.open_room import IN_GAME, OpenRoom
from relay.hub.shared import Chore, Shared
from relay.protocol import kinds as k
from relay.protocol.errors import BadLog, Refusal
from relay.room import facts as f
from relay.room.reading import Reading, fold_more
from relay.room.room import Room
from relay.room.sights import Sight, read_sight

_RETRY: Final = 1.0  # seconds before a room is read again that could not be
_REST: Final = 1000  # milliseconds before players of a room come back that has lost something


class Answers:
    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    # ---- appends ---------------------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> None:
        """It is durable: tell everyone, then continue."""
        shared, open_room = self._shared, self._in_flight(append)
        if open_room is not None and open_room.in_flight is not None:
            facts, open_room.in_flight = open_room.in_flight, None
            room = open_room.room
            shared.tally["entries"] += len(room.digests) - room.told
            self._announce(open_room, room, facts, now)
            shared.finish(open_room, now)
            if open_room.heard > open_room.stored:
                shared.catch_up(open_room)
            shared.settle(open_room, now)

    def _announce(
        self, open_room: OpenRoom, room: Room, facts: Sequence[f.Fact], now: float
    ) -> None:
        """These facts are durable."""
        kinds = frozenset(map(type, facts))
        open_room.stored += len(facts)
        room.told = len(room.digests)
        if not kinds <= IN_GAME:
            self._see_out(open_room, facts, now)
        self._shared.emit(*open_room.announce(room, kinds, now))
        if room.day:  # asked here too: hardly any room has one
            self._tell_day(open_room, room, now)

    def _tell_day(self, open_room: OpenRoom, room: Room, now: float) -> None:
        """If this is a try that is over."""
        if room.day and room.to_act is None:
            self._shared.days.ended(open_room, now)

    def _in_flight(self, append: Append) -> OpenRoom | None:
        open_room = self._shared.rooms.get(append.room)
        if open_room is None or open_room.in_flight is None or open_room.stored != append.expected:
            return None
        return open_room

    def _see_out(self, open_room: OpenRoom, facts: Sequence[f.Fact], now: float) -> None:
        """Disconnect players whose seat was freed by somebody else, and unwanted spectators."""
        for fact in facts:
            connection = open_room.seats.get(fact.seat) if isinstance(fact, f.GotUp) else None
            if connection is not None:
                self._shared.bye(connection, "kicked", "the host has freed the seat", now)
            if isinstance(fact, f.Changed) and not fact.terms.watching:
                for watcher in list(open_room.watchers.values()):
                    self._shared.bye(watcher, "kicked", "watching is not allowed any more", now)

    def stale(self, append: Append, now: float) -> None:
        """Another relay was first: read the room again, then try once more."""
        shared, open_room = self._shared, self._in_flight(append)
        if open_room is None or open_room.in_flight is None:
            return
        shared.tally["stale"] += 1
        if open_room.stored == 0:  # a new room whose code is taken already, in the store
            open_room.room.fresh, open_room.in_flight = open_room.in_flight, None
            shared.remove_room(open_room)
            open_room.code = open_room.room.code = shared.draw_code()
            shared.keep(open_room)
            again = open_room.commit(now)
            if again is not None:
                shared.emit(again)
        else:
            if open_room.current is not None:
                open_room.jobs.appendleft(open_room.current)
            open_room.drop()
            shared.emit(Load(open_room.code))

    def failed(self, what: Append | Load, now: float) -> None:
        """The store failed and may have kept anything: refuse, then read the room again."""
        shared, open_room = self._shared, self._shared.rooms.get(what.room)
        if open_room is None:
            return
        shared.tally["store failed"] += 1
        if isinstance(what, Append):
            if self._in_flight(what) is None:
                return
            if open_room.current is not None:
                open_room.jobs.appendleft(open_room.current)
            open_room.drop(is_to_be_told=True)
        elif what.after:
            if not open_room.is_catching_up:
                return
            open_room.drop(is_to_be_told=True)
        self._refuse_all(open_room, Refusal("unavailable"), now)
        self._retry(open_room, now)

    def _refuse_all(self, open_room: OpenRoom, refusal: Refusal, now: float) -> None:
        jobs = list(open_room.jobs)
        open_room.jobs.clear()
        for job in jobs:
            self._shared.refuse_job(job, refusal, now)

    def _retry(self, open_room: OpenRoom, now: float) -> None:
        if open_room.seats or open_room.watchers:
            open_room.retry_at = now + _RETRY
            self._shared.arm(open_room)
        else:
            self._shared.remove_room(open_room)

    # ---- reading ---------------------------------------------------------------------------------

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> None:
        """The records of a room; empty if there are none."""
        shared, open_room = self._shared, self._shared.rooms.get(load.room)
        if open_room is None:
            return
        if load.after:
            if open_room.is_catching_up and open_room.stored == load.after:
                open_room.is_catching_up = False
                if open_room.heard == open_room.asked:  # nothing more has come up meanwhile
                    open_room.heard = open_room.stored + len(records)
                self._fold(open_room, records, now)
        elif open_room.is_loaded:  # it was asked for twice, and the later answer may have more
            shared.hear_of(open_room, len(records))
        elif records:
            shared.readings.append((open_room, Reading(load.room, records)))
            shared.ring(now, Chore.READ)
        else:
            self._refuse_all(open_room, Refusal("no-room"), now)
            self.send_home(open_room, now)

    def lost(self, load: Load, why: str, now: float) -> None:
        """The store has lost records that were told to players: they have to hear of it, and to
        come back for what is left. Nothing is added to what they have seen and nobody can read."""
        shared, open_room = self._shared, self._shared.rooms.get(load.room)
        if open_room is not None:
            shared.tally["lost"] += 1
            shared.emit(Note(load.room, f"the store has lost a part of this room: {why}"))
            self._refuse_all(open_room, Refusal("unavailable"), now)
            shared.remove_room(open_room)
            for connection in [*open_room.seats.values(), *open_room.watchers.values()]:
                text = "the relay's store has lost the latest entries of this game"
                shared.bye(connection, "lost", text, now, _REST)

    def read_on(self, now: float) -> None:
        """Fold some more of one room; it is the next one's turn when others were served."""
        shared = self._shared
        open_room, reading = shared.readings.popleft()
        if shared.rooms.get(open_room.code) is open_room and not open_room.is_loaded:
            try:
                room = reading.go_on(now)
            except BadLog as error:
                shared.emit(Note(open_room.code, error.text))
                self._refuse_all(open_room, Refusal("unavailable"), now)
                self.send_home(open_room, now)
            else:
                if room is None:
                    shared.readings.append((open_room, reading))
                else:
                    shared.emit(*open_room.take_up(room, room.seq, now))
                    self._tell_day(open_room, room, now)
                    self._shared.catch_up(open_room)
                    shared.settle(open_room, now)
        if shared.readings:
            shared.ring(now, Chore.READ)

    def send_home(self, open_room: OpenRoom, now: float) -> None:
        """Disconnect everyone in a room that can no longer be served."""
        self._shared.remove_room(open_room)
        for connection in [*open_room.seats.values(), *open_room.watchers.values()]:
            self._shared.bye(connection, "gone", "the room cannot be served any more", now)

    # ---- other relays ----------------------------------------------------------------------------

    def followed(self, code: str, now: float) -> None:
        """From now on nothing is missed; what was before has to be read."""
        open_room = self._shared.rooms.get(code)
        if open_room is None:
            return
        if open_room.is_loaded:
            self._shared.tell_guests(open_room, is_forced=True)  # and hear whom the others have
            self._shared.look_for_more(open_room)
        else:
            self._shared.emit(Load(code))

    def unheard(self, code: str, now: float) -> None:
        open_room = self._shared.rooms.get(code)
        if open_room is not None and not open_room.is_loaded:
            self.failed(Load(code), now)

    def heard(
        self,
        code: str,
        first: int,
        records: Sequence[bytes],
        last: int,
        sight: bytes,
        now: float,
    ) -> None:
        """Fold them, if they are the next ones; without records they have to be read."""
        open_room = self._shared.rooms.get(code)
        if open_room is None:
            return
        if records and not open_room.is_busy and open_room.stored == first - 1:
            self._fold(open_room, records, now, read_sight(sight) if sight else None)
        elif last:
            self._shared.hear_of(open_room, last)
        else:
            self._shared.look_for_more(open_room)

    def _pass_on(
        self, open_room: OpenRoom, records: Sequence[bytes], sight: Sight, now: float
    ) -> bool:
        """Whether those who are here could be told as the other relay has encoded it, without a
        look at the game."""
        peers = None
        if _is_one_message(open_room, sight):
            peers = open_room.moved_on(len(records))
        if peers is None:
            return False
        open_room.stored += len(records)
        open_room.expires = now + open_room.limits.game_life
        open_room.passed.append((records, sight))
        if peers:
            self._shared.emit(make(Pass, (peers, sight.page)))
        return True

    def _fold(
        self,
        open_room: OpenRoom,
        records: Sequence[bytes],
        now: float,
        sight: Sight | None = None,
    ) -> None:
        """What others have done, in the room as it is."""
        shared = self._shared
        try:
            if sight is not None and self._pass_on(open_room, records, sight, now):
                return
            room = open_room.room
            facts = fold_more(room, records, sight)
            if facts:
                open_room.expires = open_room.expiry(room, now)
                self._announce(open_room, room, facts, now)
        except BadLog as error:
            shared.read_again(open_room, error)
            return
        self._shared.catch_up(open_room)
        shared.settle(open_room, now)


def _is_one_message(open_room: OpenRoom, sight: Sight) -> bool:
    """Whether entries are the same for all who are here, and nothing else follows from them: no
    clock, no bot that acts, no end of the game."""
    room = open_room.known
    if room is None or not sight.page or sight.to_act is None:
        return False
    terms = room.terms
    is_timed = terms.clock != k.NO_CLOCK or bool(terms.off_turn or terms.delay)
    is_own = bool(sight.masked and open_room.seats)
    return not is_timed and not is_own and not any(chair.level for chair in room.chairs)
