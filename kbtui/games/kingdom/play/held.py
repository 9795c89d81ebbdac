"""The tiles a player has, by kind, in the order of their keys."""

from typing import NamedTuple

from engine.contract import Seat
from engine.kingdom.ground.board import BONUS_ACTIONS
from engine.kingdom.ground.moves import Action
from engine.kingdom.state import State, usable


class Held(NamedTuple):
    """Tiles of one kind that a player has."""

    action: Action
    number: int
    ready: int
    used: int
    has_bonus: bool = False  # the bonus tile of its kind, where that is only a permission

    @property
    def status(self) -> str:
        if self.ready:
            return "reacts" if self.action is Action.CANOE else "ready"
        return "used" if self.used else "new"


def held(state: State, seat: Seat) -> list[Held]:
    """The tiles of a player, by kind, in the order of their keys."""
    slots, tiles = state.setup.board.slots, state.tiles
    ready, found = usable(tiles, seat), dict[Action, Held]()
    for index, slot in enumerate(slots):
        bit = 1 << index
        if tiles.owned[seat] & bit:
            action = BONUS_ACTIONS.get(slot.kind, slot.kind) if slot.is_bonus else slot.kind
            had = found.get(action, Held(action, 0, 0, 0))
            if slot.is_bonus and action == slot.kind:
                found[action] = had._replace(has_bonus=True)
                continue
            found[action] = had._replace(
                number=had.number + 1,
                ready=had.ready + bool(ready & bit),
                used=had.used + bool(tiles.used[seat] & bit),
            )
    return [found[action] for action in sorted(found)]
