"""Waiting rooms as plain values, and a page under observation."""

from __future__ import annotations

from typing import Any, Final

from kbtui.lobby.waiting import Hands, WaitingPage
from kbtui.lobby.waitingroom import WaitingRoom
from relay.protocol import kinds as k
from relay.protocol import messages as m
from tests.kbtui.pages.showing import dressed

LEVELS: Final = ("random", "novice", "greedy", "skilled", "expert")
CODE: Final = "KQ7-4TN"
OPTIONS: Final = '{"players":%d,"seed":"hall"}'
TERMS: Final = m.Terms(OPTIONS % 4, False, True, 0, k.TURN_CLOCK, 90)


def person(name: str, ready: bool = False, **changes: Any) -> m.SeatView:
    return m.SeatView(name, k.PERSON, "", ready, False, False, False)._replace(**changes)


def bot(level: str = "greedy") -> m.SeatView:
    return m.SeatView("Botto", k.BOT, level, False, False, False, False)


FREE: Final = m.SeatView("", k.EMPTY, "", False, False, False, False)


def room(*seats: m.SeatView, terms: m.Terms = TERMS, phase: str = k.LOBBY) -> m.RoomView:
    return m.RoomView(CODE, phase, "kingdom", terms, 0, seats, (), "")


USUAL: Final = room(person("Ada", ready=True), person("Cleo"), bot(), FREE)


def waiting(view: m.RoomView | None = USUAL, seat: int | None = 0, **changes: Any) -> WaitingRoom:
    count = len(view.seats) if view is not None else 0
    usual = WaitingRoom(
        relay="example.org:8765",
        code=CODE,
        seat=seat,
        room=view,
        away=(False,) * count,
        levels=LEVELS,
        is_up=True,
        is_watching=seat is None,
    )
    return usual._replace(**changes)


# Open games

LISTED = m.Listed("KQ7-4TN", k.LOBBY, "kingdom", ("Ann", "", ""), 2, True, 0)
PLAYED = m.Listed("HHH-333", k.PLAYING, "kingdom", ("Bob", "Cleo"), 0, True, 3)
FULL = m.Listed("CCC-444", k.LOBBY, "kingdom", ("Dan", "Eve"), 0, True, 0)
OVER = m.Listed("FFF-777", k.OVER, "kingdom", ("Dan", "Eve"), 0, True, 0)
ROOMS = (LISTED, PLAYED, FULL, OVER)


class Desk:
    """A page, and everything that it has done to the room."""

    def __init__(self, known: WaitingRoom | None = None, look: str = "colour") -> None:
        self.requests: list[object] = []
        hands = Hands(
            lambda yes: self.requests.append("ready" if yes else "not ready"),
            self.requests.append,
            lambda: self.requests.append("again"),
            lambda text: self.requests.append(f"copy {text}"),
        )
        self.page = dressed(WaitingPage(hands, known or waiting()), look)
