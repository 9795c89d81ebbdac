"""The edition of a game: it stays as long as deals and bots stay, whatever else is edited.

A table of the day belongs to an edition, and a new one opens a second table and a second try. So
an edition is a declared number, and these digests hold it to what it promises.
"""

from __future__ import annotations

from hashlib import blake2b

import pytest

from engine.bots import never
from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.rng import Stream
from engine.table import Table
from relay.days import deals
from relay.days.deals import deal_of, edition

DAYS = ("2026-11-18", "2026-11-21")  # a Wednesday and a Saturday
# For each game what its bots of the day play, by edition. A digest is never changed: if deals or
# decisions change, raise ``edition`` of ``DayOptions`` in the setup of the game, and add a line.
KNOWN = {
    "kingdom": {"1": "2d37576be0075979"},
    "castle": {"1": "844db096f0c97157"},
}


def played(game: str, day: str) -> list[str]:
    """The deal of a day, and a game of its bot against itself with these cards."""
    rules, deal = find(game), deal_of(game, day)
    level, table, dealer = rules.levels[deal.level], Table.new(game, deal.options), Dealer(day)
    told = [str(sorted(deal.options.items())), f"{deal.seat} {deal.level} {deal.nodes}"]
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            token = dealer.next_token(table)
        else:
            stream = Stream(day, f"entry {len(table.entries) + 1}")
            seen = rules.observe(table.state, seat)
            token = rules.format(level.choose(seen, stream, never, deal.nodes))
        table.append(seat, token)
        told.append(f"{seat} {token} {table.digest()}")
    return told


@pytest.mark.slow
@pytest.mark.parametrize("game", deals.games())
def test_an_edition_deals_and_plays_as_it_always_did(game: str) -> None:
    told = [line for day in DAYS for line in played(game, day)]
    assert len(told) > 200
    digest = blake2b("\n".join(told).encode(), digest_size=8).hexdigest()
    known = KNOWN[game].get(edition(game))
    assert digest == known, "deals or bots have changed: raise the edition, and note this digest"


def test_editions_are_numbered_and_none_comes_back() -> None:
    assert [*KNOWN] == deals.games()
    for game, digests in KNOWN.items():
        assert [*digests] == [str(number) for number in range(1, len(digests) + 1)]
        assert edition(game) == [*digests][-1]
        assert len({*digests.values()}) == len(digests)
