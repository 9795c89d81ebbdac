"""What a hex of the filled look is made of: its pixels and its text, as a stamp to place.

Color is never the only sign: each terrain has a symbol, each player a shape and a number, each
state a mark.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.kingdom.ground.hexes import at
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.grounds import grounds
from kbtui.games.kingdom.board.sights import (
    BOTTOM,
    CURSOR,
    HOVER,
    LAST,
    LEFT,
    LEGAL,
    LIT,
    MOVABLE,
    MOVING,
    TOP,
    Sight,
)
from kbtui.games.kingdom.board.symbols import (
    SMALL,
    SYMBOLS,
    TARGETS,
    TILES,
    MarkStyle,
    mark,
    place_name,
    terrain_label,
    wide_mark,
)
from kbtui.games.kingdom.board.zoom import Spot, Zoom, tables
from kbtui.paint.cells import BOLD, UNDERLINE, Cell
from kbtui.paint.colors import Rgb
from kbtui.paint.palette import Ground, Palette

# The house of a settlement: pixel rows counted from the text row, first and last column (at S
# halves of columns). It surrounds the text row, so it looks the same in even and odd rows.
_BASE: Final = 2  # the row of the foot
_HOUSES: Final[Mapping[Zoom, tuple[tuple[int, int, int], ...]]] = {
    Zoom.S: ((0, 1, 4),),
    Zoom.M: ((0, 1, 2), (1, 1, 2), (2, 1, 2)),
    Zoom.M_PLUS: ((-1, 1, 2), (0, 1, 2), (1, 1, 2), (2, 1, 2)),
    Zoom.L: ((-1, 2, 3), (0, 1, 4), (1, 1, 4), (2, 1, 4)),
    Zoom.XL: ((-1, 2, 3), (0, 1, 4), (1, 1, 4), (2, 1, 4)),
    Zoom.XXL: ((-2, 3, 4), (-1, 2, 5), (0, 1, 6), (1, 1, 6), (2, 1, 6)),
}
BELOW: Final = 2  # columns of the second line

_Pixels = dict[tuple[int, int], Rgb]  # by row and column in the hex


class _Text(NamedTuple):
    chars: str
    ground: Rgb
    ink: Rgb
    flags: int = 0
    below: str = ""  # a second line


class Stamp(NamedTuple):
    """A hex ready to be laid down; places are counted from its corner and from its text."""

    rows: tuple[tuple[int, tuple[Rgb, ...]], ...]  # where in the flat list, and the colours there
    text: tuple[Cell | None, ...]  # the text row
    below: tuple[Cell | None, ...]  # the second line; empty where there is no room for one


class Stamps:
    """Makes the stamps of one look."""

    def __init__(self, zoom: Zoom, palette: Palette, unicode: bool, style: MarkStyle) -> None:
        known = tables(zoom)
        self.zoom = zoom
        self.palette = palette
        self.grounds = grounds(palette)
        self.unicode = unicode
        self.style = style
        self.outline = known.outline
        self.spots = known.spots[at(0, 0)], known.spots[at(1, 0)]  # as in all even and odd rows
        self.steps = [(zoom.first(k), width) for k, width in enumerate(zoom.widths)]
        foot = len(zoom.widths) - 1
        self.end = [(foot, self.steps[foot][0] + i) for i in range(zoom.widths[foot])]
        if zoom is Zoom.S:  # bricks show the left half of a cell only: there it must stay a ring
            self.end = [(0, zoom.wide - 1)] if unicode else []
        self.bold = BOLD if palette.has_bold else 0

    def make(self, sight: Sight) -> Stamp:
        zoom, spot = self.zoom, self.spots[sight.is_odd]
        colours = self._colours(sight, spot)
        middle = zoom.wide // 2
        left = spot.x * zoom.step - sight.is_odd * middle  # the first pixel of the text
        grounds = [colours[spot.row, left + i * zoom.step] for i in range(spot.columns)]
        text = self._text(sight, colours[spot.row, middle])
        below: tuple[Cell | None, ...] = ()
        if zoom not in SMALL:
            lower = [colours[spot.row + 2, middle - 1 + i] for i in range(BELOW)]
            below = self._line(text.below, text._replace(flags=self.bold), lower)
        return Stamp(
            tuple(
                (k * zoom.stride + first, tuple([colours[k, first + i] for i in range(width)]))
                for k, (first, width) in enumerate(self.steps)
            ),
            self._line(text.chars, text, grounds),
            below,
        )

    def _line(self, chars: str, text: _Text, grounds: Sequence[Rgb]) -> tuple[Cell | None, ...]:
        """The cells of a line, the text in their middle, None where nothing is written."""
        cells: list[Cell | None] = [None] * len(grounds)
        for i, char in enumerate(chars, (len(grounds) - len(chars)) // 2):
            # A long name ends on the ring, if there is one.
            is_ring = grounds[i] != text.ground
            ink = self.palette.clear(grounds[i]) if is_ring else text.ink
            cells[i] = Cell(char, ink, grounds[i], text.flags)
        return tuple(cells)

    def _looks(self, sight: Sight) -> Ground:
        is_empty = sight.kind is not None and not sight.left
        return self.grounds.empty if is_empty else self.grounds.terrain[sight.terrain]

    def _is_filled(self, sight: Sight) -> bool:
        """Whether a ring fills the hex, since there is no room for it around the text."""
        return self.zoom is Zoom.S or (self.zoom is Zoom.M and sight.owner is None)

    def _ground(self, sight: Sight) -> Rgb:
        looks, states = self._looks(sight), sight.states
        if states & (LEGAL | MOVABLE) and not states & MOVING:
            # Larger hexes keep a border of the plain ground, which tells them apart.
            has_tone = self.zoom in SMALL and sight.terrain < Terrain.CASTLE
            return self.palette.toned(looks.lit, sight.tone) if has_tone else looks.lit
        if sight.owner is None:
            return self.palette.gold if states & LIT else self._plain(sight)
        return self._plain(sight) if states & (LAST | MOVING) else looks.dark

    def _plain(self, sight: Sight) -> Rgb:
        plain = self._looks(sight).plain
        is_place = sight.terrain >= Terrain.CASTLE
        return plain if is_place else self.palette.toned(plain, sight.tone)

    def _colours(self, sight: Sight, spot: Spot) -> _Pixels:
        """The color of each pixel: terrain, seam, ring, settlement, each over the one before."""
        zoom, palette = self.zoom, self.palette
        ground = self._ground(sight)
        found = {
            (k, first + i): ground
            for k, (first, width) in enumerate(self.steps)
            for i in range(width)
        }
        edge = ground
        if sight.states & LEGAL and zoom not in SMALL:
            # The border stays as it is: hexes of one terrain keep apart, and when they all go dark
            # at once none of the many cells changes that are shared with a neighbour.
            edge = self._plain(sight)
            found |= dict.fromkeys(self.outline, edge)
        found |= dict.fromkeys(self._seam(sight, spot), palette.seam(edge))
        rim = self._rim(sight, ground, found)
        found |= rim
        if sight.owner is not None:
            found |= self._house(sight, spot, self.outline if rim else frozenset())
        return found

    def _seam(self, sight: Sight, spot: Spot) -> set[tuple[int, int]]:
        """The pixels where the hex touches another quadrant. At M the text takes two of the four
        upper ones of a hex in an even row: there the row above tells it with its lower ones."""
        zoom, found = self.zoom, set()
        if sight.seams & LEFT:
            found = {(k, first) for k, (first, _) in enumerate(self.steps)}
        if sight.seams & TOP and zoom is not Zoom.M:
            found |= {place for place in self.outline if place[0] < zoom.z}
        if zoom is not Zoom.M:
            return found
        if sight.seams & BOTTOM:
            last = len(zoom.widths) - 1
            found |= {place for place in self.outline if place[0] == last}
        middle = zoom.wide // 2
        text = {(spot.row + k, middle - 1 + i) for k in range(2) for i in range(2)}
        return found - text

    def _rim(self, sight: Sight, ground: Rgb, whole: _Pixels) -> _Pixels:
        """The ring of cursor, mouse or gold, if there is one."""
        palette, states, is_settled = self.palette, sight.states, sight.owner is not None
        if states & CURSOR:
            ring = palette.ring(ground)
        elif states & HOVER:
            ring = palette.hover(ground)
        elif states & LIT and is_settled:
            ring = palette.gold
        else:
            return {}
        found = dict.fromkeys(whole if self._is_filled(sight) else self.outline, ring)
        if is_settled and states & (LAST | MOVABLE | LIT):
            # The ring hides the background that showed the state: one end of it shows it instead.
            told = palette.gold if states & LIT else ground
            found |= dict.fromkeys(self.end, told)
        return found

    def _house(self, sight: Sight, spot: Spot, ringed: frozenset[tuple[int, int]]) -> _Pixels:
        """Its pixels; those of the ring stay free, but never those that carry the mark."""
        assert sight.owner is not None
        palette, states = self.palette, sight.states
        wall, foot = palette.seats[sight.owner], palette.bases[sight.owner]
        if states & MOVING:
            wall = foot = palette.faded(wall, self._plain(sight))
        elif states & LIT:
            foot = palette.gold
        elif states & LAST:
            foot = palette.ring(wall)  # dark under a piece as bright as the ring
        return {
            (spot.row + step, column): foot if step == _BASE else wall
            for step, first, end in _HOUSES[self.zoom]
            for column in range(first, end + 1)
            if step in (0, 1) or (spot.row + step, column) not in ringed
        }

    def _text(self, sight: Sight, ground: Rgb) -> _Text:
        if sight.owner is not None:
            return self._settled(sight, ground)
        palette, states = self.palette, sight.states
        looks = self._looks(sight)
        is_covered = states & LIT or (states & (CURSOR | HOVER) and self._is_filled(sight))
        soft = palette.clear(ground) if is_covered else palette.symbol(looks, ground)
        twice = 1 if self.zoom is Zoom.S else 2
        is_seam = self.zoom is Zoom.S and sight.seams & BOTTOM  # no pixels to show it with
        under = UNDERLINE if is_seam or states & LIT else 0
        if states & LEGAL:
            return _Text(TARGETS[not self.unicode] * twice, ground, palette.clear(ground), under)
        if sight.kind is not None:
            name = place_name(sight.kind, self.zoom, self.unicode)
            below = TILES[not self.unicode][sight.left]
            if self.zoom in SMALL:
                name = name if sight.left else name.lower()
            return _Text(name, ground, soft, self.bold | under, below)
        if sight.terrain >= Terrain.CASTLE and self.zoom not in SMALL:
            name = terrain_label(sight.terrain, self.zoom, self.unicode)
            return _Text(name, ground, soft, self.bold | under)
        flags = self.bold if sight.terrain >= Terrain.CASTLE else 0
        return _Text(SYMBOLS[sight.terrain][not self.unicode] * twice, ground, soft, flags | under)

    def _settled(self, sight: Sight, ground: Rgb) -> _Text:
        assert sight.owner is not None
        states, is_small = sight.states, self.zoom is Zoom.S
        under = UNDERLINE if states & LIT or (is_small and states & LAST) else 0
        short = mark(sight.owner, self.style, self.unicode)
        two = wide_mark(sight.owner, self.style, self.unicode)
        if states & MOVABLE and not self.unicode:
            two = short + TARGETS[1]  # bricks have no room for a ring and a ground
        chars = {Zoom.S: short, Zoom.XXL: " ".join((*two, ""))}.get(self.zoom, two)
        if is_small and sight.is_odd:
            chars = short + " "  # as wide as its cells
        ink = self.palette.clear(ground)
        if states & MOVING and ground == self.palette.frame.ink:
            ink = self.palette.seats[sight.owner]  # a hole is told by its mark alone
        return _Text(chars, ground, ink, self.bold | under)
