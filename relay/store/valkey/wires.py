"""Connections for a running loop, which hears what comes and never waits.

To find a server and to connect to it may take seconds, so that is done in a thread. What is written
and read after that takes less time than handing it to a thread and being woken again would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from relay.store.valkey.address import Address, Node
from relay.store.valkey.link import Command, Link, Unreachable, pack
from relay.store.valkey.servers import Servers

_MOST: Final = 100_000  # answers taken at once


class Wire:
    """A link that is connected, from now on in the hands of the loop."""

    def __init__(
        self,
        link: Link,
        heard: Callable[[Node, list[Any]], None],
        lost: Callable[[Wire, OSError], None],
    ) -> None:
        """``lost`` is called when the server is gone."""
        self.link, self.node = link, link.node
        self._heard, self._lost = heard, lost
        self._loop = asyncio.get_running_loop()
        self._number = link.fileno()
        self._out = bytearray()  # what the system has not taken yet
        self._loop.add_reader(self._number, self._read)

    @property
    def is_open(self) -> bool:
        return self._number >= 0

    def send(self, commands: Iterable[Command]) -> None:
        is_waiting = bool(self._out)
        self._out += pack([*commands])
        if not is_waiting:
            self._write()
            if self._out and self.is_open:
                self._loop.add_writer(self._number, self._write_on)

    def _write(self) -> None:
        try:
            del self._out[: self.link.write(self._out)]
        except OSError as error:
            self.close()
            self._loop.call_soon(self._lost, self, error)  # nobody expects it while they ask

    def _write_on(self) -> None:
        self._write()
        if not self._out and self.is_open:
            self._loop.remove_writer(self._number)

    def _read(self) -> None:
        try:
            answers = self.link.receive(_MOST)
        except OSError as error:
            self.close()
            self._lost(self, error)
        else:
            if answers:
                self._heard(self.node, answers)

    def close(self) -> None:
        if self.is_open:
            self._loop.remove_reader(self._number)
            self._loop.remove_writer(self._number)
            self._number = -1
            self.link.close()


class Reached(NamedTuple):
    """What was found in a thread."""

    nodes: dict[str, Node]  # by key
    links: dict[Node, Link]
    troubles: dict[str, OSError]  # by key


class Wires:
    """One to each server that is needed. Made and used in a running loop."""

    def __init__(
        self,
        address: Address,
        heard: Callable[[Node, list[Any]], None],
        lost: Callable[[Node, OSError], None],
        met: Callable[[Link], None] = lambda link: None,
    ) -> None:
        """``met`` hears of every new connection, in a thread."""
        self._servers = Servers(address, met)  # only in the thread, but for what is known
        self._heard, self._lost = heard, lost
        self._loop = asyncio.get_running_loop()
        self._wires: dict[Node, Wire] = {}
        self._gone: dict[Node, Link] = {}  # since the thread was last there
        self._is_reaching = self._is_closed = False

    def get(self, key: str) -> Wire | None:
        """The one to the server that has the key, if there is one already."""
        node = self._servers.known_node_of(key)
        return None if node is None else self._wires.get(node)

    def at(self, node: Node) -> Wire | None:
        return self._wires.get(node)

    def reach(self, keys: Collection[str], then: Callable[[Reached], None]) -> bool:
        """Find and connect to the server with these keys; False if that is under way already.
        ``then`` is called in the loop, unless everything is closed by then."""
        if self._is_reaching or self._is_closed:
            return False
        self._is_reaching = True
        gone, self._gone = self._gone, {}
        future = self._loop.run_in_executor(None, self._search, [*keys], gone)
        future.add_done_callback(lambda done: self._found(done.result(), then))
        return True

    def _search(self, keys: list[str], gone: dict[Node, Link]) -> Reached:
        """In a thread."""
        for lost in gone.items():
            self._servers.drop(*lost)
        found = Reached({}, {}, {})
        troubles: dict[Node | None, OSError] = {}  # nobody is waited for twice
        for key in keys:
            node = None
            try:
                if None in troubles:
                    raise troubles[None]
                node = self._servers.node_of(key)
                if node in troubles:
                    raise troubles[node]
                found.links[node] = self._servers.link(node)
                found.nodes[key] = node
            except OSError as error:
                found.troubles[key] = troubles[node] = error
        return found

    def _found(self, found: Reached, then: Callable[[Reached], None]) -> None:
        self._is_reaching = False
        if self._is_closed:
            self._servers.close()
            return
        for node, link in found.links.items():
            wire = self._wires.get(node)
            if wire is None or wire.link is not link:
                if wire is not None:
                    self._gave_up(wire, Unreachable(0, f"{node}: the connection was closed"))
                with suppress(OSError, AttributeError):  # it may be closed again already
                    self._wires[node] = Wire(link, self._heard, self._gave_up)
        then(found)

    def _gave_up(self, wire: Wire, error: OSError) -> None:
        if self._wires.get(wire.node) is wire:
            self.drop(wire.node)
            self._lost(wire.node, error)

    def drop(self, node: Node) -> None:
        """Nothing more is heard there, and it is searched for again when it is needed."""
        wire = self._wires.pop(node, None)
        if wire is not None:
            wire.close()
            self._gone[node] = wire.link

    def close(self) -> None:
        self._is_closed = True
        for wire in self._wires.values():
            wire.close()
        self._wires = {}
        if not self._is_reaching:
            self._servers.close()
