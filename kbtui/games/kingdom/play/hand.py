"""A person at the board: it takes commands and makes moves; it knows no terminal.

Every move goes through the session. What is selected and what can be chosen is in ``stance``, the
texts are in ``prompts``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.errors import IllegalMove, NotYourMove, Phrase
from engine.kingdom.ground.hexes import BIT, NAMES, Hex, parse_hex
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
from engine.kingdom.state import OPEN, Phase
from kbtui.games.kingdom.play.choices import sample_of
from kbtui.games.kingdom.play.stance import Stance
from kbtui.games.kingdom.play.steering import STEPS, nearest, next_of, put
from kbtui.play.person import ASK_ALWAYS, ASK_UNUSED
from kbtui.play.session import Session
from kbtui.text.i18n import _


class Play(Stance):
    """Commands change how the person stands, and make moves."""

    def __init__(self, session: Session, ask: str = ASK_UNUSED) -> None:
        self.hinted: Move | None = None  # what the coach proposed, until the next command
        self._is_clicked = False  # the mouse has put the cursor where it is
        super().__init__(session, ask)
        self.commands |= {
            "choose": self._choose,
            "next": lambda: self.go(next_of(self.wanted, self.cursor.hex)),
            "previous": lambda: self.go(next_of(self.wanted, self.cursor.hex, -1)),
            "end": self._end,
            "back": self._step_back,
            "half-left": lambda: self._choose_half(0),
            "half-right": lambda: self._choose_half(1),
            "last": lambda: self.go(next_of(self.last, self.cursor.hex)),
            **{f"tile-{n}": self._tile_command(n - 1) for n in range(1, 10)},
        }

    def do(self, command: str) -> bool:
        if command.startswith(_GOAL):
            self.show_goal(int(command.removeprefix(_GOAL)))
            return True
        if command.startswith(_GO):
            self.go(parse_hex(command.removeprefix(_GO)))
            return True
        self._is_clicked = False
        if command != "choose":
            self.hinted = None
        if command in STEPS:
            self.error = None
            self.cursor = STEPS[command](self.cursor)
            return True
        is_shown = self.goal is not None
        if is_shown and command in self.commands and command not in ("goal", "end", "choose"):
            self.goal = self.error = None
            if command == "back":
                return True
        return super().do(command)

    def point(self, place: Hex) -> str:
        """The cursor goes there; a second click chooses. Where the cursor happens to stand is
        nobody's choice: there too the first click only points."""
        self.error = None
        stood, entries = self.cursor.hex, len(self.session.table.entries)
        if place == stood and (self._is_clicked or self.hinted is not None):
            self.do("choose")
        else:
            self.go(place)
        self._is_clicked = True
        is_idle = self.cursor.hex == stood and len(self.session.table.entries) == entries
        if not is_idle or not self.wanted & BIT[stood]:
            return ""
        return _("Click again to choose {hex}.").format(hex=NAMES[stood].upper())

    def play(self, token: str) -> None:
        if self.hands_over_to is not None:
            raise NotYourMove("It is not your turn.")
        action, _origin, target = parse_move(token)
        self.make(token)
        if shape(action) in (Shape.HEX, Shape.PATH):
            self.go(target)  # to see what was typed

    def go(self, hex_: Hex) -> None:
        self.cursor = put(hex_)
        self.hinted, self._is_clicked = None, False

    def take_up(self, token: str) -> None:
        action, origin, target = move = parse_move(token)
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
        if self.is_asked and not self.wanted & BIT[self.cursor.hex]:
            self.go(nearest(self.wanted, self.cursor.hex))

    def _choose(self) -> None:
        if self.hands_over_to is not None:
            self.take_keyboard()
        elif self.goal is not None:
            self.goal = None
        elif self.hinted is not None:
            self.make(format_move(self.hinted))
        elif self.is_asking:
            self.make(format_move(END))
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
            self.make(format_move(self.move_at(hex_)))

    def make(self, token: str) -> None:
        self.hinted = None
        super().make(token)

    def drop(self) -> None:
        self.tile = self.origin = None

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
        self.make(format_move((Action.PLAY, NOWHERE, cards[index])))

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
            self.make(format_move(PASS))
            return
        if Action.END not in self.choices.actions:
            raise explain(self.state, END) or IllegalMove("T-5", _NOWHERE)
        if self.is_asking or not self._must_ask:
            self.make(format_move(END))
            return
        self.tile = self.origin = None
        self.is_asking = True

    @property
    def _must_ask(self) -> bool:
        if self.ask == ASK_UNUSED:
            return not self.is_done
        return self.ask == ASK_ALWAYS

    def _step_back(self) -> None:
        if self.state.reactions and self.is_asked:
            self.make(format_move(PASS))
        elif self.is_asking:
            self.is_asking = False
        elif self.origin is not None:
            self.go(self.origin)
            self.origin = None
        else:
            self.tile = None

    @property
    def has_step_back(self) -> bool:
        is_busy = self.is_asking or self.origin is not None or self.tile is not None
        return is_busy or self.goal is not None


_GOAL: Final = "goal-"  # before the number of a part of the score
_GO: Final = "go-"  # before the name of a hex
_NOWHERE: Final = Phrase("There is no legal hex for it now.")
