"""Lines typed at the board: moves in notation, and questions that are answered in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.castle.castle import face_at
from engine.castle.moves import BUILDS, Action, Move, format_move, parse_move
from engine.castle.pieces.cells import parse_cell
from engine.castle.rules.actions import explain
from engine.errors import BadToken, IllegalMove, NotYourMove
from kbtui.games.castle.board.marks import cell_of
from kbtui.games.castle.lines.plain import PLAIN
from kbtui.games.castle.lines.questions import QUESTIONS
from kbtui.games.castle.lines.typed import token
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.words.names import built_name, cell_name
from kbtui.games.castle.words.outlook import brought
from kbtui.games.kit import Place
from kbtui.games.lines import Asked
from kbtui.paint.runs import MUTED, Line, Run
from kbtui.text.i18n import N_, _
from kbtui.text.phrases import told
from kbtui.text.words import explained


class Typed:
    """Hears a line; answers go to ``say``. Raises what is wrong with a move."""

    def __init__(
        self, play: Play, say: Callable[[str], None], hint: Callable[[], None] = lambda: None
    ) -> None:
        """``hint``: how the coach is asked."""
        self._play = play
        self._say = say
        self._commands: Mapping[str, Callable[[str], None]] = {
            "go": lambda rest: play.go(parse_cell(rest.lower())),
            "legal": self._legal,
            "hint": lambda rest: hint(),
            "undo": lambda rest: self._command("undo"),
            "redo": lambda rest: self._command("redo"),
        }
        self._uses = {**_USES, **{name: question.about for name, question in QUESTIONS.items()}}

    def hear(self, line: str) -> None:
        first, _space, rest = line.strip().partition(" ")
        name = first.lower()
        if name in QUESTIONS:
            for answer in QUESTIONS[name].answer(self._asked(), rest.strip()):
                self._say(answer)
        elif name in self._commands:
            self._commands[name](rest.strip())
        elif rest:
            raise BadToken(repr(line), "a move is one word, such as wall5@e2 or draw")
        else:
            self._play.play(format_move(parse_move(token(self._play.state, first))))

    def guess(self, text: str) -> Line:
        """What the text may become, beside the line that is being typed."""
        first = text.strip().lower()
        if not first:
            return (Run(_("a move in notation, or a command"), MUTED),)
        found = [name for name in self._uses if name.startswith(first)]
        text = "  ".join(f"{name} {_(self._uses[name])}" for name in found[:3])
        return (Run(text, MUTED),) if found else ()

    def about(self, place: Place) -> str:
        """Everything about a cell in one sentence or two, for ears."""
        play = self._play
        seat, cell = cell_of(place)
        face = face_at(play.state.castles[seat], cell)
        content = built_name(face) if face else _("empty")
        said = [explained(cell_name(cell), f"{content}.")]
        if not face and play.is_asked and seat == play.seat:
            reason, move = play.why_not(cell), play.move_at(cell)
            if reason is not None:
                said.append(told(reason))
            elif move is not None:
                said += brought(play.state, seat, move, play.session.names)
        return " ".join(said)

    def examples(self) -> list[tuple[str, str]]:
        return [
            ("3@e2", _("build tile 3 there")),
            ("draw", _("draw 2 tiles")),
            ("legal", _("legal moves")),
            ("why 3@e2", _("why not")),
            ("gain 3@e2", _("what it brings")),
        ]

    def _asked(self) -> Asked:
        play = self._play

        def move(text: str) -> Move:
            """With the first payment that would do, if none is named."""
            typed = parse_move(token(play.state, text))
            if typed[0] in BUILDS and not typed[3]:
                same = (m for m in play.choices.moves if m[:3] == typed[:3])
                return next(same, typed)
            return typed

        def why_not(move: Move) -> IllegalMove | None:
            return explain(play.state, move)

        seat = play.seat if play.is_asked else None
        return Asked(play.state, seat, play.session.names, move, why_not, play.viewer)

    def _command(self, command: str) -> None:
        self._play.do(command)
        if self._play.error is not None:
            raise self._play.error

    def _legal(self, rest: str) -> None:
        play = self._play
        if not play.is_asked:
            raise NotYourMove("It is not your turn.")
        seen: set[tuple[Action, int, int]] = set()
        for move in play.choices.moves:
            action, what, cell, _paid = move
            if action in BUILDS:
                if (action, what, cell) in seen:
                    continue
                seen.add((action, what, cell))
            note = PLAIN.note(play.state, move)
            shown = format_move(move)
            self._say(f"{shown}  {note}" if note else shown)


_USES: Final[Mapping[str, str]] = {
    "go": N_("cell: go there"),
    "legal": N_("list what is legal"),
    "hint": N_("ask the coach for the best move"),
    "undo": N_("undo a move"),
    "redo": N_("redo a move"),
}
