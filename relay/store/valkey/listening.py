"""Hears what other relays do in the rooms that this one serves.

One thread waits for the channels of all rooms, one for each room. What comes over a channel is only
a hint: it may be missed while there is no connection. So whenever a room is heard again it is said
(``Followed``), and whoever listens reads what was missed. A connection that has died without a word
is noticed by what it does not answer.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from relay.store.log_store import Event, Followed, Hint, Unheard, Words
from relay.store.valkey import entries as e
from relay.store.valkey.address import Node
from relay.store.valkey.link import Link, Refused
from relay.store.valkey.servers import Servers

if TYPE_CHECKING:
    from relay.store.valkey.store import ValkeyStore

_MOST: Final = 500  # messages read at once
_PING: Final = 2.0  # seconds between two questions whether somebody is there
_SILENCE: Final = 6.0  # without an answer, and the connection is given up
_AGAIN: Final = 0.5  # before a lost connection is made again


class Listener:
    """Ask from any thread; ``tell`` is called in its own."""

    def __init__(self, store: ValkeyStore, tell: Callable[[list[Event]], None]) -> None:
        self._store = store
        self._tell = tell
        self._servers = Servers(store.address, self._met)
        self._wishes: deque[tuple[str, bool]] = deque()
        self._where: dict[str, Node] = {}  # each room that is subscribed to, or about to be
        self._waiting: dict[str, None] = {}  # rooms that could not be yet
        self._heard: dict[Node, float] = {}  # when something last came
        self._asked: dict[Node, float] = {}
        self._again_at = 0.0
        self._events: list[Event] = []
        self._is_closing = False
        self._bell, self._ear = socket.socketpair()
        self._ear.setblocking(False)
        self._selector = DefaultSelector()
        self._selector.register(self._ear, EVENT_READ)
        self._watched: dict[Node, tuple[Link, int]] = {}  # with the number of the open file
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def follow(self, room: str, is_on: bool) -> None:
        self._wishes.append((room, is_on))
        self._wake()

    def close(self) -> None:
        self._is_closing = True
        self._wake()
        self._thread.join()

    def _wake(self) -> None:
        with suppress(OSError):  # it is awake, or gone
            self._bell.send(b"!")

    # ---- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._is_closing:
            self._heed()
            self._try_again()
            self._look_after()
            self._wait()
            events, self._events = self._events, []
            if events:
                self._tell(events)
        self._selector.close()
        self._servers.close()
        self._bell.close()
        self._ear.close()

    def _heed(self) -> None:
        wanted: dict[str, None] = {}
        while self._wishes:
            room, is_on = self._wishes.popleft()
            if is_on:
                wanted[room] = None
                continue
            wanted.pop(room, None)
            self._waiting.pop(room, None)
            node = self._where.pop(room, None)
            if node is not None:
                with suppress(OSError):
                    self._servers.link(node).send("SUNSUBSCRIBE", self._store.channel(room))
        self._subscribe(wanted)

    def _subscribe(self, rooms: Iterable[str]) -> None:
        for room in rooms:
            channel = self._store.channel(room)
            try:
                node = self._servers.node_of(channel)
                self._servers.link(node).send("SSUBSCRIBE", channel)
            except OSError:
                self._waiting[room] = None
                self._again_at = monotonic() + _AGAIN
                self._events.append(Unheard(room))
            else:
                self._where[room] = node

    def _try_again(self) -> None:
        if self._waiting and monotonic() >= self._again_at:
            rooms, self._waiting = self._waiting, {}
            self._subscribe(rooms)

    def _look_after(self) -> None:
        """Ask whether they are there, and give up those that do not answer."""
        now = monotonic()
        for node, heard in list(self._heard.items()):
            if now - heard > _SILENCE:
                self._lose(node)
            elif now - max(heard, self._asked.get(node, 0.0)) > _PING:
                self._asked[node] = now
                try:
                    self._servers.link(node).send("PING")
                except OSError:
                    self._lose(node)

    def _met(self, link: Link) -> None:
        """A new connection, on which nothing is heard yet. Whoever made it wanted one room; those
        that were heard on the one before are asked for again."""
        self._heard[link.node] = monotonic()
        self._search(link.node)

    def _lose(self, node: Node) -> None:
        """All rooms that were heard there have to be found again."""
        self._unwatch(node)
        self._servers.drop(node)
        self._heard.pop(node, None)
        self._asked.pop(node, None)
        self._search(node)

    def _search(self, node: Node) -> None:
        for room in [room for room, there in self._where.items() if there == node]:
            del self._where[room]
            self._waiting[room] = None
        self._again_at = 0.0

    def _wait(self) -> None:
        """For whatever comes; there may be more open files than ``select`` can count."""
        for node, (link, _) in list(self._watched.items()):
            if self._servers.known(node) is not link:
                self._unwatch(node)
        for node in list(self._heard):
            found = self._servers.known(node)
            if found is None:
                self._lose(node)
            elif node not in self._watched:
                self._watched[node] = found, found.fileno()
                self._selector.register(found.fileno(), EVENT_READ, found)
        for key, _ in self._selector.select(_AGAIN if self._waiting else 1.0):
            if isinstance(key.data, Link):
                self._receive(key.data)
            else:
                with suppress(BlockingIOError):
                    self._ear.recv(4096)

    def _unwatch(self, node: Node) -> None:
        """Its connection is closed, or about to be."""
        if node in self._watched:
            _, number = self._watched.pop(node)
            self._selector.unregister(number)

    def _receive(self, link: Link) -> None:
        try:
            answers = link.receive(_MOST)
            while len(answers) >= _MOST and (more := link.receive(_MOST)):
                answers += more
        except OSError:
            self._lose(link.node)
            return
        self._heard[link.node] = monotonic()
        for answer in answers:
            if not self._understand(answer):
                self._lose(link.node)
                return

    def _understand(self, answer: Any) -> bool:
        """Whether the connection can be used on."""
        if isinstance(answer, Refused):
            return False  # the room is at another server now, or may not be heard
        if not isinstance(answer, list):
            return True  # a pong before the first subscription
        word, room = answer[0], _room_of(answer[1])
        if word == b"ssubscribe":
            if room in self._where:
                self._events.append(Followed(room))
        elif word == b"sunsubscribe":
            return room not in self._where  # the server has moved it away
        elif word == b"smessage" and room in self._where:
            self._hint(room, answer[2])
        return True

    def _hint(self, room: str, data: bytes) -> None:
        relay = data[: e.NAME]
        if relay == e.NOBODY:
            relay, words = data[e.NAME : 2 * e.NAME], data[2 * e.NAME :]
            if relay != self._store.name:
                self._events.append(Words(room, relay, words))
        elif relay != self._store.name:
            with suppress(ValueError):
                data, sight = e.parted(data)
                entry = e.read(data)
                is_next = self._store.accept(room, data, entry)
                records = entry.records if is_next else ()
                self._events.append(Hint(room, entry.first, records, entry.seq, sight))


def _room_of(channel: bytes) -> str:
    text = channel.decode(errors="replace")
    return text[text.find("{") + 1 : text.find("}")]
