"""The game screen: a person at the board, with bots and other people.

It knows no game: board, hand, panels and words come from the kit. Nor does it know what may stand
beside an ordinary game; see ``beside.companion``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from textual import events
from textual.app import ComposeResult

from engine.errors import EngineError
from kbtui.games.kit import Marks
from kbtui.pages.settings import SettingsPage
from kbtui.paint.runs import ACCENT, STRONG, Line, Run, length
from kbtui.play.person import Person
from kbtui.play.saves import Save
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.screens.beside.companion import Companion
from kbtui.screens.boardscreen import BoardScreen
from kbtui.screens.countscreen import open_count
from kbtui.screens.helping import help_lines, own_key_lines
from kbtui.screens.hinting import Hints
from kbtui.screens.opponents import Others
from kbtui.screens.pagescreen import PageScreen
from kbtui.screens.replayscreen import open_replay
from kbtui.screens.widgets.board import Board
from kbtui.screens.widgets.lines import Rolling
from kbtui.story.chronicle import Chronicle
from kbtui.story.view import Said, View
from kbtui.text.i18n import N_, _
from kbtui.text.keys import GAME
from kbtui.text.levels import LEVELS, level_name
from kbtui.text.textinput import COMMAND, CommandLine

_HELP: Final = ("help", "?")


class Listener(NamedTuple):
    """Who hears the line that is being typed."""

    hear: Callable[[str], None]
    guess: Callable[[str], Line]  # what is said beside the line
    examples: Callable[[], Sequence[tuple[str, str]]]
    longest: int = COMMAND  # characters
    done: str = N_("run it")  # by Enter


class GameScreen(BoardScreen):
    """Keys and clicks go to the hand; the others move in the background, at a pace to follow."""

    keys_of = GAME

    def __init__(self, session: Session, *companions: Companion) -> None:
        super().__init__(session.game.key)
        self.companions = companions
        added = tuple(each.keys for each in companions if each.keys)
        self.more_keys_of = (*added, *self.on_screen.keys)
        self.spoken: list[Said] = []  # answers to the player, in the log
        self.answer = ""  # the last of them, in sight until the next command
        self._news = ""  # what the others did, as the answer told it
        self.editor = CommandLine()  # the line that is being typed
        self._hinting = Hints(self)
        self.others = Others(self)
        self.is_leaving = False  # asked once: another Esc leaves
        self._commands: dict[str, Callable[[], None]] = {
            "type": lambda: self.type_to(self._game),
            "help": self._help,
            "panel": self._panel,
            "log": self._log_sheet,
            "info": lambda: self.say(self._typed.about(self.hand.place)),
            "hint": self._hinting.ask,
            "replay": lambda: open_replay(self.kb, self.session, self.hand.viewer),
            "rules": self._rules,
            "options": self._options,
            "leave": lambda: self.app.exit(0),
        }
        self.take(self.on_screen.hand(session))
        for companion in companions:
            companion.begin(self)

    def take(self, hand: Person) -> None:
        """Show the game of this person from now on."""
        self.session, self.hand = hand.session, hand
        self.chronicle = Chronicle(self.session.table, self.session.viewer)
        self.spoken.clear()
        self._typed = self.on_screen.typed(hand, self.say, self._hinting.ask)
        self._game = self._listener = Listener(self._hear, self._typed.guess, self._typed.examples)

    # What is shown

    def meanwhile(self) -> str:
        return _("The game continues.")

    def new_view(self) -> View:
        players = self.session.players
        bots = tuple(player not in (HUMAN, REMOTE) for player in players)
        view = View(
            self.hand.state,
            self.session.names,
            bots,
            self.hand.seat,
            self.chronicle,
            len(self.session.table.entries),
            self.kb.look.signs,
            self.kb.keys,
            self._zoom_now,
        )
        view.hides_card = len(self.session.people) > 1 and self.hand.hands_over_to is not None
        view.look = self.kb.look
        view.notes = tuple(level_name(who) if who in LEVELS else "" for who in players)
        for companion in self.companions:
            companion.add(view)
        return view

    def compose(self) -> ComposeResult:
        added = [widget for each in self.companions for widget in each.widgets()]
        yield from super().compose()
        yield from added

    def repaint(self) -> None:
        if self.chronicle.table is not self.session.table:  # something was refused elsewhere
            self.chronicle = Chronicle(self.session.table, self.session.viewer)
        self.chronicle.update()
        self.view = self.new_view()
        super().repaint()
        if self.laid is not None:
            for companion in self.companions:
                companion.painted()

    def picture(self) -> tuple[Any, Marks]:
        return self.hand.state, self.hand.marks

    def title_bar(self) -> tuple[Line, Line]:
        left, right = self.on_screen.title(self.hand, self.view)
        for companion in self.companions:
            left, right = companion.title(left, right)
        return left, right

    def seen(self) -> object:
        return self.told(), self.hand.seen()

    def told(self) -> object:
        added = [companion.seen() for companion in self.companions]
        entries, spoken = len(self.session.table.entries), len(self.spoken)
        return entries, spoken, self.hand.seat, self.view.hides_card, added

    def side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        above = [row for each in self.companions for row in each.above(columns, rows)]
        return [*above, *self.game_side(columns, rows - len(above), has_log)]

    def game_side(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        """The side column without what companions add."""
        game, spoken = self.on_screen, self.spoken
        return game.side(self.hand, self.view, columns, rows, spoken, has_log)

    def hand_lines(self, columns: int, rows: int, has_log: bool) -> Sequence[Line]:
        return self.on_screen.strip(self.hand, self.view, columns, rows, has_log)

    def log_lines(self, columns: int, rows: int) -> Sequence[Line]:
        return self.on_screen.log(self.view, columns, rows, self.spoken)

    def prompts(self, short: bool) -> tuple[Line, Line]:
        game, hand, view = self.on_screen, self.hand, self.view
        if self.editor.is_open:
            said = self._listener.guess(self.editor.text)
            is_double = self.laid is not None and self.laid.has_two_prompts
            room = self.app.size.width - (1 if is_double else length(said) + 2)
            return self.editor.line(self.kb.look.signs.pointer, room), said
        if self.is_leaving:
            asked = self.asked(leaving(self.session).format(key=view.keys.name("back")))
        else:
            asked = game.prompt(hand, view, short=short, seconds=self.others.seconds)
        place = self.answer_line or game.place(hand, view, short=short)
        for companion in self.companions:
            asked, place = companion.prompts(asked, place)
        return asked, place

    def asked(self, text: str) -> Line:
        """What the player is asked for, on a separate line."""
        return Run(f" {self.kb.look.signs.pointer} ", ACCENT), Run(text, STRONG)

    @property
    def answer_line(self) -> Line:
        instead = next(filter(None, (each.answer() for each in self.companions)), None)
        return instead or ((Run(self.answer),) if self.answer else ())

    def hint_line(self) -> Line:
        if self.editor.is_open:
            listener = self._listener
            return self.editor.hints(listener.examples(), self.app.size.width, listener.done)
        line = self.on_screen.hints(self.hand, self.view, self.app.size.width)
        for companion in self.companions:
            line = companion.hints(line)
        return line

    # Life

    def on_mount(self) -> None:
        self._settle_hand()
        for companion in self.companions:
            companion.mounted()
        self.others.go_on()

    def tell_news(self) -> None:
        """What the others did, where no log tells it."""
        if not self._shows_log:
            is_double = self.laid is not None and self.laid.has_two_prompts
            columns = self.app.size.width
            self.answer = self.on_screen.news(self.hand, self.new_view(), columns, is_double)
            self._news = self.answer

    def relaid(self) -> None:
        if self._news and self.answer == self._news:
            self.answer = ""
            self.tell_news()

    def moved(self) -> None:
        """Somebody else has."""
        self.hand.refresh()
        for companion in self.companions:
            companion.moved()
        self.repaint()

    def on_unmount(self) -> None:
        for companion in self.companions:
            companion.unmounted()
        self.put_away()
        self.session.close()

    def put_away(self) -> None:
        if isinstance(self.session.journal, Save):
            self.session.journal.leave()

    # Keys and mouse

    def type_key(self, event: events.Key) -> bool:
        if not self.editor.is_open:
            return False
        text = self.editor.press(event.key, event.character)
        if text is not None:
            self._listener.hear(text)
        self.repaint()
        return True

    def type_to(self, listener: Listener, text: str = "") -> None:
        """A line is typed from now on."""
        self._listener = listener
        self.editor.open(text, listener.longest)

    def say(self, text: str) -> None:
        """An answer, in the log and below the board."""
        self.spoken.append(Said(len(self.session.table.entries), text))
        self.answer = text

    def _hear(self, text: str) -> None:
        """A typed line: a move, or a question."""
        before, said = len(self.session.table.entries), len(self.spoken)
        self.hand.error, self.answer = None, ""
        if text.lower() in _HELP:
            self._help()
            return
        if any(companion.hear(text) for companion in self.companions):
            return
        try:
            self._typed.hear(text)
        except EngineError as error:
            self.hand.error = error
        self.after(before)
        if len(self.spoken) > said + 1 and not self._shows_log:
            self._log_sheet()  # more than a line can say

    def do(self, command: str) -> None:
        if any(companion.do(command) for companion in self.companions):
            return
        before = len(self.session.table.entries)
        if command == "choose" and (self.others.is_deaf or self._hinting.is_awaited):
            return  # what comes next is not in sight yet
        self._hinting.is_awaited = False
        was_leaving, self.is_leaving = self.is_leaving, False
        self.answer, self.hand.error = "", None
        if command in self._commands:
            self._commands[command]()
        elif (command == "back" and self.lift_sheet()) or self.do_common(command):
            return
        elif self._is_board_hidden and command in ("choose", *self.hand.steers):
            self.lift_sheet()
            return
        elif command == "back" and not self.hand.has_step_back and not self.hand.is_reacting:
            if was_leaving or self.session.is_over:
                self.leave()
                return
            self.is_leaving = True
        elif command == "choose" and not self.hand.is_asked and self.hand.hands_over_to is None:
            self._choose_idle()
        elif not self.hand.do(command):
            return
        self.after(before)

    def after(self, before: int) -> None:
        """The person has done something, when there were that many entries."""
        for companion in self.companions:
            companion.acted()
        if len(self.session.table.entries) != before:
            self._hinting.forget()
            if not self.hand.is_asked:
                self.others.go_on()
        self.repaint()

    def _choose_idle(self) -> None:
        """Enter while others move hurries them; after the end it counts the score."""
        if not self.session.is_over:
            self.others.hurry()
        elif not any(companion.count() for companion in self.companions):
            open_count(self)

    def _rules(self) -> None:
        self.answer = self.open_rules(self.on_screen.topic(self.hand), self.hand.state)

    def _help(self) -> None:
        def lines(columns: int, rows: int) -> Sequence[Line]:
            own = [row for each in added for row in own_key_lines(self.kb, each)]
            shown, is_small = self.on_screen, self._is_board_hidden
            keys = help_lines(self.kb, shown, self.view, columns, GAME, is_small=is_small)
            return [*own, *keys]

        added = [each.keys for each in self.companions if each.keys]

        self.lay_sheet("help", lines)

    def _panel(self) -> None:
        def panel(columns: int, rows: int) -> Sequence[Line]:
            above = [row for each in self.companions for row in each.above_panel(columns)]
            return [*above, *self.on_screen.panel(self.hand, self.view, columns, rows)]

        self.lay_sheet("panel", panel)

    def _log_sheet(self) -> None:
        self.lay_sheet("log", self.log_lines)

    def _options(self) -> None:
        self.app.push_screen(PageScreen(SettingsPage(self.kb.settings, self.kb.change)))

    def leave(self) -> None:
        """To the page that the game was opened from, which shows it as it is now."""
        self.put_away()
        self.dismiss(None)

    def on_board_pointed(self, message: Board.Pointed) -> None:
        message.stop()
        if not self.is_active or self.others.is_deaf:
            return
        before = len(self.session.table.entries)
        self.lift_sheet()
        self.is_leaving = False
        self.hand.hover = None
        self.answer = self.hand.point(message.place)
        self.after(before)

    def on_rolling_rolled(self, message: Rolling.Rolled) -> None:
        """The wheel over the hand goes through it."""
        message.stop()
        if self.is_active:
            self.do("piece-next" if message.steps < 0 else "piece-previous")

    def on_board_hovered(self, message: Board.Hovered) -> None:
        message.stop()
        if self.kb.settings.hover and not self.kb.settings.saver:
            self.hand.hover = message.place
            if message.place is not None:
                self.answer = ""
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        if event.button == 3:
            self.do("back")

    def _settle_hand(self) -> None:
        """As the settings want it."""
        self.hand.ask, self.hand.follows = self.kb.settings.confirm, self.kb.settings.follow

    def dress(self) -> None:
        self._settle_hand()
        for companion in self.companions:
            companion.dress()
        super().dress()


def leaving(session: Session) -> str:
    """What is said before the game is left."""
    if session.journal is not None and not session.has_begun:
        return _("Press {key} again to leave; nothing has been played yet.")
    return _("Press {key} again to leave; the game is saved.")
