"""Line mode: the whole game as plain lines, for screen readers, braille, scripts and slow lines.

Sans I/O: ``LineMode`` hears one line and says lines; ``cli`` connects it to the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.contract import DEALER, Seat
from engine.errors import BadToken, EngineError
from engine.kingdom.moves import Move, format_move, parse_move
from engine.kingdom.rules import explain, legal
from engine.kingdom.scores import gains, parts, scores
from engine.kingdom.state import Phase, State, builds_left, reserve
from engine.kingdom.terrain import format_card
from engine.table import Entry
from kbtui.drawing import LEGEND, board_lines, location_lines, score_lines
from kbtui.session import HUMAN, Session

HELP: Final = (
    "A move: g7 builds on g7, oracle@g7 uses a tile, barn@c4-d6 moves with one, end ends the turn.",
    "legal    number the legal moves; a number alone then plays that one",
    "why g7   say why a move is not legal",
    "gain g7  say what a move would bring, goal by goal",
    "board    draw the board",
    "tiles    say what lies on the locations and who has which tiles",
    "scores   say everybody's gold if the game ended now",
    "undo     take back a move of this turn; redo puts it back",
    "quit     leave the game",
)


class LineMode:
    """A session in lines: ``start`` it, then let it ``hear`` each line that the person types."""

    def __init__(self, session: Session, say: Callable[[str], None]) -> None:
        self._session = session
        self._say = say
        self._numbered: list[str] = []
        self.is_over = False
        self._commands: dict[str, Callable[[str], None]] = {
            "legal": self._legal,
            "why": self._why,
            "gain": self._gain,
            "board": lambda _: self._tell([*board_lines(self._seen, colour=False), *LEGEND]),
            "tiles": lambda _: self._tell(location_lines(self._seen)),
            "scores": lambda _: self._scores(),
            "undo": lambda _: self._back(session.undo),
            "redo": lambda _: self._back(session.redo),
            "help": lambda _: self._tell(HELP),
            "quit": lambda _: self._quit(),
        }

    def start(self) -> None:
        setup = self._session.state.setup
        boards = ", ".join(quadrant.title for quadrant in setup.quadrants)
        self._say(f"Kingdom Builder, {setup.players} players, seed {self._session.options.seed}.")
        self._say(f"Boards: {boards}.")
        self._say(f"Goals: {', '.join(setup.goals)}.")
        self._say("Type help to hear what you can say.")
        self._go_on()

    def hear(self, line: str) -> None:
        """One line of the person; whatever it is, the answer is a sentence."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.lower())
        try:
            if not word:
                self._prompt()
            elif command is not None:
                command(rest.strip())
            else:
                self._play(self._chosen(word) if word.isdecimal() else line.strip())
        except EngineError as error:
            self._say(f"No. {error}")

    @property
    def _seen(self) -> State:
        seat = self._session.waits_for
        return self._session.observation(seat if seat is not None else self._session.state.seat)

    @property
    def _is_alone(self) -> bool:
        return self._session.players.count(HUMAN) == 1

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _chosen(self, number: str) -> str:
        index = int(number) if len(number) < 6 else 0
        if not 1 <= index <= len(self._numbered):
            raise BadToken(number, "no move has this number; legal numbers them")
        return self._numbered[index - 1]

    def _play(self, token: str) -> None:
        self._session.play(token)
        self._go_on()

    def _go_on(self) -> None:
        """Let the others act, say what they did, and ask the person again."""
        self._numbered = []
        for entry in self._session.advance():
            self._say_entry(entry)
        if self._session.waits_for is None:
            self._end()
        else:
            self._prompt()

    def _say_entry(self, entry: Entry) -> None:
        names, state = self._session.names, self._session.state
        if entry.actor != DEALER:
            self._say(f"Player {names[entry.actor]}: {entry.token}")
        elif entry.token.startswith("show:"):
            card = entry.token.removeprefix("show:")
            is_own = self._is_alone and self._session.players[state.seat] == HUMAN
            who = "You play" if is_own else f"Player {names[state.seat]} plays"
            self._say(f"{who} {card}." if state.phase is Phase.TURN else f"Turned up: {card}.")

    def _prompt(self) -> None:
        seat, state = self._session.waits_for, self._session.state
        assert seat is not None, "a person has to act"
        who = "Your" if self._is_alone else f"Player {seat + 1}, your"
        if state.reactions:
            self._say(f"{who} Canoe may react: build on marsh or water with canoe@hex, or pass.")
        elif state.phase is Phase.CHOOSE:
            hand = " or ".join(f"play:{format_card(c)}" for c in state.cards.hands[seat])
            self._say(f"{who} turn. Choose a card: {hand}.")
        else:
            self._say(f"{who} turn. {self._owed(seat)}")

    def _owed(self, seat: Seat) -> str:
        state = self._session.state
        card = state.cards.played
        left = builds_left(state)
        what = f"{left} to build" if left else "All built; use a tile or end"
        shown = f"on {format_card(card)}, " if card is not None and left else ""
        return f"{what} {shown}{reserve(state, seat)} in reserve."

    def _legal(self, rest: str) -> None:
        self._numbered = [format_move(move) for move in legal(self._seen)]
        for number, token in enumerate(self._numbered, 1):
            self._say(f"{number}. {token}")

    def _move(self, token: str) -> Move:
        return parse_move(self._chosen(token) if token.isdecimal() else token)

    def _why(self, token: str) -> None:
        reason = explain(self._seen, self._move(token))
        self._say("It is legal." if reason is None else f"{reason} ({reason.rule})")

    def _gain(self, token: str) -> None:
        state, seat = self._seen, self._session.waits_for
        assert seat is not None, "a person has to act"
        row = zip(parts(state), gains(state, self._move(token))[seat], strict=True)
        changes = [f"{part} {gold:+}" for part, gold in row if gold]
        self._say(", ".join(changes) + "." if changes else "No gold now.")

    def _scores(self) -> None:
        state = self._session.state
        self._tell(score_lines(state, scores(state), self._session.names))

    def _back(self, step: Callable[[Seat], None]) -> None:
        seat = self._session.waits_for
        assert seat is not None, "a person has to act"
        step(seat)
        self._numbered = []
        self._prompt()

    def _quit(self) -> None:
        self._say("The game is not finished.")
        self.is_over = True

    def _end(self) -> None:
        self._say("The game is over.")
        self._scores()
        leaders = scores(self._session.state).leaders
        names = " and ".join(self._session.names[seat] for seat in leaders)
        self._say(f"Player {names} wins." if len(leaders) == 1 else f"Players {names} share it.")
        self.is_over = True
