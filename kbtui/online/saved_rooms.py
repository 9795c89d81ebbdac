"""Online games among the saved ones: tickets as summaries, as they were last seen."""

from __future__ import annotations

import json
from pathlib import Path

from kbtui.online import tickets
from kbtui.online.tickets import Place
from kbtui.play.saved_games import Summary


def summaries(folder: Path) -> list[Summary]:
    """The rooms that can be gone back to, the newest first. In a try of the deal of a day that is
    over, nothing is left to do: it has no rematch."""
    held = ((path, place) for path, place in tickets.held(folder) if place.code)
    return [
        _summary(path, place) for path, place in held if not (place.daily and place.phase == "over")
    ]


def _summary(path: Path, place: Place) -> Summary:
    return Summary(
        path,
        tickets.age(path),
        place.names,
        place.seats,
        place.game,
        json.loads(place.options),
        turn=place.turn,
        seat=place.acting if place.phase == "playing" else None,
        room=place.code,
        relay=place.relay,
        is_due=place.is_due,
        is_done=place.phase == "over",
    )


def is_ticket(path: Path) -> bool:
    return path.suffix == tickets.SUFFIX


def give_up(path: Path) -> None:
    """Throw a ticket away; raises InUse while somebody plays with it."""
    tickets.take(path).forget()
