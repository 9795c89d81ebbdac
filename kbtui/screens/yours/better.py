"""The coach on the board: a reviewed turn and the better one, on two boards or one that flips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.timer import Timer

from kbtui.games.coaching import Coach, Verdict
from kbtui.games.kit import Marks
from kbtui.games.screen import Zoom
from kbtui.paint.runs import ACCENT, GOOD, MUTED, STRONG, Line, Run, beside, heading
from kbtui.screens.board import BoardScreen
from kbtui.screens.replay import ReplayScreen
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Lines
from kbtui.screens.widgets.placed import NOWHERE
from kbtui.story.better import BetterTurn
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Source
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import REPLAY, key_name
from kbtui.text.layout import Box, Layout, fits
from kbtui.text.words import explained

_LEAST_BELOW: Final = 9  # rows of text that two boards must leave
_PACE: Final = 0.9  # seconds from step to step while it plays
_KEYS: Final = {
    "left": "step-back",
    "right": "step-on",
    "up": "north",
    "down": "south",
    "home": "to-start",
    "end": "to-end",
    "tab": "flip",
    "shift+tab": "flip",
    "space": "play",
    "enter": "step-on",
    "r": "replay",
    "c": "back",
    "escape": "back",
    "backspace": "back",
}


class BetterScreen(BoardScreen):
    """Lies on top of the coach's list."""

    keys_of = REPLAY

    def __init__(self, coach: Coach, source: Source, verdicts: Sequence[Verdict], at: int) -> None:
        self._second: Board | None = None
        self._heads: Lines | None = None
        self._is_double = False
        super().__init__(source.table.game.key)
        self.source = source
        self.turn = BetterTurn(self.kit, coach, verdicts, source.names, at)
        self._clock: Timer | None = None

    # What is shown

    def seen(self) -> object:
        turn = self.turn
        return turn.at, turn.step, turn.is_coach, self.kb.look

    @property
    def _left_is_coach(self) -> bool:
        """Which side the first board shows."""
        return False if self._is_double else self.turn.is_coach

    def picture(self) -> tuple[Any, Marks]:
        side = self._left_is_coach
        return self.turn.state(side), self.turn.marks(side)

    def title_bar(self) -> tuple[Line, Line]:
        told, where = self.turn.title()
        name, tone = _("The coach"), STRONG
        if not self._is_double:
            name, tone = self._named(self.turn.is_coach), GOOD if self.turn.is_coach else STRONG
        left = Run(f" {name}  ", tone.on("raised").bold()), Run(told, ACCENT.on("raised"))
        return left, (Run(f" {where} ", MUTED.on("raised")),)

    def _named(self, is_coach: bool) -> str:
        return _("the coach's turn") if is_coach else _("the turn as played")

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        return self.turn.side(columns, rows, self.kb.look)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        if not self._is_double:  # beside one board there are all steps already
            return ()
        return self.turn.below(columns // 2, columns, rows, self.kb.look)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        pointer = Run(f" {self.kb.look.signs.pointer} ", ACCENT)
        turn = self.turn
        if self._is_double:
            text = _("Lit: where the other turn built instead.")
            return (pointer, Run(text, STRONG)), ()
        told = Run(turn.told(turn.is_coach), STRONG)
        other = explained(turn.label(not turn.is_coach), turn.told(not turn.is_coach))
        return (pointer, told), (Run(f"   {other}", MUTED),)

    def hint_line(self) -> Line:
        arrows = f"{key_name('left')} {key_name('right')}"
        hints: list[Hint] = [(arrows, _("step"), "step-on")]
        if not self._is_double:
            hints.append((key_name("tab"), self.turn.label(not self.turn.is_coach), "flip"))
        hints += [
            (f"{key_name('up')} {key_name('down')}", _("turn"), "south"),
            (key_name("space"), _("play"), "play"),
            ("r", _("replay"), "replay"),
            (key_name("escape"), _("back"), "back"),
        ]
        return hint_bar(hints, self.app.size.width)

    # Regions

    def compose(self) -> ComposeResult:
        yield from super().compose()
        self._second = Board(self._art(), self.kb.look.theme, id="second")
        self._heads = Lines(self.kb.look.theme, id="heads")
        yield from (self._second, self._heads)
        assert self.laid is not None, "laid out before"
        self._place(self.laid)
        self.repaint()

    def _double_zoom(self) -> Zoom | None:
        """The largest zoom at which two boards leave room for the steps."""
        columns, rows = self.app.size
        look, found = self.kb.look, None
        for zoom in self.on_screen.zooms(look):
            wide, high = self.on_screen.size(look, zoom, columns, rows)
            if 2 * wide + 3 <= columns and high + 2 + _LEAST_BELOW + 3 <= rows:
                found = zoom
        return found

    def _lay_out(self) -> Layout:
        zoom = self._double_zoom()
        self._is_double = zoom is not None
        if zoom is None:
            return super()._lay_out()
        columns, rows = self.app.size
        self._zoom_now = zoom
        self._board_size = self.on_screen.size(self.kb.look, zoom, columns, rows)
        wide, high = self._board_size
        below = 2 + high
        none = Box(0, 0, 0, 0)
        self.laid = Layout(
            Box(0, 0, columns, 1),
            Box(1, 2, wide, high),
            none,
            Box(0, below, columns, rows - below - 2),
            Box(0, rows - 2, columns, 1),
            Box(0, rows - 1, columns, 1),
        )
        return self.laid

    def _place(self, laid: Layout) -> None:
        super()._place(laid)
        if self._second is None or self._heads is None:
            return
        columns, rows = self.app.size
        if not self._is_double or not fits(columns, rows):
            self._second.put(NOWHERE)
            self._heads.put(NOWHERE)
            return
        half = columns // 2
        self._second.put(laid.board._replace(x=half + 1))
        self._heads.put(Box(0, 1, columns, 1))

    def _relay(self) -> None:
        before = self._zoom_now
        super()._relay()
        if self._second is not None and self._zoom_now != before:
            self._second.wear(self._art(), self.kb.look.theme)
            self.repaint()

    def repaint(self) -> None:
        super().repaint()
        if not self._is_double or self._second is None or self._heads is None:
            return
        if not fits(*self.app.size):
            return
        self._second.show(self.turn.state(True), self.turn.marks(True))
        stroke, half = self.kb.look.signs.stroke, self.app.size.width // 2
        first, second = (
            heading(self.turn.side_name(side), half - 3, stroke=stroke) for side in (False, True)
        )
        self._heads.show(beside(((), 1), ([first], half), ([second], half - 1)))

    def dress(self) -> None:
        super().dress()
        if self._second is not None and self._heads is not None:
            self._heads.wear(self.kb.look.theme)
            self._second.wear(self._art(), self.kb.look.theme)
            self.repaint()

    # Life, keys and mouse

    def on_mount(self) -> None:
        super().on_mount()
        self._clock = self.set_interval(_PACE, self._tick, pause=True)

    def _tick(self) -> None:
        if not self.turn.do("step-on"):
            self._stop()
        self.repaint()

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.pause()

    def type_key(self, event: events.Key) -> bool:
        command = _KEYS.get(event.key)
        if command is None:
            return False
        self.do(command)
        return True

    def do(self, command: str) -> None:
        self._stop()
        if command == "back":
            self.dismiss(None)
        elif command == "leave":
            self.app.exit(0)
        elif command == "replay":
            self._replay()
        elif command == "play" and self._clock is not None:
            if self.turn.step == self.turn.length:
                self.turn.do("to-start")
            self.repaint()
            self._clock.resume()
        elif command.startswith("turn-") and command.removeprefix("turn-").isdecimal():
            self.turn.at = int(command.removeprefix("turn-"))
            self.turn.step = 1
            self.repaint()
        elif command in ("zoom-in", "zoom-out", "zoom-auto"):
            if not self._is_double:
                self.do_common(command)
        elif self.turn.do(command):
            self.repaint()

    def _replay(self) -> None:
        source = self.source
        views = None if source.viewer == EVERYTHING else (source.viewer,)
        entry = self.turn.verdict.entry
        screen = ReplayScreen(
            source.table, source.names, origin=source.origin, entry=entry, views=views
        )
        self.app.push_screen(screen)
