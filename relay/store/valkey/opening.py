"""Opens a store in Valkey, and says what is wrong with the server before a game depends on it.

Three settings decide whether what was said to be stored is stored, and each can be wrong without
anybody noticing until it is too late. The scripts are tried once on a separate key, by the user
that the relay will be: what that user may not do is said now, and not in the middle of a game.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import monotonic
from typing import Final

from relay.effects import Append
from relay.store.schema import FACTS, NewerStore
from relay.store.valkey.address import BadAddress, Node, read_address
from relay.store.valkey.link import Link, NoLibrary, Refused, Unreachable
from relay.store.valkey.scripts import SHORTEST
from relay.store.valkey.store import ValkeyStore

_OLDEST: Final = 7  # sharded channels came with it
_PATIENCE: Final = 5.0  # seconds until the hint of our own append has to be here
# What has to be set, and what happens otherwise.
_SETTINGS: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "appendonly": (
        "yes".__eq__,
        "appendonly is {value!r}: everything is lost when the server stops; set it to 'yes'",
    ),
    "appendfsync": (
        "always".__eq__,
        "appendfsync is {value!r}: a power cut loses moves that players have seen; "
        "set it to 'always'",
    ),
    "maxmemory-policy": (
        "noeviction".__eq__,
        "maxmemory-policy is {value!r}: a full server throws games away; set it to 'noeviction'",
    ),
}
_CERTIFICATE: Final = "; if the server wants a certificate of ours, name it: cert=FILE&key=FILE"
_RISK: Final = "; to accept that, start with --accept-risk"


class BadServer(OSError):
    """The server cannot be used as it is; one sentence."""


def open_valkey(url: str, is_risk_accepted: bool = False, replicas: int = 0) -> ValkeyStore:
    """Raises OSError with one sentence."""
    try:
        store = ValkeyStore(read_address(url), replicas)
    except BadAddress as error:
        raise BadServer(0, str(error)) from None
    try:
        for node in store.servers.nodes():
            _check(store.servers.link(node), node, is_risk_accepted)
        _agree(store)
        _try_out(store)
    except NoLibrary:
        store.close()
        raise
    except OSError as error:
        store.close()
        text, name = str(error.strerror), str(store.address)
        if store.address.is_tls and not store.address.cert and isinstance(error, Unreachable):
            text += _CERTIFICATE
        raise BadServer(0, text if text.startswith(name) else f"{name}: {text}") from None
    return store


def _check(link: Link, node: Node, is_risk_accepted: bool) -> None:
    info = dict(
        line.split(":", 1) for line in link.ask_one("INFO").decode().splitlines() if ":" in line
    )
    version = info.get("redis_version", "0")
    if int(version.partition(".")[0]) < _OLDEST:
        raise BadServer(0, f"this server has version {version}; it takes {_OLDEST}.0 or later")
    if info.get("role") != "master":
        raise BadServer(0, "this server is a replica, and nothing can be written to it")
    if is_risk_accepted:
        return
    try:
        rows = link.ask_one("CONFIG", "GET", *_SETTINGS)
    except Refused as refusal:
        text = f"the settings of the server cannot be checked ({refusal.strerror}): allow the user "
        raise BadServer(0, f"{text}+config|get{_RISK}") from None
    found = dict(zip(map(bytes.decode, rows[::2]), map(bytes.decode, rows[1::2]), strict=True))
    for name, (is_right, text) in _SETTINGS.items():
        value = found.get(name, "")
        if not is_right(value):
            raise BadServer(0, text.format(value=value) + _RISK)


def _agree(store: ValkeyStore) -> None:
    """A relay that does not know all that is stored has to refuse the store, not one room of it
    after the other (relay/store/schema.py)."""
    key = store.key("relays", "version")
    link = store.servers.link_for(key)
    found = int(link.ask_one("GET", key) or 0)
    if found > FACTS:
        raise BadServer(0, str(NewerStore(found, FACTS)))
    if found < FACTS:
        link.ask_one("SET", key, FACTS)


def _try_out(store: ValkeyStore) -> None:
    """Everything that a relay asks for, once, on a key that nobody uses."""
    room = f"try {secrets.token_hex(8)}"
    store.beat()
    ear = Link(store.address, store.servers.node_of(store.key(room)))
    try:
        ear.send("SSUBSCRIBE", store.channel(room))
        _hears(ear, b"ssubscribe")
        for expected in (0, 1):
            wish = Append(room, expected, (b"tried",), store.now() + 2 * SHORTEST)
            if store.append([wish]) != [True]:
                raise BadServer(0, f"an append was tried, and not done: {store.trouble}")
        if not store.replicas:
            _hears(ear, b"smessage")
        if store.load(room) != [b"tried", b"tried"]:
            raise BadServer(0, "what was just stored is not there")
        store.here(room, b"tried", b"tried")
        store.erase(room)
    finally:
        ear.close()


def _hears(ear: Link, word: bytes) -> None:
    """Raises OSError if the server says something else, or nothing."""
    end = monotonic() + _PATIENCE
    while monotonic() < end:
        for answer in ear.receive(1, 0.2):
            if isinstance(answer, Refused):
                raise answer
            if isinstance(answer, list) and answer[0] == word:
                return
    raise BadServer(0, f"the server said no {word.decode()!r} on the channel of a room")
