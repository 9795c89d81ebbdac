"""Tells what happened in Castle Builder, with the name of the player or as said to a player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from engine.castle.moves import Action, parse_move
from engine.castle.pieces.coins import parse_coin
from engine.castle.pieces.tiles import HIDDEN, parse_tile
from engine.castle.state import State
from engine.contract import DEALER, Seat
from kbtui.games.castle.words.kinds import Kind, cell_of, changed, events
from kbtui.games.castle.words.names import built_name, cell_name, coin_name, tile_name, tiles_named
from kbtui.games.kit import OVER, UNDID, Event, Story
from kbtui.text.i18n import N_, _, n_

# What others read, and what the player who did it reads.
_Texts = Mapping[str, tuple[str, str]]
_TEXTS: Final[_Texts] = {
    Kind.DREW: (N_("{name} draws 2 tiles."), N_("You draw 2 tiles.")),
    Kind.DROPPED: (N_("{name} discards {tiles}."), N_("You discard {tiles}.")),
    Kind.COIN: (N_("{name} takes the {coin} coin."), N_("You take the {coin} coin.")),
    Kind.CHOSE: (N_("{name} robs {victim}."), N_("You rob {victim}.")),
    Kind.TOOK: (N_("{name} takes {tile} from the market."), N_("You take {tile} from the market.")),
    Kind.DEALT: (N_("{name} gets {tile}."), N_("You get {tile}.")),
    Kind.STOLE: (N_("{name} steals {tile} from {victim}."), N_("You steal {tile} from {victim}.")),
    Kind.LOST: (N_("{name} loses {tile}."), N_("You lose {tile}.")),
    UNDID: (N_("{name} undoes {move}."), N_("You undo {move}.")),
}
_BUILT: Final[Mapping[Action, tuple[str, str]]] = {
    Action.BUILD: (N_("{name} builds {tile} on {cell}."), N_("You build {tile} on {cell}.")),
    Action.ROYAL: (
        N_("{name} builds {tile}, which was set aside, on {cell}."),
        N_("You build {tile}, which was set aside, on {cell}."),
    ),
    Action.MARKET: (
        N_("{name} builds {tile} from the market on {cell}."),
        N_("You build {tile} from the market on {cell}."),
    ),
}
_PAID: Final[Mapping[Action, tuple[str, str]]] = {
    Action.BUILD: (
        N_("{name} builds {tile} on {cell} and pays with {tiles}."),
        N_("You build {tile} on {cell} and pay with {tiles}."),
    ),
    Action.ROYAL: _BUILT[Action.ROYAL],  # royals have the any mark: nobody pays for them
    Action.MARKET: (
        N_("{name} builds {tile} from the market on {cell} and pays with {tiles}."),
        N_("You build {tile} from the market on {cell} and pay with {tiles}."),
    ),
}
_COLLAPSE: Final = (
    N_("{name} takes down {tile} on {cell}."),
    N_("You take down {tile} on {cell}."),
)
_CATAPULT: Final = (
    N_("{name} takes down {tile} on {cell} in {victim}'s castle."),
    N_("You take down {tile} on {cell} in {victim}'s castle."),
)
_STOLEN: Final = (N_("{name} steals a tile from {victim}."), N_("You steal a tile from {victim}."))
# What is said to the victim.
_SUFFERED: Final[Mapping[str, str]] = {
    Kind.CHOSE: N_("{name} robs you."),
    Kind.STOLE: N_("{name} steals {tile} from you."),
    Kind.TOPPLED: N_("{name} takes down your {tile} on {cell}."),
}
_DEALERS: Final[Mapping[str, str]] = {
    Kind.SHOWN: N_("{tile} is added to the market."),
    Kind.MINTED: N_("The {coin} coin is added to the market."),
    Kind.SHUFFLED: N_("The discard pile is shuffled and becomes the reserve."),
    Kind.MILLED: N_("The Mill discards {tiles}."),
    Kind.VOID: N_("The {coin} coin changes nothing."),
    OVER: N_("The game is over."),
}
_WITH_COIN: Final = (Kind.COIN, Kind.MINTED, Kind.VOID)
_WITH_TILES: Final = (Kind.DROPPED, Kind.MILLED)
_WITH_TILE: Final = (Kind.TOOK, Kind.DEALT, Kind.SHOWN, Kind.LOST)


def told(event: Event, names: Sequence[str], you: Seat | None = None) -> str:
    """The event with the name of the one who did it, or as said to that player or the victim."""
    if event.kind is Kind.MOVED:
        return _moved(event, names, you)
    if event.kind is Kind.GAINS:
        return _gains(event, names, you)
    parts, victim = _parts(event)
    is_own = event.seat == you is not None
    if event.kind in _DEALERS:
        text = _DEALERS[event.kind]
    elif victim == you is not None and not is_own and event.kind in _SUFFERED:
        text = _SUFFERED[event.kind]
    else:
        text = _template(event, victim)[is_own]
    name = "" if event.seat == DEALER else names[event.seat]
    return _(text).format(name=name, victim="" if victim is None else names[victim], **parts)


def _template(event: Event, victim: Seat | None) -> tuple[str, str]:
    if event.kind is Kind.BUILT:
        action, _face, _cell, paid = parse_move(event.what)
        return (_PAID if paid else _BUILT)[action]
    if event.kind is Kind.TOPPLED:
        return _COLLAPSE if victim == event.seat else _CATAPULT
    if event.kind is Kind.STOLE and event.what.endswith(HIDDEN):
        return _STOLEN
    return _TEXTS[event.kind]


def _parts(event: Event) -> tuple[dict[str, str], Seat | None]:
    """What can be filled into the text of an event, and who suffers it."""
    kind, what = event.kind, event.what
    if kind is Kind.BUILT:
        _action, face, cell, paid = parse_move(what)
        where = {"tile": tile_name(face), "cell": cell_name(cell)}
        return {**where, "tiles": tiles_named(paid)}, None
    if kind is Kind.TOPPLED:
        victim, cell = cell_of(event.places[0])
        return {"tile": built_name(parse_tile(what)), "cell": cell_name(cell)}, victim
    if kind is Kind.STOLE:
        number, _blank, tile = what.partition(" ")
        return {"tile": tile_name(parse_tile(tile))}, int(number) - 1
    if kind is Kind.CHOSE:
        return {}, int(what) - 1
    if kind in _WITH_COIN:
        return {"coin": coin_name(parse_coin(what))}, None
    if kind in _WITH_TILES:
        return {"tiles": tiles_named(map(parse_tile, what.split("+")))}, None
    if kind in _WITH_TILE:
        return {"tile": tile_name(parse_tile(what))}, None
    return {"move": what}, None


def _moved(event: Event, names: Sequence[str], you: Seat | None) -> str:
    steps, space, coins = map(int, event.what.split())
    if event.seat == you:
        text = n_(
            "Your baron moves {count} space, to space {space}",
            "Your baron moves {count} spaces, to space {space}",
            steps,
        )
    else:
        text = n_(
            "{name}'s baron moves {count} space, to space {space}",
            "{name}'s baron moves {count} spaces, to space {space}",
            steps,
        )
    way = text.format(name=names[event.seat], count=steps, space=space)
    if not coins:
        return f"{way}."
    due = n_("{way}, and earns {count} coin.", "{way}, and earns {count} coins.", coins)
    return due.format(way=way, count=coins)


def _gains(event: Event, names: Sequence[str], you: Seat | None) -> str:
    count = int(event.what)
    if event.seat == you:
        text = n_("You gain {count} tile.", "You gain {count} tiles.", count)
    else:
        text = n_("{name} gains {count} tile.", "{name} gains {count} tiles.", count)
    return text.format(name=names[event.seat], count=count)


class _Castle:
    preludes: Collection[str] = (Kind.DEALT, Kind.SHOWN, Kind.MINTED, Kind.SHUFFLED)
    landmarks: Collection[str] = (Kind.COIN,)
    tells_moves = True
    events = staticmethod(events)
    told = staticmethod(told)
    changed = staticmethod(changed)

    def headline(self, before: State, happened: Iterable[Event]) -> str:
        return ""  # a turn is about its first move, and that is told anyway

    def landmark(self) -> str:
        return _("coin taken")

    def seams(self, state: State) -> bool:
        return False


STORY: Final[Story] = _Castle()
