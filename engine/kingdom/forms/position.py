"""Positions as JSON: written from any state, read back with every field checked (docs/position.md).

The reader refuses a position that no game can reach, as far as the bookkeeping of the rules depends
on it, and names the field. Fields that are left out have their values at the start of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.contract import Seat
from engine.errors import BadInput, BadPosition
from engine.kingdom.forms.plausible import check
from engine.kingdom.ground.board import TILES_ON_A_LOCATION, Board, Slot
from engine.kingdom.ground.hexes import NAMES, Mask, names, parse_hex
from engine.kingdom.ground.moves import location_kind, word
from engine.kingdom.ground.terrain import (
    KINDS_OF_CARDS,
    UNKNOWN,
    Card,
    Terrain,
    format_card,
    parse_card,
)
from engine.kingdom.setup import SETTLEMENTS, Setup, parse_options, resolve, setup_as_json
from engine.kingdom.state import (
    OPEN,
    QUOTA,
    Cards,
    Counts,
    Phase,
    State,
    Tiles,
    pile_size,
    removed,
    reserve,
)
from engine.reading import Reader

FORMAT: Final = "kbtui-position/1"
_STATUSES: Final = ("usable", "used", "new")


def write_position(state: State) -> dict[str, Any]:
    """The whole state; hidden cards are written as ``?``."""
    cards = state.cards
    return {
        "format": FORMAT,
        "setup": setup_as_json(state.setup),
        "phase": state.phase.name.lower(),
        "seat": state.seat,
        "card": None if cards.played is None else format_card(cards.played),
        "terrain": None if state.terrain == OPEN else Terrain(state.terrain).word,
        "owed": None if state.owed == OPEN else state.owed,
        "begun": state.begun,
        "reactions": [list(queue) for queue in state.reactions],
        "players": [_write_player(state, seat) for seat in range(state.setup.players)],
        "draw": pile_size(cards),
        "discard": _write_counts(cards.discard),
        "removed": _write_counts(removed(state)),
        "scouted": None if cards.scouted is None else cards.scouted.word,
    }


def _write_player(state: State, seat: Seat) -> dict[str, Any]:
    board, tiles = state.setup.board, state.tiles
    lost = tiles.taken[seat] & ~tiles.owned[seat]
    slots = list(enumerate(board.slots))
    return {
        "settlements": names(state.settlements[seat]),
        "reserve": reserve(state, seat),
        "temple": {"due": tiles.due[seat], "laid": tiles.laid[seat]},
        "tiles": [
            write_tile(tiles, seat, i, slot) for i, slot in slots if tiles.owned[seat] >> i & 1
        ],
        "lost": [NAMES[slot.hex] for i, slot in slots if lost >> i & 1],
        "hand": [format_card(card) for card in state.cards.hands[seat]],
    }


def write_tile(tiles: Tiles, seat: Seat, index: int, slot: Slot) -> dict[str, Any]:
    """A tile that the seat owns: kind, the location hex it came from, status."""
    used, fresh = tiles.used[seat] >> index & 1, tiles.fresh[seat] >> index & 1
    return {
        "kind": word(slot.kind) + "+" * slot.is_bonus,
        "source": None if slot.is_bonus else NAMES[slot.hex],
        "status": _STATUSES[1 if used else 2 if fresh else 0],
    }


def _write_counts(counts: Counts) -> dict[str, int]:
    return {format_card(card): count for card, count in enumerate(counts) if count}


def read_position(data: object) -> State:
    """The state that ``data`` describes; raises BadPosition naming the field."""
    reader = Reader(data, "position")
    if reader.take("format", str) != FORMAT:
        raise BadPosition("format", f"expected {FORMAT!r}")
    setup = _read_setup(reader.take("setup", dict))
    seat = _read_seat(reader.take("seat", int), "seat", setup)
    rows = reader.take("players", list)
    if len(rows) != setup.players:
        raise BadPosition("players", f"expected {setup.players} of them")
    readers = [Reader(row, f"players[{i}]") for i, row in enumerate(rows)]
    settlements = _read_settlements(readers, setup.board)
    played = _read_card(reader.take("card", str, None), "card")
    terrain = _read_terrain(reader.take("terrain", str, None), "terrain")
    state = State(
        setup,
        settlements,
        _read_tiles(readers, setup, settlements),
        _read_cards(reader, readers, setup, played),
        _read_phase(reader.take("phase", str, "turn")),
        seat,
        _bound(setup, played, terrain),
        _read_owed(reader.take("owed", int, None)),
        reader.take("begun", bool, False),
        _read_reactions(reader.take("reactions", list, []), setup),
    )
    _check_derived(state, reader, readers)
    check(state)
    return state


def _read_setup(data: Mapping[str, Any]) -> Setup:
    try:
        return resolve(parse_options(data))
    except BadInput as error:
        raise BadPosition(f"setup.{error.where}", error.problem) from None


def _read_seat(value: object, where: str, setup: Setup) -> Seat:
    if type(value) is not int or value not in range(setup.players):
        raise BadPosition(where, f"seats are 0 to {setup.players - 1}")
    return value


def _read_phase(name: str) -> Phase:
    for phase in Phase:
        if phase.name.lower() == name:
            return phase
    known = ", ".join(phase.name.lower() for phase in Phase)
    raise BadPosition("phase", f"{name!r} is none of {known}")


def _read_owed(value: int | None) -> int:
    if value is None:
        return OPEN
    if value not in range(QUOTA + 1):
        raise BadPosition("owed", f"expected 0 to {QUOTA}, or null before the card's first use")
    return value


def _read_card(name: str | None, where: str) -> Card | None:
    if name is None:
        return None
    card = _known_card(name, where)
    if card == UNKNOWN:
        raise BadPosition(where, "only a card in a hand can be unknown")
    return card


def _known_card(name: object, where: str) -> Card:
    if not isinstance(name, str):
        raise BadPosition(where, f"expected the name of a card, got {name!r}")
    try:
        return parse_card(name)
    except BadInput as error:
        raise BadPosition(where, error.problem) from None


def _read_terrain(name: str | None, where: str) -> Terrain | None:
    if name is None:
        return None
    for terrain in Terrain:
        if terrain.word == name:
            return terrain
    raise BadPosition(where, f"{name!r} is not a terrain")


def _bound(setup: Setup, played: Card | None, terrain: Terrain | None) -> int:
    """The played terrain: a single card needs no word, a double one only when it is bound."""
    faces = () if played is None else setup.plain_faces[played]
    if terrain is not None and terrain not in faces:
        raise BadPosition("terrain", f"the played card does not show {terrain.word}")
    if terrain is None:
        return faces[0] if len(faces) == 1 else OPEN
    return int(terrain)


def _read_hexes(items: Iterable[object], where: str) -> list[int]:
    found = []
    for i, item in enumerate(items):
        try:
            found.append(parse_hex(str(item)))
        except BadInput as error:
            raise BadPosition(f"{where}[{i}]", error.problem) from None
    if len(set(found)) < len(found):
        raise BadPosition(where, "a hex is named twice")
    return found


def _read_settlements(readers: list[Reader], board: Board) -> tuple[Mask, ...]:
    found, taken = [], 0
    ground = board.buildable | board.water | board.mountain
    for reader in readers:
        own = 0
        where = reader.at("settlements")
        for hex_ in _read_hexes(reader.take("settlements", list, []), where):
            if taken >> hex_ & 1:
                raise BadPosition(where, f"{NAMES[hex_]} holds two settlements (B-1)")
            if not ground >> hex_ & 1:
                raise BadPosition(where, f"{NAMES[hex_]} is never built on (GEO-4)")
            own |= 1 << hex_
            taken |= 1 << hex_
        found.append(own)
    return tuple(found)


def _read_tiles(readers: list[Reader], setup: Setup, settlements: tuple[Mask, ...]) -> Tiles:
    rows = []
    for reader, own in zip(readers, settlements, strict=True):
        owned, used, fresh, taken = _read_owned(reader, setup.board, own)
        temple = Reader(reader.take("temple", dict, {}), reader.at("temple"))
        due, laid = (_read_count(temple, field) for field in ("due", "laid"))
        temple.end()
        rows.append((owned, used, fresh, taken, due, laid))
    tiles = Tiles(*zip(*rows, strict=True))
    for i, slot in enumerate(setup.board.slots):
        if sum(row >> i & 1 for row in tiles.taken) > TILES_ON_A_LOCATION:
            where = f"players: tiles of {NAMES[slot.hex]}"
            raise BadPosition(where, f"only {TILES_ON_A_LOCATION} lie there (S-2)")
    return tiles


def _read_owned(reader: Reader, board: Board, own: Mask) -> tuple[int, int, int, int]:
    owned = used = fresh = taken = 0
    for i, item in enumerate(reader.take("tiles", list, [])):
        tile = Reader(item, f"{reader.at('tiles')}[{i}]")
        bit = _read_slot(tile, board, own)
        status = tile.take("status", str, _STATUSES[0])
        tile.end()
        if status not in _STATUSES:
            raise BadPosition(tile.at("status"), f"{status!r} is none of {', '.join(_STATUSES)}")
        if owned & bit:
            raise BadPosition(tile.where, "this tile is listed twice (L-GEN-2)")
        owned |= bit
        used |= bit * (status == "used")
        fresh |= bit * (status == "new")
    for kind, bonus in board.bonus.items():
        pair = owned & board.sources[kind] == board.sources[kind]
        if pair and board.sources[kind].bit_count() < TILES_ON_A_LOCATION:
            pair = False
        if bool(owned & bonus) != pair:
            text = f"{word(kind)}+ belongs to those, and only those, with both tiles (M-BONUS-1)"
            raise BadPosition(reader.at("tiles"), text)
    taken = owned & ~sum(board.bonus.values())
    for hex_ in _read_hexes(reader.take("lost", list, []), reader.at("lost")):
        bit = next((1 << i for i, slot in enumerate(board.slots) if slot.hex == hex_), 0)
        if not bit or owned & bit:
            raise BadPosition(reader.at("lost"), f"{NAMES[hex_]} is not where a tile was lost")
        taken |= bit
    return owned, used, fresh, taken


def _read_slot(tile: Reader, board: Board, own: Mask) -> int:
    name = tile.take("kind", str)
    source = tile.take("source", str, None)
    kind = location_kind(name.removesuffix("+"))
    if kind is None:
        raise BadPosition(tile.at("kind"), f"{name!r} is not a location")
    if name.endswith("+"):
        if kind not in board.bonus or source is not None:
            raise BadPosition(tile.where, f"there is no bonus tile {name} with that source")
        return board.bonus[kind]
    (hex_,) = _read_hexes([source], tile.at("source"))
    for i, slot in enumerate(board.slots):
        if slot.hex == hex_ and slot.kind == kind:
            if not slot.around & own:
                text = f"no settlement of this player touches {source} (L-GEN-6)"
                raise BadPosition(tile.at("source"), text)
            return 1 << i
    raise BadPosition(tile.at("source"), f"{source} is not a {name} hex")


def _read_count(reader: Reader, field: str) -> int:
    count: int = reader.take(field, int, 0)
    if not 0 <= count <= SETTLEMENTS:
        raise BadPosition(reader.at(field), f"expected 0 to {SETTLEMENTS}")
    return count


def _read_counts(reader: Reader, field: str) -> list[int]:
    counts = [0] * KINDS_OF_CARDS
    for name, count in reader.take(field, dict, {}).items():
        card = _known_card(name, reader.at(field))
        if card == UNKNOWN or type(count) is not int or count < 0:
            raise BadPosition(reader.at(field), f"{name}: expected how many of this card")
        counts[card] = count
    return counts


def _read_cards(reader: Reader, readers: list[Reader], setup: Setup, played: Card | None) -> Cards:
    hands = []
    for player in readers:
        where = player.at("hand")
        hand = [_known_card(name, where) for name in player.take("hand", list, [])]
        if len(hand) > setup.hand_size:
            raise BadPosition(where, f"a hand has at most {setup.hand_size}")
        hands.append(tuple(sorted(hand)))
    discard, gone = _read_counts(reader, "discard"), _read_counts(reader, "removed")
    seen = [card for hand in hands for card in hand if card != UNKNOWN]
    seen += [] if played is None else [played]
    unseen = []
    for card, total in enumerate(setup.cards):
        left = total - discard[card] - gone[card] - seen.count(card)
        if left < 0:
            raise BadPosition("cards", f"more than {total} of {format_card(card)} (C-4, C-7)")
        unseen.append(left)
    scouted = _read_terrain(reader.take("scouted", str, None), "scouted")
    cards = Cards(tuple(hands), tuple(unseen), tuple(discard), played, scouted)
    if pile_size(cards) < 0:
        raise BadPosition("players", "more unknown cards in hands than there are cards")
    return cards


def _read_reactions(rows: list[object], setup: Setup) -> tuple[tuple[Seat, ...], ...]:
    found = []
    if len(rows) > len(setup.board.slots):
        raise BadPosition("reactions", "more events than there are last tiles to take")
    for i, queue in enumerate(rows):
        where = f"reactions[{i}]"
        if not isinstance(queue, list) or not queue:
            raise BadPosition(where, "expected a list of seats")
        seats = tuple(_read_seat(seat, where, setup) for seat in queue)
        if len(set(seats)) < len(seats):
            raise BadPosition(where, "a seat is named twice")
        found.append(seats)
    return tuple(found)


def _check_derived(state: State, reader: Reader, readers: list[Reader]) -> None:
    """What could be left out has to fit when it is there."""
    for seat, player in enumerate(readers):
        left = reserve(state, seat)
        if left < 0:
            raise BadPosition(player.where, f"more than {SETTLEMENTS} settlements (C-1)")
        if player.take("reserve", int, left) != left:
            text = f"{left} of {SETTLEMENTS} are neither on the board nor on a Temple"
            raise BadPosition(player.at("reserve"), text)
        player.end()
    size = pile_size(state.cards)
    if reader.take("draw", int, size) != size:
        raise BadPosition("draw", f"{size} cards are left for the draw pile")
    reader.end()
