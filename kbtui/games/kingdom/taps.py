"""Kingdom Builder on a page that is tapped on: hexes of the picture, and moves as taps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.hexes import PLACE, Hex
from engine.kingdom.ground.moves import NOWHERE, Action, Move, Shape, shape
from engine.kingdom.rules.actions import actions
from engine.kingdom.scores import parts
from engine.kingdom.state import Phase, State
from kbtui.games.kingdom.board.svg import RADIUS, centre, picture
from kbtui.games.kingdom.play.held import held
from kbtui.games.kingdom.play.prompts import hex_name
from kbtui.games.kingdom.words import telling
from kbtui.games.kingdom.words.names import (
    card_name,
    goal_here,
    goal_name,
    tile_name,
    tile_text,
)
from kbtui.games.taps import Choice, Spot, Taps
from kbtui.text.i18n import N_, _
from kbtui.text.words import explained

_BUTTONS: Final = {Action.END: N_("End turn"), Action.PASS: N_("Pass")}


class _Kingdom:
    def picture(self, state: State, names: Sequence[str], seat: Seat | None) -> Iterable[str]:
        return picture(state, names)

    def spots(self, state: State, seat: Seat) -> Mapping[Hex, Spot]:
        return {hex_: Spot(*centre(hex_), RADIUS) for hex_ in PLACE}

    def prompt(self, state: State) -> str:
        if state.reactions:
            return _("Your Canoe can react, or you pass.")
        if state.phase is Phase.CHOOSE:
            return _("Choose a card.")
        text = telling.owed(state, actions(state))
        return text[:1].upper() + text[1:]

    def notes(self, state: State, seat: Seat) -> Iterable[str]:
        for goal in parts(state):
            yield f"{explained(goal_name(goal), goal_here(goal, state))}."
        for tile in held(state, seat):
            yield f"{tile_name(tile.action)}: {tile_text(tile.action)}."

    def choice(self, state: State, move: Move, names: Sequence[str]) -> Choice:
        action, origin, target = move
        if action in _BUTTONS:
            return Choice("", (), _(_BUTTONS[action]))
        if shape(action) is Shape.CARD:
            return Choice("", (), card_name(target))
        group = _("Build") if action is Action.BUILD else tile_name(action)
        places = tuple(hex_ for hex_ in (origin, target) if hex_ != NOWHERE)
        return Choice(group, places, f"{group} {'-'.join(map(hex_name, places))}")


TAPS: Final[Taps] = _Kingdom()
