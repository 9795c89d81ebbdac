"""Castle Builder twice: the engine and the plain rules play the same random games, step by step.

python -m tests.castle_lockstep --games 2000 --seed tonight    new games, as many as you like
python -m tests.castle_lockstep --games 1 --seed tonight-17    one game again, as it is told

After every step, both must agree on who acts, on every legal move or on every outcome with its
weight, on everything that lies on the table, on who may see a dealt tile, on what can be undone,
and on who has won.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from engine.castle.pieces.tiles import counted, parse_tile
from engine.errors import IllegalMove
from engine.table import Table
from tests.plain_castle import DEALER, PlainCastle, Step
from tests.plain_pieces import COINS, FACES

Facts = dict[str, Any]

CASTLE = "castle"
PHASES = {"surplus": "drop", "rob": "thief"}  # what the engine has another word for
TILE_ORDER = [line.split()[0] for line in FACES.strip().splitlines()]
COIN_ORDER = [*COINS]
STYLES = ("any", "builds", "high", "pays", "draws")


class Walk(NamedTuple):
    """Everything that decides a game: the options, how players choose, and the seed."""

    options: Mapping[str, Any]
    style: str
    tiles: int | None  # how many are left in the box, the others are taken out; None: all
    seed: str


def walk_of(seed: str) -> Walk:
    """Another kind of table for every seed; every third has few tiles, so that they run out."""
    random = Random(seed)
    players = random.choice((2, 3, 4))
    options = {
        "players": players,
        "start": random.randrange(players),
        "coins": random.choice((7, 9)),
        "royal": random.random() < 0.3,
        "peace": random.random() < 0.3,
        "pay": random.choice(("one", "one", "any")),
    }
    tiles = random.randrange(4, 75) if random.random() < 0.33 else None
    return Walk(options, random.choice(STYLES), tiles, seed)


def plain_of(options: Mapping[str, Any]) -> PlainCastle:
    """The table with these options of the engine, under the plain rules."""
    return PlainCastle(
        options["players"],
        start=options["start"],
        sky=options["coins"] == 9,
        peace=options["peace"],
        royal=options["royal"],
        unlimited=options["pay"] == "any",
    )


# ---- steps as tokens, positions as facts ------------------------------------------------------


def cell_name(cell: tuple[int, int]) -> str:
    """A cell (level, x) as it is written: the gate, (1, 6), is h1."""
    level, x = cell
    return f"{chr(ord('a') + x + 1)}{level}"


def in_order(faces: Iterable[str]) -> list[str]:
    """Tiles as the engine lists them, in the order of the box."""
    return sorted(faces, key=TILE_ORDER.index)


def token(step: Step) -> str:
    """A step of the plain rules in the notation of the engine."""
    word, *rest = step
    if word == "build":
        source, face, cell, paid = rest
        prefix = {"rack": "", "market": "market:", "aside": "royal:"}[source]
        return "+".join([f"{prefix}{face}@{cell_name(cell)}", *in_order(paid)])
    if word == "discard":
        return f"drop:{'+'.join(in_order(rest[0]))}"
    if word in ("rob", "catapult"):
        seat, *where = rest
        target = f"@{cell_name(where[0])}" if where else ""
        return f"{PHASES.get(word, word)}:{seat + 1}{target}"
    if word == "collapse":
        return f"collapse:{cell_name(rest[0])}"
    return f"{word}:{rest[0]}" if rest else str(word)


def facts(game: PlainCastle) -> Facts:
    """Everything on the table, hidden tiles too, as the engine describes it to other programs."""
    what = "over" if game.due is None else game.due.what
    return {
        "phase": PHASES.get(what, what),
        "seat": game.start if game.on_turn is None else game.on_turn,
        "players": [player_facts(game, seat) for seat in game.players],
        "market": in_order(game.market),
        "coins": sorted(game.coin_market, key=COIN_ORDER.index),
        "reserve": len(game.reserve),
        "discard": Counter(game.discards),
        "unseen": Counter(game.reserve),
        "idle": game.idle,
        "built": game.built,
        "winners": game.winners,
    }


def player_facts(game: PlainCastle, seat: int) -> Facts:
    """What one seat has."""
    castle = game.castles[seat]
    return {
        "castle": {cell_name(cell): face for cell, face in castle.items()} | {"h1": "gate"},
        "height": game.height(seat),
        "tiles": len(castle),
        "windows": game.count(seat, "windows"),
        "roofs": game.count(seat, "roofs"),
        "people": game.count(seat, "people"),
        "free": [cell_name(cell) for cell in sorted(game.free(seat))],
        "rack": in_order(game.racks[seat]),
        "royals": in_order(game.aside[seat]),
        "coins": game.coins[seat],
        "baron": game.barons[seat],
    }


# ---- one game on both -------------------------------------------------------------------------


class Game:
    """One game on both sides."""

    def __init__(self, walk: Walk) -> None:
        self.random = Random(walk.seed)
        self.style = walk.style
        self.plain = plain_of(walk.options)
        self.table = Table.new(CASTLE, walk.options)
        self.met: Counter[str] = Counter()
        self.past: list[str] = []  # tokens that were legal once
        if walk.tiles is not None:
            self._take_tiles_out(walk.tiles)

    def _take_tiles_out(self, left: int) -> None:
        reserve = self.plain.reserve
        self.random.shuffle(reserve)
        del reserve[left:]
        unseen = counted(bytes(map(parse_tile, reserve)))
        start = self.table.state._replace(unseen=unseen, reserve=len(reserve))
        self.table = Table(self.table.game, start)

    def play(self) -> Counter[str]:
        """To the end; what was met. Raises AssertionError where the two differ."""
        while True:
            steps = self._compare()
            if not steps:
                self.met["shared victory"] += len(self.plain.winners or ()) > 1
                self.met["safety stop"] += self.plain.idle == 8
                return self.met
            step = self._choose(steps)
            self._count(step)
            due = self.plain.to_act()
            assert due is not None
            if due == DEALER:
                self._compare_masks(step)
            self.plain.play(step)
            self.table.append(due, token(step))

    def _compare(self) -> Mapping[Step, int]:
        """Compare all there is; the steps that are possible now."""
        plain, table, game = self.plain, self.table, self.table.game
        assert table.to_act == plain.to_act()
        described = game.describe(table.state)
        for fact, value in facts(plain).items():
            assert value == described[fact], f"{fact}: plain {value}, engine {described[fact]}"
        assert [*game.totals(table.state)] == [len(coins) for coins in plain.coins]
        steps = plain.legal()
        tokens = {token(step): weight for step, weight in steps.items()}
        if plain.to_act() == DEALER:
            listed = {game.format(move): n for move, n in game.outcomes(table.state)}
        else:
            moves = [game.format(move) for move in game.legal(table.state)]
            listed = dict.fromkeys(moves, 1)
            assert len(listed) == len(moves), "a move is listed twice"
        assert tokens.keys() == listed.keys(), sorted(tokens.keys() ^ listed.keys())
        assert tokens == listed
        self._compare_refusals(tokens)
        for seat in plain.players:
            assert table.can_undo(seat) == (plain.may_undo() == seat), f"undo of seat {seat}"
        return steps

    def _compare_refusals(self, tokens: Mapping[str, int]) -> None:
        """What was legal earlier and is not legal now is refused, with a reason."""
        game, state = self.table.game, self.table.state
        for old in self.random.sample(self.past, min(1, len(self.past))):
            move = game.parse(old)
            assert (game.explain(state, move) is None) == (old in tokens), old
            if old not in tokens:
                try:
                    game.apply(state, move)
                except IllegalMove:
                    self.met["refused"] += 1
                else:
                    raise AssertionError(f"{old} was not refused")
        self.past += self.random.sample(sorted(tokens), min(1, len(tokens)))

    def _compare_masks(self, step: Step) -> None:
        """Who sees which tile is dealt or stolen (CB-96)."""
        game, state = self.table.game, self.table.state
        move, witnesses = game.parse(token(step)), self.plain.witnesses()
        hidden = f"{step[0]}:?"
        for seat in self.plain.players:
            seen = token(step) if seat in witnesses else hidden
            assert game.format(game.mask(state, move, seat)) == seen
        is_secret = len(witnesses) < len(self.plain.players) or step[0] in ("deal", "steal")
        assert (game.format(game.mask(state, move, None)) == hidden) == is_secret

    def _choose(self, steps: Mapping[Step, int]) -> Step:
        """A random step; players have a style, in three of four turns."""
        found = sorted(steps)
        if ("draw",) in steps and self.style != "any" and self.random.random() < 0.75:
            builds = [step for step in found if step[0] == "build"]
            high = max((step[3][0] for step in builds), default=0)
            liked = {
                "builds": builds,
                "high": [step for step in builds if step[3][0] == high],
                "pays": [step for step in builds if step[4]],
                "draws": [("draw",)],
            }[self.style]
            found = liked or found
        return self.random.choices(found, [steps[step] for step in found])[0]

    def _count(self, step: Step) -> None:
        """Remember what this game has met."""
        plain = self.plain
        self.met["decisions" if plain.to_act() != DEALER else "dealer's steps"] += 1
        self.met[step[0]] += 1
        if step[0] == "coin":
            self.met[f"coin:{step[1]}"] += 1
        if step[0] == "discard" and plain.to_act() != plain.on_turn:
            self.met["discard off turn"] += 1
        if step[0] == "build":
            self.met[f"build from {step[1]}"] += 1
            self.met[f"build paid with {len(step[4])}"] += 1
            self.met[f"build on level {step[3][0]}"] += 1
        if plain.due is not None and plain.due.what == "turn" and len(plain.market) < 3:
            self.met["turn with a short market"] += 1


def main() -> int:
    """Play, count, and say where the two differ."""
    parser = argparse.ArgumentParser(description="Compare the two readings of Castle Builder.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="lockstep")
    asked = parser.parse_args()
    met: Counter[str] = Counter()
    wrong, start = 0, time.monotonic()
    for number in range(asked.games):
        seed = asked.seed if asked.games == 1 else f"{asked.seed}-{number}"
        walk = walk_of(seed)
        game = Game(walk)
        try:
            met += game.play()
        except Exception as error:
            wrong += 1
            if wrong > 5:
                continue
            print(f"{walk}\n  after {[entry.token for entry in game.table.entries[-5:]]}")
            print(f"  {type(error).__name__}: {error}", flush=True)
    for what, count in sorted(met.items()):
        print(f"{count:9} {what}")
    print(f"{asked.games} games, {wrong} differ, {time.monotonic() - start:.0f} seconds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
