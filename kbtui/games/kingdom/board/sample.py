"""A sample of what the settings do: strips of all terrains and players, and a piece of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from engine.kingdom.forms.position import read_position
from engine.kingdom.ground.hexes import mask_of, parse_hex
from engine.kingdom.ground.moves import Action
from engine.kingdom.ground.terrain import Terrain
from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import BoardArt, appearance, zooms
from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.board.symbols import SYMBOLS, letter
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kit import Marks
from kbtui.look.look import Look
from kbtui.paint.cells import BOLD
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import INDICES, Mode, Palette, palette
from kbtui.paint.runs import TEXT, Line, Run, Tone, painted, seat_tone

_SEATS: Final = 4
_POSITION: Final[dict[str, Any]] = {
    "format": "kbtui-position/1",
    "setup": {"first_game": True, "players": _SEATS},
    "seat": 0,
    "card": "flowers",
    "players": [
        {"settlements": ["b2", "b3", "c4"]},
        {"settlements": ["d3", "e3", "e5"]},
        {"settlements": ["g6", "h5"]},
        {"settlements": ["i6", "j6", "c1"]},
    ],
}


def _symbols() -> Mapping[Terrain, tuple[str, str]]:
    return {**SYMBOLS, Terrain.LOCATION: (letter(Action.FARM),) * 2}


def strip(look: Look) -> Line:
    """Every terrain and every player as they look now."""
    plain = not look.terminal.unicode
    found: list[Run] = []
    for terrain, signs in _symbols().items():
        ink = "on" if look.is_strong else "soft"
        found.append(Run(f" {signs[plain]} ", Tone(ink, terrain.word, BOLD)))
    for seat in range(_SEATS):
        found += [Run(" "), Run(look.signs.chip(seat), seat_tone(seat))]
    return tuple(found)


def mode_strip(mode: str, look: Look) -> Line:
    """The same in one of the colour modes, whatever the mode of the page."""
    if mode == "none":
        return tuple(run._replace(tone=TEXT) for run in strip(look))
    chosen = Mode(mode)
    colours = palette(chosen, look.shade, shading=False)
    plain, looks = not look.terminal.unicode, grounds(colours).terrain
    found: list[Run] = []
    for terrain, signs in _symbols().items():
        ground = looks[terrain]
        found.append(Run(f" {signs[plain]} ", _tone(colours, ground.symbol, ground.plain)))
    for seat, colour in enumerate(colours.seats[:_SEATS]):
        tone = _tone(colours, colours.clear(colour), colour)
        found += [Run(" "), Run(look.signs.chip(seat), tone)]
    return tuple(found)


def _tone(colours: Palette, ink: Rgb, ground: Rgb) -> Tone:
    """Colours of smaller palettes by number: what is seen is what the terminal makes of them."""
    numbers = INDICES.get(colours.mode, {})
    flags = BOLD if colours.has_bold else 0
    return Tone(numbers.get(ink, ink), numbers.get(ground, ground), flags)


@cache
def _state() -> State:
    return read_position(_POSITION)


@lru_cache(maxsize=2)
def _painted(look: Look, zoom: Zoom) -> BoardArt:
    """Painted again only when the look changes, which is another object then."""
    names = ("a1", "a2", "a3", "c3", "f3", "g3")
    marks = Marks(
        legal=mask_of(map(parse_hex, names)),
        last=mask_of(map(parse_hex, ("g6", "h5"))),
        cursor=parse_hex("c3"),
    )
    art = BoardArt(appearance(look, zoom))
    art.show(_state(), marks)
    return art


@lru_cache(maxsize=4)
def board(look: Look, zoom: Zoom, columns: int, rows: int) -> Sequence[Line]:
    """The top left corner of a board with a bit of everything."""
    art = _painted(look, zoom if zoom in zooms(look) else Zoom.S)
    return [painted(art.row(y)[:columns]) for y in range(min(art.rows, rows))]
