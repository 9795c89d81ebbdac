"""The deals of the days: their logs in memory, and what connections ask about them.

A day is worked like a room: one thing at a time, and nobody is told what is not durable. It is far
simpler, since nobody stays in it. Where several relays share a store, what the others have added is
read before anything is done.

The way of a try: its room is stored first, with the first cards, which nobody has seen; then the
day says whose room it is, and from then on that player has had a try; only then the player is
seated. A crash in between leaves a room that nobody knows, and no try. When the game is over the
day is told the score. If a crash comes between the two, it is told when the room is next read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256

from engine.contract import keys
from engine.dealer import commitment
from relay.days import day as d
from relay.days.deals import DAY, KEPT, Deal, edition, games, ordinal, seconds_left, today
from relay.effects import Append, Lay, Load, Note
from relay.hub.connections import Connection
from relay.hub.in_room import page_of
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom, send
from relay.hub.shared import Chore, Shared
from relay.moment import Moment
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import ABANDONED, DONE, AskDay, AskGame, DayView, Try
from relay.protocol.errors import BadLog, Refusal
from relay.protocol.seals import SECRET
from relay.room import lobby

_Seat = Callable[[Shared, OpenRoom, Connection, Try, float], None]


def name_of(game: str, date: str, version: str = "") -> str:
    """Of the log in the store; no room is called so. ``version``: an edition that is not ours."""
    return f"(day {game} {date} {version or edition(game)})"


class OpenDay:
    """One day of one game in memory."""

    def __init__(self, game: str, date: str, name: str) -> None:
        self.game, self.date, self.name = game, date, name
        self.deal: Deal | None = None
        self.is_laying = False
        self.forget()
        self.jobs: deque[Job] = deque()

    def forget(self) -> None:
        """It has to be read again."""
        self.day = d.Day(self.date)
        self.stored = 0
        self.is_read = self.is_reading = False
        self.fresh: list[d.Fact] = []
        self.is_writing = False
        self.current: Job | None = None
        self.after: list[Callable[[float], None]] = []

    @property
    def is_busy(self) -> bool:
        return self.is_reading or self.is_writing or self.is_laying

    def change(self, fact: d.Fact) -> None:
        self.day.fold(fact)
        self.fresh.append(fact)


class Days:
    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._open: dict[str, OpenDay] = {}

    def has(self, name: str) -> bool:
        """Whether an answer of the store is about a day."""
        return name in self._open

    # ---- one thing after the other ---------------------------------------------------------------

    def begin(self, now: float) -> None:
        """A new day: its cards are settled before anybody asks for them."""
        shared, time = self._shared, self._time(now)
        date = today(time)
        old = [each for each in self._open.values() if each.date != date and not each.jobs]
        for open_day in old:
            if not open_day.is_busy:
                del self._open[open_day.name]
        for game in games():
            self._do(game, date, Job(lambda now: None), now)
        shared.ring(now + seconds_left(time), Chore.DAY)

    def _time(self, now: float) -> float:
        """The time of day, in seconds since 1970."""
        return self._shared.moment(now).day / 1000

    def _do(self, game: str, date: str, job: Job, now: float, version: str = "") -> None:
        """When the day is free; raises Refusal for a day that cannot be known here."""
        if game not in keys() or game not in games():
            raise Refusal("no-day", "this game has no deal of the day here")
        try:
            age = int(self._time(now)) // DAY - ordinal(date)
        except ValueError:
            raise Refusal("no-day", "a day is written like 2026-11-17") from None
        if not 0 <= age <= KEPT:
            raise Refusal("no-day")
        name = name_of(game, date, version)
        open_day = self._open.get(name) or self._open.setdefault(name, OpenDay(game, date, name))
        if len(open_day.jobs) >= self._shared.limits.queue:
            raise Refusal("busy")
        open_day.jobs.append(job)
        if not open_day.is_busy:
            if self._shared.relay or not open_day.is_read:  # others may have added something
                self._read(open_day)
            else:
                self._next(open_day, now)

    def _read(self, open_day: OpenDay) -> None:
        open_day.is_reading = True
        self._shared.emit(Load(open_day.name, open_day.stored))

    def _next(self, open_day: OpenDay, now: float) -> None:
        """Do what waits, until something has to be stored."""
        while open_day.jobs and not open_day.is_busy:
            if not open_day.day.secret and open_day.date == today(self._time(now)):
                secret = self._shared.randomness(SECRET)
                open_day.change(d.Drawn(self._shared.moment(now).at, secret))
                self._write(open_day, now)
                return
            job = open_day.jobs.popleft()
            open_day.current = job
            try:
                if not open_day.day.secret:
                    raise Refusal("no-day")
                job.run(now)
            except Refusal as refusal:
                self._shared.refuse_job(job, refusal, now)
            if open_day.fresh:
                self._write(open_day, now)
            elif not open_day.is_busy:
                self._finish(open_day, now)

    def _write(self, open_day: OpenDay, now: float) -> None:
        records = tuple(map(d.write, open_day.fresh))
        open_day.is_writing = True
        expires = now + self._shared.limits.table_life
        self._shared.emit(Append(open_day.name, open_day.stored, records, expires))

    def _finish(self, open_day: OpenDay, now: float) -> None:
        after, open_day.after, open_day.current = open_day.after, [], None
        for act in after:
            act(now)

    # ---- answers ---------------------------------------------------------------------------------

    def stored(self, append: Append, now: float) -> None:
        open_day = self._open[append.room]
        open_day.stored += len(append.records)
        open_day.fresh, open_day.is_writing = [], False
        self._finish(open_day, now)
        self._next(open_day, now)

    def stale(self, append: Append, now: float) -> None:
        """Another relay was first: what it has done may change what we do."""
        open_day = self._open[append.room]
        self._again(open_day)
        open_day.forget()
        self._read(open_day)

    def loaded(self, load: Load, records: Sequence[bytes], now: float) -> None:
        open_day = self._open[load.room]
        open_day.is_reading = False
        try:
            open_day.day.read(records)
        except BadLog as error:
            self._shared.emit(Note(load.room, error.text))
            self.failed(load, now)
            return
        open_day.stored += len(records)
        open_day.is_read = True
        self._next(open_day, now)

    def lost(self, load: Load, why: str, now: float) -> None:
        self._shared.emit(Note(load.room, f"the store has lost a part of this day: {why}"))
        self.failed(load, now)

    def failed(self, what: Append | Load, now: float) -> None:
        """Nobody knows what was kept: the next question reads it again."""
        open_day = self._open[what.room]
        self._again(open_day)
        jobs, open_day.jobs = open_day.jobs, deque()
        open_day.forget()
        for job in jobs:
            self._shared.refuse_job(job, Refusal("unavailable"), now)

    def _again(self, open_day: OpenDay) -> None:
        if open_day.current is not None:
            open_day.jobs.appendleft(open_day.current)

    def laid(self, deal: Deal, now: float) -> None:
        for open_day in self._open.values():
            if (open_day.game, open_day.date) == (deal.game, deal.day):
                open_day.deal, open_day.is_laying = deal, False
                self._next(open_day, now)

    # ---- requests --------------------------------------------------------------------------------

    def view(self, connection: Connection, request: AskDay, now: float) -> None:
        date = request.day or today(self._time(now))

        def run(now: float) -> None:
            token, moment = sha256(request.token).digest(), self._shared.moment(now)
            view = _view(self._day(request.game, date), token, moment)
            self._shared.emit(*send([connection], view))

        self._do(request.game, date, Job(run, connection, request), now)

    def _day(self, game: str, date: str) -> OpenDay:
        return self._open[name_of(game, date)]

    def attempt(self, connection: Connection, request: Try, seat: _Seat, now: float) -> None:
        """Open the try, or lead back to it. ``seat`` takes the connection to its chair."""
        shared, token = self._shared, sha256(request.token).digest()

        def run(now: float) -> None:
            open_day = self._day(request.game, request.day)
            known = open_day.day.tries.get(token)
            if known is not None:
                code = known.opened.code
                open_day.after.append(partial(lead, shared.rooms.get(code), code))
                return
            self._check(open_day, connection, now)
            if open_day.deal is None:
                open_day.is_laying, open_day.current = True, None
                open_day.jobs.appendleft(job)
                shared.emit(Lay(request.game, request.day))
                return
            code, moment = shared.draw_code(), shared.moment(now)
            secret = open_day.day.secret
            room = lobby.create_try(code, request, open_day.deal, secret, moment)
            connection.address.creations.take(now)
            open_room = shared.add_room(code, room, now)
            register = Job(partial(enter, open_room), connection, request)
            note = partial(self._do, request.game, request.day, register)
            shared.do(open_room, Job(lambda now: open_room.after.append(note)), now)

        def enter(open_room: OpenRoom, now: float) -> None:
            open_day = self._day(request.game, request.day)
            known = open_day.day.tries.get(token)
            if known is None:
                self._check(open_day, connection, now)
                origin = open_day.day.origin_of(connection.address.name)
                name, level = clean(request.name, k.NAME), clean(request.level, k.LEVEL)
                fact = (shared.moment(now).day, token, origin, name, open_room.code, level)
                open_day.change(d.Opened(*fact))
                open_day.after.append(partial(lead, open_room, open_room.code))
            else:  # at another window, which was faster: nobody will ever find the room made here
                shared.remove_room(open_room)
                code = known.opened.code
                open_day.after.append(partial(lead, shared.rooms.get(code), code))

        def lead(open_room: OpenRoom | None, code: str, now: float) -> None:
            try:
                if open_room is None or shared.rooms.get(code) is not open_room:
                    open_room = shared.rooms.get(code) or shared.add_room(code, None, now)
                seat(shared, open_room, connection, request, now)
            except Refusal as refusal:
                shared.refuse(connection, request, refusal)

        job = Job(run, connection, request)
        self._do(request.game, request.day, job, now)

    def _check(self, open_day: OpenDay, connection: Connection, now: float) -> None:
        """Whether one more try may be opened."""
        limits, day = self._shared.limits, open_day.day
        if open_day.date != today(self._time(now)):
            raise Refusal("no-day", "only the deal of today can be begun")
        if not connection.address.creations.has(now):
            raise Refusal("too-fast")
        origin = day.origin_of(connection.address.name)
        if len(day.tries) >= limits.tries or day.origins[origin] >= limits.address_tries:
            raise Refusal("day-full")

    def ended(self, open_room: OpenRoom, now: float) -> None:
        """The game of a try is over: the day is told the score, once."""
        room = open_room.room
        seat = next(seat for seat, chair in enumerate(room.chairs) if chair.is_person)
        token, date = room.chairs[seat].token, room.day
        totals = room.playing_table.game.totals(room.playing_table.state)
        other = max(total for each, total in enumerate(totals) if each != seat)
        at = self._shared.moment(now).day

        def run(now: float) -> None:
            open_day = self._open[name_of(room.game, date, room.edition)]
            attempt = open_day.day.tries.get(token)
            if attempt is not None and attempt.ended is None:
                open_day.change(d.Ended(at, token, totals[seat], other))

        try:
            self._do(room.game, date, Job(run), now, room.edition)
        except Refusal:  # the day is forgotten; the room will be, too
            return

    def game(self, connection: Connection, request: AskGame, now: float) -> None:
        """A page of the record of somebody on the table."""
        shared, token = self._shared, sha256(request.token).digest()

        def run(now: float) -> None:
            day = self._day(request.game, request.day).day
            moment = self._shared.moment(now)
            is_done = day.trying(token, moment.day / 1000) == DONE
            if not is_done and not day.is_open(moment.day / 1000, moment.at):
                raise Refusal("hidden")
            ranked = day.ranked()
            if request.row > len(ranked):
                raise Refusal("no-room")
            code = ranked[request.row - 1].opened.code
            open_room = shared.rooms.get(code) or shared.add_room(code, None, now)
            shared.do(open_room, Job(partial(tell, open_room), connection, request), now)

        def tell(open_room: OpenRoom, now: float) -> None:
            size = shared.limits.text_page
            shared.emit(*send([connection], page_of(open_room, request.page, size)))

        self._do(request.game, request.day, Job(run, connection, request), now)


def _view(open_day: OpenDay, token: bytes, moment: Moment) -> DayView:
    day, time = open_day.day, moment.day / 1000
    people, ranked, trying = day.opened_by(False), day.ranked(), day.trying(token, time)
    ends = (ordinal(day.date) + 1) * DAY
    abandoned = sum(day.trying(each.opened.token, time) == ABANDONED for each in people)
    own = day.tries.get(token)
    place = beaten = 0
    sees = day.may_see(token, time)
    if own is not None and own.ended is not None and own in ranked:
        place = d.place_of(own, ranked)
        beaten = sum(each.worth < own.worth for each in ranked)
    return DayView(
        open_day.game,
        day.date,
        edition(open_day.game),
        max(0, int((ends - time) * 1000)),
        bytes.fromhex(commitment(day.secret)),
        day.secret if day.is_open(time, moment.at) else b"",
        trying,
        *(len(people), len(ranked), abandoned, place, beaten),
        d.spread_of(ranked) if sees else (),
        d.rows_of(ranked, token) if sees else (),
        d.rows_of(day.ranked(are_programs=True), token) if sees else (),
    )
