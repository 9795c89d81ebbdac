"""The forms of Kingdom Builder, and games that need none."""

from __future__ import annotations

from typing import Any, Final

from engine.kingdom.ground.quadrants import BASE, SETS
from engine.kingdom.setup import Options, first_game, options_as_json
from engine.kingdom.state import State
from kbtui.form.forms import SheetForms
from kbtui.games.kingdom.form.sheet import SHEET
from kbtui.games.kingdom.kit import KIT
from kbtui.games.kit import Forms
from kbtui.play.playernames import names_of
from kbtui.play.seeds import new_seed
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame

_FIRST: Final = (HUMAN, "novice")  # who plays for the first time should have a chance


class _Kingdom(SheetForms):
    def first_game(self, name: str) -> NewGame:
        options = options_as_json(first_game(len(_FIRST), new_seed()))
        return NewGame(KIT.key, options, _FIRST, names_of(_FIRST, name), is_guided=True)

    def again(self, state: State) -> dict[str, Any]:
        setup = state.setup
        options = Options(
            players=setup.players,
            sets=SETS if setup.double_cards else (BASE,),
            start=(setup.start + 1) % setup.players,
            two_cards=setup.two_cards,
            seed=new_seed(),
        )
        return options_as_json(options)


FORMS: Final[Forms] = _Kingdom(SHEET)
