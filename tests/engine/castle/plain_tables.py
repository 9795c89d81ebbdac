"""Prepared positions of the plain Castle Builder, and random games of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

from tests.plain_castle import DEALER, Cell, PlainCastle, Step

GATE = (1, 6)  # the cell (1, g) of the examples


def first_turn(players: int = 2, **options: Any) -> PlainCastle:
    """A game at its first decision; market and racks got window walls, so all else is to be had."""
    game = PlainCastle(players, **{"start": 0, **options})
    while game.to_act() == DEALER:
        game.play(max(game.legal()))
    return game


def serve(game: PlainCastle) -> list[Step]:
    """The dealer acts until a player has to decide, always with the first piece; what it did."""
    done = []
    while game.to_act() == DEALER:
        done.append(min(game.legal()))
        game.play(done[-1])
    return done


def deal(game: PlainCastle, *faces: str) -> None:
    """The dealer's next steps turn up exactly these pieces."""
    for face in faces:
        assert game.due is not None
        game.play((game.due.what, face))


def lay(game: PlainCastle, seat: int, tiles: Mapping[Cell, str]) -> None:
    """Put tiles of the reserve into a castle, whatever the rules say."""
    for cell, face in tiles.items():
        game.reserve.remove(face)
        game.castles[seat][cell] = face


def give(game: PlainCastle, seat: int, *faces: str) -> None:
    """Make these tiles the rack of a seat; the old ones go back to the reserve."""
    _exchange(game, game.racks[seat], faces)


def offer(game: PlainCastle, *faces: str) -> None:
    """Make these tiles the market."""
    _exchange(game, game.market, faces)


def mint(game: PlainCastle, *effects: str) -> None:
    """Make these coins the coin market."""
    game.coin_reserve += game.coin_market
    game.coin_market.clear()
    for effect in effects:
        game.coin_reserve.remove(effect)
        game.coin_market.append(effect)


def collect(game: PlainCastle, seat: int, coins: int) -> None:
    """Give a seat that many coins of the reserve, none that tests want on the market."""
    for _ in range(coins):
        coin = next(e for e in reversed(game.coin_reserve) if e not in ("monk", "mill", "ruby"))
        game.coin_reserve.remove(coin)
        game.coins[seat].append(coin)


def empty_reserve(game: PlainCastle, *left: str) -> None:
    """Leave only these tiles in the reserve; the others are out of reach, in the last castle."""
    for face in left:
        game.reserve.remove(face)
    castle = game.castles[-1]
    for face in game.reserve:
        castle[99, 2 * len(castle)] = face
    game.reserve[:] = left


def _exchange(game: PlainCastle, faces: list[str], wanted: tuple[str, ...]) -> None:
    game.reserve += faces
    faces.clear()
    for face in wanted:
        game.reserve.remove(face)
        faces.append(face)


def build(
    face: str, cell: Cell, *paid: str, source: str = "rack"
) -> tuple[str, str, str, Cell, tuple[str, ...]]:
    """A step that builds."""
    return "build", source, face, cell, paid


def answers(game: PlainCastle, word: str) -> set[Step]:
    """The legal steps that begin with a word."""
    return {step for step in game.legal() if step[0] == word}


def legal_builds(game: PlainCastle, face: str) -> set[tuple[Cell, tuple[str, ...]]]:
    """Where a tile of the rack can be built now, and with which payments."""
    return {
        (step[3], step[4])
        for step in answers(game, "build")
        if step[1] == "rack" and step[2] == face
    }


def build_and_move_three(game: PlainCastle, seat: int) -> None:
    """A Stone Wall 14 on level 2 has 1 ruby, so it moves the baron 3 spaces."""
    give(game, seat, "wall14")
    lay(game, seat, {(1, 4): "wall12"})  # with the gate: 14
    game.play(build("wall14", (2, 5)))


def take_coin(game: PlainCastle, seat: int, effect: str) -> None:
    """The seat on turn, whose baron is put on space 27, builds, passes space 0, takes this coin.

    The build is a Princess on level 2, which moves the baron 3 spaces, to space 2.
    """
    assert game.to_act() == seat
    mint(game, effect, *[other for other in ("mill", "monk", "ruby") if other != effect][:2])
    if "princess" in game.reserve:
        game.reserve.remove("princess")
        game.racks[seat].append("princess")
    lay(game, seat, {(1, 4): "stair13/1"})
    for number, other in enumerate(s for s in game.players if s != seat):
        game.barons[other] = 10 + 2 * number
    game.barons[seat] = 27
    game.play(build("princess", (2, 5)))
    assert game.to_act() == seat
    game.play(("coin", effect))
    deal(game, min(game.coin_reserve))


def random_steps(game: PlainCastle, seed: int) -> Iterator[Step]:
    """Play a random game to its end, and yield every step before it is played."""
    random = Random(seed)
    while game.due is not None:
        weights = game.legal()
        steps = sorted(weights)
        step = random.choices(steps, [weights[step] for step in steps])[0]
        yield step
        game.play(step)


def all_tiles(game: PlainCastle) -> list[str]:
    """Every tile, wherever it is."""
    castles = (castle.values() for castle in game.castles)
    piles = [game.reserve, game.discards, game.market, *game.racks, *game.aside, *castles]
    return sorted(chain(*piles))


def all_coins(game: PlainCastle) -> list[str]:
    """Every coin, wherever it is."""
    return sorted(chain(game.coin_reserve, game.coin_market, *game.coins))
