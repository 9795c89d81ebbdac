"""Kingdom Builder in plain lines: the board, the questions that can be typed, and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.contract import Seat
from engine.errors import BadToken, NotYourMove
from engine.kingdom.ground.hexes import BIT, Hex, parse_hex
from engine.kingdom.ground.moves import Action, Move, word
from engine.kingdom.ground.terrain import format_card
from engine.kingdom.rules.actions import actions, targets
from engine.kingdom.scores import gains, parts, scores
from engine.kingdom.state import Phase, State, occupied, tiles_left
from kbtui.games.kingdom.board import letters
from kbtui.games.kingdom.board.letters import Marked, legend_lines, location_lines, score_lines
from kbtui.games.kingdom.play.choices import ground_of
from kbtui.games.kingdom.play.prompts import hex_name, neighbors
from kbtui.games.kingdom.words import telling
from kbtui.games.kingdom.words.names import (
    goal_here,
    goal_name,
    terrain_name,
    tile_name,
    tile_text,
)
from kbtui.games.plain import Asked, Plain, Question, Window
from kbtui.text.i18n import N_, _, n_
from kbtui.text.phrases import told
from kbtui.text.words import either, explained, inline

_MOVES: Final = (
    N_("A move: g7 builds there, oracle@g7 uses a tile, barn@c4-d6 moves with one."),
    N_("end      end the turn; pass declines a Canoe; play:forest chooses a card"),
)


# ---- questions ------------------------------------------------------------------------------


def _why(asked: Asked, text: str) -> Iterator[str]:
    _seat(asked)
    reason = asked.why_not(_move(asked, "why", text))
    yield _("It is legal.") if reason is None else told(reason)


def _gain(asked: Asked, text: str) -> Iterator[str]:
    changes = _earned(asked, _move(asked, "gain", text))
    yield ", ".join(changes) + "." if changes else _("No gold now.")


def _earned(asked: Asked, move: Move) -> list[str]:
    """What a legal move earns, goal by goal."""
    named = zip(parts(asked.state), gains(asked.state, move)[_seat(asked)], strict=True)
    return [f"{goal_name(part)} {gold:+}" for part, gold in named if gold]


def _seat(asked: Asked) -> Seat:
    if asked.seat is None:
        raise NotYourMove("It is not your turn.")
    return asked.seat


def _move(asked: Asked, question: str, text: str) -> Move:
    if not text:
        raise BadToken(repr(question), "name a move, such as g7")
    move: Move = asked.move(text)
    return move


def _goals(asked: Asked, _text: str) -> Iterator[str]:
    for part in parts(asked.state):
        yield f"{explained(goal_name(part), goal_here(part, asked.state))}."


def _about(asked: Asked, text: str) -> Iterator[str]:
    yield about(asked, parse_hex(text.lower()))


def about(asked: Asked, hex_: Hex) -> str:
    """Everything about a hex in one sentence or two, for ears."""
    state: State = asked.state
    said = [f"{hex_name(hex_)}: {terrain_name(ground_of(state, hex_))}"]
    for index, slot in enumerate(state.setup.board.slots):
        if slot.hex == hex_:
            left = tiles_left(state, index)
            count = n_("{count} tile left", "{count} tiles left", left).format(count=left)
            said = [f"{hex_name(hex_)}: {tile_name(slot.kind)}, {tile_text(slot.kind)}", count]
    for seat, own in enumerate(state.settlements):
        if own & BIT[hex_]:
            said.append(_("settled by {name}").format(name=asked.names[seat]))
    near = neighbors(state, hex_)
    if near:
        said.append(_("next to {things}").format(things=", ".join(near)))
    if asked.seat is not None:
        move = asked.move(hex_name(hex_).lower())
        reason = asked.why_not(move)
        said += [_("legal"), *_earned(asked, move)] if reason is None else [told(reason)]
    return "; ".join(said)


def _tiles(asked: Asked, _text: str) -> Iterable[str]:
    return location_lines(asked.state)


QUESTIONS: Final[Mapping[str, Question]] = {
    "why": Question("why g7", N_("explain why a move is not legal"), _why),
    "gain": Question("gain g7", N_("say what a move would earn, goal by goal"), _gain),
    "about": Question("about g7", N_("say everything about a hex"), _about),
    "tiles": Question(
        "tiles", N_("say where the locations are, what they do and who has which tiles"), _tiles
    ),
    "goals": Question("goals", N_("say what pays gold in this game"), _goals),
}


# ---- the game -------------------------------------------------------------------------------


class _Kingdom:
    moves: Sequence[str] = _MOVES
    questions = QUESTIONS

    def introduction(self, state: State) -> Iterator[str]:
        yield from telling.boards(state.setup)
        goals = ", ".join(inline(goal_name(goal)) for goal in state.setup.goals)
        yield _("Goals: {goals}.").format(goals=goals)

    def task(self, state: State) -> str:
        if state.reactions:
            return _("your Canoe can react: type canoe@ and a marsh or water hex, or pass.")
        if state.phase is Phase.CHOOSE:
            hand = either(format_card(card) for card in state.cards.hands[state.seat])
            return _("choose a card, {cards}.").format(cards=hand)
        return telling.owed(state, actions(state))

    def awaited(self, state: State, who: str) -> str:
        return _("Waiting for {who}.").format(who=who)

    def hides(self, state: State) -> bool:
        return state.phase is Phase.CHOOSE

    def token(self, state: State, text: str) -> str:
        is_card = state.phase is Phase.CHOOSE and ":" not in text
        return f"{word(Action.PLAY)}:{text}" if is_card else text

    def group(self, move: Move) -> str:
        return word(move[0])

    def note(self, state: State, move: Move) -> str:
        return ""

    def board(self, asked: Asked, window: Window | None, since: Any | None) -> list[str]:
        state: State = asked.state
        changed = 0 if since is None else occupied(state) ^ occupied(since)
        action = Action.CANOE if state.reactions else Action.BUILD
        open_ = 0 if asked.seat is None else targets(state, action)
        return letters.board_lines(state, _painter(window), Marked(changed, open_))

    def legend(self, state: State, window: Window | None) -> list[str]:
        return legend_lines(state, _painter(window))

    pieces = staticmethod(location_lines)

    def scores(self, state: State, names: Sequence[str]) -> Iterable[str]:
        return score_lines(state, scores(state), names)


def _painter(window: Window | None) -> letters.Painter | None:
    if window is None:
        return None
    from kbtui.games.kingdom.board.ansi import Look  # late: who plays in plain lines needs none

    return Look(*window)


PLAIN: Final[Plain] = _Kingdom()
