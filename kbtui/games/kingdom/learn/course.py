"""The course of the tutorial: the current step, when it is done, what the player may do in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import IllegalMove
from engine.kingdom.ground.hexes import BIT, Hex, Mask
from engine.kingdom.ground.moves import Action, parse_move, word
from engine.kingdom.scores import parts
from kbtui.games.kingdom.kit import KIT
from kbtui.games.kingdom.learn.firstcard import opening
from kbtui.games.kingdom.learn.lessons import STEPS, Later, Step
from kbtui.games.kingdom.learn.starts import position
from kbtui.games.kingdom.learn.tips import Tips
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words.names import goal_name, goal_text
from kbtui.games.kit import Marks
from kbtui.games.screen import Learn
from kbtui.games.teaching import PLAYERS, Walk
from kbtui.play.session import Session
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.keys import Keys

_HELD_BACK: Final = ("undo", "redo", "end", "goal")  # commands that a step has to allow
_TILE: Final = "tile-"


class LessonPlay(Play):
    """Does only what the step is about; everything else has to wait, and it says so."""

    def __init__(self, session: Session, course: Course) -> None:
        self._course = course
        super().__init__(session)

    @property
    def wanted(self) -> Mask:
        mask = super().wanted
        return 0 if self._course.is_reading else mask & self._course.step.where(self)

    @property
    def marks(self) -> Marks:
        marks = super().marks
        return marks._replace(lit=marks.lit | self._course.step.shown)

    def why_not(self, hex_: Hex) -> IllegalMove | None:
        if super().wanted & BIT[hex_] and not self.wanted & BIT[hex_]:
            return Later()
        return super().why_not(hex_)

    def do(self, command: str) -> bool:
        if command == "choose" and self._course.is_reading:
            return True
        name = self._named(command)
        if name is not None and name not in self._course.may:
            self.error = Later()
            return True
        return super().do(command)

    def _named(self, command: str) -> str | None:
        """What a step has to allow for this command; None: it only looks."""
        if command in _HELD_BACK:
            return command
        if not command.startswith(_TILE):
            return None
        index = int(command.removeprefix(_TILE)) - 1
        return word(self.tiles[index].action) if index < len(self.tiles) else None

    def make(self, token: str) -> None:
        action, _origin, target = parse_move(token)
        name = {Action.BUILD: "build", Action.END: "end"}.get(action) or word(action)
        step = self._course.step
        if name not in self._course.may:
            raise Later()
        if action is not Action.END:
            if not step.where(self) & BIT[target]:
                raise Later()
            if not step.accepts(self, target):
                raise Later(step.refusal)
        super().make(token)


class Course(Walk):
    """The lessons of Kingdom Builder."""

    key = KIT.key
    steps = STEPS
    hand: LessonPlay

    def position(self, name: str) -> Mapping[str, Any]:
        return position(name)

    def new_hand(self) -> LessonPlay:
        return LessonPlay(self.session, self)

    def held(self, hand: LessonPlay) -> tuple[Action | None, Hex | None]:
        return hand.tile, hand.origin

    def take_up(self, hand: LessonPlay, held: tuple[Action | None, Hex | None]) -> None:
        hand.tile, hand.origin = held

    def entered(self, hand: LessonPlay) -> None:
        hand.goal = self.step.goal

    @property
    def step(self) -> Step:
        return STEPS[self.at]

    @property
    def is_scoring(self) -> bool:
        """Whether the step itself shows a goal."""
        return self.step.goal is not None

    # What it says

    @property
    def _part(self) -> str:
        assert self.step.goal is not None, "only asked for the steps of the count"
        return parts(self.hand.state)[self.step.goal]

    def title(self) -> str:
        return _(self.step.title) if self.step.goal is None else goal_name(self._part)

    def task(self, view: View) -> str:
        keys = _key_names(view.keys)
        if self.is_waiting:
            return _("Well done. Press {choose} to continue.").format(**keys)
        if self.step.goal is not None:
            gold = view.paid(self.step.goal)
            text = _("{mine} gold for you, {theirs} for {name}. Press {choose} to continue.")
            return text.format(mine=gold[0], theirs=gold[1], name=self._names[1], **keys)
        return _(self.step.task).format(**keys)

    def text(self, view: View) -> str:
        if self.step.goal is not None:
            told = goal_text(self._part)
            lit = _("The hexes that pay you gold are lit.")
            return f"{told[:1].upper()}{told[1:]}. {lit}"
        told = _(self.step.text).format(**_key_names(view.keys))
        if not self.is_last:
            return told
        mine, theirs = view.totals
        text = _("You have {mine} gold, {name} has {theirs}.")
        return f"{text.format(mine=mine, theirs=theirs, name=self._names[1])} {told}"


def _key_names(keys: Keys) -> Mapping[str, str]:
    """The holes of the texts."""
    named = ("choose", "next", "undo", "redo", "end", "goal", "back", "rules", "help")
    tiles = {"one": keys.name("tile-1"), "two": keys.name("tile-2")}
    return {name: keys.name(name) for name in named} | tiles


class _Kingdom:
    players: Sequence[str] = PLAYERS
    course = Course
    tips = Tips
    opening = staticmethod(opening)


LEARN: Final[Learn] = _Kingdom()
