"""What a game brings to line mode: itself in plain lines, and answers to what is typed.

Apart from the kit, because printing a line needs no more than this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Seat, Viewer
from engine.errors import IllegalMove
from kbtui.paint.modes import Mode


class Window(NamedTuple):
    """How boards can be painted in lines of a terminal."""

    mode: Mode
    columns: int
    rows: int
    unicode: bool = True


class Asked(NamedTuple):
    """Somebody types a question: what they may see, and how they mean what they type."""

    state: Any  # an observation
    seat: Seat | None  # of the person who has to act; None while somebody else has to
    names: Sequence[str]
    move: Callable[[str], Any]  # what was typed as a move; raises BadToken
    why_not: Callable[[Any], IllegalMove | None]  # what is wrong with a move
    viewer: Viewer = None  # whose copy the state is


class Question(NamedTuple):
    """What can be typed instead of a move, in lines and on screens."""

    usage: str  # an example
    about: str  # what it answers, to be translated
    answer: Callable[[Asked, str], Iterable[str]]  # gets what stands behind the word


class Plain(Protocol):
    """The game in plain lines."""

    moves: Sequence[str]  # how moves are typed, to be translated
    questions: Mapping[str, Question]

    def introduction(self, state: Any) -> Iterable[str]:
        """What lies on the table before the first entry."""

    def task(self, state: Any) -> str:
        """What the seat that has to act is asked for. In its own turn that follows a colon; else
        it is a sentence that can follow a name and a comma."""

    def hides(self, state: Any) -> bool:
        """Whether that, or the legal moves, would tell other people what they may not see."""

    def awaited(self, state: Any, who: str) -> str:
        """That the game waits for somebody, and for what, if it is not the turn of that player."""

    def token(self, state: Any, text: str) -> str:
        """What was typed, as notation has it."""

    def group(self, move: Any) -> str:
        """The kind of a move, as it can be typed: legal moves are listed by it."""

    def note(self, state: Any, move: Any) -> str:
        """What a list of legal moves says beside this one; empty if its notation says it all."""

    def board(self, asked: Asked, window: Window | None, since: Any | None) -> list[str]:
        """What lies on the table, with what has changed ``since`` that state, and what the seat
        that is asked can do. Painted, if there is a window for it."""

    def legend(self, state: Any, window: Window | None) -> list[str]:
        """What the symbols mean."""

    def pieces(self, state: Any) -> Iterable[str]:
        """What lies where and who has what, as far as the board does not show it."""

    def scores(self, state: Any, names: Sequence[str]) -> Iterable[str]:
        """Everybody's score, part by part."""
