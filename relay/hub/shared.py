"""What all parts of a hub share: connections, open rooms, alarms, and the order of events.

Each room does one thing at a time: a job runs only when no append is pending, and what the job
wants to send waits until its facts are durable.
"""

from __future__ import annotations

from collections import Counter, deque
from enum import Enum, auto
from math import inf

from engine.contract import find, keys
from relay.effects import Close, Effect, Load, Peer
from relay.hub.alarms import Alarms
from relay.hub.connections import Addresses, Visitor
from relay.hub.open_room import Job, OpenRoom, send
from relay.moment import Moment
from relay.protocol import messages as m
from relay.protocol.codec import WORDS
from relay.protocol.errors import BYES, Refusal
from relay.protocol.limits import Limits
from relay.protocol.room_codes import Randomness, draw_code
from relay.room.reading import Reading
from relay.room.room import Room


class Chore(Enum):
    """What has to be done now and then for all rooms together."""

    SWEEP = auto()  # forget what has expired
    READ = auto()  # go on with a room that is being read


_Sleeper = OpenRoom | Visitor | Chore


class House:
    """The state of a hub, and the few things that every part of it does."""

    def __init__(self, limits: Limits, randomness: Randomness, name: str) -> None:
        self.limits = limits
        self.randomness = randomness
        self.name = name  # of the relay, told to clients
        self.games = keys()
        self.bots = tuple(tuple(find(key).levels) for key in self.games)
        self.behind = 0.0  # seconds by which the time of day is ahead of the relay's own
        self.tally: Counter[str] = Counter()
        self.addresses = Addresses(limits)
        self.visitors: dict[Peer, Visitor] = {}
        self.rooms: dict[str, OpenRoom] = {}
        self.readings: deque[tuple[OpenRoom, Reading]] = deque()  # a little of one at a time
        self._out: list[Effect] = []
        self._alarms: Alarms[_Sleeper] = Alarms()

    def moment(self, now: float) -> Moment:
        return Moment(now, self.limits, self.randomness, self.behind)

    def emit(self, *effects: Effect) -> None:
        self._out += effects

    def take(self) -> list[Effect]:
        effects, self._out = self._out, []
        return effects

    # ---- visitors -------------------------------------------------------------------------------

    def refuse(self, visitor: Visitor, wish: m.ToRelay, refusal: Refusal) -> None:
        if visitor.peer not in self.visitors:
            return  # its line went down while the wish waited
        self.tally[f"refused {refusal.code}"] += 1
        number = wish.number if isinstance(wish, m.Move) else 0
        refused = m.Refused(WORDS[type(wish)], number, refusal.code, refusal.text[:400])
        self.emit(*send([visitor], refused))

    def refuse_job(self, job: Job, refusal: Refusal, now: float) -> None:
        if job.guess is not None:
            refusal = job.guess.verdict(refusal, now)
        if job.visitor is not None and job.wish is not None:
            self.refuse(job.visitor, job.wish, refusal)

    def bye(self, visitor: Visitor, code: str, text: str, now: float, wait: int = 0) -> None:
        """End a connection, and say why."""
        self.tally[f"bye {code}"] += 1
        self.emit(*send([visitor], m.Bye(code, text[:400], wait)))
        self.emit(Close(visitor.peer, BYES[code][0], code))
        self.forget(visitor, now)

    def forget(self, visitor: Visitor, now: float) -> None:
        del self.visitors[visitor.peer]
        self._alarms.drop(visitor)
        self.addresses.depart(visitor.address)
        self.detach(visitor, now)

    def detach(self, visitor: Visitor, now: float) -> None:
        """The visitor is in no room any more."""
        place = visitor.place
        if place is not None:
            place.detach(visitor, now)
            self.arm(place)

    # ---- rooms ----------------------------------------------------------------------------------

    def open_room(self, code: str, room: Room | None, now: float) -> OpenRoom:
        """Have a room in memory: a new one, or one that has to be read first."""
        if len(self.rooms) >= self.limits.rooms:
            raise Refusal("relay-full")
        place = OpenRoom(code, room, self.limits, now)
        self.rooms[code] = place
        if room is None:
            self.emit(Load(code))
        return place

    def shut(self, place: OpenRoom) -> None:
        """Put a room out of memory; what is true of it is in the store."""
        self.rooms.pop(place.code, None)
        self._alarms.drop(place)
        place.alarm = inf

    def draw_code(self) -> str:
        while True:
            code = draw_code(self.randomness)
            if code not in self.rooms:
                return code

    def do(self, place: OpenRoom, job: Job, now: float) -> None:
        """Do it now, or when the room is free."""
        if not place.is_busy:
            if not self._run(place, job, now) and not place.is_busy:  # otherwise when it is durable
                self.settle(place, now)
        elif job.visitor is None or len(place.jobs) < self.limits.queue:
            place.jobs.append(job)
        else:
            raise Refusal("busy")

    def _run(self, place: OpenRoom, job: Job, now: float) -> bool:
        """Whether it led to an append."""
        try:
            job.run(now)
        except Refusal as refusal:
            self.refuse_job(job, refusal, now)
        else:
            if job.guess is not None:
                job.guess.right(now)
        append = place.commit(now)
        if append is not None:
            place.current = job
            self.emit(append)
            return True
        self.finish(place, now)
        return False

    def finish(self, place: OpenRoom, now: float) -> None:
        """Everything that the job changed is durable: do what it left for this moment."""
        after, place.after, place.current = place.after, [], None
        for act in after:
            act(now)

    def settle(self, place: OpenRoom, now: float) -> None:
        """Do whatever can be done next in this room."""
        while place.jobs and not place.is_busy:
            self._run(place, place.jobs.popleft(), now)
        if not place.is_busy:
            think = place.bot_to_think()
            if think is not None:
                self.emit(think)
        if now >= place.present_at:
            self.emit(*place.say_who_is_here(now))
        self.arm(place)

    # ---- alarms ---------------------------------------------------------------------------------

    def ring(self, at: float, whom: _Sleeper) -> None:
        self._alarms.set(at, whom)

    def arm(self, place: OpenRoom) -> None:
        """See that the room is woken when something is due in it."""
        due = place.due()
        if due < place.alarm and self.rooms.get(place.code) is place:
            place.alarm = due
            self.ring(due, place)

    def next_due(self) -> float | None:
        """When ``tick`` has to be called, if nothing happens before."""
        return self._alarms.next_due()

    def rung(self, now: float) -> list[_Sleeper]:
        """Those whose alarm rings now."""
        found = self._alarms.rung(now)
        for whom in found:
            if isinstance(whom, OpenRoom):
                whom.alarm = inf
        return found
