"""A game screen on which a line can be typed to the people elsewhere."""

from __future__ import annotations

from textual import events

from kbtui.online.guest import Guest
from kbtui.paint.runs import WARNING, Line, Run
from kbtui.play.session import Session
from kbtui.screens.game import GameScreen
from kbtui.text.i18n import _
from kbtui.text.keys import ONLINE
from relay.protocol import messages as m


class ChattingScreen(GameScreen):
    """What is typed after the key for chat goes to the others, not to the game."""

    more_keys_of = ONLINE

    def __init__(self, session: Session, guest: Guest) -> None:
        super().__init__(session)
        self.guest = guest
        self._is_chatting = False  # what is typed is for the others

    def prompts(self, short: bool) -> tuple[Line, Line]:
        if not self._is_chatting:
            return super().prompts(short)
        who = _("to the spectators") if self.guest.is_watching else _("to the players")
        told = Run(who) if self.guest.is_up else Run(_("not sent: no connection"), WARNING)
        return self.editor.line(self.kb.look.signs.pointer), (told,)

    def hint_line(self) -> Line:
        if not self._is_chatting:
            return super().hint_line()
        return self.editor.hints(columns=self.app.size.width)

    def type_key(self, event: events.Key) -> bool:
        is_typed = super().type_key(event)
        if self._is_chatting and not self.editor.is_open:
            self._is_chatting = False
            self.repaint()
        return is_typed

    def do(self, command: str) -> None:
        if command == "chat":
            self._is_chatting = True
            self.editor.open()
            self.repaint()
        else:
            super().do(command)

    def _hear(self, text: str) -> None:
        """A typed line is for the others, or as in every game."""
        if not self._is_chatting:
            super()._hear(text)
        elif not self._wish(m.Say(text)):
            self.editor.open(text)  # it can be sent when the connection is back

    def _wish(self, message: m.ToRelay) -> bool:
        """What is wished without a connection would be lost; whether there is one."""
        if self.guest.is_up:
            self.guest.wish(message)
        else:
            self.say(_("There is no connection to the relay. Try again when it is restored."))
            self.repaint()
        return self.guest.is_up
