"""What a game brings to a page that is tapped on: a picture, places on it, and moves as taps.

A move is chosen step by step: a group (what is done, or with which piece), then places on the
picture one after the other, then among what is left. Whatever needs no place is a button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Seat

Place = int  # as in the kit


class Spot(NamedTuple):
    """Where a place is on the picture, in its units."""

    x: float
    y: float
    radius: float


class Choice(NamedTuple):
    """A legal move as it can be tapped."""

    group: str  # moves of one group are chosen among together; empty: it is a button of its own
    places: tuple[Place, ...]
    label: str  # the whole move in a few words, for the button that makes it


class Taps(Protocol):
    def picture(self, state: Any, names: Sequence[str], seat: Seat | None) -> Iterable[str]:
        """A moment as SVG, as the seat may see it."""

    def spots(self, state: Any, seat: Seat) -> Mapping[Place, Spot]:
        """Every place that a legal move can name."""

    def prompt(self, state: Any) -> str:
        """What the seat that has to act is asked for, in one sentence."""

    def notes(self, state: Any, seat: Seat) -> Iterable[str]:
        """What the seat has and the picture does not show, and what lies there for everyone."""

    def choice(self, state: Any, move: Any, names: Sequence[str]) -> Choice: ...
