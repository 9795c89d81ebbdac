"""What somebody who watches can tell a friend: how to come to this game too."""

from __future__ import annotations

import asyncio
from typing import Final

from kbtui.hosted.line import Line
from kbtui.hosted.mode import hosted
from kbtui.online.guest import Guest
from kbtui.pages.hall.card import FRIEND, Card, friend_card
from kbtui.screens.beside.companion import Companion
from kbtui.text.i18n import _
from kbtui.text.keys import WATCH
from relay.protocol.cleaning import clean

_LINE: Final = 200  # characters of an address


class Friend(Companion):
    """A card over the board; what it proposes is copied too."""

    keys = WATCH

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def do(self, command: str) -> bool:
        if command != FRIEND:
            return False
        if not self.screen.lift_sheet():
            self.screen.run_worker(self._tell(), group="friend", exclusive=True)
        return True

    async def _tell(self) -> None:
        card = await self._card()
        self.screen.app.copy_to_clipboard(card.copied)
        self.screen.say(_("Copied: {text}").format(text=card.copied))
        look = self.screen.kb.look
        self.screen.lay_sheet(FRIEND, lambda columns, rows: card.drawn(look, columns, rows))
        self.screen.repaint()

    async def _card(self) -> Card:
        code, host = self._guest.client.code, hosted()
        if host is None:
            typed = f"kb watch {code} --relay {self._guest.address.url}"
            return Card(_("TELL A FRIEND"), "", ((typed, _("watches this game.")),), typed)
        answer = await asyncio.to_thread(Line().ask, "web")
        return friend_card(host, code, clean(str(answer.get("url", "")), _LINE))
