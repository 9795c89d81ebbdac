"""The deals of the days: their logs in memory, and what connections ask about them.

The path of a try: its room is stored first, with the first cards, which nobody has seen; then the
day says whose room it is, and from then on that player has had a try; only then is the player
seated. A crash in between leaves a room that nobody knows, and no try. When the game is over, the
day gets the score. If a crash comes between the two, it gets the score when the room is next read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256

from engine.contract import keys
from relay.days import day as d
from relay.days.deals import (
    DAY,
    KEPT,
    Deal,
    edition,
    games,
    is_late,
    ordinal,
    seconds_left,
    today,
)
from relay.days.expert_game import Rehearsed, can_rehearse
from relay.days.packing import unpacked
from relay.effects import Lay, Rehearse
from relay.hub.connections import Connection
from relay.hub.deals.logs import Logs, OpenLog
from relay.hub.deals.views import view_of
from relay.hub.in_room import cut_page, page_of
from relay.hub.jobs import Job
from relay.hub.open_room import OpenRoom, send
from relay.hub.shared import Chore, Shared
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import DONE, AskDay, AskGame, Dare, Try
from relay.protocol.errors import Refusal
from relay.protocol.seals import SECRET
from relay.room import lobby

_Seat = Callable[[Shared, OpenRoom, Connection, Try, float], None]


def name_of(game: str, date: str, version: str = "") -> str:
    """Of the log in the store; no room is called so. ``version``: an edition that is not ours."""
    return f"(day {game} {date} {version or edition(game)})"


class OpenDay(OpenLog[d.Day]):
    """One day of one game in memory."""

    def __init__(self, game: str, date: str, name: str) -> None:
        super().__init__(name, lambda: d.Day(date))
        self.game, self.date = game, date
        self.deal: Deal | None = None
        self.is_rehearsing = False

    @property
    def day(self) -> d.Day:
        return self.folded


class Days(Logs[OpenDay]):
    def _written(self, fact: d.Fact) -> bytes:
        return d.write(fact)

    def _life(self) -> float:
        return self._shared.limits.table_life

    def _ready(self, log: OpenDay, now: float) -> None:
        """The cards of today are drawn by the first relay that looks at it."""
        if not log.day.secret:
            if log.date != today(self._time(now)):
                raise Refusal("no-day")
            log.change(d.Drawn(self._shared.moment(now).at, self._shared.randomness(SECRET)))

    def begin(self, now: float) -> None:
        """A new day: its cards are settled before anybody asks for them."""
        shared, time = self._shared, self._time(now)
        date = today(time)
        self._put_away(lambda each: each.date != date)
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
        self._work(open_day, job, now)

    def laid(self, deal: Deal, now: float) -> None:
        for open_day in self._open.values():
            if (open_day.game, open_day.date) == (deal.game, deal.day):
                open_day.deal, open_day.is_held = deal, False
                self._next(open_day, now)

    # ---- requests --------------------------------------------------------------------------------

    def view(self, connection: Connection, request: AskDay, now: float) -> None:
        date = request.day or today(self._time(now))

        def run(now: float) -> None:
            token, moment = sha256(request.token).digest(), self._shared.moment(now)
            open_day = self._day(request.game, date)
            view = view_of(open_day.game, open_day.day, token, moment, connection.version)
            self._shared.emit(*send([connection], view))
            self._rehearse(open_day, now)

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
                open_day.is_held, open_day.current = True, None
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
                origin = open_day.day.origin_of(connection.origin)
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
        origin = day.origin_of(connection.origin)
        if len(day.tries) >= limits.tries or day.origins[origin] >= limits.address_tries:
            raise Refusal("day-full")

    def note_challenge(
        self,
        connection: Connection,
        dare: Dare,
        game: str,
        then: Callable[[float], None],
        now: float,
    ) -> None:
        """One more challenge today, if there may be one; then continue. It counts even if the relay
        is stopped in between, which costs nobody anything."""

        def run(now: float) -> None:
            open_day, limits = self._day(game, date), self._shared.limits
            day = open_day.day
            origin = day.origin_of(connection.origin)
            is_full = day.challenges.total() >= limits.challenges
            if is_full or day.challenges[origin] >= limits.address_challenges:
                raise Refusal("challenges-full")
            open_day.change(d.Challenged(self._shared.moment(now).day, origin))
            open_day.after.append(then)

        date = today(self._time(now))
        self._do(game, date, Job(run, connection, dare), now)

    def ended(self, open_room: OpenRoom, now: float) -> None:
        """The game of a try is over: the day gets the score, once."""
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
                self._rehearse(open_day, now)

        try:
            self._do(room.game, date, Job(run), now, room.edition)
        except Refusal:  # the day is forgotten; the room will be, too
            return

    def _rehearse(self, open_day: OpenDay, now: float) -> None:
        """Let the expert play these cards, once somebody has finished. If a relay was stopped
        meanwhile, it is begun again when somebody asks; of older days, nobody will be."""
        day = open_day.day
        is_wanted = day.expert is None and any(each.ended for each in day.tries.values())
        is_ours = open_day.name == name_of(open_day.game, day.date) and can_rehearse(open_day.game)
        is_new = not open_day.is_rehearsing and not is_late(day.date, self._time(now))
        if is_wanted and is_ours and is_new:
            open_day.is_rehearsing = True
            self._shared.emit(Rehearse(open_day.game, day.date, day.secret))

    def rehearsed(self, found: Rehearsed, now: float) -> None:
        deal = found.deal
        known = self._open.get(name_of(deal.game, deal.day))
        if known is not None:
            known.is_rehearsing = False

        def run(now: float) -> None:
            open_day = self._day(deal.game, deal.day)
            if open_day.day.expert is None:
                at = self._shared.moment(now).day
                open_day.change(d.ExpertEnded(at, found.score, found.other, found.record))

        try:
            self._do(deal.game, deal.day, Job(run), now)
        except Refusal:  # too many wait, or the day is forgotten: somebody may ask again
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
            if not request.row and day.expert is not None:
                record = unpacked(day.expert.record)
                page = cut_page(record, request.page, shared.limits.text_page)
                shared.emit(*send([connection], page))
                return
            if not 0 < request.row <= len(ranked):
                raise Refusal("no-room")
            code = ranked[request.row - 1].opened.code
            open_room = shared.rooms.get(code) or shared.add_room(code, None, now)
            shared.do(open_room, Job(partial(tell, open_room), connection, request), now)

        def tell(open_room: OpenRoom, now: float) -> None:
            size = shared.limits.text_page
            shared.emit(*send([connection], page_of(open_room, request.page, size)))

        self._do(request.game, request.day, Job(run, connection, request), now)
