"""The forms of Kingdom Builder, and games that need none."""

from __future__ import annotations

from typing import Any, Final

from engine.errors import BadOptions
from engine.kingdom.ground.quadrants import BASE, SETS
from engine.kingdom.setup import Options, first_game, options_as_json
from engine.kingdom.state import State
from kbtui.games.kingdom.form.host import HostPage, TermsPage, values_of
from kbtui.games.kingdom.form.setup import SetupPage
from kbtui.games.kingdom.form.values import FormValues
from kbtui.games.kingdom.kit import KIT
from kbtui.games.kit import FormPage, Forms
from kbtui.play.names import names_of
from kbtui.play.seeds import new_seed
from kbtui.play.session import HUMAN
from kbtui.play.start import NewGame
from relay.protocol.messages import Terms

_FIRST: Final = (HUMAN, "novice")  # who plays for the first time should have a chance


class _Kingdom:
    def setup(self, chosen: FormValues | None, name: str) -> FormPage:
        return SetupPage(chosen or FormValues(new_seed()).named(name), new_seed)

    def host(self, chosen: FormValues | None) -> FormPage:
        return HostPage(chosen or FormValues(new_seed()), new_seed)

    def terms(self, terms: Terms) -> FormPage:
        try:
            values = values_of(terms)
        except (ValueError, BadOptions):  # a relay that sends what cannot be played
            values = FormValues(new_seed())
        return TermsPage(values, new_seed)

    def play_now(self, name: str) -> NewGame:
        return FormValues(new_seed()).named(name).game

    def first_game(self, name: str) -> NewGame:
        options = options_as_json(first_game(len(_FIRST), new_seed()))
        return NewGame(KIT.key, options, _FIRST, names_of(_FIRST, name))

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


FORMS: Final[Forms] = _Kingdom()
