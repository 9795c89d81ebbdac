"""The waiting room in line mode: who joins and leaves, bots, readiness, the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.contract import find
from engine.errors import sentence, shortened
from kbtui.hosted import mode
from kbtui.linemode.chat import HELP, Talk
from kbtui.linemode.game import Command, introduction
from kbtui.lobby import termwords
from kbtui.lobby.waitingroom import waiting_room_of
from kbtui.text.i18n import N_, _
from relay.protocol import kinds as k
from relay.protocol import messages as m

_HOST: Final = (
    N_("start       start the game when everyone is ready"),
    N_("bot 2 greedy  put a bot on seat 2; bot 2 alone frees the seat"),
    N_("kick 2      remove the player on seat 2"),
)
_PLAYER: Final = (
    N_("ready       say that you are ready; unready if you are not"),
    N_("table       say what the game options are"),
)


class LineRoom:
    """From the door to the first card; ``hear`` what is typed, ``changed`` what the relay says."""

    def __init__(self, talk: Talk, shared: Sequence[str] = ()) -> None:
        """``shared``: where others reach the relay, if it is inside this program."""
        self._talk = talk
        self._shared = shared
        self._guest = talk.guest
        self._say = talk.say
        self._before: m.RoomView | None = None
        self._hinted = ""  # what was last said about the start
        self._commands: dict[str, Command] = {
            **talk.commands,
            "ready": lambda rest: self._ready(True),
            "unready": lambda rest: self._ready(False),
            "start": lambda rest: self._start(),
            "bot": self._bot,
            "kick": self._kick,
            "table": lambda rest: self._table(),
            "help": lambda rest: self._help(),
        }

    @property
    def _room(self) -> m.RoomView:
        assert self._guest.room is not None, "somebody waits in a room"
        return self._guest.room

    def start(self) -> None:
        """Say where we are."""
        relay = self._guest.address
        code = self._guest.client.code
        text = (
            _("Watching {code} on {relay}.")
            if self._guest.is_watching
            else _("Room {code} on {relay}.")
        )
        self._say(text.format(code=code, relay=relay.name))
        if relay.is_exposed or self._shared:
            self._say(_("This connection is not encrypted: others on the network can read it."))
        if self._guest.is_host:
            self._invite(code, relay.name)
        self._table()
        self._talk.tell_who()
        self._say(_("Type help for a list of commands."))
        self._before = self._room
        self._hint()

    def _invite(self, code: str, relay: str) -> None:
        hosted = mode.hosted()
        if hosted is not None:
            text = _("Others can join with: {command}")
            self._say(text.format(command=mode.at(hosted.door, code)))
            return
        text = _("Others can join with: kb join {code} --relay {relay}")
        for name in self._shared or [relay]:
            self._say(text.format(code=code, relay=name))

    def hear(self, line: str) -> None:
        word, _blank, rest = line.strip().partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif word:
            self._say(
                _("Unknown command {word}. Type help for a list.").format(
                    word=repr(shortened(word))
                )
            )
        else:
            self._hinted = ""
            self._hint()

    # ---- what is typed --------------------------------------------------------------------------

    def _help(self) -> None:
        own = () if self._guest.is_watching else _PLAYER
        for line in (*own, *(_HOST if self._guest.is_host else ()), *HELP):
            self._say(_(line))

    def _ready(self, yes: bool) -> None:
        if self._guest.is_watching:
            self._say(_("You are watching; only players can be ready."))
        elif not self._guest.is_up:
            self._talk.request(m.Ready(b""))
        else:
            self._guest.ready(yes)

    def _start(self) -> None:
        if self._room.phase == k.LOBBY and self._guest.is_host:
            seat = self._guest.seat
            if seat is not None and not self._room.seats[seat].ready:
                self._ready(True)
        self._talk.request(m.Start())

    def _bot(self, rest: str) -> None:
        number, _blank, level = rest.partition(" ")
        seat = self._talk.seat(number)
        if seat is None:
            return
        level = level.strip().lower()
        if level and level not in self._guest.levels:
            known = ", ".join(self._guest.levels)
            self._say(_("The levels are {levels}.").format(levels=known))
            return
        self._talk.request(m.SeatBot(seat, level))

    def _kick(self, rest: str) -> None:
        seat = self._talk.seat(rest)
        if seat is not None:
            self._talk.request(m.Kick(seat))

    def _table(self) -> None:
        terms = self._room.terms
        start = termwords.start_of(self._room)
        if start is not None:
            for line in introduction(find(self._room.game), start, ""):
                self._say(line)
        watching = termwords.watching(terms, self._guest.watchers)
        self._say(sentence(f"{termwords.limits(terms)}; {watching}."))

    # ---- what changes ---------------------------------------------------------------------------

    def changed(self) -> None:
        """The relay has said something about the room."""
        before, self._before = self._before, self._room
        if before is not None:
            for text in self._news(before, self._room):
                self._say(text)
        self._hint()

    def _news(self, before: m.RoomView, after: m.RoomView) -> Iterator[str]:
        if before.terms != after.terms:
            yield _("The host has changed the game options. Type table to hear them.")
        if len(before.seats) == len(after.seats):
            for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
                yield from self._seat_news(seat, old, new)
        if before.host != after.host:
            is_you = after.host == self._guest.seat
            text = _("You are the host now.") if is_you else _("{name} is the host now.")
            yield text.format(name=self._guest.names[after.host])
        if (before.phase, after.phase) == (k.LOBBY, k.SEALING):
            yield _("The deal is being sealed.")
        if (before.phase, after.phase) == (k.SEALING, k.LOBBY):
            yield _("The game could not start. Get ready again.")

    def _seat_news(self, seat: int, old: m.SeatView, new: m.SeatView) -> Iterator[str]:
        name = self._guest.names[seat]
        if seat == self._guest.seat:
            name = _("You")
        if old.sitter != new.sitter or old.name != new.name:
            text = {
                k.PERSON: _("{name} takes seat {seat}."),
                k.BOT: _("A bot takes seat {seat}: {name}."),
            }.get(k.BOT if new.level else new.sitter, _("Seat {seat} is free."))
            yield text.format(name=name, seat=seat + 1)
        elif new.sitter == k.PERSON and old.ready != new.ready:
            is_you = seat == self._guest.seat
            yield _(_READY[is_you, new.ready]).format(name=name)

    def _hint(self) -> None:
        """What is waited for, once."""
        room = self._room
        if room.phase != k.LOBBY or self._guest.is_watching or self._guest.seat is None:
            return
        waiting = waiting_room_of(self._guest, "", (), 0.0)
        text = ""
        if self._guest.is_host and not waiting.free and not self._is_awaited:
            text = _("Everyone is here. Type start to start the game.")
        elif not self._guest.is_host and not room.seats[self._guest.seat].ready:
            text = _("Type ready when you are.")
        if text and text != self._hinted:
            self._say(text)
        self._hinted = text

    @property
    def _is_awaited(self) -> bool:
        """Whether somebody else is not ready yet, or away."""
        own = self._guest.seat
        others = [seat for seat in range(len(self._room.seats)) if seat != own]
        return any(not self._room.seats[seat].ready or self._guest.away[seat] for seat in others)


_READY: Final = {  # by whether it is you
    (True, True): N_("You are ready."),
    (True, False): N_("You are no longer ready."),
    (False, True): N_("{name} is ready."),
    (False, False): N_("{name} is no longer ready."),
}
