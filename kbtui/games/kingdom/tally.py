"""What is counted in a finished game of Kingdom Builder: gold by goal, and location tiles."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from engine.kingdom.ground.moves import Action, word
from engine.kingdom.scores import scores
from engine.kingdom.state import State
from engine.table import Table
from kbtui.games.kingdom.words.kit import WORDS
from kbtui.games.kingdom.words.names import goal_name, tile_name
from kbtui.games.tallying import Amounts, Tally
from kbtui.text.i18n import N_, _

_GOALS, _TILES = "goals", "tiles"
_TITLES: Final = {_GOALS: N_("GOLD BY GOAL"), _TILES: N_("TILES TAKEN")}
_KINDS: Final = {word(action): action for action in Action}


class _Kingdom:
    groups: Sequence[str] = (_GOALS, _TILES)
    owned: Collection[str] = (_TILES,)

    def kind(self, options: Mapping[str, Any]) -> str:
        sets = options.get("sets")
        return " ".join(sorted(map(str, sets))) if isinstance(sets, list) else ""

    def kind_name(self, kind: str) -> str:
        return WORDS.options({"sets": kind.split()})

    def counts(self, table: Table) -> dict[str, Amounts]:
        state: State = table.state
        found = scores(state)
        columns = zip(*found.earned, strict=True)
        goals = {
            part: [earned.gold for earned in column]
            for part, column in zip(found.parts, columns, strict=True)
        }
        return {_GOALS: goals, _TILES: _tiles(state)}

    def title(self, group: str) -> str:
        return _(_TITLES[group])

    def name(self, group: str, key: str) -> str:
        if group == _GOALS:
            return goal_name(key)
        return tile_name(_KINDS[key]) if key in _KINDS else key


def _tiles(state: State) -> dict[str, Sequence[int]]:
    """How many of each kind on this board every seat has ever taken."""
    found: dict[str, list[int]] = {}
    for index, slot in enumerate(state.setup.board.slots):
        if not slot.is_bonus:
            row = found.setdefault(word(slot.kind), [0] * len(state.tiles.taken))
            for seat, taken in enumerate(state.tiles.taken):
                row[seat] += taken >> index & 1
    return {**found}


TALLY: Final[Tally] = _Kingdom()
