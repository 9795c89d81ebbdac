"""Games for bots to look at: observations of seats that have to act, and whole games of bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.bots import Budget
from engine.contract import DEALER, Seat
from engine.dealer import Dealer
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.state import State
from engine.rng import Stream
from engine.table import Table


def decisions(
    seed: str, options: dict[str, object], bots: Sequence[str] = ("novice",), nodes: int = 1
) -> Iterator[tuple[Table, Seat]]:
    """A game of bots, stopped at every decision; the bots take turns at the seats."""
    table = Table.new("kingdom", {"seed": seed, **options})
    dealer = Dealer(seed)
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
            continue
        yield table, seat
        bot = BOTS[bots[seat % len(bots)]].bot
        stream = Stream(seed, f"entry {len(table.entries)}")
        move = bot(table.game.observe(table.state, seat), stream, Budget(nodes))
        table.append(seat, table.game.format(move))


def observations(seed: str, options: dict[str, object], every: int) -> list[State]:
    """What the seats that have to act see, at every so-many-th decision."""
    found = enumerate(decisions(seed, options))
    return [t.game.observe(t.state, seat) for i, (t, seat) in found if i % every == every - 1]


def totals(
    seed: str, options: dict[str, object], bots: Sequence[str], nodes: int = 1
) -> tuple[int, ...]:
    """The gold of every seat at the end of a whole game."""
    for table, _ in decisions(seed, options, bots, nodes):
        last = table
    found: tuple[int, ...] = last.game.totals(last.state)
    return found
