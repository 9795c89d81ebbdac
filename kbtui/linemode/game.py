"""Line mode: the whole game as plain lines, for screen readers, scripts and slow connections.

There is no I/O here: ``LineMode`` takes one line and says lines; ``cli`` connects it to the
terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.contract import DEALER, Seat
from engine.errors import BadToken, EngineError, shortened
from engine.kingdom.ground.moves import Action, Move, format_move, parse_move, word
from engine.kingdom.ground.terrain import format_card, parse_card
from engine.kingdom.rules.actions import actions, explain, legal, targets
from engine.kingdom.scores import gains, parts, scores
from engine.kingdom.state import Phase, State, occupied
from engine.table import Entry
from kbtui.games.kingdom.board.letters import (
    Marked,
    board_lines,
    legend_lines,
    location_lines,
    score_lines,
)
from kbtui.games.kingdom.words import telling
from kbtui.games.kingdom.words.words import (
    both,
    card_name,
    either,
    goal_name,
    goal_text,
    inline,
    terrain_name,
)
from kbtui.play.session import HUMAN, REMOTE, Session
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import told

if TYPE_CHECKING:
    from kbtui.games.kingdom.board.ansi import Look

HELP: Final = (
    N_("A move: g7 builds there, oracle@g7 uses a tile, barn@c4-d6 moves with one."),
    N_("end      end the turn; pass declines a Canoe; play:forest chooses a card"),
    N_("legal    list the legal moves (legal barn: only those); type a number to play it"),
    N_("why g7   explain why a move is not legal"),
    N_("gain g7  say what a move would earn, goal by goal"),
    N_("hint     ask the coach for the best move, and why"),
    N_("board    draw the board, with the latest changes and where you can build"),
    N_("legend   say what the symbols on the board mean"),
    N_("tiles    say where the locations are, what they do and who has which tiles"),
    N_("goals    say what pays gold in this game"),
    N_("scores   say how much gold everyone would have if the game ended now"),
    N_("undo     undo a move of this turn; redo makes it again"),
    N_("quit     leave the game"),
)
# By whether one person plays alone.
_TURN: Final = {True: N_("Your turn: {what}"), False: N_("{who}, your turn: {what}")}
_CANOE: Final = {
    True: N_("Your Canoe can react: type canoe@ and a marsh or water hex, or pass."),
    False: N_("{who}, your Canoe can react: type canoe@ and a marsh or water hex, or pass."),
}
_SHORT: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "l": "legal", "b": "board"}


Command = Callable[[str], None]  # gets what stands behind its word


class LineMode:
    """A session in lines: ``start`` it, then let it ``hear`` each line that the person types."""

    def __init__(
        self,
        session: Session,
        say: Callable[[str], None],
        *,
        draws: bool = False,
        look: Callable[[], Look | None] = lambda: None,
        extra: Mapping[str, Command] | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        """``draws``: show the board unasked, at the start and at the end; ``look``: how to paint
        it now, if at all; ``extra``: further commands, and ``notes`` on them for the help."""
        self._session = session
        self._say = say
        self._draws = draws
        self._look = look
        self._numbered: list[str] = []
        self._known = 0  # hexes that were settled when the person was asked last
        self.is_over = False
        self._noted = 0  # notes of the session that were told
        self._taken = -1  # entries when somebody last said, by an empty line, to be there
        self._asked = -1  # entries when the person was asked last
        self._awaited: Seat | None = None  # who was said to be waited for
        self._help = (*HELP, *notes)
        self._commands: dict[str, Command] = {
            "legal": self._legal,
            "why": self._why,
            "gain": self._gain,
            "hint": lambda rest: self._hint(),
            "board": lambda rest: self._board(),
            "legend": lambda rest: self._tell(legend_lines(session.state, self._look())),
            "tiles": lambda rest: self._tell(location_lines(session.state)),
            "goals": lambda rest: self._goals(),
            "scores": lambda rest: self._scores(),
            "undo": lambda rest: self._back(session.undo),
            "redo": lambda rest: self._back(session.redo),
            "help": lambda rest: self._tell(_(line) for line in self._help),
            "quit": lambda rest: self._quit(),
            **(extra or {}),
        }

    def start(self) -> None:
        """After the introduction (``telling``), which needs less and can be said sooner."""
        goals = self._session.state.setup.goals
        names = ", ".join(inline(goal_name(goal)) for goal in goals)
        self._say(_("Goals: {goals}. Type goals to hear what they pay.").format(goals=names))
        self._say(_("Type help for a list of commands."))
        if self._draws:
            self._board()
        self._go_on()

    def hear(self, line: str) -> None:
        """One line of the person; whatever it is, the answer is a sentence."""
        first, _blank, rest = line.strip().partition(" ")
        name = _SHORT.get(first.lower(), first.lower())
        try:
            if not first:
                self._taken = len(self._session.table.entries)
                self._asked, self._awaited = -1, None
                self.more()
            elif name in self._commands:
                self._commands[name](rest.strip())
            else:
                self._play(self._token(line.strip()))
        except EngineError as error:
            strange = name not in self._commands and not set("0123456789@:") & set(first)
            no_move = isinstance(error, BadToken) and strange
            if no_move:
                self._say(
                    _("Unknown command {word}. Type help for a list.").format(
                        word=repr(shortened(first))
                    )
                )
            else:
                self._say(_("No. {reason}").format(reason=told(error)))

    @property
    def _seen(self) -> State:
        """What the person who is asked may see."""
        return self._session.observation(self._seat)

    @property
    def _seat(self) -> Seat:
        seat = self._session.waits_for
        return seat if seat is not None else self._session.state.seat

    @property
    def _is_alone(self) -> bool:
        return self._session.players.count(HUMAN) == 1

    def _who(self, seat: Seat) -> str:
        if self._session.players[seat] == HUMAN:
            return telling.you() if self._is_alone else _("Person {number}").format(number=seat + 1)
        name, player = self._session.names[seat], self._session.players[seat]
        if player == REMOTE:
            return name
        return _("Player {name}").format(name=f"{seat + 1} {name}" if name == player else name)

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _token(self, text: str) -> str:
        """What was typed as a token: a number of the list, or by the house rule a bare card."""
        if text.isdecimal():
            index = int(text) if len(text) < 6 else 0
            if not 1 <= index <= len(self._numbered):
                raise BadToken(text, "no move has this number; type legal to list them")
            return self._numbered[index - 1]
        if self._session.state.phase is Phase.CHOOSE and ":" not in text:
            return f"{word(Action.PLAY)}:{text}"
        return text

    def _move(self, text: str) -> Move:
        if not text:
            raise BadToken("move", "name a move, such as g7")
        return parse_move(self._token(text))

    def _play(self, token: str) -> None:
        before, seat = self._session.state, self._seat
        self._session.play(token)
        self._known = occupied(self._session.state)
        self._say(f"{self._who(seat)}: {self._session.table.entries[-1].token}")
        self._tell(telling.tiles(before, self._session.state, self._who))
        self._go_on()

    def _go_on(self) -> None:
        """Let the others act, say what they did, and ask the person again."""
        self._numbered = []
        self.more()

    def more(self) -> None:
        """The same when something may have come from elsewhere; nothing is said twice."""
        before = self._session.state
        self._tell_notes()
        for entry in self._session.advance():
            self._numbered = []
            self._tell_notes()
            self._say_entry(entry)
            self._tell(telling.tiles(before, self._session.state, self._who))
            before = self._session.state
        if self._session.is_over:
            if not self.is_over:
                self._end()
        elif self._session.waits_for is None:
            self._tell_awaited()
        elif self._asked != len(self._session.table.entries):
            self._prompt()

    def _tell_awaited(self) -> None:
        """Somebody elsewhere has to act: say who, once."""
        seat = self._session.table.to_act
        if seat is not None and seat not in (DEALER, self._awaited):
            self._awaited = seat
            state, text, what = self._session.state, _("Waiting for {who}."), ""
            if self._asked < 0 and state.phase is Phase.TURN and not state.reactions:
                text = _("Waiting for {who}: {what}")  # nobody has heard of it yet
                what = telling.owed(state, actions(state))
            self._say(text.format(who=self._who(seat), what=what))

    def _tell_notes(self) -> None:
        """Say once what is wrong with a program that plays here."""
        for note in self._session.notes[self._noted :]:
            self._say(note)
            self._noted += 1

    def _say_entry(self, entry: Entry) -> None:
        state = self._session.state
        if entry.actor != DEALER:
            self._say(f"{self._who(entry.actor)}: {entry.token}")
        elif entry.token.startswith("show:") and state.phase < Phase.SHOW:
            assert state.cards.scouted is not None, "the first card shown is that of the Scouts"
            terrain = terrain_name(state.cards.scouted)
            self._say(_("Scouts: all {terrain} cards are removed.").format(terrain=terrain))
        elif entry.token.startswith("show:"):
            who, card = self._who(state.seat), card_name(parse_card(entry.token[5:]))
            text = (
                _("You draw a {card} card.")
                if who == telling.you()
                else _("{who} draws a {card} card.")
            )
            self._say(text.format(who=who, card=card))

    def _prompt(self) -> None:
        state, seat = self._session.state, self._seat
        self._asked, self._awaited = len(self._session.table.entries), None
        if state.reactions:
            text = _(_CANOE[self._is_alone])
            what = ""
        elif state.phase is Phase.CHOOSE and not self._may_tell:
            text, what = _("Pass the keyboard to {who}, who presses Enter."), ""
        elif state.phase is Phase.CHOOSE:
            hand = either(format_card(card) for card in state.cards.hands[seat])
            text, what = _(_TURN[self._is_alone]), _("choose a card, {cards}.").format(cards=hand)
        else:
            text, what = _(_TURN[self._is_alone]), telling.owed(state, actions(state))
        self._say(text.format(who=self._who(seat), what=what))

    @property
    def _may_tell(self) -> bool:
        """Whether the one who holds the hidden cards is at the keyboard."""
        return self._is_alone or self._taken == len(self._session.table.entries)

    def _board(self) -> None:
        state, look = self._session.state, self._look()
        changed = occupied(state) ^ self._known if self._known else 0
        action = Action.CANOE if state.reactions else Action.BUILD
        open_ = targets(state, action) if self._session.waits_for is not None else 0
        lines = board_lines(state, look, Marked(changed, open_))
        legend = legend_lines(state, look)
        room = look.rows - 1 if look is not None else len(lines) + len(legend)  # 1 to type on
        self._tell(lines)
        if len(lines) + len(legend) <= room:  # the letters of the columns must stay in sight
            self._tell(legend)

    def _legal(self, only: str) -> None:
        moves = legal(self._seen)
        self._numbered = [format_move(move) for move in moves]
        pairs = [*zip(moves, enumerate(self._numbered, 1), strict=True)]
        for action, group in groupby(pairs, key=lambda pair: pair[0][0]):
            if only in ("", word(action)):
                listed = ", ".join(f"{number}={token}" for _move, (number, token) in group)
                self._tell(telling.fold(f"{word(action)}: {listed}"))
        if only and only not in {word(move[0]) for move in moves}:
            self._say(_("No {action} is legal now.").format(action=only))

    def _why(self, text: str) -> None:
        reason = explain(self._seen, self._move(text))
        self._say(_("It is legal.") if reason is None else told(reason))

    def _gain(self, text: str) -> None:
        state = self._seen
        row = zip(parts(state), gains(state, self._move(text))[self._seat], strict=True)
        changes = [f"{inline(goal_name(part))} {gold:+}" for part, gold in row if gold]
        self._say(", ".join(changes) + "." if changes else _("No gold now."))

    def _hint(self) -> None:
        """The coach sees what the person who is asked may see."""
        if not self._session.allows_hints:
            self._say(_("There are no hints in online games."))
            return
        if self._session.waits_for is None:
            self._say(_("The coach can help you when it is your turn."))
            return
        if self._session.state.phase is Phase.CHOOSE and not self._may_tell:
            self._prompt()  # a hint would tell the cards to whoever sits there
            return
        from kbtui.games.kingdom.coach.asking import ask

        self._tell(ask(self._seen, self._session.names, self._say))

    def _goals(self) -> None:
        for part in parts(self._session.state):
            text = _("{goal}: {text}.")
            self._say(text.format(goal=inline(goal_name(part)), text=goal_text(part)))

    def _scores(self) -> None:
        state = self._session.state
        self._tell(score_lines(state, scores(state), self._session.names))

    def _back(self, step: Callable[[Seat], object]) -> None:
        step(self._seat)
        self._numbered = []
        self._prompt()

    def _quit(self) -> None:
        self._say(_("The game is not finished."))
        self.is_over = True

    def _end(self) -> None:
        self._say(_("The game is over."))
        if self._draws:
            self._board()
        self._scores()
        leaders = scores(self._session.state).leaders
        names = both(self._who(seat) for seat in leaders)
        if names == telling.you():
            text = _("You win.")
        else:
            text = n_("{names} wins.", "{names} share the victory.", len(leaders))
        self._say(text.format(names=names))
        self.is_over = True
