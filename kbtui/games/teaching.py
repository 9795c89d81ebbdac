"""What lessons and tips of every game share: steps in a row, and tips that come at their moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from kbtui.games.screen import Tip
from kbtui.play.session import HUMAN, Session
from kbtui.text.i18n import _

if TYPE_CHECKING:
    from kbtui.play.person import Person
    from kbtui.story.view import View

PLAYERS: Final = (HUMAN, "greedy")  # of a course
_SEED: Final = "tutorial"

# ---- lessons -----------------------------------------------------------------------------------


class Stage(Protocol):
    """A step of a course; tests get the hand."""

    @property
    def start(self) -> str:
        """The name of a position; empty: it continues from the step before."""

    @property
    def is_done(self) -> Callable[[Any], bool] | None:
        """None: there is nothing to do but to read."""

    @property
    def needs(self) -> Callable[[Any], bool] | None:
        """If that is gone, it is back to the step before."""

    @property
    def may(self) -> frozenset[str]:
        """What can be done besides looking."""

    @property
    def pauses(self) -> bool:
        """It stays when it is done, until the player continues."""


class Walk:
    """Where the player is in the steps of a course, with the game of the step."""

    key: str  # of the game
    steps: Sequence[Stage]
    hand: Person

    def __init__(self, names: Sequence[str] = ("", "")) -> None:
        self._names = names
        self.total = len(self.steps)
        self.at = 0
        self.is_waiting = False  # the step is done, the player may look around
        self._begin()

    # What a game says

    def position(self, name: str) -> Mapping[str, Any]:
        """The position of that name."""
        raise NotImplementedError

    def new_hand(self) -> Person:
        """A person in the session of the lesson."""
        raise NotImplementedError

    def held(self, hand: Any) -> Any:
        """What is in hand when a step begins, to repeat it."""

    def take_up(self, hand: Any, held: Any) -> None:
        """The same, when the step is repeated."""

    # Steps

    @property
    def is_last(self) -> bool:
        return self.at == len(self.steps) - 1

    @property
    def is_reading(self) -> bool:
        """Whether there is nothing to do here but to go on."""
        return self.is_waiting or self.steps[self.at].is_done is None

    @property
    def may(self) -> frozenset[str]:
        """What can be done now besides looking."""
        may = self.steps[self.at].may
        return may & {"goal"} if self.is_waiting else may

    def _begin(self) -> None:
        """A fresh game for the lesson that the step belongs to."""
        first = next(i for i in range(self.at, -1, -1) if self.steps[i].start)
        start = self.position(self.steps[first].start)
        self.session = Session.at(self.key, start, PLAYERS, self._names, _SEED)
        self._enter(self.new_hand())

    def _enter(self, hand: Person) -> None:
        self.hand = hand
        self.is_waiting = False
        self.entered(hand)
        # What the step begins with, to repeat it.
        self._kept = tuple(self.session.table.entries)
        self._held = self.held(hand)

    def entered(self, hand: Any) -> None:
        """A step has begun."""

    def heed(self) -> bool:
        """See what the player has done; whether that led to another step or ended this one."""
        before = self.at, self.is_waiting
        while not self.is_reading:
            step, hand = self.steps[self.at], self.hand
            if step.is_done is not None and step.is_done(hand):
                if step.pauses:
                    self.is_waiting = True
                else:
                    self.at += 1
                    self._enter(hand)
            elif step.needs is not None and not step.needs(hand):
                self.at -= 1
            else:
                break
        return (self.at, self.is_waiting) != before

    def go_on(self) -> None:
        """To the next step, once this one is read or done; what was refused in it is forgotten."""
        self.hand.error = None
        if self.is_last:
            return
        self.at += 1
        if self.steps[self.at].start:
            self._begin()
        else:
            self._enter(self.hand)

    def repeat(self) -> None:
        """The step from its beginning."""
        kept, held = self._kept, self._held
        self._begin()
        self.session.table.extend(kept)
        hand = self.new_hand()
        self.take_up(hand, held)
        self._enter(hand)


# ---- tips --------------------------------------------------------------------------------------

Parts = Mapping[str, str | int]


class Rule(NamedTuple):
    """When a tip is given, and what it says; the answer holds what is filled in."""

    key: str
    times: int  # turns in which it is given at most
    suits: Callable[[Any, View], Parts | None]
    short: str
    text: str
    typed: str = ""  # the same in line mode, if the text names keys or what is seen on a board


class RuleTips:
    """Remembers which tips were given, and does not repeat them for ever. The first rule that suits
    has its say."""

    rules: Sequence[Rule]

    def __init__(self) -> None:
        self.is_on = True
        self._turns: dict[str, set[int]] = {}  # in which turns each was given
        self._moment: object = None
        self._tip: Tip | None = None

    def is_free(self, hand: Any) -> bool:
        """Whether the person is asked, and has not begun a move."""
        raise NotImplementedError

    def now(self, hand: Any, view: View) -> Tip | None:
        """The tip for this moment; it stays until something happens."""
        if not self.is_on:
            return None
        moment = view.entry, self.is_free(hand)
        if moment != self._moment:
            self._moment = moment
            self._tip = self._found(hand, view) if self.is_free(hand) else None
        return self._tip

    def _found(self, hand: Any, view: View) -> Tip | None:
        for rule in self.rules:
            turns = self._turns.setdefault(rule.key, set())
            if len(turns | {view.turn}) > rule.times:
                continue
            parts = rule.suits(hand, view)
            if parts is not None:
                turns.add(view.turn)
                texts = rule.short, rule.text, rule.typed or rule.text
                short, text, typed = (_(each).format(**parts) for each in texts)
                return Tip(rule.key, short[:1].upper() + short[1:], text, typed)
        return None
