"""A game on a relay as a session: our copy of the table follows what the relay has confirmed.

The client has the newest entries, and its own moves at once, and folds them. The session takes them
over one by one, so that a player who was away can see what happened; until it has shown all, nobody
here is asked to move.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from engine.bots import Stop
from engine.contract import DEALER
from engine.dealer import Seal
from engine.record import Record, format_record, record_of
from engine.table import Entry, Table
from kbtui.online.guest import Guest
from kbtui.play.session import COUNTED, SEATS, Session
from relay.protocol import kinds as k

ROOM: Final = "room"  # the header of a record that says where it was played


class RelayLink:
    """What the relay has sent, as the link of a session."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def ahead(self, table: Table) -> Table | None:
        """The client's table, which has folded every entry, as far as it is not shown yet."""
        known = self._guest.client.table
        return known if known is not None and len(known.entries) > len(table.entries) else None

    def due(self, table: Table, stop: Stop) -> Entry | None:
        known = self.ahead(table)
        return None if known is None else known.entries[len(table.entries)]

    def send(self, token: str) -> None:
        self._guest.play(token)


class OnlineTable:
    """One game of a guest, with the session that shows it."""

    def __init__(self, guest: Guest) -> None:
        """The guest is playing or watching; what was seen before is on the table at once."""
        room, table = guest.room, guest.client.table
        assert room is not None, "the room is known before its game"
        assert table is not None, "the game has begun"
        self.guest = guest
        self.code = room.code
        start = json.loads(room.terms.options)
        origin = Record(room.game, start, players=guest.names, tags=self._tags())
        seen = guest.kept.place.seen if guest.kept is not None else guest.client.confirmed
        shown = table.until(min(seen, len(table.entries)))
        self.session = Session.over(RelayLink(guest), shown, origin, guest.players)
        self.session.has_remote_players = guest.has_remote_players
        self.kept_as: Path | None = None  # the file of the finished game
        unseen = table.entries[len(shown.entries) :]
        self.missed = sum(entry.actor != DEALER for entry in unseen)  # moves made while away

    def _tags(self) -> tuple[tuple[str, str], ...]:
        tags = (SEATS, " ".join(self.guest.sitters)), (ROOM, self.code)
        return (*tags, (COUNTED, self.guest.daily)) if self.guest.daily else tags

    @property
    def ahead(self) -> int:
        """Entries that are not shown yet."""
        table = self.guest.client.table
        known = 0 if table is None else len(table.entries)
        return max(known - len(self.session.table.entries), 0)

    def refresh(self) -> bool:
        """Take over what has changed in the room; whether moves had to be taken back."""
        session, table = self.session, self.guest.client.table
        if self.guest.players:
            session.players, session.names = self.guest.players, self.guest.names
            session.has_remote_players = self.guest.has_remote_players
        if table is None:
            return False
        shown = session.table.entries
        common = min(len(shown), len(table.entries))
        if shown[:common] == table.entries[:common]:
            # After a difference everything is sent again: what is not there yet was not refused.
            if common == len(shown) or self.guest.client.confirmed < self.guest.client.last:
                return False
        else:
            pairs = zip(shown, table.entries, strict=False)
            common = next(i for i, (ours, theirs) in enumerate(pairs) if ours != theirs)
        session.back_to(common)
        return True

    def saw(self, turn: int) -> None:
        """Remember how far the player has followed; not in the ticket of the next game."""
        if self.guest.room is None or self.guest.room.code != self.code:
            return
        table = self.session.table
        confirmed = min(len(table.entries), self.guest.client.confirmed)
        self.guest.saw(confirmed, turn, table.to_act)

    # ---- the end --------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game as we may keep it: with all cards, once the deal was opened and verified."""
        client, session = self.guest.client, self.session
        table = client.opened_table or session.table
        origin = session.origin._replace(players=session.names, tags=self._tags(), seal=self._seal)
        return record_of(table, origin)

    @property
    def text(self) -> str:
        return format_record(self.record)

    @property
    def _seal(self) -> Seal | None:
        seal = self.guest.client.seal
        if seal is None or seal.step not in (k.DEALT, k.OPENED):
            return None
        nonces = tuple(nonce.hex() for nonce in seal.nonces)
        return Seal(seal.commitment.hex(), nonces, seal.secret.hex() or None)
