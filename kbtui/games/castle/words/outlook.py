"""What a move or a coin would bring, from the functions that the rules themselves use."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.castle.castle import Castle, free_tiles, people, roofs, windows
from engine.castle.moves import Action, Move
from engine.castle.pieces.cells import LEVEL, cells
from engine.castle.pieces.coins import RED, Coin
from engine.castle.pieces.tiles import NUMBER
from engine.castle.rules.actions import apply
from engine.castle.rules.baron import Way
from engine.castle.rules.coineffects import COMPARED
from engine.castle.rules.explain import sum_below
from engine.castle.rules.foresight import build_way, gains, ruby_way
from engine.castle.rules.placing import spaces_moved
from engine.castle.setup import DRAWN, RACK_LIMIT
from engine.castle.state import State, opponents
from engine.contract import Seat
from engine.errors import sentence
from kbtui.games.castle.words.names import effect, space_kind, tile_name
from kbtui.text.i18n import _, n_
from kbtui.text.phrases import said
from kbtui.text.words import both

Names = Sequence[str]


def brought(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    """What a legal move would bring, in sentences."""
    yield from _OUTLOOKS[move[0]](state, seat, move, names)


def _build(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    _action, face, cell, paid = move
    if LEVEL[cell] == 1:
        yield _("On level 1 any number fits, and the baron does not move.")
        return
    if NUMBER[face]:
        wanted = sum_below(state.castles[seat], cell)
        text = _("The number there is {sum}.")
        yield text.format(sum=said(wanted) if isinstance(wanted, str) else wanted)
    else:
        yield _("Any number fits.")
    if paid:
        count = len(paid)
        text = n_("You pay with {count} tile.", "You pay with {count} tiles.", count)
        yield text.format(count=count)
    yield from _walk(state, seat, spaces_moved(face, cell), build_way(state, move))


def _walk(state: State, seat: Seat, steps: int, walk: Way) -> Iterator[str]:
    text = n_(
        "The baron moves {count} space, to space {space}, {kind}.",
        "The baron moves {count} spaces, to space {space}, {kind}.",
        steps,
    )
    space = walk.spaces[-1]
    yield text.format(count=steps, space=space, kind=space_kind(space))
    if len(walk.spaces) > steps:
        yield _("It does not stop on rubies and other barons.")
    yield from _earned(state, seat, walk)


def _earned(state: State, seat: Seat, walk: Way) -> Iterator[str]:
    if walk.brings_tile:
        yield _("You gain 1 tile from the reserve.")
    if walk.coins:
        count = walk.coins
        yield n_("You take {count} coin.", "You take {count} coins.", count).format(count=count)
        if len(state.purses[seat]) + count >= state.setup.coins:
            yield _("That wins the game.")


def _draw(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    yield _("You draw 2 tiles from the reserve.")
    yield from _surplus(len(state.racks[seat]) + DRAWN)


def _surplus(tiles: int) -> Iterator[str]:
    count = tiles - RACK_LIMIT
    if count > 0:
        text = n_("Then you discard {count} tile.", "Then you discard {count} tiles.", count)
        yield text.format(count=count)


def _drop(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    yield _("The tiles go to the discard pile. {count} stay on your rack.").format(count=RACK_LIMIT)


def _coin(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    yield sentence(f"{coin_now(state, move[1], names)}.")


def _thief(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    count = len(state.racks[move[1]])
    text = n_("You get {name}'s only tile.", "You get 1 of {name}'s {count} tiles, unseen.", count)
    yield text.format(count=count, name=names[move[1]])
    yield from _surplus(len(state.racks[seat]) + 1)


def _topple(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    victim = move[1] if move[0] is Action.CATAPULT else seat
    before, after = state.castles[victim], apply(state, move).castles[victim]
    lost = [*_lost(before, after)]
    if lost:
        yield _("{name} loses {things}.").format(name=names[victim], things=both(lost))
    else:
        yield _("{name} loses a tile that counts for nothing.").format(name=names[victim])


def _lost(before: Castle, after: Castle) -> Iterator[str]:
    levels = before.height - after.height
    if levels:
        yield n_("{count} level", "{count} levels", levels).format(count=levels)
    panes = windows(before) - windows(after)
    if panes:
        yield n_("{count} window", "{count} windows", panes).format(count=panes)
    if roofs(before) - roofs(after):
        yield n_("{count} roof", "{count} roofs", 1).format(count=1)
    persons = people(before) - people(after)
    if persons:
        yield n_("{count} person", "{count} people", persons).format(count=persons)


def _take(state: State, seat: Seat, move: Move, names: Names) -> Iterator[str]:
    yield _("{tile} goes to your rack, and everyone sees it.").format(tile=tile_name(move[1]))
    yield from _surplus(len(state.racks[seat]) + 1)


_OUTLOOKS: Final[dict[Action, Callable[[State, Seat, Move, Names], Iterator[str]]]] = {
    Action.DRAW: _draw,
    **dict.fromkeys((Action.BUILD, Action.ROYAL, Action.MARKET), _build),
    Action.DROP: _drop,
    Action.COIN: _coin,
    Action.THIEF: _thief,
    **dict.fromkeys((Action.COLLAPSE, Action.CATAPULT), _topple),
    **dict.fromkeys((Action.MILL, Action.TAKE), _take),
}


# ---- coins --------------------------------------------------------------------------------------


def coin_now(state: State, coin: int, names: Names) -> str:
    """What the coin would do if the seat on turn took it now."""
    seat = state.seat
    count = len(state.purses[seat]) + 1
    if count >= state.setup.coins:
        return _("coin number {count}: {name} wins").format(count=count, name=names[seat])
    if state.setup.peace and coin in RED:
        return effect(coin, state.setup)
    return _COINS[Coin(coin)](state, seat, names)


def _ruby(state: State, seat: Seat, names: Names) -> str:
    walk = ruby_way(state)
    space = walk.spaces[-1]
    text = _("the baron moves to space {space}, {kind}")
    if walk.coins:
        text = _("the baron moves to space {space}, {kind}, and earns a coin")
    return text.format(space=space, kind=space_kind(space))


def _rob(state: State, seat: Seat, names: Names) -> str:
    racks = [f"{names[other]} {len(state.racks[other])}" for other in opponents(state, seat)]
    if not any(state.racks[other] for other in opponents(state, seat)):
        return _("nobody has a tile to steal")
    text = _("a random tile from a rack you choose; tiles there: {racks}")
    return text.format(racks=", ".join(racks))


def _lady(state: State, seat: Seat, names: Names) -> str:
    struck = [names[other] for other in opponents(state, seat) if state.racks[other]]
    if not struck:
        return _("nobody has a tile to lose")
    return _("these players lose a random tile: {names}").format(names=both(struck))


def _mill(state: State, seat: Seat, names: Names) -> str:
    return effect(Coin.MILL, state.setup)


def _collapse(state: State, seat: Seat, names: Names) -> str:
    count = len(cells(free_tiles(state.castles[seat])))
    if not count:
        return _("nothing to take down in your castle")
    text = n_(
        "take down the only free tile in your castle",
        "take down one of the {count} free tiles in your castle",
        count,
    )
    return text.format(count=count)


def _catapult(state: State, seat: Seat, names: Names) -> str:
    free = {other: len(cells(free_tiles(state.castles[other]))) for other in opponents(state, seat)}
    if not any(free.values()):
        return _("nothing to take down in other castles")
    listed = ", ".join(f"{names[other]} {count}" for other, count in free.items())
    return _("take down a free tile in another castle: {castles}").format(castles=listed)


def _compare(coin: Coin) -> Callable[[State, Seat, Names], str]:
    def told(state: State, seat: Seat, names: Names) -> str:
        seats = [*gains(state, coin)]
        if not seats:
            return _("nobody has one, so nobody gains tiles")
        text = _("2 tiles for {names}, with {count}")
        most = COMPARED[coin][0](state.castles[seats[0]])
        return text.format(names=both(names[winner] for winner in seats), count=most)

    return told


def _monk(state: State, seat: Seat, names: Names) -> str:
    seats = gains(state, Coin.MONK)
    return _("3 tiles for {names}").format(names=both(names[other] for other in seats))


_COINS: Final[dict[Coin, Callable[[State, Seat, Names], str]]] = {
    **{coin: _compare(coin) for coin in COMPARED},
    Coin.RUBY: _ruby,
    Coin.THIEF: _rob,
    Coin.LADY: _lady,
    Coin.MILL: _mill,
    Coin.COLLAPSE: _collapse,
    Coin.CATAPULT: _catapult,
    Coin.MONK: _monk,
}
