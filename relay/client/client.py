"""The client's end of a connection, without I/O: messages in, events out, messages to send.

How it works
------------

The owner reports when the connection is up (``opened``) or down (``lost``), passes in what arrives
(``receive``), sends what ``take`` returns, and learns from events what has changed.

**Its own copy of the game.** The client folds every entry itself and compares the digest after it.
``confirmed`` counts the entries that came from the relay; what is on the table beyond them are our
own moves on their way (``pending``): they show at once, and are undone if the relay refuses them or
if another entry was first. The first digest that differs starts the log again, once; if it differs
again, the two programs disagree about the rules (``is_broken``).

**Reconnecting.** ``_request`` is how we came in. When the connection is up again, ``opened`` asks
for the same room with what we have (``_renewed``), the relay sends what is missing, and when all of
it is there the pending moves are sent again. A move names its entry, so none is made twice.

**A relay that is not trusted.** What it says about a room must make sense (``plausible.py``). What
it promised about the deal is pinned when we reveal our nonce, and when the secret is open every
card is dealt again (``promises.py``). The ticket says what the nonce was revealed for.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Final

from engine.contract import DEALER, Seat
from engine.errors import Desync, EngineError, FoulDeal, NotYourMove
from engine.table import Entry, Table
from relay.client import events as e
from relay.client import plausible
from relay.client.promises import Sealed, dealt_again, sealed_by, trouble_with
from relay.client.ticket import UNREVEALED, Ticket
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.agreement import agreement_on
from relay.protocol.days import Try
from relay.protocol.relay_urls import with_place
from relay.protocol.seals import list_of_seals, next_key, nonce_for, seal_of

_Entering = m.Create | m.Join | m.Resume | m.Watch | Try
_REST: Final = 2.0  # seconds before a room is tried again that could not be entered now


class Client:
    """One player or spectator."""

    def __init__(self, name: str, ticket: Ticket | None, app: str = "kbtui") -> None:
        """Without a ticket it watches."""
        self.name = name
        self.ticket = ticket
        self.keep: Callable[[Ticket], None] = lambda ticket: None  # where it outlives a crash
        self.app = app
        self.is_open = False  # the relay has welcomed us
        self.version = k.OLDEST  # of the protocol, that both speak
        self._newest = k.PROTOCOL  # that we offer
        self.seat: Seat | None = None
        self.voice = 0  # our number as a spectator
        self.people = 1  # who watch through this connection
        self.avoid: tuple[str, ...] = ()  # relays to which we were sent, the latest last
        self.code = ""
        self.room: m.RoomView | None = None
        self.seal: m.SealView | None = None
        self.present: m.Present | None = None
        self.clock: m.ClockView | None = None
        self.chat: dict[int, m.Said] = {}
        self.table: Table | None = None
        self.confirmed = 0  # entries of the table that the relay has confirmed
        self.last = 0  # entries that the relay has, as far as we know
        self.opened_table: Table | None = None  # the finished game with all cards, once verified
        self.is_broken = False  # two logs that cannot be the same game
        self._request: _Entering | None = None
        self._out: list[m.ToRelay] = []
        self._is_resending = False
        self._has_asked_anew = False
        self._pinned: m.SealView | None = None  # what the relay promised when we revealed
        self._is_judged = False
        self._pages: list[str] = []
        self._welcome: m.Welcome | None = None

    @property
    def levels(self) -> tuple[str, ...]:
        """Of bots that the relay has for the game of this room."""
        welcome, room = self._welcome, self.room
        return welcome.levels_of(room.game) if welcome and room else ()

    # ---- the connection --------------------------------------------------------------------------

    def take(self) -> list[m.ToRelay]:
        """What has to be sent now."""
        out, self._out = self._out, []
        return out

    def opened(self) -> None:
        """The connection is up: say hello, and what we want, if that needs no welcome."""
        role = k.WATCHER if self.ticket is None else k.PLAYER
        self._out = [m.Hello(self._newest, role, self.app)]
        self._ask(is_welcome=False)

    def _ask(self, is_welcome: bool) -> None:
        if is_welcome == (self.people != 1 or bool(self.avoid)):  # only then they have to be said
            if self.avoid and self.version >= k.GATHERING:
                self._out.append(m.Avoid(self.avoid))
            if self.people != 1 and self.version >= k.PEOPLE:
                self._out.append(m.People(self.people))
            self._out += filter(None, [self._renewed()])

    def lost(self) -> None:
        self.is_open = False
        self._out = []
        self.present = None

    def _renewed(self) -> m.ToRelay | None:
        """The request that leads back to where we were."""
        have = self.confirmed
        digest = bytes.fromhex(self.table.digest(have)) if self.table and have else b""
        if self.code and self.ticket is not None:
            heard = max(self.chat, default=0)
            return m.Resume(self.code, self.ticket.token, have, digest, heard)
        if self.code:
            return m.Watch(self.code, self.name, have, digest)
        return self._request

    # ---- requests --------------------------------------------------------------------------------

    def create(self, game: str, terms: m.Terms) -> None:
        self._enter(m.Create(self.name, self._ticket.token, game, terms))

    def join(self, code: str, level: str = "") -> None:
        """``level`` is what a program without a person says of itself."""
        self._enter(m.Join(code, self.name, self._ticket.token, level))

    def attempt(self, game: str, day: str, level: str = "") -> None:
        """Try the deal of a day."""
        self._enter(Try(game, day, self.name, self._ticket.token, level))

    def resume(self, code: str) -> None:
        self._enter(m.Resume(code, self._ticket.token, 0, b"", 0))

    def watch(self, code: str) -> None:
        self._enter(m.Watch(code, self.name, 0, b""))

    def stand_for(self, people: int) -> None:
        """That many people watch through this connection; the relay must know, unless it is one."""
        before, self.people = self.people, min(people, k.MOST_PEOPLE)
        if self.is_open and self.people != before and self.version >= k.PEOPLE:
            self._out.append(m.People(self.people))

    def follow(self) -> None:
        """On to the room of the rematch."""
        code = self.room.following if self.room is not None else ""
        if code:
            (self.watch if self.ticket is None else self.resume)(code)

    def _enter(self, request: _Entering) -> None:
        self.code, self.seat, self.room, self.seal, self.clock = "", None, None, None, None
        self.chat = {}
        self._clear()
        self._pinned, self.opened_table, self._is_judged = None, None, False
        self.is_broken = self._has_asked_anew = False  # another game, another log
        self._request = request
        if self.is_open:
            self._out.append(request)

    @property
    def _ticket(self) -> Ticket:
        if self.ticket is None:
            raise NotYourMove("Somebody who watches has no seat.")
        return self.ticket

    def request(self, message: m.ToRelay) -> None:
        """Anything that needs no book-keeping here: chat, votes, bots, leave, ping."""
        self._out.append(message)

    def ready(self) -> None:
        """Ready, with a nonce for the deal that the relay has committed to, and for no other."""
        if self.seal is not None and self.room is not None:
            if self._ticket.revealed != UNREVEALED:
                self._change(key=next_key(self._ticket.key), revealed=UNREVEALED)
            terms = agreement_on(self.room) if self.version > k.OLDEST else b""
            self._out.append(m.Ready(seal_of(self._nonce(self.seal)), terms))

    def _change(self, **changes: bytes) -> None:
        self.ticket = self._ticket._replace(**changes)
        self.keep(self.ticket)

    def _nonce(self, seal: m.SealView) -> bytes:
        return nonce_for(self._ticket.key, seal.commitment)

    def play(self, token: str) -> None:
        """Make a move; it is on the table at once. Raises what is wrong with it."""
        if self.table is None or self.seat is None:
            raise NotYourMove("No game is on.")
        number = self.table.append(self.seat, token)
        self._out.append(m.Move(number, self.table.entries[-1].token))

    def fetch(self) -> None:
        """The record of the finished game."""
        self._pages = []
        self._out.append(m.FetchRecord(1))

    @property
    def pending(self) -> tuple[Entry, ...]:
        """Own moves that the relay has not confirmed."""
        return tuple(self.table.entries[self.confirmed :]) if self.table is not None else ()

    # ---- what arrives ----------------------------------------------------------------------------

    def receive(self, message: m.ToClient) -> list[e.Event]:
        match message:
            case m.Welcome():
                plausible.check_words((*message.levels, *chain(*message.bots)))
                self.is_open, self.version = True, min(message.version, self._newest)
                self._welcome = message
                self._ask(is_welcome=True)
            case m.Seated() | m.Watching():
                return self._entered(message)
            case m.RoomView():
                plausible.check_room(message)
                plausible.check_seats(message, () if self.seat is None else (self.seat,))
                self.room = message
            case m.SealView():
                return [e.Got(message), *self._sealed(message)]
            case m.Log():
                return self._logged(message)
            case m.Refused():
                return self._refused(message)
            case m.Said():  # perhaps from a seat that the table had when it was larger
                plausible.check_words((message.name, message.text))
                self.chat[message.number] = e.named(message, self.room)
            case m.Murmur():
                plausible.check_words((message.name, message.text))
            case m.Present():
                plausible.check_seats(self.room, message.seats)
                self.present = message
            case m.ClockView():
                plausible.check_seats(self.room, (message.seat,))
                self.clock = message
            case m.RecordPage():
                return self._paged(message)
            case m.Bye():
                self.lost()
                may_return = message.code not in e.FINAL
                if message.code == "version" and self._newest > k.OLDEST:
                    self._newest, may_return = k.OLDEST, True  # a relay that knows no later one
                self.avoid = with_place(self.avoid, message.where)
                wait = message.wait / 1000
                return [e.Ended(message.code, message.text, wait, may_return, message.where)]
        return [e.Got(message)]

    def _entered(self, message: m.Seated | m.Watching) -> list[e.Event]:
        plausible.check_codes(message.code)
        self.code = message.code
        if isinstance(message, m.Seated):
            self.seat = message.seat
        else:
            self.voice = message.number
        events: list[e.Event] = [e.Entered(message.code)]
        self.last = message.last
        if self.confirmed > self.last:  # the relay has lost what it had confirmed
            events.append(e.difference(self.table, self.last + 1, ""))
            self._back_to(self.last)
        self._is_resending = True
        self._send_again()
        return events

    def _send_again(self) -> None:
        """After reconnecting: moves that the relay may not have, once we know what it has."""
        if self._is_resending and self.confirmed == self.last:
            self._is_resending = False
            for number, entry in enumerate(self.pending, self.confirmed + 1):
                self._out.append(m.Move(number, entry.token))

    def _refused(self, message: m.Refused) -> list[e.Event]:
        is_return = message.wish in ("resume", "watch") and self.code
        if is_return and message.code in e.PASSING:  # the room is there: it is tried again
            self.lost()
            return [e.Ended(message.code, message.text, _REST, True)]
        if message.wish != "move":
            return [e.Got(message)]
        if message.number <= self.confirmed:
            return []  # sent twice, and taken the first time
        taken = self.pending
        self._back_to(self.confirmed)
        return [e.TakenBack(taken, message.code, message.text)] if taken else []

    def _paged(self, message: m.RecordPage) -> list[e.Event]:
        if message.page == len(self._pages) + 1:
            self._pages.append(message.text)
        if len(self._pages) < message.pages:
            self._out.append(m.FetchRecord(len(self._pages) + 1))
            return []
        return [e.Fetched("".join(self._pages))]

    # ---- the log ---------------------------------------------------------------------------------

    def _clear(self) -> None:
        self.table, self.confirmed, self.last = None, 0, 0

    def _back_to(self, number: int) -> None:
        """The table with the first entries only."""
        if self.table is not None:
            self.table = self.table.until(number)
            self.confirmed = min(self.confirmed, number)

    def _logged(self, log: m.Log) -> list[e.Event]:
        rows = e.rows_of(log)
        if self.is_broken:
            return []
        if self.table is None:
            self.table = plausible.first_table(self.room, self.seat)
        self.last = max(self.last, log.last)
        before = self.confirmed
        events: list[e.Event] = []
        for number, (actor, token, digest) in enumerate(rows, log.first):
            if number > self.confirmed + 1:
                break  # something between was lost, or we start again: asked for below
            entry = Entry(DEALER if actor == k.DEALER_BYTE else actor, token)
            events += self._confirm(number, entry, digest)
        if self.confirmed > before:
            events.append(e.Advanced(before + 1, self.confirmed))
        is_cut_short = log.first + len(rows) - 1 < log.last  # nothing comes until we ask
        if (is_cut_short or self.confirmed < self.last) and not self.is_broken:
            self._out.append(m.More(self.confirmed))
        self._send_again()
        return events + self._judge()

    def _confirm(self, number: int, entry: Entry, digest: str) -> list[e.Event]:
        """One entry of the relay against our copy."""
        events: list[e.Event] = []
        if self.table is None or self.is_broken:
            return events
        if number <= self.confirmed:
            if self.table.digest(number) == digest:
                return events
            events.append(e.difference(self.table, number, digest))
            self._back_to(number - 1)
        elif self.pending and self.pending[0] != entry:
            events.append(e.TakenBack(self.pending, "stale", "another entry was first"))
            self._back_to(self.confirmed)
        try:
            if not self.pending:
                self.table.append(*entry, digest)
            elif self.table.digest(number) != digest:
                raise Desync(number, self.table.digest(number), digest)
        except EngineError:
            return [*events, *self._start_anew(number, digest)]
        self.confirmed = number
        return events

    def _start_anew(self, number: int, digest: str) -> list[e.Event]:
        """An entry that does not fit: once, everything is asked for again."""
        difference = e.difference(self.table, number, digest)
        if self._has_asked_anew:
            self.is_broken = True
        else:
            self._has_asked_anew = True
            last = self.last
            self._clear()
            self.table, self.last = plausible.first_table(self.room, self.seat), last
        return [difference]

    # ---- the deal --------------------------------------------------------------------------------

    def _sealed(self, seal: m.SealView) -> list[e.Event]:
        """Hold the relay to what it published before, and do our part of the deal."""
        self.seal = seal
        own = None if self.seat is None else sealed_by(seal, self.seat, self._ticket)
        if seal.step == k.OPEN:
            self._pinned = None
            if own is Sealed.BY_SOMEBODY and not self._ticket.revealed:  # a browser is back
                self._out.append(m.Ready(b""))
            return []
        trouble = trouble_with(seal, self._pinned or seal, self.seat, self.ticket)
        if trouble and not self._is_judged:
            self._is_judged = True
            return [e.Foul(trouble)]
        if self._pinned is None:
            self._pinned = seal
        if seal.step == k.SEALED and own is Sealed.BY_US and not self._is_judged:
            self._change(revealed=list_of_seals(seal.commitment, seal.seals))
            self._out.append(m.Reveal(self._nonce(seal)))
        return self._judge()

    def _judge(self) -> list[e.Event]:
        """The game is over and the secret open: deal it all again."""
        seal, table = self.seal, self.table
        if self._is_judged or seal is None or seal.step != k.OPENED or table is None:
            return []
        if self.confirmed < self.last or table.to_act is not None:
            return []
        self._is_judged = True
        try:
            self.opened_table = dealt_again(seal, table)
        except FoulDeal as error:
            return [e.Foul(str(error))]
        return [e.Verified(self.opened_table.dealt)]
