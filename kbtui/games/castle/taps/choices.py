"""Moves of Castle Builder as taps: a tile, then a cell; whatever needs no cell is a button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.castle.moves import BUILDS, Action, Move
from engine.castle.setup import RACK_LIMIT
from engine.castle.state import Phase, State
from engine.contract import Seat
from kbtui.games.castle.lines.plain import PLAIN
from kbtui.games.castle.lines.questions import coins_line
from kbtui.games.castle.taps import picture as pictures
from kbtui.games.castle.words.kinds import place_of
from kbtui.games.castle.words.names import (
    cell_name,
    coin_name,
    effect,
    rack_named,
    tile_name,
    tiles_named,
)
from kbtui.games.taps import Choice, Place, Spot, Taps
from kbtui.text.i18n import N_, _, n_

_PROMPTS: Final[Mapping[Phase, str]] = {
    Phase.TURN: N_("Build a tile, or draw 2."),
    Phase.COIN: N_("Take a coin."),
    Phase.THIEF: N_("Choose whom to rob."),
    Phase.COLLAPSE: N_("Choose a free tile of your castle to take down."),
    Phase.CATAPULT: N_("Choose a free tile of another castle to take down."),
    Phase.MILL: N_("Choose a market tile for your rack."),
    Phase.TAKE: N_("Choose a market tile for your rack."),
}


class _Castle:
    def picture(self, state: State, names: Sequence[str], seat: Seat | None) -> Iterable[str]:
        return pictures.picture(state, names, seat)

    def spots(self, state: State, seat: Seat) -> Mapping[Place, Spot]:
        return pictures.spots(state, seat)

    def prompt(self, state: State) -> str:
        if state.phase is Phase.DROP:
            count = len(state.racks[state.actor]) - RACK_LIMIT
            text = n_("Discard {count} tile.", "Discard {count} tiles.", count)
            return text.format(count=count)
        return _(_PROMPTS[state.phase])

    def notes(self, state: State, seat: Seat) -> Iterable[str]:
        yield _("Rack: {tiles}.").format(tiles=rack_named(state.racks[seat]))
        yield _("Market: {tiles}.").format(tiles=tiles_named(state.market) or _("empty"))
        yield coins_line(state)

    def choice(self, state: State, move: Move, names: Sequence[str]) -> Choice:
        action = move[0]
        make = _build if action in BUILDS else _MAKERS[action]
        return make(state, move, names)


def _build(state: State, move: Move, names: Sequence[str]) -> Choice:
    action, face, cell, paid = move
    group = tile_name(face)
    if action is Action.MARKET:
        group = _("Market: {tile}").format(tile=group)
    said = [_("Build on {cell}").format(cell=cell_name(cell)), PLAIN.note(state, move)]
    if paid:
        said.append(_("pay with {tiles}").format(tiles=tiles_named(paid)))
    label = ", ".join(filter(None, said))
    return Choice(group, (place_of(state.actor, cell),), label)


def _draw(state: State, move: Move, names: Sequence[str]) -> Choice:
    return Choice("", (), _("Draw 2 tiles"))


def _drop(state: State, move: Move, names: Sequence[str]) -> Choice:
    return Choice("", (), tiles_named(move[3]))


def _coin(state: State, move: Move, names: Sequence[str]) -> Choice:
    return Choice("", (), f"{coin_name(move[1])}: {effect(move[1], state.setup)}")


def _thief(state: State, move: Move, names: Sequence[str]) -> Choice:
    return Choice("", (), names[move[1]])


def _tile(state: State, move: Move, names: Sequence[str]) -> Choice:
    return Choice("", (), tile_name(move[1]))


def _collapse(state: State, move: Move, names: Sequence[str]) -> Choice:
    label = _("Take down {cell}").format(cell=cell_name(move[2]))
    return Choice(_("Take down"), (place_of(state.actor, move[2]),), label)


def _catapult(state: State, move: Move, names: Sequence[str]) -> Choice:
    text = _("Take down {cell} of {name}")
    label = text.format(cell=cell_name(move[2]), name=names[move[1]])
    return Choice(_("Take down"), (place_of(move[1], move[2]),), label)


_MAKERS: Final[Mapping[Action, Callable[[State, Move, Sequence[str]], Choice]]] = {
    Action.DRAW: _draw,
    Action.DROP: _drop,
    Action.COIN: _coin,
    Action.THIEF: _thief,
    Action.COLLAPSE: _collapse,
    Action.CATAPULT: _catapult,
    Action.MILL: _tile,
    Action.TAKE: _tile,
}

TAPS: Final[Taps] = _Castle()
