"""What a game brings to the full screen: its board in cells, a person's hand, and the panels.

A kit hands it out as ``kit.screen``; a game that has none yet is played in lines. Lessons and tips
are ``kit.learn``. A ``hand`` below is what the game's own ``hand`` has made, a ``Person`` with the
steps of its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kbtui.paint.changes import Rectangle as Rectangle

if TYPE_CHECKING:
    from engine.contract import Seat
    from kbtui.games.kit import Marks, Place
    from kbtui.look.look import Look
    from kbtui.paint.cells import Cell
    from kbtui.paint.runs import Line
    from kbtui.play.person import Person
    from kbtui.play.session import Session
    from kbtui.story.counting import Counting
    from kbtui.story.replay import Replay
    from kbtui.story.view import Said, View
    from kbtui.text.layout import Layout


Ruler = tuple[Mapping[int, str], Mapping[int, str]]  # by column and by row of the art


class Art(Protocol):
    """The board in cells; ``show`` it something, then read its rows."""

    columns: int
    rows: int
    is_sideways: bool  # the halves of a cell lie side by side

    def show(self, state: Any, marks: Marks) -> list[Rectangle]:
        """Take over a new picture; the answer covers the cells that changed."""

    def row(self, y: int) -> Sequence[Cell]:
        """The cells of a text row."""

    def place_at(self, x: int, y: int, upper: bool = True) -> Place | None:
        """What is at that half of a cell: the upper one, or the left one."""

    def spot(self, place: Place) -> tuple[int, int]:
        """The cell, as x and y, where the cursor of the terminal sits for the place."""

    def box(self, place: Place) -> Rectangle:
        """The smallest rectangle around the place."""

    def ruler(self) -> Ruler:
        """Coordinates that may stand above and at the left of the board."""


class Zoom(Protocol):
    """How large the board is drawn."""

    @property
    def label(self) -> str:
        """Its name in the settings."""


class Typed(Protocol):
    """Lines typed at the board: moves, and questions that are answered in the log."""

    def hear(self, line: str) -> None:
        """Raises what is wrong with it."""

    def guess(self, text: str) -> Line:
        """What the text may become, beside the line that is being typed."""

    def examples(self) -> Sequence[tuple[str, str]]:
        """What can be typed, with what it does."""

    def about(self, place: Place) -> str:
        """Everything about a place in one sentence or two, for ears."""


class Count(Protocol):
    """The final score, as it is counted step by step."""

    def title(self) -> str: ...

    def side(self, view: View, counting: Counting, columns: int, height: int) -> Sequence[Line]:
        """The side column."""

    def totals(self, view: View, counting: Counting) -> Line:
        """Everybody's score so far, in one line."""

    def told(self, view: View, counting: Counting) -> Line:
        """What was counted last; before that, what will be."""

    def result(self, view: View) -> Line:
        """Who has won."""

    def about(self, view: View, part: str) -> str:
        """What a part pays for in this game."""


class Ending(Protocol):
    """The end of a game as something to look at, in the place of a count and a table."""

    def seats(self, state: Any) -> Sequence[Seat]:
        """Whose part can be looked at, the best first."""

    def headline(self, view: View) -> str:
        """How it ended, in a sentence."""

    def body(self, view: View, look: Look, columns: int, rows: int, seat: Seat) -> Sequence[Line]:
        """All of it, with the part of that seat in front."""

    def next(self) -> str:
        """What the next part is, in two words."""


class Screen(Protocol):
    """The game on the full screen."""

    # The board

    def zooms(self, look: Look) -> Sequence[Zoom]:
        """From the smallest to the largest."""

    def zoom_beside_panels(self, look: Look, columns: int, rows: int) -> Zoom:
        """The largest that a window of that size has room for, with its panels."""

    def size(self, look: Look, zoom: Any, columns: int, rows: int) -> tuple[int, int]:
        """Columns and rows of the board in a window of that size."""

    def layout(self, columns: int, rows: int, board: tuple[int, int]) -> Layout:
        """The regions of such a window around a board of that size."""

    def art(self, look: Look, zoom: Any, size: tuple[int, int]) -> Art:
        """The board as the player's settings and terminal want it, at one of the zooms."""

    def legend(self, view: View, look: Look, columns: int) -> Sequence[Line]:
        """What the symbols mean."""

    # A person

    def hand(self, session: Session) -> Person: ...

    def typed(self, hand: Any, say: Callable[[str], None], hint: Callable[[], None]) -> Typed:
        """Answers go to ``say``; ``hint``: how the coach is asked."""

    @property
    def keys(self) -> Sequence[str]:
        """Tables of commands that this game has besides those of every game."""

    def words(self, command: str) -> str:
        """What a command does in this game; empty if it does nothing."""

    def turned(self, view: View, marks: Marks, times: int) -> Marks:
        """The marks of a replay, when the player has asked so often to see its board otherwise."""

    def click(self) -> str:
        """What clicks on the board do."""

    def topic(self, hand: Any) -> str | None:
        """The entry of the rules that the person probably asks about."""

    def foreseen(self, observation: Any, seat: Seat) -> Any | None:
        """The next turn of the seat, to plan it; None if it cannot be foreseen."""

    # Around the board of a game

    def title(self, hand: Any, view: View) -> tuple[Line, Line]:
        """The left and the right part of the title bar."""

    def prompt(self, hand: Any, view: View, *, short: bool = False, seconds: int = 0) -> Line:
        """What is expected now, or why the last key did nothing. ``seconds``: for how long a bot
        has thought."""

    def place(self, hand: Any, view: View, *, short: bool = False) -> Line:
        """What the cursor is on; or what a question is about."""

    def hints(
        self, hand: Any, view: View, columns: int, own: Mapping[str, str] | None = None
    ) -> Line:
        """Only keys that do something now, as many as there is room for; ``own`` are words for
        what is done in another way here, always."""

    def news(self, hand: Any, view: View, columns: int, is_double: bool) -> str:
        """What the others did, as far as there is room for it below or beside the prompt."""

    def side(
        self,
        hand: Any,
        view: View,
        columns: int,
        height: int,
        spoken: Sequence[Said],
        has_log: bool,
    ) -> Sequence[Line]:
        """The side column; ``has_log``: the log is elsewhere."""

    def strip(
        self, hand: Any | None, view: View, columns: int, height: int, has_log: bool
    ) -> Sequence[Line]:
        """What a player holds, below the board, if the layout has a place for it; without a hand
        (in a replay) as far as the view may see it. ``has_log``: the log stands beside it."""

    def panel(self, hand: Any, view: View, columns: int, height: int) -> Sequence[Line]:
        """All of it in the place of the board."""

    def log(
        self, view: View, columns: int, height: int, spoken: Sequence[Said] = ()
    ) -> Sequence[Line]:
        """What happened, and answers to the player, newest at the bottom."""

    # After a game

    def turns(
        self,
        view: View,
        replay: Replay,
        columns: int,
        height: int,
        shown: int | None,
        has_log: bool,
    ) -> Sequence[Line]:
        """The side column of a replay; ``shown`` is the part of the score on the board."""

    @property
    def count(self) -> Count: ...


# ---- learning ----------------------------------------------------------------------------------


class Tip(NamedTuple):
    key: str
    short: str  # one line
    text: str  # some sentences
    typed: str  # the same for line mode, where there are no keys and nothing lights up


class Tips(Protocol):
    """Tips for the first game."""

    is_on: bool

    def now(self, hand: Any, view: View) -> Tip | None:
        """The tip for this moment; it stays until something happens."""


class Opening(NamedTuple):
    """What somebody has to know before the first move."""

    told: Sequence[tuple[str, str]]  # a word, and a sentence or two about it
    symbols: Sequence[tuple[Line, str]] = ()  # those that are needed at once
    typed: Sequence[str] = ()  # the same in line mode, where there are neither keys nor symbols


class Course(Protocol):
    """Lessons, step by step. A step is read, or done."""

    at: int  # the step
    total: int
    is_waiting: bool  # the step is done, the player may look around

    @property
    def hand(self) -> Person:
        """The person in the game of the step, which another step may replace."""

    @property
    def is_last(self) -> bool: ...

    @property
    def is_reading(self) -> bool:
        """Whether there is nothing to do here but to go on."""

    @property
    def is_scoring(self) -> bool:
        """Whether the step itself shows a part of the score."""

    @property
    def may(self) -> Collection[str]:
        """What can be done now besides looking."""

    def heed(self) -> bool:
        """See what the player has done; whether that led to another step or ended this one."""

    def go_on(self) -> None:
        """To the next step, once this one is read or done."""

    def repeat(self) -> None:
        """The step from its beginning."""

    def title(self) -> str: ...

    def task(self, view: View) -> str:
        """What to do, in one line."""

    def text(self, view: View) -> str:
        """What to read."""


class Learn(Protocol):
    """How the game is learned."""

    players: Sequence[str]  # of the course

    def course(self, names: Sequence[str]) -> Course: ...

    def tips(self) -> Tips: ...

    def opening(self, view: View) -> Opening:
        """Goal, turn and end of the game that begins there."""
