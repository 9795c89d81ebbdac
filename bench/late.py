"""Unfinished games at any move, as records that the app can continue."""

from __future__ import annotations

from typing import Final

from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.setup import Options, settled_as_json
from engine.record import Record, format_record, record_of, start_table
from engine.rng import Stream

_SEED: Final = "bench"
_SEATS: Final = ("you", "greedy", "greedy", "greedy")
_NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")


def record(entries: int) -> str:
    """The game when the person has to act and there are at least that many entries."""
    start = settled_as_json(Options(players=len(_SEATS), seed=_SEED))
    tags = (("seats", " ".join(_SEATS)),)
    origin = Record("kingdom", start, players=_NAMES, seeded=True, tags=tags)
    table, dealer = start_table(origin), Dealer(_SEED)
    while table.to_act != 0 or len(table.entries) < entries:
        seat = table.to_act
        assert seat is not None, "the game is too short"
        if seat == DEALER:
            dealer.deal(table)
        else:
            stream = Stream(_SEED, f"entry {len(table.entries)}")
            move = BOTS["greedy"].choose(table.game.observe(table.state, seat), stream)
            table.append(seat, table.game.format(move))
    return format_record(record_of(table, origin))
