"""Tables at the moments that the tests of the table need."""

from __future__ import annotations

from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.table import Table
from tests.helpers import position
from tests.helpers import table as whole_board
from tests.walks import KINGDOM

# A Farm at E5 with one tile left, a Canoe at C13 with water to go to.
SHORE = whole_board("G", {"e5": "farm", "c13": "canoe", "m15 m16": "W"})


def first_turn(seed: str = "table", **more: object) -> Table:
    """A first game in which seat 0 is to build."""
    table = Table.new(KINGDOM, {"first_game": True, "seed": seed, **more})
    Dealer(seed).deal(table)
    return table


def build(table: Table, count: int = 1) -> list[str]:
    """Let the one to act make the first legal move that often."""
    tokens = []
    for _ in range(count):
        actor = table.to_act
        assert actor is not None
        tokens.append(table.game.format(table.game.legal(table.state)[0]))
        table.append(actor, tokens[-1])
    return tokens


def at_the_shore() -> Table:
    """Seat 0 can take the last Farm tile at D5; seat 1 has a ready Canoe."""
    state = position(
        SHORE,
        settlements=["c5", "b13 f5"],
        tiles=["", "c13:usable e5:usable"],
        card="grass",
    )
    return Table(find(KINGDOM), state)


def photo(table: Table) -> tuple[object, ...]:
    """Everything a caller can see of a table."""
    seats = range(DEALER, 4)
    return (
        list(table.entries),
        list(map(id, table.states)),
        table.dealt,
        table.to_act,
        [table.can_undo(seat) for seat in seats],
        [table.can_redo(seat) for seat in seats],
        table.digest(),
    )
