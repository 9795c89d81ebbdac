"""A person at a castle: it takes commands and makes moves; it knows no terminal.

Every move goes through the session. What is selected and what can be chosen is in ``stance``, the
texts are in ``prompts``. Tile and cell can be chosen in either order; what lies in a row (coins,
seats, tiles of the market) is pointed at first and taken with Enter, or by the same key again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.yard import Yard
from engine.castle.moves import BUILDS, DRAW, NO_BAG, NONE, Action, Move, format_move, parse_move
from engine.castle.pieces.cells import GATE_CELL, Cell
from engine.castle.rules.actions import explain
from engine.castle.state import Phase
from engine.errors import IllegalMove, NotYourMove
from kbtui.games.castle.board.marks import cell_of
from kbtui.games.castle.play.choices import MARKET_KEYS, Slot, topple
from kbtui.games.castle.play.looking import IN_A_ROW, WITH_RACK, Looking
from kbtui.games.castle.play.stance import COUNTS, Stance, Step
from kbtui.games.castle.play.steering import STEPS, nearest, put
from kbtui.games.castle.words.names import cell_name
from kbtui.games.kit import Place
from kbtui.play.person import ASK_ALWAYS
from kbtui.play.session import Session
from kbtui.text.i18n import _

# What is meant by something that lies in a row.
_TAKEN: Final[Mapping[Step, Callable[[Stance, int], Move]]] = {
    Step.COIN: lambda hand, coin: (Action.COIN, coin, NONE, NO_BAG),
    Step.THIEF: lambda hand, seat: (Action.THIEF, seat, NONE, NO_BAG),
    Step.TAKE: lambda hand, index: (
        Action.MILL if hand.state.phase is Phase.MILL else Action.TAKE,
        hand.choices.picks[index],
        NONE,
        NO_BAG,
    ),
}


class Play(Looking):
    """Commands change how the person stands, and make moves."""

    def __init__(self, session: Session, ask: str = ASK_ALWAYS) -> None:
        self._pressed = ""  # the last command, and whether it came twice
        self._is_pressed_again = False
        super().__init__(session, ask)
        self.commands |= {
            "choose": self._choose,
            "next": lambda: self._next(1),
            "previous": lambda: self._next(-1),
            "draw": self._draw,
            "piece-next": lambda: self.roll(1),
            "piece-previous": lambda: self.roll(-1),
            "back": self._step_back,
            "last": self._next_new,
            "seams": self._next_castle,
            "end": self._end,
            **{key: self._key_command(key) for key in _KEYS},
        }

    def do(self, command: str) -> bool:
        head, _dash, number = command.rpartition("-")
        if head in _POINTED and number.isdecimal():
            self.error = None
            _POINTED[head](self, int(number))
            return True
        self._is_clicked = False
        if command != "choose":
            self.hinted = None
        before, self._pressed = self._pressed, command
        self._is_pressed_again = before == command
        if command in STEPS:
            self.error = None
            self._steer(command)
            return True
        is_shown = self.goal is not None
        if is_shown and command in self.commands and command not in _WITH_COUNTS:
            self.goal = self.error = None
            if command == "back":
                return True
        return super().do(command)

    # The mouse

    def point(self, place: Place) -> str:
        """The cursor goes there; a second click chooses. Where the cursor happens to stand is
        nobody's choice: there too the first click only points."""
        self.error = None
        _seat, cell = cell_of(place)
        stood, entries = self.cursor.cell, len(self.session.table.entries)
        is_ready = self._is_clicked or self.hinted is not None or self.site == cell
        if self.step in IN_A_ROW or self.step in WITH_RACK:
            return ""  # what is asked is not on the castle
        if cell == stood and is_ready:
            self.do("choose")
        else:
            self.go(cell)
        has_moved = len(self.session.table.entries) != entries
        self._is_clicked = not has_moved
        is_idle = self.cursor.cell == stood and not has_moved
        if not is_idle or self.step is not Step.TURN or stood not in self.places:
            return ""
        return _("Click again to choose {cell}.").format(cell=cell_name(stood))

    def pick(self, at: int) -> None:
        """A click on something that lies in a row; again: take it."""
        if self.step in IN_A_ROW and at < len(self.options):
            if at == self.at and self._is_clicked:
                self.do("choose")
            else:
                self.at = at
                self._is_clicked = True

    def roll(self, step: int) -> None:
        """The wheel over the hand goes through the tiles that can be chosen."""
        if self.step in IN_A_ROW or self.step in WITH_RACK or self.step is Step.SITE:
            self._next(step)
        elif self.is_free:
            found = [slot for slot in self.slots if slot.key and self.fits(slot)]
            if found:
                index = found.index(self.slot) if self.slot in found else -(step > 0)
                self._choose_slot(found[(index + step) % len(found)], is_sure=True)

    # Moves

    def play(self, token: str) -> None:
        if self.hands_over_to is not None:
            raise NotYourMove("It is not your turn.")
        action, _what, cell, _bag = parse_move(token)
        self.make(token)
        if action in BUILDS:
            self.looked = None
            self.go(cell)  # to see what was typed

    def make(self, token: str) -> None:
        self.hinted, self._is_clicked = None, False
        super().make(token)

    def drop(self) -> None:
        self.empty_hand()
        self.looked = None

    def take_up(self, token: str) -> None:
        action, what, cell, bag = move = parse_move(token)
        self.goal = None
        self.drop()
        if action in BUILDS:
            held = (slot for slot in self.slots if (slot.source, slot.face) == (action, what))
            self.slot = next(held, None)
            self.cursor = put(cell)
            self.is_paying = bool(bag)
        elif action in (Action.COLLAPSE, Action.CATAPULT):
            self.look_at(what if action is Action.CATAPULT else None)
            self.cursor = put(cell)
        elif action in (Action.MILL, Action.TAKE):
            self.at = self.choices.picks.index(what)
        elif action in (Action.COIN, Action.THIEF):
            self.at = self.options.index(what)
        self.is_asking = action is Action.DRAW
        if bag:
            self._mark_bag(bag)
        self.hinted = move

    def _mark_bag(self, bag: bytes) -> None:
        rest, rack = [*bag], self.rack
        found: list[int] = []
        for index in self.options:
            if rack[index].face in rest:
                rest.remove(rack[index].face)
                found.append(index)
        self.marked = tuple(found)
        self.at = [*self.options].index(found[0]) if found else 0

    def settle_in(self) -> None:
        if not self.is_asked:
            return
        if self.step is Step.HIT:
            if self.places and self.cursor.cell in self.places:
                return
            seats = [*self.choices.targets]
            purses = self.state.purses
            self.look_at(max(seats, key=lambda seat: (len(purses[seat]), -seat)))
            self.cursor = put(nearest(self.places, self.cursor.cell))
            return
        self.looked = None
        if self.step is Step.DROP and not self.marked:
            rack = self.state.racks[self.state.actor]
            castle = self.state.castles[self.state.actor]
            self._mark_bag(JUDGE.cheapest(Yard(castle), rack, 1))  # pointed at, no more
            self.marked = ()
        elif self.step is Step.TURN and self.cursor.cell != self._best_place:
            self.go(self._best_place)

    @property
    def _best_place(self) -> Cell:
        """Where the baron moves furthest; of several such cells the one nearest to the gate."""
        places, gains = self.places, self.gains
        longest = [cell for cell in places if gains[cell].spaces == gains[places[0]].spaces]
        return nearest(longest, GATE_CELL) if places else self.cursor.cell

    def take_keyboard(self) -> None:
        self.looked = None
        super().take_keyboard()

    def _choose(self) -> None:
        if self.hands_over_to is not None:
            self.take_keyboard()
        elif self.goal is not None:
            self.goal = None
        elif self.hinted is not None:
            self.make(format_move(self.hinted))
        elif self.step in IN_A_ROW and self.option is not None:
            self.make(format_move(_TAKEN[self.step](self, self.option)))
        elif self.step in WITH_RACK:
            self._give_up_tiles()
        elif self.step is Step.DRAW:
            self.make(format_move(DRAW))
        elif self.step is Step.HIT:
            self._hit(self.cursor.cell)
        elif self.is_asked:
            self._choose_cell(self.cursor.cell)

    def _choose_cell(self, cell: Cell) -> None:
        if not self.is_at_home:
            self.look_at(None)
            return
        reason = self.why_not(cell)
        if reason is not None:
            raise reason
        if self.slot is None:
            self.site, self.slot = cell, self.best_for(cell)
            return
        payments = self.choices.builds(self.slot)[cell]
        count = len(payments[0][3])
        if not count:
            self.make(format_move(payments[0]))
            return
        self.is_paying = True
        castle = self.state.castles[self.state.actor]
        self._mark_bag(JUDGE.cheapest(Yard(castle), self.to_pay_with(), count))

    def _hit(self, cell: Cell) -> None:
        move = topple(self.state, self.shown, cell)
        reason = explain(self.state, move)
        if reason is not None:
            raise reason
        self.make(format_move(move))

    def _give_up_tiles(self) -> None:
        """What is marked is paid or discarded; with too few, what is pointed at is marked."""
        if len(self.marked) < self.due:
            free = [index for index in self.options if index not in self.marked]
            pointed = self.option
            self._mark(pointed if pointed is not None and pointed in free else free[0])
            free.remove(self.marked[-1])
            if len(self.marked) < self.due:  # on to the next one
                self.at = [*self.options].index(free[0])
            return
        if self.step is Step.DROP:
            self.make(format_move((Action.DROP, NONE, NONE, self.bag)))
        elif self.slot is not None:
            source, face = self.slot.source, self.slot.face
            self.make(format_move((source, face, self.cursor.cell, self.bag)))

    def _draw(self) -> None:
        if not self.is_asked:
            if self.seat is not None and self.hands_over_to is None:
                raise NotYourMove("It is not your turn.")
            return
        reason = explain(self.state, DRAW)
        if reason is not None:
            raise reason
        if self.is_asking:
            self.make(format_move(DRAW))
            return
        self.empty_hand()
        self.is_asking = True

    def _end(self) -> None:
        """A turn ends on its own; while something is asked, that comes first."""
        if self.is_asked and self.state.phase is not Phase.TURN:
            raise explain(self.state, DRAW) or NotYourMove("It is not your turn.")
        if self.is_asked:
            raise IllegalMove("CB-15", "You must draw or build now.")

    # Keys of tiles

    def _key_command(self, key: str) -> Callable[[], None]:
        return lambda: self._press(key)

    def _press(self, key: str) -> None:
        """A digit, or a bracket: a tile, a coin or a seat, by what is asked."""
        if self.seat is None or self.hands_over_to is not None:
            return  # the prompt says who is asked
        if not self.is_asked:
            raise NotYourMove("It is not your turn.")
        if self.step in IN_A_ROW:
            self._press_in_row(key)
            return
        slot = next((slot for slot in self.slots if slot.key == key), None)
        if slot is None:
            raise NotYourMove("There is no tile with that key.")
        if self.step in WITH_RACK:
            if slot.number not in self.options or slot.source is not Action.BUILD:
                raise NotYourMove("Only the tiles of your rack can be given up.")
            self._mark(slot.number)
        elif self.step is Step.HIT:
            raise explain(self.state, DRAW) or NotYourMove("It is not your turn.")
        else:
            self._choose_slot(slot)

    def _press_in_row(self, key: str) -> None:
        keys = self.row_keys
        if key not in keys:
            raise explain(self.state, DRAW) or NotYourMove("It is not your turn.")
        at = keys.index(key)
        if at == self.at and self._is_pressed_again:
            self._choose()
        else:
            self.at = at

    @property
    def row_keys(self) -> list[str]:
        """The keys of what lies in a row: coins from 1 on, seats by their number, market tiles as
        ever."""
        if self.step is Step.THIEF:
            return [f"tile-{seat + 1}" for seat in self.options]
        if self.step is Step.TAKE:
            return [*MARKET_KEYS[: len(self.options)]]
        return [f"tile-{n}" for n in range(1, len(self.options) + 1)]

    def _choose_slot(self, slot: Slot, is_sure: bool = False) -> None:
        """Take the tile in hand, or put it back; ``is_sure``: never back."""
        self.is_asking = False
        self.looked = None
        if slot == self.slot and not is_sure and self.site is None:
            self.slot = None
        elif self.site is not None and self.site in self.choices.builds(slot):
            self.slot = slot
        elif not self.choices.builds(slot):
            raise IllegalMove("CB-15", "There is no legal cell for it now.")
        else:
            self.slot, self.site = slot, None
            if self.cursor.cell not in self.places:
                self.cursor = put(self.places[0])

    # Back

    def _step_back(self) -> None:
        if self.is_asking:
            self.is_asking = False
        elif self.is_paying:
            self.is_paying, self.marked, self.at = False, (), 0
        elif self.site is not None:
            self._leave_site()
        elif self.slot is not None:
            self.slot = None
        elif self.looked is not None and self.step is not Step.HIT:
            self.look_at(None)
        elif self.is_asked and self.state.phase is not Phase.TURN:
            raise explain(self.state, DRAW) or NotYourMove("It is not your turn.")

    @property
    def has_step_back(self) -> bool:
        is_away = self.looked is not None and self.step is not Step.HIT
        is_busy = self.is_asking or self.slot is not None or is_away
        return is_busy or self.goal is not None

    @property
    def lingers(self) -> bool:
        """The turn ends on its own, so there is a moment to take it back."""
        return not self.is_asked and self.can_undo > 0

    def _next_goal(self) -> None:
        following = 0 if self.goal is None else self.goal + 1
        self.show_goal(following if following < len(COUNTS) else None)


_KEYS: Final = (*(f"tile-{n}" for n in range(10)), "half-left", "half-right")
_WITH_COUNTS: Final = ("goal", "seams", "choose")  # what leaves the counts in sight
# Clicks: what is pointed at, and how.
_POINTED: Final[Mapping[str, Callable[[Play, int], None]]] = {
    "goal": lambda hand, index: hand.show_goal(index if index < len(COUNTS) else None),
    "go": lambda hand, place: hand.go_to(place),
    "castle": lambda hand, seat: hand.show_castle(seat),
    "pick": lambda hand, at: hand.pick(at),
}
