"""Which server has which key: the only one, the one that the sentinels name, or one of a cluster.

Connections are made when they are needed and kept. A caller that has lost one asks again: it may be
another server then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from relay.store.valkey.address import CLUSTER, SENTINEL, Address, Node
from relay.store.valkey.link import PATIENCE, Link, Refused, Unreachable

SLOTS: Final = 16_384
# A server that says one of these is not the one that has the key now.
ELSEWHERE: Final = ("MOVED", "ASK", "READONLY", "CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN")


@lru_cache(10_000)
def slot_of(key: str) -> int:
    """CRC16 (XMODEM) of what stands in braces, as all servers of this kind count."""
    inner = key[key.index("{") + 1 : key.index("}")] if "{" in key else key
    crc = 0
    for byte in inner.encode():
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc % SLOTS


class Servers:
    """Use it from one thread."""

    def __init__(
        self,
        address: Address,
        met: Callable[[Link], None] = lambda link: None,
        patience: float = PATIENCE,
    ) -> None:
        """``met`` hears of every new connection; ``patience``: seconds for an answer."""
        self._address = address
        self._patience = patience
        self._met = met
        self._links: dict[Node, Link] = {}
        self._ranges: list[tuple[int, int, Node]] = []  # first and last slot, and who has them

    def node_of(self, key: str) -> Node:
        """Raises OSError."""
        if not self._ranges:
            self._ranges = self._find()
        node = self.known_node_of(key)
        if node is None:
            self.forget()
            raise Unreachable(0, f"no server of the cluster has slot {slot_of(key)}")
        return node

    def known_node_of(self, key: str) -> Node | None:
        """Without asking anybody."""
        ranges = self._ranges
        if len(ranges) == 1:
            return ranges[0][2]
        slot = slot_of(key) if ranges else 0
        return next((node for first, last, node in ranges if first <= slot <= last), None)

    def link(self, node: Node) -> Link:
        """Raises OSError."""
        link = self._links.get(node)
        if link is None or not link.is_open:
            try:
                link = self._links[node] = Link(self._address, node, patience=self._patience)
            except OSError:
                self.forget()
                raise
            self._met(link)
        return link

    def known(self, node: Node) -> Link | None:
        """The connection, if there is one."""
        link = self._links.get(node)
        return link if link is not None and link.is_open else None

    def link_for(self, key: str) -> Link:
        return self.link(self.node_of(key))

    def nodes(self) -> list[Node]:
        """All that have keys; raises OSError."""
        if not self._ranges:
            self._ranges = self._find()
        return list(dict.fromkeys(node for _first, _last, node in self._ranges))

    def forget(self) -> None:
        """Things are not where they were: find them again when they are needed."""
        self._ranges = []

    def drop(self, node: Node, link: Link | None = None) -> None:
        """Whatever that connection has heard, it is not to be heard again. ``link``: only if it is
        still this one."""
        if link is None or self._links.get(node) is link:
            link = self._links.pop(node, None)
        if link is not None:
            link.close()
        self.forget()

    def close(self) -> None:
        for link in self._links.values():
            link.close()
        self._links = {}

    # ---- finding ---------------------------------------------------------------------------------

    def _find(self) -> list[tuple[int, int, Node]]:
        if self._address.kind == CLUSTER:
            return self._first_answer(self._of_cluster)
        if self._address.kind == SENTINEL:
            return self._first_answer(self._of_sentinel)
        return [(0, SLOTS - 1, self._address.nodes[0])]

    def _first_answer(
        self, ask: Callable[[Node], list[tuple[int, int, Node]]]
    ) -> list[tuple[int, int, Node]]:
        """Of those that were named, the ones that answer; of a cluster also those met since."""
        troubles: list[str] = []
        for node in dict.fromkeys((*self._address.nodes, *self._links)):
            try:
                return ask(node)
            except Refused as refusal:
                troubles.append(f"{node}: {refusal.strerror}")
            except Unreachable as trouble:
                troubles.append(str(trouble.strerror))
        raise Unreachable(0, "; ".join(troubles))

    def _of_sentinel(self, node: Node) -> list[tuple[int, int, Node]]:
        sentinel = Link(self._address, node, is_plain=True, patience=self._patience)
        try:
            name = self._address.name
            found = sentinel.ask_one("SENTINEL", "get-master-addr-by-name", name)
        finally:
            sentinel.close()
        if found is None:
            raise Unreachable(0, f"the sentinel {node} knows nothing of {name!r}")
        return [(0, SLOTS - 1, Node(found[0].decode(), int(found[1])))]

    def _of_cluster(self, node: Node) -> list[tuple[int, int, Node]]:
        link = Link(
            self._address, node, patience=self._patience
        )  # one that listens could not be asked
        try:
            rows = link.ask_one("CLUSTER", "SLOTS")
        finally:
            link.close()
        found = [
            (first, last, Node(host.decode() or node.host, port))
            for first, last, (host, port, *_), *_copies in rows
        ]
        if not found:
            raise Unreachable(0, f"{node}: this cluster has no slots yet")
        return found
