"""Lines typed at the board: moves in notation, and questions that are answered in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import BadToken, IllegalMove, NotYourMove
from engine.kingdom.ground.hexes import NAMES, Hex, names, parse_hex
from engine.kingdom.ground.moves import NOWHERE, Action, Move, parse_move, word
from engine.kingdom.rules.actions import explain
from kbtui.games.kingdom.plain import QUESTIONS, about
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.words.words import TILES
from kbtui.games.lines import Asked
from kbtui.paint.runs import MUTED, Line, Run
from kbtui.text.i18n import N_, _


class Typed:
    """Hears a line; answers go to ``say``. Raises what is wrong with a move."""

    def __init__(
        self, play: Play, say: Callable[[str], None], hint: Callable[[], None] = lambda: None
    ) -> None:
        """``hint``: how the coach is asked."""
        self._play = play
        self._say = say
        self._commands: Mapping[str, Callable[[str], None]] = {
            "go": lambda rest: play.go(parse_hex(rest.lower())),
            "build": lambda rest: play.play(NAMES[parse_hex(rest)]),
            "tile": self._tile,
            "legal": self._legal,
            "hint": lambda rest: hint(),
            "undo": lambda rest: self._command("undo"),
            "redo": lambda rest: self._command("redo"),
            "restart": lambda rest: self._command("undo-turn"),
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
            raise BadToken(repr(line), "a move is one word, such as g7 or barn@g7-h9")
        else:
            self._play.play(first)

    def guess(self, text: str) -> Line:
        """What the text may become, beside the line that is being typed."""
        first = text.strip().lower()
        if not first:
            return (Run(_("a move in notation, or a command"), MUTED),)
        found = [name for name in self._uses if name.startswith(first)]
        text = "  ".join(f"{name} {_(self._uses[name])}" for name in found[:3])
        return (Run(text, MUTED),) if found else ()

    def about(self, hex_: Hex) -> str:
        """Everything about a hex in one sentence or two, for ears."""
        return about(self._asked(), hex_)

    def examples(self) -> list[tuple[str, str]]:
        return [
            ("g7", _("build there")),
            ("go g7", _("go there")),
            ("legal", _("legal hexes")),
            ("why g7", _("why not")),
            ("gain g7", _("what it pays")),
        ]

    def _asked(self) -> Asked:
        """A hex alone stands for what Enter there would do, with the tile that is in hand."""
        play = self._play

        def move(text: str) -> Move:
            typed = parse_move(text)
            return play.move_at(typed[2]) if typed[0] is Action.BUILD else typed

        def why_not(move: Move) -> IllegalMove | None:
            hex_ = move[1] if move[2] == NOWHERE else move[2]
            is_pointed = hex_ != NOWHERE and move == play.move_at(hex_)
            return play.why_not(hex_) if is_pointed else explain(play.state, move)

        seat = play.seat if play.is_asked else None
        return Asked(play.state, seat, play.session.names, move, why_not)

    def _command(self, command: str) -> None:
        self._play.do(command)
        if self._play.error is not None:
            raise self._play.error

    def _tile(self, rest: str) -> None:
        if rest not in {str(n) for n in range(1, 10)}:
            raise BadToken(repr(rest), "name the tile by its number, such as tile 2")
        self._command(f"tile-{rest}")

    def _legal(self, rest: str) -> None:
        play = self._play
        if not play.is_asked:
            raise NotYourMove("It is not your turn.")
        wanted = " ".join(name.upper() for name in names(play.wanted))
        text = _("Legal hexes: {hexes}") if wanted else _("There are no legal hexes.")
        self._say(text.format(hexes=wanted))
        others = sorted(play.choices.actions & {*TILES})
        if others:
            named = ", ".join(word(action) for action in others)
            self._say(_("Tiles you can use: {tiles}").format(tiles=named))


_USES: Final[Mapping[str, str]] = {
    "go": N_("hex: go there"),
    "build": N_("hex: build there"),
    "tile": N_("number: use that tile"),
    "legal": N_("list what is legal"),
    "hint": N_("ask the coach for the best move"),
    "undo": N_("undo a move"),
    "redo": N_("redo a move"),
    "restart": N_("undo the whole turn"),
}
