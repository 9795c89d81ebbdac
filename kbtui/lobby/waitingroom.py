"""What is known about a waiting room at one moment: a plain value for the page that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kbtui.lobby.titlebar import trouble
from kbtui.online import answers
from kbtui.text.i18n import _, n_
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

if TYPE_CHECKING:
    from kbtui.online.guest import Guest


class Voice(NamedTuple):
    """A line of chat; ``who`` is a seat, or the number of a watcher."""

    who: int
    name: str
    text: str

    @property
    def is_watcher(self) -> bool:
        return self.who >= k.FIRST_WATCHER


class WaitingRoom(NamedTuple):
    relay: str = ""  # its address, as it is typed
    shared: tuple[str, ...] = ()  # what others type, if the relay is inside this program
    is_exposed: bool = False  # others on the way can read what is sent
    code: str = ""  # of the room, or the one that was asked for
    is_watching: bool = False
    seat: int | None = None
    room: m.RoomView | None = None
    away: tuple[bool, ...] = ()
    watchers: int = 0
    levels: tuple[str, ...] = ()  # of bots that the relay has
    is_up: bool = False
    trouble: str = ""  # why the line is not up, and what happens next
    advice: str = ""
    is_ended: bool = False  # the relay has sent us away
    refusal: m.Refused | None = None
    foul: str = ""  # how the relay broke its word

    @property
    def is_host(self) -> bool:
        return self.room is not None and self.seat is not None and self.seat == self.room.host

    @property
    def is_ready(self) -> bool:
        return self.room is not None and self.seat is not None and self.room.seats[self.seat].ready

    @property
    def free(self) -> list[int]:
        seats = self.room.seats if self.room is not None else ()
        return [number for number, seat in enumerate(seats) if seat.sitter == k.EMPTY]

    def name(self, seat: int) -> str:
        return clean(self.room.seats[seat].name, k.NAME) if self.room is not None else ""

    @property
    def hindrance(self) -> str:
        """Why the game cannot begin yet, apart from the host not being ready; empty if it can."""
        room = self.room
        if room is None or not self.is_up:
            return _("There is no connection to the relay.")
        if self.free:
            count = len(self.free)
            text = n_("{count} seat is free", "{count} seats are free", count)
            return _("{seats}: others can join, or press b to add a bot.").format(
                seats=text.format(count=count)
            )
        others = [seat for seat in range(len(room.seats)) if seat != self.seat]
        gone = [self.name(seat) for seat in others if self.away[seat : seat + 1] == (True,)]
        if gone:
            return _("Away: {names}. Wait, or free the seat.").format(names=", ".join(gone))
        late = [self.name(seat) for seat in others if _is_undecided(room.seats[seat])]
        if late:
            return _("Not ready yet: {names}.").format(names=", ".join(late))
        return ""


def _is_undecided(seat: m.SeatView) -> bool:
    return seat.sitter == k.PERSON and not seat.ready


def waiting_room_of(guest: Guest, asked: str, shared: Sequence[str], now: float) -> WaitingRoom:
    """``asked`` is the code that was typed, ``now`` time.monotonic()."""
    connection = guest.connection
    is_up = connection.phase is Phase.UP
    return WaitingRoom(
        relay=guest.address.name,
        shared=tuple(shared),
        is_exposed=guest.address.is_exposed or bool(shared),
        code=guest.client.code or asked,
        is_watching=guest.is_watching,
        seat=guest.seat,
        room=guest.room,
        away=guest.away,
        watchers=guest.watchers,
        levels=guest.levels,
        is_up=is_up,
        trouble="" if is_up else trouble(guest, now),
        advice="" if is_up else answers.advice(connection.trouble),
        is_ended=connection.phase is Phase.ENDED,
        refusal=guest.refusal,
        foul=guest.foul,
    )


def said(guest: Guest, message: m.Said | m.Murmur) -> Voice:
    """A line of chat as it is shown."""
    if isinstance(message, m.Murmur):
        return Voice(message.number, clean(message.name, k.NAME), clean(message.text, k.CHAT))
    names, seat = guest.names, message.seat
    name = clean(message.name, k.NAME) or (names[seat] if seat < len(names) else "?")
    return Voice(seat, name, clean(message.text, k.CHAT))


def chat_line(guest: Guest, message: m.Said | m.Murmur) -> str:
    """The same as one text; a spectator cannot be taken for a player of that name."""
    voice = said(guest, message)
    text = _("{name} (spectator): {text}") if voice.is_watcher else "{name}: {text}"
    return text.format(name=voice.name, text=voice.text)
