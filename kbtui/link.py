"""Where the moves of others come from, and where those made here go: this program, or a relay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.bots.base import Stop
from engine.bots.levels import BOTS
from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.rng import Stream, word
from engine.table import Entry, Table


class Link(Protocol):
    def is_ahead(self, table: Table) -> bool:
        """Whether more has happened already than this table shows."""

    def due(self, table: Table, stop: Stop) -> Entry | None:
        """The next entry, if nobody here has to make it; None if it is not known yet."""

    def send(self, token: str) -> None:
        """A person here makes this move; raises what is wrong with it."""


class LocalLink:
    """The dealer and the bots of a game that is played in this program alone."""

    def __init__(self, seed: str, players: Sequence[str]) -> None:
        """``players``: for each seat a person, or the level of a bot."""
        self._seed = seed
        self._players = tuple(players)
        self._dealer = Dealer(seed)

    def is_ahead(self, table: Table) -> bool:
        return False

    def due(self, table: Table, stop: Stop) -> Entry | None:
        seat = table.to_act
        assert seat is not None, "nothing is due when the game is over"
        if seat == DEALER:
            return Entry(seat, self._dealer.next_token(table))
        return Entry(seat, self._bot_token(table, seat, stop))

    def _bot_token(self, table: Table, seat: Seat, stop: Stop) -> str:
        # Drawn from the seed, so that a game can be repeated, but not the seed of the cards.
        secret = word(self._seed.encode(), "bots", 0)
        stream = Stream(str(secret), f"entry {len(table.entries)}")
        seen = table.game.observe(table.state, seat)
        return table.game.format(BOTS[self._players[seat]].choose(seen, stream, stop))

    def send(self, token: str) -> None:
        """Nobody else has to be told."""
