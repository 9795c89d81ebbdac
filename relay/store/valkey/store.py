"""A store in Valkey: what ``append`` has said True to is on the server's disk.

The log of a room is a stream; what is in it is the truth. An append is carried out by a script, so
that nothing comes between the look at the last entry and the next one (``scripts``). After it, the
script publishes the entry: that is only a hint, and a relay that misses it reads the stream.

The store remembers how each log ends that it has seen. An append names that end. So nothing is ever
added to a log that is not the one which the room in memory was made from, be it that another relay
was faster, that a server came back without its last entries, or that it came back empty. When a log
turns out to have lost what was seen in it, that is said once: ``LostHistory``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, Final, NamedTuple

from relay.effects import Append
from relay.store.log_store import Event, Kept, Listening, LostHistory, Rest
from relay.store.valkey import entries as e
from relay.store.valkey.address import Address, Node
from relay.store.valkey.lanes import Lanes
from relay.store.valkey.link import Command, Link, Refused, Unreachable
from relay.store.valkey.listening import Listener
from relay.store.valkey.scripts import APPEND, BEAT, DONE, HERE, NAMES, SHORTEST, STALE
from relay.store.valkey.servers import ELSEWHERE, Servers

_TRIES: Final = 2  # for an append: after a lost answer it is asked again whose it is
_PAGE: Final = 1000  # keys in one portion of a search
_JUMP: Final = 60_000  # milliseconds that may pass at most between two looks at the time
_HERE: Final = 86_400_000  # milliseconds that a note on who is there is kept
_REPLICAS: Final = 2000  # milliseconds to wait for replicas


class _Wish(NamedTuple):
    """An append on its way."""

    place: int
    append: Append
    entry: bytes
    head: e.Head  # after it
    command: Command


class ValkeyStore:
    """A ``SharedStore``. Use it from one thread at a time; but what is published may be heard in
    the loop at any time."""

    kind = "valkey"

    def __init__(self, address: Address, replicas: int = 0) -> None:
        """``replicas``: how many must have an append before it counts as stored."""
        self.address = address
        self.name = secrets.token_bytes(e.NAME)  # of this relay
        self.replicas = replicas
        self.servers = Servers(address, self._met)
        self._numbers = count(1)  # of appends
        self._heads: dict[str, e.Head] = {}
        self._run_ids: dict[Node, bytes] = {}
        self.restarts = 0  # of servers, noticed so far
        self.trouble = ""  # the last one
        self._lanes: Lanes | None = None  # of the loop in which the store is used
        self._ahead: float | None = None  # of the store's time, before the clock that only runs

    # ---- keys ------------------------------------------------------------------------------------

    def key(self, room: str, what: str = "log") -> str:
        return f"{self.address.prefix}:{{{room}}}:{what}"

    def channel(self, room: str) -> str:
        return self.key(room, "hint")

    def _met(self, link: Link) -> None:
        known = self._run_ids.get(link.node)
        if known is not None and known != link.run_id:
            self.restarts += 1
        self._run_ids[link.node] = link.run_id

    # ---- appending -------------------------------------------------------------------------------

    def append(self, appends: Sequence[Append]) -> list[bool | None]:
        outcomes: list[bool | None] = [False] * len(appends)
        for wishes in self._rounds(appends):
            left = wishes
            for _ in range(_TRIES):
                left = self._carry_out(left, outcomes)
        return self._unless_all_failed(outcomes)

    def _unless_all_failed(self, outcomes: list[bool | None]) -> list[bool | None]:
        if outcomes and all(outcome is None for outcome in outcomes):
            raise OSError(0, self.trouble)
        return outcomes

    def prepare(self, appends: Sequence[Append]) -> Callable[[], list[bool | None]] | None:
        return None  # there is always somebody to wait for

    def anticipate(self) -> None:
        """There is nothing to prepare."""

    def begin(self, appends: Sequence[Append], done: Callable[[Rest], None]) -> bool:
        lanes = self._lanes
        if lanes is None or self.replicas or len({each.room for each in appends}) < len(appends):
            return False
        nodes = [lanes.node_of(self.key(each.room)) for each in appends]
        if None in nodes:
            return False
        outcomes: list[bool | None] = [False] * len(appends)
        groups: dict[Node, list[_Wish]] = {}
        for index, (append, node) in enumerate(zip(appends, nodes, strict=True)):
            wish = self._wish(index, append)
            if wish is not None and node is not None:
                groups.setdefault(node, []).append(wish)
        left: list[_Wish] = []
        waiting = len(groups)

        def answered(node: Node, answers: list[Any]) -> None:
            nonlocal waiting
            again = self._understand(groups[node], answers, outcomes)
            if again:
                lanes.drop(node)
                left.extend(again)
            waiting -= 1
            if not waiting:
                done(partial(self._ask_again, left, outcomes) if left else outcomes)

        for node, wishes in groups.items():
            lanes.ask(node, [wish.command for wish in wishes], partial(answered, node))
        return bool(groups)

    def _ask_again(self, wishes: list[_Wish], outcomes: list[bool | None]) -> list[bool | None]:
        self._carry_out(wishes, outcomes)
        return self._unless_all_failed(outcomes)

    def _rounds(self, appends: Sequence[Append]) -> Iterator[list[_Wish]]:
        """Those of one room one after the other, since each needs the end of the one before."""
        waiting = list(enumerate(appends))
        while waiting:
            wishes: dict[str, _Wish] = {}
            later: list[tuple[int, Append]] = []
            for index, append in waiting:
                if append.room in wishes:
                    later.append((index, append))
                elif (wish := self._wish(index, append)) is not None:
                    wishes[append.room] = wish
            waiting = later
            if wishes:
                yield list(wishes.values())

    def _wish(self, index: int, append: Append) -> _Wish | None:
        """None: it is stale, as far as is known already."""
        room, expected, records, expires, sight = append
        head = self._heads.get(room, e.EMPTY) if expected else e.EMPTY
        if head.seq != expected or not records:
            return None
        maker = self.name + next(self._numbers).to_bytes(e.ID - e.NAME, "big")
        entry = e.write(head, maker, records)
        after = e.Head(expected + len(records), entry[e.ID : e.ID + e.DIGEST])
        life = expires - self.now()
        if life < SHORTEST:
            raise OSError(0, f"a room has to be kept for {SHORTEST:.0f} seconds at least")
        channel = self.channel(room) if not self.replicas else ""
        hint = e.with_sight(b"", sight)
        values = (expected, head.digest, entry, after.seq, int(life * 1000), channel, hint)
        return _Wish(index, append, entry, after, _script(APPEND, [self.key(room)], *values))

    def _carry_out(self, wishes: list[_Wish], outcomes: list[bool | None]) -> list[_Wish]:
        """Those that have to be asked again, since their answer was lost."""
        by_node: dict[Node | None, list[_Wish]] = {}
        for wish in wishes:
            by_node.setdefault(self._node_of(self.key(wish.append.room)), []).append(wish)
        left: list[_Wish] = []
        for node, group in by_node.items():
            answers = self._ask(node, [wish.command for wish in group])
            left += self._understand(group, answers, outcomes)
            if self.replicas:
                self._spread(node, [wish for wish in group if outcomes[wish.place]], outcomes)
        return left

    def _understand(
        self, wishes: list[_Wish], answers: list[Any], outcomes: list[bool | None]
    ) -> list[_Wish]:
        """What became of each; those that have to be asked again."""
        left: list[_Wish] = []
        for wish, answer in zip(wishes, answers, strict=True):
            if isinstance(answer, OSError):
                outcomes[wish.place] = None
                self.trouble = str(answer.strerror)
                if _is_to_be_asked_again(answer):
                    left.append(wish)
            else:
                outcomes[wish.place] = self._note(wish, answer)
        return left

    def _node_of(self, key: str) -> Node | None:
        try:
            return self.servers.node_of(key)
        except OSError as error:
            self.trouble = str(error.strerror)
            return None

    def _ask(self, node: Node | None, commands: list[Command]) -> list[Any]:
        if node is None:
            return [Unreachable(0, self.trouble) for _ in commands]
        try:
            answers = self.servers.link(node).ask(commands)
        except OSError as error:
            self.servers.drop(node)
            return [error for _ in commands]
        if any(isinstance(each, Refused) and _is_to_be_asked_again(each) for each in answers):
            self.servers.drop(node)
        return answers

    def _note(self, wish: _Wish, answer: int) -> bool:
        if answer == STALE:
            return False
        if answer == DONE or self._heads.get(wish.append.room, e.EMPTY).seq < wish.head.seq:
            self._heads[wish.append.room] = wish.head
        return True

    def _spread(self, node: Node | None, wishes: list[_Wish], outcomes: list[bool | None]) -> None:
        """Only what enough replicas have is stored, and only then others may hear of it."""
        if not wishes:
            return
        (count,) = self._ask(node, [("WAIT", self.replicas, _REPLICAS)])
        if isinstance(count, OSError) or count < self.replicas:
            self.trouble = f"{count} of {self.replicas} replicas have the last entries"
            for wish in wishes:
                outcomes[wish.place] = None
            return
        rooms = [self.channel(wish.append.room) for wish in wishes]
        entries = [e.with_sight(wish.entry, wish.append.sight) for wish in wishes]
        self._ask(node, [("SPUBLISH", *pair) for pair in zip(rooms, entries, strict=True)])

    # ---- reading ---------------------------------------------------------------------------------

    def load(self, room: str, after: int = 0) -> list[bytes]:
        known, key = self._heads.get(room), self.key(room)
        rows, *spread = self._read_all(
            key, ("XRANGE", key, f"{after}-0" if after else "-", "+"), *self._seen(room)
        )
        if spread and spread[-1] < self.replicas:
            raise OSError(0, f"{spread[-1]} of {self.replicas} replicas have the log")
        found = [row[1][1] for row in rows]
        try:
            heads, records = e.walk(found, after)
        except ValueError as error:
            self.forget(room)
            raise LostHistory(f"the log is not whole: {error}") from None
        if known is not None and heads.get(known.seq) != known.digest:
            self.forget(room)
            text = f"{known.seq} records were there, and now there are {max(heads)} or others"
            raise LostHistory(text)
        if found:
            self._heads[room] = e.Head(max(heads), heads[max(heads)])
        return records

    def _seen(self, room: str) -> list[Command]:
        """What is read counts only if enough replicas have it too. To wait for them is to wait for
        what was last written here, so something is written."""
        if not self.replicas:
            return []
        write = ("SET", self.key(room, "seen"), 1, "PX", 60_000)
        return [write, ("WAIT", self.replicas, _REPLICAS)]

    def _read(self, key: str, command: Command) -> Any:
        return self._read_all(key, command)[0]

    def _read_all(self, key: str, *commands: Command) -> list[Any]:
        """What changes nothing can be asked again; raises OSError."""
        trouble: OSError = Unreachable(0, self.trouble)
        for _ in range(_TRIES):
            answers = self._ask(self._node_of(key), list(commands))
            troubles = [answer for answer in answers if isinstance(answer, OSError)]
            if not troubles:
                return answers
            trouble = troubles[0]
            self.trouble = str(trouble.strerror)
        raise trouble

    def rooms(self) -> list[Kept]:
        found: list[Kept] = []
        now = self.now()
        for node in self.servers.nodes():
            keys = [key.decode() for key in self._scan(node)]
            for at in range(0, len(keys), _PAGE):
                part = keys[at : at + _PAGE]
                link = self.servers.link(node)
                tops = link.ask([("XREVRANGE", key, "+", "-", "COUNT", 1) for key in part])
                lives = link.ask([("PTTL", key) for key in part])
                for key, top, life in zip(part, tops, lives, strict=True):
                    if isinstance(top, list) and top:
                        seq = int(top[0][0].partition(b"-")[0])
                        found.append(Kept(_room_of(key), seq, now + life / 1000))
        return found

    def _scan(self, node: Node) -> Iterator[bytes]:
        cursor, link = b"0", self.servers.link(node)
        while True:
            pattern = self.key("*")
            cursor, keys = link.ask_one("SCAN", cursor, "MATCH", pattern, "COUNT", _PAGE)
            yield from keys
            if cursor == b"0":
                return

    def expiry(self, room: str) -> float | None:
        key = self.key(room)
        life: int = self._read(key, ("PTTL", key))
        return None if life < 0 else self.now() + life / 1000

    def sweep(self, now: float) -> list[str]:
        return []  # the server itself forgets what nobody has added to for that long

    def forget(self, room: str) -> None:
        """The room has left the memory."""
        self._heads.pop(room, None)

    def erase(self, room: str) -> None:
        """All of it, for what was only tried; raises OSError."""
        self._read(self.key(room), ("DEL", self.key(room), self.key(room, "here")))
        self.forget(room)

    # ---- who is there ----------------------------------------------------------------------------

    def listen(self, tell: Callable[[list[Event]], None]) -> Listening:
        """From now on appends are carried out in this loop too, as far as they can be."""
        self._lanes = Lanes(self.address, self._met)
        self._lanes.node_of(self.key("relays"))  # the first connection, before it is needed
        return Listener(self, tell, self._lanes.close)

    def accept(self, room: str, data: bytes, entry: e.Entry) -> bool:
        """Another relay has published this entry: whether it follows what we know."""
        head = self._heads.get(room)
        if head is None or not e.is_next(head, data, entry):
            return False
        self._heads[room] = e.Head(entry.seq, entry.digest)
        return True

    def here(self, room: str, guests: bytes, words: bytes) -> dict[bytes, bytes]:
        """Say whom this relay has in the room, if anybody, and publish words, if there are any;
        whom all have."""
        key, said = self.key(room, "here"), self._words(words) if words else b""
        values = (self.name, guests, _HERE, self.channel(room), said)
        found = self._read(key, _script(HERE, [key], *values))
        return dict(zip(found[::2], found[1::2], strict=True))

    def publish(self, room: str, words: bytes) -> None:
        """Something that nobody stores; raises OSError."""
        self._read(self.key(room), ("SPUBLISH", self.channel(room), self._words(words)))

    def _words(self, words: bytes) -> bytes:
        return e.NOBODY + self.name + words

    # ---- the time --------------------------------------------------------------------------------

    def beat(self, words: bytes = b"", life: float = 0.0) -> dict[bytes, bytes]:
        """Say that this relay is there for ``life`` seconds, and in ``words`` what others may want
        to know; without a life, only ask for the time. Returns the words of all that are there."""
        keys = [self.key("relays", what) for what in ("time", "list")]
        values = (self.name if life else b"", words, int(life * 1000), _JUMP)
        begun = monotonic()
        now, *rest = self._read(keys[0], _script(BEAT, keys, *values))
        # It was that late at some moment between then and now; most likely it still is as we think.
        least, most = int(now) / 1000 - monotonic(), int(now) / 1000 - begun
        self._ahead = min(
            max((least + most) / 2 if self._ahead is None else self._ahead, least), most
        )
        return dict(zip(rest[::2], rest[1::2], strict=True))

    def now(self) -> float:
        """The time of the store, the same for all relays; raises OSError the first time."""
        if self._ahead is None:
            self.beat()
        return monotonic() + (self._ahead or 0.0)

    def set_time(self, now: float) -> None:
        """It is this late, for everybody; raises OSError."""
        key = self.key("relays", "time")
        self._read(key, ("HSET", key, "own", int(now * 1000)))
        self._ahead = None

    def close(self) -> None:
        self.servers.close()


def _script(script: str, keys: Sequence[str], *values: Any) -> Command:
    return ("EVALSHA", NAMES[script], len(keys), *keys, *values)


def _room_of(key: str) -> str:
    return key[key.index("{") + 1 : key.index("}")]


def _is_to_be_asked_again(error: OSError) -> bool:
    """Lost on its way, or at the wrong server: only asking again shows whether it was done."""
    return not isinstance(error, Refused) or error.kind in (*ELSEWHERE, "NOSCRIPT")
