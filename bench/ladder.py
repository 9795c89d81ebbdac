"""Fills the tables in the README: each bot level against the one below, with ``kb arena``.

    python -m bench.ladder                        400 games of two, 120 of three and four; hours
    python -m bench.ladder --games 40 --few 12    a rough version, minutes
    python -m bench.ladder --game castle          the same for Castle Builder

Prints every command before it runs, and the table at the end. Each number can be reproduced alone
with the command that was printed before it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

_LEVELS: Final = ("expert", "skilled", "greedy", "novice")  # the best first
LEVELS: Final = {"kingdom": ("master", *_LEVELS), "castle": _LEVELS}
# By game: what tables are laid with, as arguments.
TABLES: Final = {
    "kingdom": (("--sets", "base"), ("--sets", "base,marshlands")),
    "castle": ((),),
}
_SEED: Final = "ladder"


class Rung(NamedTuple):
    """One number of the table: how often the first wins against the others."""

    game: str
    pair: tuple[str, str]
    players: int
    options: tuple[str, ...]
    games: int

    @property
    def words(self) -> list[str]:
        return [
            *("arena", "--game", self.game, "--bots", ",".join(self.pair)),
            *("--players", str(self.players), *self.options),
            *("--games", str(self.games), "--seed", _SEED),
        ]


def pairs(game: str) -> tuple[tuple[str, str], ...]:
    return (*pairwise(LEVELS[game]), ("expert", "greedy"))


def rungs(game: str, games: int, few: int) -> Iterator[Rung]:
    for players in (2, 3, 4):
        for options in TABLES[game]:
            for pair in pairs(game)[: None if players == 2 else -1]:
                yield Rung(game, pair, players, options, games if players == 2 else few)


def climb(rung: Rung, jobs: int) -> list[float]:
    """Run it; the rate of the first bot with its interval."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rung.json"
        command = [sys.executable, "-m", "kbtui", *rung.words, "--jobs", str(jobs)]
        subprocess.run([*command, "--json", str(out)], check=True, stdout=subprocess.DEVNULL)
        told: dict[str, Any] = json.loads(out.read_text())
    rate: list[float] = told["lineups"][0]["rates"][rung.pair[0]]
    return rate


def table(found: Sequence[tuple[Rung, list[float]]]) -> Iterator[str]:
    """Markdown: a line for each number of players and kind of table, a column for each pair."""
    columns = pairs(found[0][0].game)
    yield f"| players | table | {' | '.join(f'{a} : {b}' for a, b in columns)} |"
    yield f"| --- | --- |{' --- |' * len(columns)}"
    rates = {(rung.players, rung.options, rung.pair): rate for rung, rate in found}
    for players, options in dict.fromkeys((rung.players, rung.options) for rung, _ in found):
        cells = [_cell(rates.get((players, options, pair))) for pair in columns]
        yield f"| {players} | {' '.join(options[1:])} | {' | '.join(cells)} |"


def _cell(rate: Sequence[float] | None) -> str:
    if rate is None:
        return ""
    value, low, high = (100 * number for number in rate)
    return f"{value:.0f} % ({low:.0f} to {high:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", choices=[*TABLES], default="kingdom")
    parser.add_argument("--games", type=int, default=400, help="of two players, for each pair")
    parser.add_argument("--few", type=int, default=120, help="of three and four")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    found = []
    for rung in rungs(asked.game, asked.games, asked.few):
        print("kb", *rung.words, flush=True)
        found.append((rung, climb(rung, asked.jobs)))
        print("   ", _cell(found[-1][1]), flush=True)
    print(*table(found), sep="\n")


if __name__ == "__main__":
    main()
