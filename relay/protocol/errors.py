"""What can go wrong between peers and relay, sorted by whose fault it is.

    RelayError
     +-- BadMessage   a peer sent what nobody may send: its connection ends; ``code`` is one of BYES
     +-- Refusal      a well-formed request that cannot be granted; ``code`` is one of REFUSALS
     +-- BadLog       a stored log that does not fold: ours, and the room stays shut

Programs decide by the code; the text is one sentence for a person and may change. The tables
below are the whole list, and docs/protocol.md repeats them.
"""

from __future__ import annotations

from typing import Final

from engine.errors import shortened

# Why a request is refused. The connection stays and nothing has changed.
REFUSALS: Final = {
    "absent": "a player who has to be there is not",
    "bad-options": "these options cannot be played",
    "bad-record": "this record is not of a game that others can play",
    "bad-seat": "there is no such seat, or it is not of the kind that is needed",
    "bad-token": "the word is not a move",
    "busy": "too much is waiting in this room; try again",
    "challenges-full": "too many challenges were left today, here or from this address",
    "day-full": "too many have tried the deal of this day, here or from this address",
    "empty": "nothing is left of the text when it is cleaned",
    "hidden": "what others did is shown when your own try is over",
    "illegal-move": "the rules forbid the move",
    "muted": "this voice is muted",
    "no-day": "there is no deal of that day here, or it is not played any more",
    "no-room": "there is no room of that code",
    "no-watching": "this room may not be watched, or has no place for more watchers",
    "not-allowed": "only the host may do this",
    "not-in-room": "this connection is in no room",
    "not-ready": "seats are empty or players are not ready",
    "not-your-move": "another seat has to act",
    "other-terms": "the terms are not those that the player has agreed to",
    "present": "the player is there, or has not been away for long enough",
    "relay-full": "the relay takes no more rooms now",
    "room-full": "no seat is free",
    "stale": "the entry number is not the next one",
    "table-full": "the log of this room has reached its limit",
    "time-up": "the time of this seat is used up for this game",
    "too-fast": "too many messages in a short time; this one was dropped",
    "unavailable": "the relay cannot reach its store now; try again",
    "wrong-nonce": "the nonce is not the one that was sealed",
    "wrong-phase": "not possible in this phase of the room",
    "wrong-token": "no seat of this room has this token",
}

# Why a connection ends: the WebSocket close code that goes with it, and what it means.
BYES: Final = {
    "version": (1002, "a protocol version that is not spoken here"),
    "text-frame": (1003, "messages are binary frames"),
    "bad-message": (1008, "no message of this protocol, or not in this direction"),
    "wrong-role": (1008, "a message that the role of this connection may not send"),
    "no-hello": (1008, "the hello did not come in time, or not first, or twice"),
    "too-fast": (1008, "a flood"),
    "too-large": (1009, "a frame above the limit"),
    "stopping": (1012, "the relay stops or starts again; come back after `wait`"),
    "moved": (1012, "another relay has this room; go to `where`"),
    "lost": (1012, "the relay's store has lost entries of this room; come back for the rest"),
    "too-many": (1013, "too many connections, here or from this address"),
    "replaced": (4001, "another connection took the seat with its token"),
    "kicked": (4002, "the host has freed the seat, or allows no watching any more"),
    "gone": (4003, "the room has expired or cannot be served"),
    "slow": (4004, "the peer does not read what it is sent"),
}


class RelayError(Exception):
    """Root of everything the relay raises on purpose."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = shortened(text)  # a peer's own words may stand in it
        super().__init__(self.text)


class BadMessage(RelayError):
    """The peer broke the protocol."""


class Refusal(RelayError):
    """The peer asked for something that cannot be had now."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code, text or REFUSALS[code])


class BadLog(RelayError):
    """The stored log of a room leads nowhere."""

    def __init__(self, text: str) -> None:
        super().__init__("bad-log", text)
