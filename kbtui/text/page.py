"""What a page is: lines for a size, commands and typed text in, an outcome when it is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from kbtui.paint.runs import Line

if TYPE_CHECKING:
    from kbtui.look.look import Look
    from kbtui.text.keys import Keys


class Page:
    """Base of all pages. ``look`` and ``keys`` are set by the screen before anything is asked."""

    look: Look
    keys: Keys
    letters: ClassVar[Mapping[str, str]] = {}  # keys whose command no player can change

    def __init__(self) -> None:
        self.outcome: object | None = None  # set: the page is left with it
        self._note = ""  # what was said last

    def say(self, text: str) -> None:
        """Until a key is pressed."""
        self._note = text

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        """The whole page, title bar and hints included; at most ``rows`` lines."""
        raise NotImplementedError

    def do(self, command: str) -> None:
        """A command of the keyboard (``keys.PAGE``), or the act of a run that was clicked."""
        raise NotImplementedError

    def type(self, key: str, character: str | None) -> bool:
        """A key before it becomes a command; whether the page took it, as text or as a letter."""
        if key not in self.letters:
            return False
        self.do(self.letters[key])
        return True

    def cursor(self) -> tuple[int, int] | None:
        """Where the terminal's cursor belongs, as column and row; None: at the top left."""
        return None
