"""A visit to a room in line mode, from joining to the end, however often the connection drops.

There is no I/O here: ``hear`` gets what is typed, the guest passes on what arrives, ``say`` gets
every line to print. The caller checks ``is_over`` after each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from kbtui.linemode.chat import Talk
from kbtui.linemode.online_game import Frame, LineGame
from kbtui.linemode.waitingroom import LineRoom
from kbtui.online import answers
from kbtui.online.guest import Guest
from kbtui.online.troubles import told
from kbtui.text.i18n import _
from relay.client import events as e
from relay.client.connection import Phase
from relay.protocol import kinds as k
from relay.protocol import messages as m

_DOORS: Final = ("create", "join", "resume", "watch", "try")
_SHORT: Final = {"q": "quit", "exit": "quit"}


class LineVisit:
    def __init__(
        self,
        guest: Guest,
        say: Callable[[str], None],
        frame: Frame,
        asked: str = "",
        clock: Callable[[], float] = time.monotonic,
        shared: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """``asked`` is the code of the room that we want to get into, if it is known; ``shared``
        where others reach the relay, if it is inside this program."""
        self._guest = guest
        self._asked = asked
        self._shared = shared
        self._say = say
        self._frame = frame
        self._talk = Talk(guest, say, clock)
        self._room: LineRoom | None = None
        self._game: LineGame | None = None
        self._was_up = False
        self._is_lost = False  # and that was told
        self._is_asked_again = False  # whether to play again
        self._has_left = False
        self.is_over = False
        self.problem = ""  # why it ended too soon
        self.is_unreachable = False  # because there was never a line
        self.can_watch = False  # since there is no seat
        self._unlisten = guest.listen(self._happened)

    def close(self) -> None:
        """Nobody listens any more; a ticket that leads nowhere goes."""
        self._unlisten()
        kept, game = self._guest.kept, self._game
        is_done = game is not None and game.is_over and game.online.kept_as is not None
        if is_done or (kept is not None and not kept.place.code):
            self._guest.forget()

    @property
    def is_listening(self) -> bool:
        """Whether what is typed has a meaning: there is a room, or it is over."""
        return self.is_over or self._room is not None or self._game is not None

    @property
    def is_kept(self) -> bool:
        """Whether the person can come back to the seat."""
        is_done = self._has_left or (self._game is not None and self._game.is_over)
        return self._guest.seat is not None and not is_done

    # ---- what is typed --------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        word = line.strip().partition(" ")[0].lower()
        if _SHORT.get(word, word) == "quit":
            self.is_over = True
        elif word == "leave":
            self._leave()
        elif self._game is not None:
            self._game.hear(line)
        elif self._room is not None:
            self._room.hear(line)
        self._look()

    def end_of_input(self) -> None:
        """Nobody types any more. A spectator watches to the end."""
        if not self._guest.is_watching:
            self._say(_("There is no more input."))
            self.is_over = True

    def _leave(self) -> None:
        """Give up the seat. In a game it stays ours, but the others need not wait."""
        if not self._guest.is_up and not self._guest.is_watching:
            self._talk.request(m.Leave())
            return
        self._guest.request(m.Leave())
        room = self._guest.room
        if room is not None and room.phase == k.LOBBY:
            self._guest.forget()
        self.is_over = self._has_left = True

    # ---- what comes over the line ---------------------------------------------------------------

    def _happened(self, event: e.Event | None) -> None:
        if self.is_over:
            return
        self._tell_line()
        match event:
            case e.Got(m.Refused() as refused) if refused.wish in _DOORS:
                code, relay = self._guest.client.code or self._asked, self._guest.address.name
                self._fail(answers.at_door(refused.code, refused.text, code, relay))
                self.can_watch = refused.wish == "join" and refused.code in answers.CAN_WATCH
            case e.Got(m.Said() | m.Murmur() as message):
                self._talk.heard(message)
            case e.Ended() if not event.may_return:
                self._fail(_("The connection was closed: {reason}.").format(reason=told(event)))
            case None:
                pass
            case _ if self._game is not None:
                self._game.happened(event)
            case e.Got(m.Refused() as refused):
                self._say(answers.inside(refused.code, refused.text))
            case e.Got(m.RoomView() | m.Present()) if self._room is not None:
                self._room.changed()
        self._look()

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self.is_over = True

    def _tell_line(self) -> None:
        """Say once that the line is lost, and once that it is back."""
        connection = self._guest.connection
        if connection.phase is Phase.UP:
            self._was_up = True
            if self._is_lost:
                self._is_lost = False
                self._say(_("Reconnected."))
        elif not self._was_up and connection.failures:
            self.is_unreachable = True
            self._fail(told(connection.trouble))
        elif connection.phase is Phase.ENDED:  # whatever ended it: nothing more will come
            text = _("The connection was closed: {reason}.")
            self._fail(text.format(reason=told(connection.trouble)))
        elif self._was_up and connection.phase is Phase.WAITING and not self._is_lost:
            self._is_lost = True
            text = _("Connection lost: {reason}. Reconnecting; your seat is kept.")
            self._say(text.format(reason=told(connection.trouble)))

    # ---- where we are ---------------------------------------------------------------------------

    def _look(self) -> None:
        """From the door to the room, from the room to the game, and on to the next one."""
        client, room = self._guest.client, self._guest.room
        if self.is_over or room is None:
            return
        if client.is_broken:
            self._fail(_("the relay's game and yours are not the same"))
            return
        if self._game is not None:
            self._after(room)
        elif self._guest.is_playing and client.confirmed >= client.last:
            self._game = LineGame(self._talk, self._frame)
            self._game.start()
            self._after(room)
        elif self._room is None and room.phase in (k.LOBBY, k.SEALING) and client.seal is not None:
            self._room = LineRoom(self._talk, self._shared())
            self._room.start()

    def _after(self, room: m.RoomView) -> None:
        """The game may be over, and the rematch may have a room."""
        game = self._game
        if game is None or not game.is_over:
            return
        if room.following:
            self._say(_("On to the next game: {code}.").format(code=room.following))
            self._game, self._room, self._is_asked_again = None, None, False
            self._guest.follow()
        elif self._guest.is_watching or self._guest.daily:
            self.is_over = True
        elif not self._is_asked_again:
            self._is_asked_again = True
            self._say(_("Type rematch to play again, or quit."))
