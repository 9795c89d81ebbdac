"""Lines typed at the board: moves in notation, and questions that are answered in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.errors import BadToken, IllegalMove
from engine.kingdom.ground.hexes import NAMES, Hex, names, parse_hex
from engine.kingdom.ground.moves import NOWHERE, Action, Move, parse_move, word
from engine.kingdom.rules.actions import explain
from kbtui.games.kingdom.plain import QUESTIONS, about
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words.names import TILES
from kbtui.games.plain import Asked
from kbtui.games.typed import Command, TypedLines
from kbtui.text.i18n import N_, _


class Typed(TypedLines[Play]):
    """The notation of Kingdom Builder; a hex alone is a settlement to be built there."""

    questions = QUESTIONS
    one_word = N_("a move is one word, such as g7 or barn@g7-h9")
    uses: ClassVar[Mapping[str, str]] = {
        "go": N_("hex: go there"),
        "build": N_("hex: build there"),
        "tile": N_("number: use that tile"),
        "restart": N_("undo the whole turn"),
    }

    def commands(self) -> Mapping[str, Command]:
        return {
            "go": lambda rest: self.play.go(parse_hex(rest.lower())),
            "build": lambda rest: self.move(NAMES[parse_hex(rest)]),
            "tile": self._tile,
            "restart": lambda _rest: self.command("undo-turn"),
        }

    def move(self, text: str) -> None:
        self.play.play(text)

    def about(self, hex_: Hex) -> str:
        """Everything about a hex in one sentence or two, for ears."""
        return about(self.asked(), hex_)

    def examples(self) -> list[tuple[str, str]]:
        return [
            ("g7", _("build there")),
            ("go g7", _("go there")),
            ("legal", _("legal hexes")),
            ("why g7", _("why not")),
            ("gain g7", _("what it pays")),
        ]

    def asked(self) -> Asked:
        """A hex alone stands for what Enter there would do, with the tile that is in hand."""
        play = self.play

        def move(text: str) -> Move:
            typed = parse_move(text)
            return play.move_at(typed[2]) if typed[0] is Action.BUILD else typed

        def why_not(move: Move) -> IllegalMove | None:
            hex_ = move[1] if move[2] == NOWHERE else move[2]
            is_pointed = hex_ != NOWHERE and move == play.move_at(hex_)
            return play.why_not(hex_) if is_pointed else explain(play.state, move)

        seat = play.seat if play.is_asked else None
        return Asked(play.state, seat, play.session.names, move, why_not)

    def _tile(self, rest: str) -> None:
        if rest not in {str(n) for n in range(1, 10)}:
            raise BadToken(repr(rest), "name the tile by its number, such as tile 2")
        self.command(f"tile-{rest}")

    def say_legal(self) -> None:
        play = self.play
        wanted = " ".join(name.upper() for name in names(play.wanted))
        text = _("Legal hexes: {hexes}") if wanted else _("There are no legal hexes.")
        self.say(text.format(hexes=wanted))
        others = sorted(play.choices.actions & {*TILES})
        if others:
            named = ", ".join(word(action) for action in others)
            self.say(_("Tiles you can use: {tiles}").format(tiles=named))
