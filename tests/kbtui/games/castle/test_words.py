"""Castle Builder in words: what happened, as each chair hears it, and the rules by topic."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.castle.game import GAME
from engine.castle.moves import Action
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.piecenames import kind_of
from engine.castle.pieces.tiles import FACES, TILES
from engine.castle.setup import Options, parse_options
from engine.castle.state import State
from engine.contract import DEALER
from engine.errors import BadOptions
from kbtui.cli.parser import build
from kbtui.games.castle.form.arguments import ARGUMENTS
from kbtui.games.castle.form.options import FORM
from kbtui.games.castle.words.events import STORY
from kbtui.games.castle.words.kinds import Kind, cell_of, place_of
from kbtui.games.castle.words.kit import WORDS as GAME_WORDS
from kbtui.games.castle.words.names import effect
from kbtui.games.castle.words.rulebook import RULEBOOK
from kbtui.text.i18n import LANGUAGES, use
from tests.engine.castle.positions import any_options, position, steps

NAMES = ("Ann", "Bob", "Cleo")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use("en")


def told(state: State, *tokens: str, you: int | None = None) -> list[str]:
    """What the chair is told about these entries."""
    found = []
    for token in tokens:
        move = GAME.parse(token)
        actor = GAME.to_act(state)
        assert actor is not None
        seen, after = GAME.mask(state, move, you), GAME.apply(state, move)
        views = GAME.observe(state, you), GAME.observe(after, you)
        found += [STORY.told(e, NAMES, you) for e in STORY.events(*views, actor, seen, 1)]
        state = after
    return found


def coin(word: str, *players: dict[str, Any], **more: Any) -> State:
    offered = (word, *[other for other in ("ruby", "mill", "monk") if other != word][:2])
    agenda = [("end", 0, 0), ("coin", 0, 1)]
    return position(*players, offered=offered, agenda=agenda, **more)


def test_a_build_is_told_with_its_payment_its_way_and_what_that_brings() -> None:
    own = {"castle": {"f1": "wall6"}, "rack": ["wall7", "wall3"], "baron": 4}
    state = position(own, {"baron": 9})
    tokens = ("wall7@g2+wall3", "deal:wall1")
    assert told(state, *tokens) == [
        "Ann builds Stone Wall 7 on G2 and pays with Stone Wall 3.",
        "Ann's baron moves 2 spaces, to space 6.",
        "Ann gains 1 tile.",
    ]
    assert told(state, *tokens, you=0) == [
        "You build Stone Wall 7 on G2 and pay with Stone Wall 3.",
        "Your baron moves 2 spaces, to space 6.",
        "You gain 1 tile.",
        "You get Stone Wall 1.",
    ]


def test_after_a_build_from_the_market_the_baron_moves_when_the_market_is_full() -> None:
    state = position({"castle": {"f1": "wall8"}, "baron": 7}, {"baron": 1})
    assert told(state, "market:wall10@g2", "show:wall4", you=1) == [
        "Ann builds Stone Wall 10 from the market on G2.",
        "Stone Wall 4 is added to the market.",
        "Ann's baron moves 2 spaces, to space 9, and earns 1 coin.",
    ]


def test_a_theft_is_told_in_full_to_two() -> None:
    state = coin("thief", {}, {"rack": ["window5"]}, {})
    tokens = ("coin:thief", "mint:tower", "thief:2", "steal:window5")
    assert told(state, *tokens) == [
        "Ann takes the Thief coin.",
        "The Highest Tower coin is added to the market.",
        "Ann robs Bob.",
        "Ann steals a tile from Bob.",
    ]
    assert told(state, *tokens, you=2)[-1] == "Ann steals a tile from Bob."
    assert told(state, *tokens, you=1)[-2:] == [
        "Ann robs you.",
        "Ann steals Window Wall 5 from you.",
    ]
    assert told(state, *tokens, you=0)[-1] == "You steal Window Wall 5 from Bob."


def test_the_effects_of_the_other_coins() -> None:
    castle = {"castle": {"f1": "window4", "g2": "roof7"}}
    state = coin("catapult", {}, castle)
    assert told(state, "coin:catapult", "mint:tower", "catapult:2@g2", you=1)[-1] == (
        "Ann takes down your Roof on G2."
    )
    state = coin("collapse", castle, {})
    assert told(state, "coin:collapse", "mint:tower", "collapse:g2")[-1] == (
        "Ann takes down Roof on G2."
    )
    state = coin("lady", {}, {"rack": ["wall3"]}, {})
    assert told(state, "coin:lady", "mint:tower", "lose:wall3")[-1] == "Bob loses Stone Wall 3."
    state = coin("windows", {}, castle)
    assert told(state, "coin:windows", "mint:tower")[-1] == "Bob gains 2 tiles."
    state = coin("windows", {}, {})
    assert told(state, "coin:windows", "mint:tower")[-1] == "The Most Windows coin changes nothing."
    state = coin("mill", {}, {})
    shown = ("show:wall1", "show:wall2", "show:wall3", "mill:wall2")
    assert told(state, "coin:mill", "mint:tower", *shown)[2:] == [
        "The Mill discards Stone Wall 10, Stone Wall 12, Stone Wall 14.",
        "Stone Wall 1 is added to the market.",
        "Stone Wall 2 is added to the market.",
        "Stone Wall 3 is added to the market.",
        "Ann takes Stone Wall 2 from the market.",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_told_without_a_tile_that_the_chair_may_not_see(seed: int) -> None:
    random = Random(seed)
    options = any_options(random)
    names = [f"N{seat}" for seat in range(options["players"])]
    game, heard = [*steps(options, seed)], set()
    for (state, move), (after, _next) in pairwise(game):
        actor = GAME.to_act(state)
        assert actor is not None
        for you in (0, None):
            seen = GAME.mask(state, move, you)
            views = GAME.observe(state, you), GAME.observe(after, you)
            events = [*STORY.events(*views, actor, seen, 1)]
            heard |= {event.kind for event in events}
            assert all(STORY.told(event, names, you) for event in events)
            is_hidden = move[0] in (Action.DEAL, Action.STEAL) and seen != move
            if is_hidden:
                assert all(
                    event.kind in (Kind.STOLE, Kind.GAINS, Kind.SHUFFLED) for event in events
                )
    assert heard >= {Kind.BUILT, Kind.MOVED, Kind.COIN, Kind.DEALT, Kind.GAINS, Kind.SHOWN}


def test_places_are_cells_of_all_castles() -> None:
    assert {cell_of(place_of(seat, cell)) for seat in range(4) for cell in range(40)} == {
        (seat, cell) for seat in range(4) for cell in range(40)
    }
    before = position({"rack": ["wall6"]}, {})
    after = GAME.apply(before, GAME.parse("wall6@f1"))
    assert STORY.changed(before, after) == 1 << place_of(0, GAME.parse("wall6@f1")[2])


# ---- options --------------------------------------------------------------------------------


def asked(*words: str) -> argparse.Namespace:
    line = ["new", "--game", "castle", *words]
    return build(line).parse_args(line)


def test_the_options_of_the_command_line() -> None:
    plain = FORM.options(asked("--seed", "a"), 3)
    assert plain == {"players": 3, "coins": 7, "seed": "a"}
    words = ("--coins", "9", "--royal", "--peace", "--pay", "any", "--start", "2", "--seed", "b")
    found = parse_options(FORM.options(asked(*words), 2))
    assert found == Options(2, 9, royal=True, peace=True, pay="any", start=1, seed="b")
    assert FORM.options(asked("--start", "random"), 2)["start"] == "random"
    for wrong in ("0", "4", "x"):
        with pytest.raises(BadOptions, match="a seat from 1 to 3, or random"):
            FORM.options(asked("--start", wrong), 3)


@pytest.mark.parametrize("example", ARGUMENTS.examples)
def test_the_examples_of_the_help_can_be_typed(example: str) -> None:
    program, *words = example.split()
    asked = build(words).parse_args(words)
    assert (program, asked.game) == ("kb", "castle")
    assert GAME.new(FORM.options(asked, 2)).setup.players == 2


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "7 coins"),
        ({"coins": 9, "peace": True}, "9 coins, Peaceful Times"),
        ({"coins": 7, "pay": "any"}, "7 coins, pay as much as you like"),
        ({"coins": 7, "royal": True, "pay": "any"}, "7 coins, Royal Strategy"),
    ],
)
def test_lists_say_what_is_played(options: dict[str, Any], text: str) -> None:
    assert GAME_WORDS.options(options) == text


# ---- the rules ------------------------------------------------------------------------------


def test_every_tile_and_every_coin_has_its_rules() -> None:
    entries = [entry for chapter in RULEBOOK.chapters() for entry in chapter.entries]
    assert len(entries) == len({*entries})
    kinds = {kind_of(TILES[face].word) for face in FACES}
    assert {*entries} >= kinds | {"gate", "sour-lady", "reconstruction"} | ({*WORDS} - {"lady"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_two_to_four_sentences_in_every_language(language: str) -> None:
    use(language)
    for chapter in RULEBOOK.chapters():
        assert chapter.title.isupper()
        for entry in chapter.entries:
            first, *_rest = RULEBOOK.text(entry).split("\n\n")
            assert 2 <= sum(first.count(mark) for mark in ".!?") <= 4, (entry, first)
            assert "{" not in first
            assert RULEBOOK.name(entry)


def test_the_rules_of_this_game_come_first() -> None:
    state = GAME.new({"coins": 9, "royal": True})
    assert RULEBOOK.chapters(state)[0].entries == ("sky", "royal")
    assert RULEBOOK.here("gate", state) == ["built so far: 2"]
    assert RULEBOOK.text("prince").endswith("Copies in our reconstruction of the box: 4.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_effects_fit_into_the_coin_market(language: str) -> None:
    use(language)
    for peace in (False, True):
        setup = GAME.new({"peace": peace}).setup
        assert max(len(effect(number, setup)) for number in range(len(WORDS))) <= 38


def test_nobody_is_the_dealer_by_name() -> None:
    state = position({"rack": ["wall6"]}, {})
    events = [*STORY.events(state, state, DEALER, GAME.parse("show:wall5"), 1)]
    assert [STORY.told(event, NAMES, None) for event in events] == [
        "Stone Wall 5 is added to the market."
    ]
