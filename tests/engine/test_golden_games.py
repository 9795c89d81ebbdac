"""Games that were recorded once and must replay forever, and that together play everything.

The records in ``tests/golden/games`` never change: a reader that refuses one of them, a rule that
leads elsewhere or a dealer that deals another card breaks the promise to everyone's old games.
"""

from functools import cache
from pathlib import Path

import pytest

from engine.contract import DEALER
from engine.kingdom.ground.hexes import dilate, parse_hex
from engine.kingdom.ground.moves import LOCATION_KINDS, word
from engine.kingdom.ground.quadrants import printed
from engine.kingdom.scores import winners
from engine.kingdom.setup import ALL_GOALS
from engine.kingdom.state import OPEN, Phase, State, has_cards, occupied, reserve
from engine.record import Record, format_record, read_record, verify_record
from engine.table import Table
from tests.mirror import gold_of, line_of, plain_of

HOME = Path(__file__).resolve().parents[1] / "golden" / "games"
NAMES = sorted(path.stem for path in HOME.glob("*.kbg"))


@cache
def text_of(name: str) -> str:
    return (HOME / f"{name}.kbg").read_bytes().decode("ascii")


@cache
def game(name: str) -> tuple[Record, Table]:
    return read_record(text_of(name))


def steps_of(name: str) -> list[tuple[State, str, State]]:
    """Every move with the states around it."""
    table = game(name)[1]
    tokens = [token for _, token in table.entries]
    return list(zip(table.states, tokens, table.states[1:], strict=False))


def heads() -> set[str]:
    """The words that moves begin with, in all games."""
    tokens = [token for name in NAMES for _, token, _ in steps_of(name)]
    return {token.partition("@")[0].partition(":")[0] for token in tokens}


# ---- each game ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_replays_to_its_result_and_digest(name: str) -> None:
    record, table = game(name)
    assert table.to_act is None
    assert record.digest == table.digest()
    assert record.result == table.game.totals(table.state)


@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_was_dealt_from_its_seed(name: str) -> None:
    record, table = game(name)
    assert verify_record(record, table) == sum(actor == DEALER for actor, _ in record.entries)


@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_is_still_written_the_same(name: str) -> None:
    assert format_record(game(name)[0]) == text_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_has_the_same_result_under_the_plain_rules(name: str) -> None:
    record, table = game(name)
    plain = plain_of(table.state.setup)
    for token in line_of(table):
        plain.play(token)
    assert plain.to_act() is None
    assert plain.scores() == gold_of(table.state)
    assert tuple(sum(row.values()) for row in plain.scores()) == record.result


# ---- all games together ---------------------------------------------------------------------


def test_all_kinds_of_moves_are_made() -> None:
    extras = {word(kind) for kind in LOCATION_KINDS} | {"refuge+", "canoe+"}
    assert extras | {"play", "pass", "end", "deal", "show", "undo", "redo"} <= heads()


def test_all_goals_pay_somebody() -> None:
    paid = {
        part for name in NAMES for row in gold_of(game(name)[1].state) for part in row if row[part]
    }
    assert paid == {*ALL_GOALS, "castles", "palaces"}


def test_all_quadrants_lie_both_ways_up_somewhere() -> None:
    layouts = {part for name in NAMES for part in game(name)[1].state.setup.layout}
    assert {part.removesuffix("/r") for part in layouts} >= set(printed())
    assert any(part.endswith("/r") for part in layouts)


def test_all_numbers_of_players_and_starts_occur() -> None:
    setups = [game(name)[1].state.setup for name in NAMES]
    assert {setup.players for setup in setups} == {2, 3, 4}
    assert len({setup.start for setup in setups}) >= 3
    assert {setup.two_cards for setup in setups} == {False, True}
    assert {setup.double_cards for setup in setups} == {False, True}
    assert any(game(name)[0].seal for name in NAMES)


@pytest.mark.rule("A-4")
def test_cards_are_replaced_at_the_beginning_and_in_the_middle_of_a_turn() -> None:
    replaced = [
        before for name in NAMES for before, _, _ in steps_of(name) if before.phase is Phase.REPLACE
    ]
    assert {state.begun for state in replaced} == {False, True}


@pytest.mark.rule("E-1", "A-7")
def test_games_end_by_an_empty_reserve_and_for_want_of_cards() -> None:
    endings = set()
    for name in NAMES:
        state = game(name)[1].state
        is_placed = any(reserve(state, seat) == 0 for seat in range(state.setup.players))
        is_spent = not has_cards(state.cards) and not any(state.cards.hands)
        assert is_placed or is_spent
        endings.add("reserve" if is_placed else "cards")
    assert endings == {"reserve", "cards"}


@pytest.mark.rule("E-2")
def test_the_end_is_triggered_by_the_first_and_by_the_last_of_a_round() -> None:
    places = set()
    for name in NAMES:
        for before, _, after in steps_of(name):
            seats = range(before.setup.players)
            if all(reserve(before, s) for s in seats) and not all(reserve(after, s) for s in seats):
                places.add((before.seat - before.setup.start) % before.setup.players == 0)
    assert places == {False, True}


def test_scouts_remove_a_terrain_and_games_are_won_alone() -> None:
    states = [game(name)[1].state for name in NAMES]
    assert any(state.cards.scouted is not None for state in states)
    assert any(len(winners(state) or ()) == 1 for state in states)


@pytest.mark.rule("M-FOUNT-3", "M-CANOE-2", "L-HARBOR-1")
def test_settlements_stand_on_mountains_and_water() -> None:
    landed = set()
    for name in NAMES:
        board = game(name)[1].state.setup.board
        for _, token, _ in steps_of(name):
            head, mark, tail = token.partition("@")
            if mark and "temple" not in head:
                bit = 1 << parse_hex(tail.rpartition("-")[2])
                landed |= {(head, "water")} if bit & board.water else set()
                landed |= {(head, "mountain")} if bit & board.mountain else set()
    assert landed == {
        ("fountain", "mountain"),
        *((w, "water") for w in ("harbor", "canoe", "canoe+")),
    }


@pytest.mark.rule("M-TEMPLE-7")
def test_somebody_builds_far_off_by_leave_of_the_temples() -> None:
    far = 0
    for name in NAMES:
        for before, token, after in steps_of(name):
            if token[1:].isdecimal() and after.terrain != OPEN:
                reach = dilate(before.settlements[before.seat])
                ground = before.setup.board.terrain[after.terrain] & ~occupied(before)
                far += bool(ground & reach) and not reach >> parse_hex(token) & 1
    assert far > 0


@pytest.mark.rule("L-GEN-6", "M-BONUS-4", "M-TEMPLE-5")
def test_tiles_and_bonus_tiles_are_lost() -> None:
    lost = set()
    for name in NAMES:
        for before, token, after in steps_of(name):
            if token in ("undo", "redo"):
                continue
            slots = before.setup.board.slots
            for one, other in zip(before.tiles.owned, after.tiles.owned, strict=True):
                gone = one & ~other
                lost |= {slot.is_bonus for i, slot in enumerate(slots) if gone >> i & 1}
    assert lost == {False, True}
