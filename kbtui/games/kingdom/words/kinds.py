"""What happens in Kingdom Builder: the kinds of events, and how states and moves become them."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from engine.contract import DEALER, Seat
from engine.kingdom.ground.hexes import BIT, Hex, Mask
from engine.kingdom.ground.moves import NOWHERE, RELOCATIONS, Action, Move, word
from engine.kingdom.ground.terrain import Terrain, format_card
from engine.kingdom.state import Phase, State
from kbtui.games.kit import Event


class Kind(StrEnum):
    SCOUTED = "scouted"  # the dealer removed a terrain for the Scouts; what: the terrain
    DREW = "drew"  # turned up the card of the turn; what: the card
    PLAYED = "played"  # chose the card of the turn; what: the card
    REPLACED = "replaced"  # got a card for an exhausted one; what: the card
    BUILT = "built"  # of the mandatory action; what: the terrain
    TILE = "tile"  # built with a tile; what: the action
    MOVED = "moved"  # places: from, to; what: the action
    LIFTED = "lifted"  # took a settlement back; what: the action
    TOOK = "took"  # what: the tile, with + for a bonus tile; places: its location, if it has one
    LOST = "lost"
    PASSED = "passed"  # let a reaction go by
    ENDED = "ended"


def placed(before: State, after: State) -> Mask:
    """Hexes where somebody has a settlement now that was not there before."""
    mask = 0
    for old, new in zip(before.settlements, after.settlements, strict=True):
        mask |= new & ~old
    return mask


def seams(state: State) -> bool:
    """Whether a goal goes by the quadrants of the board."""
    return bool({"lords", "farmers", "vassals"} & {*state.setup.goals})


def joined(happened: Iterable[Event]) -> list[Event]:
    """The same with the builds of a turn on one terrain as one event with all their hexes, where
    the first of them was; the entry is that of the last."""
    found: list[Event] = []
    builds: dict[tuple[Seat, str], int] = {}  # where those of this turn are
    for event in happened:
        key = event.seat, event.what
        if event.kind is Kind.ENDED:
            builds.clear()
        if event.kind is not Kind.BUILT or key not in builds:
            if event.kind is Kind.BUILT:
                builds[key] = len(found)
            found.append(event)
        else:
            first = found[builds[key]]
            places = first.places + event.places
            found[builds[key]] = first._replace(places=places, entry=event.entry)
    return found


def card_of(before: State, happened: Iterable[Event]) -> str:
    """The card of a turn; a game that starts from a position may start with one on the table."""
    drawn = (event.what for event in happened if event.kind in (Kind.DREW, Kind.PLAYED))
    held = before.cards.played
    return next(drawn, "" if held is None else format_card(held))


def events(before: State, after: State, actor: Seat, move: Move, number: int) -> Iterator[Event]:
    """What a move did: itself first, then the tiles that came or went by it."""
    action, origin, target = move
    if action in _SIMPLE:
        what = format_card(target) if action == Action.PLAY else ""
        yield Event(actor, _SIMPLE[action], what, (), number)
    elif action == Action.SHOW:
        yield _shown(before, after, format_card(target), number)
    elif action != Action.DEAL:
        kind = _KINDS.get(action, Kind.TILE)
        what = _terrain(before, target).word if kind is Kind.BUILT else word(action)
        hexes = tuple(hex_ for hex_ in (origin, target) if hex_ != NOWHERE)
        yield Event(actor, kind, what, hexes, number)
        yield from _tiles(before, after, number)


_SIMPLE: Final = {
    Action.PLAY: Kind.PLAYED,
    Action.PASS: Kind.PASSED,
    Action.END: Kind.ENDED,
}
_KINDS: Final = {
    **dict.fromkeys(RELOCATIONS, Kind.MOVED),
    Action.BUILD: Kind.BUILT,
    Action.TEMPLE: Kind.LIFTED,
}
_SHOWN: Final = {Phase.SHOW: Kind.DREW, Phase.REPLACE: Kind.REPLACED}


def _shown(before: State, after: State, card: str, number: int) -> Event:
    if before.phase is Phase.SCOUTS:
        terrain = after.cards.scouted
        assert terrain is not None, "the card just shown is that of the Scouts"
        return Event(DEALER, Kind.SCOUTED, terrain.word, (), number)
    return Event(before.seat, _SHOWN[before.phase], card, (), number)


def _terrain(state: State, hex_: Hex) -> Terrain:
    masks = state.setup.board.terrain
    return next(terrain for terrain in Terrain if masks[terrain] & BIT[hex_])


def _tiles(before: State, after: State, number: int) -> Iterator[Event]:
    """Tiles that were taken or lost between the two, loss first (L-GEN-7)."""
    pairs = [*zip(before.tiles.owned, after.tiles.owned, strict=True)]
    for kind in (Kind.LOST, Kind.TOOK):
        for seat, (old, new) in enumerate(pairs):
            changed = old & ~new if kind is Kind.LOST else new & ~old
            for index, slot in enumerate(after.setup.board.slots):
                if changed >> index & 1:
                    what = word(slot.kind) + "+" * slot.is_bonus
                    yield Event(seat, kind, what, () if slot.is_bonus else (slot.hex,), number)
