"""Finds out where a connection comes from, and whether one more from there is accepted.

The hub counts WebSockets. Before that there are only sockets, which cost something too: half-open
ones are counted here, so that nobody can use up the file handles of the process by saying nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from relay.protocol.limits import Bucket, Limits

if TYPE_CHECKING:
    from websockets.datastructures import Headers

Network = IPv4Network | IPv6Network
_HOUSEHOLD: Final = 64  # bits of an IPv6 address that a household shares
_PER_ADDRESS: Final = 2  # sockets for each WebSocket that an address may have
# A request with one of these came through a proxy, whose address is not the client's.
_PASSED_ON: Final = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
_SPARE: Final = 256  # sockets beyond all WebSockets, for pages and those who shake hands


def household(address: str) -> str:
    """The part of an address that stands for one customer of a provider."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((int(found), _HOUSEHOLD), strict=False))
    return str(found)


def badge(key: str, address: str) -> str:
    """With this a door tells its relay for whom a connection is. Only who has the key can make one,
    so that a player's program, which is given its own, can name nobody else."""
    source = household(address)
    return f"{source} {hmac.new(key.encode(), source.encode(), hashlib.sha256).hexdigest()}"


def bearer(key: str, given: str) -> str:
    """Whom a badge is for; empty if it is not of our door, or if we have none."""
    source = given.rpartition(" ")[0]
    is_ours = hmac.compare_digest(given.encode("utf-8", "replace"), badge(key, source).encode())
    return source if key and is_ours else ""


def is_loopback(host: str) -> bool:
    """Whether nobody else can reach the address."""
    try:
        found = ip_address(host)
    except ValueError:
        return host == "localhost"
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def is_meant_for_here(headers: Headers) -> bool:
    """Whether somebody on this machine asks it by its own name, and no proxy has passed that on. A
    page from elsewhere, in a browser here, can get a name of its own to lead here, but asks for
    that name."""
    given = headers.get_all("Host")
    try:
        is_named = len(given) == 1 and is_loopback(urlsplit(f"//{given[0]}").hostname or "")
    except ValueError:
        return False
    return is_named and not any(name in headers for name in _PASSED_ON)


class Admission:
    def __init__(self, limits: Limits, proxies: Iterable[Network] = ()) -> None:
        """``proxies``: whose word is taken for the address of somebody else."""
        self._limits = limits
        self._proxies = tuple(proxies)
        self._sockets: Counter[str] = Counter()
        self._count = 0
        self._arrivals: dict[str, Bucket] = {}
        self._all_arrivals = Bucket(limits.all_arrivals, limits.all_arrival_rate, 0.0)

    def is_proxy(self, address: str) -> bool:
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            return any(found.ipv4_mapped in network for network in self._proxies)
        return any(found in network for network in self._proxies)

    def enter(self, address: str, now: float) -> bool:
        """A socket was opened; False: it has to be closed. Either way ``leave`` follows. ``now`` is
        of any clock that is never set."""
        self._count += 1
        is_one_more = self._add(address)
        if not is_one_more or self._count > self._limits.all_connections + _SPARE:
            return False
        return self.is_proxy(address) or self.arrive(household(address), now)

    def pass_on(self, proxy: str, origin: str, now: float) -> bool:
        """A proxy has said whose socket it is: from now on it is counted there, and ``leave`` is
        for that address. False: it has to be closed."""
        self._drop(proxy)
        return self._add(origin) and self.arrive(household(origin), now)

    def _add(self, address: str) -> bool:
        source = household(address)
        self._sockets[source] += 1
        is_one_more = self._sockets[source] <= _PER_ADDRESS * self._limits.connections
        return is_one_more or self.is_proxy(address)

    def _drop(self, address: str) -> None:
        source = household(address)
        self._sockets[source] -= 1
        if not self._sockets[source]:
            del self._sockets[source]

    def arrive(self, source: str, now: float) -> bool:
        """Whether one more from there is not too soon. Who comes by a proxy of ours is known only
        when the proxy has said who it is. Only those who may come themselves count for all: else
        one who is always refused would shut everybody out."""
        known = self._arrivals.get(source)
        if known is None:
            if len(self._arrivals) >= self._limits.addresses:
                fresh = {each: b for each, b in self._arrivals.items() if not b.is_full(now)}
                self._arrivals = fresh if len(fresh) < self._limits.addresses else {}
            limits = self._limits
            known = self._arrivals[source] = Bucket(limits.arrivals, limits.arrival_rate, now)
        return known.take(now) and self._all_arrivals.take(now)

    def leave(self, address: str) -> None:
        self._count -= 1
        self._drop(address)

    def origin(self, address: str, forwarded: Iterable[str]) -> str:
        """Who is behind a connection: the last one in the chain that is not our proxy."""
        if not self.is_proxy(address):
            return household(address)
        chain = [word.strip() for line in forwarded for word in line.split(",")]
        for word in reversed(chain):
            try:
                ip_address(word)
            except ValueError:
                break  # nobody we trust writes that
            if not self.is_proxy(word):
                return household(word)
        return household(address)
