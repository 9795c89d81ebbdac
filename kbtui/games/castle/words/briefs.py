"""Events in a few words, for logs: a chip beside them shows who did it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.castle.moves import parse_move
from engine.castle.pieces.coins import parse_coin
from engine.castle.pieces.tiles import HIDDEN, TILES, Face, parse_tile
from engine.contract import DEALER, Seat
from kbtui.games.castle.words.events import told
from kbtui.games.castle.words.kinds import Kind, cell_of
from kbtui.games.castle.words.names import cell_name, coin_name, short_coin
from kbtui.games.kit import OVER, UNDID, Event
from kbtui.text.i18n import N_, _, n_

# What a reader of a log need not be told: it follows from what stands before or behind it.
_SILENT: Final = (Kind.CHOSE, Kind.SHOWN, Kind.MINTED)
_TEXTS: Final[Mapping[str, str]] = {
    Kind.DREW: N_("draws 2 tiles"),
    Kind.COIN: N_("takes {coin}"),
    Kind.TOOK: N_("takes {tile}"),
    Kind.DEALT: N_("gets {tile}"),
    Kind.LOST: N_("loses {tile}"),
    Kind.SHUFFLED: N_("the discard pile is shuffled"),
    Kind.MILLED: N_("new market"),
    Kind.VOID: N_("{coin} changes nothing"),
    OVER: N_("game over"),
}


class Told(tuple[Event, ...]):
    """Events that share one line; the first of them leads."""

    __slots__ = ()

    @property
    def first(self) -> Event:
        return self[0]


def joined(events: Iterable[Event]) -> list[Told]:
    """What belongs together in one line: a build and the walk that it brings."""
    found: list[Told] = []
    for event in events:
        last = found[-1] if found else None
        is_walk = event.kind is Kind.MOVED and last is not None and last.first.seat == event.seat
        if is_walk and last is not None and last.first.kind in (Kind.BUILT, Kind.COIN):
            found[-1] = Told((*last, event))
        elif event.kind not in _SILENT:
            found.append(Told((event,)))
    return found


def sign(face: Face, any_sign: str = "√") -> str:
    """A tile as its numbers: ``9``, ``11/1``, ``√2``."""
    tile = TILES[face]
    if not tile.number:
        return f"{any_sign}{tile.top_number or ''}"
    is_plain = tile.top_number in (0, tile.number)
    return str(tile.number) if is_plain else f"{tile.number}/{tile.top_number}"


def brief(events: Told, names: Sequence[str], any_sign: str = "√") -> str:
    """``builds 9 on K2, pays 1, +2$``"""
    event = events.first
    if event.kind is Kind.BUILT:
        text = _built(event, any_sign)
    else:
        text = _other(event, names, any_sign)
    return text + _walks(events)


def tight(events: Told, names: Sequence[str], any_sign: str = "√") -> str:
    """The same where there is little room: ``9 K2 -1, +2$``."""
    event = events.first
    if event.kind is Kind.COIN:
        text = _(_TEXTS[Kind.COIN]).format(coin=short_coin(parse_coin(event.what)))
    elif event.kind is Kind.BUILT:
        _action, face, cell, paid = parse_move(event.what)
        text = f"{sign(face, any_sign)} {cell_name(cell)}{f' -{len(paid)}' if paid else ''}"
    else:
        return brief(events, names, any_sign)
    return text + _walks(events)


def _walks(events: Told) -> str:
    walks = (walk.what.split() for walk in events[1:])
    return "".join(f", +{steps}{'$' * int(coins)}" for steps, _space, coins in walks)


def _built(event: Event, any_sign: str) -> str:
    _action, face, cell, paid = parse_move(event.what)
    text = _("builds {tile} on {cell}")
    if paid:
        text = _("builds {tile} on {cell}, pays {count}")
    return text.format(tile=sign(face, any_sign), cell=cell_name(cell), count=len(paid))


def _other(event: Event, names: Sequence[str], any_sign: str) -> str:
    kind, what = event.kind, event.what
    if kind in (Kind.COIN, Kind.VOID):
        return _(_TEXTS[kind]).format(coin=coin_name(parse_coin(what)))
    if kind in (Kind.TOOK, Kind.DEALT, Kind.LOST):
        return _(_TEXTS[kind]).format(tile=sign(parse_tile(what), any_sign))
    if kind is Kind.DROPPED:
        count = what.count("+") + 1
        return n_("discards {count} tile", "discards {count} tiles", count).format(count=count)
    if kind is Kind.GAINS:
        count = int(what)
        return n_("gains {count} tile", "gains {count} tiles", count).format(count=count)
    if kind is Kind.STOLE:
        seat, _blank, tile = what.partition(" ")
        text = _("robs {name}") if tile == HIDDEN else _("robs {name}: {tile}")
        shown = "" if tile == HIDDEN else sign(parse_tile(tile), any_sign)
        return text.format(name=names[int(seat) - 1], tile=shown)
    if kind is Kind.TOPPLED:
        victim, cell = cell_of(event.places[0])
        own = victim == event.seat
        text = _("takes down {cell}") if own else _("takes down {cell} of {name}")
        return text.format(cell=cell_name(cell), name=names[victim])
    if kind is Kind.MOVED:
        steps, _space, coins = what.split()
        return f"+{steps}{'$' * int(coins)}"
    if kind == UNDID:
        return _("undoes {move}").format(move=what)
    return _(_TEXTS[kind])


def whole(events: Told, names: Sequence[str], you: Seat | None = None) -> str:
    """The same in sentences."""
    return " ".join(told(event, names, you) for event in events)


def news(events: Iterable[Event], names: Sequence[str], seat: Seat | None, any_sign: str) -> str:
    """What others did, for windows without a log."""
    lines = joined(event for event in events if event.seat not in (DEALER, seat))
    return "; ".join(f"{names[one.first.seat]} {brief(one, names, any_sign)}" for one in lines)
