"""Line mode: the whole game as plain lines, for screen readers, scripts and slow connections.

There is no I/O here: ``LineMode`` takes one line and says lines; ``cli`` connects it to the
terminal. What it says about the game itself comes from the kit of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from threading import Timer
from typing import Any, Final

from engine.bots import never
from engine.contract import DEALER, AnyGame, Seat, Viewer
from engine.errors import BadToken, EngineError, NotYourMove, sentence, shortened
from kbtui.games.kit import OVER, find
from kbtui.games.plain import Asked, Question, Window
from kbtui.games.rulelines import told as rules
from kbtui.games.typed import MOVELIKE
from kbtui.linemode.tips import LineTips
from kbtui.linemode.usage import usage
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.story.chronicle import Chronicle
from kbtui.story.review import NO_HINTS
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import told
from kbtui.text.refusal import Refusal
from kbtui.text.seats import color_name
from kbtui.text.words import both, fold

_SECOND: Final = 1.0  # after which a player who waits for a hint reads that it takes a while
_LONGEST: Final = 6  # digits; no list of moves has as many
# By whether it is the person's own turn, and whether one person plays alone.
_ASKED: Final = {
    (True, True): N_("Your turn: {what}"),
    (True, False): N_("{who}, your turn: {what}"),
    (False, True): "{what}",
    (False, False): N_("{who}, {what}"),
}
_SHORT: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "l": "legal", "b": "board"}


Command = Callable[[str], None]  # gets what stands behind its word


def introduction(game: AnyGame, state: Any, seed: str) -> Iterator[str]:
    """What game this is; one on a relay has no seed that we know."""
    text = _("{game}, {players} players, seed {seed}.") if seed else _("{game}, {players} players.")
    yield text.format(game=_(find(game.key).title), players=game.seats(state), seed=seed)
    yield from find(game.key).plain.introduction(state)


_HIDDEN: Final = "?"  # in notation


class LineMode:
    """A session in lines: ``start`` it, then let it ``hear`` each line that the person types."""

    def __init__(
        self,
        session: Session,
        say: Callable[[str], None],
        *,
        draws: bool = False,
        window: Callable[[], Window | None] = lambda: None,
        extra: Mapping[str, Command] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        """``draws``: show the board unasked, at the start and at the end; ``window``: where it can
        be painted now, if at all; ``extra``: further commands, and ``notes`` on them for the
        help."""
        self._session = session
        self._kit = find(session.game.key)
        self._plain = self._kit.plain
        self._say = say
        self._draws = draws
        self._window = window
        self._numbered: list[str] = []
        self._since: Any | None = None  # what a person here has seen after their last move
        self.is_over = False
        self._noted = 0  # notes of the session that were told
        self._holder: Seat | None = None  # of several people, who is known to have the keyboard
        self._asked = -1  # entries when the person was asked last
        self._awaited: Seat | None = None  # who was said to be waited for
        self._chronicle = Chronicle(session.table, session.viewer)
        self._tips = LineTips(session, self._kit)
        self._notes = notes
        self._commands: dict[str, Command] = {
            **{name: self._answering(question) for name, question in self._questions()},
            "legal": self._legal,
            "hint": lambda rest: self._hint(),
            "rules": self._rules,
            "tips": lambda rest: self._tell(self._tips.switched(self._chronicle)),
            "board": lambda rest: self._board(),
            "legend": lambda rest: self._tell(self._plain.legend(self._seen, self._window())),
            "scores": lambda rest: self._scores(),
            "undo": lambda rest: self._back(session.undo),
            "redo": lambda rest: self._back(session.redo),
            "help": lambda rest: self._tell(self.help()),
            "quit": lambda rest: self._quit(),
            **(extra or {}),
        }

    def _questions(self) -> Iterable[tuple[str, Question]]:
        return self._plain.questions.items()

    def start(self) -> None:
        """After the ``introduction``."""
        self._tell(self._tips.opening(self._chronicle))
        self._say(_("Type help for a list of commands."))
        if self._draws:
            self._board()
        self._go_on()

    def help(self) -> Iterator[str]:
        """What can be typed."""
        yield from usage(self._kit, self._tips.are_there)
        yield from map(_, self._notes)

    def hear(self, line: str) -> None:
        """One line of the person; whatever it is, the answer is a sentence."""
        first, _blank, rest = line.strip().partition(" ")
        name = _SHORT.get(first.lower(), first.lower())
        try:
            if not first:
                self._holder = self._session.waits_for
                self._asked, self._awaited = -1, None
                self.more()
            elif name in self._commands:
                self._commands[name](rest.strip())
            elif self._must_pass and _HIDDEN in self._token(line.strip()):
                self._prompt()  # a number stands for something that is not shown yet
            else:
                self._play(self._token(line.strip()))
        except EngineError as error:
            strange = name not in self._commands and not MOVELIKE & set(first)
            if isinstance(error, BadToken) and strange:
                text = _("Unknown command {word}. Type help for a list.")
                self._say(text.format(word=repr(shortened(first))))
            else:
                self._say(_("No. {reason}").format(reason=told(error)))

    # ---- who is here ----------------------------------------------------------------------------

    @property
    def _seen(self) -> Any:
        """What the one at the keyboard may see."""
        return self._session.observation(self._viewer)

    @property
    def _viewer(self) -> Viewer:
        seat = self._session.waits_for
        return self._session.viewer if seat is None or not self._is_holder(seat) else seat

    def _is_holder(self, seat: Seat) -> bool:
        """Whether nobody but this person looks at what is said."""
        return self._is_alone or self._holder == seat

    @property
    def _must_pass(self) -> bool:
        """Whether the person who has to act holds something hidden, and may not be here yet."""
        seat = self._session.waits_for
        if seat is None or self._is_holder(seat):
            return False
        return self._plain.hides(self._session.observation(seat))

    @property
    def _is_alone(self) -> bool:
        return self._session.players.count(HUMAN) == 1

    def _who(self, seat: Seat) -> str:
        name, player = self._session.names[seat], self._session.players[seat]
        if player == HUMAN:
            nameless = name in (HUMAN, f"{seat + 1} {HUMAN}")
            return _("You") if self._is_alone else color_name(seat) if nameless else name
        if player == REMOTE:
            return name
        return _("Player {name}").format(name=f"{seat + 1} {name}" if name == player else name)

    # ---- what is said ---------------------------------------------------------------------------

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _go_on(self) -> None:
        """Let opponents act, say what they did, and ask the person again."""
        self._numbered = []
        self.more()

    def more(self) -> None:
        """The same when something may have come from elsewhere; nothing is said twice."""
        self._tell_notes()
        for _entry in self._session.advance():
            self._numbered = []
            self._tell_notes()
            self._say_entry()
        if self._session.is_over:
            if not self.is_over:
                self._end()
        elif self._session.waits_for is None:
            self._tell_awaited()
        elif self._asked != len(self._session.table.entries):
            self._prompt()

    def _say_entry(self) -> None:
        """The last one: the move as it is typed, then what else came of it."""
        if self._chronicle.table is not self._session.table:  # moves were refused elsewhere
            self._chronicle = Chronicle(self._session.table, self._session.viewer)
        self._chronicle.update()
        number = self._chronicle.entries
        actor, token = self._chronicle.entry(number)
        events = self._chronicle.done(number)
        if actor != DEALER and not self._kit.story.tells_moves:
            self._say(f"{self._who(actor)}: {token}")
            events = events[1:]
        names = [*map(self._who, range(len(self._session.players)))]
        for event in events:
            if event.kind != OVER:
                text = self._kit.story.told(event, names, self._session.viewer)
                self._say(text if text.endswith(".") else f"{text}.")

    def _tell_awaited(self) -> None:
        """Somebody elsewhere has to act: say who, once."""
        session, seat = self._session, self._session.table.to_act
        if seat is not None and seat not in (DEALER, self._awaited):
            self._awaited = seat
            who, state = self._who(seat), session.observation(session.viewer)
            is_news = self._asked < 0 and session.game.on_turn(state) == seat
            if is_news and not self._plain.hides(state):
                text, what = _("Waiting for {who}: {what}"), self._plain.task(state)
                self._say(text.format(who=who, what=what))
            else:
                self._say(self._plain.awaited(state, who))

    def _tell_notes(self) -> None:
        """Say once what is wrong with a program that plays here."""
        for note in self._session.notes[self._noted :]:
            self._say(note)
            self._noted += 1

    def _prompt(self) -> None:
        seat = self._session.waits_for
        self._asked, self._awaited = len(self._session.table.entries), None
        if seat is None:
            return
        state = self._session.observation(seat)
        if self._must_pass:
            text, what = _("Pass the keyboard to {who}, who presses Enter."), ""
        else:
            self._tell(self._tips.told(self._chronicle))
            is_own = self._session.game.on_turn(state) == seat
            text, what = _(_ASKED[is_own, self._is_alone]), self._plain.task(state)
        self._say(sentence(text.format(who=self._who(seat), what=what)))

    def _end(self) -> None:
        self._say(_("The game is over."))
        if self._draws:
            self._board()
        self._scores()
        winners = self._session.game.winners(self._seen) or ()
        names = both(map(self._who, winners))
        if self._is_alone and winners == self._session.people:
            text = _("You win.")
        else:
            text = n_("{names} wins.", "{names} share the victory.", len(winners))
        self._say(text.format(names=names))
        self.is_over = True

    # ---- what is typed --------------------------------------------------------------------------

    def _token(self, text: str) -> str:
        """What was typed as a token: a number of the list, or what the game makes of it."""
        if not text.isdecimal():
            return self._plain.token(self._seen, text)
        index = int(text) if len(text) < _LONGEST else 0
        if not 1 <= index <= len(self._numbered):
            raise BadToken(text, "no move has this number; type legal to list them")
        return self._numbered[index - 1]

    def _play(self, token: str) -> None:
        seat = self._session.waits_for
        self._session.play(token)
        self._holder = seat
        self._since = self._session.observation(self._session.viewer)
        self._say_entry()
        self._go_on()

    def _asking(self) -> Asked:
        game, state = self._session.game, self._seen
        return Asked(
            state,
            None if self._must_pass else self._session.waits_for,
            self._session.names,
            lambda text: game.parse(self._token(text)),
            lambda move: game.explain(state, move),
            self._viewer,
        )

    def _answering(self, question: Question) -> Command:
        return lambda rest: self._tell(question.answer(self._asking(), rest))

    def _board(self) -> None:
        window = self._window()
        lines = self._plain.board(self._asking(), window, self._since)
        legend = self._plain.legend(self._seen, window)
        room = window.rows - 1 if window is not None else len(lines) + len(legend)  # 1 to type on
        self._tell(lines)
        if len(lines) + len(legend) <= room:  # the top of the board must stay in sight
            self._tell(legend)

    def _legal(self, only: str) -> None:
        noted = self._plain.note
        game, state = self._session.game, self._seen
        if self._must_pass:
            self._prompt()
            return
        if self._session.waits_for is None and self._plain.hides(state):
            self._say(_("Only the player who has to act knows what is legal now."))
            return
        moves = game.legal(state)
        self._numbered = [game.format(move) for move in moves]
        groups = [self._plain.group(move) for move in moves]
        pairs = zip(groups, enumerate(zip(self._numbered, moves, strict=True), 1), strict=True)
        for group, listed in groupby(pairs, key=lambda pair: pair[0]):
            if only in ("", group):
                shown = (
                    f"{number}={token}" + (f" ({note})" if (note := noted(state, move)) else "")
                    for _group, (number, (token, move)) in listed
                )
                self._tell(fold(f"{group}: {', '.join(shown)}"))
        if only and only not in groups:
            self._say(_("No {action} is legal now.").format(action=only))

    def _hint(self) -> None:
        """The coach sees what the person who is asked may see."""
        coach = self._kit.coach
        if coach is None:
            self._say(_("There is no coach for this game yet."))
        elif not self._session.allows_hints:
            self._say(_(NO_HINTS[self._session.is_counted]))
        elif self._session.waits_for is None:
            self._say(_("The coach can help you when it is your turn."))
        elif self._must_pass:
            self._prompt()  # a hint would show the person there what is hidden
        else:
            seen = self._session.observation(self._session.waits_for)
            slow = Timer(_SECOND, self._say, [_("The coach is thinking.")])
            slow.start()
            try:
                _token, told = coach.hint(seen, self._session.names, never)
            finally:
                slow.cancel()
            self._tell(told)

    def _rules(self, topic: str) -> None:
        book = self._kit.rulebook
        if book is None:
            self._say(_("There are no rules to print for this game yet."))
            return
        try:
            self._tell(rules(book, topic, "rules", self._seen))
        except Refusal as refusal:
            self._say(_("No. {reason}").format(reason=sentence(str(refusal))))

    def _scores(self) -> None:
        self._tell(self._plain.scores(self._seen, self._session.names))

    def _back(self, step: Callable[[Seat], object]) -> None:
        table, people = self._session.table, self._session.people
        able = (who for who in people if table.can_undo(who) or table.can_redo(who))
        seat = next(able, self._session.waits_for)  # a turn may have passed on with the move
        if seat is None and self._is_alone:
            (seat,) = people
        if seat is None:
            raise NotYourMove("It is nobody's turn here.")
        step(seat)
        self._numbered = []
        self._prompt()

    def _quit(self) -> None:
        self._say(_("The game is not finished."))
        self.is_over = True
