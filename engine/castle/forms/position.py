"""Positions as JSON: written from any state, read back with every field checked.

The reader refuses a position that no game can reach, as far as the rules depend on it, and names
the field. Fields that are left out have their values at the start of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.castle.castle import BARE, SUMS, Castle, demand, with_face
from engine.castle.forms.describe import (
    agenda_as_json,
    bag_as_json,
    castle_as_json,
    coins_as_json,
    counts_as_json,
)
from engine.castle.forms.plausible import check
from engine.castle.pieces.cells import GATE_CELL, LEVEL, NAMES, parse_cell
from engine.castle.pieces.coins import ALL_COINS, parse_coin
from engine.castle.pieces.tiles import (
    BASE,
    FACES,
    NO_COUNTS,
    NUMBER,
    TILES,
    UNKNOWN,
    Bag,
    Base,
    Counts,
    changed,
    parse_tile,
)
from engine.castle.pieces.track import SPACES
from engine.castle.setup import RACK_LIMIT, Setup, parse_options, resolve, setup_as_json
from engine.castle.state import NOBODY, Phase, Row, State, Task, start
from engine.contract import Json, Seat
from engine.errors import BadInput, BadPosition
from engine.reading import Reader

T = TypeVar("T")

FORMAT: Final = "castle-position/1"
_LONGEST: Final = 126  # entries of any list: there are no more tiles


def write_position(state: State) -> Json:
    """The whole state; hidden tiles are written as ``?``."""
    return {
        "format": FORMAT,
        "setup": setup_as_json(state.setup),
        "seat": state.seat,
        "idle": state.idle,
        "built": state.built,
        "undoable": None if state.undoable == NOBODY else state.undoable,
        "agenda": agenda_as_json(state),
        "players": [_write_player(state, seat) for seat in range(state.setup.players)],
        "market": bag_as_json(state.market),
        "coins": coins_as_json(state.coins),
        "reserve": state.reserve,
        "discard": counts_as_json(state.discard),
        "known": [[bag_as_json(bag) for bag in row] or None for row in state.known],
    }


def _write_player(state: State, seat: Seat) -> Json:
    castle = castle_as_json(state.castles[seat])
    del castle[NAMES[GATE_CELL]]
    return {
        "castle": castle,
        "rack": bag_as_json(state.racks[seat]),
        "royals": bag_as_json(state.royals[seat]),
        "coins": coins_as_json(state.purses[seat]),
        "baron": state.barons[seat],
    }


def read_position(data: object) -> State:
    """The state that ``data`` describes; raises BadPosition naming the field."""
    reader = Reader(data, "position")
    if reader.take("format", str) != FORMAT:
        raise BadPosition("format", f"expected {FORMAT!r}")
    setup = _read_setup(reader.take("setup", dict))
    rows = reader.take("players", list)
    if len(rows) != setup.players:
        raise BadPosition("players", f"expected {setup.players} of them")
    readers = [Reader(row, f"players[{i}]") for i, row in enumerate(rows)]
    fresh = start(setup)
    seat = _read_seat(reader.take("seat", int, setup.start), "seat", setup)
    racks = tuple(_read_bag(player, "rack", RACK_LIMIT + 3, True) for player in readers)
    state = fresh._replace(
        castles=tuple(_read_castle(player, setup) for player in readers),
        racks=racks,
        royals=tuple(_read_royals(player, setup) for player in readers),
        purses=tuple(_read_coins(player, "coins", setup.coins) for player in readers),
        barons=tuple(_read_baron(player) for player in readers),
        market=_read_bag(reader, "market", 3),
        discard=_read_counts(reader, "discard"),
        coins=bytes(sorted(_read_coins(reader, "coins", 3))),
        seat=seat,
        idle=_read_number(reader, "idle", 8),
        built=reader.take("built", bool, False),
        undoable=_read_seat(reader.take("undoable", int, NOBODY), "undoable", setup, NOBODY),
        agenda=_read_agenda(reader, setup, seat),
    )
    state = _counted(state)._replace(known=_read_known(reader, setup, racks))
    for player in readers:
        player.end()
    if reader.take("reserve", int, state.reserve) != state.reserve:
        raise BadPosition("reserve", f"{state.reserve} tiles are left for the reserve")
    reader.end()
    return check(state)


def _read_setup(data: Mapping[str, Any]) -> Setup:
    try:
        return resolve(parse_options(data))
    except BadInput as error:
        raise BadPosition(f"setup.{error.where}", error.problem) from None


def _read_seat(value: int, where: str, setup: Setup, nobody: int = 0) -> Seat:
    if value != nobody and value not in range(setup.players):
        raise BadPosition(where, f"seats are 0 to {setup.players - 1}")
    return value


def _read_number(reader: Reader, field: str, most: int) -> int:
    number: int = reader.take(field, int, 0)
    if not 0 <= number <= most:
        raise BadPosition(reader.at(field), f"expected 0 to {most}")
    return number


def _words(values: Iterable[object], where: str, parse: Callable[[str], T]) -> list[T]:
    """The words of a list, each as the game reads it."""
    found = []
    for value in values:
        if not isinstance(value, str):
            raise BadPosition(where, f"{value!r} is not a name")
        try:
            found.append(parse(value))
        except BadInput as error:
            raise BadPosition(where, f"{error.where}: {error.problem}") from None
    return found


def _seen(word: str) -> int:
    if parse_tile(word) == UNKNOWN:
        raise BadInput(repr(word), "this tile can be seen by all")
    return parse_tile(word)


def _read_bag(reader: Reader, field: str, most: int, may_hide: bool = False) -> Bag:
    words = reader.take(field, list, [])
    if len(words) > most:
        raise BadPosition(reader.at(field), f"there are at most {most}")
    return bytes(sorted(_words(words, reader.at(field), parse_tile if may_hide else _seen)))


def _read_coins(reader: Reader, field: str, most: int) -> bytes:
    words = reader.take(field, list, [])
    if len(words) > most:
        raise BadPosition(reader.at(field), f"there are at most {most}")
    return bytes(_words(words, reader.at(field), parse_coin))


def _read_counts(reader: Reader, field: str) -> Counts:
    counts, where = NO_COUNTS, reader.at(field)
    for word, count in reader.take(field, dict, {}).items():
        (face,) = _words([word], where, _seen)
        if type(count) is not int or not 0 <= count <= TILES[face].copies:
            raise BadPosition(where, f"{word}: there are {TILES[face].copies} of this tile")
        counts = changed(counts, face, count)
    return counts


def _read_royals(reader: Reader, setup: Setup) -> Bag:
    words = reader.take("royals", list, bag_as_json(setup.royals))
    royals = bytes(sorted(_words(words, reader.at("royals"), _seen)))
    if any(royals.count(face) > setup.royals.count(face) for face in royals):
        raise BadPosition(reader.at("royals"), "one prince and one princess at most (CB-79)")
    return royals


def _read_baron(reader: Reader) -> int:
    space: int = reader.take("baron", int)
    if space not in range(SPACES):
        raise BadPosition(reader.at("baron"), f"spaces are 0 to {SPACES - 1}")
    return space


def _read_castle(reader: Reader, setup: Setup) -> Castle:
    """Tiles from the ground up; each has to match what it stands on and meets (CB-29)."""
    where = reader.at("castle")
    rows = reader.take("castle", dict, {})
    cells = _words(rows, where, parse_cell)
    faces = _words(rows.values(), where, _seen)
    castle = BARE
    for cell, face in sorted(zip(cells, faces, strict=True)):
        if castle.occupied >> cell & 1:
            raise BadPosition(where, f"{NAMES[cell]} is the castle gate (CB-6)")
        if LEVEL[cell] > castle.height + 1:
            raise BadPosition(where, f"{NAMES[cell]} has no tile below it (CB-30)")
        castle = with_face(castle, cell, face)
    for cell, face in zip(cells, faces, strict=True):
        if LEVEL[cell] == 1:
            if BASE[face] != Base.WHOLE:
                raise BadPosition(where, f"{NAMES[cell]} does not match the foundation (CB-32)")
            continue
        wanted, number = demand(castle, cell), NUMBER[face]
        if wanted // SUMS != BASE[face]:
            raise BadPosition(where, f"{NAMES[cell]} does not match what it stands on (CB-29)")
        if number and abs(number - wanted % SUMS) > min(setup.most_paid, RACK_LIMIT):
            raise BadPosition(where, f"{NAMES[cell]} is too far from its sum (CB-36, CB-41)")
    return castle


def _read_agenda(reader: Reader, setup: Setup, seat: Seat) -> tuple[Task, ...]:
    rows = reader.take("agenda", list, None)
    if rows is None:
        return ((Phase.TURN, seat, 0),)
    if len(rows) > _LONGEST:
        raise BadPosition("agenda", f"there are at most {_LONGEST} tasks")
    found = []
    for i, row in enumerate(rows):
        task = Reader(row, f"agenda[{i}]")
        name = task.take("task", str)
        if name.upper() not in Phase.__members__ or name != name.lower():
            raise BadPosition(task.at("task"), f"{name!r} is not a task")
        who = _read_seat(task.take("seat", int), task.at("seat"), setup)
        found.append((Phase[name.upper()], who, _read_number(task, "number", _LONGEST)))
        task.end()
    return tuple(found)


def _read_known(reader: Reader, setup: Setup, racks: Sequence[Bag]) -> tuple[Row, ...]:
    """By default nobody knows a tile of another rack; a rack with ``?`` is not this copy's."""
    n = setup.players
    nothing: Row = (b"",) * n
    rows = reader.take("known", list, None)
    if rows is None:
        return (*(() if UNKNOWN in rack else nothing for rack in racks), nothing)
    if len(rows) != n + 1 or rows[-1] is None:
        raise BadPosition("known", "expected a row for each seat and one for spectators")
    return tuple(_read_row(row, f"known[{i}]", racks) for i, row in enumerate(rows))


def _read_row(row: object, where: str, racks: Sequence[Bag]) -> Row:
    if row is None:
        return ()
    if not isinstance(row, list) or len(row) != len(racks):
        raise BadPosition(where, "expected null, or a list of tiles for each seat")
    found = []
    for words, rack in zip(row, racks, strict=True):
        if not isinstance(words, list):
            raise BadPosition(where, "expected null, or a list of tiles for each seat")
        bag = bytes(sorted(_words(words, where, _seen)))
        if any(bag.count(face) > rack.count(face) for face in bag):
            raise BadPosition(where, "a tile that is known is not on the rack")
        found.append(bag)
    return tuple(found)


def _counted(state: State) -> State:
    """What is nowhere else is unseen; raises BadPosition if there is too much of something."""
    seen = b"".join(
        (
            state.market,
            *state.racks,
            *state.royals,
            *(castle.tiles for castle in state.castles),
        )
    )
    unseen = [0] * len(TILES)
    for face in FACES:
        copies, word = TILES[face].copies, TILES[face].word
        unseen[face] = copies - seen.count(face) - state.discard[face]
        if unseen[face] < 0:
            raise BadPosition("tiles", f"more than {copies} of {word} (CB-1)")
    spent = b"".join((state.coins, *state.purses))
    mint = [count - spent.count(coin) for coin, count in enumerate(ALL_COINS)]
    if min(mint) < 0:
        raise BadPosition("coins", "more of a coin than there are (CB-7)")
    reserve = sum(unseen) - sum(rack.count(UNKNOWN) for rack in state.racks)
    if reserve < 0:
        raise BadPosition("players", "more unknown tiles on racks than there are tiles")
    return state._replace(unseen=bytes(unseen), reserve=reserve, mint=bytes(mint))
