"""The entries of a game as each chair may see them, in pages.

Most entries are the same for all, so there is one list of tokens, as a spectator sees them, and
beside it what a seat sees instead. No other part of the log is ever sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.contract import Seat, Viewer
from engine.table import Table
from relay.protocol import kinds as k
from relay.protocol.messages import Log
from relay.protocol.padding import OwnLog, fitting


def masked(table: Table, seats: Iterable[Seat]) -> tuple[str, Mapping[Seat, str] | None]:
    """The last entry as somebody sees it who only watches, and for those seats that see another."""
    number = len(table.entries)
    seen = table.seen(number, None)
    if seen == table.entries[-1].token:  # what one who only watches may see, everybody may
        return seen, None
    own = {seat: table.seen(number, seat) for seat in seats}
    return seen, {seat: token for seat, token in own.items() if token != seen}


class Pages:
    """Entries are numbered from 1, here as everywhere."""

    def __init__(self) -> None:
        self.actors = bytearray()  # as they are sent
        self.digests: list[bytes] = []
        self.times: list[int] = []
        self.tokens: list[str] = []
        self.own: dict[Seat, dict[int, str]] = {}  # what a seat sees otherwise, by number
        self.hidden = 0  # the last entry that is not the same for all
        self.secret_lengths = (0, 0)  # of tokens that are hidden from some: the least, the most

    def add(
        self, at: int, actor: Seat, digest: bytes, token: str, own: Mapping[Seat, str] | None
    ) -> None:
        """One more entry; ``own``: for which seats the token is another."""
        self.actors.append(actor & k.DEALER_BYTE)
        self.digests.append(digest)
        self.times.append(at)
        self.tokens.append(token)
        if own is not None:
            self.hidden = number = len(self.tokens)
            for seat, seen in own.items():
                self.own[seat][number] = seen

    def seen(self, viewer: Viewer, have: int, last: int) -> list[str]:
        """The tokens after ``have``, up to ``last``."""
        tokens = self.tokens[have:last]
        if viewer is not None and have < self.hidden:
            own = self.own[viewer]
            return [own.get(number, token) for number, token in enumerate(tokens, have + 1)]
        return tokens

    def is_public(self, viewer: Viewer, have: int, last: int) -> bool:
        """Whether somebody who only watches sees these entries just as this viewer."""
        if viewer is None or have >= self.hidden:
            return True
        return self.own[viewer].keys().isdisjoint(range(have + 1, last + 1))

    def page(self, viewer: Viewer, have: int, last: int, most: int) -> Log:
        """The entries after ``have`` as a chair may see them, up to ``last``, at most that many; of
        those that others may not see only as many as can be made equally long."""
        end = min(last, have + most)
        tokens = self.tokens[have:end]
        is_public, extra = viewer is None or self.is_public(viewer, have, end), 0
        if not is_public:
            own = self.seen(viewer, have, end)
            count, extra = fitting(own, tokens, self.secret_lengths)
            end, tokens = have + count, own[:count]
        actors, text = bytes(self.actors[have:end]), " ".join(tokens)
        digests = b"".join(self.digests[have:end])
        if is_public:
            return Log(have + 1, last, actors, text, digests)
        return OwnLog(have + 1, last, actors, text, digests, len(text) + extra)
