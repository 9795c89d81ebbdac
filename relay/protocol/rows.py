"""Parts of messages that have their own fields; each is sent as an array, and as in messages the
last fields are left out while they have their default."""

from __future__ import annotations

from typing import NamedTuple

from relay.protocol import kinds as k
from relay.protocol.fields import Yes


class Terms(NamedTuple):
    """What the host decides: options of the game as JSON, who may see it, how long it may take."""

    options: k.OptionText
    listed: Yes
    watching: Yes
    delay: k.Delay
    clock: k.Clockwork
    seconds: k.Seconds
    off_turn: k.Seconds = 0  # for a decision in somebody else's turn; new in version 3


class Listed(NamedTuple):
    """One open room."""

    code: k.Code
    phase: k.Phase
    game: k.GameKey
    names: k.Names
    free: k.SeatNo
    watching: Yes
    watchers: k.Count
    turn: k.Count = 0  # of a game that is played; 0 also where spectators see it later
    idle: k.Count = 0  # whole minutes since its last entry; both are new in version 4


class SeatView(NamedTuple):
    name: k.Name
    sitter: k.Sitter
    level: k.Level
    ready: Yes
    left: Yes
    muted: Yes
    again: Yes


class VoteView(NamedTuple):
    seat: k.SeatNo
    voter: k.SeatNo
    yes: Yes
