"""Wrote the games of Castle Builder in ``castle/``, once: ``python -m tests.golden.make_castle``.

As for the games of Kingdom Builder, the files are what counts, and they never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.contract import DEALER
from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.record import Record, format_record, record_of
from engine.rng import Stream
from engine.table import Table
from tests.golden.make_games import NAMES, NONCES, SECRET

HOME = Path(__file__).parent / "castle"
KEY = "castle"

# Name of the file, how often each seat asks the greedy bot, options.
GAMES: list[tuple[str, float, dict[str, Any]]] = [
    ("two", 0.5, {"players": 2}),
    ("three", 0.7, {"players": 3, "start": "random"}),
    ("four", 0.5, {"players": 4, "start": 2}),
    ("sky-for-two", 0.5, {"players": 2, "coins": 9}),
    ("sky-for-four", 0.2, {"players": 4, "coins": 9}),
    ("royal", 0.5, {"players": 2, "royal": True}),
    ("royal-for-three", 0.3, {"players": 3, "royal": True, "start": 1}),
    ("peace", 0.4, {"players": 2, "peace": True}),
    ("peace-for-four", 0.4, {"players": 4, "peace": True}),
    ("any-payment", 0.4, {"players": 3, "pay": "any"}),
    ("everything", 0.3, {"players": 4, "royal": True, "peace": True, "coins": 9}),
    ("random", 0.0, {"players": 3}),
]
IDLE = ("idle", {"players": 2})  # nobody builds: the game stops on its own


def play(table: Table, dealer: Dealer, random: Random, wise: float, idle: bool = False) -> None:
    """A game by turns wise and wild, with a decision taken back here and there."""
    game = table.game
    while (seat := table.to_act) is not None:
        if seat == DEALER:
            dealer.deal(table)
            continue
        state = game.observe(table.state, seat)
        moves: Sequence[Any] = game.legal(state)
        if random.random() < wise:
            stream = Stream(f"{len(table.entries)}", "golden")
            move = game.levels["greedy"].choose(state, stream)
        else:
            move = random.choice(moves)
        table.append(
            seat, "draw" if idle and "draw" in game.format(moves[0]) else game.format(move)
        )
        if table.can_undo(seat) and random.random() < 0.1:
            table.append(seat, "undo")
            if table.can_redo(seat) and random.random() < 0.5:
                table.append(seat, "redo")


def write(name: str, table: Table, record: Record) -> None:
    text = format_record(record_of(table, record))
    (HOME / f"{name}.kbg").write_text(text, encoding="ascii", newline="\n")


def main() -> None:
    HOME.mkdir(exist_ok=True)
    for name, wise, more in [*GAMES, (IDLE[0], 0.0, IDLE[1])]:
        seed = f"golden {name}"
        start = {**more, "seed": seed}
        table = Table.new(KEY, start)
        play(table, Dealer(seed), Random(name), wise, name == IDLE[0])
        names = NAMES[: more["players"]]
        write(name, table, Record(KEY, start, players=names, seeded=True))
    table = Table.new(KEY, {"players": 3})
    play(table, Dealer(sealed_seed(SECRET, NONCES)), Random("sealed"), 0.5)
    seal = Seal(commitment(SECRET), tuple(nonce.hex() for nonce in NONCES), SECRET.hex())
    write("sealed", table, Record(KEY, {"players": 3}, players=NAMES[:3], seal=seal))


if __name__ == "__main__":
    main()
