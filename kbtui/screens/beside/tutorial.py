"""The tutorial: the game screen with one task at a time, and a note that explains it.

The note is in the side column. Where that is narrow, the note covers a few rows of the board and
moves away when the cursor comes near.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult

from kbtui.games.kingdom.learn.course import PLAYERS, Course
from kbtui.games.kingdom.play.typed import Typed
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
    paragraphs,
)
from kbtui.play.names import names_of
from kbtui.screens.game import GameScreen
from kbtui.screens.stack import menu_of
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE
from kbtui.story.chronicle import Chronicle
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.layout import NORMAL, Box, Layout, fits

_GROUND: Final = "raised"
_WIDEST: Final = 80  # columns of a note over the board, and of the longest task
_NAMED: Final = ("undo", "redo", "end", "goal")  # commands that a step may allow, as hints


class TutorialScreen(GameScreen):
    """Nothing of it is saved; Esc leaves it at any time."""

    def __init__(self) -> None:
        course = Course()
        super().__init__(course.session)
        self.course = course
        self._is_low = False  # the note is at the lower edge of the board

    def compose(self) -> ComposeResult:
        you, other = names_of(PLAYERS, self.kb.settings.name)
        self.course.introduce((you, other))
        self._take_over()
        self._note = Lines(self.kb.look.theme, ground=_GROUND, id="note")
        yield from super().compose()
        yield self._note

    def _take_over(self) -> None:
        """The game of the course is the one on the screen."""
        if self.session is not self.course.session or self.play is not self.course.play:
            self.session, self.play = self.course.session, self.course.play
            self.chronicle = Chronicle(self.session.table)
            self.spoken.clear()
            self._typed = Typed(self.play, self.say)

    # What is shown

    @property
    def _progress(self) -> str:
        text = _("{number} of {total}")
        return text.format(number=self.course.at + 1, total=self.course.total)

    def title_bar(self) -> tuple[Line, Line]:
        soft = MUTED.on("raised")
        left = (
            Run(f" {_('Tutorial')} ", STRONG.on("raised")),
            Run(f" {self._progress} ", ACCENT.on("raised")),
            Run(f" {self.course.title()} ", soft),
        )
        key = self.kb.keys.name("back")
        return left, (Run(f"{key} {_('leave')} ", soft, "back"),)

    def moment(self) -> object:
        return super().moment(), self.course.at, self.course.is_waiting

    def prompts(self, short: bool) -> tuple[Line, Line]:
        """The task; below what the player has just asked for, if there is such a thing."""
        asked, hex_ = super().prompts(short)
        if self.editor.is_open or self.play.is_asking:
            return asked, hex_
        task = Run(self.course.task(self._view), STRONG)
        if self._has_asked:
            return asked, (task,)
        return (Run(f" {self.signs.pointer} ", ACCENT), task), hex_

    @property
    def _has_asked(self) -> bool:
        """Whether the player has asked for a goal, or for a reason."""
        has_goal = self.play.goal is not None and self.course.step.goal is None
        return has_goal or self.play.error is not None

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        if columns < NORMAL:
            return super().side(columns, rows, has_log)
        title, stroke = self.course.title().upper(), self.signs.stroke
        head = heading(title, columns - 1, self._progress, stroke)
        note = [head, *self._told(columns - 1), *self._asked(columns - 1), EMPTY]
        return [*note, *super().side(columns, rows - len(note), has_log)]

    @property
    def signs(self) -> Glyphs:
        return self.kb.look.signs

    def _told(self, columns: int, tone: Tone = TEXT) -> list[Line]:
        return paragraphs(self.course.text(self._view), columns, tone)

    def _asked(self, columns: int, tone: Tone = ACCENT) -> list[Line]:
        task = f"{self.signs.pointer} {self.course.task(self._view)}"
        return paragraphs(task, columns, tone, "  ")

    def hint_line(self) -> Line:
        if self.editor.is_open:
            return super().hint_line()
        named = ((self.kb.keys.name(name), text, name) for name, text in self._hints())
        return hint_bar(named, self.app.size.width)

    def _hints(self) -> list[tuple[str, str]]:
        course = self.course
        repeat = ("undo-turn", _("repeat the step"))
        if course.is_reading:
            found = [("choose", _("leave") if course.is_last else _("continue"))]
            found += [("goal", _("goals"))] if "goal" in course.may else []
            return [*found, repeat, ("back", _("leave"))]
        words = {"undo": _("undo"), "redo": _("redo"), "end": _("end turn"), "goal": _("goals")}
        found = [(name, words[name]) for name in _NAMED if name in course.may]
        if self.play.wanted:
            found = [("next", _("next")), ("choose", _("choose")), *found]
        return [*found, repeat, ("back", _("back")), ("help", _("help"))]

    # The note over the board

    def repaint(self) -> None:
        super().repaint()
        if self._laid is not None:
            self._put_note(self._laid)

    def _put_note(self, laid: Layout) -> None:
        box = self._note_box(laid)
        self._note.put(box)
        if not box.is_empty:
            self._note.show(self._note_lines(laid))

    def _note_box(self, laid: Layout) -> Box:
        """Over the board, where it does not hide the cursor; nowhere if the side has room."""
        if laid.side.width > NORMAL or self.is_covered or not fits(*self.app.size):
            return NOWHERE
        lines = self._note_lines(laid)
        upper = laid.board._replace(height=len(lines))
        lower = upper._replace(y=laid.board.y + laid.board.height - len(lines))
        _x, y = self.board.spot(self.play.cursor.hex)
        row = laid.board.y + y
        if (lower if self._is_low else upper).holds(laid.board.x, row):
            self._is_low = not self._is_low
        return lower if self._is_low else upper

    def _note_lines(self, laid: Layout) -> list[Line]:
        """The text; the task too where its own line is too short for it."""
        columns = min(laid.board.width - 2, _WIDEST)
        rows = self._told(columns, TEXT.on(_GROUND))
        if not laid.has_two_prompts or laid.prompt.width < _WIDEST or self._has_asked:
            rows += self._asked(columns, ACCENT.on(_GROUND))
        if self.kb.look.theme.palette is None:  # no ground sets it off from the board
            rows.append((Run(self.signs.stroke * columns),))
        return [(Run(" ", TEXT.on(_GROUND)), *row) for row in rows]

    def dress(self) -> None:
        self._note.wear(self.kb.look.theme)
        super().dress()

    # Commands

    def do(self, command: str) -> None:
        if command == "choose" and self.course.is_reading:
            self._read_on()
        elif command == "undo-turn":
            self.course.repeat()
            self._show_step()
        elif command == "back" and not self.is_covered and self._has_nothing_to_undo:
            self._leave()
        elif command.startswith("goal-") and "goal" not in self.course.may:
            return
        else:
            super().do(command)

    @property
    def _has_nothing_to_undo(self) -> bool:
        return self.course.is_reading or not self.play.has_step_back

    def _read_on(self) -> None:
        is_busy = not self.play.is_asked and not self.session.is_over
        if is_busy:
            super().do("choose")  # hurries the others
        elif self.course.is_last:
            menu = menu_of(self.kb)
            if menu is not None:
                menu.page.point_at(FIRST)
            self._leave()
        else:
            self.course.go_on()
            self._show_step()

    def _show_step(self) -> None:
        self._take_over()
        self._go_on()
        self.repaint()

    def _after(self, before: int) -> None:
        if self.course.heed():
            self.play.settle_in()
        super()._after(before)
