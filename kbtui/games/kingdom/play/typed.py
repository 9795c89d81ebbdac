"""Lines typed at the board: moves in notation, and questions that are answered in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.errors import BadToken, NotYourMove
from engine.kingdom.ground.hexes import BIT, NAMES, Hex, names, parse_hex
from engine.kingdom.ground.moves import Action, Move, parse_move, word
from engine.kingdom.rules.actions import explain
from engine.kingdom.scores import gains, parts
from engine.kingdom.state import tiles_left
from kbtui.games.kingdom.play.choices import ground_of
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.prompts import around, hex_name
from kbtui.games.kingdom.words.words import (
    TILES,
    goal_name,
    goal_text,
    terrain_name,
    tile_name,
    tile_text,
)
from kbtui.paint.runs import MUTED, Line, Run
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import told


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
            "why": self._why,
            "gain": self._gain,
            "about": lambda rest: say(self.about(parse_hex(rest.lower()))),
            "goals": lambda rest: self._goals(),
            "hint": lambda rest: hint(),
            "undo": lambda rest: self._command("undo"),
            "redo": lambda rest: self._command("redo"),
            "restart": lambda rest: self._command("undo-turn"),
        }

    def hear(self, line: str) -> None:
        first, _space, rest = line.strip().partition(" ")
        command = self._commands.get(first.lower())
        if command is not None:
            command(rest.strip())
        elif rest:
            raise BadToken(repr(line), "a move is one word, such as g7 or barn@g7-h9")
        else:
            self._play.play(first)

    def guess(self, text: str) -> Line:
        """What the text may become, beside the line that is being typed."""
        first = text.strip().lower()
        if not first:
            return (Run(_("a move in notation, or a command"), MUTED),)
        found = [name for name in self._commands if name.startswith(first)]
        if found:
            return (Run("  ".join(f"{name} {_(_USES[name])}" for name in found[:3]), MUTED),)
        return ()

    def _command(self, command: str) -> None:
        self._play.do(command)
        if self._play.error is not None:
            raise self._play.error

    def _tile(self, rest: str) -> None:
        if rest not in {str(n) for n in range(1, 10)}:
            raise BadToken(repr(rest), "name the tile by its number, such as tile 2")
        self._command(f"tile-{rest}")

    def _legal(self, rest: str) -> None:
        play = self._asked()
        wanted = " ".join(name.upper() for name in names(play.wanted))
        text = _("Legal hexes: {hexes}") if wanted else _("There are no legal hexes.")
        self._say(text.format(hexes=wanted))
        others = sorted(play.choices.actions & {*TILES})
        if others:
            named = ", ".join(word(action) for action in others)
            self._say(_("Tiles you can use: {tiles}").format(tiles=named))

    def _asked(self) -> Play:
        if not self._play.is_asked:
            raise NotYourMove("It is not your turn.")
        return self._play

    def _move(self, text: str) -> Move:
        if not text:
            raise BadToken(repr(text), "name a move, such as g7")
        return parse_move(text)

    def _why(self, rest: str) -> None:
        play, move = self._asked(), self._move(rest)
        is_bare = move[0] is Action.BUILD  # what Enter on that hex would do
        reason = play.why_not(move[2]) if is_bare else explain(play.state, move)
        self._say(_("It is legal.") if reason is None else told(reason))

    def _gain(self, rest: str) -> None:
        play, move = self._asked(), self._move(rest)
        if move[0] is Action.BUILD:
            move = play.move_at(move[2])
        assert play.seat is not None, "somebody is asked"
        row = gains(play.state, move)[play.seat]
        named = zip(parts(play.state), row, strict=True)
        changes = [f"{goal_name(part)} {gold:+}" for part, gold in named if gold]
        self._say(", ".join(changes) if changes else _("No gold now."))

    def _goals(self) -> None:
        for part in parts(self._play.state):
            self._say(f"{goal_name(part)}: {goal_text(part)}")

    def about(self, hex_: Hex) -> str:
        """Everything about a hex in one sentence or two, for ears."""
        play, state = self._play, self._play.state
        said = [f"{hex_name(hex_)}: {terrain_name(ground_of(state, hex_))}"]
        for index, slot in enumerate(state.setup.board.slots):
            if slot.hex == hex_:
                left = tiles_left(state, index)
                count = n_("{count} tile left", "{count} tiles left", left).format(count=left)
                said = [f"{hex_name(hex_)}: {tile_name(slot.kind)}, {tile_text(slot.kind)}", count]
        for seat, own in enumerate(state.settlements):
            if own & BIT[hex_]:
                said.append(_("settled by {name}").format(name=play.session.names[seat]))
        near = around(state, hex_)
        if near:
            said.append(_("next to {things}").format(things=", ".join(near)))
        if play.is_asked:
            reason = play.why_not(hex_)
            said.append(_("legal") if reason is None else told(reason))
        return "; ".join(said)


def examples() -> list[tuple[str, str]]:
    """What can be typed, with what it does."""
    return [
        ("g7", _("build there")),
        ("go g7", _("go there")),
        ("legal", _("legal hexes")),
        ("why g7", _("why not")),
        ("gain g7", _("what it pays")),
    ]


_USES: Final[Mapping[str, str]] = {
    "go": N_("hex: go there"),
    "build": N_("hex: build there"),
    "tile": N_("number: use that tile"),
    "legal": N_("list what is legal"),
    "why": N_("move: why it is not legal"),
    "gain": N_("move: what it would pay"),
    "about": N_("hex: everything about it"),
    "goals": N_("what pays gold"),
    "hint": N_("ask the coach for the best move"),
    "undo": N_("undo a move"),
    "redo": N_("redo a move"),
    "restart": N_("undo the whole turn"),
}
