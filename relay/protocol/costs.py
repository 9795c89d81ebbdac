"""What each message to a relay counts against the rate of its connection; both ends go by this."""

from __future__ import annotations

from typing import Final

from relay.protocol import messages as m

# What a message costs, where it is not 1: those that make the relay read, write or send much.
COSTS: Final[dict[type[m.ToRelay], float]] = {
    m.Create: 5,
    m.ListRooms: 2,
    m.Join: 2,
    m.Resume: 2,
    m.Watch: 2,
    m.Peek: 2,
    m.Say: 2,
    m.FetchRecord: 2,
}
