"""The end of a game: the score counted step by step on the board, then the final score."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kbtui.games.kit import Marks, find
from kbtui.pages.rules import NO_RULES, RulesPage
from kbtui.pages.score import After, ScorePage, Wished
from kbtui.paint.runs import ACCENT, MUTED, STRONG, Line, Run
from kbtui.screens.base import KbScreen
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.helping import help_lines
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import ReplayScreen
from kbtui.screens.stack import rematch
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.counting import Counting
from kbtui.story.exports import Job, Source
from kbtui.story.view import View
from kbtui.text.framing import Hint
from kbtui.text.hints import hint_bar
from kbtui.text.i18n import _
from kbtui.text.keys import COUNT, short_words

if TYPE_CHECKING:
    from kbtui.screens.app import KbApp
    from kbtui.screens.gamescreen import GameScreen


class CountScreen(BoardScreen):
    """At the player's own pace; the places that earn it are lit. Left with one of ``After``,
    or with None."""

    keys_of = COUNT

    def __init__(
        self, source: Source, *, has_rematch: bool = False, wished: Wished = lambda: ""
    ) -> None:
        """``has_rematch``: the game was played here; else it is only looked at. ``wished``: what
        the others want to do next."""
        super().__init__(source.table.game.key)
        self.source = source
        self.counting = Counting(source.table.game, source.table.state)
        self.counting.move(1)  # the prompt of the game has asked already
        self._words = self.on_screen.count
        self._note = ""  # an answer to the player
        self._has_rematch = has_rematch
        self._wished = wished
        self._chronicle = Chronicle(source.table, EVERYTHING)
        self._seams = self.kit.story.seams(source.table.state)
        self._commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "panel": self._panel,
            "seams": self._toggle_seams,
            "board-on": self._see_next_part,
            "rules": self._rules,
            "leave": lambda: self.app.exit(0),
            "export": self._score,
            "rematch": self._score,
            "look-back": self._score,
            "coach": self._coach,
        }

    # What is shown

    def repaint(self) -> None:
        self._view = View(
            self.source.table.state,
            self.source.names,
            self.source.bots,
            self.source.you,
            self._chronicle,
            self._chronicle.entries,
            self.kb.look.signs,
            self.kb.keys,
            self._zoom_now,
        )
        self._view.look = self.kb.look
        super().repaint()

    def seen(self) -> object:
        return self.counting.at, self.kb.look

    def picture(self) -> tuple[Any, Marks]:
        step = self.counting.step
        lit = 0 if step is None else step.places
        return self._view.state, Marks(lit=lit, seams=self._seams)

    @property
    def _has_side(self) -> bool:
        return self.laid is not None and not self.laid.side.is_empty

    def title_bar(self) -> tuple[Line, Line]:
        soft = MUTED.on("raised")
        counting = self.counting
        left = Run(f" {self._words.title()} ", ACCENT.on("raised"))
        if not self._has_side:
            return (left,), self._words.totals(self._view, counting)
        where = _("{number} of {all}").format(number=counting.at, all=len(counting.steps))
        return (left,), (Run(f"{where} ", soft),)

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        return self._words.side(self._view, self.counting, columns, rows)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        return []

    def prompts(self, short: bool) -> tuple[Line, Line]:
        counting = self.counting
        told = (
            Run(f" {self.kb.look.signs.pointer} ", ACCENT),
            *self._words.told(self._view, counting),
        )
        if self._note:
            return told, (Run(f"  {self._note}", STRONG),)
        if counting.is_over:
            return told, self._words.result(self._view)
        step = counting.step
        if step is None or short or self._has_wide_side:
            return told, ()
        return told, (Run(f"  {self._words.about(self._view, step.part)}", MUTED),)

    @property
    def _has_wide_side(self) -> bool:
        """There the part is explained beside the board."""
        return self.laid is not None and not self.laid.has_two_prompts

    def hint_line(self) -> Line:
        return hint_bar(self._hints(), self.app.size.width)

    def _hints(self) -> list[Hint]:
        keys, counting = self.kb.keys, self.counting
        on = _("final score") if counting.is_over else _("next")
        found: list[Hint] = [(keys.name("count-on"), on, "count-on")]
        if counting.at:
            found.append((keys.name("count-back"), short_words("count-back"), "count-back"))
        if not counting.is_over:
            found.append((keys.name("count-all"), short_words("count-all"), "count-all"))
        if not self._has_side:
            found.append((keys.name("panel"), _("table"), "panel"))
        if any(self.board.beyond):
            found.append((keys.name("board-on"), short_words("board-on"), "board-on"))
        found.append((keys.name("help"), short_words("help"), "help"))
        return [*found, (keys.name("back"), short_words("board"), "back")]

    # What is done

    def do(self, command: str) -> None:
        self._note = ""
        if command in _MOVES and not self.is_covered:
            self._count(_MOVES[command])
        elif command in ("back", "board"):
            if not self.lift_sheet():
                self.dismiss(None)
        elif command in self._commands:
            self._commands[command]()
            self.repaint()
        else:
            self.do_common(command)

    def _count(self, steps: int) -> None:
        if not self.counting.move(steps) and steps > 0:
            self._score()
        self.repaint()

    def _score(self) -> None:
        page = ScorePage(self.source, has_rematch=self._has_rematch, wished=self._wished)
        self.app.push_screen(ScoreScreen(page), self._after_score)

    def _after_score(self, outcome: object) -> None:
        """Back to the board, or on to where the player wants to go."""
        if isinstance(outcome, After) and outcome is not After.BOARD:
            self.dismiss(outcome)

    def _coach(self) -> None:
        self._note = _open_coach(self.kb, self.source)

    def _help(self) -> None:
        def keys(columns: int, rows: int) -> Sequence[Line]:
            return help_lines(self.kb, self.on_screen, self._view, columns, COUNT)

        self.lay_sheet("help", keys)

    def _panel(self) -> None:
        self.lay_sheet("panel", lambda columns, rows: self.side(columns, rows, False))

    def _rules(self) -> None:
        """At what is being counted."""
        step = self.counting.step
        topic = None if step is None else step.part
        self._note = self.open_rules(topic, self._view.state)

    def _see_next_part(self) -> None:
        self.board.see_next_part()

    def _toggle_seams(self) -> None:
        self._seams = not self._seams


_ALL: Final = 1000  # more steps than any count has
_MOVES: Final = {
    "count-on": 1,
    "south": 1,
    "count-back": -1,
    "north": -1,
    "count-all": _ALL,
    "count-none": -_ALL,
}


class ScoreScreen(PageScreen):
    """The final score. A replay lies on top of it, so that Esc leads back here."""

    keys_of = COUNT
    page: ScorePage

    def do(self, command: str) -> None:
        if command == "leave":
            self.app.exit(0)
        elif command == "help":
            self._help()
        else:
            super().do(command)

    def _help(self) -> None:
        kit = find(self.page.source.table.game.key)
        if kit.has("rulebook"):
            self.app.push_screen(PageScreen(RulesPage(kit=kit)))
        else:
            self.page.exporter.note = _(NO_RULES)
            self.repaint()

    def _after(self) -> None:
        job, self.page.job = self.page.job, None
        if job is not None:
            self.run_worker(self._write(job), group="export")
        super()._after()

    async def _write(self, job: Job) -> None:
        """Beside the screen: a film takes a second or two."""
        problem = await asyncio.to_thread(job.run)
        self.page.exporter.finish(problem)
        self.repaint()

    def leave_with(self, outcome: object) -> None:
        if outcome is After.COACH:
            _open_coach(self.kb, self.page.source)
            self.repaint()
        elif outcome is After.CHALLENGE:
            # Late: a game at home needs nothing of the network, which pages of deals ask.
            from kbtui.screens.yours.challengescreen import open_challenge

            self.page.exporter.note = open_challenge(self.kb, self.page.source)
            self.repaint()
        elif outcome is After.REPLAY and self.page.has_rematch:
            source = self.page.source
            self.app.push_screen(ReplayScreen(source.table, source.names, origin=source.origin))
            self.repaint()
        else:
            self.dismiss(outcome)


def open_count(screen: GameScreen, wished: Wished = lambda: "") -> None:
    """Count the gold of a game that is over, on top of its screen."""
    session = screen.session
    # A game that started from a position, as the lessons do, cannot be played again.
    can_repeat = not session.origin.is_position and find(session.game.key).has("forms")
    again = partial(_open_rematch, screen) if can_repeat else None
    count_gold(screen.kb, Source.of(session), again, screen.leave, wished)


def _open_rematch(screen: GameScreen) -> None:
    screen.kb.opening.instead(screen.kb, screen, rematch(screen.session))


def count_gold(
    app: KbApp,
    source: Source,
    again: Callable[[], None] | None,
    leave: Callable[[], None],
    wished: Wished = lambda: "",
) -> None:
    """``again`` leads to another game of the same people, if there can be one; ``leave`` leads to
    the page from which the game was opened."""

    def after(outcome: object) -> None:
        if outcome is After.REMATCH and again is not None:
            again()
        elif outcome is After.LEAVE:
            leave()

    app.push_screen(end_screen(source, has_rematch=again is not None, wished=wished), after)


def end_screen(
    source: Source, *, has_rematch: bool = False, wished: Wished = lambda: ""
) -> KbScreen:
    """The count, or the game's own ending if it has one."""
    if find(source.table.game.key).ending is None:
        return CountScreen(source, has_rematch=has_rematch, wished=wished)
    return ScoreScreen(ScorePage(source, has_rematch=has_rematch, wished=wished))


def _open_coach(app: KbApp, source: Source) -> str:
    from kbtui.screens.coach import open_coach  # few want to hear it, and its bot takes a while

    return open_coach(app, source) or ""
