"""Sentences about a game: its quadrants, what is left to build, tiles gained and lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.contract import Seat
from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.quadrants import Quadrant
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.setup import Setup
from engine.kingdom.state import MARSH_QUOTA, OPEN, QUOTA, State, builds_left, reserve
from kbtui.games.kingdom.words.words import (
    bonus_name,
    either,
    quadrant_name,
    terrain_name,
    tile_name,
)
from kbtui.text.i18n import N_, _, n_

_CORNERS: Final = (N_("top left"), N_("top right"), N_("bottom left"), N_("bottom right"))
WIDTH: Final = 78  # two less than the narrowest terminal that people use


def fold(text: str, indent: str = "  ") -> list[str]:
    """The text in lines of that width; names and tokens stay whole."""
    first, *words = text.split(" ")
    lines = [first]
    for word in words:
        if not word or len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return [line.rstrip() for line in lines if line.strip()]


def introduction(setup: Setup, seed: str) -> Iterator[str]:
    """What game this is; one at a relay has no seed that we know."""
    text = _("Kingdom Builder, {players} players, seed {seed}.")
    if not seed:
        text = _("Kingdom Builder, {players} players.")
    yield text.format(players=setup.players, seed=seed)
    yield from boards(setup)


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
    left = reserve(state, state.seat)
    due = state.tiles.due[state.seat]
    settled = state.owed != OPEN
    numbers = (
        min(state.owed if settled else MARSH_QUOTA if t == Terrain.MARSH else QUOTA, left) + due
        for t in state.setup.faces[card]
    )
    faces = zip(numbers, state.setup.faces[card], strict=True)
    return either(_to_build(number, terrain) for number, terrain in faces)


def tiles(before: State, after: State, who: Callable[[Seat], str]) -> Iterator[str]:
    """Sentences for every tile that was taken or lost between two states."""
    slots = after.setup.board.slots
    for seat, (old, new) in enumerate(zip(before.tiles.owned, after.tiles.owned, strict=True)):
        is_you = who(seat) == you()
        for index, slot in enumerate(slots):
            changed = new & ~old, old & ~new
            taken, lost = (bool(mask & 1 << index) for mask in changed)
            if taken or lost:
                name = bonus_name(slot.kind) if slot.is_bonus else tile_name(slot.kind)
                text = _(_CHANGES[taken, slot.is_bonus, is_you])
                place = "" if slot.is_bonus else NAMES[slot.hex]
                yield text.format(who=who(seat), tile=name, hex=place)


def you() -> str:
    """What the only person at the table is called."""
    return _("You")


# By whether it was taken, whether it is a bonus tile, and whether it is yours.
_CHANGES: Final = {
    (True, False, True): N_("You take the {tile} at {hex}; you can use it from your next turn on."),
    (True, False, False): N_("{who} takes the {tile} at {hex}, usable from the next turn on."),
    (True, True, True): N_("You take the {tile}; you can use it from your next turn on."),
    (True, True, False): N_("{who} takes the {tile}, usable from the next turn on."),
    (False, False, True): N_("You lose the {tile} at {hex}."),
    (False, False, False): N_("{who} loses the {tile} at {hex}."),
    (False, True, True): N_("You lose the {tile}."),
    (False, True, False): N_("{who} loses the {tile}."),
}
