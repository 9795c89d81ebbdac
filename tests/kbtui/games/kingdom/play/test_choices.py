"""What can be done now, by action, origin and hex: what the rules say, in another order."""

from __future__ import annotations

import pytest

from engine.contract import DEALER
from engine.kingdom.ground.hexes import ALL, BIT, names
from engine.kingdom.ground.moves import NOWHERE, RELOCATIONS, Action, Shape, shape
from engine.kingdom.ground.terrain import Terrain, parse_card
from engine.kingdom.rules.actions import legal, targets
from engine.table import Table
from kbtui.games.kingdom.play.choices import Choices, ground_of
from tests.helpers import position, spots, table
from tests.walks import KINGDOM, options, steps

MEADOW = table("G", {"c3": "barn", "h3": "paddock", "m3": "temple", "j12": "farm", "c10 d10": "W"})


def test_the_masks_are_those_of_the_rules_in_whole_games() -> None:
    for name in ("two", "four on marshes", "two cards on marshes"):
        for i, game in enumerate(steps(Table.new(KINGDOM, options(name, 3)), 3, is_greedy=True)):
            if i % 4 or game.to_act in (None, DEALER):
                continue
            state = game.state
            choices = Choices(state)
            for action in Action:
                if shape(action) is Shape.HEX:
                    assert choices.targets(action) == targets(state, action)
                for origin in ALL if action in RELOCATIONS and action in choices.actions else ():
                    wanted = targets(state, action, origin)
                    assert choices.targets(action, origin) == wanted
                    assert bool(choices.origins(action) & BIT[origin]) == bool(wanted)
            assert {move[0] for move in legal(state)} == choices.actions


def test_a_move_tile_lists_settlements_that_can_move_and_where() -> None:
    state = position(MEADOW, settlements=["a1 h4"], tiles=["h3:usable"], card="grass")
    choices = Choices(state)
    assert choices.actions == {Action.BUILD, Action.PADDOCK}
    assert names(choices.origins(Action.PADDOCK)) == ["a1", "h4"]
    paddock = choices.targets(Action.PADDOCK, next(iter(_hexes("a1"))))
    assert names(paddock) == ["c1", "b3"]  # two hexes straight east and south-east
    assert choices.targets(Action.PADDOCK) == 0  # without an origin nothing can land


def test_a_temple_has_origins_and_no_targets() -> None:
    state = position(MEADOW, settlements=["a1 m4"], tiles=["m3:usable"], card="grass")
    choices = Choices(state)
    assert names(choices.origins(Action.TEMPLE)) == ["a1", "m4"]
    assert choices.targets(Action.TEMPLE) == choices.targets(Action.TEMPLE, NOWHERE) == 0


def test_a_build_tile_has_targets_and_no_origins() -> None:
    state = position(MEADOW, settlements=["j11"], tiles=["j12:usable"], card="desert", owed=0)
    choices = Choices(state)
    assert choices.origins(Action.FARM) == 0
    assert names(choices.targets(Action.FARM)) == ["i10", "j10", "i11", "k11", "i12"]


def test_cards_to_choose_are_in_the_order_of_their_keys() -> None:
    game = Table.new(KINGDOM, options("two cards", 1))
    for found in steps(game, 1):
        if found.to_act not in (None, DEALER):
            break
    hand = game.state.cards.hands[game.state.seat]
    assert Choices(game.state).cards == tuple(sorted({*hand}))
    assert Choices(position(card="forest")).cards == ()
    assert parse_card("forest") == Terrain.FOREST


@pytest.mark.parametrize(
    ("name", "ground"),
    [
        ("a1", Terrain.GRASS),
        ("c10", Terrain.WATER),
        ("c3", Terrain.LOCATION),
    ],
)
def test_the_ground_of_a_hex(name: str, ground: Terrain) -> None:
    assert ground_of(position(MEADOW), next(iter(_hexes(name)))) is ground


def _hexes(name: str) -> list[int]:
    return [hex_ for hex_ in ALL if BIT[hex_] == spots(name)]
