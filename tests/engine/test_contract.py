"""What every game promises: one suite of random walks over all registered games.

A game that is added to ``engine.contract`` is tested here without another line; it may add its own
tables to ``STARTS``. So is a tiny game of the tests, which is as unlike Kingdom Builder as can be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.contract import DEALER, AnyGame, Viewer, find, keys
from engine.dealer import Dealer
from engine.errors import BadOptions, BadToken, IllegalMove
from engine.rng import Stream
from engine.table import Table
from tests.engine import racks
from tests.walks import TABLES, Options, fixed, scarce, steps

pytestmark = pytest.mark.usefixtures("racks")

GAMES = (*keys(), racks.KEY)
STARTS: dict[str, list[Options]] = {
    "kingdom": [
        *TABLES.values(),
        fixed(scarce("G", players=3)),
        fixed(scarce("S", sets=("base",))),
    ],
    racks.KEY: [{"players": players, "copies": players + 1} for players in (2, 3, 4)],
    "castle": [
        {"players": 2},
        {"players": 3, "start": "random", "coins": 9},
        {"players": 4, "peace": True, "start": 2},
        {"players": 2, "royal": True},
        {"players": 4, "royal": True, "coins": 9},
        {"players": 3, "pay": "any"},
    ],
}
PLAIN: list[Options] = [{}]
CASES = [
    pytest.param(key, {"seed": f"contract {number}"} | dict(start), id=f"{key}-{number}")
    for key in GAMES
    for number, start in enumerate(STARTS.get(key, PLAIN))
]
LIMIT = 400  # entries; enough for most games to end
SAMPLE = 4  # moves tried at each state besides the one played


def viewers(game: AnyGame, state: Any) -> list[Viewer]:
    return [*range(game.seats(state)), None]


def as_mailed(data: Any) -> Any:
    """What is left when it has been written as JSON and read again."""
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_found_by_its_key_and_has_a_title(key: str) -> None:
    game = find(key)
    assert game.key == key
    assert game.title
    assert find(key) is game


def test_an_unknown_key_is_a_bad_option() -> None:
    with pytest.raises(BadOptions) as caught:
        find("chess")
    assert caught.value.where == "game"
    assert "kingdom" in str(caught.value)


@pytest.mark.parametrize("key", GAMES)
def test_equal_options_give_the_equal_start(key: str) -> None:
    game = find(key)
    assert game.new({}) == game.new({})
    assert game.digest(game.new({})) == game.digest(game.new({}))


@pytest.mark.parametrize(("key", "start"), CASES)
def test_legal_moves_are_sorted_unique_and_never_lacking(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "legal", LIMIT):
        game, state = table.game, table.state
        moves = list(game.legal(state))
        assert moves == sorted(set(moves))
        assert bool(moves) == (game.to_act(state) is not None)
        assert game.to_act(state) in (None, DEALER, *range(game.seats(state)))
        assert len(game.totals(state)) == game.seats(state)


@pytest.mark.parametrize("key", GAMES)
def test_the_options_that_are_settled_lead_to_the_same_start(key: str) -> None:
    game = find(key)
    start = game.new({"seed": "settled"})
    assert game.new(as_mailed(game.settled(start))) == start
    assert game.seed({"seed": "settled"}) == "settled"
    assert game.seed(game.settled(start) | {"seed": "again"}) == "again"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_everybody_can_tell_whose_turn_it_is(key: str, start: Options) -> None:
    turns: list[Viewer] = []
    for table in steps(Table.new(key, start), "turns", LIMIT):
        game, state = table.game, table.state
        seat = game.on_turn(state)
        assert seat in (None, *range(game.seats(state)))
        if game.to_act(state) is None:
            assert seat is None
        elif game.to_act(state) != DEALER:
            assert seat is not None
        for viewer in viewers(game, state):
            assert game.on_turn(game.observe(state, viewer)) == seat
        turns += [seat] if turns[-1:] != [seat] else []
    assert {*turns} >= {*range(game.seats(state))}
    assert len(turns) > 2 * game.seats(state)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_the_parts_of_the_score_add_up_for_everybody(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "parts", LIMIT):
        game, state = table.game, table.state
        parts, earned = game.parts(state), game.earned(state)
        assert len({*parts}) == len(parts) > 0
        assert [len(row) for row in earned] == [len(parts)] * game.seats(state)
        assert tuple(sum(paid for paid, _ in row) for row in earned) == game.totals(state)
        assert all(places >= 0 for row in earned for _, places in row)
        for viewer in viewers(game, state):
            assert game.earned(game.observe(state, viewer)) == earned


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_undo_is_the_same_question_in_every_copy(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "may undo", LIMIT):
        game, state = table.game, table.state
        for seat in range(game.seats(state)):
            answers = {
                game.may_undo(game.observe(state, viewer), seat) for viewer in viewers(game, state)
            }
            assert answers == {game.may_undo(state, seat)}


@pytest.mark.parametrize("key", GAMES)
def test_every_level_of_bot_plays_by_what_it_sees(key: str) -> None:
    game = find(key)
    assert game.stand_in in game.levels
    assert len(game.levels) > 1
    for name, level in game.levels.items():
        table = Table.new(key, {"seed": name})
        Dealer(name).deal(table)
        seat = table.to_act
        assert seat is not None
        seen = game.observe(table.state, seat)
        moves = [level.choose(seen, Stream(name, "x"), nodes=20) for _ in range(2)]
        assert moves[0] == moves[1]
        assert moves[0] in game.legal(seen)
        assert level.nodes > 0


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_a_game_is_described_in_json(key: str, start: Options) -> None:
    random = Random(f"{start}")
    for table in steps(Table.new(key, start), "described", LIMIT // 4):
        game, state = table.game, table.state
        told = {
            "about": game.about(),
            "state": game.describe(state),
            "table": game.describe_table(state),
            "scores": game.describe_scores(state),
        }
        assert as_mailed(told) == told
        winners = game.winners(state)
        assert told["state"]["winners"] == (None if winners is None else [*winners])
        assert told["table"]["setup"] == game.settled(state)
        assert told["scores"]["totals"] == [*game.totals(state)]
        moves = game.legal(state)
        for move in random.sample(moves, min(SAMPLE, len(moves))):
            described = game.describe_move(move)
            assert as_mailed(described) == described
            assert described["move"] == game.format(move)
            gains = game.describe_gains(state, move)
            after = game.totals(game.apply(state, move))
            assert as_mailed(gains) == gains
            assert (
                tuple(
                    total + sum(row.values())
                    for total, row in zip(game.totals(state), gains, strict=True)
                )
                == after
            )


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_legal_moves_are_accepted_and_others_refused(key: str, start: Options) -> None:
    random = Random(f"{start}")
    seen: list[Any] = []  # moves that were legal at some time: mostly not at others
    for table in steps(Table.new(key, start), "accept", LIMIT):
        game, state = table.game, table.state
        before = game.write_position(state)
        moves = game.legal(state)
        for move in random.sample(moves, min(SAMPLE, len(moves))):
            assert game.explain(state, move) is None
            game.apply(state, move)
            seen.append(move)
        legal = set(moves)
        for move in random.sample(seen, min(SAMPLE, len(seen))):
            if move not in legal:
                why = game.explain(state, move)
                assert why is not None
                with pytest.raises(IllegalMove) as caught:
                    game.apply(state, move)
                assert (caught.value.rule, caught.value.reason) == (why.rule, why.reason)
                assert why.rule
                assert why.reason
        assert game.write_position(state) == before


@pytest.mark.parametrize(("key", "start"), CASES)
def test_every_token_reads_back_as_its_move(key: str, start: Options) -> None:
    random = Random(f"{start}")
    for table in steps(Table.new(key, start), "tokens", LIMIT):
        game = table.game
        moves = game.legal(table.state)
        tokens = [game.format(move) for move in moves]
        assert len(set(tokens)) == len(tokens)
        for move, token in random.sample(
            list(zip(moves, tokens, strict=True)), min(20, len(moves))
        ):
            assert game.parse(token) == move
            assert game.parse(token.upper()) == move
            assert token.isascii()
            assert token == token.lower().strip()
            assert len(token.split()) == 1


@pytest.mark.parametrize(("key", "start"), CASES)
def test_no_token_that_is_hidden_is_shorter_or_longer_than_the_game_says(
    key: str, start: Options
) -> None:
    table = Table.new(key, start)
    least, most = table.game.secret_lengths(table.state)
    for _ in steps(table, "secrets", LIMIT):
        assert table.game.secret_lengths(table.state) == (least, most)
    hidden = [n for n in range(1, len(table.entries) + 1) if table.seen(n, None) != full(table, n)]
    assert hidden
    assert all(least <= len(full(table, number)) <= most for number in hidden)


def full(table: Table, number: int) -> str:
    return table.entries[number - 1].token


def test_the_cards_of_this_game_set_the_lengths() -> None:
    kingdom = find("kingdom")
    for sets, longest in (
        (["base"], "deal:flowers"),
        (["base", "marshlands"], "deal:marsh/flowers"),
    ):
        lengths = kingdom.secret_lengths(kingdom.new({"sets": sets}))
        assert lengths == (len("deal:grass"), len(longest))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "token", ["", " ", "?", "no such move", "\0", "é", "-1", "@", ":", "a" * 999]
)
def test_what_is_no_move_is_a_bad_token(key: str, token: str) -> None:
    with pytest.raises(BadToken):
        find(key).parse(token)


@pytest.mark.parametrize(("key", "start"), CASES)
def test_the_dealer_may_do_what_is_legal_with_positive_chances(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "outcomes", LIMIT):
        game, state = table.game, table.state
        outcomes = game.outcomes(state)
        if game.to_act(state) == DEALER:
            assert [move for move, _ in outcomes] == list(game.legal(state))
            assert all(chances > 0 for _, chances in outcomes)
        else:
            assert not outcomes


def drawing(number: int, total: int) -> Callable[[int], int]:
    """This number, or one beside it if it is drawn from anything but the total."""
    return lambda below: number + below - total


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_a_drawn_entry_is_counted_off_among_the_outcomes(key: str, start: Options) -> None:
    """Seen by all and by one: every number that can be drawn, in the order of the outcomes."""
    for table in steps(Table.new(key, start), "draws", LIMIT):
        game = table.game
        for state in (table.state, game.observe(table.state, 0)):
            if game.to_act(state) == DEALER:
                outcomes = game.outcomes(state)
                expected = [move for move, chances in outcomes for _ in range(chances)]
                numbers = range(len(expected))
                assert [game.draw(state, drawing(n, len(expected))) for n in numbers] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_a_masked_log_folds_to_what_the_chair_may_see(key: str, start: Options) -> None:
    table = Table.new(key, start)
    game = table.game
    copies = {viewer: game.observe(table.state, viewer) for viewer in viewers(game, table.state)}
    done = 0
    for _ in steps(table, "masks", LIMIT):
        for number in range(done, len(table.entries)):
            before, move = table.states[number], game.parse(table.entries[number].token)
            for viewer, copy in copies.items():
                copies[viewer] = game.apply(copy, game.mask(before, move, viewer))
        done = len(table.entries)
        for viewer, copy in copies.items():
            assert copy == game.observe(table.state, viewer)
            assert game.observe(copy, viewer) == copy
            assert game.digest(copy) == game.digest(table.state)
            assert game.to_act(copy) == game.to_act(table.state)
    assert {game.totals(copy) for copy in copies.values()} == {game.totals(table.state)}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_a_guess_fits_what_the_chair_has_seen(key: str, start: Options) -> None:
    random = Random(f"{start}")
    for table in steps(Table.new(key, start), "guesses", LIMIT // 4):
        game, state = table.game, table.state
        for viewer in viewers(game, state):
            seen = game.observe(state, viewer)
            guess = game.determinize(seen, random.randrange)
            assert game.observe(guess, viewer) == seen
            assert game.digest(guess) == game.digest(state)
            assert game.determinize(guess, random.randrange) == guess  # nothing is left to guess


@pytest.mark.parametrize(("key", "start"), CASES)
def test_what_is_masked_stays_masked(key: str, start: Options) -> None:
    # Masking twice is masking once, and nobody's mask shows more than the move itself. Only the
    # dealer's moves are masked at all.
    for table in steps(Table.new(key, start), "twice", LIMIT):
        if not table.entries:
            continue
        game, state = table.game, table.states[-2]
        move = game.parse(table.entries[-1].token)
        for viewer in viewers(game, state):
            masked = game.mask(state, move, viewer)
            assert game.mask(state, masked, viewer) == masked
            assert game.mask(state, masked, None) == game.mask(state, move, None)
            assert masked == move or table.entries[-1].actor == DEALER


@pytest.mark.parametrize(("key", "start"), CASES)
def test_undo_returns_the_very_state(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "undo", LIMIT):
        actor = table.entries[-1].actor if table.entries else DEALER
        if table.can_undo(actor):
            before, after = table.states[-2:]
            table.append(actor, "undo")
            assert table.state is before
            table.append(actor, "redo")
            assert table.state is after


@pytest.mark.slow
@pytest.mark.parametrize(("key", "start"), CASES)
def test_a_position_reads_back_as_the_state(key: str, start: Options) -> None:
    for table in steps(Table.new(key, start), "position", LIMIT):
        game, state = table.game, table.state
        for copy in (state, game.observe(state, None)):
            again = game.read_position(as_mailed(game.write_position(copy)))
            assert again == copy
            assert game.digest(again) == game.digest(state)
