"""The contract supports a game of another kind: hidden racks, a thief, choices out of turn."""

from __future__ import annotations

from random import Random

import pytest

from engine import contract
from engine.contract import DEALER
from engine.dealer import Dealer, Seal, commitment, open_seal, sealed_seed, verify
from engine.errors import IllegalMove
from engine.record import (
    Record,
    format_record,
    parse_record,
    read_record,
    record_for,
    record_of,
    verify_record,
)
from engine.table import Table
from tests.engine.racks import UNKNOWN


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contract.HOMES, "racks", "tests.engine.racks")


def played(players: int, seed: int, dealer: Dealer | None = None) -> Table:
    table, random = Table.new("racks", {"players": players}), Random(seed)
    dealer = dealer or Dealer(str(seed))
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
        elif random.random() < 0.2 and table.can_undo(seat):
            table.append(seat, "undo")
        else:
            table.append(seat, table.game.format(random.choice(table.game.legal(table.state))))
    return table


CASES = [(players, seed) for players in (2, 3, 4) for seed in range(8)]


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_every_chair_folds_what_it_may_see(players: int, seed: int) -> None:
    table = played(players, seed)
    for viewer in (None, *range(players)):
        seen = table.seen_by(viewer)
        for number, state in enumerate(table.states):
            assert seen.states[number] == table.game.observe(state, viewer)
            assert seen.digest(number) == table.digest(number)


def test_a_stolen_tile_is_known_to_thief_and_victim_alone() -> None:
    thefts = 0
    for players, seed in CASES:
        table = played(players, seed)
        copies = {viewer: table.masked(viewer) for viewer in (None, *range(players))}
        for number, (_, token) in enumerate(table.entries, 1):
            if token.startswith("steal"):
                before = table.states[number - 1]
                for viewer, copy in copies.items():
                    hidden = copy[number - 1].token.endswith("?")
                    place = table.game.parse(token)[1]
                    known = before.racks[before.victim][place].seen_by | {before.turn}
                    assert hidden == (viewer not in known)
                thefts += players > 2
    assert thefts > 10


def test_choices_are_asked_of_players_who_are_not_on_turn() -> None:
    table = played(4, 3)
    asked = [
        actor
        for number, (actor, token) in enumerate(table.entries)
        if token.startswith("drop") and actor != table.states[number].turn
    ]
    assert len(set(asked)) > 1


@pytest.mark.parametrize(("players", "seed"), CASES[:6])
def test_records_and_sealed_deals_carry_it(players: int, seed: int) -> None:
    secret, nonces = b"s" * 32, [b"n"] * players
    seal = Seal(commitment(secret), tuple(n.hex() for n in nonces), secret.hex())
    table = played(players, seed, Dealer(sealed_seed(secret, nonces)))
    record = record_of(table, Record("racks", {"players": players}, seal=seal))
    assert parse_record(format_record(record)) == record
    assert verify_record(*read_record(format_record(record))) == table.dealt
    kept = record_for(table, record, 0)
    copy, own = read_record(format_record(kept))
    assert verify(own, open_seal(seal)).entries == table.entries
    assert copy.result == record.result


def test_a_game_may_forbid_an_undo_that_the_table_would_allow() -> None:
    table = Table.new("racks", {"players": 3})
    Dealer("undo").deal(table)
    table.append(0, "rain:0=0")  # the turn passes, and the others are asked: no dealer in between
    assert (table.to_act, table.can_undo(0)) == (1, 0)
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.append(0, "undo")
    table.append(1, table.game.format(table.game.legal(table.state)[0]))
    assert table.can_undo(1) == 1  # it is this seat's turn now: nobody else was asked
    table.append(1, "undo")
    assert table.to_act == 1


def test_a_guess_fits_what_the_chair_has_seen() -> None:
    table = played(3, 1)
    random = Random(1)
    for state in table.states:
        seen = table.game.observe(state, 1)
        guess = table.game.determinize(seen, random.randrange)
        assert all(held.tile != UNKNOWN for rack in guess.racks for held in rack)
        assert table.game.observe(guess, 1) == seen
