"""Challenges: games that were left for others to play, and how these did.

The path of a challenge: its record is played again, elsewhere and within limits; the day counts it;
then it is stored under a new code, and its owner gets the code. An answer goes the same way without
being counted: it needs a code, and a challenge takes a limited number of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Final

from engine.record import parse_record
from relay.days import challenge_facts as c
from relay.days.packing import unpacked
from relay.effects import Judge
from relay.hub.connections import Connection
from relay.hub.deals.days import Days
from relay.hub.deals.logs import Logs, OpenLog
from relay.hub.guesses import Guess
from relay.hub.in_room import cut_page
from relay.hub.jobs import Job
from relay.hub.open_room import send
from relay.hub.shared import Shared
from relay.protocol import kinds as k
from relay.protocol.cleaning import clean
from relay.protocol.days import AskChallenge, AskDared, ChallengeView, Dare
from relay.protocol.errors import Refusal
from relay.protocol.room_codes import show_code, tidy_code

_JUDGING: Final = 20  # records that may wait at once
_OPEN: Final = 200  # challenges in memory; then those that nobody uses just now are put away


class OpenChallenge(OpenLog[c.Challenge]):
    """One in memory."""

    def __init__(self, code: str) -> None:
        super().__init__(f"(challenge {code})", c.Challenge)
        self.code = code


class Challenges(Logs[OpenChallenge]):
    def __init__(self, shared: Shared, days: Days) -> None:
        super().__init__(shared)
        self._days = days
        self._numbers = count(1)
        self._judging: dict[int, tuple[Connection, Dare, str]] = {}  # with the cleaned name

    def _written(self, fact: c.Fact) -> bytes:
        return c.write(fact)

    def _life(self) -> float:
        return self._shared.limits.challenge_life

    def _log(self, code: str) -> OpenChallenge:
        if len(self._open) >= _OPEN:
            self._put_away(lambda _log: True)
        log = OpenChallenge(code)
        return self._open.setdefault(log.name, log)

    # ---- records ---------------------------------------------------------------------------------

    def dare(self, connection: Connection, request: Dare, now: float) -> None:
        """A new challenge, or with a code an answer."""
        name = clean(request.name, k.NAME)
        if not name:
            raise Refusal("empty")
        if len(self._judging) >= _JUDGING:
            raise Refusal("busy")
        if not connection.address.creations.take(now):
            raise Refusal("too-fast")
        number = next(self._numbers)
        self._judging[number] = connection, request, name
        self._shared.emit(Judge(number, request.record, name))

    def judged(self, number: int, found: c.Judged | Refusal, now: float) -> None:
        connection, request, name = self._judging.pop(number)
        try:
            if isinstance(found, Refusal):
                raise found
            then = self._answer if request.code else self._leave
            then(connection, request, name, found, now)
        except Refusal as refusal:
            self._shared.refuse(connection, request, refusal)

    def _leave(
        self, connection: Connection, request: Dare, name: str, found: c.Judged, now: float
    ) -> None:
        game = parse_record(found.deal).game
        then = partial(self._store, connection, request, name, found)
        self._days.note_challenge(connection, request, game, then, now)

    def _store(
        self, connection: Connection, request: Dare, name: str, found: c.Judged, now: float
    ) -> None:
        log = self._log(self._shared.draw_code())
        token = sha256(request.token).digest()

        def run(now: float) -> None:
            if log.folded.dared is not None:  # the code is taken
                log.after.append(partial(self._store, connection, request, name, found))
                return
            at, seats = self._shared.moment(now).day, " ".join(found.seats)
            scores = found.score, found.other, found.record
            log.change(c.Dared(at, token, name, found.deal, seats, *scores))
            log.after.append(partial(self._tell, connection, log, token))

        self._work(log, Job(run, connection, request), now)

    def _answer(
        self, connection: Connection, request: Dare, name: str, found: c.Judged, now: float
    ) -> None:
        token = sha256(request.token).digest()

        def run(log: OpenChallenge, now: float) -> None:
            dared, results = self._dared(log), log.folded.results
            c.demand_answer(dared, found)
            if token not in results:
                if len(results) > self._shared.limits.answers:
                    raise Refusal("challenges-full", "this challenge takes no more answers")
                at = self._shared.moment(now).day
                scores = found.score, found.other, found.record
                log.change(c.Answered(at, token, name, *scores))
            log.after.append(partial(self._tell, connection, log, token))

        self._find(connection, request, request.code, run, now)

    # ---- questions -------------------------------------------------------------------------------

    def view(self, connection: Connection, request: AskChallenge, now: float) -> None:
        def run(log: OpenChallenge, now: float) -> None:
            self._dared(log)
            self._tell(connection, log, sha256(request.token).digest(), now)

        self._find(connection, request, request.code, run, now)

    def game(self, connection: Connection, request: AskDared, now: float) -> None:
        """A page of the record of somebody who has played it."""

        def run(log: OpenChallenge, now: float) -> None:
            self._dared(log)
            if sha256(request.token).digest() not in log.folded.results:
                raise Refusal("hidden")
            ranked = log.folded.ranked()
            if not 0 < request.row <= len(ranked):
                raise Refusal("bad-seat")
            record = unpacked(ranked[request.row - 1].record)
            page = cut_page(record, request.page, self._shared.limits.text_page)
            self._shared.emit(*send([connection], page))

        self._find(connection, request, request.code, run, now)

    def _dared(self, log: OpenChallenge) -> c.Dared:
        if log.folded.dared is None:
            raise Refusal("no-room", "there is no challenge of that code")
        return log.folded.dared

    def _find(
        self,
        connection: Connection,
        request: Dare | AskChallenge | AskDared,
        typed: str,
        run: Callable[[OpenChallenge, float], None],
        now: float,
    ) -> None:
        """In the challenge of a code that somebody gave; a wrong one costs something."""
        guess, code = Guess(connection.address.guesses, now), tidy_code(typed)
        try:
            if not guess.is_paid:
                raise Refusal("too-fast")
            if code is None:
                raise Refusal("no-room", "there is no challenge of that code")
            log = self._log(code)

            def act(now: float) -> None:
                run(log, now)
                guess.right(now)

            self._work(log, Job(act, connection, request, guess), now)
        except Refusal as refusal:
            raise guess.verdict(refusal, now) from None

    def _tell(self, connection: Connection, log: OpenChallenge, token: bytes, now: float) -> None:
        folded, dared = log.folded, self._dared(log)
        sees = token in folded.results
        view = ChallengeView(
            show_code(log.code),
            dared.deal,
            dared.name,
            len(folded.results),
            folded.rows(token) if sees else (),
            folded.first() if sees else 0,
            (dared.score, dared.other) if connection.version >= k.TO_BEAT else (),
        )
        self._shared.emit(*send([connection], view))
