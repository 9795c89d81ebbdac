"""A person at the board: the cursor, the selected tile, the steps of a move, the end of the turn.

It takes commands and gives marks and moves; it knows no terminal. Every move goes through the
session. The texts are in ``prompts``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from engine.contract import Seat, Viewer
from engine.errors import EngineError, IllegalMove, NotYourMove, Phrase
from engine.kingdom.hexes import BIT, SIZE, Hex, Mask, at, hexes, mask_of
from engine.kingdom.moves import (
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
from engine.kingdom.rules import actions, explain
from engine.kingdom.scores import gains, parts, scores
from engine.kingdom.state import OPEN, Phase, builds_left
from engine.kingdom.terrain import Terrain
from kbtui.boardart import Marks
from kbtui.choices import Choices, other_half, sample_of, stuck, tiles_by
from kbtui.held import Held, held
from kbtui.session import Session
from kbtui.steering import STEPS, Cursor, nearest, next_of, put
from kbtui.turns import placed

ASK_ALWAYS: Final = "always"
ASK_UNUSED: Final = "unused"
_BY_CARD: Final = (Action.BUILD, Action.ORACLE, Action.BARN)  # what the halves of a card are for


class Play:
    """One person, or several at one keyboard, in a session."""

    def __init__(self, session: Session, ask: str = ASK_ALWAYS) -> None:
        """``ask``: when to ask before a turn ends: always, unused, never."""
        self.session = session
        self.ask = ask
        people = session.people
        # With several people nobody has the keyboard until it is passed to them.
        self.seat: Seat | None = people[0] if len(people) == 1 else None
        self.cursor: Cursor = put(at(SIZE // 2, SIZE // 2))
        self.tile: Action | None = None  # the extra action that is being used
        self.origin: Hex | None = None  # the settlement that it moves
        self.half: Terrain | None = None  # the half of a double card that is looked at
        self.is_asking = False  # whether to end the turn
        self.goal: int | None = None  # the part of the score that is shown on the board
        self.seams = False
        self.hover: Hex | None = None
        self.error: EngineError | None = None  # why the last command did nothing
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
        self.refresh()

    # What is

    def refresh(self) -> None:
        """The game has gone on: forget what belonged to the state before."""
        self.state = self.session.observation(self.viewer)
        self.__dict__.pop("choices", None)
        if not self.is_asked:
            self.tile = self.origin = self.half = None
            self.is_asking = False
            return
        if self.state.reactions:
            self.tile = Action.CANOE
        elif self.tile not in self.choices.actions:
            self.tile = self.origin = None
        if self.origin is not None and not self.wanted:
            self.origin = None
        if self.state.terrain != OPEN:
            self.half = None

    @property
    def viewer(self) -> Viewer:
        """Whose cards are shown. Where several people look at one screen, a hand is shown only to
        the one who is asked."""
        is_alone = len(self.session.people) == 1
        return self.seat if is_alone or self.is_asked else None

    @property
    def hands_over_to(self) -> Seat | None:
        """The person who should take the keyboard now."""
        seat = self.session.waits_for
        return seat if seat is not None and seat != self.seat else None

    @property
    def is_asked(self) -> bool:
        """Whether the person at the keyboard has to act."""
        return self.session.waits_for is not None and self.session.waits_for == self.seat

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.state)

    @property
    def tiles(self) -> list[Held]:
        return held(self.state, self.seat) if self.seat is not None else []

    @property
    def can_undo(self) -> int:
        return self.session.table.can_undo(self.seat) if self.seat is not None else 0

    @property
    def can_redo(self) -> int:
        return self.session.table.can_redo(self.seat) if self.seat is not None else 0

    @property
    def action(self) -> Action:
        """What Enter on a hex would do."""
        return self.tile if self.tile is not None else Action.BUILD

    @property
    def is_picking(self) -> bool:
        """Whether a settlement has to be picked: the first step of a move, or a Temple."""
        return shape(self.action) is Shape.TAKE or (
            shape(self.action) is Shape.PATH and self.origin is None
        )

    @property
    def wanted(self) -> Mask:
        """The hexes that can be chosen now."""
        if not self.is_asked:
            return 0
        if not self.is_picking:
            return self._targets(NOWHERE if self.origin is None else self.origin)
        origins = self.choices.origins(self.action)
        if self.half is None or self.action not in _BY_CARD:
            return origins
        return mask_of(hex_ for hex_ in hexes(origins) if self._targets(hex_))

    def _targets(self, origin: Hex) -> Mask:
        """Where the action leads to, on the half of the card that is looked at."""
        mask = self.choices.targets(self.action, origin)
        if self.half is None or self.action not in _BY_CARD:
            return mask
        return mask & self.state.setup.board.terrain[self.half]

    @property
    def last(self) -> Mask:
        """What the others have placed since the person acted last."""
        table = self.session.table
        acted = len(table.entries)
        while acted and table.entries[acted - 1].actor != self.seat:
            acted -= 1
        return placed(table.states[acted], self.state) if self.seat is not None else 0

    @property
    def marks(self) -> Marks:
        wanted = self.wanted
        lit = 0
        if self.goal is not None:
            lit = self.shown_hexes
        return Marks(
            legal=0 if self.is_picking else wanted,
            movable=wanted if self.is_picking else 0,
            last=self.last,
            lit=lit,
            cursor=self.cursor.hex,
            hover=self.hover,
            moving=self.origin,
            seams=self.seams or bool({"lords", "farmers", "vassals"} & {*self.state.setup.goals}),
        )

    @property
    def shown_hexes(self) -> Mask:
        """What earns gold for the part that is shown: of the person, or of whoever is on turn."""
        if self.goal is None:
            return 0
        seat = self.seat if self.seat is not None else self.state.seat
        return scores(self.state).earned[seat][self.goal].hexes

    def move_at(self, hex_: Hex) -> Move:
        """The move that Enter on this hex stands for, legal or not."""
        if shape(self.action) is Shape.TAKE:
            return self.action, hex_, NOWHERE
        if self.is_picking:  # the first step: no move yet
            return self.action, hex_, hex_
        return self.action, NOWHERE if self.origin is None else self.origin, hex_

    def gain_at(self, hex_: Hex) -> tuple[tuple[str, int], ...] | None:
        """What the move on this hex would change, by part; None if it is not legal."""
        if self.seat is None or not self.wanted & BIT[hex_]:
            return None
        if self.is_picking and shape(self.action) is not Shape.TAKE:
            return None
        row = gains(self.state, self.move_at(hex_))[self.seat]
        named = zip(parts(self.state), row, strict=True)
        return tuple((part, gold) for part, gold in named if gold)

    def tiles_at(self, hex_: Hex) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """The tiles that the move on this hex would bring, and those that it would lose."""
        if self.seat is None or self.gain_at(hex_) is None:
            return (), ()
        return tiles_by(self.state, self.move_at(hex_), self.seat)

    def why_not(self, hex_: Hex) -> IllegalMove | None:
        """Why nothing can be done on this hex now; None if something can."""
        if self.wanted & BIT[hex_]:
            return None
        reason = explain(self.state, self.move_at(hex_))
        if self.is_picking and self.state.settlements[self.state.seat] & BIT[hex_]:
            return stuck(hex_)
        if reason is None and self.half is not None:
            return other_half(self.state, hex_, self.half)
        return reason

    # Commands

    def do(self, command: str) -> bool:
        """Carry out a command; False if it is none of ours."""
        self.error = None
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
        """A click: the cursor goes there; on the cursor it chooses."""
        self.error = None
        if hex_ == self.cursor.hex:
            self.do("choose")
        else:
            self.go(hex_)

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
        self.session.play(token)
        self.tile = self.origin = None
        self.is_asking = False
        self.refresh()

    def _tile_command(self, index: int) -> Callable[[], None]:
        return lambda: self._choose_tile(index)

    def _choose_tile(self, index: int) -> None:
        if self.is_asked and self.state.phase is Phase.CHOOSE:
            self._choose_card(index)
            return
        tiles = self.tiles
        if not self.is_asked or index >= len(tiles) or self.state.reactions:
            return
        action = tiles[index].action
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
        if index < len(cards):
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
        count = len(parts(self.state)) - (not self.state.setup.board.palaces)
        following = 0 if self.goal is None else self.goal + 1
        self.goal = following if following < count else None

    def _toggle_seams(self) -> None:
        self.seams = not self.seams

    @property
    def unbuilt(self) -> int:
        return builds_left(self.state) if self.state.phase is Phase.TURN else 0


_NOWHERE: Final = Phrase("There is no place for it on the board now.")
