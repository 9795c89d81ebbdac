"""A table: the log of one game and the states it folds to. This is the only fold in the project.

Everything that happens is an entry: a player's move, the dealer's move, an undo. Entry n leads to
state n; state 0 is the setup. Undo and redo are entries too, and never go past an entry of the
dealer or of another seat: what somebody may have seen or answered stays. A game may be stricter
(``may_undo``, ``undo_depth``).
"""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, Final, NamedTuple

from engine.contract import DEALER, AnyGame, Seat, Viewer, find
from engine.errors import BadInput, Desync, IllegalMove, NotYourMove, Phrase, TableFull

UNDO: Final = "undo"
REDO: Final = "redo"
_NOTHING: Final = {
    UNDO: Phrase("You have nothing to undo."),
    REDO: Phrase("You have nothing to redo."),
}
# Undo and redo cost nothing, so a table needs an end: the longest real game has some 500 entries.
MAX_ENTRIES: Final = 20_000


class Entry(NamedTuple):
    actor: Seat
    token: str


_make: Final = tuple.__new__  # for a third of the price of a NamedTuple's own constructor


class Table:
    """One game in progress, full or as one chair sees it. ``append`` is its only door."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.states: list[Any] = [start]
        self.to_act: Seat | None = game.to_act(start)
        self.dealt = 0  # entries of the dealer: the number of its next draw
        self._undo: list[Any] = []  # states to go back to, all left by `_owner`
        self._redo: list[Any] = []
        self._owner: Seat = DEALER

    @classmethod
    def new(cls, key: str, options: Mapping[str, Any]) -> "Table":
        game = find(key)
        return cls(game, game.new(options))

    def branch(self) -> "Table":
        """A table that continues from here; what is appended to one is not in the other."""
        return self.until(len(self.entries))

    def until(self, number: int) -> "Table":
        """The same game after that entry. Nothing is folded again."""
        table = Table(self.game, self.states[0])
        for _ in range(number):
            table.take_over(self)
        return table

    def take_over(self, other: "Table") -> None:
        """Add the next entry of another copy of this game, which has folded it already."""
        number = len(self.entries)
        self._add(*other.entries[number], other.states[number + 1])

    @property
    def state(self) -> Any:
        return self.states[-1]

    def append(self, actor: Seat, token: str, digest: str | None = None) -> int:
        """Add an entry and return its number; whatever raises leaves the table as it was.

        ``digest`` is another copy's digest after this entry: if ours differs, ``Desync``.
        """
        if len(self.entries) >= MAX_ENTRIES:
            raise TableFull("a game has at most {limit} entries", limit=MAX_ENTRIES)
        game, word = self.game, token.lower()
        if word in _NOTHING:
            state, token = self._back_or_forth(actor, word), word
        else:
            move = game.parse(token)
            if actor != self.to_act:
                raise NotYourMove(
                    "{seat} cannot act now; {other} can",
                    seat=seat_name(actor),
                    other=seat_name(self.to_act),
                )
            state, token = game.apply(self.states[-1], move), game.format(move)
        if digest is not None and game.digest(state) != digest:
            raise Desync(len(self.entries) + 1, game.digest(state), digest)
        self._add(actor, token, state)
        return len(self.entries)

    def _back_or_forth(self, actor: Seat, word: str) -> Any:
        """The state that an undo or a redo leads to."""
        if not (self.can_undo if word == UNDO else self.can_redo)(actor):
            raise IllegalMove(word, _NOTHING[word])
        return (self._undo if word == UNDO else self._redo)[-1]

    def _add(self, actor: Seat, token: str, state: Any) -> None:
        """One more entry, which leads to this state."""
        if token == UNDO:
            self._undo.pop()
            self._redo.append(self.states[-1])
        elif token == REDO:
            self._redo.pop()
            self._undo.append(self.states[-1])
        elif actor == DEALER:
            self._undo, self._redo, self._owner = [], [], actor
            self.dealt += 1
        else:
            if actor != self._owner:
                self._undo, self._owner = [], actor
            self._undo.append(self.states[-1])
            self._redo = []
        self.entries.append(_make(Entry, (actor, token)))
        self.states.append(state)
        self.to_act = self.game.to_act(state)

    def forget(self) -> None:
        """Let go of the state before the last entry, unless it can still be gone back to: for who
        never asks for states that were. A server with many tables runs in half the memory so."""
        self.states[-2] = None

    def can_undo(self, seat: Seat) -> int:
        """How many entries this seat can take back now, one after the other."""
        if seat != self._owner or self.to_act is None:
            return 0
        back = [self.states[-1], *reversed(self._undo)]  # each was led to from the next
        steps = len([*takewhile(lambda state: self.game.may_undo(state, seat), back[:-1])])
        depth = self.game.undo_depth
        # What is taken back already counts: it could be made again.
        return steps if depth is None else min(steps, max(depth - len(self._redo), 0))

    def can_redo(self, seat: Seat) -> int:
        return len(self._redo) if seat == self._owner and self.to_act is not None else 0

    def extend(self, entries: Iterable[Entry]) -> None:
        for actor, token in entries:
            self.append(actor, token)

    def digest(self, entry: int | None = None) -> str:
        """Public digest after that entry (by default the last); 0 is the setup."""
        number = len(self.entries) if entry is None else entry
        if not 0 <= number <= len(self.entries):
            raise BadInput("entry", f"{number} is not one of 0 to {len(self.entries)}")
        return self.game.digest(self.states[number])

    def masked(self, viewer: Viewer, first: int = 1) -> list[Entry]:
        """The entries from number ``first`` on, as this chair may see them."""
        if not 1 <= first <= len(self.entries) + 1:
            raise BadInput("entry", f"{first} is not one of 1 to {len(self.entries) + 1}")
        numbers = range(first, len(self.entries) + 1)
        return [Entry(self.entries[n - 1].actor, self.seen(n, viewer)) for n in numbers]

    def seen(self, number: int, viewer: Viewer) -> str:
        """The token of an entry, as this chair may see it."""
        token, game = self.entries[number - 1].token, self.game
        if token in _NOTHING:
            return token
        move = game.parse(token)
        seen = game.mask(self.states[number - 1], move, viewer)
        return token if seen is move else game.format(seen)

    def seen_by(self, viewer: Viewer) -> "Table":
        """This game as the chair knows it: a table of its own, folded from its masked log."""
        table = Table(self.game, self.game.observe(self.states[0], viewer))
        table.extend(self.masked(viewer))
        return table


def seat_name(seat: Seat | None) -> Phrase:
    """For messages to people, who count seats from 1."""
    if seat is None:
        return Phrase("nobody")
    return Phrase("the dealer") if seat == DEALER else Phrase("seat {number}", number=seat + 1)
