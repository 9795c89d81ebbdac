"""Prepared positions of Castle Builder, and moves played on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from engine.castle.game import GAME
from engine.castle.pieces.tiles import parse_tile
from engine.castle.rules.agenda import settle
from engine.castle.state import Draft, Phase, State
from engine.contract import DEALER
from engine.errors import IllegalMove

Words = Sequence[str]

MARKET = ("wall10", "wall12", "wall14")
COINS = ("ruby", "mill", "monk")


def position(
    *players: Mapping[str, Any],
    market: Words = MARKET,
    offered: Words = COINS,
    seat: int = 0,
    agenda: Sequence[tuple[str, int, int]] | None = None,
    discard: Mapping[str, int] | None = None,
    idle: int = 0,
    reserve: Words | None = None,
    **options: Any,
) -> State:
    """A position. Players have castle, rack, coins, baron; the rest is as at the start.

    With ``reserve``, only these tiles are left in it: all others are in the discard pile of a game
    without one, that is, out of reach.
    """
    rows = [{"baron": space} | dict(player) for space, player in enumerate(players, 1)]
    tasks = None if agenda is None else [task(*row) for row in agenda]
    state = GAME.read_position(
        {
            "format": "castle-position/1",
            "setup": {"players": len(players), **options},
            "players": rows,
            "market": [*market],
            "coins": [*offered],
            "seat": seat,
            "agenda": tasks,
            "discard": dict(discard or {}),
            "idle": idle,
        }
    )
    return state if reserve is None else leaving(state, *reserve)


def leaving(state: State, *words: str) -> State:
    """The same position with nothing but these tiles in the reserve."""
    counts = bytearray(len(state.unseen))
    for word in words:
        counts[parse_tile(word)] += 1
    draft = Draft(state._replace(unseen=bytes(counts), reserve=len(words)))
    settle(draft)
    return draft.state()


def task(name: str, seat: int, number: int) -> dict[str, Any]:
    return {"task": name, "seat": seat, "number": number}


def taking(coin: str, *players: Mapping[str, Any], due: int = 1, **more: Any) -> State:
    """Seat 0 has to take a coin, and takes this one; the next coin to come is a collapse."""
    offered = (coin, *[word for word in COINS if word != coin][:2])
    agenda = [("end", 0, 0), ("coin", 0, due)]
    state = position(*players, offered=offered, agenda=agenda, **more)
    return played(state, f"coin:{coin}", "mint:collapse")


def played(state: State, *tokens: str) -> State:
    """The position after these moves, which have to be legal."""
    for token in tokens:
        state = GAME.apply(state, GAME.parse(token))
    return state


def refused(state: State, token: str) -> IllegalMove:
    """Why the move is illegal; the same from ``explain`` and from ``apply``."""
    move = GAME.parse(token)
    why = GAME.explain(state, move)
    assert why is not None, f"{token} is legal"
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, move)
    assert (caught.value.rule, caught.value.reason) == (why.rule, why.reason)
    assert move not in GAME.legal(state)
    return why


def legal(state: State) -> list[str]:
    return [GAME.format(move) for move in GAME.legal(state)]


def builds(state: State, tile: str) -> list[str]:
    """Cells where this tile of the rack may stand without payment."""
    moves = [token for token in legal(state) if token.startswith(f"{tile}@") and "+" not in token]
    return [token.partition("@")[2] for token in moves]


def rack(state: State, seat: int = 0) -> list[str]:
    words: list[str] = GAME.describe(state)["players"][seat]["rack"]
    return words


def castle(state: State, seat: int = 0) -> dict[str, str]:
    tiles: dict[str, str] = GAME.describe(state)["players"][seat]["castle"]
    return tiles


def seeds(number: int, always: int) -> list[Any]:
    """Seeds of random games: the first ones for every run, the others for runs of all tests."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(always, number)]
    return [*range(always), *slow]


def steps(options: Mapping[str, Any], seed: object) -> Iterator[tuple[State, Any]]:
    """A random game: every state with the move made in it; the last one with None."""
    random, state = Random(str(seed)), GAME.new(options)
    while state.phase is not Phase.OVER:
        if GAME.to_act(state) == DEALER:
            outcomes = GAME.outcomes(state)
            weights = [chances for _, chances in outcomes]
            (move,) = random.choices([move for move, _ in outcomes], weights)
        else:
            move = random.choice(GAME.legal(state))
        yield state, move
        state = GAME.apply(state, move)
    yield state, None


def any_options(random: Random) -> dict[str, Any]:
    """Some options, all of them in their turn."""
    return {
        "players": random.choice((2, 3, 4)),
        "coins": random.choice((7, 9)),
        "royal": random.random() < 0.4,
        "peace": random.random() < 0.3,
        "pay": random.choice(("one", "any")),
        "start": "random",
        "seed": str(random.random()),
    }
