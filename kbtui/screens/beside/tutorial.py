"""The tutorial: a game with one task at a time, and a note that explains it.

The note is in the side column. Where that is narrow, the note covers a few rows of the board and
moves away when the cursor comes near.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import EngineError
from kbtui.games.kit import find
from kbtui.games.screen import Course
from kbtui.pages.menu import FIRST
from kbtui.paint.glyphs import Glyphs
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    Line,
    Run,
    Tone,
    heading,
    length,
    paragraphs,
)
from kbtui.play.person import Person
from kbtui.play.playernames import names_of
from kbtui.screens.beside.companion import Companion
from kbtui.screens.gamescreen import GameScreen
from kbtui.screens.stack import menu_of
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE, Placed
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import N_, _
from kbtui.text.layout import NORMAL, Box, Layout, fits

_GROUND: Final = "raised"
_WIDEST: Final = 80  # columns of a note over the board
_NAMED: Final = ("undo", "redo", "end", "goal")  # commands that a step may allow, as hints


def tutorial(game: str | None, name: str) -> GameScreen:
    """The lessons of a game, for a player of that name; raises what to say if it has none."""
    learn = find(game).learn
    if learn is None:
        raise EngineError(N_("There is no tutorial for this game yet."))
    course = learn.course(names_of(learn.players, name))
    return GameScreen(course.hand.session, Lessons(course))


class Lessons(Companion):
    """Nothing of it is saved; Esc leaves it at any time."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._is_low = False  # the note is at the lower edge of the board

    def begin(self, screen: GameScreen) -> None:
        super().begin(screen)
        screen.take(self.course.hand)

    def widgets(self) -> Iterable[Placed]:
        self.note = Lines(self.screen.kb.look.theme, ground=_GROUND, id="note")
        yield self.note

    # What is shown

    @property
    def _progress(self) -> str:
        text = _("{number} of {total}")
        return text.format(number=self.course.at + 1, total=self.course.total)

    def title(self, left: Line, right: Line) -> tuple[Line, Line]:
        soft = MUTED.on("raised")
        left = (
            Run(f" {_('Tutorial')} ", STRONG.on("raised")),
            Run(f" {self._progress} ", ACCENT.on("raised")),
            Run(f" {self.course.title()} ", soft),
        )
        key = self.screen.kb.keys.name("back")
        return left, (Run(f"{key} {self._back} ", soft, "back"),)

    def seen(self) -> object:
        return self.course.at, self.course.is_waiting

    def prompts(self, asked: Line, place: Line) -> tuple[Line, Line]:
        """The task; below what the player has just asked for, if there is such a thing."""
        if self.hand.is_asking:
            return asked, place
        task = self.course.task(self.screen.view)
        return (
            (asked, (Run(task, STRONG),)) if self._has_asked else (self.screen.asked(task), place)
        )

    @property
    def _back(self) -> str:
        """What Esc does now."""
        return _("leave") if self._leaves else _("back")

    @property
    def hand(self) -> Person:
        return self.screen.hand

    @property
    def _has_asked(self) -> bool:
        """Whether the player has asked for a goal, or for a reason."""
        has_goal = self.hand.goal is not None and not self.course.is_scoring
        return has_goal or self.hand.error is not None

    def above(self, columns: int, height: int) -> Sequence[Line]:
        """The note, where the column is wide enough for it."""
        if columns < NORMAL:
            return ()
        title, stroke = self.course.title().upper(), self.signs.stroke
        head = heading(title, columns - 1, self._progress, stroke)
        return [head, *self._told(columns - 1), *self._asked(columns - 1), EMPTY]

    @property
    def signs(self) -> Glyphs:
        return self.screen.kb.look.signs

    def _told(self, columns: int, tone: Tone = TEXT) -> list[Line]:
        return paragraphs(self.course.text(self.screen.view), columns, tone)

    def _asked(self, columns: int, tone: Tone = ACCENT) -> list[Line]:
        task = f"{self.signs.pointer} {self.course.task(self.screen.view)}"
        return paragraphs(task, columns, tone, "  ")

    def hints(self, line: Line) -> Line:
        keys = self.screen.kb.keys
        named = ((keys.name(name), text, name) for name, text in self._hints())
        return hint_bar(named, self.screen.app.size.width)

    def _hints(self) -> list[tuple[str, str]]:
        course = self.course
        repeat = ("undo-turn", _("repeat the step"))
        if course.is_reading:
            found = [("choose", _("leave") if course.is_last else _("continue"))]
            found += [("goal", _("goals"))] if "goal" in course.may else []
            return [*found, repeat, ("back", self._back)]
        words = {"undo": _("undo"), "redo": _("redo"), "end": _("end turn"), "goal": _("goals")}
        found = [(name, words[name]) for name in _NAMED if name in course.may]
        if self.hand.wanted:
            found = [("next", _("next")), ("choose", _("choose")), *found]
        return [*found, repeat, ("back", self._back), ("help", _("help"))]

    # The note over the board

    def painted(self) -> None:
        laid = self.screen.laid
        assert laid is not None, "asked only when laid out"
        box = self._note_box(laid)
        self.note.put(box)
        if not box.is_empty:
            self.note.show(self._note_lines(laid))

    def _note_box(self, laid: Layout) -> Box:
        """Over the board, where it does not hide the cursor; nowhere if the side has room."""
        if laid.side.width > NORMAL or self.screen.is_covered or not fits(*self.screen.app.size):
            return NOWHERE
        lines = self._note_lines(laid)
        upper = laid.board._replace(height=len(lines))
        lower = upper._replace(y=laid.board.y + laid.board.height - len(lines))
        _x, y = self.screen.board.spot(self.hand.place)
        row = laid.board.y + y
        if (lower if self._is_low else upper).holds(laid.board.x, row):
            self._is_low = not self._is_low
        return lower if self._is_low else upper

    def _note_lines(self, laid: Layout) -> list[Line]:
        """The text; the task too where its own line says something else, or is too short."""
        columns = min(laid.board.width - 2, _WIDEST)
        rows = self._told(columns, TEXT.on(_GROUND))
        task = self.screen.asked(self.course.task(self.screen.view))
        is_hidden = self._has_asked or bool(self.screen.answer_line)
        if is_hidden or length(task) > laid.prompt.width:
            rows += self._asked(columns, ACCENT.on(_GROUND))
        if self.screen.kb.look.theme.palette is None:  # no ground sets it off from the board
            rows.append((Run(self.signs.stroke * columns),))
        return [(Run(" ", TEXT.on(_GROUND)), *row) for row in rows]

    def dress(self) -> None:
        self.note.wear(self.screen.kb.look.theme)

    # Commands

    def do(self, command: str) -> bool:
        if command == "choose" and self.course.is_reading:
            return self._read_on()
        if command == "undo-turn":
            self.course.repeat()
            self._show_step()
        elif command == "back" and self._leaves:
            self.screen.leave()
        else:
            return command.startswith("goal-") and "goal" not in self.course.may
        return True

    @property
    def _leaves(self) -> bool:
        """Whether Esc leads to the menu: nothing lies over the board, and no move is begun."""
        is_idle = self.course.is_reading or not self.hand.has_step_back
        return is_idle and not self.screen.is_covered

    def _read_on(self) -> bool:
        if not self.hand.is_asked and not self.screen.session.is_over:
            return False  # it hurries the others
        if self.course.is_last:
            menu = menu_of(self.screen.kb)
            if menu is not None:
                menu.page.point_at(FIRST)
            self.screen.leave()
        else:
            self.course.go_on()
            self._show_step()
        return True

    def _show_step(self) -> None:
        if self.hand is not self.course.hand:
            self.screen.take(self.course.hand)
        self.screen.others.go_on()
        self.screen.repaint()

    def acted(self) -> None:
        if self.course.heed():
            self.hand.settle_in()

    def moved(self) -> None:
        """What the dealer did may be the rest of a move."""
        self.acted()
