"""Online games among the saved ones: tickets as summaries, as far as they were last seen."""

from __future__ import annotations

from pathlib import Path

from kbtui.online import tickets
from kbtui.online.tickets import Place
from kbtui.shelf import Summary


def summaries(folder: Path) -> list[Summary]:
    """The rooms that can be gone back to, the newest first."""
    return [_summary(path, place) for path, place in tickets.held(folder) if place.code]


def _summary(path: Path, place: Place) -> Summary:
    return Summary(
        path,
        tickets.age(path),
        place.names,
        place.seats,
        place.sets,
        turn=place.turn,
        seat=place.acting if place.phase == "playing" else None,
        room=place.code,
        is_due=place.is_due,
    )
