"""What a newcomer to Kingdom Builder reads before the first move."""

from __future__ import annotations

from itertools import starmap

from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import SETTLEMENTS
from engine.kingdom.state import State
from kbtui.games.kingdom.board.symbols import SYMBOLS, tile_sign
from kbtui.games.kingdom.words.names import goal_name, tile_name
from kbtui.games.screen import Opening
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import READY, Line, Run, Tone
from kbtui.story.view import View
from kbtui.text.i18n import _, c_
from kbtui.text.words import explained


def opening(view: View) -> Opening:
    key = view.keys.name("goal")
    goals = ", ".join(map(goal_name, view.parts))
    goal = _("Have the most gold at the end. Press {key} to see what pays: {goals}.")
    turn = _("Build 3 settlements on the terrain of your card, next to yours if you can.")
    end = _("After the round in which somebody builds the last of {count} settlements.")
    rest = (_("Turn"), turn), (c_("of a game", "End"), end.format(count=SETTLEMENTS))
    symbols = _symbols(view, view.state)
    typed = _("Have the most gold at the end. Type goals to read what pays: {goals}.")
    return Opening(
        ((_("Goal"), goal.format(key=key, goals=goals)), *rest),
        symbols,
        (
            *starmap(explained, ((_("Goal"), typed.format(goals=goals)), *rest)),
            *(text for _sign, text in symbols),
        ),
    )


def _symbols(view: View, state: State) -> list[tuple[Line, str]]:
    kinds = sorted({slot.kind for slot in state.setup.board.slots})
    signs = tuple(Run(f" {tile_sign(kind, view.zoom)} ", READY) for kind in kinds)
    names = ", ".join(map(tile_name, kinds))
    location = _("Locations: {names}. Build next to one to gain a tile: an extra move every turn.")
    castle = _("A castle pays 3 gold if you build next to it.")
    closed = _("Water and mountains: nobody builds there without a tile.")
    has_castles = state.setup.board.terrain[Terrain.CASTLE]
    return [
        (signs, location.format(names=names)),
        *([(_terrains(view, Terrain.CASTLE), castle)] if has_castles else []),
        (_terrains(view, Terrain.WATER, Terrain.MOUNTAIN), closed),
    ]


def _terrains(view: View, *terrains: Terrain) -> Line:
    is_plain = view.signs != UNICODE
    return tuple(
        Run(f" {SYMBOLS[terrain][is_plain]} ", Tone("on", terrain.word)) for terrain in terrains
    )
