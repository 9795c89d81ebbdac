"""Quadrants as text maps: ours, and those that players write.

The eight base quadrants are the printed ones. We have no copy of the printed Marshlands layouts:
the four quadrants with ``official`` false are our own stand-ins, and every name we show for them
says so.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from engine.errors import BadInput, Phrase
from engine.kingdom.ground.hexes import HALF
from engine.kingdom.ground.moves import LOCATION_KINDS, Action, location_kind, word
from engine.kingdom.ground.terrain import LETTERS

FORMAT: Final = "kingdom-builder-quadrants/1"
BASE: Final = "base"
MARSHLANDS: Final = "marshlands"
CUSTOM: Final = "custom"
SETS: Final = (BASE, MARSHLANDS)
_FILES: Final = ("quadrants.json", "quadrants-marshlands-standin.json")
_ID_LENGTH: Final = 32
_ID: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_LOCATION_DIGITS: Final = "12"


class BadQuadrant(BadInput):
    """A quadrant that a player has written cannot be used."""

    code = "bad-quadrant"


class Quadrant(NamedTuple):
    """Ten rows of ten letters, upright; ``locations`` says what the digits mean."""

    id: str
    set: str
    official: bool
    rows: tuple[str, ...]
    locations: tuple[tuple[str, Action], ...]

    @property
    def title(self) -> Phrase:
        """Name for people; it says so when the layout is not the printed one."""
        if self.set == CUSTOM:
            return Phrase("{name} (player's own layout)", name=self.id)
        plain = Phrase(self.id.removesuffix("-standin").capitalize())
        return plain if self.official else Phrase("{name} (stand-in, our own layout)", name=plain)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "locations": {digit: word(kind) for digit, kind in self.locations},
            "rows": list(self.rows),
        }


@cache
def printed() -> Mapping[str, Quadrant]:
    """All quadrants that come with the game, by id."""
    found: dict[str, Quadrant] = {}
    for name in _FILES:
        for row in json.loads(_data(name))["quadrants"]:
            quadrant = parse_quadrant(row, f"{name}: {row['id']}")
            found[row["id"]] = quadrant._replace(set=row["set"], official=row["official"])
    return found


def _data(name: str) -> bytes:
    """A file of this package, read by the loader of this module: paths are slow to import."""
    loader: Any = __spec__.loader
    return bytes(loader.get_data(f"{__file__.removesuffix('quadrants.py')}data/{name}"))


def of_sets(sets: tuple[str, ...]) -> tuple[Quadrant, ...]:
    return tuple(quadrant for quadrant in printed().values() if quadrant.set in sets)


def parse_quadrants(text: str) -> tuple[Quadrant, ...]:
    """Read a file that a player wrote; the form is that of data/quadrants.json."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadQuadrant("file", f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadQuadrant("format", f'a quadrant file starts with {{"format": "{FORMAT}", ...}}')
    rows = data.get("quadrants")
    if not isinstance(rows, list) or not rows:
        raise BadQuadrant("quadrants", "expected a list with at least one quadrant")
    found = tuple(parse_quadrant(row, f"quadrant {i + 1}") for i, row in enumerate(rows))
    ids = [quadrant.id for quadrant in found]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise BadQuadrant(id_, "two quadrants have this id")
    return found


def parse_quadrant(data: object, where: str) -> Quadrant:
    """One quadrant from its JSON object; ``where`` names it in errors."""
    if not isinstance(data, dict):
        raise BadQuadrant(where, "expected an object with id, rows and locations")
    id_ = data.get("id")
    if not isinstance(id_, str) or not _is_id(id_):
        raise BadQuadrant(f"{where}: id", "1 to 32 small letters, digits and hyphens are needed")
    locations = _parse_locations(data.get("locations"), id_)
    rows = data.get("rows")
    if not isinstance(rows, list) or len(rows) != HALF:
        raise BadQuadrant(f"{id_}: rows", f"expected a list of {HALF} text rows")
    for number, row in enumerate(rows, 1):
        _check_row(row, number, id_, locations)
    digits = set("".join(rows))
    kinds = tuple(sorted((d, k) for d, k in locations.items() if d in digits))
    return Quadrant(id_, CUSTOM, False, tuple(rows), kinds)


def _is_id(text: str) -> bool:
    return 0 < len(text) <= _ID_LENGTH and text[0] != "-" and _ID.issuperset(text)


def _parse_locations(data: object, id_: str) -> dict[str, Action]:
    names = ", ".join(word(kind) for kind in LOCATION_KINDS)
    if not isinstance(data, dict):
        raise BadQuadrant(f"{id_}: locations", 'expected an object such as {"1": "tavern"}')
    found = {}
    for digit, name in data.items():
        if digit not in tuple(_LOCATION_DIGITS):
            raise BadQuadrant(f"{id_}: locations", f"{digit!r} is not one of the marks 1 and 2")
        kind = location_kind(name) if isinstance(name, str) else None
        if kind is None:
            raise BadQuadrant(f"{id_}: locations", f"{name!r} is not a location; they are {names}")
        found[digit] = kind
    return found


def _check_row(row: object, number: int, id_: str, locations: Mapping[str, Action]) -> None:
    where = f"{id_}: row {number}"
    if not isinstance(row, str) or len(row) != HALF:
        raise BadQuadrant(where, f"expected {HALF} letters")
    for column, letter in enumerate(row, 1):
        spot = f"{where}, column {column}"
        if letter in _LOCATION_DIGITS and letter not in locations:
            raise BadQuadrant(spot, f"location {letter} has no kind under locations")
        if letter not in LETTERS and letter not in _LOCATION_DIGITS:
            raise BadQuadrant(spot, f"{letter!r} is none of {''.join(LETTERS)}12")
