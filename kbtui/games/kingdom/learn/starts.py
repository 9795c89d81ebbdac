"""The starting positions of the lessons: real games on the first-game board (S-9), move by move.

A position that was actually played is one that the rules can reach. The last game was played by
bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.kingdom.forms.position import write_position
from engine.kingdom.ground.moves import parse_move
from engine.kingdom.rules.actions import apply, new
from engine.kingdom.setup import first_game, resolve
from engine.kingdom.state import State

MOVES: Final[Mapping[str, str]] = {
    "first turn": "deal:? deal:? show:grass",
    "location": """
        deal:? deal:? show:grass l9 k9 j9 end deal:? show:desert b8 b9 a9 end deal:? show:grass
    """,
    "tiles": """
        deal:? deal:? show:grass l8 l9 k9 end deal:? show:desert b8 b9 a9 end
        deal:? show:forest m9 n9 m8 end deal:? show:grass e4 e5 f5 end
        deal:? show:flowers n16 o15 o17 end deal:? show:desert b10 a10 a8 end
        deal:? show:canyon
    """,
    "goals": """
        deal:? deal:? show:canyon m12 m13 l13 end deal:? show:desert b8 b9 a9 end
        deal:? show:canyon k13 k14 l14 end deal:? show:desert b10 a10 a8 end
        deal:? show:flowers j14 i14
    """,
    "end": """
        deal:flowers deal:grass show:flowers n16 o15 p15 end
        deal:flowers show:grass m15 l15 k16 end
        deal:canyon show:flowers farm@f17 n14 m14 o13 end
        deal:grass show:canyon k15 j16 j17 farm@k17 end
        deal:canyon show:grass oasis@q15 farm@e16 e15 f15 g15 end
        deal:canyon show:canyon farm@k18 i18 k14 l13 end
        deal:flowers show:canyon m13 m12 m11 oasis@r15 farm@h15 end
        deal:desert show:flowers j15 i15 h14 farm@k19 end
        deal:desert show:desert oasis@r16 s17 p14 t17 farm@l10 end
        deal:grass show:desert i19 h19 g18 oasis@k12 farm@j12 end
        deal:canyon show:grass oasis@s18 k10 k9 k8 farm@j9 end
        deal:forest show:canyon farm@l18 oasis@l11 g17 g16 k13 oasis@k11 end
        deal:forest show:forest paddock@j9-i7 m10 o12 p11 farm@p10 end
        deal:forest show:forest k20 m18 n18 oasis@h18 farm@j10 end
        deal:flowers show:forest farm@p9 paddock@p14-q12 p12 n9 m8 tavern@s15 oasis@p14 end
        deal:desert show:flowers o17 p17 p16 farm@i10 end
        deal:desert show:desert
    """,
}


def played(name: str) -> State:
    """The state after these moves; the rules check every one of them."""
    state = new(resolve(first_game()))
    for token in MOVES[name].split():
        state = apply(state, parse_move(token))
    return state


@cache
def position(name: str) -> Mapping[str, Any]:
    """The same as a position, for a session that begins there."""
    return write_position(played(name))
