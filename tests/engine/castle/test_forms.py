"""Notation, positions, options and the box: round trips, and what is refused with its place."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.castle.game import GAME
from engine.castle.moves import Action, Move
from engine.castle.pieces.box import box
from engine.castle.pieces.cells import NAMES, parse_cell
from engine.castle.pieces.coins import Coin
from engine.castle.pieces.tiles import FACES, TILES, parse_tile, read_tiles
from engine.errors import BadInput, BadOptions, BadPosition, BadToken
from engine.table import Table
from tests.engine.castle.positions import any_options, position, seeds, steps


@pytest.mark.rule("CB-1", "CB-2", "CB-3", "CB-87", "CB-89")
def test_the_box_holds_what_the_rules_say() -> None:
    tiles = [TILES[face] for face in FACES]
    assert sum(tile.copies for tile in tiles) == 126
    assert len(tiles) == len({tile.word for tile in tiles}) == 80
    assert sum(tile.copies for tile in tiles if not tile.number) == 35
    assert sum(tile.copies for tile in tiles if tile.no_new_level) == 24
    assert sum(tile.copies for tile in tiles if not all(tile.base)) == 28
    assert sum(tile.copies for tile in tiles if not any(tile.top)) == 14
    for count, total in (("rubies", 28), ("windows", 35), ("roofs", 19), ("people", 19)):
        assert sum(tile.copies * getattr(tile, count) for tile in tiles) == total
    assert "our own reconstruction" in box()["note"]
    assert "our own reconstruction" in GAME.about()["note"]


@pytest.mark.rule("CB-87")
@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"any": True}, "any"),
        ({"number": None}, "any"),
        ({"topNumber": None}, "topNumber"),
        ({"top": ["sky", "sky"]}, "topNumber"),
        ({"base": ["sky", "sky"]}, "base"),
        ({"base": ["stone"]}, "base"),
        ({"top": ["stone", "air"]}, "top"),
        ({"noNewFloor": True}, "noNewFloor"),
        ({"base": ["sky", "stone"]}, "top"),  # stone above sky: castles could grow wider
        ({"tile": "dragon5"}, "tile"),
    ],
)
def test_a_box_that_the_rules_cannot_play_with_is_refused(
    change: dict[str, Any], where: str
) -> None:
    rows = deepcopy(box()["tiles"])
    rows[4] |= change  # a plain wall
    with pytest.raises(BadInput) as caught:
        read_tiles(rows)
    assert caught.value.where == f"tiles[4].{where}"


@pytest.mark.rule("CB-87")
def test_a_box_with_a_tile_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="wall1 is there twice"):
        read_tiles([*box()["tiles"], box()["tiles"][0]])


@pytest.mark.rule("CB-24", "CB-26")
def test_no_castle_is_wider_than_eight_tiles() -> None:
    # The outermost cells of even levels; nothing of stone can stand further out.
    for face in FACES:
        for half in (0, 1):
            assert TILES[face].base[half] or not TILES[face].top[half]
    assert [name for name in NAMES.values() if name.endswith("2") and len(name) == 2] == [
        *("a2", "c2", "e2", "g2", "i2", "k2", "m2", "o2")
    ]


def all_moves() -> list[Move]:
    """Every tile, every cell, every coin, every seat."""
    some = parse_cell("e2")
    found: list[Move] = [(Action.BUILD, face, some, b"") for face in FACES]
    found += [(Action.MARKET, 5, cell, b"") for cell in NAMES]
    found += [(action, coin, 0, b"") for action in (Action.COIN, Action.MINT) for coin in Coin]
    found += [(Action.DEAL, face, 0, b"") for face in (*FACES, 255)]
    found += [(Action.CATAPULT, seat, some, b"") for seat in range(4)]
    found += [(Action.DROP, 0, 0, bytes((1, 1, 40))), (Action.BUILD, 3, some, bytes((2, 9)))]
    return found


def test_every_move_is_one_word_and_back() -> None:
    for move in all_moves():
        token = GAME.format(move)
        assert GAME.parse(token) == GAME.parse(token.upper()) == move
        assert token.isascii()
        assert token == token.lower()
        assert not {*token} & {*" \t#"}
    tokens = [GAME.format(move) for move in all_moves()]
    assert len({*tokens}) == len(tokens)


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        ("wall5@a1", "level 1 has the cells b d f h j l n"),
        ("wall5@e0", "levels are 1 to 127"),
        ("wall5@e999", "levels are 1 to 127"),
        ("wall5@e02", "levels are 1 to 127"),
        ("wall5@", "a cell is a letter and a level"),
        ("wall11@b1", "there is no such tile"),
        ("?@b1", "only a tile that is dealt or stolen"),
        ("show:?", "only a tile that is dealt or stolen"),
        ("royal:wall5@b1", "only a prince and a princess"),
        ("coin:gold", "coins are ruby thief lady"),
        ("thief:0", "seats are 1 to 4"),
        ("catapult:5@b1", "seats are 1 to 4"),
        ("draw:2", "write it as draw"),
        ("drop", "write it as drop:wall5"),
        ("build:wall5@b1", "there is no action called"),
        ("drop:wall3+", "there is no such tile"),
    ],
)
def test_what_is_no_move_says_why(token: str, problem: str) -> None:
    with pytest.raises(BadToken) as caught:
        GAME.parse(token)
    assert problem in str(caught.value)


@pytest.mark.parametrize("seed", seeds(25, always=4))
def test_positions_read_back_as_they_were(seed: int) -> None:
    random = Random(seed)
    for state, _ in steps(any_options(random), seed):
        if random.random() < 0.2:
            viewer = random.choice((0, 1, None))
            for copy in (state, GAME.observe(state, viewer)):
                data = json.loads(json.dumps(GAME.write_position(copy)))
                assert GAME.read_position(data) == copy


def some_position() -> dict[str, Any]:
    tiles = {"f1": "wall5", "g2": "wall7", "d1": "roof5"}
    player = {"castle": tiles, "rack": ["wall3", "wall4"], "coins": ["lady"]}
    data = GAME.write_position(position(player, {"rack": ["wall9"]}))
    del data["reserve"]  # which may be left out
    return data


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (["format"], "castle-position/2", "format"),
        (["setup", "players"], 3, "players"),
        (["setup", "coins"], 8, "setup.coins"),
        (["seat"], 2, "seat"),
        (["dragons"], 1, "dragons"),
        (["idle"], 9, "idle"),
        (["reserve"], 5, "reserve"),
        (["market"], ["wall1"] * 4, "market"),
        (["market"], ["?"], "market"),
        (["market"], ["wall10", "wall10", "wall1"], "tiles"),
        (["coins"], ["collapse", "collapse", "collapse"], "coins"),
        (["coins"], ["gold"], "coins"),
        (["discard"], {"wall14": 2}, "discard"),
        (["agenda"], [], "agenda"),
        (["agenda", 0, "task"], "show", "agenda[0].task"),
        (["agenda", 0, "task"], "dance", "agenda[0].task"),
        (["agenda", 0, "task"], "end", "agenda"),
        (["agenda", 0, "seat"], 1, "agenda[0].seat"),
        (["known"], [None, None], "known"),
        (["known", 1], [["wall14"], []], "known[1]"),
        (["players", 0, "baron"], 28, "players[0].baron"),
        (["players", 0, "baron"], 14, "players[0].baron"),
        (["players", 1, "baron"], 1, "players[1].baron"),
        (["players", 0, "rack"], ["wall3"] * 8, "tiles"),
        (["players", 0, "rack"], ["wall4"] * 5 + ["wall3"] * 3, "players[0].rack"),
        (["players", 0, "rack"], [3], "players[0].rack"),
        (["players", 0, "royals"], ["prince"], "players[0].royals"),
        (["players", 0, "castle"], {"h1": "wall5"}, "players[0].castle"),
        (["players", 0, "castle"], {"h3": "wall5"}, "players[0].castle"),
        (["players", 0, "castle"], {"b1": "lside1"}, "players[0].castle"),
        (["players", 0, "castle"], {"f1": "wall5", "g2": "lside1"}, "players[0].castle"),
        (["players", 0, "castle"], {"f1": "wall5", "g2": "wall9"}, "players[0].castle"),
        (["players", 0, "castle"], {"a1": "wall5"}, "players[0].castle"),
        (["players", 0, "coins"], ["lady"] * 8, "players[0].coins"),
    ],
)
def test_a_damaged_position_is_refused_with_its_field(
    path: list[Any], value: object, where: str
) -> None:
    data = some_position()
    spot: Any = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with pytest.raises(BadPosition) as caught:
        GAME.read_position(data)
    assert caught.value.where == where


@pytest.mark.parametrize("data", [None, [], "castle", {}, {"format": "castle-position/1"}])
def test_what_is_no_position_is_refused(data: object) -> None:
    with pytest.raises(BadPosition):
        GAME.read_position(data)


@pytest.mark.rule("CB-44", "CB-73", "CB-98")
def test_options_lead_to_their_set_up_and_back() -> None:
    for seed in range(40):
        options = any_options(Random(seed))
        state = GAME.new(options)
        settled = GAME.settled(state)
        assert GAME.new(settled) == state
        assert "seed" not in settled
        assert state.setup.pay == ("any" if options["royal"] else options["pay"])


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"players": 1}, "players"),
        ({"players": "2"}, "players"),
        ({"players": True}, "players"),
        ({"coins": 8}, "coins"),
        ({"pay": "two"}, "pay"),
        ({"royal": 1}, "royal"),
        ({"start": 2}, "start"),
        ({"start": "last"}, "start"),
        ({"seed": ""}, "seed"),
        ({"sets": ["base"]}, "sets"),
    ],
)
def test_options_that_cannot_be_played_are_refused(options: dict[str, Any], where: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.new(options)
    assert caught.value.where == where


def test_a_record_keeps_a_game_from_a_position() -> None:
    table = Table(GAME, GAME.read_position(some_position()))
    table.append(0, "wall3@b1")
    assert parse_tile("wall3") == table.state.castles[0].tiles[parse_cell("b1")]


def test_the_longest_token_has_the_length_that_the_page_says() -> None:
    longest = max(FACES, key=lambda face: len(TILES[face].word))
    highest = next(cell for cell, name in NAMES.items() if name == "o126")
    token = GAME.format((Action.MARKET, longest, highest, bytes((longest,)) * 7))
    assert len(token) == 99
    page = Path(__file__).resolve().parents[3] / "docs" / "engine-castle.md"
    assert "has 99 characters" in page.read_text("utf-8")
