"""Lines typed at the board: moves in notation, and questions that are answered in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.castle.castle import face_at
from engine.castle.moves import BUILDS, Action, Move, format_move, parse_move
from engine.castle.pieces.cells import parse_cell
from engine.castle.rules.actions import explain
from engine.errors import IllegalMove
from kbtui.games.castle.board.marks import cell_of
from kbtui.games.castle.lines.plain import PLAIN
from kbtui.games.castle.lines.questions import QUESTIONS
from kbtui.games.castle.lines.tilenumbers import token
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.words.names import built_name, cell_name
from kbtui.games.castle.words.outlook import brought
from kbtui.games.kit import Place
from kbtui.games.plain import Asked
from kbtui.games.typed import Command, TypedLines
from kbtui.text.i18n import N_, _
from kbtui.text.phrases import told
from kbtui.text.words import explained


class Typed(TypedLines[Play]):
    """The notation of Castle Builder; a tile may be named by its number in the rack."""

    questions = QUESTIONS
    one_word = N_("a move is one word, such as wall5@e2 or draw")
    uses: ClassVar[Mapping[str, str]] = {"go": N_("cell: go there")}

    def commands(self) -> Mapping[str, Command]:
        return {"go": lambda rest: self.play.go(parse_cell(rest.lower()))}

    def move(self, text: str) -> None:
        self.play.play(format_move(parse_move(token(self.play.state, text))))

    def about(self, place: Place) -> str:
        """Everything about a cell in one sentence or two, for ears."""
        play = self.play
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

    def asked(self) -> Asked:
        play = self.play

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

    def say_legal(self) -> None:
        play = self.play
        seen: set[tuple[Action, int, int]] = set()
        for move in play.choices.moves:
            action, what, cell, _paid = move
            if action in BUILDS:
                if (action, what, cell) in seen:
                    continue
                seen.add((action, what, cell))
            note = PLAIN.note(play.state, move)
            shown = format_move(move)
            self.say(f"{shown}  {note}" if note else shown)
