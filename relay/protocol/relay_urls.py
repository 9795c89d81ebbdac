"""Where relays are: the URLs that a goodbye may name, and which of them a client follows."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from relay.protocol.kinds import PLACE, PLACES

_PLAIN, _SAFE = "ws", "wss"


def is_place(url: str) -> bool:
    """Whether this is the address of a relay and nothing more: no user or query. A proxy may lead
    to each of several relays by a path; apps before version 7 follow only where there is none."""
    try:
        parts = urlsplit(url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    is_bare = not (parts.query or parts.fragment or "@" in parts.netloc)
    is_short = len(url) <= PLACE and url.isascii() and url.isprintable() and " " not in url
    return parts.scheme in (_PLAIN, _SAFE) and has_host and is_bare and is_short


def may_follow(home: str, url: str) -> bool:
    """Whether a client of the relay at home goes there: never from TLS to a line that others can
    read, since it brings the token of its seat."""
    return is_place(url) and not (urlsplit(home).scheme == _SAFE and urlsplit(url).scheme == _PLAIN)


def is_inner(address: str) -> bool:
    """Whether this is an address of one machine or of one network, not of the Internet."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return not (getattr(found, "ipv4_mapped", None) or found).is_global


def with_place(places: tuple[str, ...], place: str) -> tuple[str, ...]:
    """The relays to which a client was sent, with this one as the latest, if there is one."""
    return tuple(dict.fromkeys((*places, place) if place else places))[-PLACES:]
