"""What may stand beside an ordinary game, and where the game screen lets it have a say.

The hooks are called in the order in which the companions were given to the screen. A companion has
the whole game screen at hand, as ``screen``, and overrides what it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kbtui.paint.runs import EMPTY, Line

if TYPE_CHECKING:
    from kbtui.screens.gamescreen import GameScreen
    from kbtui.screens.widgets.placed import Placed
    from kbtui.story.view import View


class Companion:
    """A relay, lessons, tips, a plan."""

    keys: str | None = None  # a table of commands, which comes before that of the game
    screen: GameScreen

    # Life

    def begin(self, screen: GameScreen) -> None:
        """Before anything is shown."""
        self.screen = screen

    def mounted(self) -> None: ...

    def unmounted(self) -> None: ...

    # What happens

    def do(self, command: str) -> bool:
        """A command before the game hears of it; whether it was taken."""
        return False

    def hear(self, text: str) -> bool:
        """The same with a typed line."""
        return False

    def acted(self) -> None:
        """The person has done something, perhaps a move."""

    def moved(self) -> None:
        """Somebody else has."""

    def settled(self) -> None:
        """The others are done."""

    def pause(self, seconds: float) -> float:
        """How long to look at a move of somebody else."""
        return seconds

    def call(self) -> bool:
        """It is the person's turn, and they may not have noticed; whether a message says so."""
        return False

    def count(self) -> bool:
        """The game is over, and the person wants the score counted; whether that is done."""
        return False

    # What is shown

    def seen(self) -> object:
        """A value that changes whenever what it adds to the panels may change."""
        return None

    def add(self, view: View) -> None:
        """What it knows of the players."""

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        return left, right

    def above(self, columns: int, height: int) -> Sequence[Line]:
        """What stands above the side column."""
        return ()

    def above_panel(self, columns: int) -> Sequence[Line]:
        """What stands above the panels where they lie over the board."""
        return ()

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        return asked, place

    def answer(self) -> Line:
        """What takes the place of an answer to the player."""
        return EMPTY

    def hints(self, line: Line) -> Line:
        return line

    def widgets(self) -> Iterable[Placed]:
        """What lies over everything else."""
        return ()

    def painted(self) -> None:
        """The game is up to date: bring those widgets up to date too."""

    def dress(self) -> None:
        """The settings have changed."""
