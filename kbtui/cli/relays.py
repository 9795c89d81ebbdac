"""Which relay and which room a player means, and what to say when the relay cannot be reached."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kbtui.hosted import mode
from kbtui.text.address import Address, BadAddress, first_address
from kbtui.text.i18n import _
from kbtui.text.refusal import Refusal
from relay.protocol.room_codes import show_code, tidy_code

if TYPE_CHECKING:
    from kbtui.disk.settings import Settings


def address(asked: argparse.Namespace, settings: Settings) -> Address:
    """The relay of the command line, or else of the settings, or else on this machine."""
    mode.refuse(mode.RELAYS, asked.relay or getattr(asked, "here", False))
    try:
        return first_address(asked.relay, settings.relay)
    except BadAddress as error:
        raise Refusal(f"--relay: {error}") from None


def code(text: str) -> str:
    """The code of a room as the relay shows it."""
    found = tidy_code(text)
    if found is None:
        raise Refusal(_("{text} is not a room code; a code looks like KQ7-4TN").format(text=text))
    return show_code(found)


def name(settings: Settings) -> str:
    """What the player is called online."""
    if not settings.name:
        raise Refusal(_("you need a name for online games; set one with --name"))
    return settings.name


def unreachable(relay: Address, reason: str) -> Refusal:
    """``reason``: a few words without a full stop."""
    if mode.is_hosted():
        return Refusal(
            _("{relay}: {reason}; try again in a minute").format(relay=relay.name, reason=reason)
        )
    text = _("{relay}: {reason}; kb-relay starts a relay, --relay names another")
    return Refusal(text.format(relay=relay.name, reason=reason))
