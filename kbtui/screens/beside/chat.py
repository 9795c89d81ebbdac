"""Lines that are typed to the people elsewhere."""

from __future__ import annotations

from kbtui.online.guest import Guest
from kbtui.paint.runs import WARNING, Line, Run
from kbtui.screens.beside.companion import Companion
from kbtui.screens.gamescreen import Listener
from kbtui.text.i18n import N_, _
from kbtui.text.keys import ONLINE
from relay.protocol import kinds as k
from relay.protocol import messages as m


class Chat(Companion):
    """What is typed after the key for chat goes to the others, not to the game."""

    keys = ONLINE

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self._listener = Listener(self._send, self._reader, lambda: (), k.CHAT, N_("send"))

    def do(self, command: str) -> bool:
        if command != "chat":
            return False
        self.screen.type_to(self._listener)
        self.screen.repaint()
        return True

    def _reader(self, _text: str) -> Line:
        """Who will read it."""
        who = _("to the spectators") if self.guest.is_watching else _("to the players")
        told = Run(who) if self.guest.is_up else Run(_("not sent: no connection"), WARNING)
        return (told,)

    def _send(self, text: str) -> None:
        if not self.request(m.Say(text)):
            self.screen.type_to(self._listener, text)  # once the connection is back

    def request(self, message: m.ToRelay) -> bool:
        """What is requested without a connection would be lost; whether there is one."""
        if self.guest.is_up:
            self.guest.request(message)
        else:
            self.screen.say(
                _("There is no connection to the relay. Try again when it is restored.")
            )
            self.screen.repaint()
        return self.guest.is_up
