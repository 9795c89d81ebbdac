"""A relay's answers to joining and in the waiting room, in words, and what to do about them."""

from __future__ import annotations

import socket
from typing import Final

from kbtui.online.troubles import MOST, told
from kbtui.text.i18n import N_, _
from relay.client import events as e
from relay.client.connection import Trouble
from relay.protocol.cleaning import clean

# Why nobody lets us in; ``code`` is that of the room, ``relay`` the address.
_DOOR: Final = {
    "no-room": N_("There is no room {code} on {relay}; check the code and the relay."),
    "room-full": N_("All seats in {code} are taken."),
    "wrong-phase": N_("The game in {code} has already started."),
    "no-watching": N_("{code} allows no spectators, or has no space for more."),
    "wrong-token": N_("Your seat in {code} is no longer yours: somebody has freed it."),
    "relay-full": N_("{relay} cannot take more rooms right now. Try again later."),
    "too-fast": N_("That was too fast for the relay. Wait a moment and try again."),
    "bad-options": N_("The relay cannot use these game options: {text}"),
    "bad-record": N_("{relay} does not take this game: {text}"),
    "challenges-full": N_(
        "There have been too many challenges today, at {relay} or from your address."
    ),
    "day-full": N_("There have been too many tries today, at {relay} or from your address."),
    "hidden": N_("You can see what others did once your own try is over."),
    "no-day": N_("{relay} does not have the deal of that day."),
    "empty": N_("You need a name for that. You can set it in the settings."),
    "busy": N_("The room is busy. Try again."),
    "unavailable": N_("The relay cannot reach its storage right now. Try again."),
}
# What is refused inside.
_INSIDE: Final = {
    "absent": N_("Somebody is away. Wait, or free the seat."),
    "bad-seat": N_("That is not possible with this seat."),
    "bad-options": N_("The relay cannot use these game options: {text}"),
    "not-ready": N_("A seat is still free, or somebody is not ready."),
    "other-terms": N_("The game options have just changed. Look at them, then get ready again."),
    "not-allowed": N_("Only the host can do that."),
    "wrong-phase": N_("That is not possible now."),
    "muted": N_("The host has muted you."),
    "empty": N_("There was nothing to send."),
    "too-fast": N_("That was too fast for the relay. Wait a moment and try again."),
    "busy": N_("The room is busy. Try again."),
    "unavailable": N_("The relay cannot reach its storage right now. Try again."),
}
CAN_WATCH: Final = ("room-full", "wrong-phase")  # refusals after which a player may still watch


def at_door(answer: str, text: str, code: str, relay: str) -> str:
    """A whole sentence; in the words of the relay if we do not know the answer."""
    known = _DOOR.get(answer)
    own = clean(text, MOST)
    return own if known is None else _(known).format(code=code, relay=relay, text=own)


def inside(answer: str, text: str) -> str:
    known = _INSIDE.get(answer)
    own = clean(text, MOST)
    return own if known is None else _(known).format(text=own)


def trouble(why: Trouble, relay: str) -> str:
    """Why there is no line, as a sentence."""
    return _("{relay}: {reason}.").format(relay=relay, reason=told(why))


def advice(why: Trouble) -> str:
    """What to do about it; empty if there is nothing but to wait."""
    if isinstance(why, ConnectionRefusedError | ExceptionGroup):
        return _("Start kb-relay there, or host a game on this machine.")
    if isinstance(why, socket.gaierror):
        return _("Is the address right? You can change it on the Online page.")
    if isinstance(why, TimeoutError | OSError):
        return _("Check your network connection and the address.")
    if isinstance(why, e.Ended) or why is None:
        return ""
    return _("What answers there may not be a relay.")
