"""The address of a relay as people type it: a name, a name with a port, or a ``ws://`` address."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from kbtui.text.i18n import _

PORT: Final = 8765  # the one that kb-relay listens on
DEFAULT: Final = f"127.0.0.1:{PORT}"
_LONGEST: Final = 200


class BadAddress(ValueError):
    """One sentence for the player."""


class Address(NamedTuple):
    """Where a relay listens."""

    url: str
    label: str = ""  # what it is called where nobody types it
    badge: str = ""  # with which a door tells it who the player is

    @property
    def name(self) -> str:
        """As short as it can be typed."""
        if self.label:
            return self.label
        parts = urlsplit(self.url)
        scheme = "" if parts.scheme == "ws" else f"{parts.scheme}://"
        return f"{scheme}{parts.netloc}{parts.path.rstrip('/')}"

    @property
    def is_exposed(self) -> bool:
        """Whether others on the way can read what is sent: tokens, too."""
        parts = urlsplit(self.url)
        return parts.scheme == "ws" and not _is_here(parts.hostname or "")


class _Only:
    address: Address | None = None


def stay_with(url: str | None, label: str = "", badge: str = "") -> None:
    """From now on every address is this one, for players who may go nowhere else."""
    _Only.address = None
    _Only.address = None if url is None else Address(parse_address(url).url, label, badge)


def first_address(*wanted: str | None) -> Address:
    """The first that is said, or else the one on this machine; raises BadAddress."""
    return parse_address(next(filter(None, wanted), DEFAULT))


def parse_address(text: str) -> Address:
    """Raises BadAddress. ``wss://`` has to be said: many relays have no certificate."""
    if _Only.address is not None:
        return _Only.address
    typed = text.strip()
    if not typed or len(typed) > _LONGEST or not typed.isprintable() or " " in typed:
        raise BadAddress(_("An address is a name such as example.org, or ws://host:port."))
    full = typed if "://" in typed else f"ws://{typed}"
    try:
        parts = urlsplit(full)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in ("ws", "wss") or not host or parts.username is not None:
        text = _(
            "{address} is not the address of a relay; use one like example.org or wss://host:port."
        )
        raise BadAddress(text.format(address=typed))
    if port is None and parts.scheme == "ws":
        port = PORT
    shown = f"[{host}]" if ":" in host else host
    ending = "" if port is None else f":{port}"
    return Address(f"{parts.scheme}://{shown}{ending}{parts.path}")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
