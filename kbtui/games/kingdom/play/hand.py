"""A person at the board: it takes commands and makes moves; it knows no terminal.

Every move goes through the session. What is selected and what can be chosen is in ``stance``, the
texts are in ``prompts``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.contract import Seat
from engine.errors import EngineError, IllegalMove, NotYourMove, Phrase
from engine.kingdom.ground.hexes import BIT, Hex
from engine.kingdom.ground.moves import (
    END,
    NOWHERE,
    PASS,
    Action,
    Move,
    Shape,
    format_move,
    parse_move,
    shape,
)
from engine.kingdom.rules.actions import actions, explain
from engine.kingdom.scores import parts
from engine.kingdom.state import OPEN, Phase
from kbtui.games.kingdom.play.choices import sample_of
from kbtui.games.kingdom.play.stance import Stance
from kbtui.games.kingdom.play.steering import STEPS, nearest, next_of, put
from kbtui.play.session import Session

ASK_ALWAYS: Final = "always"
ASK_UNUSED: Final = "unused"


class Play(Stance):
    """Commands change how the person stands, and make moves."""

    def __init__(self, session: Session, ask: str = ASK_ALWAYS) -> None:
        """``ask``: when to ask before a turn ends: always, unused, never."""
        self.ask = ask
        self.hinted: Move | None = None  # what the coach proposed, until the next command
        self._is_clicked = False  # the mouse has put the cursor where it is
        self._commands: dict[str, Callable[[], None]] = {
            "choose": self._choose,
            "next": lambda: self.go(next_of(self.wanted, self.cursor.hex)),
            "previous": lambda: self.go(next_of(self.wanted, self.cursor.hex, -1)),
            "undo": lambda: self._back(self.session.undo, 1),
            "undo-turn": lambda: self._back(self.session.undo, self.can_undo or 1),
            "redo": lambda: self._back(self.session.redo, 1),
            "end": self._end,
            "back": self._step_back,
            "half-left": lambda: self._choose_half(0),
            "half-right": lambda: self._choose_half(1),
            "goal": self._next_goal,
            "seams": self._toggle_seams,
            "last": lambda: self.go(next_of(self.last, self.cursor.hex)),
            **{f"tile-{n}": self._tile_command(n - 1) for n in range(1, 10)},
        }
        super().__init__(session)

    def do(self, command: str) -> bool:
        """Carry out a command; False if it is none of ours."""
        self.error = None
        self._is_clicked = False
        if command != "choose":
            self.hinted = None
        if command in STEPS:
            self.cursor = STEPS[command](self.cursor)
            return True
        if command not in self._commands:
            return False
        if command not in ("goal", "end", "choose") and self.goal is not None:
            self.goal = None
            if command == "back":
                return True
        try:
            self._commands[command]()
        except EngineError as error:
            self.error = error
        return True

    def point(self, hex_: Hex) -> None:
        """A click: the cursor goes there; a second one chooses. Where the cursor happens to stand
        is nobody's choice: there too the first click only points."""
        self.error = None
        if hex_ == self.cursor.hex and (self._is_clicked or self.hinted is not None):
            self.do("choose")
        else:
            self.go(hex_)
        self._is_clicked = True

    def is_pointed_at(self, stood: Hex) -> bool:
        """Whether a click has found the cursor where it stood, and a second one would choose."""
        return self._is_clicked and self.cursor.hex == stood and bool(self.wanted & BIT[stood])

    def play(self, token: str) -> None:
        """A typed move; raises what is wrong with it."""
        if self.hands_over_to is not None:
            raise NotYourMove("It is not your turn.")
        action, _origin, target = parse_move(token)
        self._play(token)
        if shape(action) in (Shape.HEX, Shape.PATH):
            self.go(target)  # to see what was typed

    def go(self, hex_: Hex) -> None:
        self.cursor = put(hex_)
        self.hinted, self._is_clicked = None, False

    def take_up(self, move: Move) -> None:
        """The coach's move, put as if the person had chosen all of it but the last Enter."""
        action, origin, target = move
        self.goal = self.half = self.tile = self.origin = None
        self.is_asking = action is Action.END
        if self.state.reactions:
            self.tile = Action.CANOE
        elif shape(action) in (Shape.HEX, Shape.PATH, Shape.TAKE) and action is not Action.BUILD:
            self.tile = action
        if shape(action) is Shape.PATH:
            self.origin = origin
        if shape(action) is Shape.TAKE:
            self.go(origin)
        elif shape(action) in (Shape.HEX, Shape.PATH):
            self.go(target)
        self.hinted = move

    def settle_in(self) -> None:
        """The person is asked anew: bring the cursor to something that can be chosen."""
        if self.is_asked and not self.wanted & BIT[self.cursor.hex]:
            self.go(nearest(self.wanted, self.cursor.hex))

    def _choose(self) -> None:
        if self.hands_over_to is not None:
            self.seat = self.hands_over_to
            self.refresh()
            self.settle_in()
        elif self.goal is not None:
            self.goal = None
        elif self.hinted is not None:
            self._play(format_move(self.hinted))
        elif self.is_asking:
            self._play(format_move(END))
        elif self.is_asked and self.state.phase is Phase.CHOOSE:
            self._choose_card(0)
        elif self.is_asked:
            self._choose_hex(self.cursor.hex)

    def _choose_hex(self, hex_: Hex) -> None:
        reason = self.why_not(hex_)
        if reason is not None:
            raise reason
        if self.is_picking and shape(self.action) is Shape.PATH:
            self.origin = hex_
        else:
            self._play(format_move(self.move_at(hex_)))

    def _play(self, token: str) -> None:
        self.hinted = None
        self.session.play(token)
        self.tile = self.origin = None
        self.is_asking = False
        self.refresh()

    def _tile_command(self, index: int) -> Callable[[], None]:
        return lambda: self._choose_tile(index)

    def _choose_tile(self, index: int) -> None:
        if self.seat is None or self.hands_over_to is not None:
            return  # the prompt says who is asked
        if not self.is_asked:
            raise NotYourMove("It is not your turn.")
        if self.state.phase is Phase.CHOOSE:
            self._choose_card(index)
            return
        tiles = self.tiles
        if index >= len(tiles):
            raise NotYourMove("You have no tile {number}.", number=index + 1)
        action = tiles[index].action
        if self.state.reactions:
            if action is not Action.CANOE:
                raise NotYourMove("Only your Canoe can be used now.")
            return  # it is in hand
        if action == self.tile:
            self.tile = self.origin = None
            return
        if action not in self.choices.actions:
            reason = explain(self.state, sample_of(action, self.cursor.hex))
            is_open = action in actions(self.state)  # only without a place for it
            raise IllegalMove("L-GEN-11", _NOWHERE) if is_open or reason is None else reason
        self.tile, self.origin, self.is_asking = action, None, False
        self.settle_in()

    def _choose_card(self, index: int) -> None:
        cards = self.choices.cards
        if index >= len(cards):
            raise NotYourMove("You have no card {number}.", number=index + 1)
        self._play(format_move((Action.PLAY, NOWHERE, cards[index])))

    def _choose_half(self, index: int) -> None:
        card = self.state.cards.played
        if self.is_asked and card is not None and self.state.terrain == OPEN:
            faces = self.state.setup.faces[card]
            chosen = faces[min(index, len(faces) - 1)]
            self.half = None if chosen == self.half else chosen
            self.settle_in()

    def _end(self) -> None:
        if not self.is_asked:
            return
        if self.state.reactions:
            self._play(format_move(PASS))
            return
        if Action.END not in self.choices.actions:
            raise explain(self.state, END) or IllegalMove("T-5", _NOWHERE)
        if self.is_asking or not self._must_ask:
            self._play(format_move(END))
            return
        self.tile = self.origin = None
        self.is_asking = True

    @property
    def _must_ask(self) -> bool:
        if self.ask == ASK_UNUSED:
            return bool(self.choices.actions - {Action.END})
        return self.ask == ASK_ALWAYS

    def _step_back(self) -> None:
        if self.state.reactions and self.is_asked:
            self._play(format_move(PASS))
        elif self.is_asking:
            self.is_asking = False
        elif self.origin is not None:
            self.go(self.origin)
            self.origin = None
        else:
            self.tile = None

    @property
    def has_step_back(self) -> bool:
        """Whether Esc does something here, or leads out of the game."""
        is_busy = self.is_asking or self.origin is not None or self.tile is not None
        return is_busy or self.goal is not None

    def _back(self, step: Callable[[Seat], object], times: int) -> None:
        if self.seat is None:
            return
        self.is_asking = False
        for _time in range(times):
            step(self.seat)
        self.tile = self.origin = None
        self.refresh()

    def _next_goal(self) -> None:
        following = 0 if self.goal is None else self.goal + 1
        self.goal = following if following < len(parts(self.state)) else None

    def _toggle_seams(self) -> None:
        self.seams = not self.seams


_NOWHERE: Final = Phrase("There is no legal hex for it now.")
