"""Lines typed at the board of any game: what is a question, what a command, what a move.

A game subclasses this and adds its own commands, its notation and how it means a question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, Generic, TypeVar

from engine.errors import BadToken, NotYourMove, shortened
from kbtui.games.plain import Asked, Question
from kbtui.paint.runs import MUTED, Line, Run
from kbtui.play.person import Person
from kbtui.text.i18n import N_, _

P = TypeVar("P", bound=Person)
Command = Callable[[str], None]  # gets what stands behind the word

MOVELIKE: Final = frozenset("0123456789@:")  # what only moves have
_NO_COMMAND: Final = N_("neither a move nor a command; type help for a list")
_SUGGESTED: Final = 3  # words at most that a beginning may become


class TypedLines(Generic[P]):
    """Hears a line; answers go to ``say``. Raises what is wrong with a move."""

    questions: Mapping[str, Question]
    one_word: ClassVar[str]  # that a move is one word, to be translated
    uses: ClassVar[Mapping[str, str]] = {}  # what the game's own commands do, to be translated

    def __init__(
        self, play: P, say: Callable[[str], None], hint: Callable[[], None] = lambda: None
    ) -> None:
        """``hint``: how the coach is asked."""
        self.play = play
        self.say = say
        self._commands: Mapping[str, Command] = {
            **self.commands(),
            "legal": self._legal,
            "hint": lambda _rest: hint(),
            "undo": lambda _rest: self.command("undo"),
            "redo": lambda _rest: self.command("redo"),
        }
        questions = {name: question.about for name, question in self.questions.items()}
        self._uses = {**self.uses, **_USES, **questions}

    # What a game says

    def commands(self) -> Mapping[str, Command]:
        """Its own."""
        raise NotImplementedError

    def asked(self) -> Asked:
        """The table as a question sees it."""
        raise NotImplementedError

    def move(self, text: str) -> None:
        """Play what was typed."""
        raise NotImplementedError

    def say_legal(self) -> None:
        """List what the person can do."""
        raise NotImplementedError

    # What is the same in every game

    def hear(self, line: str) -> None:
        first, _space, rest = line.strip().partition(" ")
        name = first.lower()
        if name in self.questions:
            for answer in self.questions[name].answer(self.asked(), rest.strip()):
                self.say(answer)
        elif name in self._commands:
            self._commands[name](rest.strip())
        elif rest:
            raise BadToken(repr(line), self.one_word)
        else:
            self._move(first)

    def _move(self, word: str) -> None:
        """Play it; a word without a place or a number was rather meant as a command."""
        try:
            self.move(word)
        except BadToken:
            if MOVELIKE & set(word):
                raise
            raise BadToken(repr(shortened(word)), _NO_COMMAND) from None

    def guess(self, text: str) -> Line:
        """What the text may become, beside the line that is being typed."""
        first = text.strip().lower()
        if not first:
            return (Run(_("a move in notation, or a command"), MUTED),)
        found = [name for name in self._uses if name.startswith(first)][:_SUGGESTED]
        shown = "  ".join(f"{name} {_(self._uses[name])}" for name in found)
        return (Run(shown, MUTED),) if found else ()

    def command(self, command: str) -> None:
        """A command of the board; raises why it did nothing."""
        self.play.do(command)
        if self.play.error is not None:
            raise self.play.error

    def _legal(self, _rest: str) -> None:
        if not self.play.is_asked:
            raise NotYourMove("It is not your turn.")
        self.say_legal()


_USES: Final[Mapping[str, str]] = {
    "legal": N_("list what is legal"),
    "hint": N_("ask the coach for the best move"),
    "undo": N_("undo a move"),
    "redo": N_("redo a move"),
}
