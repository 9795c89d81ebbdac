"""What each chair may see, know and infer (CB-9, CB-96, CB-97)."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.tiles import UNKNOWN, parse_tile
from engine.castle.state import Phase, State
from engine.contract import Viewer
from tests.engine.castle.positions import any_options, played, position, rack, seeds, steps, taking


def chairs(state: State) -> list[Viewer]:
    return [*range(state.setup.players), None]


@pytest.mark.rule("CB-9", "CB-96")
@pytest.mark.parametrize("seed", seeds(120, always=12))
@pytest.mark.slow
def test_every_masked_log_folds_to_what_its_chair_may_see(seed: int) -> None:
    options = any_options(Random(seed))
    copies = {viewer: GAME.new(options) for viewer in chairs(GAME.new(options))}
    random = Random(seed)
    for state, move in steps(options, seed):
        digest = GAME.digest(state)
        for viewer, copy in copies.items():
            assert copy == GAME.observe(state, viewer)
            assert GAME.digest(copy) == digest
            assert GAME.totals(copy) == GAME.totals(state)
            if random.random() < 0.1:
                guess = GAME.determinize(copy, random.randrange)
                assert not any(UNKNOWN in rack for rack in guess.racks)
                assert GAME.observe(guess, viewer) == copy
            if move is not None:
                masked = GAME.mask(state, move, viewer)
                assert GAME.explain(copy, masked) is None
                # The list of all that a hidden rack may do takes longer than the rest together.
                if masked == move and random.random() < 0.2:
                    assert move in GAME.legal(copy)
                copies[viewer] = GAME.apply(copy, masked)


@pytest.mark.rule("CB-96")
def test_a_tile_that_is_dealt_is_seen_by_its_owner_alone() -> None:
    state = played(position({}, {}, {}), "draw")
    move = GAME.parse("deal:wall5")
    seen = [GAME.format(GAME.mask(state, move, viewer)) for viewer in (0, 1, 2, None)]
    assert seen == ["deal:wall5", "deal:?", "deal:?", "deal:?"]


@pytest.mark.rule("CB-9", "CB-59", "CB-96")
def test_a_stolen_tile_is_seen_by_thief_and_victim_alone() -> None:
    state = played(taking("thief", {}, {"rack": ["wall5"]}, {}), "thief:2")
    move = GAME.parse("steal:wall5")
    seen = [GAME.format(GAME.mask(state, move, viewer)) for viewer in (0, 1, 2, None)]
    assert seen == ["steal:wall5", "steal:wall5", "steal:?", "steal:?"]
    after = GAME.apply(state, move)
    assert [rack(GAME.observe(after, viewer)) for viewer in (0, 1, 2, None)] == [
        *(["wall5"], ["wall5"], ["?"], ["?"])
    ]


@pytest.mark.rule("CB-96")
def test_everybody_knows_a_tile_that_was_taken_from_the_market() -> None:
    state = taking("thief", {"rack": ["wall5"]}, {}, {}, peace=True)
    after = played(state, "take:wall12")
    for viewer in (1, 2, None):
        assert rack(GAME.observe(after, viewer)) == ["wall12", "?"]


@pytest.mark.rule("CB-96")
def test_a_theft_one_may_not_see_makes_the_rest_of_the_rack_unknown_again() -> None:
    state = taking("thief", {"rack": ["wall5"]}, {}, {}, {}, peace=True)
    known = played(state, "take:wall12", "show:wall9")._replace(
        agenda=((Phase.END, 1, 0), (Phase.STEAL, 1, 0)), phase=Phase.STEAL, actor=-1, seat=1
    )
    after = played(known, "steal:wall5")
    assert rack(GAME.observe(after, 2)) == ["?"]  # it may have been the wall 12
    assert rack(GAME.observe(after, 1)) == ["wall12"]  # the thief saw that it was not
    assert rack(GAME.observe(after, 1), 1) == ["wall5"]
    assert rack(GAME.observe(after, 0), 1) == ["wall5"]
    assert rack(GAME.observe(after, 2), 1) == ["?"]


@pytest.mark.rule("CB-89", "CB-96")
def test_nobody_can_tell_which_of_two_equal_tiles_went() -> None:
    # Seat 0 took a wall 3 from the market and drew another: the one that all know of goes first.
    state = taking("lady", {"rack": ["wall3"]}, {}, peace=True, market=("wall3", "wall4", "wall5"))
    state = played(state, "take:wall3", "show:wall8")
    assert rack(GAME.observe(state, 1)) == ["wall3", "?"]
    lost = state._replace(
        agenda=((Phase.END, 1, 0), (Phase.LOSE, 0, 0)), phase=Phase.LOSE, actor=-1, seat=1
    )
    assert rack(GAME.observe(played(lost, "lose:wall3"), 1)) == ["?"]


@pytest.mark.rule("CB-9")
def test_the_digest_tells_nothing_about_a_rack() -> None:
    for state, _ in islice(steps({"players": 3}, "digest"), 0, 300, 7):
        hidden = GAME.observe(state, None)
        random = Random(1)
        guesses = [GAME.determinize(hidden, random.randrange) for _ in range(3)]
        assert {GAME.digest(guess) for guess in guesses} == {GAME.digest(state)}


@pytest.mark.rule("CB-96")
def test_a_rack_that_is_not_known_may_hold_all_that_is_unseen() -> None:
    state = position({"rack": ["wall6", "wall3"], "castle": {"f1": "wall5"}}, {}, pay="any")
    hidden = GAME.observe(state, 1)
    moves = GAME.legal(hidden)
    for token in ("wall6@g2+wall3", "wall7@g2", "wall8@g2+princess", "draw", "wall1@b1"):
        assert GAME.parse(token) in moves
        GAME.apply(hidden, GAME.parse(token))
    for token in ("wall14@b1", "wall5@g2+wall3+wall3", "wall1@g2+wall3"):
        assert GAME.parse(token) not in moves  # on the market; too many; too few
        assert GAME.explain(hidden, GAME.parse(token)) is not None
    listed = [moves[i] for i in range(0, len(moves), 97)]
    assert listed == sorted(listed)
    assert all(GAME.explain(hidden, move) is None for move in listed)
    assert [*moves][-1] == moves[-1] == moves[len(moves) - 1]
    assert len([*moves]) == len(moves) == len({*moves})


@pytest.mark.rule("CB-96")
def test_the_surplus_of_a_hidden_rack_may_be_anything_unseen() -> None:
    agenda = [("end", 0, 0), ("drop", 0, 0)]
    held = ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7", "wall8", "wall9"]
    hidden = GAME.observe(position({"rack": held}, {}, agenda=agenda), None)
    moves = GAME.legal(hidden)
    # Two of 77 faces, or two of the same where there are two: the market has three of the 80.
    twice = [face for face, count in enumerate(hidden.unseen) if count > 1]
    assert len(moves) == 77 * 76 // 2 + len(twice)
    assert (moves[0], moves[-1]) == (min(moves), max(moves))
    assert hidden.unseen[parse_tile("wall14")] == 0
    assert GAME.parse("drop:wall14+wall1") not in moves


def test_secret_tokens_have_the_lengths_that_the_game_says() -> None:
    state = GAME.new({})
    # deal:wall1 and steal:lturret4/1
    assert GAME.secret_lengths(state) == (10, 16)
