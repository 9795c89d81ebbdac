"""Hears what other relays do in the rooms that this one serves.

In the loop, one connection to each server waits for the channels of all rooms, one for each room.
What comes over a channel is only a hint: it may be missed while there is no connection. So whenever
a room is heard again, a ``Followed`` says so, and the listener reads what was missed. A connection
that has died silently is noticed because it does not answer.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from relay.effects import make
from relay.store.log_store import Event, Followed, Hint, Unheard, Words
from relay.store.valkey import entries as e
from relay.store.valkey.address import Node
from relay.store.valkey.link import Refused
from relay.store.valkey.wires import Reached, Wires

if TYPE_CHECKING:
    from relay.store.valkey.store import ValkeyStore

_LOOK: Final = 0.5  # seconds between two looks at connections, and before a lost one is made again
_PING: Final = 2.0  # seconds between two questions whether somebody is there
_FORBIDDEN: Final = "NOPERM"
_SILENCE: Final = 6.0  # without an answer, and the connection is given up


class Listener:
    """Made and used in a running loop, in which ``tell`` is called."""

    def __init__(
        self, store: ValkeyStore, tell: Callable[[list[Event]], None], close: Callable[[], None]
    ) -> None:
        """``close`` what else is used in the loop."""
        self._store = store
        self._tell = tell
        self._close = close
        self._wires = Wires(store.address, self._hear, self._lose)
        self._rooms: dict[bytes, str] = {}  # by channel
        self._where: dict[str, Node] = {}  # each room that is subscribed to, or about to be
        self._waiting: dict[str, None] = {}  # rooms that could not be yet
        self._left: Counter[str] = Counter()  # rooms that we are about to hear no more
        self._heard: dict[Node, float] = {}  # when something last came
        self._asked: dict[Node, float] = {}
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(_LOOK, self._look_after)

    def follow(self, room: str, is_on: bool) -> None:
        channel = self._store.channel(room)
        if is_on:
            self._rooms[channel.encode()] = room
            wire = self._wires.get(channel)
            if wire is None:
                self._waiting[room] = None
                self._search()
            elif room not in self._where:
                self._where[room] = wire.node
                wire.send([("SSUBSCRIBE", channel)])
            return
        self._rooms.pop(channel.encode(), None)
        self._waiting.pop(room, None)
        node = self._where.pop(room, None)
        wire = None if node is None else self._wires.at(node)
        if wire is not None:
            self._left[room] += 1
            wire.send([("SUNSUBSCRIBE", channel)])

    def close(self) -> None:
        self._timer.cancel()
        self._wires.close()
        self._close()

    # ---- connections -----------------------------------------------------------------------------

    def _search(self) -> None:
        channels = [self._store.channel(room) for room in self._waiting]
        if channels:
            self._wires.reach(channels, self._found)

    def _found(self, reached: Reached) -> None:
        now = monotonic()
        for found in reached.links:
            self._heard.setdefault(found, now)
        for room in list(self._waiting):
            channel = self._store.channel(room)
            node = reached.nodes.get(channel)
            wire = None if node is None else self._wires.at(node)
            if wire is not None:
                del self._waiting[room]
                self._where[room] = wire.node
                wire.send([("SSUBSCRIBE", channel)])
        missing = [room for room in self._waiting if self._store.channel(room) in reached.troubles]
        if missing:  # the next look tries again
            self._tell([Unheard(room) for room in missing])
        elif self._waiting:  # they came up meanwhile
            self._search()

    def _look_after(self) -> None:
        """Ask whether they are there, and give up those that do not answer."""
        self._timer = self._loop.call_later(_LOOK, self._look_after)
        now = monotonic()
        for node, heard in list(self._heard.items()):
            wire = self._wires.at(node)
            if wire is None or now - heard > _SILENCE:
                self._lose(node)
            elif now - max(heard, self._asked.get(node, 0.0)) > _PING:
                self._asked[node] = now
                wire.send([("PING",)])
        self._search()

    def _lose(self, node: Node, error: OSError | None = None) -> None:
        """All rooms that were heard there have to be found again."""
        self._wires.drop(node)
        self._heard.pop(node, None)
        self._asked.pop(node, None)
        for room in [room for room, there in self._where.items() if there == node]:
            del self._where[room]
            self._waiting[room] = None
        if error is not None:  # what was refused is not asked for at once again
            self._search()

    # ---- what comes ------------------------------------------------------------------------------

    def _hear(self, node: Node, answers: list[Any]) -> None:
        self._heard[node] = monotonic()
        events: list[Event] = []
        is_well = True
        for answer in answers:
            is_well = self._understand(answer, events) and is_well
        if events:
            self._tell(events)
        if not is_well:
            self._lose(node)

    def _understand(self, answer: Any, events: list[Event]) -> bool:
        """Whether the connection can be used on."""
        if not isinstance(answer, list):
            if not isinstance(answer, Refused):
                return True  # a pong before the first subscription
            if answer.kind == _FORBIDDEN:  # what happens can still be read, again and again
                for room in self._where:
                    events += (Unheard(room), Hint(room, 0, (), 0))
            return False  # the room is at another server now, or may not be heard
        word, room = answer[0], self._rooms.get(answer[1]) or _room_of(answer[1])
        if word == b"smessage":
            if room in self._where:
                self._hint(room, answer[2], events)
        elif word == b"ssubscribe":
            if room in self._where:
                events.append(Followed(room))
        elif word == b"sunsubscribe":
            if room not in self._left:
                return False  # the server has moved it away
            self._left -= Counter((room,))
        return True

    def _hint(self, room: str, data: bytes, events: list[Event]) -> None:
        relay = data[: e.NAME]
        if relay == e.NOBODY:
            relay, words = data[e.NAME : 2 * e.NAME], data[2 * e.NAME :]
            if relay != self._store.name:
                events.append(Words(room, relay, words))
        elif relay != self._store.name:
            try:
                data, sight = e.parted(data)
                entry = e.read(data)
            except ValueError:  # as a relay of another version says it: what happened can be read
                events.append(Hint(room, 0, (), 0))
                return
            records = entry.records if self._store.accept(room, data, entry) else ()
            events.append(make(Hint, (room, entry.first, records, entry.seq, sight)))


def _room_of(channel: bytes) -> str:
    text = channel.decode(errors="replace")
    return text[text.find("{") + 1 : text.find("}")]
