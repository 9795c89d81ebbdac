"""A screen with the board on it: the base of game, replay and final count.

Regions are fixed for a window size; only lines and cells change. A sheet, always mounted and
usually hidden, covers the board or the side column for help, log and panels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from engine.errors import EngineError
from kbtui.games.kit import Marks, find
from kbtui.games.screen import Art, Zoom
from kbtui.pages.rules import NO_RULES, RulesPage
from kbtui.paint import prompts
from kbtui.paint.runs import ACCENT, EMPTY, Line, Run, indented, length
from kbtui.screens.base import KbScreen
from kbtui.screens.pagescreen import PageScreen, too_small
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines, Rolling
from kbtui.screens.widgets.placed import NOWHERE
from kbtui.text.i18n import N_, _
from kbtui.text.layout import Box, Layout, fits

Written = Callable[[int, int], Sequence[Line]]  # columns and rows in, lines out


class BoardScreen(KbScreen):
    """Subclasses say what is shown; this class says where, and paints no more than changed."""

    def __init__(self, game: str) -> None:
        """``game``: its key. Raises an error for the player if it has no screen."""
        super().__init__()
        self.kit = find(game)
        if self.kit.screen is None:
            raise EngineError(N_("This game has no full screen yet. Play it with kb --line."))
        self.on_screen = self.kit.screen
        self._zoom: Zoom | None = None  # the player's own choice for this window
        self._zoom_now: Zoom | None = None  # None: nothing has been laid out yet
        self.laid: Layout | None = None
        self._written: Written | None = None
        self._sheet_name = ""
        self._top = 0  # the first line of the sheet
        self._panelled: object = None  # what side column and hand show
        self._logged: object = None  # what the log shows

    # What a subclass says

    def picture(self) -> tuple[Any, Marks]:
        raise NotImplementedError

    def title_bar(self) -> tuple[Line, Line]:
        raise NotImplementedError

    def meanwhile(self) -> str:
        """What else to say in a window that is too small."""
        return ""

    def seen(self) -> object:
        """A value that changes whenever side column, hand or log may change."""
        raise NotImplementedError

    def told(self) -> object:
        """The same for the log, which some of that leaves alone."""
        return self.seen()

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        raise NotImplementedError

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        raise NotImplementedError

    def hand_lines(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        """What somebody holds, where the game has a place for it."""
        return ()

    def prompts(self, short: bool) -> tuple[Line, Line]:
        """What is expected, and what the cursor is on; ``short``: both have to share a line."""
        raise NotImplementedError

    @property
    def answer_line(self) -> Line:
        """An answer to the player, which may take the place of what is expected."""
        return EMPTY

    def hint_line(self) -> Line:
        raise NotImplementedError

    # The widgets

    def compose(self) -> ComposeResult:
        theme = self.kb.look.theme
        laid = self._lay_out()
        self._bar = Lines(theme, ground="raised", id="title")
        self._board = Board(self._art(), theme, id="board")
        self._column = Lines(theme, id="side")
        self._diary = Lines(theme, id="log")
        self._strip = Rolling(theme, id="hand")
        self._asks = Lines(theme, id="prompt")
        self._footer = Lines(theme, ground="raised", id="hints")
        self._sheet = Lines(theme, id="cover")
        self._place(laid)
        self.repaint()
        yield from (self._bar, self._board, self._column, self._diary, self._strip)
        yield from (self._asks, self._footer, self._sheet)

    def _art(self) -> Art:
        assert self._zoom_now is not None, "asked only when laid out"
        return self.on_screen.art(self.kb.look, self._zoom_now, self._board_size)

    @property
    def board(self) -> Board:
        return self._board

    def on_resize(self, event: events.Resize) -> None:
        self._relay()

    def _relay(self) -> None:
        before = self._zoom_now, self._board_size
        laid = self._lay_out()
        if (self._zoom_now, self._board_size) != before:
            self._board.wear(self._art(), self.kb.look.theme)
        self._place(laid)
        self.relaid()
        self.repaint()

    def relaid(self) -> None:
        """The window has another size: what was cut for the old one can be cut again."""

    def _lay_out(self) -> Layout:
        columns, rows = self.app.size
        look, on_screen = self.kb.look, self.on_screen
        wished = (zoom for zoom in on_screen.zooms(look) if zoom.label == look.settings.zoom)
        self._zoom_now = (
            self._zoom or next(wished, None) or on_screen.zoom_beside_panels(look, columns, rows)
        )
        self._board_size = on_screen.size(look, self._zoom_now, columns, rows)
        self.laid = on_screen.layout(columns, rows, self._board_size)
        return self.laid

    def _place(self, laid: Layout) -> None:
        columns, rows = self.app.size
        if not fits(columns, rows):
            for widget in (self._bar, self._board, self._column, self._diary, self._strip):
                widget.put(NOWHERE)
            self._asks.put(NOWHERE)
            self._footer.put(NOWHERE)
            self._sheet.put(self._sheet_box(laid))
            return
        self._bar.put(laid.title)
        self._board.rule(laid.has_ruler)
        self._board.put(laid.board)
        self._column.put(laid.side)
        self._diary.put(laid.log)
        self._strip.put(laid.hand)
        self._asks.put(laid.prompt)
        self._footer.put(laid.hints)
        self._sheet.put(self._sheet_box(laid))

    def _sheet_box(self, laid: Layout) -> Box:
        columns, rows = self.app.size
        if not fits(columns, rows):
            return Box(0, 0, columns, rows)  # for the sentence that says so
        if self._written is None:
            return NOWHERE
        return laid.sheet

    # Painting

    def repaint(self) -> None:
        """Bring everything up to date; what is the same as before costs nothing."""
        laid = self.laid
        if laid is None:
            return
        columns, rows = self.app.size
        if not fits(columns, rows):
            self._forget_panels()  # they are hidden, and have forgotten their lines
            self._sheet.show(too_small(columns, rows, self.meanwhile()))
            return
        state, marks = self.picture()
        self._board.show(state, marks)
        left, right = self.title_bar()
        right = (*self._beyond(), *right)
        note = self.note()
        # Who has come matters more than what the panels say anyway.
        right = note if note and length((*left, *note, *right)) >= columns else (*note, *right)
        self._bar.show([prompts.title(left, right, columns, self.kb.look.signs.more)])
        self._show_panels(laid)
        self._show_prompts(laid)
        self._footer.show([self.hint_line()])
        if self._written is not None:
            box = self._sheet_box(laid)
            found = indented(self._written(box.width - 2, box.height))
            self._top = max(min(self._top, len(found) - box.height), 0)
            self._sheet.show(found[self._top :])
        self._place_cursor(marks)

    def _beyond(self) -> Line:
        """Where the board continues out of sight."""
        arrows = "".join(compress(self.kb.look.signs.arrows, self._board.beyond))
        return (Run(f"{arrows} {_('more')}  ", ACCENT.on("raised")),) if arrows else EMPTY

    def _show_panels(self, laid: Layout) -> None:
        """Side column and log, unless they would say the same: a cursor step leaves them alone."""
        now = laid, self.seen()
        if now == self._panelled:
            return
        self._panelled = now
        self._show_log(laid)
        if not laid.side.is_empty:
            box = laid.side
            rows = self.side(box.width - 1, box.height, not laid.log.is_empty)
            self._column.show(indented(rows))
        if not laid.hand.is_empty:
            box = laid.hand
            self._strip.show(self.hand_lines(box.width, box.height, not laid.log.is_empty))

    def _show_log(self, laid: Layout) -> None:
        now = laid, self.told()
        if now == self._logged:
            return
        self._logged = now  # also while it is hidden, and forgets its lines
        if not laid.log.is_empty:
            blank = laid.log.x == laid.side.x  # as in the side column that it continues
            rows = self.log_lines(laid.log.width - blank, laid.log.height)
            self._diary.show(indented(rows, int(blank)))

    def _forget_panels(self) -> None:
        self._panelled = self._logged = None

    def _show_prompts(self, laid: Layout) -> None:
        _x, _y, columns, rows = laid.prompt
        signs = self.kb.look.signs
        self._asks.show(prompts.lines(self.prompts, self.answer_line, columns, rows, signs))

    def _place_cursor(self, marks: Marks) -> None:
        """The real cursor follows, for screen readers and magnifiers."""
        if marks.cursor is None or not self.kb.settings.cursor or not self.is_active:
            return
        x, y = self._board.spot(marks.cursor)
        self.app.cursor_position = Offset(x, y) + self._board.region.offset

    @property
    def _is_board_hidden(self) -> bool:
        """Whether the sheet lies over the board."""
        laid = self.laid
        return self.is_covered and laid is not None and not laid.has_wide_side

    @property
    def _shows_log(self) -> bool:
        return self.laid is not None and self.laid.shows_log

    # The sheet

    def lay_sheet(self, name: str, lines: Written) -> None:
        """Show something in the place of the side column or the board; again: take it away."""
        if self._sheet_name == name:
            self.lift_sheet()
            return
        self._written, self._sheet_name, self._top = lines, name, 0
        self._show_sheet()

    def lift_sheet(self) -> bool:
        """Whether there was something to take away."""
        if self._written is None:
            return False
        self._written, self._sheet_name = None, ""
        self._show_sheet()
        return True

    def _show_sheet(self) -> None:
        if self.laid is not None:
            self._sheet.put(self._sheet_box(self.laid))
        self.repaint()

    @property
    def is_covered(self) -> bool:
        return self._written is not None

    @property
    def _page(self) -> int:
        """Lines of a whole page; the last one stays in sight."""
        return 0 if self.laid is None else max(self._sheet_box(self.laid).height - 1, 1)

    def scroll_sheet(self, lines: int) -> None:
        self._top = max(self._top + lines, 0)
        self.repaint()

    # Commands that all of them have

    def do_common(self, command: str) -> bool:
        """Zoom, and scrolling what covers; whether it was one of them."""
        if command in ("zoom-in", "zoom-out"):
            self._step_zoom(1 if command == "zoom-in" else -1)
        elif command == "zoom-auto":
            self._zoom = None
            self._relay()
        elif self.is_covered and command in _SCROLLS:
            self.scroll_sheet(_SCROLLS[command] or self._page * _PAGES[command])
        else:
            return False
        return True

    def _step_zoom(self, step: int) -> None:
        assert self.laid is not None
        steps = self.on_screen.zooms(self.kb.look)
        now = steps.index(self._zoom_now) if self._zoom_now in steps else 0
        self._zoom = steps[min(max(now + step, 0), len(steps) - 1)]
        self._relay()

    def open_rules(self, topic: str | None, state: Any) -> str:
        """At that entry; why not, if there is nothing to read."""
        if self.kit.rulebook is None:
            return _(NO_RULES)
        self.app.push_screen(PageScreen(RulesPage(topic, state, self.kit)))
        return ""

    def on_board_rolled(self, message: Board.Rolled) -> None:
        message.stop()
        self.do("zoom-in" if message.steps > 0 else "zoom-out")

    def dress(self) -> None:
        self._forget_panels()
        panels = (self._bar, self._column, self._diary, self._strip, self._asks, self._footer)
        for widget in (*panels, self._sheet):
            widget.wear(self.kb.look.theme)
        laid = self._lay_out()
        self._board.wear(self._art(), self.kb.look.theme)
        self._place(laid)
        self.repaint()


_PAGES = {"page-up": -1, "page-down": 1}
_SCROLLS = {"north": -1, "south": 1, "row-start": -1000} | dict.fromkeys(_PAGES, 0)
