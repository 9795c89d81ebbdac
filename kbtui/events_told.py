"""An event in words, in the player's language, with the name of the one who did it or without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.contract import DEALER, Seat
from engine.kingdom.hexes import NAMES
from engine.kingdom.moves import location_kind
from engine.kingdom.terrain import Terrain, parse_card
from kbtui.i18n import N_, _
from kbtui.turns import Chronicle, Event, Kind, joined
from kbtui.words import bonus_name, card_name, terrain_name, tile_name

_PHRASES: Final[Mapping[Kind, str]] = {
    Kind.SCOUTED: N_("Scouts: {terrain} is removed from the pile."),
    Kind.DREW: N_("draws {card}"),
    Kind.PLAYED: N_("plays {card}"),
    Kind.REPLACED: N_("draws {card} for the exhausted card"),
    Kind.BUILT: N_("builds on {hex}"),
    Kind.TILE: N_("builds on {hex} with the {tile}"),
    Kind.MOVED: N_("moves from {start} to {hex} with the {tile}"),
    Kind.LIFTED: N_("takes back {hex} with the {tile}"),
    Kind.TOOK: N_("takes the {tile} of {hex}"),
    Kind.LOST: N_("loses the {tile} of {hex}"),
    Kind.PASSED: N_("does not use the Canoe"),
    Kind.ENDED: N_("ends the turn"),
    Kind.OVER: N_("The game is over."),
    Kind.UNDID: N_("undoes {move}"),
}
_BONUS: Final[Mapping[Kind, str]] = {  # it comes from no hex
    Kind.TOOK: N_("takes the {tile}"),
    Kind.LOST: N_("loses the {tile}"),
}
_SEVERAL: Final = N_("builds on {terrain}: {hexes}")
_WITH_A_TILE: Final = (Kind.TILE, Kind.MOVED, Kind.LIFTED, Kind.TOOK, Kind.LOST)
_WITH_A_CARD: Final = (Kind.DREW, Kind.PLAYED, Kind.REPLACED)
_WITH_A_TERRAIN: Final = (Kind.SCOUTED, Kind.BUILT)


def phrase(event: Event) -> str:
    """What the player does; for the dealer's events a sentence."""
    kind, what, hexes = event.kind, event.what, [NAMES[hex_].upper() for hex_ in event.hexes]
    text = _PHRASES[kind]
    if kind in _BONUS and not hexes:
        text = _BONUS[kind]
    elif kind is Kind.BUILT and len(hexes) > 1:
        text = _SEVERAL
    return _(text).format(
        start=hexes[0] if hexes else "",
        hex=hexes[-1] if hexes else "",
        move=what,
        card=card_name(parse_card(what)) if kind in _WITH_A_CARD else "",
        tile=_tile(what) if kind in _WITH_A_TILE else "",
        terrain=terrain_name(Terrain[what.upper()]) if kind in _WITH_A_TERRAIN else "",
        hexes=" ".join(hexes),
    )


def told(event: Event, names: Sequence[str]) -> str:
    """The event with the name of the one who did it."""
    if event.seat == DEALER:
        return phrase(event)
    return _("{name} {does}").format(name=names[event.seat], does=phrase(event))


def _tile(what: str) -> str:
    kind = location_kind(what.removesuffix("+"))
    assert kind is not None, "every tile has the name of a location"
    return bonus_name(kind) if what.endswith("+") else tile_name(kind)


def news(chronicle: Chronicle, seat: Seat | None, names: Sequence[str]) -> str:
    """What the others did since the seat acted last, for windows without a log."""
    entries = chronicle.table.entries
    acted = len(entries)
    while acted and entries[acted - 1].actor != seat:
        acted -= 1
    new = joined([event for event in chronicle.events if event.entry > acted])
    others = (event for event in new if event.seat not in (DEALER, seat) and event.kind in _NEWS)
    return "; ".join(told(event, names) for event in others)


_NEWS: Final = (Kind.BUILT, Kind.TILE, Kind.MOVED, Kind.LIFTED, Kind.TOOK)
