"""The course of the tutorial: the current step, when it is done, what the player may do in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.errors import IllegalMove
from engine.kingdom.ground.hexes import BIT, Hex, Mask
from engine.kingdom.ground.moves import Action, parse_move, word
from engine.kingdom.scores import parts
from kbtui.games.kingdom.kit import KIT
from kbtui.games.kingdom.learn.lessons import STEPS, Later, Step
from kbtui.games.kingdom.learn.starts import position
from kbtui.games.kingdom.learn.tips import Tips
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words.words import goal_name, goal_text
from kbtui.games.kit import Marks
from kbtui.games.screen import Learn
from kbtui.play.session import HUMAN, Session
from kbtui.story.view import View
from kbtui.text.i18n import _
from kbtui.text.keys import Keys

PLAYERS: Final = (HUMAN, "greedy")
_SEED: Final = "tutorial"
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

    @property
    def _must_ask(self) -> bool:
        return True

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


class Course:
    """Where the player is in the lessons, with the game of the lesson."""

    def __init__(self, names: Sequence[str] = ("", "")) -> None:
        self._names = names
        self.total = len(STEPS)
        self.at = 0
        self.is_waiting = False  # the step is done, the player may look around
        self._begin()

    @property
    def step(self) -> Step:
        return STEPS[self.at]

    @property
    def is_last(self) -> bool:
        return self.at == len(STEPS) - 1

    @property
    def is_reading(self) -> bool:
        """Whether there is nothing to do here but to go on."""
        return self.is_waiting or self.step.is_done is None

    @property
    def is_scoring(self) -> bool:
        """Whether the step itself shows a goal."""
        return self.step.goal is not None

    @property
    def may(self) -> frozenset[str]:
        """What can be done now besides looking."""
        return self.step.may & {"goal"} if self.is_waiting else self.step.may

    def _begin(self) -> None:
        """A fresh game for the lesson that the step belongs to."""
        first = next(i for i in range(self.at, -1, -1) if STEPS[i].start)
        start = position(STEPS[first].start)
        self.session = Session.at(KIT.key, start, PLAYERS, self._names, _SEED)
        self._enter(LessonPlay(self.session, self))

    def _enter(self, play: LessonPlay) -> None:
        self.hand = play
        self.is_waiting = False
        self.hand.goal = self.step.goal
        # What the step begins with, to repeat it.
        self._kept = tuple(self.session.table.entries)
        self._held = play.tile, play.origin

    def heed(self) -> bool:
        """See what the player has done; whether that led to another step or ended this one."""
        before = self.at, self.is_waiting
        while not self.is_reading:
            step, play = self.step, self.hand
            if step.is_done is not None and step.is_done(play):
                if step.pauses:
                    self.is_waiting = True
                else:
                    self.at += 1
                    self._enter(play)
            elif step.needs is not None and not step.needs(play):
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
        if self.step.start:
            self._begin()
        else:
            self._enter(self.hand)

    def repeat(self) -> None:
        """The step from its beginning."""
        kept, held = self._kept, self._held
        self._begin()
        self.session.table.extend(kept)
        play = LessonPlay(self.session, self)
        play.tile, play.origin = held
        self._enter(play)

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


LEARN: Final[Learn] = _Kingdom()
