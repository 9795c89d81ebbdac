"""The course of the tutorial: what the player may do in the current step, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from engine.castle.moves import DRAW, Move, parse_move
from engine.castle.pieces.cells import Cell
from engine.castle.pieces.tiles import TILES
from engine.errors import IllegalMove
from kbtui.games.castle.board.marks import Pointed
from kbtui.games.castle.kit import KIT
from kbtui.games.castle.learn.firstcard import opening
from kbtui.games.castle.learn.lessons import STEPS, Allowed, Later, Step
from kbtui.games.castle.learn.starts import position
from kbtui.games.castle.learn.tips import Tips
from kbtui.games.castle.play.choices import Choices, Slot
from kbtui.games.castle.play.hand import Play
from kbtui.games.kit import Marks
from kbtui.games.screen import Learn
from kbtui.games.teaching import PLAYERS, Walk
from kbtui.play.session import Session
from kbtui.story.view import View
from kbtui.text.i18n import _

_HELD_BACK: Final = ("undo", "redo", "end")  # commands that a step has to allow
_NAMED: Final = ("choose", "next", "draw", "help", "rules", "hint", "back")  # holes of the texts


class _Fewer(Choices):
    """Only the builds that the step is about light up."""

    def __init__(self, play: Play, allows: Allowed) -> None:
        super().__init__(play.state)
        self._allows = allows

    @cached_property
    def moves(self) -> Sequence[Move]:
        return [move for move in Choices(self.state).moves if self._allows(move)]


class LessonPlay(Play):
    """Does only what the step is about; everything else has to wait, and it says so."""

    def __init__(self, session: Session, course: Course) -> None:
        self._course = course
        super().__init__(session)

    @cached_property
    def choices(self) -> Choices:
        step = self._course.step
        return _Fewer(self, (lambda _move: False) if self._course.is_reading else step.allows)

    @property
    def marks(self) -> Marks:
        """Nothing is refused to somebody who reads."""
        marks = super().marks
        own = marks.own
        if not self._course.is_reading or not isinstance(own, Pointed):
            return marks
        return marks._replace(own=own._replace(refused=False))

    def why_not(self, cell: Cell) -> IllegalMove | None:
        if cell not in self.places and self._is_legal(cell):
            return Later()
        return super().why_not(cell)

    def _is_legal(self, cell: Cell) -> bool:
        """Whether the rules would allow something there."""
        all_ = Choices(self.state)
        return cell in (all_.best if self.slot is None else all_.builds(self.slot))

    def do(self, command: str) -> bool:
        if command == "choose" and self._course.is_reading:
            return True
        if command in _HELD_BACK and command not in self._course.may:
            self.error = Later()
            return True
        return super().do(command)

    def _draw(self) -> None:
        if self.is_asked and not self._course.step.allows(DRAW):
            raise Later()
        super()._draw()

    def _choose_slot(self, slot: Slot, is_sure: bool = False) -> None:
        if self.choices.builds(slot):
            super()._choose_slot(slot, is_sure)
        elif TILES[slot.face].word == self._course.step.tile and not self._course.is_reading:
            self.slot, self.site = slot, None  # to be tried where it does not fit
        elif Choices(self.state).builds(slot):
            raise Later()
        else:
            super()._choose_slot(slot, is_sure)

    def make(self, token: str) -> None:
        step = self._course.step
        if self._course.is_reading or not step.allows(parse_move(token)):
            raise Later(step.refusal)
        super().make(token)


class Course(Walk):
    """The lessons of Castle Builder."""

    key = KIT.key
    steps = STEPS
    hand: LessonPlay
    is_scoring = False  # no step shows a part of the score

    def position(self, name: str) -> Mapping[str, Any]:
        return position(name)

    def new_hand(self) -> LessonPlay:
        return LessonPlay(self.session, self)

    def entered(self, hand: LessonPlay) -> None:
        hand.refresh()
        hand.settle_in()

    @property
    def step(self) -> Step:
        return STEPS[self.at]

    def heed(self) -> bool:
        is_new = super().heed()
        if is_new:
            self.hand.refresh()  # other moves are allowed now
        return is_new

    # What it says

    def title(self) -> str:
        return _(self.step.title)

    def task(self, view: View) -> str:
        if self.is_waiting:
            text = _("Well done. Press {choose} to continue.")
            return text.format(choose=view.keys.name("choose"))
        return _(self.step.task).format(**self._key_names(view))

    def text(self, view: View) -> str:
        return _(self.step.text).format(**self._key_names(view))

    def _key_names(self, view: View) -> Mapping[str, str]:
        named = {name: view.keys.name(name) for name in _NAMED}
        held = (slot for slot in self.hand.slots if TILES[slot.face].word == self.step.tile)
        slot = next(held, None)
        return {**named, "tile": view.keys.name(slot.key) if slot is not None else ""}


class _Castle:
    players: Sequence[str] = PLAYERS
    course = Course
    tips = Tips
    opening = staticmethod(opening)


LEARN: Final[Learn] = _Castle()
