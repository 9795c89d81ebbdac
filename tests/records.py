"""Games to record: with undo, redo and everything a record can hold."""

from __future__ import annotations

from random import Random

from engine.dealer import Dealer
from engine.record import Record, record_of
from engine.table import Table
from tests.walks import KINGDOM, choose, greedy


def dealt(
    start: dict[str, object], dealer: Dealer, limit: int = 2000, *, is_greedy: bool = False
) -> Table:
    """A random game with undo and redo in it, dealt by this dealer."""
    table, random = Table.new(KINGDOM, start), Random(str(start))
    while table.to_act is not None and len(table.entries) < limit:
        dealer.deal(table)
        actor = table.to_act
        assert actor is not None
        if random.random() < 0.1 and (table.can_redo(actor) or table.can_undo(actor)):
            table.append(actor, "redo" if table.can_redo(actor) else "undo")
        else:
            moves = table.game.legal(table.state)
            if is_greedy:
                moves = greedy(table.state, moves)
            table.append(actor, table.game.format(choose(table.game, moves, random)))
    return table


def small(limit: int = 40) -> Record:
    """A short seeded game with everything a header can hold except a seal."""
    start: dict[str, object] = {"first_game": True, "seed": "record"}
    table = dealt(start, Dealer("record"), limit)
    tags = (("date", "2025-01-31"), ("event", "a: b, # c"))
    return record_of(
        table, Record("kingdom", start, players=("Ann", "Bob"), seeded=True, tags=tags)
    )
