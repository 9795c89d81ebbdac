"""What can be typed both in a waiting room and in a game: chat, who is there, seats by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kbtui.linemode.game import Command
from kbtui.lobby.titlebar import remaining, span
from kbtui.lobby.waitingroom import said as voice_of
from kbtui.online.guest import Guest
from kbtui.text.i18n import N_, _, c_
from relay.protocol import kinds as k
from relay.protocol import messages as m
from relay.protocol.cleaning import clean

HELP: Final = (
    N_("say TEXT    write to the other players; spectators write to spectators"),
    N_("who         say who is here"),
    N_("mute 2      mute the player on seat 2 (host only); unmute 2 ends it"),
    N_("leave       give up your seat; quit keeps it, so that you can return"),
)


class Talk:
    """The commands, for ``LineMode`` and for the waiting room."""

    def __init__(
        self, guest: Guest, say: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self.guest = guest
        self.say = say
        self._clock = clock
        self.commands: dict[str, Command] = {
            "say": self._chat,
            "who": lambda rest: self.tell_who(),
            "mute": lambda rest: self._mute(rest, True),
            "unmute": lambda rest: self._mute(rest, False),
        }

    def request(self, message: m.ToRelay) -> None:
        """What is requested without a connection would be lost."""
        if self.guest.is_up:
            self.guest.request(message)
        else:
            self.say(_("There is no connection to the relay. Try again when it is restored."))

    def seat(self, text: str) -> int | None:
        """The seat of a number that was typed; says so if it is none."""
        count = len(self.guest.room.seats) if self.guest.room is not None else 0
        if text.isdecimal() and 1 <= int(text[:3]) <= count:
            return int(text) - 1
        self.say(_("Name a seat, 1 to {count}.").format(count=count))
        return None

    def heard(self, message: m.Said | m.Murmur) -> None:
        """Somebody has spoken."""
        if isinstance(message, m.Said):
            text = _("{name} says: {text}")
        else:
            text = _("{name} (spectator) says: {text}")
        voice = voice_of(self.guest, message)
        self.say(text.format(name=voice.name, text=voice.text))

    def _chat(self, text: str) -> None:
        line = clean(text, k.CHAT)
        if line:
            self.request(m.Say(line))
        else:
            self.say(_("There was nothing to send."))

    def _mute(self, rest: str, on: bool) -> None:
        seat = self.seat(rest)
        if seat is not None:
            self.request(m.Mute(seat, on))

    # ---- who is there ---------------------------------------------------------------------------

    def tell_who(self) -> None:
        for line in self._who():
            self.say(line)

    def _who(self) -> Iterator[str]:
        room = self.guest.room
        if room is None:
            return
        for seat, view in enumerate(room.seats):
            name = self.guest.names[seat] or _("free")
            facts = ", ".join(self._facts(seat, view, room))
            yield f"{seat + 1} {name}" + (f": {facts}" if facts else "")
        if self.guest.watchers:
            yield _("Spectators: {count}").format(count=self.guest.watchers)

    def _facts(self, seat: int, view: m.SeatView, room: m.RoomView) -> Iterator[str]:
        is_person = view.sitter in (k.PERSON, k.STAND_IN)
        clock = self.guest.client.clock
        facts = (
            (_("you"), seat == self.guest.seat),
            (_("host"), is_person and seat == room.host),
            (_("a bot, {level}").format(level=view.level), bool(view.level)),
            (c_("player", "ready"), room.phase == k.LOBBY and is_person and view.ready),
            (_("not ready"), room.phase == k.LOBBY and is_person and not view.ready),
            (_("has left"), view.left),
            (_("away"), not view.left and self.guest.away[seat]),
            (_("muted"), view.muted),
            (_("wants a rematch"), view.again),
        )
        yield from (text for text, is_so in facts if is_so)
        if clock is not None and clock.seat == seat:
            left = remaining(self.guest, self._clock())
            if left is not None:
                yield _("{time} left").format(time=span(left))
