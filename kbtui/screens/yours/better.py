"""The coach on the board: a reviewed turn and the better one, on two boards or one that flips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.timer import Timer

from kbtui.daily.playon import session_from
from kbtui.games.coaching import Coach, Verdict
from kbtui.paint.runs import ACCENT, GOOD, MUTED, STRONG, Line, Run
from kbtui.play import saves
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import PROBLEMS, problem_of
from kbtui.screens.yours.twins import TwinScreen
from kbtui.story.better import BetterTurn
from kbtui.story.chronicle import EVERYTHING
from kbtui.story.exports import Source
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import key_name
from kbtui.text.words import explained

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
    "n": "play-on",
    "c": "back",
    "escape": "back",
    "backspace": "back",
}


class BetterScreen(TwinScreen):
    """Lies on top of the coach's list. The second side is the coach's."""

    letters = _KEYS

    def __init__(self, coach: Coach, source: Source, verdicts: Sequence[Verdict], at: int) -> None:
        super().__init__(source.table.game.key)
        self.source = source
        self.pair = self.turn = BetterTurn(self.kit, coach, verdicts, source.names, at)
        self._clock: Timer | None = None
        self._note = ""  # why it cannot be played on, until a key is pressed

    # What is shown

    def seen(self) -> object:
        turn = self.turn
        return turn.at, turn.step, turn.is_second, self.kb.look

    def title_bar(self) -> tuple[Line, Line]:
        told, where = self.turn.title()
        name, tone = _("The coach"), STRONG
        if not self._is_double:
            name, tone = self._named(self.turn.is_second), GOOD if self.turn.is_second else STRONG
        left = Run(f" {name}  ", tone.on("raised").bold()), Run(told, ACCENT.on("raised"))
        return left, (Run(f" {where} ", MUTED.on("raised")),)

    def _named(self, is_coach: bool) -> str:
        return _("the coach's turn") if is_coach else _("the turn as played")

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        if not self._is_double:  # beside one board there are all steps already
            return ()
        return self.turn.below(columns // 2, columns, rows, self.kb.look)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        pointer = Run(f" {self.kb.look.signs.pointer} ", ACCENT)
        turn = self.turn
        if self._note:
            return (pointer, Run(self._note, STRONG)), ()
        if self._is_double:
            text = _("Lit: where the other turn built instead.")
            return (pointer, Run(text, STRONG)), ()
        told = Run(turn.told(turn.is_second), STRONG)
        other = explained(turn.label(not turn.is_second), turn.told(not turn.is_second))
        return (pointer, told), (Run(f"   {other}", MUTED),)

    def hint_line(self) -> Line:
        arrows = f"{key_name('left')} {key_name('right')}"
        hints: list[Hint] = [(arrows, _("step"), "step-on")]
        if not self._is_double:
            hints.append((key_name("tab"), self.turn.label(not self.turn.is_second), "flip"))
        hints += [
            (f"{key_name('up')} {key_name('down')}", _("turn"), "south"),
            (key_name("space"), _("play"), "play"),
            ("n", _("play on"), "play-on"),
            ("r", _("replay"), "replay"),
            (key_name("escape"), _("back"), "back"),
        ]
        return hint_bar(hints, self.app.size.width)

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

    def do(self, command: str) -> None:
        self._stop()
        self._note = ""
        if command == "replay":
            self._replay()
        elif command == "play-on":
            self._play_on()
        elif command == "play" and self._clock is not None:
            if self.turn.step == self.turn.length:
                self.turn.do("to-start")
            self.repaint()
            self._clock.resume()
        elif command.startswith("turn-") and command.removeprefix("turn-").isdecimal():
            self.turn.at = int(command.removeprefix("turn-"))
            self.turn.step = 1
            self.repaint()
        else:
            super().do(command)

    def _play_on(self) -> None:
        """A practice game from what is shown, on the coach's side where there are two boards."""
        seen, seat = self.turn.state(self._is_double or self.turn.is_second), self.turn.verdict.seat
        try:
            session = session_from(self.source, seen, seat, self.kb.settings.name)
            saves.start(session, self.kb.games_folder)
            screen = self.kb.opening.game_screen(session)
        except PROBLEMS as error:
            self._note = problem_of(error)
            self.repaint()
        else:
            self.app.push_screen(screen)

    def _replay(self) -> None:
        source = self.source
        views = None if source.viewer == EVERYTHING else (source.viewer,)
        entry = self.turn.verdict.entry
        screen = ReplayScreen(
            source.table, source.names, origin=source.origin, entry=entry, views=views
        )
        self.app.push_screen(screen)
