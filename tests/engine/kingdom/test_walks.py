"""What holds at every state of any game: pieces, tiles, cards, turns, and nothing hidden shown."""

import json
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from engine.contract import DEALER
from engine.errors import IllegalMove
from engine.kingdom.digest import canonical
from engine.kingdom.forms.position import write_position
from engine.kingdom.ground.board import TILES_ON_A_LOCATION
from engine.kingdom.ground.moves import BUILDS, Action, Move, parse_move
from engine.kingdom.ground.terrain import UNKNOWN
from engine.kingdom.observation import determinize, mask, observe
from engine.kingdom.rules.actions import explain
from engine.kingdom.state import Phase, State, pile_size, removed, reserve
from engine.table import Table
from tests.walks import TABLES, fixed, options, scarce, walked

WALKS = {name: options(name, "walk") for name in TABLES} | {
    "scarce grass": fixed(scarce("G", players=4)),
    "scarce desert": fixed(scarce("D", two_cards=True)),
    "scarce marsh": fixed(scarce("S", sets=("base",))),
}
FROM_RESERVE = {Action.BUILD, *BUILDS}


@cache
def walk(name: str) -> Table:
    """One game after tiles, to the end."""
    return walked(WALKS[name], name, 1500, is_greedy=True)


def moves(table: Table) -> list[tuple[State, int, Move, State]]:
    """Every move with the one who made it and the states around it."""
    return [
        (table.states[n], actor, parse_move(token), table.states[n + 1])
        for n, (actor, token) in enumerate(table.entries)
    ]


@pytest.mark.parametrize("name", WALKS)
def test_games_come_to_an_end(name: str) -> None:
    assert walk(name).to_act is None


# ---- pieces ---------------------------------------------------------------------------------


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("name", WALKS)
def test_a_settlement_leaves_the_reserve_once_and_never_returns(name: str) -> None:
    for before, actor, move, after in moves(walk(name)):
        for seat in range(before.setup.players):
            built = seat == actor and move[0] in FROM_RESERVE
            from_temple = built and move[0] == Action.BUILD and before.tiles.due[seat] > 0
            assert reserve(before, seat) - reserve(after, seat) == int(built and not from_temple)
            on_temple = after.tiles.due[seat] + after.tiles.laid[seat]
            assert after.settlements[seat].bit_count() + reserve(after, seat) + on_temple == 40
            assert reserve(after, seat) >= 0
            assert min(after.tiles.due[seat], after.tiles.laid[seat]) >= 0


@pytest.mark.rule("B-1", "GEO-4")
@pytest.mark.parametrize("name", WALKS)
def test_a_hex_holds_one_settlement_and_only_where_one_may_stand(name: str) -> None:
    for state in walk(name).states:
        board = state.setup.board
        assert not any(one & other for one, other in combinations(state.settlements, 2))
        for own in state.settlements:
            assert not own & ~(board.buildable | board.water | board.mountain)


@pytest.mark.rule("L-GEN-13")
@pytest.mark.parametrize("name", WALKS)
def test_a_move_touches_only_the_pieces_of_its_maker(name: str) -> None:
    for before, actor, move, after in moves(walk(name)):
        for seat in range(before.setup.players):
            if seat != actor:
                assert before.settlements[seat] == after.settlements[seat]
                assert before.tiles.owned[seat] == after.tiles.owned[seat]
        if move[0] in FROM_RESERVE:
            assert after.settlements[actor] == before.settlements[actor] | 1 << move[2]


# ---- tiles ----------------------------------------------------------------------------------


@pytest.mark.rule("S-2", "L-GEN-2", "L-GEN-6")
@pytest.mark.parametrize("name", WALKS)
def test_tiles_are_where_they_can_be(name: str) -> None:
    for state in walk(name).states:
        tiles, slots = state.tiles, state.setup.board.slots
        for i, slot in enumerate(slots):
            assert sum(row >> i & 1 for row in tiles.taken) <= TILES_ON_A_LOCATION
            for seat, own in enumerate(state.settlements):
                if tiles.owned[seat] >> i & 1 and not slot.is_bonus:
                    assert tiles.taken[seat] >> i & 1
                    assert slot.around & own
        for owned, used, fresh in zip(tiles.owned, tiles.used, tiles.fresh, strict=True):
            assert not used & fresh
            assert not (used | fresh) & ~owned


@pytest.mark.rule("L-GEN-1", "L-GEN-2")
@pytest.mark.parametrize("name", WALKS)
def test_a_tile_once_taken_stays_taken(name: str) -> None:
    for before, after in pairwise(walk(name).states):
        for one, other in zip(before.tiles.taken, after.tiles.taken, strict=True):
            assert not one & ~other


@pytest.mark.rule("M-BONUS-1", "M-BONUS-5")
@pytest.mark.parametrize("name", WALKS)
def test_a_bonus_tile_comes_and_goes_with_its_pair(name: str) -> None:
    for state in walk(name).states:
        board = state.setup.board
        for kind, bonus in board.bonus.items():
            sources = board.sources[kind]
            pairs = [(own & sources).bit_count() == 2 for own in state.tiles.owned]
            assert [bool(own & bonus) for own in state.tiles.owned] == pairs
            assert sum(pairs) <= 2


# ---- cards ----------------------------------------------------------------------------------


@pytest.mark.rule("C-4", "C-7")
@pytest.mark.parametrize("name", WALKS)
def test_no_card_is_lost_or_made(name: str) -> None:
    for state in walk(name).states:
        cards = state.cards
        gone = removed(state)
        known = Counter(card for hand in cards.hands for card in hand)
        known.update([] if cards.played is None else [cards.played])
        for card, total in enumerate(state.setup.cards):
            parts = (cards.unseen[card], cards.discard[card], gone[card], known[card])
            assert min(parts) >= 0
            assert sum(parts) == total
        assert sum(state.setup.cards) == (30 if state.setup.double_cards else 25)
        assert pile_size(cards) == sum(cards.unseen)


@pytest.mark.rule("A-4", "G-SCOUTS-2")
@pytest.mark.parametrize("name", WALKS)
def test_cards_leave_the_game_only_when_exhausted_or_scouted(name: str) -> None:
    for before, _, _, after in moves(walk(name)):
        gone = sum(removed(after)) - sum(removed(before))
        if before.phase is Phase.SCOUTS:
            assert gone == (6 if before.setup.double_cards else 5)
        else:
            # A turned-up card may be useless itself, so one leaves at a time.
            assert gone in (0, 1)
            assert not gone or after.cards.played is None


@pytest.mark.rule("S-5", "H-1")
@pytest.mark.parametrize("name", WALKS)
def test_nobody_holds_too_many_cards(name: str) -> None:
    for state in walk(name).states:
        assert all(len(hand) <= state.setup.hand_size for hand in state.cards.hands)
        assert all(list(hand) == sorted(hand) for hand in state.cards.hands)


# ---- turns ----------------------------------------------------------------------------------


@pytest.mark.rule("E-2", "S-6")
@pytest.mark.parametrize("name", WALKS)
def test_turns_go_round_and_everybody_has_as_many(name: str) -> None:
    table = walk(name)
    setup = table.state.setup
    ends = [actor for actor, token in table.entries if token == "end"]
    assert ends == [(setup.start + i) % setup.players for i in range(len(ends))]
    assert set(Counter(ends).values()) == {len(ends) // setup.players}
    assert table.state.seat == setup.start


@pytest.mark.rule("E-1", "E-2", "A-7")
@pytest.mark.parametrize("name", WALKS)
def test_the_game_ends_with_the_round_in_which_a_reserve_runs_out(name: str) -> None:
    table = walk(name)
    rounds = [
        after
        for _, _, move, after in moves(table)
        if move[0] == Action.END and after.seat == after.setup.start
    ]
    for state in rounds:
        is_out = any(reserve(state, seat) == 0 for seat in range(state.setup.players))
        no_cards = not any(state.cards.hands) and not pile_size(state.cards)
        spent = no_cards and not any(state.cards.discard)
        assert (state.phase is Phase.OVER) == (is_out or spent)


@pytest.mark.parametrize("name", WALKS)
def test_only_those_who_may_act_do(name: str) -> None:
    for before, actor, move, _ in moves(walk(name)):
        if actor == DEALER:
            assert move[0] in (Action.DEAL, Action.SHOW)
        elif actor != before.seat:
            assert move[0] in (Action.CANOE, Action.PASS)  # M-CANOE-1


# ---- what is hidden -------------------------------------------------------------------------


def redealt(state: State, viewer: int | None, seed: object) -> State:
    """Another full state that looks the same from this chair."""
    return determinize(observe(state, viewer), Random(str(seed)).randrange)


@pytest.mark.rule("T-8")
@pytest.mark.parametrize("name", WALKS)
def test_a_masked_copy_names_no_card_of_another_hand(name: str) -> None:
    table = walk(name)
    for viewer in (0, 1, None):
        for entry, (state, _, move, _) in zip(table.masked(viewer), moves(table), strict=True):
            if move[0] == Action.DEAL and mask(state, move, viewer) != move:
                assert entry.token == "deal:?"
        for state in table.seen_by(viewer).states[::7]:
            for seat, row in enumerate(write_position(state)["players"]):
                assert seat == viewer or set(row["hand"]) <= {"?"}
                assert seat == viewer or set(state.cards.hands[seat]) <= {UNKNOWN}


@pytest.mark.rule("T-8")
@pytest.mark.parametrize("name", WALKS)
def test_what_a_chair_gets_does_not_depend_on_what_it_may_not_see(name: str) -> None:
    # Deal the hidden cards again: digest, position and reasons must stay the same, to the letter.
    table = walk(name)
    differ = 0
    for number, state in enumerate(table.states[::5]):
        for viewer in (0, 1, None):
            other = redealt(state, viewer, number)
            differ += other != state
            assert canonical(other) == canonical(state)
            one, two = (json.dumps(write_position(observe(s, viewer))) for s in (state, other))
            assert one == two
    assert differ > 5


@pytest.mark.rule("T-8")
@pytest.mark.parametrize("name", WALKS)
def test_reasons_for_a_refusal_give_no_card_away(name: str) -> None:
    table, random = walk(name), Random(name)
    tokens = [parse_move(token) for _, token in table.entries]
    for number, state in enumerate(table.states[::5]):
        seat = table.game.to_act(state)
        if seat is None or seat == DEALER:
            continue
        other = redealt(state, seat, number)
        for move in random.sample(tokens, 5):
            assert reason(state, move) == reason(other, move)


def reason(state: State, move: Move) -> tuple[str, str] | None:
    why: IllegalMove | None = explain(state, move)
    return None if why is None else (why.rule, why.reason)
