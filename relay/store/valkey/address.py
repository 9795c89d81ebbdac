"""Where a Valkey is, as a URL says it.

    valkey://[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]        one server
    valkeys://...                                           the same over TLS
    valkey+unix:///PATH                                     one on this machine
    valkey+sentinel://HOST[:PORT],HOST.../NAME[/DATABASE]    whichever the sentinels name
    valkey+cluster://HOST[:PORT],HOST...                     several that share the rooms

``redis`` instead of ``valkey`` means the same. Behind a question mark may follow ``prefix`` (of all
keys), ``password-file``, ``user``, ``database`` and, for TLS, ``tls=yes``, ``ca``, ``cert`` and
``key``, each with a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

ONE, UNIX, SENTINEL, CLUSTER = "one", "unix", "sentinel", "cluster"
_PORT: Final = 6379
_SENTINEL_PORT: Final = 26_379
_KINDS: Final = {"": ONE, "s": ONE, "+unix": UNIX, "+sentinel": SENTINEL, "+cluster": CLUSTER}
_SCHEMES: Final = {f"{name}{end}": end for name in ("valkey", "redis") for end in _KINDS}
_OPTIONS: Final = {
    *("prefix", "password-file", "user", "database"),
    *("tls", "ca", "cert", "key"),
}


class BadAddress(ValueError):
    """The URL is not one of ours; one sentence, without the password."""


@dataclass(frozen=True)
class Node:
    """One server: a host and a port, or a path."""

    host: str = ""
    port: int = 0
    path: str = ""

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"


@dataclass(frozen=True)
class Address:
    kind: str
    nodes: tuple[Node, ...]
    name: str = ""  # of what the sentinels watch
    database: int = 0
    user: str = ""
    password: str = ""
    is_tls: bool = False
    ca: str = ""
    cert: str = ""
    key: str = ""
    prefix: str = "kb"

    def __str__(self) -> str:
        """For people: where it is, and no password."""
        return ", ".join(map(str, self.nodes))


def is_url(text: str) -> bool:
    """Whether this names a store of this kind, and no file."""
    return "://" in text and text.partition("://")[0].lower() in _SCHEMES


def read_address(url: str) -> Address:
    """Raises BadAddress."""
    parts = urlsplit(url)
    end = _SCHEMES[parts.scheme]
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    for name in options:
        if name not in _OPTIONS:
            raise BadAddress(f"{name!r} is not an option of a store: {', '.join(sorted(_OPTIONS))}")
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    kind, path = _KINDS[end], unquote(parts.path)
    name, database = "", options.get("database", "")
    if kind == UNIX:
        if len(path) < 2:
            raise BadAddress("valkey+unix:// needs the path of a socket, such as /run/valkey.sock")
        nodes: tuple[Node, ...] = (Node(path=path),)
    else:
        port = _SENTINEL_PORT if kind == SENTINEL else _PORT
        nodes = tuple(_node(text, port) for text in hosts.split(","))
        rest = path.strip("/")
        if kind == SENTINEL:
            name, _, rest = rest.partition("/")
        database = rest or database
    return _checked(
        Address(
            kind,
            nodes,
            name,
            _number(database or "0", "database"),
            unquote(user) or options.get("user", ""),
            unquote(password) or _secret(options),
            end == "s" or options.get("tls", "").lower() in ("yes", "true", "1"),
            options.get("ca", ""),
            options.get("cert", ""),
            options.get("key", ""),
            options.get("prefix", "") or Address.prefix,
        )
    )


def _checked(address: Address) -> Address:
    if address.kind == ONE and len(address.nodes) > 1:
        raise BadAddress("several hosts need valkey+sentinel:// or valkey+cluster://")
    if address.kind == SENTINEL and not address.name:
        raise BadAddress("valkey+sentinel:// needs the name of what is watched: HOST/NAME")
    if address.kind == CLUSTER and address.database:
        raise BadAddress("a cluster has database 0 only")
    if set(address.prefix) & set("{}:* "):
        raise BadAddress("the prefix of keys has no braces, colons, stars or blanks")
    for name in filter(None, (address.ca, address.cert, address.key)):
        if not Path(name).is_file():
            raise BadAddress(f"there is no file {name}")
    return address


def _node(text: str, port: int) -> Node:
    """HOST, HOST:PORT or [IPv6]:PORT."""
    host, bracket, rest = text.partition("]") if text.startswith("[") else ("", "", "")
    if bracket:
        host, given = host[1:], rest.removeprefix(":")
    else:
        host, _, given = text.partition(":")
    if not host:
        raise BadAddress("the URL of a store names a host, such as valkey://127.0.0.1:6379")
    number = _number(given or str(port), "port")
    if number > 65_535:
        raise BadAddress(f"{given!r} is not a port")
    return Node(host, number)


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadAddress(f"{text!r} is no {what}")
    return int(text)


def _secret(options: Mapping[str, str]) -> str:
    """A password on the command line can be read by everybody on the machine; a file cannot."""
    name = options.get("password-file")
    if not name:
        return ""
    try:
        return Path(name).read_text(encoding="utf-8").partition("\n")[0]
    except (OSError, ValueError):
        raise BadAddress(f"{name}: no file with a password") from None
