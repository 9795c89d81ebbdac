"""The contract supports a game of another kind: hidden racks, a thief, choices out of turn.

``test_contract`` runs over this game too. Here is what only it can show: knowledge of pieces that
nobody can tell apart, an undo that the game forbids, winners that are not the highest totals.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from engine.contract import DEALER
from engine.dealer import Dealer, Seal, commitment, open_seal, sealed_seed, verify
from engine.errors import BadPosition, IllegalMove
from engine.record import (
    Record,
    format_record,
    parse_record,
    read_record,
    record_for,
    record_of,
    verify_record,
)
from engine.rng import Stream
from engine.table import Table
from tests.engine.racks import GAME, KEY, REGISTER, UNKNOWN, Rows, State

pytestmark = pytest.mark.usefixtures("racks")

GAMES = 100  # for each number of players


def played(players: int, seed: int, dealer: Dealer | None = None) -> Table:
    table, random = Table.new(KEY, {"players": players}), Random(seed)
    dealer = dealer or Dealer(str(seed))
    while (seat := table.to_act) is not None:
        back = next((s for s in range(players) if table.can_undo(s)), None)
        if seat == DEALER and not (back is not None and random.random() < 0.1):
            table.append(DEALER, dealer.next_token(table))
        elif back is not None and random.random() < 0.2:
            table.append(back, "undo")
        elif seat != DEALER:
            table.append(seat, table.game.format(random.choice(table.game.legal(table.state))))
    return table


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_chair_folds_what_it_may_see(players: int) -> None:
    undone = 0
    for seed in range(GAMES):
        table = played(players, seed)
        undone += sum(token == "undo" for _, token in table.entries)
        for viewer in (None, *range(players)):
            seen = table.seen_by(viewer)
            assert seen.states == [GAME.observe(state, viewer) for state in table.states]
            assert [seen.digest(n) for n in range(len(seen.states))] == [
                table.digest(n) for n in range(len(table.states))
            ]
    assert undone > GAMES


def at(table: Table, racks: Rows) -> Table:
    """The table with these racks dealt, and seat 0 to move."""
    for rack in racks:
        for piece in rack:
            table.append(DEALER, f"draw:{piece}")
    return table


def three(racks: Rows) -> Table:
    return at(Table.new(KEY, {"players": 3}), racks)


def rack_of(table: Table, seat: int, viewer: int | None) -> tuple[int, ...]:
    """A rack as that chair has worked it out from its own log."""
    state: State = table.seen_by(viewer).state
    return state.racks[seat]


def test_a_stolen_piece_is_known_to_thief_and_victim_alone() -> None:
    table = three(((1, 2), (5, 10), (1, 1)))
    table.append(0, "thief:2")
    table.append(DEALER, "steal:5")
    tokens = {viewer: table.masked(viewer)[-1].token for viewer in (0, 1, 2, None)}
    assert tokens == {0: "steal:5", 1: "steal:5", 2: "steal:?", None: "steal:?"}
    assert rack_of(table, 0, 1) == (UNKNOWN, UNKNOWN, 5)
    assert rack_of(table, 0, 2) == rack_of(table, 0, None) == (UNKNOWN,) * 3
    assert rack_of(table, 1, 0) == (UNKNOWN,)


def test_of_equal_pieces_the_one_that_is_known_goes_first() -> None:
    table = three(((5, 2), (5, 10), (1, 1)))  # seat 0 has a 5 of its own
    for actor, token in ((0, "thief:2"), (DEALER, "steal:5"), (1, "take"), (DEALER, "draw:1")):
        table.append(actor, token)
    table.append(2, "take")
    table.append(DEALER, "draw:1")
    assert rack_of(table, 0, 1) == (UNKNOWN, UNKNOWN, 5)
    table.append(0, "lay:5")  # which of the two it is, nobody can see
    assert rack_of(table, 0, 1) == (UNKNOWN, UNKNOWN)
    assert rack_of(table, 0, 0) == (2, 5)


def test_a_theft_that_is_not_seen_leaves_nothing_known_of_the_victim() -> None:
    table = three(((1, 2), (5, 10), (1, 1)))
    for actor, token in ((0, "thief:2"), (DEALER, "steal:5"), (1, "lay:10")):
        table.append(actor, token)
    assert rack_of(table, 0, 1) == (UNKNOWN, UNKNOWN, 5)
    table.append(2, "thief:1")
    table.append(DEALER, "steal:1")
    assert rack_of(table, 0, 1) == (UNKNOWN, UNKNOWN)  # it may have been the 5
    assert rack_of(table, 2, 0) == (UNKNOWN, UNKNOWN, 1)


def test_a_copy_tells_nothing_that_its_chair_has_not_seen() -> None:
    # Two games that differ only in what seat 2 and a spectator do not see.
    one = three(((1, 2), (5, 10), (1, 1)))
    other = three(((1, 10), (2, 5), (1, 1)))
    for table, stolen in ((one, "steal:10"), (other, "steal:2")):
        for actor, token in ((0, "thief:2"), (DEALER, stolen), (1, "lay:5")):
            table.append(actor, token)
    for viewer in (2, None):
        assert one.masked(viewer) == other.masked(viewer)
        assert GAME.observe(one.state, viewer) == GAME.observe(other.state, viewer)
    assert one.digest() == other.digest()


def test_choices_are_asked_of_players_who_are_not_on_turn() -> None:
    table = three(((1, 2), (5, 10), (1, 1)))
    table.append(0, "rain")
    asked = []
    while GAME.on_turn(table.state) == 0:
        seat = table.to_act
        assert seat is not None
        asked.append(seat)
        table.append(seat, table.game.format(table.game.legal(table.state)[0]))
    assert asked == [1, 2]
    assert GAME.on_turn(table.state) == 1


def test_a_game_may_forbid_an_undo_that_the_table_would_allow() -> None:
    table = three(((1, 2), (5, 10), (1, 1)))
    table.append(0, "lay:2")  # the turn passes, and no dealer comes in between
    assert (table.to_act, table.can_undo(0)) == (1, 0)
    with pytest.raises(IllegalMove, match="nothing to undo"):
        table.append(0, "undo")
    table.append(1, "rain")  # the turn goes on, though somebody else is asked
    assert (table.to_act, table.can_undo(1)) == (2, 1)
    table.append(1, "undo")
    assert table.to_act == 1
    table.append(1, "rain")
    table.append(2, "lose:1")
    assert (table.to_act, table.can_undo(2)) == (0, 0)  # the next one is asked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_records_and_sealed_deals_carry_it(players: int) -> None:
    secret, nonces = b"s" * 32, [b"n"] * players
    seal = Seal(commitment(secret), tuple(n.hex() for n in nonces), secret.hex())
    for seed in range(5):
        table = played(players, seed, Dealer(sealed_seed(secret, nonces)))
        record = record_of(table, Record(KEY, {"players": players}, seal=seal))
        assert parse_record(format_record(record)) == record
        assert verify_record(*read_record(format_record(record))) == table.dealt
        kept = record_for(table, record, 0)
        copy, own = read_record(format_record(kept))
        assert verify(own, open_seal(seal)).entries == table.entries
        assert (copy.result, copy.winners) == (record.result, record.winners)


def test_a_record_names_winners_who_do_not_have_more_than_others() -> None:
    records = [record_of(played(2, seed), Record(KEY, {"players": 2})) for seed in range(GAMES)]
    ties = [record for record in records if record.result and len({*record.result}) == 1]
    assert any(record.winners == (1,) for record in ties)
    assert all("winners: 2" in format_record(r) for r in ties if r.winners == (1,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_bots_play_whole_games_and_one_is_better(players: int) -> None:
    wins = 0
    for seed in range(20):
        table, dealer = Table.new(KEY, {"players": players}), Dealer(f"bots {seed}")
        keen = seed % players
        while (seat := table.to_act) is not None:
            if seat == DEALER:
                dealer.deal(table)
                continue
            level = GAME.levels["keen" if seat == keen else "dull"]
            stream = Stream(f"{seed}", f"entry {len(table.entries)}")
            move = level.choose(GAME.observe(table.state, seat), stream)
            table.append(seat, GAME.format(move))
        winners = GAME.winners(table.state)
        assert winners
        wins += winners == (keen,)
    assert wins > 20 // players


@pytest.mark.parametrize(
    "data", [None, [], {}, {"format": "chess"}, {"format": "racks-position/1"}]
)
def test_what_is_no_position_is_refused(data: object) -> None:
    with pytest.raises(BadPosition):
        GAME.read_position(data)


def test_any_process_can_be_told_of_it() -> None:
    code = f"{REGISTER}; from engine.__main__ import main; main([])"
    asked = json.dumps({"cmd": "new", "game": "g", "rules": KEY})
    done = subprocess.run(
        [sys.executable, "-c", code], input=asked, capture_output=True, text=True, check=True
    )
    answer = json.loads(done.stdout)
    assert answer["ok"], answer
    assert answer["board"]["setup"] == {"players": 3, "copies": 4, "start": 0}


def test_without_being_told_nobody_knows_it() -> None:
    code = "from engine.contract import keys; print(*keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert KEY not in done.stdout.split()
