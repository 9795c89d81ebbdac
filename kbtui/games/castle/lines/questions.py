"""What can be asked in lines: about moves, coins, racks, castles and the track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.castle.moves import Move
from engine.castle.pieces.coins import WORDS
from engine.castle.pieces.tiles import TILES, UNKNOWN, Face, parse_tile, spread
from engine.castle.pieces.track import Space
from engine.castle.state import State
from engine.contract import Seat
from engine.errors import BadToken, NotYourMove
from kbtui.games.castle.lines import drawing, tilenumbers
from kbtui.games.castle.words.names import (
    coin_name,
    rack_named,
    space_kind,
    tile_name,
    tiles_named,
)
from kbtui.games.castle.words.outlook import brought, coin_now
from kbtui.games.plain import Asked, Question
from kbtui.text.i18n import N_, _, c_, n_
from kbtui.text.phrases import told
from kbtui.text.words import explained, fold


def _move(asked: Asked, question: str, text: str) -> Move:
    if asked.seat is None:
        raise NotYourMove("It is not your turn.")
    if not text:
        raise BadToken(repr(question), "name a move, such as {token}", token="wall5@e2")
    move: Move = asked.move(text)
    return move


def _why(asked: Asked, text: str) -> Iterator[str]:
    reason = asked.why_not(_move(asked, "why", text))
    yield _("It is legal.") if reason is None else told(reason)


def _gain(asked: Asked, text: str) -> Iterator[str]:
    move = _move(asked, "gain", text)
    reason = asked.why_not(move)
    if reason is not None:
        raise reason
    assert asked.seat is not None, "only who must act has a move to ask about"
    yield " ".join(brought(asked.state, asked.seat, move, asked.names))


def _coins(asked: Asked, _text: str) -> Iterator[str]:
    state: State = asked.state
    yield _("If {name} took it now, each coin on the market would do this:").format(
        name=asked.names[state.seat]
    )
    for coin in sorted({*state.coins}):
        now = coin_now(state, coin, asked.names)
        yield from fold(f"  {explained(f'coin:{WORDS[coin]}', f'{coin_name(coin)}, {now}.')}")
    for other, purse in enumerate(state.purses):
        held = ", ".join(map(coin_name, purse)) or c_("coins", "none")
        text = _("{name} has {count} of {goal} coins: {coins}.")
        yield from fold(
            text.format(
                name=asked.names[other], count=len(purse), goal=state.setup.coins, coins=held
            )
        )


def _rack(asked: Asked, _text: str) -> Iterator[str]:
    state: State = asked.state
    for seat, rack in enumerate(state.racks):
        if seat == asked.viewer:
            told_rack = rack_line(state, seat)
        else:
            told_rack = _("{name}: {tiles}.").format(name=asked.names[seat], tiles=rack_named(rack))
        yield from fold(told_rack)
        if state.royals[seat]:
            text = _("{name} has set aside {tiles}.")
            yield text.format(name=asked.names[seat], tiles=tiles_named(state.royals[seat]))


def rack_line(state: State, seat: Seat) -> str:
    """The tiles of one's own rack, with their numbers while one has to act."""
    rack = state.racks[seat]
    if UNKNOWN in rack or state.actor != seat:
        return _("Rack: {tiles}.").format(tiles=rack_named(rack))
    return _("Rack: {tiles}.").format(
        tiles=_numbered(tilenumbers.rack_numbers(state)) or _("empty")
    )


def market_line(state: State) -> str:
    listed = _numbered(tilenumbers.market_numbers(state)) or tiles_named(state.market)
    return _("Market: {tiles}.").format(tiles=listed or _("empty"))


def _numbered(tiles: Mapping[str, str]) -> str:
    return ", ".join(f"{key} {tile_name(parse_tile(tile))}" for key, tile in tiles.items())


def _market(asked: Asked, _text: str) -> Iterator[str]:
    state: State = asked.state
    yield from fold(market_line(state))
    yield from fold(coins_line(state))
    count = state.reserve
    text = n_("{count} tile is in the reserve.", "{count} tiles are in the reserve.", count)
    yield text.format(count=count)


def coins_line(state: State) -> str:
    return _("Coins: {coins}.").format(coins=", ".join(map(coin_name, state.coins)))


def _castle(asked: Asked, text: str) -> Iterator[str]:
    state: State = asked.state
    seat = _seat(asked, text)
    castle = state.castles[seat]
    text = _("{name}'s castle: {counts}.")
    yield from fold(text.format(name=asked.names[seat], counts=drawing.counts(castle)))
    yield from drawing.levels(castle)


def _seat(asked: Asked, text: str) -> Seat:
    """The seat that is named by its number; else one's own, or that of whose turn it is."""
    state: State = asked.state
    seats = state.setup.players
    if not text:
        return state.seat if asked.viewer is None else asked.viewer
    if text.isdecimal() and 1 <= int(text[:3]) <= seats:
        return int(text) - 1
    raise BadToken(repr(text), "seats are 1 to {most}", most=seats)


def _skyline(asked: Asked, text: str) -> Iterator[str]:
    seat = _seat(asked, text)
    line = drawing.skyline(asked.state.castles[seat])
    yield _("Levels over A to O, half tile by half tile: {heights}.").format(heights=line)


def _track(asked: Asked, _text: str) -> Iterator[str]:
    state: State = asked.state
    yield f"{_('Track')}  {drawing.track_line(state)}"
    for seat, space in enumerate(state.barons):
        text = _("{name} is on space {space}, {kind}; next coin in {coin}, next tile in {tile}.")
        told_way = text.format(
            name=asked.names[seat],
            space=space,
            kind=space_kind(space),
            coin=drawing.next_space(state, seat, Space.COIN),
            tile=drawing.next_space(state, seat, Space.TILE),
        )
        yield from fold(told_way)


def _discards(asked: Asked, _text: str) -> Iterator[str]:
    state: State = asked.state
    listed = tiles_named(spread(state.discard)) or _("empty")
    yield from fold(_("Discard pile: {tiles}.").format(tiles=listed))


def _about(asked: Asked, text: str) -> Iterable[str]:
    numbers = {**tilenumbers.market_numbers(asked.state), **tilenumbers.rack_numbers(asked.state)}
    face = parse_tile(numbers.get(text, text.lower()))
    if face == UNKNOWN:
        raise BadToken(repr(text), "name a tile, such as {tile}", tile="stair11/1")
    return fold(about(face))


def about(face: Face) -> str:
    """Everything about a tile."""
    tile = TILES[face]
    said = [explained(tile_name(face), _("base {base}").format(base=_halves(tile.base)))]
    said.append(_("top {top}").format(top=_halves(tile.top)))
    for count, text in (
        (tile.windows, n_("{count} window", "{count} windows", tile.windows)),
        (tile.roofs, n_("{count} roof", "{count} roofs", tile.roofs)),
        (tile.people, n_("{count} person", "{count} people", tile.people)),
        (tile.rubies, n_("{count} ruby", "{count} rubies", tile.rubies)),
    ):
        if count:
            said.append(text.format(count=count))
    if tile.no_new_level:
        said.append(_("never first on a level"))
    said.append(_("typed as {word}").format(word=tile.word))
    said.append(_("copies in the box: {count}").format(count=tile.copies))
    return "; ".join(said) + "."


def _halves(halves: tuple[bool, bool]) -> str:
    left, right = halves
    if left == right:
        return _("stone") if left else _("sky")
    return (
        _("sky on the left, stone on the right")
        if right
        else _("stone on the left, sky on the right")
    )


QUESTIONS: Final[Mapping[str, Question]] = {
    "why": Question("why wall5@e2", N_("explain why a move is not legal"), _why),
    "gain": Question("gain wall5@e2", N_("say what a move would earn"), _gain),
    "coins": Question("coins", N_("say what each coin does now, and who has which"), _coins),
    "rack": Question("rack", N_("say what is on your rack, and how full the others are"), _rack),
    "market": Question("market", N_("say what the two markets offer"), _market),
    "castle": Question("castle 2", N_("describe a seat's castle, level by level"), _castle),
    "skyline": Question("skyline 2", N_("say how high a castle is, from left to right"), _skyline),
    "track": Question("track", N_("say where the barons are"), _track),
    "discards": Question("discards", N_("say what is in the discard pile"), _discards),
    "about": Question("about hall2", N_("say everything about a tile"), _about),
}
