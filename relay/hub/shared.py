"""What all parts of a hub share: connections, open rooms, alarms, and the order of events.

Each room does one thing at a time: a job runs only when no append is pending, and what the job
wants to send waits until its facts are durable.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import Enum, auto
from math import inf
from typing import TYPE_CHECKING, Final

from engine.contract import find, keys
from relay.effects import Close, Effect, Follow, Here, Load, Note, Peer, make
from relay.hub.alarms import Alarms
from relay.hub.connections import Addresses, Connection, count_people
from relay.hub.due import due
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom, send
from relay.hub.others import Elsewhere, Guests, write_guests
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.codec import WORDS
from relay.protocol.errors import BYES, BadLog, Refusal
from relay.protocol.limits import Limits
from relay.protocol.room_codes import Randomness, draw_code
from relay.room.reading import Reading
from relay.room.room import Room

if TYPE_CHECKING:
    from relay.hub.deals.challenges import Challenges
    from relay.hub.deals.days import Days


class Chore(Enum):
    """What has to be done now and then for all rooms together."""

    SWEEP = auto()  # forget what has expired
    READ = auto()  # continue with a room that is being read
    DAY = auto()  # a new day has begun


LEASE: Final = 3.5  # beats without a word, and a relay counts as gone
_PATIENCE: Final = LEASE + 1.5  # beats until another relay does what one on duty has not done
_Sleeper = OpenRoom | Connection | Chore


def guests_of(open_room: OpenRoom) -> Guests:
    """Whom this relay has in the room, for the others."""
    everybody = [*open_room.seats.values(), *open_room.watchers.values()]
    return Guests(
        {seat: connection.since for seat, connection in open_room.seats.items()},
        frozenset(open_room.watchers),
        frozenset(open_room.muted),
        min((connection.version for connection in everybody), default=k.PROTOCOL),
        open_room.room.opened_at if open_room.is_loaded else 0.0,
        count_people(open_room.watchers, open_room.limits),
        k.PROTOCOL,
    )


class Shared:
    """The state of a hub, and the few things that every part of it does."""

    days: Days  # set by the hub, both
    challenges: Challenges

    def __init__(
        self, limits: Limits, randomness: Randomness, name: str, relay: bytes = b""
    ) -> None:
        self.limits = limits
        self.relay = relay  # our name among other relays; empty: there are none
        self.alive: frozenset[bytes] = frozenset({relay})  # relays
        self.url = ""  # where clients reach this relay and no other, if that is known
        self.urls: dict[bytes, str] = {}  # the same of other relays that are alive
        self.elsewhere: tuple[Elsewhere, ...] = ()  # public rooms of other relays
        self.randomness = randomness
        self.name = name  # of the relay, told to clients
        self.games = keys()
        self.bots = tuple(tuple(find(key).levels) for key in self.games)
        self.behind = 0.0  # seconds by which the time of day is ahead of the relay's own
        self.tally: Counter[str] = Counter()
        self.addresses = Addresses(limits)
        self.connections: dict[Peer, Connection] = {}
        self.rooms: dict[str, OpenRoom] = {}
        self.readings: deque[tuple[OpenRoom, Reading]] = deque()  # a little of one at a time
        self._out: list[Effect] = []
        self.alarms: Alarms[_Sleeper] = Alarms()

    def moment(self, now: float) -> Moment:
        return make(Moment, (now, self.limits, self.randomness, self.behind))

    def emit(self, *effects: Effect) -> None:
        self._out += effects

    def take(self) -> list[Effect]:
        effects, self._out = self._out, []
        return effects

    # ---- connections -----------------------------------------------------------------------------

    def refuse(self, connection: Connection, request: m.ToRelay, refusal: Refusal) -> None:
        if connection.peer not in self.connections:
            return  # its connection went down while the request waited
        self.tally[f"refused {refusal.code}"] += 1
        number = request.number if isinstance(request, m.Move) else 0
        refused = m.Refused(WORDS[type(request)], number, refusal.code, refusal.text[:400])
        self.emit(*send([connection], refused))

    def refuse_job(self, job: Job, refusal: Refusal, now: float) -> None:
        if job.guess is not None:
            refusal = job.guess.verdict(refusal, now)
        if job.connection is not None and job.request is not None:
            self.refuse(job.connection, job.request, refusal)

    def bye(
        self,
        connection: Connection,
        code: str,
        text: str,
        now: float,
        wait: int = 0,
        where: str = "",
    ) -> None:
        """End a connection, and say why, and where to go if the client knows that word."""
        self.tally[f"bye {code}"] += 1
        where = where if connection.version >= k.ELSEWHERE else ""
        self.emit(*send([connection], m.Bye(code, text[:400], wait, where)))
        self.emit(Close(connection.peer, BYES[code][0], code))
        self.forget(connection, now)

    def forget(self, connection: Connection, now: float) -> None:
        del self.connections[connection.peer]
        self.alarms.drop(connection)
        self.addresses.depart(connection.address)
        self.detach(connection, now)

    def detach(self, connection: Connection, now: float) -> None:
        """The connection is no longer in a room."""
        open_room = connection.open_room
        if open_room is not None:
            open_room.detach(connection, now)
            self.arm(open_room)

    # ---- rooms -----------------------------------------------------------------------------------

    def add_room(self, code: str, room: Room | None, now: float) -> OpenRoom:
        """Have a room in memory: a new one, or one that has to be read first."""
        if len(self.rooms) >= self.limits.rooms:
            raise Refusal("relay-full")
        open_room = OpenRoom(code, room, self.limits, now)
        self.keep(open_room)
        if room is None:  # among others it is read when it is followed, so that nothing is missed
            self.emit(Here(code, None) if self.relay else Load(code))
        return open_room

    def keep(self, open_room: OpenRoom) -> None:
        self.rooms[open_room.code] = open_room
        if self.relay:
            self.emit(Follow(open_room.code, True))

    def remove_room(self, open_room: OpenRoom) -> None:
        """Put a room out of memory; what is true of it is in the store."""
        is_kept = self.rooms.pop(open_room.code, None) is not None
        if self.relay and is_kept:
            self.emit(Follow(open_room.code, False))
            if open_room.guests_told:
                open_room.guests_told = b""
                self.emit(Here(open_room.code, b""))
        self.alarms.drop(open_room)
        open_room.alarm = inf

    def draw_code(self) -> str:
        while True:
            code = draw_code(self.randomness)
            if code not in self.rooms:
                return code

    def do(self, open_room: OpenRoom, job: Job, now: float) -> None:
        """Do it now, or when the room is free."""
        if not open_room.is_busy:
            if (
                not self._run(open_room, job, now) and not open_room.is_busy
            ):  # otherwise when it is durable
                self.settle(open_room, now)
        elif job.connection is None or len(open_room.jobs) < self.limits.queue:
            open_room.jobs.append(job)
        else:
            raise Refusal("busy")

    def _run(self, open_room: OpenRoom, job: Job, now: float) -> bool:
        """Whether it led to an append."""
        try:
            job.run(now)
        except Refusal as refusal:
            self.refuse_job(job, refusal, now)
        except BadLog as error:
            open_room.jobs.appendleft(job)
            self.read_again(open_room, error)
            return True
        else:
            if job.guess is not None:
                job.guess.right(now)
        append = open_room.commit(now)
        if append is not None:
            open_room.current = job
            self._out.append(append)
            return True
        self.finish(open_room, now)
        return False

    def finish(self, open_room: OpenRoom, now: float) -> None:
        """Everything that the job changed is durable: do what it left for this moment."""
        after, open_room.after, open_room.current = open_room.after, [], None
        for act in after:
            act(now)

    def read_again(self, open_room: OpenRoom, error: BadLog) -> None:
        """What another relay said cannot be: only the store knows what is true."""
        self.emit(Note(open_room.code, error.text))
        open_room.drop()
        self.emit(Load(open_room.code))

    def settle(self, open_room: OpenRoom, now: float) -> None:
        """Do whatever can be done next in this room."""
        while open_room.jobs and not open_room.is_busy:
            self._run(open_room, open_room.jobs.popleft(), now)
        if not open_room.is_busy:
            try:
                think = open_room.bot_to_think(now)
            except BadLog as error:
                self.read_again(open_room, error)
            else:
                if think is not None:
                    self.emit(think)
        if now >= open_room.present_at:
            self.emit(*open_room.say_who_is_here(now))
            self.tell_guests(open_room)
        self.arm(open_room)

    def look_for_more(self, open_room: OpenRoom) -> None:
        """Other relays may have stored something that we did not hear of, or not yet."""
        self.hear_of(open_room, open_room.stored + len(open_room.in_flight or ()) + 1)

    def hear_of(self, open_room: OpenRoom, count: int) -> None:
        """There may be this many records. What is being read now may have been read before, so the
        answer to that question does not settle this one."""
        open_room.heard, open_room.asked = max(open_room.heard, count), 0
        self.catch_up(open_room)

    def catch_up(self, open_room: OpenRoom) -> None:
        """Read what others have stored, if there is more than we have."""
        if open_room.heard > open_room.stored > 0 and not open_room.is_busy:
            open_room.is_catching_up, open_room.asked = True, open_room.heard
            self.emit(Load(open_room.code, open_room.stored))

    def tell_guests(self, open_room: OpenRoom, is_forced: bool = False) -> None:
        """The other relays, if there are any, hear whom we have here, if that is new."""
        if not self.relay:
            return
        self.share_duty(open_room)
        guests = write_guests(guests_of(open_room))
        if guests != open_room.guests_told or is_forced:
            open_room.guests_told, open_room.is_untold = guests, False
            self.emit(Here(open_room.code, guests))

    def share_duty(self, open_room: OpenRoom) -> None:
        """The first relay that has somebody here does what is due; the others give it time."""
        relays = open_room.others.relays.items()
        there = [name for name, guests in relays if name in self.alive and guests.is_anybody]
        is_anybody = bool(open_room.seats or open_room.watchers)
        is_ours = not there or (is_anybody and self.relay < min(there))
        open_room.patience = 0.0 if is_ours else _PATIENCE * self.limits.beat

    # ---- alarms ----------------------------------------------------------------------------------

    def ring(self, at: float, whom: _Sleeper) -> None:
        self.alarms.set(at, whom)

    def arm(self, open_room: OpenRoom) -> None:
        """See that the room is woken when something is due in it."""
        at = due(open_room)
        if at < open_room.alarm and self.rooms.get(open_room.code) is open_room:
            open_room.alarm = at
            self.ring(at, open_room)

    def rung(self, now: float) -> list[_Sleeper]:
        """Those whose alarm rings now."""
        found = self.alarms.rung(now)
        for whom in found:
            if isinstance(whom, OpenRoom):
                whom.alarm = inf
        return found
