"""All rooms and all connections, without I/O: events in, effects out (relay/effects.py).

The driver tells the hub what happens (``connected``, ``receive``, ``closed``, ``tick``, and the
answers of the store and of bots) and carries out the effects that come back, in order. Every call
gets ``now``, the relay's own time in seconds (relay/server/clock.py). Everything a hub knows is in
the store, except who is connected: after a restart, clients reconnect and rooms are read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf

from relay.days.challenge_facts import Judged
from relay.days.deals import Deal
from relay.days.expert_game import Rehearsed
from relay.effects import Append, Effect, Load, Note, Peer, Sweep, Think
from relay.hub import other_relays
from relay.hub.connections import Connection
from relay.hub.deals.challenges import Challenges
from relay.hub.deals.days import Days
from relay.hub.dispatch import REQUESTS
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom
from relay.hub.shared import Chore, Shared
from relay.hub.stored import Answers
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.errors import BadMessage, Refusal
from relay.protocol.limits import Limits
from relay.protocol.room_codes import Randomness
from relay.room import lobby, referee
from relay.room.room import Room


class Hub:
    """See the module. No method raises, whatever a peer sends."""

    def __init__(
        self,
        limits: Limits,
        randomness: Randomness,
        name: str = "kbtui",
        relay: bytes = b"",
        url: str = "",
    ) -> None:
        """``randomness`` returns that many secret random bytes; clients see ``name``.
        ``relay``: the name among other relays on the same store, if there can be any; their clients
        may be sent to ``url``."""
        self.limits = limits
        self._shared = Shared(limits, randomness, name, relay)
        self._shared.url = url
        self.alarms = self._shared.alarms
        self._answers = Answers(self._shared)
        self._days = self._shared.days = Days(self._shared)
        self._challenges = self._shared.challenges = Challenges(self._shared, self._days)
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

    def introduced(self, peer: Peer, origin: str, now: float) -> list[Effect]:
        """A door of ours says where the person is. Connections, guesses and new rooms are counted
        for the door; seats, tries and challenges for the person."""
        connection = self._shared.connections.get(peer)
        if connection is not None:
            connection.origin = origin
        return self._shared.take()

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
        """The relay is stopping: tell everyone after how many seconds to reconnect, and where."""
        for connection in list(self._shared.connections.values()):
            where = other_relays.place_for(self._shared, connection.open_room)
            text, pause = "the relay stops", int(wait * 1000)
            self._shared.bye(connection, "stopping", text, now, pause, where)
        other_relays.leave(self._shared)
        return self._shared.take()

    def set_time_of_day(self, behind: float) -> None:
        """How many seconds the time of day is ahead of the one that comes with every call."""
        self._shared.behind = behind

    @property
    def has_other_relays(self) -> bool:
        """Whether another relay serves the same rooms."""
        return len(self._shared.alive) > 1

    def figures(self) -> dict[str, int]:
        """For the operator: how many are connected, and everything that was counted."""
        shared = self._shared
        now = {"connections": len(shared.connections), "rooms": len(shared.rooms)}
        if shared.relay:
            rooms = shared.rooms.values()
            now["relays"] = len(shared.alive)
            now["leases"] = sum(bool(room.guests_told) and not room.patience for room in rooms)
        return now | shared.tally

    # ---- messages --------------------------------------------------------------------------------

    def receive(self, peer: Peer, message: m.ToRelay, now: float) -> list[Effect]:
        """A message is answered within the rate, after a hello, and from the right role."""
        shared = self._shared
        connection = shared.connections.get(peer)
        if connection is not None:
            senders, cost, answer = REQUESTS[type(message)]
            if not connection.bucket.take(now, cost):
                self._slow_down(connection, message, now)
            elif connection.role not in senders:
                self._send_away(connection, message, now)
            else:
                try:
                    answer(shared, connection, message, now)
                except Refusal as refusal:
                    shared.refuse(connection, message, refusal)
        return shared.take()

    def _slow_down(self, connection: Connection, message: m.ToRelay, now: float) -> None:
        """It came too fast; after many of them the connection is closed."""
        connection.faults += 1
        if connection.faults > self.limits.faults:
            self._shared.bye(connection, "too-fast", "too many messages", now)
        else:
            self._shared.refuse(connection, message, Refusal("too-fast"))

    def _send_away(self, connection: Connection, message: m.ToRelay, now: float) -> None:
        """It came from somebody who may not send it."""
        role = connection.role
        if not role or isinstance(message, m.Hello):
            self._shared.bye(connection, "no-hello", "the hello comes first, and once", now)
        else:
            self._shared.bye(connection, "wrong-role", f"a {role} may not send this", now)

    # ---- answers of the store --------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> list[Effect]:
        """The append is durable."""
        self._keeper(append.room).stored(append, now)
        return self._shared.take()

    def stale(self, append: Append, now: float) -> list[Effect]:
        """Another relay was first."""
        self._keeper(append.room).stale(append, now)
        return self._shared.take()

    def failed(self, what: Append | Load, now: float) -> list[Effect]:
        """The store failed and may have kept anything."""
        self._keeper(what.room).failed(what, now)
        return self._shared.take()

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> list[Effect]:
        """The records that were asked for; empty if there are none, or no such room."""
        self._keeper(load.room).loaded(load, records, now)
        return self._shared.take()

    def lost(self, load: Load, why: str, now: float) -> list[Effect]:
        """The store has lost records that were told to players."""
        self._keeper(load.room).lost(load, why, now)
        return self._shared.take()

    def _keeper(self, name: str) -> Answers | Days | Challenges:
        """The part that has the log of this name in memory. Only a room is called as one."""
        if name in self._shared.rooms:
            return self._answers
        for keeper in (self._days, self._challenges):
            if keeper.has(name):
                return keeper
        return self._answers

    # ---- other relays on the same store ----------------------------------------------------------

    def followed(self, room: str, now: float) -> list[Effect]:
        """From now on everything that other relays do in the room is heard."""
        self._answers.followed(room, now)
        return self._shared.take()

    def unheard(self, room: str, now: float) -> list[Effect]:
        """It cannot be heard, for now."""
        self._answers.unheard(room, now)
        return self._shared.take()

    def heard(
        self,
        room: str,
        first: int,
        records: Sequence[bytes],
        last: int,
        sight: bytes,
        now: float,
    ) -> list[Effect]:
        """Another relay has stored these records, with these numbers; without them they have to be
        read. ``sight`` is what it says about them, if anything."""
        self._answers.heard(room, first, records, last, sight, now)
        return self._shared.take()

    def here(self, room: str, table: Mapping[bytes, bytes], now: float) -> list[Effect]:
        """Whom each relay has in the room."""
        other_relays.know_all(self._shared, room, table, now)
        return self._shared.take()

    def untold(self, room: str, now: float) -> list[Effect]:
        """What ``Here`` asked for has failed."""
        other_relays.untold(self._shared, room)
        return self._shared.take()

    def whispered(self, room: str, relay: bytes, words: bytes, now: float) -> list[Effect]:
        """What another relay says about the room."""
        other_relays.listen(self._shared, room, relay, words, now)
        return self._shared.take()

    def beaten(self, relays: Mapping[bytes, bytes], now: float) -> list[Effect]:
        """Which relays are alive, and what each of them says about itself."""
        other_relays.meet(self._shared, relays, now)
        return self._shared.take()

    def words(self) -> bytes:
        """What this relay has to say about itself: its public rooms."""
        return other_relays.words(self._shared)

    def look_again(self, now: float) -> list[Effect]:
        """The store may not be what it was: compare all rooms with it."""
        for code in list(self._shared.rooms):
            self._answers.followed(code, now)
        return self._shared.take()

    # ---- deals that many play --------------------------------------------------------------------

    def begin_day(self, now: float) -> list[Effect]:
        """The relay has started: the cards of today are settled, and then those of every day."""
        self._days.begin(now)
        return self._shared.take()

    def laid(self, deal: Deal, now: float) -> list[Effect]:
        """The deal that ``Lay`` asked for."""
        self._days.laid(deal, now)
        return self._shared.take()

    def rehearsed(self, found: Rehearsed, now: float) -> list[Effect]:
        """The expert's game that ``Rehearse`` asked for."""
        self._days.rehearsed(found, now)
        return self._shared.take()

    def judged(self, number: int, found: Judged | Refusal, now: float) -> list[Effect]:
        """What ``Judge`` asked about is a challenge, or is not."""
        self._challenges.judged(number, found, now)
        return self._shared.take()

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
                # Things have changed meanwhile: the player who has to act thinks again.
                open_room.thinking = 0

    def next_due(self) -> float | None:
        """The latest time to call ``tick``; None: not until something happens."""
        return self.alarms.next_due()

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
            elif whom is Chore.DAY:
                self._days.begin(now)
            elif whom is Chore.READ:
                self._answers.read_on(now)
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
                self._answers.send_home(open_room, now)
                return
            if now >= open_room.empty_at + limits.idle:
                shared.remove_room(open_room)
                return
            shared.emit(*open_room.flush(open_room.room, now))
            for act in self._overdue(open_room, now):
                shared.do(open_room, Job(partial(self._at_last, open_room, act)), now)
        shared.settle(open_room, now)

    def _overdue(self, open_room: OpenRoom, now: float) -> list[Callable[[Room, Moment], None]]:
        """Do what has to happen because somebody did not act in time."""
        room, limits, now = open_room.room, self.limits, now - open_room.patience
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
        if act in self._overdue(open_room, now):  # another relay may have been first
            act(open_room.room, self._shared.moment(now))
