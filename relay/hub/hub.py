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
from relay.hub.connections import Visitor
from relay.hub.dispatch import REQUESTS, Request
from relay.hub.open_room import IN_GAME, Job, OpenRoom
from relay.hub.shared import Chore, House
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


class Hub:
    """See the module. No method raises, whatever a peer sends."""

    def __init__(self, limits: Limits, randomness: Randomness, name: str = "kbtui") -> None:
        """``randomness`` returns that many secret random bytes; clients are told ``name``."""
        self.limits = limits
        self._house = House(limits, randomness, name)
        self._is_swept = False

    # ---- connections ----------------------------------------------------------------------------

    def may_connect(self, address: str) -> bool:
        """Whether to accept one more connection; ask this before doing any work for it."""
        house = self._house
        is_room_left = len(house.visitors) < self.limits.all_connections
        return is_room_left and house.addresses.may_connect(address)

    def connected(self, peer: Peer, address: str, now: float) -> list[Effect]:
        """``address``: only the network part of IPv6, since one household has billions."""
        house, is_welcome = self._house, self.may_connect(address)
        visitor = Visitor(peer, house.addresses.arrive(address, now), self.limits, now)
        house.visitors[peer] = visitor
        if is_welcome:
            house.ring(now + self.limits.hello, visitor)
        else:
            house.bye(visitor, "too-many", "too many connections", now)
        return house.take()

    def closed(self, peer: Peer, now: float) -> list[Effect]:
        """The connection has ended, no matter who ended it."""
        visitor = self._house.visitors.get(peer)
        if visitor is not None:
            self._house.forget(visitor, now)
        return self._house.take()

    def broken(self, peer: Peer, error: BadMessage, now: float) -> list[Effect]:
        """What the peer sent is not a message of the protocol (relay/protocol/codec.py)."""
        visitor = self._house.visitors.get(peer)
        if visitor is not None:
            self._house.bye(visitor, error.code, error.text, now)
        return self._house.take()

    def stop(self, now: float, wait: float) -> list[Effect]:
        """The relay is stopping: tell everyone after how many seconds to reconnect."""
        for visitor in list(self._house.visitors.values()):
            self._house.bye(visitor, "stopping", "the relay stops", now, int(wait * 1000))
        return self._house.take()

    def mind_the_day(self, behind: float) -> None:
        """The time of day is so many seconds ahead of the one that comes with every call."""
        self._house.behind = behind

    def figures(self) -> dict[str, int]:
        """For the operator: how many are connected, and everything that was counted."""
        now = {"connections": len(self._house.visitors), "rooms": len(self._house.rooms)}
        return now | self._house.tally

    # ---- messages -------------------------------------------------------------------------------

    def receive(self, peer: Peer, message: m.ToRelay, now: float) -> list[Effect]:
        visitor = self._house.visitors.get(peer)
        request = REQUESTS[type(message)]
        if visitor is not None and self._is_fit(visitor, message, request, now):
            try:
                request.answer(self._house, visitor, message, now)
            except Refusal as refusal:
                self._house.refuse(visitor, message, refusal)
        return self._house.take()

    def _is_fit(self, visitor: Visitor, message: m.ToRelay, request: Request, now: float) -> bool:
        """Whether to handle the message: within the rate, after a hello, from the right role."""
        house, role = self._house, visitor.role
        if not visitor.bucket.take(now, request.cost):
            visitor.faults += 1
            if visitor.faults > self.limits.faults:
                house.bye(visitor, "too-fast", "too many messages", now)
            else:
                house.refuse(visitor, message, Refusal("too-fast"))
            return False
        if role in request.senders:
            return True
        if not role or isinstance(message, m.Hello):
            house.bye(visitor, "no-hello", "the hello comes first, and once", now)
        else:
            house.bye(visitor, "wrong-role", f"a {role} may not send this", now)
        return False

    # ---- answers of the store -------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> list[Effect]:
        """The append is durable: tell everyone, then continue."""
        house, place = self._house, self._in_flight(append)
        if place is not None and place.in_flight is not None:
            facts, place.in_flight = place.in_flight, None
            place.stored += len(facts)
            room, kinds = place.here, frozenset(map(type, facts))
            house.tally["entries"] += len(room.digests) - room.told
            room.told = len(room.digests)
            if not kinds <= IN_GAME:
                self._see_out(place, facts, now)
            house.emit(*place.announce(room, kinds, now))
            house.finish(place, now)
            house.settle(place, now)
        return house.take()

    def _in_flight(self, append: Append) -> OpenRoom | None:
        place = self._house.rooms.get(append.room)
        if place is None or place.in_flight is None or place.stored != append.expected:
            return None
        return place

    def _see_out(self, place: OpenRoom, facts: Sequence[f.Fact], now: float) -> None:
        """Disconnect players whose seat was freed by somebody else, and unwanted spectators."""
        for fact in facts:
            visitor = place.seats.get(fact.seat) if isinstance(fact, f.GotUp) else None
            if visitor is not None:
                self._house.bye(visitor, "kicked", "the host has freed the seat", now)
            if isinstance(fact, f.Changed) and not fact.terms.watching:
                for watcher in list(place.watchers.values()):
                    self._house.bye(watcher, "kicked", "watching is not allowed any more", now)

    def stale(self, append: Append, now: float) -> list[Effect]:
        """Another relay was first: read the room again, then try once more."""
        place = self._in_flight(append)
        if place is None or place.in_flight is None:
            return self._house.take()
        if place.stored == 0:  # a new room whose code is taken already, in the store
            place.here.fresh, place.in_flight = place.in_flight, None
            self._house.shut(place)
            place.code = place.here.code = self._house.draw_code()
            self._house.rooms[place.code] = place
            again = place.commit(now)
            if again is not None:
                self._house.emit(again)
        else:
            if place.current is not None:
                place.jobs.appendleft(place.current)
            place.drop()
            self._house.emit(Load(place.code))
        return self._house.take()

    def failed(self, what: Append | Load, now: float) -> list[Effect]:
        """The store failed and may have kept anything: refuse, then read the room again."""
        house, place = self._house, self._house.rooms.get(what.room)
        if place is None:
            return house.take()
        house.tally["store failed"] += 1
        if isinstance(what, Append):
            if self._in_flight(what) is None:
                return house.take()
            if place.current is not None:
                place.jobs.appendleft(place.current)
            place.drop()
        self._refuse_all(place, Refusal("unavailable"), now)
        self._retry(place, now)
        return house.take()

    def _refuse_all(self, place: OpenRoom, refusal: Refusal, now: float) -> None:
        jobs = list(place.jobs)
        place.jobs.clear()
        for job in jobs:
            self._house.refuse_job(job, refusal, now)

    def _retry(self, place: OpenRoom, now: float) -> None:
        if place.seats or place.watchers:
            place.retry_at = now + _RETRY
            self._house.arm(place)
        else:
            self._house.shut(place)

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> list[Effect]:
        """All records of a room; empty if there is no such room."""
        house, place = self._house, self._house.rooms.get(load.room)
        if place is None or place.room is not None:
            return house.take()
        if records:
            house.readings.append((place, Reading(load.room, records)))
            house.ring(now, Chore.READ)
        else:
            self._refuse_all(place, Refusal("no-room"), now)
            self._send_home(place, now)
        return house.take()

    def _read_on(self, now: float) -> None:
        """Fold some more of one room; it is the next one's turn when others were served."""
        house = self._house
        place, reading = house.readings.popleft()
        if house.rooms.get(place.code) is place and place.room is None:
            try:
                room = reading.go_on(now)
            except BadLog as error:
                house.emit(Note(place.code, error.text))
                self._refuse_all(place, Refusal("unavailable"), now)
                self._send_home(place, now)
            else:
                if room is None:
                    house.readings.append((place, reading))
                else:
                    house.emit(*place.take_up(room, room.seq, now))
                    house.settle(place, now)
        if house.readings:
            house.ring(now, Chore.READ)

    def _send_home(self, place: OpenRoom, now: float) -> None:
        """Disconnect everyone in a room that can no longer be served."""
        self._house.shut(place)
        for visitor in [*place.seats.values(), *place.watchers.values()]:
            self._house.bye(visitor, "gone", "the room cannot be served any more", now)

    # ---- bots and time --------------------------------------------------------------------------

    def thought(self, think: Think, token: str, now: float) -> list[Effect]:
        """A bot has chosen its move."""
        place = self._house.rooms.get(think.room)
        if place is not None:
            self._house.do(place, Job(partial(self._bot_moves, place, think, token)), now)
        return self._house.take()

    def _bot_moves(self, place: OpenRoom, think: Think, token: str, now: float) -> None:
        moment = self._house.moment(now)
        try:
            is_made = referee.bot_move(place.here, think.seat, think.number, token, moment)
        except Refusal as refusal:
            self._house.emit(Note(place.code, f"a bot's move was refused: {refusal.text}"))
        else:
            if not is_made:
                place.thinking = 0  # things have changed meanwhile: whoever has to act thinks anew

    def next_due(self) -> float | None:
        """The latest time to call ``tick``; None: not until something happens."""
        return self._house.next_due()

    def tick(self, now: float) -> list[Effect]:
        """Do whatever is due by now."""
        house = self._house
        if not self._is_swept:
            self._is_swept = True
            house.ring(now, Chore.SWEEP)
        for whom in house.rung(now):
            if isinstance(whom, OpenRoom):
                self._wake(whom, now)
            elif whom is Chore.SWEEP:
                house.emit(Sweep(now))
                house.ring(now + self.limits.sweep, Chore.SWEEP)
            elif whom is Chore.READ:
                self._read_on(now)
            elif not whom.role and whom.peer in house.visitors:
                house.bye(whom, "no-hello", "the hello did not come", now)
        return house.take()

    def _wake(self, place: OpenRoom, now: float) -> None:
        """Something is due in this room."""
        house, limits = self._house, self.limits
        if now >= place.retry_at:
            place.retry_at = inf
            house.emit(Load(place.code))
        elif not place.is_busy:
            if now >= place.expires:
                self._send_home(place, now)
                return
            if now >= place.empty_at + limits.idle:
                house.shut(place)
                return
            house.emit(*place.flush(now))
            for act in self._overdue(place, now):
                house.do(place, Job(partial(self._at_last, place, act)), now)
        house.settle(place, now)

    def _overdue(self, place: OpenRoom, now: float) -> list[Callable[[Room, Moment], None]]:
        """Do what has to happen because somebody did not act in time."""
        room, limits = place.here, self.limits
        acts: list[Callable[[Room, Moment], None]] = []
        sealing = (room.sealing_at or 0) / 1000
        if room.phase == k.SEALING and now >= sealing + limits.reveal:
            acts.append(lobby.call_off)
        if room.phase == k.LOBBY and now >= room.gone.get(room.host, inf) + limits.host_absence:
            acts.append(lobby.pass_host_on)
        due = referee.deadline(room, limits)
        if due is not None and now >= due:
            acts.append(referee.time_out)
        return acts

    def _at_last(self, place: OpenRoom, act: Callable[[Room, Moment], None], now: float) -> None:
        act(place.here, self._house.moment(now))
