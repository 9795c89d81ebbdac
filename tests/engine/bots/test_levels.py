"""Bots choose legal moves, the same from the same observation, and never by hidden cards."""

from __future__ import annotations

import pytest

from engine.bots.levels import BOTS
from engine.contract import DEALER
from engine.dealer import Dealer
from engine.kingdom.observation import determinize
from engine.kingdom.rules import legal
from engine.rng import Stream
from engine.table import Table

LEVELS = sorted(BOTS)
MARSHLANDS = {"sets": ["base", "marshlands"], "players": 3}


def positions(options: dict[str, object], every: int) -> list[tuple[Table, int]]:
    """Tables of one random game, stopped at every so-many-th decision, and who decides there."""
    found = []
    table, dealer, stream = Table.new("kingdom", options), Dealer("bots"), Stream("bots", "walk")
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
            continue
        if len(table.entries) % every == 0:
            copy = Table(table.game, table.states[0])
            copy.extend(table.entries)
            found.append((copy, seat))
        table.append(seat, table.game.format(stream.choice(table.game.legal(table.state))))
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, MARSHLANDS, {"two_cards": True}])
def test_a_bot_plays_legal_moves_and_repeats_itself(level: str, options: dict[str, object]) -> None:
    for table, seat in positions(options, every=5):
        seen = table.game.observe(table.state, seat)
        moves = [BOTS[level].choose(seen, Stream("x", "bot")) for _ in range(2)]
        assert moves[0] in legal(table.state)
        assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_do_not_change_the_choice(level: str) -> None:
    for table, seat in positions(MARSHLANDS, every=9):
        seen = table.game.observe(table.state, seat)
        expected = BOTS[level].choose(seen, Stream("x", "bot"))
        for guess in range(3):
            full = determinize(seen, Stream("guess", str(guess)).below)
            assert table.game.observe(full, seat) == seen
            assert (
                BOTS[level].choose(table.game.observe(full, seat), Stream("x", "bot")) == expected
            )
