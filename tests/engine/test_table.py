"""The table: one way in for entries, copies of the log, digests that must agree."""

import pytest

from engine.contract import DEALER, find
from engine.dealer import Dealer
from engine.errors import (
    BadInput,
    BadOptions,
    BadToken,
    Desync,
    EngineError,
    IllegalMove,
    NotYourMove,
    TableFull,
)
from engine.kingdom.state import State
from engine.table import Entry, Table, seat_name
from tests.engine.tables import build, first_turn, photo
from tests.walks import KINGDOM, TABLES, options, walked

# ---- appending ------------------------------------------------------------------------------


def test_a_new_table_has_the_set_up_as_state_zero_and_no_entry() -> None:
    table = Table.new(KINGDOM, {})
    assert table.entries == []
    assert table.states == [table.state] == [find(KINGDOM).new({})]
    assert table.to_act == DEALER


def test_an_unknown_game_or_option_is_refused() -> None:
    with pytest.raises(BadOptions):
        Table.new("chess", {})
    with pytest.raises(BadOptions):
        Table.new(KINGDOM, {"players": 5})


def test_entry_n_leads_to_state_n() -> None:
    table = walked(options("two", 1), 1, 60)
    assert len(table.states) == len(table.entries) + 1
    state: State = table.states[0]
    for (_, token), following in zip(table.entries, table.states[1:], strict=True):
        state = table.game.apply(state, table.game.parse(token))
        assert state == following


def test_append_returns_the_number_of_the_entry() -> None:
    table = first_turn()
    dealt = len(table.entries)
    assert table.append(0, build(first_turn())[0]) == dealt + 1
    assert table.entries[-1].actor == 0


def test_a_token_is_kept_as_the_game_writes_it() -> None:
    table = first_turn()
    token = table.game.format(table.game.legal(table.state)[0])
    with pytest.raises(BadToken):
        table.append(0, f" {token}")
    table.append(0, token.upper())
    assert table.entries[-1] == Entry(0, token)


def test_a_branch_goes_its_own_way() -> None:
    table = first_turn()
    table.append(0, build(first_turn())[0])
    before = [*table.entries], [*table.states]
    branch = table.branch()
    assert branch.can_undo(0) == table.can_undo(0) == 1
    branch.append(0, "undo")
    branch.append(0, "redo")
    branch.append(0, "undo")
    assert (table.entries, table.states) == before
    assert (table.can_undo(0), table.can_redo(0)) == (1, 0)
    assert (branch.can_undo(0), branch.can_redo(0)) == (0, 1)
    assert branch.dealt == table.dealt > 0


def test_a_letter_that_only_turns_into_ours_is_no_move() -> None:
    table = first_turn()
    with pytest.raises(BadToken):
        table.append(0, "\N{KELVIN SIGN}5")


REFUSED: list[tuple[int, str, type[EngineError]]] = [
    (0, "nonsense", BadToken),
    (0, "", BadToken),
    (0, "z99", BadToken),
    (0, "end", IllegalMove),
    (0, "pass", IllegalMove),
    (0, "tavern@a1", IllegalMove),
    (0, "undo", IllegalMove),
    (0, "redo", IllegalMove),
    (1, "end", NotYourMove),
    (DEALER, "deal:forest", NotYourMove),
    (DEALER, "undo", IllegalMove),
    (7, "end", NotYourMove),
    (-7, "end", NotYourMove),
]


@pytest.mark.parametrize(("actor", "token", "error"), REFUSED)
def test_what_is_refused_leaves_the_table_as_it_was(
    actor: int, token: str, error: type[EngineError]
) -> None:
    table = first_turn()
    before = photo(table)
    with pytest.raises(error):
        table.append(actor, token)
    assert photo(table) == before


def test_a_refusal_keeps_what_can_be_undone_and_redone() -> None:
    table = first_turn()
    build(table, 2)
    table.append(0, "undo")
    before = photo(table)
    for actor, token, _ in REFUSED:
        if token not in ("undo", "redo"):
            with pytest.raises(EngineError):
                table.append(actor, token)
    assert photo(table) == before
    assert (table.can_undo(0), table.can_redo(0)) == (1, 1)


def test_a_legal_move_from_the_wrong_chair_names_both_chairs() -> None:
    table = first_turn()
    token = table.game.format(table.game.legal(table.state)[0])
    with pytest.raises(NotYourMove, match="seat 2 cannot act now; seat 1 can"):
        table.append(1, token)


def test_nobody_can_act_when_the_game_is_over() -> None:
    table = walked(options("two", 1), 1)
    assert table.to_act is None
    before = photo(table)
    for actor in (DEALER, 0, 1):
        with pytest.raises(NotYourMove, match="nobody can"):
            table.append(actor, "end")
    assert photo(table) == before


def test_extend_stops_at_the_first_bad_entry() -> None:
    table = first_turn()
    copy = Table.new(KINGDOM, {"first_game": True, "seed": "table"})
    with pytest.raises(NotYourMove):
        copy.extend([*table.entries, Entry(1, "a1"), Entry(0, "a1")])
    assert copy.entries == table.entries


def test_seats_have_names_for_people() -> None:
    names = [seat_name(seat) for seat in (None, DEALER, 0, 3)]
    assert names == ["nobody", "the dealer", "seat 1", "seat 4"]


# ---- copies ---------------------------------------------------------------------------------


def test_an_equal_digest_is_accepted_and_another_is_a_desync() -> None:
    table, copy = first_turn(), first_turn()
    (token,) = build(table)
    before = photo(copy)
    with pytest.raises(Desync) as caught:
        copy.append(0, token, digest="0" * 16)
    assert caught.value.entry == len(table.entries)
    assert f"entry {len(table.entries)} " in str(caught.value)
    assert photo(copy) == before
    assert copy.append(0, token, digest=table.digest()) == len(table.entries)


def test_digests_of_undo_entries_are_compared_too() -> None:
    table = first_turn()
    build(table)
    before = table.digest(len(table.entries) - 1)
    with pytest.raises(Desync):
        table.append(0, "undo", digest=table.digest())
    table.append(0, "undo", digest=before)


@pytest.mark.parametrize("name", TABLES)
def test_a_masked_log_shows_a_chair_only_its_own_deals(name: str) -> None:
    table = walked(options(name, 3), 3, 150)
    seats = range(table.game.seats(table.state))
    full = table.entries
    for viewer in (*seats, None):
        masked = table.masked(viewer)
        assert [entry.actor for entry in masked] == [entry.actor for entry in full]
        for seen, real in zip(masked, full, strict=True):
            assert seen == real or (real.token.startswith("deal:") and seen.token == "deal:?")
    deals = [n for n, entry in enumerate(full) if entry.token.startswith("deal:")]
    for n in deals:  # each card is known to just the one who got it
        assert sum(table.masked(seat)[n].token == full[n].token for seat in seats) == 1
        assert table.masked(None)[n].token == "deal:?"


def test_a_masked_log_can_start_at_any_entry() -> None:
    table = walked(options("two", 3), 3, 80)
    whole = table.masked(1)
    for first in (1, 2, 40, len(table.entries), len(table.entries) + 1):
        assert table.masked(1, first) == whole[first - 1 :]


@pytest.mark.parametrize("name", TABLES)
def test_seen_by_is_the_game_as_the_chair_knows_it(name: str) -> None:
    table = walked(options(name, 4), 4, 120)
    for viewer in (0, 1, None):
        copy = table.seen_by(viewer)
        assert copy.entries == table.masked(viewer)
        assert copy.states == [table.game.observe(state, viewer) for state in table.states]
        assert [copy.digest(n) for n in range(len(copy.states))] == [
            table.digest(n) for n in range(len(table.states))
        ]
        assert copy.to_act == table.to_act
        assert copy.dealt == table.dealt


def test_seen_by_keeps_undo_and_redo() -> None:
    table = first_turn()
    build(table, 2)
    table.append(0, "undo")
    copy = table.seen_by(None)
    assert copy.entries[-1] == Entry(0, "undo")
    assert (copy.can_undo(0), copy.can_redo(0)) == (1, 1)
    assert copy.digest() == table.digest()


@pytest.mark.parametrize("first", [0, -1, 9, 10**9])
def test_entries_are_masked_only_from_numbers_that_exist(first: int) -> None:
    table = Table.new("kingdom", {})
    Dealer("x").deal(table)
    assert len(table.masked(None, len(table.entries) + 1)) == 0
    with pytest.raises(BadInput, match="entry"):
        table.masked(None, first)


@pytest.mark.parametrize("entry", [-1, 4, 99])
def test_a_digest_is_of_an_entry_that_exists(entry: int) -> None:
    table = Table.new("kingdom", {})
    Dealer("x").deal(table)
    with pytest.raises(BadInput, match="entry"):
        table.digest(entry)


def test_a_spectator_sees_no_card_even_where_no_card_is_due() -> None:
    table = Table.new("kingdom", {})
    Dealer("x").deal(table)
    deal = table.game.parse("deal:forest")
    assert table.game.format(table.game.mask(table.state, deal, None)) == "deal:?"


def test_a_table_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.table.MAX_ENTRIES", 3)
    table = Table.new("kingdom", {})
    Dealer("x").deal(table)
    before = table.state
    with pytest.raises(TableFull, match="at most 3"):
        table.append(0, table.game.format(table.game.legal(table.state)[0]))
    assert table.state is before
