"""The game screen: a person at the board, with bots and other people."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from textual import events

from engine.contract import DEALER
from engine.errors import EngineError
from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.state import State
from engine.table import Entry
from kbtui.games.kingdom.panels import endturn, log, side
from kbtui.games.kingdom.panels.log import Said
from kbtui.games.kingdom.panels.side import Question, Shown
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.steering import STEPS
from kbtui.games.kingdom.play.typed import Typed, examples
from kbtui.games.kingdom.words.rulebook import topic_of
from kbtui.games.kit import Marks
from kbtui.pages.options import OptionsPage
from kbtui.pages.rules import RulesPage
from kbtui.paint.runs import Line, Run
from kbtui.play.saves import Save
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.screens.board import BoardScreen
from kbtui.screens.count import open_count
from kbtui.screens.helping import help_lines, own_key_lines
from kbtui.screens.hinting import Hints
from kbtui.screens.page import PageScreen
from kbtui.screens.replay import open_replay
from kbtui.screens.thinking import Thinking
from kbtui.screens.widgets.board import Board
from kbtui.story.chronicle import Chronicle
from kbtui.story.view import View
from kbtui.text.fields import CommandLine
from kbtui.text.i18n import _
from kbtui.text.keys import GAME
from kbtui.text.levels import LEVELS, level_name

# Seconds to look at a move of somebody else, by the pace of the settings.
PACES: Final = {"off": 0.0, "fast": 0.25, "normal": 0.7, "slow": 1.6}


class GameScreen(BoardScreen):
    """Keys and clicks go to ``Play``; the others move in the background, at a pace to follow."""

    keys_of = GAME

    def __init__(self, session: Session) -> None:
        super().__init__(session.game.key)
        self.session = session
        self.play = Play(session)
        self.chronicle = Chronicle(session.table)
        self.spoken: list[Said] = []  # answers to the player, in the log
        self.answer = ""  # the last of them, in sight until the next command
        self.editor = CommandLine()  # the line that is being typed
        self._hinting = Hints(self)
        self._hint = self._hinting.ask
        self._typed = Typed(self.play, self.say, self._hinting.ask)
        self._hurry = asyncio.Event()
        self._thinking = Thinking(self._hurry.is_set, self.repaint)
        self._is_deaf = False  # for a moment, to those who hurry the others
        self._noted = 0  # notes of the session that were told
        self._is_leaving = False  # asked once: another Esc leaves

    # What is shown

    @property
    def view(self) -> View:
        players = self.session.players
        bots = tuple(player not in (HUMAN, REMOTE) for player in players)
        view = View(
            self.play.state,
            self.session.names,
            bots,
            self.play.seat,
            self.chronicle,
            len(self.session.table.entries),
            self.kb.look.signs,
            self.kb.keys,
            self._zoom_now,
        )
        view.hides_card = len(self.session.people) > 1 and self.play.hands_over_to is not None
        view.notes = tuple(level_name(who) if who in LEVELS else "" for who in players)
        return view

    def repaint(self) -> None:
        if self.chronicle.table is not self.session.table:  # something was refused elsewhere
            self.chronicle = Chronicle(self.session.table)
        self.chronicle.update()
        self._view = self.view
        super().repaint()

    def picture(self) -> tuple[State, Marks]:
        return self.play.state, self.play.marks

    def title_bar(self) -> tuple[Line, Line]:
        return prompts.title(self.play, self._view)

    def moment(self) -> object:
        play = self.play
        looked = play.tile, play.goal, play.half, play.is_asking, play.seat
        return len(self.session.table.entries), looked, len(self.spoken)

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        question = partial(endturn.lines, self.play, self._view) if self.play.is_asking else None
        return side.side(self._view, columns, rows, self._looked_at(question, has_log))

    def _looked_at(self, question: Question | None = None, has_log: bool = False) -> Shown:
        play = self.play
        return Shown(play.tile, play.goal, play.half, question, self.spoken, has_log)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        return log.lines(self._view, columns, rows, self.spoken)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        play, view = self.play, self._view
        if self.editor.is_open:
            return self.editor.line(self.kb.look.signs.pointer), self._typed.guess(self.editor.text)
        asked = prompts.prompt(play, view, short=short, seconds=self._thinking.seconds)
        if self._is_leaving:
            asked = prompts.leaving(play, view)
        if self.answer:
            return asked, (Run(self.answer),)
        if play.is_asking:
            return asked, endturn.short(play, view)
        return asked, prompts.hex_line(play, view, short=short)

    @property
    def answer_line(self) -> Line:
        return (Run(self.answer),) if self.answer else ()

    def hint_line(self) -> Line:
        if self.editor.is_open:
            return self.editor.hints(examples(), self.app.size.width)
        return prompts.hints(self.play, self._view, self.app.size.width)

    # Life

    def on_mount(self) -> None:
        self.play.ask = self.kb.settings.confirm
        self._go_on()

    def _go_on(self) -> None:
        """Let the others act until the person has to."""
        self.run_worker(self._others(), exclusive=True, group="others")

    async def _others(self) -> None:
        self._hurry.clear()
        has_moved = False
        while True:
            known = len(self.session.table.entries)
            entry = await self._thought()
            if len(self.session.table.entries) != known:
                continue  # the person has taken something back meanwhile
            if entry is None:
                break
            self.session.follow(entry)
            has_moved = True
            self._tell_notes()
            self._moved()
            await self._pause(entry)
        if self._hurry.is_set() or self.play.hands_over_to is not None:
            self.be_deaf()
        self.play.settle_in()
        if has_moved and not self._shows_log:
            is_double = self._laid is not None and self._laid.has_two_prompts
            self.answer = prompts.news(self.play, self.view, self.app.size.width, is_double)
        self._tell_notes()
        self._moved()
        if self.play.is_asked:
            self.call_person()

    def call_person(self) -> None:
        """It is the person's turn, who may not have noticed."""
        if self.kb.settings.bell and self._is_missed:
            self.app.bell()

    def _tell_notes(self) -> None:
        """Say once what is wrong with a program that plays here."""
        for note in self.session.notes[self._noted :]:
            self.say(note)
            self._noted += 1

    def be_deaf(self) -> None:
        """Who presses Enter to hurry a bot, or to end the turn, presses it once too often: that
        must neither build nor take the keyboard."""
        if PACES[self.kb.settings.pace]:
            self._is_deaf = True
            self.set_timer(_DEAF, self._listen)

    def _listen(self) -> None:
        self._is_deaf = False

    @property
    def _is_missed(self) -> bool:
        """Whether the person may not have noticed: looking elsewhere, or asked out of turn."""
        return not self.app.app_focus or bool(self.play.state.reactions)

    async def _thought(self) -> Entry | None:
        return await self._thinking.next_entry(self.session)

    async def _pause(self, entry: Entry) -> None:
        seconds = PACES[self.kb.settings.pace]
        if entry.actor != DEALER and seconds and not self._hurry.is_set():
            await self._wait(seconds)

    async def _wait(self, seconds: float) -> None:
        """Unless the person hurries."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), seconds)

    def _moved(self) -> None:
        self.play.refresh()
        self.repaint()

    def on_unmount(self) -> None:
        self._put_away()
        self.session.close()

    def _put_away(self) -> None:
        if isinstance(self.session.journal, Save):
            self.session.journal.leave()

    # Keys and mouse

    def type_key(self, event: events.Key) -> bool:
        if not self.editor.is_open:
            return False
        text = self.editor.press(event.key, event.character)
        if text is not None:
            self._hear(text)
        self.repaint()
        return True

    def say(self, text: str) -> None:
        """An answer, in the log and below the board."""
        self.spoken.append(Said(len(self.session.table.entries), text))
        self.answer = text

    def _hear(self, text: str) -> None:
        """A typed line: a move, or a question."""
        before, said = len(self.session.table.entries), len(self.spoken)
        self.play.error, self.answer = None, ""
        if text.lower() in _HELP:
            self._help()
            return
        try:
            self._typed.hear(text)
        except EngineError as error:
            self.play.error = error
        self._after(before)
        if len(self.spoken) > said + 1 and not self._shows_log:
            self._log_sheet()  # more than a line can say

    def do(self, command: str) -> None:
        before = len(self.session.table.entries)
        if command == "choose" and self._is_deaf:
            return
        was_leaving, self._is_leaving = self._is_leaving, False
        self.answer, self.play.error = "", None
        if command in _SCREEN_COMMANDS:
            getattr(self, _SCREEN_COMMANDS[command])()
        elif (command == "back" and self.lift_sheet()) or self.do_common(command):
            return
        elif self._is_board_hidden and command in ("choose", *STEPS):
            self.lift_sheet()
            return
        elif command == "back" and not self.play.has_step_back and not self._is_asked_to_react:
            if was_leaving or self.session.is_over:
                self._leave()
                return
            self._is_leaving = True
        elif command == "choose" and not self.play.is_asked and self.play.hands_over_to is None:
            self._choose_idle()
        elif command.startswith("goal-"):
            index = int(command.removeprefix("goal-"))
            self.play.goal = None if self.play.goal == index else index
        elif command.startswith("go-"):
            self.play.go(parse_hex(command.removeprefix("go-")))
        elif not self.play.do(command):
            return
        self._after(before)

    @property
    def _is_asked_to_react(self) -> bool:
        return self.play.is_asked and bool(self.play.state.reactions)

    def _after(self, before: int) -> None:
        if len(self.session.table.entries) != before:
            self._hinting.forget()
        if len(self.session.table.entries) != before and not self.play.is_asked:
            self._go_on()
        self.repaint()

    def _choose_idle(self) -> None:
        """Enter while others move hurries them; after the end it counts the gold."""
        if self.session.is_over:
            self.count()
        else:
            self._hurry.set()

    def count(self) -> None:
        """The game is over: count the gold."""
        open_count(self.kb, self.session)

    def _replay(self) -> None:
        open_replay(self.kb, self.session, self.play.viewer)

    def _rules(self) -> None:
        self.app.push_screen(PageScreen(RulesPage(topic_of(self.play), self.play.state)))

    def _quit(self) -> None:
        self.app.exit(0)

    def _type(self) -> None:
        self.editor.open()

    def _help(self) -> None:
        def lines(columns: int, rows: int) -> Sequence[Line]:
            own = [] if self.more_keys_of is None else own_key_lines(self.kb, self.more_keys_of)
            return [*own, *help_lines(self.kb, self._view, columns, GAME)]

        self.lay_sheet("help", lines)

    def _panel(self) -> None:
        def panel(columns: int, rows: int) -> Sequence[Line]:
            return side.panel(self._view, columns, rows, self._looked_at())

        self.lay_sheet("panel", panel)

    def _log_sheet(self) -> None:
        def whole(columns: int, rows: int) -> Sequence[Line]:
            return log.lines(self._view, columns, rows, self.spoken)

        self.lay_sheet("log", whole)

    def _info(self) -> None:
        self.say(self._typed.about(self.play.cursor.hex))

    def _options(self) -> None:
        self.app.push_screen(PageScreen(OptionsPage(self.kb.settings, self.kb.change)))

    def _leave(self) -> None:
        """To the menu, which lists the game as it is now."""
        self._put_away()
        self.dismiss(None)

    def on_board_pointed(self, message: Board.Pointed) -> None:
        message.stop()
        if not self.is_active or self._is_deaf:
            return
        before = len(self.session.table.entries)
        self.lift_sheet()
        self.answer, self._is_leaving = "", False
        self.play.hover = None
        stood = self.play.cursor.hex
        self.play.point(message.place)
        if self.play.is_pointed_at(stood) and len(self.session.table.entries) == before:
            self.answer = _("Click again to choose {hex}.").format(hex=prompts.hex_name(stood))
        self._after(before)

    def on_board_hovered(self, message: Board.Hovered) -> None:
        message.stop()
        if self.kb.settings.hover and not self.kb.settings.saver:
            self.play.hover = message.place
            if message.place is not None:
                self.answer = ""
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        if event.button == 3:
            self.do("back")

    def dress(self) -> None:
        self.play.ask = self.kb.settings.confirm
        super().dress()


_SCREEN_COMMANDS: Final = {
    "type": "_type",
    "help": "_help",
    "panel": "_panel",
    "log": "_log_sheet",
    "info": "_info",
    "hint": "_hint",
    "replay": "_replay",
    "rules": "_rules",
    "options": "_options",
    "leave": "_quit",
}
_HELP: Final = ("help", "?")
_DEAF: Final = 0.6  # seconds
