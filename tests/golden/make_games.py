"""Wrote the games in ``games/``, once: ``python -m tests.golden.make_games``.

The files are what counts. They stay as they are for as long as the format lives, whatever this
script would write today; it is kept to add games of new kinds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.dealer import Dealer, Seal, commitment, sealed_seed
from engine.record import Record, format_record, record_of
from tests.helpers import table as whole_board
from tests.records import dealt
from tests.walks import BOTH, MARSHES, fixed, scarce

HOME = Path(__file__).parent / "games"
NAMES = ("Ann", "Ben", "Cleo", "Dan")
SECRET = bytes(range(32))
NONCES = (b"\x11" * 16, b"\x22" * 16, b"\x33" * 16)

WEST = ["tower", "oracle/r", "harbor", "barn"]
EAST = ["oasis/r", "farm", "tavern/r", "paddock"]
MIXED = ["canoe-standin/r", "harbor/r", "fountain-standin", "tavern"]
WILD = ["refuge-standin", "oracle", "temple-standin/r", "barn/r"]
BOATS = ["canoe-standin", "farm/r", "paddock/r", "oasis"]

HILLS = {
    "f6 n14": "fountain",
    "d4 e4 f4 g4 d8 e8 f8 g8 c6 i6 m3 n3 o3": "M",
    "l12 m12 n12 o12 p12 l16 m16 n16 o16 p16 k14 q14 d13 e13": "M",
    "c3 c4 c5 q17 r17 s17": "D",
    "d17 e17": "temple",
}

# Name of the file, players, further options.
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("first-game", 2, {"first_game": True}),
    ("first-game-for-four", 4, {"first_game": True, "start": 2}),
    ("base-west", 2, {"quadrants": WEST, "goals": ["miners", "workers", "discoverers"]}),
    ("base-west-for-three", 3, {"quadrants": WEST, "goals": ["hermits", "lords", "citizens"]}),
    ("base-east", 2, {"quadrants": EAST, "goals": ["farmers", "merchants", "knights"], "start": 1}),
    ("base-east-for-four", 4, {"quadrants": EAST, "goals": ["fishermen", "lords", "farmers"]}),
    ("all-to-chance", 3, {"sets": BOTH, "start": "random"}),
    ("two-cards", 2, {"two_cards": True, "quadrants": WEST}),
    ("two-cards-for-three", 3, {"two_cards": True, "sets": BOTH, "quadrants": MIXED}),
    (
        "mixed",
        2,
        {"sets": BOTH, "quadrants": MIXED, "goals": ["geologists", "messengers", "miners"]},
    ),
    ("wild", 3, {"sets": BOTH, "quadrants": WILD, "goals": ["noblewomen", "vassals", "captains"]}),
    (
        "boats",
        4,
        {"sets": BOTH, "quadrants": BOATS, "goals": ["messengers", "fishermen", "captains"]},
    ),
    (
        "marshes",
        2,
        {"sets": BOTH, "quadrants": MARSHES, "goals": ["scouts", "geologists", "lords"]},
    ),
    ("marshes-for-three", 3, {"sets": BOTH, "quadrants": MARSHES, "start": 1}),
    (
        "marshes-for-four",
        4,
        {"sets": BOTH, "quadrants": MARSHES, "goals": ["scouts", "knights", "vassals"]},
    ),
    ("scarce-grass", 3, fixed(scarce("G", players=3))),
    ("scarce-flowers", 2, fixed(scarce("F", goals=("scouts", "hermits", "workers")))),
    ("scarce-marsh", 2, fixed(scarce("S"))),
    ("hills", 2, fixed(whole_board("C", HILLS, goals=("geologists", "miners", "citizens")))),
    ("no-cards-left", 2, fixed(scarce("S", sets=("base",)))),
]


def main() -> None:
    for name, players, more in GAMES:
        start: dict[str, Any] = {**more, "players": players, "seed": f"golden {name}"}
        table = dealt(start, Dealer(start["seed"]), is_greedy=True)
        record = record_of(table, Record("kingdom", start, players=NAMES[:players], seeded=True))
        (HOME / f"{name}.kbg").write_text(format_record(record), encoding="ascii", newline="\n")
    start = {"players": 3, "sets": BOTH, "seed": "golden sealed"}
    table = dealt(start, Dealer(sealed_seed(SECRET, NONCES)))
    seal = Seal(commitment(SECRET), tuple(nonce.hex() for nonce in NONCES), SECRET.hex())
    record = record_of(table, Record("kingdom", start, players=NAMES[:3], seal=seal))
    (HOME / "sealed.kbg").write_text(format_record(record), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
