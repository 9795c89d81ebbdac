"""The look without colors: outlines or a bare grid, symbols between brackets."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.hexes import ALL, NEIGHBOURS, PLACE, Hex, parse_hex
from kbtui.games.kingdom.board.art import Appearance, BoardArt
from kbtui.games.kingdom.board.outline import size
from kbtui.games.kingdom.board.symbols import MarkStyle
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kit import Marks
from kbtui.paint.cells import BOLD, DIM, REVERSE, UNDERLINE, Cell, Cells
from tests.helpers import position, spots
from tests.kbtui.games.kingdom.board.artwork import (
    FIRST,
    MEADOW,
    busy,
    cells_of,
    characters,
    country,
    drawn,
)

LARGE, BARE = Appearance(Zoom.M_PLUS, None, unicode=False), Appearance(Zoom.S, None, unicode=False)
LOOKS = pytest.mark.parametrize("look", [LARGE, BARE], ids=["large", "bare"])


def signs(look: Appearance, cells: Cells, name: str) -> list[Cell]:
    """The three cells of a hex."""
    x, y = BoardArt(look).spot(parse_hex(name))
    return [*cells[y][x - 1 : x + 2]]


def told(look: Appearance, cells: Cells, name: str) -> str:
    return "".join(cell.char for cell in signs(look, cells, name))


def test_large_hexes_have_lines_around_them() -> None:
    state = position(FIRST, settlements=["c3 d3"])
    lines = characters(drawn(LARGE, state)).splitlines()
    # The first rows of the Tavern quadrant are FDDMMDD, FFDDDMM, FFFFFFF.
    assert [line[:24] for line in lines[:6]] == [
        " / \\ / \\ / \\ / \\ / \\ / \\",
        "| * | : | : | ^ | ^ | : ",
        " \\ / \\ / \\ / \\ / \\ / \\ /",
        "  | * | * | : | : | : | ",
        " / \\ / \\ / \\ / \\ / \\ / \\",
        "| * | * |(1)|(1)| * | * ",
    ]
    unicode = characters(drawn(LARGE._replace(unicode=True), state)).splitlines()
    assert unicode[4][:12] == " ╱ ╲ ╱ ╲ ╱ ╲"
    assert unicode[5][:16] == "│ * │ * │(●)│(●)"


def test_the_bare_grid_shifts_odd_rows_by_one_column() -> None:
    state = position(FIRST, settlements=["c3 d3"])
    lines = characters(drawn(BARE, state)).splitlines()
    assert [line[:12] for line in lines[:3]] == [" *  :  :  ^ ", "  *  *  :  :", " *  * (1)(1)"]


@pytest.mark.parametrize(
    ("zoom", "expected"),
    [
        *((zoom, (62, 20)) for zoom in (Zoom.S, Zoom.M)),
        *((zoom, (83, 41)) for zoom in (Zoom.M_PLUS, Zoom.L, Zoom.XL, Zoom.XXL)),
    ],
)
def test_there_are_two_sizes(zoom: Zoom, expected: tuple[int, int]) -> None:
    art = BoardArt(Appearance(zoom, None))
    assert size(zoom) == (art.columns, art.rows) == expected
    assert {len(art.row(y)) for y in range(art.rows)} == {art.columns}


@LOOKS
def test_states_have_their_brackets(look: Appearance) -> None:
    a1, d1, g1 = map(parse_hex, ("a1", "d1", "g1"))
    state = position(MEADOW, settlements=["a1 d1"])
    for marks, first, second in (
        (Marks(), "(1)", "(1)"),
        (Marks(last=spots("a1")), "{1}", "(1)"),
        (Marks(lit=spots("d1")), "(1)", "=1="),
        (Marks(moving=a1, cursor=d1), "<1>", "[1]"),
        (Marks(last=spots("a1"), cursor=a1), "{1}", "(1)"),
    ):
        cells = drawn(look, state, marks)
        assert [told(look, cells, name) for name in ("a1", "d1")] == [first, second]
    cells = drawn(look, state, Marks(legal=spots("g1 h1"), cursor=g1, movable=spots("d1")))
    assert [told(look, cells, name) for name in ("g1", "h1")] == ["[+]", " + "]
    assert signs(look, cells, "d1")[1].flags == BOLD | UNDERLINE
    assert signs(look, cells, "a1")[1].flags == BOLD


@LOOKS
def test_places_are_bold_and_locations_underlined(look: Appearance) -> None:
    cells = drawn(look, country())
    tower, forest, empty = (signs(look, cells, name)[1] for name in ("g3", "e1", "i3"))
    assert (tower.char, tower.flags) == ("T", BOLD | UNDERLINE)
    assert (forest.char, forest.flags) == ("T", DIM)
    assert (empty.char, empty.flags) == ("f", BOLD | UNDERLINE)
    assert [told(look, cells, name) for name in ("c3", "e3")] == ["###", "&&&"]
    lit = drawn(look, country(), Marks(lit=spots("c3 g3 o1")))
    assert [told(look, lit, name) for name in ("c3", "g3", "o1")] == ["=#=", "=T=", "=^="]


def test_the_cursor_has_a_strong_border_wherever_it_goes() -> None:
    art, state = BoardArt(LARGE), busy()
    for name in ("g7", "h7", "h8", "t20", "a1"):
        art.show(state, Marks(cursor=parse_hex(name)))
        lines = [
            (x, y)
            for y, row in enumerate(cells_of(art))
            for x, cell in enumerate(row)
            if cell.char in "/\\|" and cell.flags == BOLD
        ]
        x, y = art.spot(parse_hex(name))
        sides = [(x - 2, y), (x + 2, y)]
        assert lines == sorted(
            [(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)] + sides, key=lambda p: p[::-1]
        )


def test_a_neighbour_that_changes_leaves_the_border_of_the_cursor_alone() -> None:
    art = BoardArt(LARGE)
    cursor = Marks(cursor=parse_hex("g7"))
    art.show(position(MEADOW), cursor)
    after = position(MEADOW, settlements=["h7 g6 g8"])
    art.show(after, cursor)
    assert cells_of(art) == drawn(LARGE, after, cursor)


@LOOKS
def test_seams_go_through_the_middle(look: Appearance) -> None:
    cells = drawn(look, position(MEADOW), Marks(seams=True))
    if look is LARGE:
        strong = [
            (x, y) for y, row in enumerate(cells) for x, c in enumerate(row) if c.flags & BOLD
        ]
        assert {x for x, y in strong if y % 2 and y < 19} == {40, 42}
        assert {y for x, y in strong if x < 39} == {20}
        assert len([x for x, y in strong if y == 20]) == 40
    else:
        assert {x for row in cells for x, cell in enumerate(row) if cell.char == "|"} == {30, 31}
        under = {y for y, row in enumerate(cells) for cell in row if cell.flags & UNDERLINE}
        assert under == {9}


def test_players_may_prefer_numbers() -> None:
    state = position(MEADOW, settlements=["a1"])
    for style, expected in ((MarkStyle.NUMBER, "(1)"), (MarkStyle.BOTH, "(●)")):
        look = Appearance(Zoom.S, None, marks=style)
        assert told(look, drawn(look, state), "a1") == expected


def test_colours_are_not_used_even_where_there_are_some() -> None:
    look = Appearance(Zoom.L, outline=True)
    cells = drawn(look, busy(), Marks(cursor=parse_hex("g7")))
    assert {(c.foreground, c.background) for row in cells for c in row} == {(None, None)}
    assert {c.flags & REVERSE for row in cells for c in row} == {0, REVERSE}


@LOOKS
def test_every_cell_of_the_text_of_a_hex_hits_it(look: Appearance) -> None:
    art = BoardArt(look)
    for hex_ in ALL:
        x, y = art.spot(hex_)
        for dx in (-1, 0, 1):
            assert art.place_at(x + dx, y) == art.place_at(x + dx, y, upper=False) == hex_


def test_lines_belong_to_both_their_hexes() -> None:
    art = BoardArt(LARGE)
    b1, b2, c1 = map(parse_hex, ("b1", "b2", "c1"))

    def both(x: int, y: int) -> tuple[Hex | None, Hex | None]:
        return art.place_at(x, y), art.place_at(x, y, upper=False)

    assert both(8, 1) == (b1, c1)  # the bar between them
    assert both(7, 2) == (b1, b2)  # the slash between them
    assert both(6, 2) == (b1, b1)
    assert both(8, 2) == (b2, b2)
    assert both(5, 0) == (b1, b1)  # the upper rim
    assert both(0, 1) == (parse_hex("a1"),) * 2
    assert both(0, 0) == both(83, 1) == both(0, 41) == (None, None)


def test_a_line_is_between_neighbours_only() -> None:
    art = BoardArt(LARGE)
    for y in range(art.rows):
        for x in range(art.columns):
            one, two = art.place_at(x, y), art.place_at(x, y, upper=False)
            assert one == two or (
                one is not None and two is not None and NEIGHBOURS[one] >> two & 1
            )
    assert len(PLACE) == 400
