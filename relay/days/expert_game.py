"""The expert's game with a relay's cards of a day: a measure for everyone who has tried it.

The relay plays it when the first try of a day is over, since nobody else knows the cards before
they are revealed. The expert sits where players sit, has all of its nodes and meets the same bot.
That takes some seconds of computing, so it moves between the thoughts of other bots.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bots import never
from engine.contract import DEALER, find
from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.record import Record, format_record, record_of
from engine.rng import Stream
from engine.table import Table
from relay.days.deals import Deal, deal_of
from relay.days.packing import packed
from relay.protocol.seals import bot_seed

LEVEL: Final = "expert"


class Rehearsed(NamedTuple):
    """What came of it."""

    deal: Deal
    score: int
    other: int  # of the bot
    record: bytes  # packed


class Rehearsal:
    """One game of it, a move at a time."""

    def __init__(self, game: str, day: str, secret: bytes) -> None:
        self._game, self._day, self._secret = game, day, secret
        self._table: Table | None = None

    def step(self) -> Rehearsed | None:
        """One more move; at the end what came of it. Takes up to half a second."""
        deal = deal_of(self._game, self._day)
        table = self._table = self._table or Table.new(deal.game, deal.options)
        self._deal_cards(table)
        seat = table.to_act
        if seat is not None:
            rules = table.game
            level = rules.levels[LEVEL if seat == deal.seat else deal.level]
            stream = Stream(bot_seed(self._secret), f"entry {len(table.entries) + 1}")
            seen = rules.observe(table.state, seat)
            table.append(seat, rules.format(level.choose(seen, stream, never, level.nodes)))
            self._deal_cards(table)
        return self._result(deal, table) if table.to_act is None else None

    def _deal_cards(self, table: Table) -> None:
        dealer = Dealer(sealed_seed(self._secret, self._nonces(table)))
        while table.to_act == DEALER:
            table.append(DEALER, dealer.next_token(table))

    def _nonces(self, table: Table) -> list[bytes]:
        """Nobody adds one in a try."""
        return [b""] * table.game.seats(table.state)

    def _result(self, deal: Deal, table: Table) -> Rehearsed:
        totals = table.game.totals(table.state)
        best = max(total for seat, total in enumerate(totals) if seat != deal.seat)
        names = (LEVEL if seat == deal.seat else deal.level for seat in range(len(totals)))
        origin = Record(
            deal.game,
            deal.options,
            players=tuple(names),
            seal=Seal(commitment(self._secret), tuple("" for _ in totals), None),
        )
        text = format_record(record_of(table, origin))
        return Rehearsed(deal, totals[deal.seat], best, packed(text))


def can_rehearse(game: str) -> bool:
    return LEVEL in find(game).levels
