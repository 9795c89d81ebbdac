"""The tiles: what each shows, as tables by face.

Equal tiles are one *face* (CB-89). Faces are the numbers 1 to 80 in the order of the box; 0 is no
tile, ``GATE`` the printed castle gate, ``UNKNOWN`` a tile that this copy of the game may not see.
Racks and markets are sorted ``bytes`` of faces, counts of faces are ``bytes`` too: values that
cannot change, cost little, and compare at once.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from engine.castle.pieces.box import Row, box
from engine.castle.pieces.piecenames import TILE_NAMES, kind_of
from engine.errors import BadInput, BadToken, Phrase

Face = int
Bag = bytes  # faces in order, equal ones side by side
Counts = bytes  # how many of each face

EMPTY: Final[Face] = 0
UNKNOWN: Final[Face] = 255
HIDDEN: Final = "?"


class Base(IntEnum):
    """Which halves of a base are stone; a tile without a stone half would float (CB-30)."""

    WHOLE = 0
    LEFT = 1
    RIGHT = 2


class Tile(NamedTuple):
    """One face. Halves are left and right; true is stone, false is sky."""

    word: str
    name: Phrase
    copies: int
    number: int  # to stand on; 0 for the any mark
    top_number: int  # for the tiles above; 0 if nothing can stand on it
    no_new_level: bool
    base: tuple[bool, bool]
    top: tuple[bool, bool]
    rubies: int
    windows: int
    roofs: int
    people: int


def _halves(row: Row, field: str, where: str) -> tuple[bool, bool]:
    value = row[field]
    if not isinstance(value, list) or len(value) != 2 or not {"stone", "sky"}.issuperset(value):
        raise BadInput(f"{where}.{field}", "expected two halves, each stone or sky")
    return value[0] == "stone", value[1] == "stone"


def _read_tile(row: Row, where: str) -> Tile:
    base, top = _halves(row, "base", where), _halves(row, "top", where)
    if kind_of(row["tile"]) not in TILE_NAMES:
        raise BadInput(f"{where}.tile", "there is no such kind of tile")
    if row["any"] != (row["number"] is None):
        raise BadInput(f"{where}.any", "a tile has the any mark or a number (CB-87)")
    if (row["topNumber"] is None) != (not any(top)):
        raise BadInput(f"{where}.topNumber", "belongs to tiles with stone on top (CB-87)")
    if not any(base):
        raise BadInput(f"{where}.base", "one half at least is stone (CB-87)")
    if row["noNewFloor"] and all(base):
        raise BadInput(f"{where}.noNewFloor", "only with a sky half in the base (CB-87)")
    if any(over and not under for over, under in zip(top, base, strict=True)):
        # Stone above a sky half could carry a tile further out, and the next one further still.
        raise BadInput(f"{where}.top", "stone above sky would let castles grow wider than 8 tiles")
    return Tile(
        row["tile"],
        TILE_NAMES[kind_of(row["tile"])],
        row["copies"],
        row["number"] or 0,
        row["topNumber"] or 0,
        row["noNewFloor"],
        base,
        top,
        row["rubies"],
        row["windows"],
        row["roofs"],
        row["characters"],
    )


def read_tiles(rows: Sequence[Row]) -> tuple[Tile, ...]:
    """The faces of a box; raises BadInput for what the rules could not play with."""
    found = tuple(_read_tile(row, f"tiles[{i}]") for i, row in enumerate(rows))
    words = [tile.word for tile in found]
    for word in words:
        if words.count(word) > 1:
            raise BadInput("tiles", "{word} is there twice (CB-87)", word=word)
    return found


_GATE: Final = Tile(
    *("gate", TILE_NAMES["gate"], 0, 0, box()["foundation"]["gate"]["topNumber"], False),
    *((True, True), (True, True), 0, 0, 0, 0),
)
_NOTHING: Final = _GATE._replace(word="", top_number=0, base=(False, False), top=(False, False))

TILES: Final = (_NOTHING, *read_tiles(box()["tiles"]), _GATE)  # by face
FACES: Final = range(1, len(TILES) - 1)
GATE: Final[Face] = len(TILES) - 1
NO_COUNTS: Final = bytes(len(TILES))
ALL_TILES: Final = bytes(tile.copies for tile in TILES)
NUMBER: Final = tuple(tile.number for tile in TILES)
NO_NEW_LEVEL: Final = tuple(tile.no_new_level for tile in TILES)
RUBIES: Final = tuple(tile.rubies for tile in TILES)
BASE: Final = tuple(
    Base.WHOLE if all(tile.base) else Base.LEFT if tile.base[0] else Base.RIGHT for tile in TILES
)
# The number that each upper half gives to a tile that stands on it; 0 where it is sky.
LEFT_TOP: Final = tuple(tile.top_number * tile.top[0] for tile in TILES)
RIGHT_TOP: Final = tuple(tile.top_number * tile.top[1] for tile in TILES)


def _shown(values: Iterable[int]) -> bytes:
    """A table for ``bytes.translate``, which counts a whole castle at once."""
    return bytes(values).ljust(256, b"\0")


WINDOWS: Final = _shown(tile.windows for tile in TILES)
ROOFS: Final = _shown(tile.roofs for tile in TILES)
PEOPLE: Final = _shown(tile.people for tile in TILES)
BUILT: Final = _shown(face in FACES for face in range(len(TILES)))

_FACE_OF: Final = {tile.word: face for face, tile in enumerate(TILES) if face in FACES}
PRINCE: Final = _FACE_OF["prince"]
PRINCESS: Final = _FACE_OF["princess"]


_ONE: Final = tuple(bytes((number,)) for number in range(256))


def format_tile(face: Face) -> str:
    return HIDDEN if face == UNKNOWN else TILES[face].word


def parse_tile(word: str) -> Face:
    """The face of that word, in small letters; ``?`` is a tile that may not be seen."""
    if word == HIDDEN:
        return UNKNOWN
    face = _FACE_OF.get(word)
    if face is None:
        raise BadToken(repr(word), "there is no such tile")
    return face


def with_tile(bag: Bag, face: Face) -> Bag:
    """The bag with one tile more."""
    index = bisect(bag, face)
    return bag[:index] + _ONE[face] + bag[index:]


def without(bag: Bag, face: Face) -> Bag:
    """The bag without one tile of this face, which is in it."""
    index = bag.index(face)
    return bag[:index] + bag[index + 1 :]


def changed(counts: Counts, face: Face, by: int) -> Counts:
    """The counts with one of them changed."""
    return counts[:face] + _ONE[counts[face] + by] + counts[face + 1 :]


def counted(bag: Bag) -> Counts:
    """How many of each face are in the bag; unknown tiles do not count."""
    return bytes(map(bag.count, range(len(TILES))))


def spread(counts: Counts) -> Bag:
    """The bag of these counts."""
    return b"".join([bytes((face,)) * count for face, count in enumerate(counts) if count])
