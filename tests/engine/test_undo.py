"""Undo and redo: entries like any other, and never past what somebody else saw or answered."""

import pytest

from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.errors import IllegalMove
from engine.table import Entry, Table
from tests.engine.tables import SHORE, at_the_shore, build, first_turn, photo
from tests.helpers import position, with_pile
from tests.walks import KINGDOM, options, walked


def test_undo_goes_back_one_entry_at_a_time_to_the_start_of_the_turn() -> None:
    table = first_turn()
    start = len(table.entries)
    build(table, 3)
    for left in (3, 2, 1):
        assert table.can_undo(0) == left
        table.append(0, "undo")
        assert table.state is table.states[start + left - 1]
    assert table.can_undo(0) == 0
    assert table.state is table.states[start]


def test_undo_is_an_entry_and_changes_no_earlier_one() -> None:
    table = first_turn()
    build(table, 2)
    before = list(table.entries)
    table.append(0, "UNDO")
    assert table.entries == [*before, Entry(0, "undo")]
    assert table.digest() == table.digest(len(before) - 1)


def test_undo_never_passes_the_dealer() -> None:
    table = first_turn()
    assert table.entries[-1].actor == DEALER
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.append(0, "undo")


def test_a_turn_can_be_taken_back_until_the_dealer_has_dealt() -> None:
    table = first_turn()
    build(table, 4)
    assert table.entries[-1].token == "end"
    assert table.to_act == DEALER
    assert table.can_undo(0) == 4
    Dealer("table").deal(table)
    assert table.can_undo(0) == 0
    with pytest.raises(IllegalMove):
        table.append(0, "undo")


def test_undo_belongs_to_the_seat_that_moved() -> None:
    table = first_turn()
    build(table)
    before = photo(table)
    for other in (1, DEALER, 5):
        assert table.can_undo(other) == 0
        with pytest.raises(IllegalMove):
            table.append(other, "undo")
    assert photo(table) == before


def test_redo_brings_back_what_was_undone_in_order() -> None:
    table = first_turn()
    build(table, 3)
    *_, two, three = table.states
    table.append(0, "undo")
    table.append(0, "undo")
    assert table.can_redo(0) == 2
    table.append(0, "redo")
    assert table.state is two
    table.append(0, "redo")
    assert table.state is three
    assert table.can_redo(0) == 0
    with pytest.raises(IllegalMove, match="nothing to redo"):
        table.append(0, "redo")


def test_a_new_move_forgets_what_could_be_redone() -> None:
    table = first_turn()
    build(table, 2)
    table.append(0, "undo")
    build(table)
    assert table.can_redo(0) == 0
    assert table.can_undo(0) == 2
    with pytest.raises(IllegalMove):
        table.append(0, "redo")


def test_nothing_is_undone_after_the_end() -> None:
    table = walked(options("two", 1), 1)
    assert table.entries[-1].token == "end"
    last = table.entries[-1].actor
    assert table.can_undo(last) == 0
    with pytest.raises(IllegalMove):
        table.append(last, "undo")


def test_undo_is_possible_while_a_canoe_owner_is_asked() -> None:
    table = at_the_shore()
    table.append(0, "d5")
    assert table.to_act == 1  # M-CANOE-1: asked in the middle of the other's turn
    assert (table.can_undo(0), table.can_undo(1)) == (1, 0)
    table.append(0, "undo")
    assert table.to_act == 0
    assert table.state is table.states[0]
    table.append(0, "redo")
    assert table.to_act == 1


def test_undo_never_passes_the_answer_of_another_seat() -> None:
    table = at_the_shore()
    table.append(0, "d5")
    table.append(1, "pass")
    assert table.to_act == 0
    assert table.can_undo(0) == 0
    with pytest.raises(IllegalMove):
        table.append(0, "undo")


def test_an_answer_can_be_taken_back_until_somebody_else_moves() -> None:
    table = at_the_shore()
    table.append(0, "d5")
    table.append(1, "canoe@m15")
    assert table.can_undo(1) == 1
    table.append(1, "undo")
    assert table.to_act == 1
    table.append(1, "pass")
    assert table.can_redo(1) == 0
    table.append(0, "c6")
    assert table.can_undo(1) == 0
    with pytest.raises(IllegalMove):
        table.append(1, "undo")


def test_without_cards_a_turn_is_taken_back_until_the_next_seat_moves() -> None:
    state = with_pile(position(SHORE, card=None, hands=["", ""]), "")
    table = Table(find(KINGDOM), state)
    table.append(0, "end")  # nothing to play and nothing to draw, so no dealer in between
    assert table.to_act == 1
    assert (table.can_undo(0), table.can_undo(1)) == (1, 0)
    table.append(0, "undo")
    assert table.to_act == 0


def test_a_game_may_limit_how_many_decisions_are_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(find(KINGDOM), "undo_depth", 2)
    table = first_turn()
    build(table, 3)
    for left in (2, 1, 0):
        assert table.can_undo(0) == left
        if left:
            table.append(0, "undo")
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.append(0, "undo")
    table.append(0, "redo")  # what was taken back and made again can be taken back again
    assert table.can_undo(0) == 1
    build(table)  # and a new decision counts from here
    assert table.can_undo(0) == 2


def test_undo_stops_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_turn()
    build(table, 3)
    held = table.states[-2]  # the second decision, which led there, stays
    monkeypatch.setattr(find(KINGDOM), "may_undo", lambda state, seat: state is not held)
    assert table.can_undo(0) == 1
    table.append(0, "undo")
    assert table.can_undo(0) == 0
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.append(0, "undo")
    assert table.can_redo(0) == 1
