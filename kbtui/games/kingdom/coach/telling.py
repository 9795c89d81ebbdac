"""The coach's words: what to do, and why."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import NOWHERE, Action, Move, Shape, shape
from engine.kingdom.rules.steps import step
from engine.kingdom.state import State
from kbtui.games.kingdom.coach.advice import Advice
from kbtui.games.kingdom.coach.reasons import Reasons, reasons
from kbtui.games.kingdom.words.names import bonus_name, card_name, goal_name, moves_named, tile_name
from kbtui.text.i18n import N_, _, n_

_DO: Final = {
    Action.BUILD: N_("Build on {hex}"),
    Action.END: N_("End the turn"),
    Action.PASS: N_("Do not use the Canoe"),
    Action.PLAY: N_("Play {card}"),
}
_WITH_A_TILE: Final = {
    Shape.HEX: N_("Build on {hex} with the {tile}"),
    Shape.PATH: N_("Move {start} to {hex} with the {tile}"),
    Shape.TAKE: N_("Take {start} off the board with the {tile}"),
}


def to_do(move: Move) -> str:
    """``Build on G7 with the Oracle``."""
    action, origin, target = move
    is_card = shape(action) is Shape.CARD
    text = _DO[action] if action in _DO else _WITH_A_TILE[shape(action)]
    return _(text).format(
        start=NAMES[origin].upper() if origin != NOWHERE else "",
        hex=NAMES[target].upper() if target != NOWHERE and not is_card else "",
        card=card_name(target) if is_card else "",
        tile="" if action in _DO else tile_name(action),
    )


def why(
    found: Reasons, state: State, names: Sequence[str], placed: Container[Action] = ()
) -> list[str]:
    """Phrases, the most important first; none if nothing can be pointed at. Tiles that are
    ``placed`` are told with their hex."""
    said = [f"{goal_name(part)} {gold:+}" for part, gold in found.gold]
    said += [_("takes the {tile}").format(tile=tile(state, slot, placed)) for slot in found.taken]
    said += [_("loses the {tile}").format(tile=tile(state, slot)) for slot in found.lost]
    for seat, gold in found.costs:
        text = n_("costs {name} {gold} gold", "costs {name} {gold} gold", gold)
        said.append(text.format(name=names[seat], gold=gold))
    if found.nears is not None:
        slot = state.setup.board.slots[found.nears]
        text = _("heads toward the {tile} at {hex}")
        said.append(text.format(tile=tile_name(slot.kind), hex=NAMES[slot.hex].upper()))
    if found.keeps:
        said.append(_("touches no new terrain, which keeps your options open"))
    return said


def hint(advice: Advice, names: Sequence[str]) -> list[str]:
    """The move with its reasons, and in a second sentence where the turn may lead."""
    state, seat = advice.before, advice.seat
    first = to_do(advice.first)
    if not advice.moves:
        return [_("{move}: nothing else would pay.").format(move=first)]
    said = why(reasons(state, step(state, advice.first), seat), state, names)
    if not said:
        said = [_("it leaves the best chances for later")]
    text = _("{move}: {reasons}.").format(move=first, reasons=", ".join(said))
    rest = moves_named(advice.moves[1:])
    whole = why(reasons(state, advice.after, seat)._replace(keeps=False), state, names)
    if not rest or not whole:
        return [text]
    more = _("Then {moves}; overall: {reasons}.").format(moves=rest, reasons=", ".join(whole))
    return [text, more]


def tile(state: State, index: int, placed: Container[Action] = ()) -> str:
    slot = state.setup.board.slots[index]
    if slot.is_bonus:
        return bonus_name(slot.kind)
    if slot.kind not in placed:
        return tile_name(slot.kind)
    text = _("{tile} at {hex}")
    return text.format(tile=tile_name(slot.kind), hex=NAMES[slot.hex].upper())
