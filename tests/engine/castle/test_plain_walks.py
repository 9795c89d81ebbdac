"""What is always true of the plain Castle Builder, over random games with all options."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.engine.castle.plain_tables import all_coins, all_tiles, random_steps
from tests.plain_castle import DEALER, PlainCastle, read_tile
from tests.plain_pieces import COINS, FACES, TRACK

TILES = {face: (copies, tile) for face, copies, tile in map(read_tile, FACES.split("\n")[1:-1])}
OPTIONS = ("sky", "peace", "royal", "unlimited")


def tables() -> list[tuple[int, dict[str, bool]]]:
    """Each number of players with each combination of options."""
    switches = [
        dict(zip(OPTIONS, chosen, strict=True)) for chosen in product([False, True], repeat=4)
    ]
    return list(product((2, 3, 4), switches))


@pytest.mark.rule("CB-1", "CB-2", "CB-3", "CB-30", "CB-87")
def test_the_table_of_faces_is_sound() -> None:
    assert len(TILES) == 80
    assert sum(copies for copies, _ in TILES.values()) == 126
    for _, tile in TILES.values():
        assert tile["any"] == (tile["number"] is None)
        assert (tile["topNumber"] is None) == (tile["top"] == "..")
        assert "#" in tile["base"]
        assert tile["roofs"] in (0, 1)
        if tile["noNewLevel"]:
            assert "." in tile["base"]


@pytest.mark.rule("CB-7", "CB-8")
def test_the_coins_and_the_track_are_sound() -> None:
    assert len(COINS) == 11
    assert sum(COINS.values()) == 36
    assert Counter(TRACK) == {"C": 4, "R": 3, "T": 4, ".": 17}


def check(game: PlainCastle, tiles: list[str], coins: list[str]) -> None:
    """CB-86, and that nobody is asked without a choice (CB-99)."""
    assert all_tiles(game) == tiles
    assert all_coins(game) == coins
    if game.on_turn is None:
        return
    assert len(set(game.barons)) == len(game.barons)
    is_resting = game.due is None or game.due.who != DEALER
    assert not is_resting or len(game.coin_market) == 3
    assert not any(TRACK[space] == "R" for space in game.barons)
    for seat, rack in enumerate(game.racks):
        if is_resting and not (game.due and (game.due.who, game.due.what) == (seat, "surplus")):
            assert len(rack) <= 7
    if is_resting and game.due is not None:
        assert len(game.market) == 3 or not (game.reserve or game.discards)
        assert game.legal()
        assert game.due.what != "turn" or ("draw",) in game.legal()  # CB-88: never without a move
    for castle in game.castles:
        for (level, x), face in castle.items():
            for side in (0, 1):
                below = castle.get((level - 1, x - 1 + 2 * side))
                if (level - 1, x - 1 + 2 * side) == game.gate:
                    below = "gate"
                half = game.tiles[face]["base"][side]
                if level == 1:
                    assert half == "#"
                elif below is not None:
                    assert half == game.tiles[below]["top"][1 - side]


@pytest.mark.slow
@pytest.mark.rule("CB-84", "CB-86", "CB-88", "CB-99")
@pytest.mark.parametrize(("players", "options"), tables())
def test_a_random_game_keeps_what_is_always_true(players: int, options: dict[str, bool]) -> None:
    game = PlainCastle(players, **options)
    tiles, coins = all_tiles(game), all_coins(game)
    assert (len(tiles), len(coins)) == (126, 36)
    for step in random_steps(game, players):
        check(game, tiles, coins)
        if step[0] == "build":
            castle, (level, x) = game.castles[game.on_turn or 0], step[3]
            below = {(level - 1, x - 1), (level - 1, x + 1)}
            assert step[3] in game.ground or below & {game.gate, *castle}
    check(game, tiles, coins)
    assert game.winners


@pytest.mark.slow
def test_random_games_meet_everything() -> None:
    # Otherwise the walks above would say less than they seem to.
    met: Counter[str] = Counter()
    for seed, (players, options) in enumerate(tables()[::3]):
        game = PlainCastle(players, **options)
        for step in random_steps(game, seed):
            met[step[0]] += 1
            if step[0] == "coin":
                met[step[1]] += 1
            if step[0] == "discard" and game.to_act() != game.on_turn:
                met["off turn"] += 1
    words = {"draw", "build", "discard", "coin", "rob", "collapse", "catapult", "mill", "take"}
    dealt = {"deal", "show", "mint", "steal", "lose", "shuffle", "start"}
    assert words | dealt | set(COINS) | {"off turn"} <= set(met)
