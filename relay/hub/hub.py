"""All rooms and all connections, without I/O: events in, effects out (relay/effects.py).

The driver tells the hub what happens (``connected``, ``receive``, ``closed``, ``tick``, and the
answers of the store and of bots) and carries out the effects that come back, in order. Every call
gets ``now``, the relay's own time in seconds (relay/server/clock.py). Everything a hub knows is in
the store, except who is connected: after a restart, clients reconnect and rooms are read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Final

from relay.effects import Append, Effect, Load, Note, Peer, Sweep, Think
from relay.hub.connections import Connection
from relay.hub.dispatch import REQUESTS, Request
from relay.hub.open_room import IN_GAME, Job, OpenRoom
from relay.hub.shared import Chore, Shared
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import BadLog, BadMessage, Refusal
from relay.protocol.limits import Limits
from relay.protocol.room_codes import Randomness
from relay.room import facts as f
from relay.room import lobby, referee
from relay.room.reading import Reading
from relay.room.room import Room

_RETRY: Final = 1.0  # seconds before a room is read again that could not be
_REST: Final = 1000  # milliseconds before players of a room come back that has lost something


class Hub:
    """See the module. No method raises, whatever a peer sends."""

    def __init__(self, limits: Limits, randomness: Randomness, name: str = "kbtui") -> None:
        """``randomness`` returns that many secret random bytes; clients are told ``name``."""
        self.limits = limits
        self._shared = Shared(limits, randomness, name)
        self._is_swept = False

    # ---- connections -----------------------------------------------------------------------------

    def may_connect(self, address: str) -> bool:
        """Whether to accept one more connection; ask this before doing any work for it."""
        shared = self._shared
        is_room_left = len(shared.connections) < self.limits.all_connections
        return is_room_left and shared.addresses.may_connect(address)

    def connected(self, peer: Peer, address: str, now: float) -> list[Effect]:
        """``address``: only the network part of IPv6, since one household has billions."""
        shared, is_welcome = self._shared, self.may_connect(address)
        connection = Connection(peer, shared.addresses.arrive(address, now), self.limits, now)
        shared.connections[peer] = connection
        if is_welcome:
            shared.ring(now + self.limits.hello, connection)
        else:
            shared.bye(connection, "too-many", "too many connections", now)
        return shared.take()

    def closed(self, peer: Peer, now: float) -> list[Effect]:
        """The connection has ended, no matter who ended it."""
        connection = self._shared.connections.get(peer)
        if connection is not None:
            self._shared.forget(connection, now)
        return self._shared.take()

    def broken(self, peer: Peer, error: BadMessage, now: float) -> list[Effect]:
        """What the peer sent is not a message of the protocol (relay/protocol/codec.py)."""
        connection = self._shared.connections.get(peer)
        if connection is not None:
            self._shared.bye(connection, error.code, error.text, now)
        return self._shared.take()

    def stop(self, now: float, wait: float) -> list[Effect]:
        """The relay is stopping: tell everyone after how many seconds to reconnect."""
        for connection in list(self._shared.connections.values()):
            self._shared.bye(connection, "stopping", "the relay stops", now, int(wait * 1000))
        return self._shared.take()

    def set_time_of_day(self, behind: float) -> None:
        """The time of day is so many seconds ahead of the one that comes with every call."""
        self._shared.behind = behind

    def figures(self) -> dict[str, int]:
        """For the operator: how many are connected, and everything that was counted."""
        now = {"connections": len(self._shared.connections), "rooms": len(self._shared.rooms)}
        return now | self._shared.tally

    # ---- messages --------------------------------------------------------------------------------

    def receive(self, peer: Peer, message: m.ToRelay, now: float) -> list[Effect]:
        connection = self._shared.connections.get(peer)
        request = REQUESTS[type(message)]
        if connection is not None and self._is_fit(connection, message, request, now):
            try:
                request.answer(self._shared, connection, message, now)
            except Refusal as refusal:
                self._shared.refuse(connection, message, refusal)
        return self._shared.take()

    def _is_fit(
        self, connection: Connection, message: m.ToRelay, request: Request, now: float
    ) -> bool:
        """Whether to handle the message: within the rate, after a hello, from the right role."""
        shared, role = self._shared, connection.role
        if not connection.bucket.take(now, request.cost):
            connection.faults += 1
            if connection.faults > self.limits.faults:
                shared.bye(connection, "too-fast", "too many messages", now)
            else:
                shared.refuse(connection, message, Refusal("too-fast"))
            return False
        if role in request.senders:
            return True
        if not role or isinstance(message, m.Hello):
            shared.bye(connection, "no-hello", "the hello comes first, and once", now)
        else:
            shared.bye(connection, "wrong-role", f"a {role} may not send this", now)
        return False

    # ---- answers of the store --------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> list[Effect]:
        """The append is durable: tell everyone, then continue."""
        shared, open_room = self._shared, self._in_flight(append)
        if open_room is not None and open_room.in_flight is not None:
            facts, open_room.in_flight = open_room.in_flight, None
            open_room.stored += len(facts)
            room, kinds = open_room.room, frozenset(map(type, facts))
            shared.tally["entries"] += len(room.digests) - room.told
            room.told = len(room.digests)
            if not kinds <= IN_GAME:
                self._see_out(open_room, facts, now)
            shared.emit(*open_room.announce(room, kinds, now))
            shared.finish(open_room, now)
            shared.settle(open_room, now)
        return shared.take()

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

    def stale(self, append: Append, now: float) -> list[Effect]:
        """Another relay was first: read the room again, then try once more."""
        open_room = self._in_flight(append)
        if open_room is None or open_room.in_flight is None:
            return self._shared.take()
        if open_room.stored == 0:  # a new room whose code is taken already, in the store
            open_room.room.fresh, open_room.in_flight = open_room.in_flight, None
            self._shared.remove_room(open_room)
            open_room.code = open_room.room.code = self._shared.draw_code()
            self._shared.rooms[open_room.code] = open_room
            again = open_room.commit(now)
            if again is not None:
                self._shared.emit(again)
        else:
            if open_room.current is not None:
                open_room.jobs.appendleft(open_room.current)
            open_room.drop()
            self._shared.emit(Load(open_room.code))
        return self._shared.take()

    def failed(self, what: Append | Load, now: float) -> list[Effect]:
        """The store failed and may have kept anything: refuse, then read the room again."""
        shared, open_room = self._shared, self._shared.rooms.get(what.room)
        if open_room is None:
            return shared.take()
        shared.tally["store failed"] += 1
        if isinstance(what, Append):
            if self._in_flight(what) is None:
                return shared.take()
            if open_room.current is not None:
                open_room.jobs.appendleft(open_room.current)
            open_room.drop()
        self._refuse_all(open_room, Refusal("unavailable"), now)
        self._retry(open_room, now)
        return shared.take()

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

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> list[Effect]:
        """All records of a room; empty if there is no such room."""
        shared, open_room = self._shared, self._shared.rooms.get(load.room)
        if open_room is None or open_room.is_loaded:
            return shared.take()
        if records:
            shared.readings.append((open_room, Reading(load.room, records)))
            shared.ring(now, Chore.READ)
        else:
            self._refuse_all(open_room, Refusal("no-room"), now)
            self._send_home(open_room, now)
        return shared.take()

    def lost(self, load: Load, why: str, now: float) -> list[Effect]:
        """The store has lost records that were told to players: they have to hear of it, and to
        come back for what is left. Nothing is added to what they have seen and nobody can read."""
        shared, open_room = self._shared, self._shared.rooms.get(load.room)
        if open_room is not None:
            shared.emit(Note(load.room, f"the store has lost a part of this room: {why}"))
            self._refuse_all(open_room, Refusal("unavailable"), now)
            shared.remove_room(open_room)
            for connection in [*open_room.seats.values(), *open_room.watchers.values()]:
                text = "the relay's store has lost the latest entries of this game"
                shared.bye(connection, "lost", text, now, _REST)
        return shared.take()

    def _read_on(self, now: float) -> None:
        """Fold some more of one room; it is the next one's turn when others were served."""
        shared = self._shared
        open_room, reading = shared.readings.popleft()
        if shared.rooms.get(open_room.code) is open_room and not open_room.is_loaded:
            try:
                room = reading.go_on(now)
            except BadLog as error:
                shared.emit(Note(open_room.code, error.text))
                self._refuse_all(open_room, Refusal("unavailable"), now)
                self._send_home(open_room, now)
            else:
                if room is None:
                    shared.readings.append((open_room, reading))
                else:
                    shared.emit(*open_room.take_up(room, room.seq, now))
                    shared.settle(open_room, now)
        if shared.readings:
            shared.ring(now, Chore.READ)

    def _send_home(self, open_room: OpenRoom, now: float) -> None:
        """Disconnect everyone in a room that can no longer be served."""
        self._shared.remove_room(open_room)
        for connection in [*open_room.seats.values(), *open_room.watchers.values()]:
            self._shared.bye(connection, "gone", "the room cannot be served any more", now)

    # ---- bots and time ---------------------------------------------------------------------------

    def thought(self, think: Think, token: str, now: float) -> list[Effect]:
        """A bot has chosen its move."""
        open_room = self._shared.rooms.get(think.room)
        if open_room is not None:
            self._shared.do(open_room, Job(partial(self._bot_moves, open_room, think, token)), now)
        return self._shared.take()

    def _bot_moves(self, open_room: OpenRoom, think: Think, token: str, now: float) -> None:
        moment = self._shared.moment(now)
        try:
            is_made = referee.bot_move(open_room.room, think.seat, think.number, token, moment)
        except Refusal as refusal:
            self._shared.emit(Note(open_room.code, f"a bot's move was refused: {refusal.text}"))
        else:
            if not is_made:
                open_room.thinking = (
                    0  # things have changed meanwhile: whoever has to act thinks anew
                )

    def next_due(self) -> float | None:
        """The latest time to call ``tick``; None: not until something happens."""
        return self._shared.next_due()

    def tick(self, now: float) -> list[Effect]:
        """Do whatever is due by now."""
        shared = self._shared
        if not self._is_swept:
            self._is_swept = True
            shared.ring(now, Chore.SWEEP)
        for whom in shared.rung(now):
            if isinstance(whom, OpenRoom):
                self._wake(whom, now)
            elif whom is Chore.SWEEP:
                shared.emit(Sweep(now))
                shared.ring(now + self.limits.sweep, Chore.SWEEP)
            elif whom is Chore.READ:
                self._read_on(now)
            elif not whom.role and whom.peer in shared.connections:
                shared.bye(whom, "no-hello", "the hello did not come", now)
        return shared.take()

    def _wake(self, open_room: OpenRoom, now: float) -> None:
        """Something is due in this room."""
        shared, limits = self._shared, self.limits
        if now >= open_room.retry_at:
            open_room.retry_at = inf
            shared.emit(Load(open_room.code))
        elif not open_room.is_busy:
            if now >= open_room.expires:
                self._send_home(open_room, now)
                return
            if now >= open_room.empty_at + limits.idle:
                shared.remove_room(open_room)
                return
            shared.emit(*open_room.flush(now))
            for act in self._overdue(open_room, now):
                shared.do(open_room, Job(partial(self._at_last, open_room, act)), now)
        shared.settle(open_room, now)

    def _overdue(self, open_room: OpenRoom, now: float) -> list[Callable[[Room, Moment], None]]:
        """Do what has to happen because somebody did not act in time."""
        room, limits = open_room.room, self.limits
        acts: list[Callable[[Room, Moment], None]] = []
        sealing = (room.sealing_at or 0) / 1000
        if room.phase == k.SEALING and now >= sealing + limits.reveal:
            acts.append(lobby.call_off)
        if (
            room.phase == k.LOBBY
            and now >= room.absent_since.get(room.host, inf) + limits.host_absence
        ):
            acts.append(lobby.pass_host_on)
        due = referee.deadline(room, limits)
        if due is not None and now >= due:
            acts.append(referee.time_out)
        return acts

    def _at_last(
        self, open_room: OpenRoom, act: Callable[[Room, Moment], None], now: float
    ) -> None:
        act(open_room.room, self._shared.moment(now))
