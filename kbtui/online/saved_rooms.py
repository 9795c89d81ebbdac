"""Online games among the saved ones: tickets as summaries, as they were last seen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from kbtui.online import tickets
from kbtui.online.tickets import Place
from kbtui.play.saved_games import Summary
from relay.protocol.cleaning import clean
from relay.protocol.kinds import NAME, NOBODY
from relay.protocol.messages import Peeked


def summaries(folder: Path) -> list[Summary]:
    """The rooms that can be gone back to, the newest first."""
    return [_summary(path, place) for path, place in tickets.held(folder) if place.code]


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


async def refresh(folder: Path, timeout: float) -> bool:
    """Ask the relays how the games stand that nobody plays just now; whether anything is new."""
    from kbtui.online.peeking import peek_all  # late: lists are shown before anybody is asked

    idle = [each for each in tickets.held(folder) if each[1].code and not tickets.is_open(each[0])]
    before = [place for _path, place in idle]
    answers = await peek_all(before, timeout)
    is_new = False
    for (path, place), answer in zip(idle, answers, strict=True):
        if isinstance(answer, Peeked):
            acting = None if answer.to_act == NOBODY else answer.to_act
            names = tuple(clean(name, NAME) for name in answer.names)
            facts: dict[str, Any] = {"phase": answer.phase, "acting": acting, "names": names}
            is_new = (place._replace(**facts) != place and _update(path, facts)) or is_new
    return is_new


def _update(path: Path, facts: Mapping[str, Any]) -> bool:
    """Only these: somebody may have played with it, and gone, while the relay was asked."""
    try:
        kept = tickets.take(path)
    except (EngineError, OSError):  # somebody has just begun to play with it
        return False
    kept.keep(**facts)
    kept.close()
    return True
