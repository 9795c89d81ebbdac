"""Describes events in the player's language, with or without the name of the player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Final

from engine.contract import DEALER, Seat
from engine.kingdom.ground.hexes import NAMES
from engine.kingdom.ground.moves import location_kind
from engine.kingdom.ground.terrain import Terrain, parse_card
from kbtui.games.kingdom.words.kinds import Kind, card_of, events, joined, placed, seams
from kbtui.games.kingdom.words.names import bonus_name, card_name, terrain_name, tile_name
from kbtui.games.kit import OVER, UNDID, Event, Story
from kbtui.paint.runs import width
from kbtui.story.chronicle import Chronicle
from kbtui.text.i18n import N_, _

_PHRASES: Final[Mapping[str, str]] = {
    Kind.SCOUTED: N_("Scouts: all {terrain} cards are removed."),
    Kind.DREW: N_("draws {card}"),
    Kind.PLAYED: N_("plays {card}"),
    Kind.REPLACED: N_("draws {card} to replace the exhausted card"),
    Kind.BUILT: N_("builds on {hex}"),
    Kind.TILE: N_("builds on {hex} with the {tile}"),
    Kind.MOVED: N_("moves from {start} to {hex} with the {tile}"),
    Kind.LIFTED: N_("takes {hex} off the board with the {tile}"),
    Kind.TOOK: N_("takes the {tile} at {hex}"),
    Kind.LOST: N_("loses the {tile} at {hex}"),
    Kind.PASSED: N_("does not use the Canoe"),
    Kind.ENDED: N_("ends the turn"),
    OVER: N_("The game is over."),
    UNDID: N_("undoes {move}"),
}
_BONUS: Final[Mapping[str, str]] = {  # it comes from no hex
    Kind.TOOK: N_("takes the {tile}"),
    Kind.LOST: N_("loses the {tile}"),
}
_YOU: Final[Mapping[str, str]] = {  # said to the player; for the rest the name does
    Kind.DREW: N_("You draw a {card} card"),
    Kind.REPLACED: N_("You draw a {card} card to replace the exhausted card"),
    Kind.TOOK: N_("You take the {tile} at {hex}; you can use it from your next turn on"),
    Kind.LOST: N_("You lose the {tile} at {hex}"),
}
_YOUR_BONUS: Final[Mapping[str, str]] = {
    Kind.TOOK: N_("You take the {tile}; you can use it from your next turn on"),
    Kind.LOST: N_("You lose the {tile}"),
}
_SEVERAL: Final = N_("builds on {terrain}: {hexes}")
_BRIEF: Final[Mapping[str, str]] = {  # nearly all of them names and places alone, in no language
    Kind.SCOUTED: N_("no {terrain} cards"),
    Kind.DREW: "{card}",
    Kind.PLAYED: "{card}",
    Kind.REPLACED: "{card}",
    Kind.BUILT: "{hexes}",
    Kind.TILE: "{hex} {tile}",
    Kind.MOVED: "{start}-{hex} {tile}",
    Kind.LIFTED: "-{hex} {tile}",
    Kind.TOOK: "+ {tile}",
    Kind.LOST: "- {tile}",
}
_WITH_A_TILE: Final = (Kind.TILE, Kind.MOVED, Kind.LIFTED, Kind.TOOK, Kind.LOST)
_WITH_A_CARD: Final = (Kind.DREW, Kind.PLAYED, Kind.REPLACED)
_WITH_A_TERRAIN: Final = (Kind.SCOUTED, Kind.BUILT)


def phrase(event: Event) -> str:
    """What the player does; for the dealer's events a sentence."""
    text = _PHRASES[event.kind]
    if event.kind in _BONUS and not event.places:
        text = _BONUS[event.kind]
    elif event.kind is Kind.BUILT and len(event.places) > 1:
        text = _SEVERAL
    return _filled(_(text), event)


def brief(event: Event) -> str:
    """The same where there is no room for a sentence: what and where."""
    text = _BRIEF.get(event.kind)
    return phrase(event) if text is None else _filled(_(text), event)


def _filled(text: str, event: Event) -> str:
    kind, what, hexes = event.kind, event.what, [NAMES[hex_].upper() for hex_ in event.places]
    return text.format(
        start=hexes[0] if hexes else "",
        hex=hexes[-1] if hexes else "",
        move=what,
        card=card_name(parse_card(what)) if kind in _WITH_A_CARD else "",
        tile=_tile(what) if kind in _WITH_A_TILE else "",
        terrain=terrain_name(Terrain[what.upper()]) if kind in _WITH_A_TERRAIN else "",
        hexes=" ".join(hexes),
    )


def told(event: Event, names: Sequence[str], you: Seat | None = None) -> str:
    """The event with the name of the one who did it, or as said to that player."""
    if event.seat == DEALER:
        return phrase(event)
    known = _YOU if event.places or event.kind not in _YOUR_BONUS else _YOUR_BONUS
    if event.seat == you and event.kind in known:
        return _filled(_(known[event.kind]), event)
    return _("{name} {does}").format(name=names[event.seat], does=phrase(event))


def _tile(what: str) -> str:
    kind = location_kind(what.removesuffix("+"))
    assert kind is not None, "every tile has the name of a location"
    return bonus_name(kind) if what.endswith("+") else tile_name(kind)


def news(chronicle: Chronicle, seat: Seat | None, names: Sequence[str], columns: int) -> str:
    """What the others did since the seat acted last, for windows without a log; in sentences if
    those fit into a line of that many columns."""
    entries = chronicle.table.entries
    acted = len(entries)
    while acted and entries[acted - 1].actor != seat:
        acted -= 1
    new = joined([event for event in chronicle.events if event.entry > acted])
    others = [e for e in new if e.seat not in (DEALER, seat) and e.kind in _NEWS]
    text = "; ".join(told(event, names) for event in others)
    if width(text) <= columns:
        return text
    turns = groupby(others, lambda event: event.seat)
    return "; ".join(f"{names[who]} {', '.join(map(brief, did))}" for who, did in turns)


_NEWS: Final = (Kind.BUILT, Kind.TILE, Kind.MOVED, Kind.LIFTED, Kind.TOOK)


class _Kingdom:
    preludes: Collection[str] = (Kind.SCOUTED, Kind.DREW)
    landmarks: Collection[str] = (Kind.TOOK,)
    tells_moves = False
    events = staticmethod(events)
    told = staticmethod(told)
    headline = staticmethod(card_of)
    changed = staticmethod(placed)
    seams = staticmethod(seams)

    def landmark(self) -> str:
        return _("tile taken")


STORY: Final[Story] = _Kingdom()
