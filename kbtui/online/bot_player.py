"""A player without a person: gets ready, plays the moves of its bot, plays again, leaves.

It does what a person at a keyboard would do, through the same guest. It thinks in a thread, so that
the connection is served meanwhile, and moves only if the table is still the one it thought about.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, Final, Protocol

from engine.bots import Stop
from engine.contract import AnyGame
from engine.rng import Stream
from engine.table import Table
from kbtui.online import answers
from kbtui.online.guest import Guest
from kbtui.online.troubles import told
from kbtui.text.i18n import _
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

_PATIENCE: Final = 120.0
_REST: Final = 1.0  # seconds after a refused move: whatever the reason, haste does not help
_DOORS: Final = ("join", "resume", "create", "try")


class Mind(Protocol):
    """What chooses the moves: one of our levels, or an external bot."""

    def choose(self, observation: Any, stream: Stream, stop: Stop, /) -> Any:
        """The move of the seat that has to act; soon after ``stop`` the best so far."""


class GivenUp(Exception):
    """Why it cannot play on; a few words without a full stop."""

    def __init__(self, reason: str, is_unreachable: bool = False) -> None:
        super().__init__(reason)
        self.is_unreachable = is_unreachable  # there was never a line to the relay


class BotPlayer:
    def __init__(
        self,
        guest: Guest,
        mind: Callable[[AnyGame], Mind],
        say: Callable[[str], None],
        games: int = 1,
        patience: float = _PATIENCE,
        asked: str = "",
    ) -> None:
        """``mind`` gives what plays the game of the room; ``say`` gets a sentence whenever
        something of note happens; ``patience`` are seconds for
        the others to say whether they play again; ``asked`` is the code of the first room."""
        self._guest = guest
        self._mind = mind
        self._minds: dict[str, Mind] = {}  # by the key of the game
        self._say = say
        self._games = games  # to be played yet, this one included
        self._patience = patience
        self._asked = asked
        self._news = asyncio.Event()
        self._secret = os.urandom(32)
        self._was_up = False
        self._is_lost = False  # the line, and that was told
        self._is_stopped = False
        self._door: m.Refused | None = None
        self._answered: tuple[object, ...] = ()  # what we have said ready, start or retake to
        self._rests = False  # a move was refused
        self._old_seal: m.SealView | None = None  # of before the line was lost: it may not hold
        self._entered = ""  # the room that we have told
        self._code = ""  # of the room whose end we have told
        self._until: float | None = None  # when nobody else is waited for any more
        self.is_done = False

    # ---- from outside ---------------------------------------------------------------------------

    def stop(self) -> None:
        """Leave as soon as possible."""
        self._is_stopped = True
        self._news.set()

    async def run(self) -> None:
        """Until all games are played, or it is stopped; raises GivenUp."""
        unlisten = self._guest.listen(self._hear)
        self._guest.start().add_done_callback(lambda _line: self._news.set())
        try:
            while not self.is_done and not self._is_stopped:
                self._news.clear()
                await self._act()
                await self._wait()
        finally:
            self._is_stopped = True  # a bot that still thinks can stop
            unlisten()
            if self._guest.is_up and self._guest.room is not None:
                self._guest.request(m.Leave())
            await self._guest.stop()

    def _hear(self, event: e.Event | None) -> None:
        self._was_up = self._was_up or self._guest.is_up
        self._tell_line()
        match event:
            case e.Entered(code):
                self._old_seal = self._guest.client.seal
                if code != self._entered:
                    self._entered = code
                    self._say(
                        _("Joined {code}, seat {seat}.").format(code=code, seat=self._seat + 1)
                    )
            case e.Got(m.Refused() as refused) if refused.wish in _DOORS:
                self._door = refused
            case e.TakenBack():
                self._rests = True
            case e.Foul(text):
                self._say(_("The deal was not fair: {reason}").format(reason=text))
        self._news.set()

    def _tell_line(self) -> None:
        """Say once that the line is lost, and once that it is back."""
        connection = self._guest.connection
        if self._is_lost and connection.phase is Phase.UP:
            self._is_lost = False
            self._say(_("Reconnected."))
        elif self._was_up and connection.phase is Phase.WAITING and not self._is_lost:
            self._is_lost = True
            text = _("Connection lost: {reason}. Reconnecting; your seat is kept.")
            self._say(text.format(reason=told(connection.trouble)))

    async def _wait(self) -> None:
        """For anything new; if the others have to say whether they play again, not for ever."""
        if self.is_done or self._is_stopped:
            return
        room, loop = self._guest.room, asyncio.get_running_loop()
        if room is None or not self._code or room.phase not in (k.OVER, k.LOBBY):
            self._until = None
        elif self._until is None:
            self._until = loop.time() + self._patience
        try:
            async with asyncio.timeout_at(self._until):
                await self._news.wait()
        except TimeoutError:
            self._say(_("The other players do not want a rematch."))
            self.is_done = True

    # ---- what it does ---------------------------------------------------------------------------

    @property
    def _seat(self) -> int:
        return self._guest.seat or 0

    async def _act(self) -> None:
        connection, room = self._guest.connection, self._guest.room
        if connection.phase is Phase.ENDED or (connection.failures and not self._was_up):
            raise GivenUp(told(connection.trouble), is_unreachable=not self._was_up)
        if self._door is not None and self._entered and self._door.code in e.PASSING:
            self._door = None
            await asyncio.sleep(_REST)
            self._guest.resume()
            return
        if self._door is not None:
            code, relay = self._guest.client.code or self._asked, self._guest.address.name
            raise GivenUp(answers.at_door(self._door.code, self._door.text, code, relay))
        if self._guest.client.is_broken:
            raise GivenUp(_("the relay's game and yours are not the same"))
        if room is None or self._guest.seat is None:
            return
        if room.phase == k.LOBBY:
            self._prepare(room)
        elif room.phase == k.PLAYING and room.seats[self._seat].sitter == k.STAND_IN:
            self._once(m.Retake(), room)
        elif room.phase == k.PLAYING:
            await self._move()
        elif room.phase == k.OVER:
            self._end(room)

    def _is_new(self, *causes: object) -> bool:
        """Whether this is the first answer to what the relay has said."""
        pairs = zip(causes, self._answered, strict=False)
        if len(causes) == len(self._answered) and all(one is other for one, other in pairs):
            return False
        self._answered = causes
        return True

    def _once(self, request: m.ToRelay, *causes: object) -> None:
        """Wish it, but not again before something has changed."""
        if self._is_new(*causes):
            self._guest.request(request)

    def _prepare(self, room: m.RoomView) -> None:
        """Ready at once; if the host has left it to us, also start."""
        client = self._guest.client
        if not room.seats[self._seat].ready:
            is_known = client.seal is not None and client.seal is not self._old_seal
            if is_known and self._is_new(room, client.seal):
                self._guest.ready()
            return
        is_full = all(seat.ready for seat in room.seats) and not any(self._guest.away)
        if self._guest.is_host and is_full:
            self._once(m.Start(), room, client.present)

    async def _move(self) -> None:
        if self._rests:
            self._rests = False
            await asyncio.sleep(_REST)
        table = self._due
        if table is None:
            return
        seat, number = self._seat, len(table.entries)
        seen = table.game.observe(table.state, seat)
        stream = Stream(self._secret, f"entry {number}")
        if table.game.key not in self._minds:
            self._minds[table.game.key] = self._mind(table.game)
        choose = self._minds[table.game.key].choose
        move = await asyncio.to_thread(choose, seen, stream, lambda: self._is_stopped)
        again = self._due
        if again is not None and again.state == table.state and len(again.entries) == number:
            self._guest.play(table.game.format(move))

    @property
    def _due(self) -> Table | None:
        """The table, if it is our move and nothing is on its way."""
        client = self._guest.client
        table = client.table
        if table is None or client.pending or client.confirmed < client.last:
            return None
        return table if table.to_act == client.seat and not self._is_stopped else None

    def _end(self, room: m.RoomView) -> None:
        """Say how it ended, once the deal is checked; then the next game, if there is one."""
        guest, table = self._guest, self._guest.client.table
        is_sure = guest.is_verified or guest.foul or guest.daily  # of a day it comes much later
        if table is None or not is_sure:
            return
        if self._code != room.code:
            self._code = room.code
            self._games -= 1
            names = (clean(name, k.NAME) for name in guest.names)
            pairs = zip(names, table.game.totals(table.state), strict=True)
            gold = ", ".join(f"{name} {total}" for name, total in pairs)
            self._say(_("The game is over: {gold}.").format(gold=gold))
        if self._games <= 0:
            self.is_done = True
        elif room.following:
            guest.follow()
        else:
            self._once(m.Rematch(True), room)
