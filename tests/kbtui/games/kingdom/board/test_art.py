"""A board that changes: always the same as a fresh one, and only what differs is redrawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from engine.kingdom.ground.hexes import ALL, BIT, Hex, Mask, parse_hex
from engine.kingdom.state import State
from kbtui.games.kingdom.board.art import Appearance, BoardArt
from kbtui.games.kingdom.board.symbols import MarkStyle
from kbtui.games.kingdom.board.zoom import Zoom, tables
from kbtui.games.kit import Marks
from kbtui.games.screen import Rectangle
from kbtui.paint.cells import codes, runs
from kbtui.paint.palette import Mode, Theme
from tests.helpers import position, spots
from tests.kbtui.games.kingdom.board.artwork import FIRST, MEADOW, busy, cells_of, country, drawn

LOOKS = [
    *(Appearance(zoom) for zoom in Zoom),
    *(Appearance(zoom, Mode.C256, Theme.LIGHT, strong=True) for zoom in Zoom),
    *(Appearance(zoom, Mode.C16, unicode=False) for zoom in Zoom),
    *(Appearance(zoom, Mode.GREY, marks=MarkStyle.NUMBER) for zoom in Zoom),
    *(
        Appearance(zoom, None, unicode=unicode)
        for zoom, unicode in product((Zoom.S, Zoom.M_PLUS), (True, False))
    ),
]
EACH = pytest.mark.parametrize(
    "look", LOOKS, ids=lambda look: f"{look.zoom.label}-{look.mode and look.mode.value}"
)


def some(random: Random, most: int) -> Mask:
    return sum({BIT[hex_] for hex_ in random.sample(ALL, random.randrange(most))})


def pictures(random: Random) -> Iterator[tuple[State, Marks]]:
    """A game that jumps about: every step changes one thing or several."""
    state, marks = busy(), Marks()
    while True:
        hex_ = random.choice(ALL)
        match random.randrange(10):
            case 0:
                own = random.randrange(2)
                rows = [*state.settlements]
                rows[own] ^= BIT[hex_] & ~rows[1 - own]
                state = state._replace(settlements=tuple(rows))
            case 1:
                taken = tuple(random.randrange(1 << len(FIRST.board.slots)) for _ in range(2))
                state = state._replace(tiles=state.tiles._replace(taken=taken))
            case 2:
                marks = marks._replace(legal=some(random, 40))
            case 3:
                marks = marks._replace(last=some(random, 9), movable=some(random, 9))
            case 4:
                marks = marks._replace(lit=some(random, 30))
            case 5:
                marks = marks._replace(hover=random.choice((hex_, None)))
            case 6:
                marks = marks._replace(moving=random.choice((hex_, None)))
            case 7:
                marks = marks._replace(seams=not marks.seams)
            case _:
                marks = marks._replace(cursor=random.choice((hex_, hex_, None)))
        yield state, marks


def covered(rectangles: list[Rectangle]) -> set[tuple[int, int]]:
    return {
        (column, row)
        for x, y, width, height in rectangles
        for column in range(x, x + width)
        for row in range(y, y + height)
    }


@pytest.mark.slow
@EACH
def test_a_board_after_fifty_changes_equals_a_fresh_one_and_tells_each_change(
    look: Appearance,
) -> None:
    art = BoardArt(look)
    before = cells_of(art)
    for _, (state, marks) in zip(range(50), pictures(Random(look.zoom.label)), strict=False):
        told = covered(art.show(state, marks))
        fresh = drawn(look, state, marks)
        assert cells_of(art) == fresh
        differing = {
            (x, y)
            for y, (old, new) in enumerate(zip(before, fresh, strict=True))
            if old != new
            for x, (one, two) in enumerate(zip(old, new, strict=True))
            if one != two
        }
        assert differing <= told
        before = fresh


@EACH
def test_the_same_picture_again_changes_nothing(look: Appearance) -> None:
    art = BoardArt(look)
    marks = Marks(legal=spots("e6 e5"), cursor=parse_hex("f7"))
    assert art.show(busy(), marks) == [(0, 0, art.columns, art.rows)]
    assert art.show(busy(), marks) == []
    assert art.show(busy(), marks._replace(last=spots("k20"))) == []  # nobody is there


@pytest.mark.slow
@EACH
@pytest.mark.parametrize("name", ["a1", "g7", "t20", "j10", "k12"])
def test_what_is_redrawn_lies_in_the_hex_that_changed(look: Appearance, name: str) -> None:
    art, hex_ = BoardArt(look), parse_hex(name)
    x, y, width, height = art.box(hex_)
    own = covered([(x, y, width, height)])
    state, marks = position(MEADOW), Marks(cursor=parse_hex("g16"))
    art.show(state, marks)
    for step in (marks._replace(legal=BIT[hex_]), marks._replace(lit=BIT[hex_])):
        told = art.show(state, step)
        assert told
        assert covered(told) <= own
    told = art.show(position(MEADOW, settlements=[name]), marks)
    assert covered(told) <= own
    # No cell is told twice.
    assert len(covered(told)) == sum(w * h for _, _, w, h in told)


@pytest.mark.slow
@EACH
def test_another_board_is_drawn_as_a_whole(look: Appearance) -> None:
    art = BoardArt(look)
    art.show(busy(), Marks(seams=True))
    assert art.show(country(["a5"]), Marks()) == [(0, 0, art.columns, art.rows)]
    assert cells_of(art) == drawn(look, country(["a5"]))


@EACH
def test_the_place_of_the_cursor_lies_in_its_hex(look: Appearance) -> None:
    art = BoardArt(look)
    for hex_ in ALL:
        x, y = art.spot(hex_)
        assert art.place_at(x, y) == art.place_at(x, y, upper=False) == hex_
        left, top, width, height = art.box(hex_)
        assert left <= x < left + width
        assert top <= y < top + height
        assert left + width <= art.columns
        assert top + height <= art.rows


def test_the_cursor_of_the_terminal_stands_on_the_first_sign() -> None:
    for zoom in Zoom:
        cells = drawn(Appearance(zoom), position(MEADOW, settlements=["g7 g8"]))
        art = BoardArt(Appearance(zoom))
        for name in ("g7", "g8"):
            x, y = art.spot(parse_hex(name))
            assert cells[y][x].char == ("●" if zoom is not Zoom.XXL else " ")


def test_only_s_has_halves_side_by_side() -> None:
    assert [zoom for zoom in Zoom if BoardArt(Appearance(zoom)).is_sideways] == [Zoom.S]
    assert not BoardArt(Appearance(Zoom.S, None)).is_sideways


def test_only_the_zoom_in_use_is_prepared() -> None:
    tables.cache_clear()
    BoardArt(Appearance(Zoom.XL)).show(busy(), Marks())
    assert tables.cache_info().currsize == 1


def sent(art: BoardArt, rectangles: list[Rectangle], mode: Mode) -> int:
    """Bytes: for each span the cursor is placed, for each run there are style, text and reset."""
    total = 0
    for x, y, width, height in rectangles:
        for row in range(y, y + height):
            total += len(f"\x1b[{row + 1};{x + 1}H")
            for run in runs(art.row(row)[x : x + width]):
                style = codes(run, mode).removeprefix("0;")
                total += len(f"\x1b[{style}m{run.text}\x1b[0m".encode())
    return total


@pytest.mark.parametrize(
    ("zoom", "mode", "most"),
    [
        (Zoom.XL, Mode.TRUE, 1200),  # before the canvas leaves out cells that stay the same
        (Zoom.XL, Mode.C256, 750),
        (Zoom.L, Mode.TRUE, 1000),
        (Zoom.S, Mode.TRUE, 300),
        (Zoom.S, Mode.C256, 200),
    ],
)
def test_a_step_of_the_cursor_is_cheap(zoom: Zoom, mode: Mode, most: int) -> None:
    art, state = BoardArt(Appearance(zoom, mode)), busy()
    marks = Marks(legal=spots("e6 e5"), last=spots("d6"))
    walk: list[Hex] = [parse_hex(f"{column}{row}") for row in (1, 6, 7, 14) for column in "acdefmt"]
    art.show(state, marks._replace(cursor=walk[-1]))
    prices = [sent(art, art.show(state, marks._replace(cursor=hex_)), mode) for hex_ in walk]
    assert 0 < max(prices) <= most


def test_few_rectangles_are_told_for_a_step() -> None:
    art = BoardArt(Appearance(Zoom.XL))
    art.show(busy(), Marks(cursor=parse_hex("g7")))
    assert len(art.show(busy(), Marks(cursor=parse_hex("h7")))) <= 16
