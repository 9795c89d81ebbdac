"""The coach's words: what to do, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.castle.bots.appeal import JUDGE
from engine.castle.bots.yard import Yard
from engine.castle.moves import BUILDS, Action, Move
from engine.castle.rules.actions import legal
from engine.castle.state import State
from kbtui.games.castle.words.names import built_name, cell_name, coin_name, tile_name, tiles_named
from kbtui.games.castle.words.outlook import brought
from kbtui.text.i18n import N_, _

_DO: Final[Mapping[Action, str]] = {
    Action.DRAW: N_("Draw 2 tiles"),
    Action.BUILD: N_("Build {tile} on {cell}"),
    Action.ROYAL: N_("Build {tile}, which is set aside, on {cell}"),
    Action.MARKET: N_("Build {tile} from the market on {cell}"),
    Action.DROP: N_("Discard {tiles}"),
    Action.COIN: N_("Take the coin {coin}"),
    Action.THIEF: N_("Rob {name}"),
    Action.COLLAPSE: N_("Take down your {tile} on {cell}"),
    Action.CATAPULT: N_("Take down {tile} on {cell} in the castle of {name}"),
    Action.MILL: N_("Take {tile} from the market"),
    Action.TAKE: N_("Take {tile} from the market"),
}
_PAYING: Final[Mapping[Action, str]] = {
    Action.BUILD: N_("Build {tile} on {cell} and pay with {tiles}"),
    Action.MARKET: N_("Build {tile} from the market on {cell} and pay with {tiles}"),
}
_TOPPLED: Final = (Action.COLLAPSE, Action.CATAPULT)
ROOMY: Final = 0.5  # spaces that a castle has to promise more, to be worth a word


def to_do(state: State, move: Move, names: Sequence[str]) -> str:
    """``Build Wall 5 on E2``, as said to the player who has to act."""
    action, what, cell, bag = move
    text = _PAYING[action] if bag and action in _PAYING else _DO[action]
    parts = {"tiles": tiles_named(bag)}
    if action in _TOPPLED:
        victim = what if action is Action.CATAPULT else state.actor
        parts |= {"tile": built_name(state.castles[victim].tiles[cell]), "name": names[victim]}
    elif action is Action.THIEF:
        parts["name"] = names[what]
    elif action is Action.COIN:
        parts["coin"] = coin_name(what)
    elif action not in (Action.DRAW, Action.DROP):
        parts["tile"] = tile_name(what)
    if action in BUILDS or action in _TOPPLED:
        parts["cell"] = cell_name(cell)
    return _(text).format(**parts)


def hint(state: State, move: Move, names: Sequence[str]) -> Iterator[str]:
    """The move, and in a second line what speaks for it."""
    yield f"{to_do(state, move, names)}."
    yield " ".join(_reasons(state, move, names))


def _reasons(state: State, move: Move, names: Sequence[str]) -> Iterator[str]:
    action, face, cell, _bag = move
    if action is Action.DRAW:
        can_build = any(other[0] in BUILDS for other in legal(state))
        yield _("No build is worth as much.") if can_build else _("Nothing can be built.")
        _drawn, *rest = brought(state, state.actor, move, names)  # the draw itself is said
        yield from rest
    elif action is Action.DROP:
        yield _("That is what your castle needs least.")
    else:
        yield from brought(state, state.actor, move, names)
    if action in BUILDS and JUDGE.change(Yard(state.castles[state.actor]), face, cell) > ROOMY:
        yield _("More tiles will fit into your castle.")
