"""Sentences about a game: its quadrants, what is left to build, tiles gained and lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.quadrants import Quadrant
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import Setup
from engine.kingdom.state import OPEN, State, builds_left, reserve
from kbtui.games.kingdom.words.names import quadrant_name, terrain_name
from kbtui.text.i18n import N_, _, n_
from kbtui.text.words import either, fold

_CORNERS: Final = (N_("top left"), N_("top right"), N_("bottom left"), N_("bottom right"))


def boards(setup: Setup) -> list[str]:
    """Which quadrant lies where, and whether it is turned."""
    rows = zip(_CORNERS, setup.quadrants, setup.rotated, strict=True)
    listed = ", ".join(_board(_(where), q, turned) for where, q, turned in rows)
    return fold(_("Quadrants: {boards}.").format(boards=listed))


def _board(where: str, quadrant: Quadrant, turned: bool) -> str:
    text = _("{where} {board} (rotated)") if turned else _("{where} {board}")
    return text.format(where=where, board=quadrant_name(quadrant))


def owed(state: State, open_: Sequence[Action]) -> str:
    """What the player on turn has to do, and what is left in the reserve."""
    left, spare = builds_left(state), reserve(state, state.seat)
    if not left and len(open_) > 1:
        return _("nothing left to build; use a tile or end your turn ({count} in reserve).").format(
            count=spare
        )
    if not left:
        return _("nothing left to build; end your turn ({count} in reserve).").format(count=spare)
    if state.terrain == OPEN:
        what = _either(state)
    else:
        what = _to_build(left, Terrain(state.terrain))
    return _("{builds} ({count} in reserve).").format(builds=what, count=spare)


def _to_build(count: int, terrain: Terrain) -> str:
    text = n_(
        "build {count} settlement on {terrain}", "build {count} settlements on {terrain}", count
    )
    return text.format(count=count, terrain=terrain_name(terrain))


def _either(state: State) -> str:
    """The choice of an unbound double card (M-CARD-1)."""
    card = state.cards.played
    assert card is not None, "builds are owed only while a card is played"
    return either(_to_build(builds_left(state, half), half) for half in state.setup.faces[card])
