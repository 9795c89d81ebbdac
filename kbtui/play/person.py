"""A person at the board, whatever the game: commands go in, moves come out. It knows no terminal.

The session says whose decision it is; a ``Person`` knows who sits at the keyboard, and so whether
that person is asked, has to pass the keyboard on, or only looks. Most moves take several steps (a
tile, a settlement, a hex). The steps made so far are the hand, which the game adds in a subclass:
it collects them until a token is complete and hands that to ``session.play``. Nothing is ever half
played, so a step back, an undo or a move of somebody else only has to ``drop`` the hand and to
``refresh`` what can be seen. What is refused is not raised to the screen: it becomes ``error``,
until the next command.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

from engine.contract import Seat, Viewer
from engine.errors import EngineError
from kbtui.play.session import Session

if TYPE_CHECKING:
    from kbtui.games.kit import Marks, Mask, Place

ASK_ALWAYS: Final = "always"
ASK_UNUSED: Final = "unused"


class Person:
    """One person, or several at one keyboard, in a session."""

    steers: Collection[str] = ()  # the commands that move the cursor

    def __init__(self, session: Session, ask: str = ASK_UNUSED) -> None:
        """``ask``: when to ask before a turn ends: always, unused, never."""
        self.session = session
        people = session.people
        # With several people nobody has the keyboard until it is passed to them.
        self.seat: Seat | None = people[0] if len(people) == 1 else None
        self.ask = ask
        self.follows = False  # while others play, what they do is shown large
        self.is_asking = False  # whether to end the turn
        self.goal: int | None = None  # the part of the score that is shown on the board
        self.seams = False
        self.hover: Place | None = None
        self.error: EngineError | None = None  # why the last command did nothing
        self.commands: dict[str, Callable[[], None]] = {
            "undo": lambda: self._back(self.session.undo, 1),
            "undo-turn": lambda: self._back(self.session.undo, self.can_undo or 1),
            "redo": lambda: self._back(self.session.redo, 1),
            "goal": self._next_goal,
            "seams": self._toggle_seams,
        }
        self.refresh()

    # What a game says

    @property
    def place(self) -> Place:
        """Where the cursor is."""
        raise NotImplementedError

    @property
    def wanted(self) -> Mask:
        """The places that can be chosen now."""
        raise NotImplementedError

    @property
    def is_done(self) -> bool:
        """Whether nothing is left of a turn but to end it."""
        return not self.wanted

    @property
    def marks(self) -> Marks:
        raise NotImplementedError

    @property
    def has_step_back(self) -> bool:
        """Whether Esc does something here, or leads out of the game."""
        raise NotImplementedError

    def point(self, place: Place) -> str:
        """A click; returns a message for the player."""
        raise NotImplementedError

    def play(self, token: str) -> None:
        """A typed move; raises what is wrong with it."""
        raise NotImplementedError

    def take_up(self, token: str) -> None:
        """The coach's move, put as if the person had chosen all of it but the last Enter."""
        raise NotImplementedError

    def settle_in(self) -> None:
        """The person is asked again: move the cursor to something that can be chosen."""
        raise NotImplementedError

    def drop(self) -> None:
        """Forget the steps made so far."""
        raise NotImplementedError

    @property
    def is_reacting(self) -> bool:
        """Whether the person is asked while it is somebody else's turn."""
        return self.is_asked and self.session.game.on_turn(self.state) != self.seat

    @property
    def lingers(self) -> bool:
        """Whether the others wait a moment, because the last move can still be undone."""
        return False

    def seen(self) -> object:
        """A value that changes whenever the panels may change."""
        return self.seat, self.is_asking, self.goal

    # What is the same in every game

    def refresh(self) -> None:
        """The game has gone on: forget what belonged to the state before."""
        self.state: Any = self.session.observation(self.viewer)

    @property
    def viewer(self) -> Viewer:
        """Whose cards are shown. Where several people look at one screen, a hand is shown only to
        the one who is asked."""
        is_alone = len(self.session.people) == 1
        return self.seat if is_alone or self.is_asked else None

    @property
    def hands_over_to(self) -> Seat | None:
        """The person who should take the keyboard now."""
        seat = self.session.waits_for
        return seat if seat is not None and seat != self.seat else None

    @property
    def is_asked(self) -> bool:
        """Whether the person at the keyboard has to act."""
        seat = self.session.waits_for
        return seat is not None and seat == self.seat

    @property
    def can_undo(self) -> int:
        return self.session.table.can_undo(self.seat) if self.seat is not None else 0

    @property
    def can_redo(self) -> int:
        return self.session.table.can_redo(self.seat) if self.seat is not None else 0

    def do(self, command: str) -> bool:
        """Carry out a command; False if it is none of ours."""
        self.error = None
        if command not in self.commands:
            return False
        try:
            self.commands[command]()
        except EngineError as error:
            self.error = error
        return True

    def take_keyboard(self) -> None:
        self.seat = self.hands_over_to
        self.refresh()
        self.settle_in()

    def make(self, token: str) -> None:
        """A complete move."""
        self.session.play(token)
        self.drop()
        self.is_asking = False
        self.refresh()

    def _back(self, step: Callable[[Seat], object], times: int) -> None:
        if self.seat is None:
            return
        self.is_asking = False
        for _time in range(times):
            step(self.seat)
        self.drop()
        self.refresh()

    def _next_goal(self) -> None:
        following = 0 if self.goal is None else self.goal + 1
        self.show_goal(following if following < len(self.session.game.parts(self.state)) else None)

    def show_goal(self, index: int | None) -> None:
        """Light what pays for that part of the score; None or the same again: no more."""
        self.goal = None if self.goal == index else index

    def _toggle_seams(self) -> None:
        self.seams = not self.seams
