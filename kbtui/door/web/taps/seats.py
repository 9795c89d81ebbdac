"""Seats of browsers. A page may be closed and opened again: for a minute its seat stays connected,
and later it still belongs to the browser, because its secret follows from the cookie.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from kbtui.door.web.cookies import derived, try_token
from kbtui.door.web.watch.room import Room
from kbtui.online import tickets
from kbtui.online.guest import Guest
from kbtui.text.address import Address
from relay.client import events as e
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean
from relay.protocol.days import DayView

_KEPT: Final = 60.0  # seconds that a seat stays connected without a page
_SWEEP: Final = 5.0
_MOST: Final = 200  # seats at once
_OF_ONE: Final = 4  # of one browser
_OF_ADDRESS: Final = 20
_HEARD: Final = 50  # lines of chat


class Full(Exception):
    """No more seats for this browser, or at all."""


class _InMemory(tickets.Kept):
    """A ticket that is not on disk: the cookie has all that is needed."""

    def __init__(self, place: tickets.Place) -> None:
        self.place, self.trouble = place, None
        self._written, self._handle = None, None  # so nothing is ever written

    def call(self, code: str) -> None:
        self.keep(code=code)

    def forget(self) -> None:
        self.close()


class Seat(Room):
    """A browser's player in a room."""

    _entered = ""  # the room that the chat is of

    def __init__(self, guest: Guest, asked: str, cookie: str, address: str) -> None:
        super().__init__(guest, asked)
        self.cookie, self.address = cookie, address
        self.heard: list[m.Said | m.Murmur] = []  # what was said here
        self.outcome: DayView | None = None  # of a try: how its day stands after it

    @property
    def day(self) -> str:
        """Of which this is a try at the deal; empty in any other room."""
        return self.guest.daily.partition(" ")[0]

    @property
    def is_unjudged(self) -> bool:
        """Whether this is a try that is over, and something of its outcome is not known yet."""
        room, known = self.guest.room, self.outcome
        is_over = bool(self.day) and room is not None and room.phase == k.OVER
        return is_over and (known is None or not known.expert)

    def play(self, token: str) -> None:
        """A move, which is on our table at once; raises what is wrong with it."""
        self.guest.play(token)
        self.renew()

    def judge(self, outcome: DayView | None) -> None:
        if outcome != self.outcome:
            self.outcome = outcome
            self.renew()

    def _hear(self, event: e.Event | None) -> None:
        """Who wants to play again follows to the room of the rematch."""
        room = self.guest.room
        if isinstance(event, e.Entered) and event.code != self._entered:
            self._entered, self.heard = event.code, []
        if isinstance(event, e.Got) and isinstance(event.message, m.Said | m.Murmur):
            is_again = isinstance(event.message, m.Said) and event.message in self.heard
            self.heard = [*self.heard, *[event.message] * (not is_again)][-_HEARD:]
        if isinstance(event, e.Got) and event.message is room and room is not None:
            seat = self.guest.seat
            if room.following and seat is not None and room.seats[seat].again:
                self.guest.follow()
        super()._hear(event)


class Seats:
    def __init__(self, relay: Address, badge: Callable[[str], str]) -> None:
        """``badge``: with which the relay knows for whom we connect, by address."""
        self._relay, self._badge = relay, badge
        self._seats: list[Seat] = []
        self._sweeping: asyncio.Task[None] | None = None

    def find(self, cookie: str, code: str) -> Seat | None:
        """The seat of this browser in that room, if it is connected."""
        for seat in self._seats:
            if seat.cookie == cookie and seat.code == code and not seat.is_over_and_out:
                return seat
        return None

    def find_try(self, cookie: str, game: str, day: str) -> Seat | None:
        """The same for the deal of a day."""
        for seat in self._seats:
            room = None if seat.is_over_and_out else seat.guest.room
            if room is not None and (seat.cookie, room.game, seat.day) == (cookie, game, day):
                return seat
        return None

    def join(self, cookie: str, address: str, name: str, code: str) -> Seat:
        """A free seat, or the one that the browser has; raises Full."""
        guest = self._guest(cookie, address, name)
        guest.join(code)
        return self._open(Seat(guest, code, cookie, address))

    def create(self, cookie: str, address: str, name: str, game: str, terms: m.Terms) -> Seat:
        """The first seat of a new room; raises Full."""
        guest = self._guest(cookie, address, name)
        guest.create(game, terms)
        return self._open(Seat(guest, "", cookie, address))

    def attempt(self, cookie: str, address: str, name: str, view: DayView) -> Seat:
        """The try of this browser, new or begun; raises Full."""
        guest = self._guest(
            *(cookie, address, name),
            token=try_token(cookie, view.game, view.day).hex(),
            daily=f"{view.day} {view.edition}",
            commitment=view.commitment.hex(),
        )
        guest.attempt(view.game, view.day)
        return self._open(Seat(guest, "", cookie, address))

    def _guest(self, cookie: str, address: str, name: str, **more: Any) -> Guest:
        self._seats = [seat for seat in self._seats if not seat.is_over_and_out]
        counts: Counter[str] = Counter()
        for seat in self._seats:
            counts.update((seat.cookie, f"from {seat.address}"))
        too_many = counts[cookie] >= _OF_ONE or counts[f"from {address}"] >= _OF_ADDRESS
        if too_many or len(self._seats) >= _MOST:
            raise Full
        # What its nonce was revealed for is not known if the browser comes back.
        settled = {"token": derived(cookie, "seat token").hex(), "revealed": ""}
        place = tickets.draw(self._relay.url, name, **(settled | more))
        relay = self._relay._replace(badge=self._badge(address))
        return Guest(relay, name, _InMemory(place))

    def _open(self, seat: Seat) -> Seat:
        self._seats.append(seat)
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep())
        return seat

    async def _sweep(self) -> None:
        while self._seats:
            await asyncio.sleep(_SWEEP)
            now = time.monotonic()
            for seat in tuple(self._seats):
                if not seat.viewers and now - seat.looked_at > _KEPT:
                    await self.close(seat)
        self._sweeping = None

    async def close(self, seat: Seat) -> None:
        """Hang up; the seat at the relay waits."""
        if seat in self._seats:
            self._seats.remove(seat)
        await seat.leave()

    async def close_all(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        for seat in tuple(self._seats):
            await self.close(seat)


def usual_terms(players: int) -> m.Terms:
    """For a room that was opened with one tap: found by its code only."""
    return m.Terms(f'{{"players":{players}}}', False, True, 0, k.NO_CLOCK, 0)


def asked_name(given: Any) -> str:
    """What somebody wants to be called; empty if nothing of it can be shown."""
    return clean(given, k.NAME) if isinstance(given, str) else ""
