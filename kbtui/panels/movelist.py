"""A person who chooses from the list of legal moves: the hand of a game that has no other.

The places of its board are the moves, numbered from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.errors import NotYourMove
from kbtui.games.kit import Marks, Mask, Place
from kbtui.play.person import Person
from kbtui.play.session import Session

_STEPS: Final[Mapping[str, int]] = {
    "north": -1,
    "south": 1,
    "west": -1,
    "east": 1,
    "previous": -1,
    "next": 1,
}
_DIGITS: Final = 9


class Listed(NamedTuple):
    """What the board points out besides the places: who plays, and the moves in notation."""

    names: tuple[str, ...]
    moves: tuple[str, ...] = ()


class MoveList(Person):
    steers = ("north", "south", "west", "east")

    def __init__(self, session: Session) -> None:
        self.at = 0  # the move under the cursor
        self.moves: tuple[str, ...] = ()
        self._is_clicked = False  # the mouse has put the cursor where it is
        super().__init__(session)
        self.commands |= {
            "choose": self._choose,
            **{name: lambda step=step: self._step(step) for name, step in _STEPS.items()},  # type: ignore[misc]
            **{
                f"tile-{n}": lambda n=n: self._go(n - 1)  # type: ignore[misc]
                for n in range(1, _DIGITS + 1)
            },
        }

    def refresh(self) -> None:
        super().refresh()
        game: Any = self.session.game
        legal = game.legal(self.state) if self.is_asked else ()
        self.moves = tuple(map(game.format, legal))
        self.at = min(self.at, max(len(self.moves) - 1, 0))

    @property
    def place(self) -> Place:
        return self.at

    @property
    def wanted(self) -> Mask:
        return (1 << len(self.moves)) - 1

    @property
    def marks(self) -> Marks:
        listed = Listed(self.session.names, self.moves)
        cursor = self.at if self.moves else None
        return Marks(legal=self.wanted, cursor=cursor, hover=self.hover, own=listed)

    @property
    def has_step_back(self) -> bool:
        return False

    def do(self, command: str) -> bool:
        self._is_clicked = False
        return super().do(command)

    def point(self, place: Place) -> str:
        """The cursor goes there; a second click chooses."""
        self.error = None
        if place == self.at and self._is_clicked:
            self.do("choose")
        else:
            self._go(place)
            self._is_clicked = True
        return ""

    def play(self, token: str) -> None:
        if self.hands_over_to is not None:
            raise NotYourMove("It is not your turn.")
        self.make(token)

    def take_up(self, token: str) -> None:
        self.at = self.moves.index(token)

    def settle_in(self) -> None:
        """Where the cursor is, there is a move."""

    def drop(self) -> None:
        self.at = 0

    def _go(self, place: Place) -> None:
        if place < len(self.moves):
            self.at = place

    def _step(self, step: int) -> None:
        if self.moves:
            self.at = (self.at + step) % len(self.moves)

    def _choose(self) -> None:
        if self.hands_over_to is not None:
            self.take_keyboard()
        elif self.moves:
            self.make(self.moves[self.at])
