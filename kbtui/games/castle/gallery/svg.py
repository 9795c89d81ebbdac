"""A castle as an SVG picture, alone before its sky: for showing, so there is no frame around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from engine.castle.castle import Castle
from engine.castle.state import State
from engine.contract import Seat
from kbtui.games.castle.board.filled import Filled
from kbtui.games.castle.board.scene import Scene
from kbtui.games.castle.board.zoom import Frame, Zoom
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import Mode, palette
from kbtui.text.i18n import _

_ZOOM: Final = Zoom.XXL
_PIXEL: Final = 8  # units
_LEVELS: Final = 5  # that are seen at least
_ABOVE: Final = 2  # levels of sky


def leader(state: State) -> Seat:
    """Who has the most coins; of equals who has the highest castle, and then the first."""
    seats = range(len(state.castles))
    return max(seats, key=lambda seat: (len(state.purses[seat]), state.castles[seat].height, -seat))


def picture(
    state: State, names: Sequence[str], day: str = "", seat: Seat | None = None
) -> Iterator[str]:
    """The lines of the file, each with its newline; without a ``seat``, the castle of the
    leader. The ``day`` of the game goes into the title, which is not seen."""
    owner = leader(state) if seat is None else seat
    castle = state.castles[owner]
    frame = Frame(_ZOOM, max(castle.height + _ABOVE, _LEVELS))
    wide, high = frame.columns, 2 * frame.rows
    title = _("{name}'s castle").format(name=names[owner])
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide * _PIXEL}" height="{high * _PIXEL}" shape-rendering="crispEdges">\n'
    )
    yield f"<title>{_escaped(f'{title}, {day}' if day else title)}</title>\n"
    yield from drawn(castle, owner, frame)
    yield "</svg>\n"


@lru_cache(maxsize=64)  # of the castles that somebody watches, few change with a move
def drawn(castle: Castle, owner: Seat, frame: Frame) -> tuple[str, ...]:
    """The pixels of a castle before its sky, a unit each, without numbers."""
    pixels = _painter(frame.zoom).pixels(Scene(frame, owner, castle, bare=True))
    return tuple(
        f'<path fill="#{bytes(rgb).hex()}" d="{path}"/>\n'
        for rgb, path in _paths(pixels, frame.columns).items()
    )


@cache
def _painter(zoom: Zoom) -> Filled:
    return Filled(zoom, palette(Mode.TRUE))


def _paths(pixels: Sequence[Rgb], wide: int) -> dict[Rgb, str]:
    """For each color its rectangles: runs of a row, and equal runs of rows below each other."""
    found: dict[Rgb, list[str]] = {}
    open_: dict[tuple[int, int, Rgb], int] = {}  # runs that may go on, and where they began
    for y in range(len(pixels) // wide + 1):
        runs = set(_runs(pixels[y * wide : (y + 1) * wide]))
        for run in [*open_]:
            if run not in runs:
                x, end, rgb = run
                top = open_.pop(run)
                found.setdefault(rgb, []).append(f"M{x} {top}h{end - x}v{y - top}h{x - end}z")
        for run in runs:
            open_.setdefault(run, y)
    return {rgb: "".join(sorted(parts)) for rgb, parts in sorted(found.items())}


def _runs(row: Sequence[Rgb]) -> Iterator[tuple[int, int, Rgb]]:
    start = 0
    for x in range(1, len(row) + 1):
        if x == len(row) or row[x] != row[start]:
            yield start, x, row[start]
            start = x


def _escaped(text: str) -> str:
    """As of the library, whose table of names is slow to import."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
