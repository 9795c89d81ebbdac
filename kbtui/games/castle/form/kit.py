"""The forms of Castle Builder, and games that need none."""

from __future__ import annotations

from typing import Any, Final

from engine.castle.setup import Options, options_as_json
from engine.castle.state import State
from kbtui.form.forms import SheetForms
from kbtui.games.castle.form.sheet import SHEET
from kbtui.games.castle.kit import KIT
from kbtui.games.kit import Forms
from kbtui.play.playernames import names_of
from kbtui.play.seeds import new_seed
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame

_FIRST: Final = (HUMAN, "novice")  # who plays for the first time should have a chance


class _Castle(SheetForms):
    def first_game(self, name: str) -> NewGame:
        # A first game is about building: nobody is robbed, and no castle is hit.
        options = options_as_json(Options(len(_FIRST), peace=True, seed=new_seed()))
        return NewGame(KIT.key, options, _FIRST, names_of(_FIRST, name), is_guided=True)

    def again(self, state: State) -> dict[str, Any]:
        laid = state.setup._asdict()
        start = (state.setup.start + 1) % state.setup.players
        return options_as_json(Options(**laid | {"start": start}, seed=new_seed()))


FORMS: Final[Forms] = _Castle(SHEET)
