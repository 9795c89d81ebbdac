"""Every meaning has its own look: with many colors, few, grays, or none at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from engine.kingdom.ground.hexes import BIT, Hex, parse_hex
from engine.kingdom.ground.moves import LOCATION_KINDS, word
from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import Appearance, BoardArt
from kbtui.games.kingdom.board.sights import CURSOR, HOVER, LAST, LEGAL, LIT, MOVABLE, MOVING
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kit import Marks
from kbtui.paint.cells import REVERSE, Cell
from kbtui.paint.palette import Mode, Theme
from tests.helpers import position, table

SETTLED = {"last": LAST, "movable": MOVABLE, "moving": MOVING, "lit": LIT}
# Without shading, so that hexes of one terrain look alike wherever they are.
FILLED = [
    Appearance(zoom, mode, theme, shading=False)
    for zoom, mode, theme in product(Zoom, Mode, Theme)
    if (mode, theme) != (Mode.C16, Theme.LIGHT)
]
OUTLINES = [
    Appearance(zoom, None, unicode=unicode)
    for zoom, unicode in product((Zoom.S, Zoom.M_PLUS), (True, False))
]
ODD = pytest.mark.parametrize("odd", [0, 1], ids=["even", "odd"])


class Meaning(NamedTuple):
    what: str
    state: State
    hex_: Hex
    states: int = 0

    @property
    def marks(self) -> Marks:
        bits = [BIT[self.hex_] * bool(self.states & state) for state in (LEGAL, MOVABLE, LAST, LIT)]
        cursor, hover, moving = (
            self.hex_ if self.states & state else None for state in (CURSOR, HOVER, MOVING)
        )
        legal, movable, last, lit = bits
        return Marks(legal, movable, last, lit, cursor, hover, moving)


def label(look: Appearance) -> str:
    mode = "none" if look.mode is None else look.mode.value
    signs = "unicode" if look.unicode else "ascii"
    return f"{look.zoom.label}-{mode}-{look.theme.value}-{signs}"


@cache
def plain(odd: int) -> tuple[Meaning, ...]:
    """Terrains, places and players, with nothing said about them; all in even or in odd rows, and
    apart from each other in a meadow."""
    upper, middle, lower, last = 3 + odd, 7 + odd, 13 + odd, 17 + odd
    grounds = dict(zip([f"{x}{middle}" for x in "cegimoqs"], "FTCDSWMK", strict=True))
    grounds |= {f"c{last}": "P", f"e{last}": "G"}
    spots_ = [f"{x}{row}" for row in (upper, lower) for x in "cgmq"]
    kinds = [*map(word, LOCATION_KINDS)]
    found = []
    for chosen in (kinds[:8], kinds[8:]):  # a quadrant has room for two kinds
        lots = dict(zip(spots_, chosen, strict=False))
        setup = table("G", grounds | lots, players=4)
        for name, kind in lots.items():
            empty = position(setup, tiles=[f"{name}:usable"] * 2)
            found.append(Meaning(kind, position(setup), parse_hex(name)))
            found.append(Meaning(f"empty {kind}", empty, parse_hex(name)))
    free = parse_hex(f"e{last}")
    found += [Meaning(what, position(setup), parse_hex(name)) for name, what in grounds.items()]
    for seat in range(4):
        rows = ["" if other != seat else f"e{last}" for other in range(4)]
        found.append(Meaning(f"seat {seat}", position(setup, settlements=rows), free))
    return tuple(found)


@cache
def told(odd: int) -> tuple[Meaning, ...]:
    """The same, and all that can be said about settlements, free ground and what earns gold."""
    found = [*plain(odd)]
    for meaning in plain(odd):
        if meaning.what.startswith("seat"):
            found += [with_(meaning, name, state) for name, state in SETTLED.items()]
        elif meaning.what == "G":
            found.append(with_(meaning, "legal", LEGAL))
        elif meaning.what in ("M", "K", "P", "tower"):
            found.append(with_(meaning, "lit", LIT))
    return tuple(found)


def with_(meaning: Meaning, name: str, state: int) -> Meaning:
    return meaning._replace(what=f"{meaning.what} {name}", states=meaning.states | state)


def pointed(odd: int, name: str, state: int) -> list[Meaning]:
    """All of that under the cursor or the mouse."""
    return [with_(meaning, name, state) for meaning in told(odd)]


def seen(art: BoardArt, meaning: Meaning) -> tuple[Cell, ...]:
    art.show(meaning.state, meaning.marks)
    x, y, width, height = art.box(meaning.hex_)
    return tuple(cell for row in range(y, y + height) for cell in art.row(row)[x : x + width])


def confused(art: BoardArt, meanings: Iterable[Meaning]) -> list[list[str]]:
    """The meanings that look alike."""
    found: dict[tuple[Cell, ...], list[str]] = defaultdict(list)
    for meaning in meanings:
        found[seen(art, meaning)].append(meaning.what)
    return [alike for alike in found.values() if len(alike) > 1]


@pytest.mark.slow
@ODD
@pytest.mark.parametrize("look", FILLED, ids=label)
def test_with_colours_no_two_meanings_look_alike(look: Appearance, odd: int) -> None:
    meanings = [*told(odd), *pointed(odd, "cursor", CURSOR), *pointed(odd, "hover", HOVER)]
    assert len(meanings) == 3 * 59
    assert confused(BoardArt(look), meanings) == []


@ODD
@pytest.mark.parametrize("look", OUTLINES, ids=label)
def test_without_colours_no_two_meanings_look_alike(look: Appearance, odd: int) -> None:
    art, meanings = BoardArt(look), [*told(odd), *pointed(odd, "cursor", CURSOR)]
    assert confused(art, meanings) == []
    cells = [cell for meaning in meanings for cell in seen(art, meaning)]
    assert {(cell.foreground, cell.background) for cell in cells} == {(None, None)}


@pytest.mark.slow
@ODD
@pytest.mark.parametrize("look", FILLED, ids=label)
def test_in_ascii_no_two_meanings_look_alike(look: Appearance, odd: int) -> None:
    art = BoardArt(look._replace(unicode=False))
    assert confused(art, told(odd)) == []
    # Bricks are so coarse that not every state is told under the cursor; the cursor itself is.
    for meaning in told(odd):
        assert seen(art, meaning) != seen(art, with_(meaning, "cursor", CURSOR))


@pytest.mark.parametrize("look", OUTLINES, ids=label)
def test_reverse_video_is_the_cursor_and_nothing_else(look: Appearance) -> None:
    art = BoardArt(look)
    for meaning in told(0):
        assert not any(cell.flags & REVERSE for cell in seen(art, meaning))
    for meaning in pointed(0, "cursor", CURSOR):
        assert any(cell.flags & REVERSE for cell in seen(art, meaning))


# The tables of the design, and for the outline look the lines and brackets.
LETTERS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
UNICODE = set(' "*↑∩:%≈Λ#&●■▲◆×•·12345▀▄▌▐█.')  # the period ends a name that is cut short
ASCII = set(' "*Tn:%~^#&12345+.')
LINES = {True: set("╱╲│"), False: set("/\\|")}


@pytest.mark.slow
@pytest.mark.parametrize("look", [*map(Appearance, Zoom), *OUTLINES], ids=label)
@pytest.mark.parametrize("unicode", [True, False])
def test_no_other_signs_are_used(look: Appearance, unicode: bool) -> None:
    art = BoardArt(look._replace(unicode=unicode))
    allowed = LETTERS | (UNICODE if unicode else ASCII)
    if look.is_outline:
        allowed |= LINES[unicode] | set("()[]{}<>=+")
    meanings = [*told(0), *pointed(0, "cursor", CURSOR)]
    assert {cell.char for meaning in meanings for cell in seen(art, meaning)} <= allowed
