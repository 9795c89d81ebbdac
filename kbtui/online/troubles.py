"""Why there is no connection to a relay, in the player's language."""

from __future__ import annotations

import socket
import ssl
from typing import Final

from kbtui.text.i18n import N_, _
from relay.client import events as e
from relay.client.connection import Trouble
from relay.protocol.cleaning import clean
from relay.protocol.errors import BadMessage

MOST: Final = 200  # characters of what a relay says in its own words
_ENDS: Final = {
    "version": N_("the relay and kb have different versions; update the older one"),
    "replaced": N_("another window or program has taken your seat"),
    "kicked": N_("the host has freed your seat"),
    "gone": N_("the room no longer exists"),
    "stopping": N_("the relay is restarting"),
    "moved": N_("the game is at another relay"),
    "lost": N_("the relay has lost the latest moves of this game"),
    "too-many": N_("the relay cannot take more connections right now"),
    "slow": N_("this connection was too slow for the relay"),
}


def told(trouble: Trouble) -> str:
    """A few words without a full stop."""
    if trouble is None:
        return _("the connection broke off")
    if isinstance(trouble, e.Ended):  # in the words of the relay, if we do not know the reason
        return _(_ENDS[trouble.code]) if trouble.code in _ENDS else clean(trouble.text, MOST)
    if isinstance(trouble, BadMessage):
        return _("the relay sent something unexpected: {text}").format(text=trouble)
    return _unopened(trouble)


def _unopened(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return _("no answer")
    if isinstance(error, ssl.SSLError):
        return _("no secure connection: {reason}").format(reason=error.reason or error)
    if isinstance(error, socket.gaierror):
        return _("no such host")
    if isinstance(error, ConnectionRefusedError):
        return _("the relay is not running")
    if isinstance(error, OSError):  # for a name with several addresses it has no reason of its own
        return error.strerror or _("the relay is not running")
    return _("no relay answers there")
