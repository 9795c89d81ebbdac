"""Finished games on disk whose numbers are known: bots play, the record says that a person did."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from engine.record import Record, format_record
from kbtui.play.saves import STARTED, THOUGHT
from kbtui.play.session import SEATS, Session

NAMES: Final = ("Ann", "Botto", "Cleo", "Dan")


@cache
def played(game: str, players: int, seed: str) -> Record:
    """A game of random bots."""
    seats = ("random",) * players
    session = Session(game, {"players": players, "seed": seed}, seats, NAMES[:players])
    for _entry in session.advance():
        pass
    return session.record()


def record(
    seats: str, seed: str = "a", game: str = "kingdom", day: str = "2026-05-01", thought: int = 0
) -> Record:
    """The same, as if these had played it."""
    tags = [(SEATS, seats), (STARTED, f"{day}T10:00:00Z")]
    tags += [(THOUGHT, str(thought))] * bool(thought)
    return played(game, len(seats.split()), seed)._replace(tags=tuple(tags))


def put(folder: Path, name: str, found: Record) -> Record:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.kbg").write_text(format_record(found))
    return found
