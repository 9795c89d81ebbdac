"""The screen of a replay: the clock, the regions and the files around a ``ReplayModel``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.geometry import Offset
from textual.timer import Timer

from engine.contract import Viewer
from engine.record import Record
from engine.table import Table
from kbtui.games.kit import Marks
from kbtui.pages.score import ScorePage
from kbtui.paint.runs import Line
from kbtui.play.session import Session
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.helping import help_lines
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Job, source_of
from kbtui.story.replay import Replay
from kbtui.story.replay_model import ReplayModel
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import REPLAY
from kbtui.text.layout import Layout, layout

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp

_TICK: Final = 0.1  # seconds from picture to picture while it plays
_LONGEST: Final = 1.0  # seconds that a tick makes up for, after the program was stopped
_LOOK: Final = 1.0  # seconds between two looks whether a running game has gone on
_BLANKS: Final = 3  # what the board puts behind the prompt when it has one line


class ReplayScreen(BoardScreen):
    """Any record, and also a game that is still played."""

    keys_of = REPLAY

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        *,
        origin: Record | None = None,
        entry: int | None = 0,
        path: Path | None = None,
        views: Sequence[Viewer] | None = None,
    ) -> None:
        """``origin``: the record that it was read from; ``entry``: where to begin, None: at the
        end; ``path``: where the record lies; ``views``: the points of view that are allowed, for
        a game that is still being played."""
        super().__init__(table.game.key)
        source = source_of(table, names, origin, EVERYTHING if views is None else views[0])
        replay = Replay(table, source.names, views=views)
        replay.to(replay.length if entry is None else entry)
        self.looking = ReplayModel(source, replay, path.stem if path is not None else "")
        self._clock: Timer | None = None
        self._then = 0.0
        self._commands: dict[str, Callable[[], None]] = {
            "back": self._back,
            "leave": lambda: self.app.exit(0),
            "rules": self._rules,
            "scores": self._scores,
            "coach": self._coach,
            "help": self._help,
            "panel": self._panel,
            "log": lambda: self.lay_sheet("log", self.log_lines),
        }

    # What is shown

    def repaint(self) -> None:
        self.looking.replay.update()
        self._view = self.looking.view(self.kb.look.signs, self.kb.keys, self._zoom_now)
        self._view.look = self.kb.look
        super().repaint()

    def seen(self) -> object:
        return self.looking.seen, self.kb.look

    def picture(self) -> tuple[Any, Marks]:
        view, look = self._view, self.looking
        return view.state, self.on_screen.turned(view, look.marks(view), look.turned)

    def title_bar(self) -> tuple[Line, Line]:
        return self.looking.title(self._has_side)

    @property
    def _has_side(self) -> bool:
        return self.laid is not None and not self.laid.side.is_empty

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        look = self.looking
        return self.on_screen.turns(self._view, look.replay, columns, rows, look.goal, has_log)

    def hand_lines(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        return self.on_screen.strip(None, self._view, columns, rows, has_log)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        return self.on_screen.log(self._view, columns, rows)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        columns, is_double = self._below
        return self.looking.prompts(self._view, columns, is_double)

    @property
    def _below(self) -> tuple[int, bool]:
        """The columns of the lines below the board, and whether there are two of them."""
        laid = self.laid
        assert laid is not None, "asked only when laid out"
        return laid.prompt.width - (1 if laid.has_two_prompts else _BLANKS), laid.has_two_prompts

    def hint_line(self) -> Line:
        return hint_bar(self.looking.hints(self.kb.keys, self._has_side), self.app.size.width)

    # Regions

    def _lay_out(self) -> Layout:
        """The time line takes two lines wherever the board leaves room for them."""
        laid = super()._lay_out()
        self.laid = with_time_line(laid, self.app.size, self._board_size)
        return self.laid

    def _place_cursor(self, marks: Marks) -> None:
        exporter, laid = self.looking.exporter, self.laid
        if exporter.is_open and laid is not None and self.kb.settings.cursor:
            column = exporter.column(self._below[0])
            self.app.cursor_position = Offset(column, laid.prompt.y)
        else:
            super()._place_cursor(marks)

    # Life

    def on_mount(self) -> None:
        self._clock = self.set_interval(_TICK, self._tick, pause=True)
        if not self.looking.is_over:
            self.set_interval(_LOOK, self.repaint)  # a game behind this screen may go on

    def _tick(self) -> None:
        now = time.monotonic()
        elapsed, self._then = now - self._then, now
        self.play_on(min(elapsed, _LONGEST))

    def play_on(self, elapsed: float) -> None:
        """Whatever happens in that time, only the last of it is drawn."""
        if self.looking.play_on(elapsed):
            self._set_clock()
            self.repaint()

    def _set_clock(self) -> None:
        """It runs only while there is something to play."""
        if self._clock is None:
            return
        if self.looking.pace.is_on:
            self._clock.resume()
        else:
            self._clock.pause()

    # Keys and mouse

    def type_key(self, event: events.Key) -> bool:
        is_taken, job = self.looking.press(event.key, event.character, self.kb.keys)
        if job is not None:
            self.run_worker(self._write(job), group="export")
        if is_taken:
            self.repaint()
        return is_taken

    def do(self, command: str) -> None:
        if self.is_covered and command in _SCROLLS:
            self.do_common(_SCROLLS[command])
        elif command in _ZOOMS:
            self.do_common(_ZOOMS[command])
        elif command in self._commands:
            self.looking.hush()
            self.repaint()
            self._commands[command]()
        else:
            self._hand_on(command)

    def _hand_on(self, command: str) -> None:
        was_on = self.looking.pace.is_on
        if not self.looking.do(command):
            return
        if self.looking.pace.is_on and not was_on:
            self._then = time.monotonic()
        self._set_clock()
        self.repaint()

    def _back(self) -> None:
        if self.lift_sheet():
            return
        if self.looking.step_back():
            self.repaint()
        else:
            self.dismiss(None)

    def _rules(self) -> None:
        """At the goal that is shown, if there is one."""
        goal = self.looking.goal
        topic = None if goal is None else self._view.parts[goal]
        self.looking.note = self.open_rules(topic, self._view.state)
        self.repaint()

    def _coach(self) -> None:
        from kbtui.screens.coach import open_coach  # late: it opens replays

        self.looking.note = open_coach(self.kb, self.looking.source) or ""
        self.repaint()

    def _scores(self) -> None:
        """The final score, if there is one. It is not counted again: the gold of each turn is seen
        in the replay itself."""
        if not self.looking.is_over:
            self.looking.note = _("The game is not over yet.")
            self.repaint()
            return
        from kbtui.screens.countscreen import ScoreScreen  # late: it opens replays

        self.app.push_screen(ScoreScreen(ScorePage(self.looking.source, has_rematch=False)))

    # Sheets

    def _help(self) -> None:
        def keys(columns: int, rows: int) -> Sequence[Line]:
            return help_lines(self.kb, self.on_screen, self._view, columns, REPLAY)

        self.lay_sheet("help", keys)

    def _panel(self) -> None:
        self.lay_sheet("panel", lambda columns, rows: self.side(columns, rows, False))

    # Files

    async def _write(self, job: Job) -> None:
        """Beside the screen: a film takes a second or two."""
        problem = await asyncio.to_thread(job.run)
        self.looking.exporter.finish(problem)
        self.repaint()


# Plus and minus change the speed here; the wheel of the mouse still zooms.
_ZOOMS: Final = {
    "enlarge": "zoom-in",
    "shrink": "zoom-out",
    **{name: name for name in ("zoom-in", "zoom-out", "zoom-auto")},
}
_SCROLLS: Final = {
    "north": "north",
    "south": "south",
    "turns-back": "page-up",
    "turns-on": "page-down",
    "to-start": "row-start",
}


def with_time_line(laid: Layout, window: tuple[int, int], board: tuple[int, int]) -> Layout:
    """The regions with two lines above the hints, if that takes nothing from the board."""
    columns, rows = window
    has_room = laid.hand.is_empty and laid.board.height + laid.log.height > board[1]
    if laid.has_two_prompts or not has_room:
        return laid
    less = layout(columns, rows - 1, board)
    hints = less.hints._replace(y=less.hints.y + 1)
    return less._replace(prompt=less.prompt._replace(height=2), hints=hints)


def open_replay(app: KbApp, session: Session, seat: Viewer) -> None:
    """Look back through a game from that chair; when it is over everything may be seen."""
    views = None if session.is_over else (seat,)
    screen = ReplayScreen(
        session.table, session.names, origin=session.origin, entry=None, views=views
    )
    app.push_screen(screen)
