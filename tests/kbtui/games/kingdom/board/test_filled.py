"""The painted board: what each hex shows, in every zoom and color mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kingdom.ground.hexes import NAMES, PLACE, parse_hex
from kbtui.games.kingdom.board.art import Appearance, paint
from kbtui.games.kingdom.board.symbols import SMALL, MarkStyle
from kbtui.games.kingdom.board.zoom import Zoom, hex_at, tables
from kbtui.games.kit import Marks
from kbtui.paint.cells import UNDERLINE, Cell
from kbtui.paint.colors import COLOURS_16, COLOURS_256, Rgb
from kbtui.paint.palette import Mode
from tests.helpers import play, position, spots, table
from tests.kbtui.games.kingdom.board.artwork import (
    FIRST,
    MEADOW,
    busy,
    characters,
    drawn,
    halves,
    pixels,
    quartet,
    text_of,
    written,
)

SCREENS = Path(__file__).resolve().parents[4] / "golden" / "screens"
LARGE = (Zoom.L, Zoom.XL, Zoom.XXL)
ZOOMS = pytest.mark.parametrize("zoom", Zoom, ids=lambda zoom: zoom.label)
MODES = pytest.mark.parametrize("mode", Mode, ids=lambda mode: mode.value)

# From the design, for hexes of the first tone of the fine shading, as a1 and d1 are.
GRASS, GRASS_LIT, GRASS_DARK = (126, 171, 81), (157, 210, 106), (61, 81, 43)
ORANGE, ORANGE_BASE = (255, 106, 61), (148, 61, 35)
RING: Rgb = (255, 255, 255)
INK: Rgb = (16, 16, 20)
RIM: Rgb = (20, 23, 28)
GOLD: Rgb = (240, 195, 90)
NEW, FREE = spots("d6 m7"), spots("e6 e5")  # for the busy board: placed last, and legal


@pytest.mark.parametrize("zoom", [Zoom.S, Zoom.M], ids=lambda zoom: zoom.label)
def test_the_first_board_is_the_picture_that_was_looked_at(zoom: Zoom) -> None:
    cells = paint(busy(), zoom, Mode.TRUE, last=NEW, legal=FREE, cursor=parse_hex("f7"))
    expected = (SCREENS / f"first-game-{zoom.label}.txt").read_text("utf-8")
    assert characters(cells) == expected


@ZOOMS
@MODES
def test_the_picture_has_the_size_of_its_zoom_and_its_characters_are_single(
    zoom: Zoom, mode: Mode
) -> None:
    cells = paint(busy(), zoom, mode)
    assert len(cells) == zoom.rows
    assert {len(row) for row in cells} == {zoom.columns}
    assert {len(cell.char) for row in cells for cell in row} == {1}


@MODES
def test_every_colour_is_one_of_its_mode(mode: Mode) -> None:
    cells = paint(busy(), Zoom.L, mode, last=NEW, legal=FREE, cursor=parse_hex("d6"))
    used = {colour for row in cells for cell in row for colour in halves(cell)}
    members = {Mode.C256: COLOURS_256, Mode.C16: COLOURS_16, Mode.GREY: COLOURS_256}
    allowed = members.get(mode)
    assert allowed is None or used <= set(allowed.values())


@pytest.mark.parametrize(
    ("zoom", "expected"),
    [
        (Zoom.S, ["●", "■", "▲", "◆"]),
        (Zoom.M, ["●1", "■2", "▲3", "◆4"]),
        (Zoom.L, ["  ●1  ", "  ■2  ", "  ▲3  ", "  ◆4  "]),
    ],
)
def test_settlements_differ_by_shape_and_number(zoom: Zoom, expected: list[str]) -> None:
    cells = paint(quartet(), zoom, Mode.TRUE)
    assert [written(cells, zoom, name) for name in ("a1", "c1", "g1", "k1")] == expected


def test_at_s_a_chip_is_two_columns_wide_in_all_rows() -> None:
    cells = paint(position(MEADOW, settlements=["a1 a2"]), Zoom.S, Mode.TRUE)
    assert characters(cells)[:3] == "▐●▌"
    assert "".join(cell.char for cell in cells[1][1:5]) == "▌● ▌"
    dark, own = [GRASS_DARK], [ORANGE] * 4
    for name in ("a1", "a2"):
        assert [*pixels(cells, Zoom.S, name).values()] == dark + own + dark


HOUSES = {  # pixel rows counted from the text row: first and last column
    Zoom.M: {0: (1, 2), 1: (1, 2), 2: (1, 2)},
    Zoom.M_PLUS: {-1: (1, 2), 0: (1, 2), 1: (1, 2), 2: (1, 2)},
    Zoom.L: {-1: (2, 3), 0: (1, 4), 1: (1, 4), 2: (1, 4)},
    Zoom.XL: {-1: (2, 3), 0: (1, 4), 1: (1, 4), 2: (1, 4)},
    Zoom.XXL: {-2: (3, 4), -1: (2, 5), 0: (1, 6), 1: (1, 6), 2: (1, 6)},
}


@pytest.mark.parametrize("zoom", HOUSES, ids=lambda zoom: zoom.label)
@pytest.mark.parametrize("name", ["g7", "g8"])
def test_a_settlement_is_a_house_on_dark_ground(zoom: Zoom, name: str) -> None:
    cells = paint(position(MEADOW, settlements=[name]), zoom, Mode.TRUE)
    start = tables(zoom).spots[parse_hex(name)].row
    for (row, column), colour in pixels(cells, zoom, name).items():
        first, last = HOUSES[zoom].get(row - start, (9, 0))
        house = ORANGE_BASE if row - start == 2 else ORANGE
        assert colour == (house if first <= column <= last else GRASS_DARK)


def test_what_was_placed_last_stands_on_its_ground_with_a_bright_base() -> None:
    state = position(MEADOW, settlements=["a1 d1"])
    cells = paint(state, Zoom.L, Mode.TRUE, last=spots("a1"))
    new, old = (pixels(cells, Zoom.L, name) for name in ("a1", "d1"))
    assert (new[0, 2], old[0, 2]) == (GRASS, GRASS_DARK)
    assert (new[4, 1], old[4, 1]) == (RING, ORANGE_BASE)
    small = paint(state, Zoom.S, Mode.TRUE, last=spots("a1"))
    assert text_of(small, Zoom.S, "a1")[0].flags & UNDERLINE
    assert not text_of(small, Zoom.S, "d1")[0].flags & UNDERLINE
    assert pixels(small, Zoom.S, "a1")[0, 0] == GRASS


@ZOOMS
def test_legal_hexes_are_lit_and_dotted(zoom: Zoom) -> None:
    cells = paint(position(MEADOW, settlements=["d1"]), zoom, Mode.TRUE, legal=spots("a1 d1"))
    assert written(cells, zoom, "a1").strip() == ("•" if zoom is Zoom.S else "••")
    found = pixels(cells, zoom, "a1")
    border = tables(zoom).outline if zoom in LARGE else frozenset()
    assert {place for place, colour in found.items() if colour != GRASS_LIT} == border
    assert {found[place] for place in border} <= {GRASS}
    assert GRASS_LIT in pixels(cells, zoom, "d1").values()  # a settlement that may move
    assert "●" in written(cells, zoom, "d1")


OUTLINE_OF_L = {(0, 2), (0, 3), (1, 1), (1, 4), (2, 0), (2, 5), (3, 0), (3, 5), (4, 1), (4, 4)}


def ringed(zoom: Zoom, settlements: str = "", cursor: str = "g7") -> set[tuple[int, int]]:
    state = position(MEADOW, settlements=[settlements])
    cells = paint(state, zoom, Mode.TRUE, cursor=parse_hex(cursor))
    found = pixels(cells, zoom, cursor)
    return {place for place, colour in found.items() if colour == RING}


def test_the_cursor_is_a_ring_one_pixel_thick() -> None:
    assert ringed(Zoom.L) == ringed(Zoom.L, "g7") == OUTLINE_OF_L | {(5, 2), (5, 3)}
    assert ringed(Zoom.M_PLUS) == {(k, x) for k in range(5) for x in range(4)} - {
        *((0, 0), (0, 3), (4, 0), (4, 3)),
        *((k, x) for k in (1, 2, 3) for x in (1, 2)),
    }


def test_where_there_is_no_room_for_a_ring_the_cursor_fills_an_empty_hex() -> None:
    assert len(ringed(Zoom.M)) == 12
    assert ringed(Zoom.S) == {(0, i) for i in range(6)}
    # On a settlement the sides remain, and the mark stays readable.
    assert ringed(Zoom.S, "g7") == {(0, 0), (0, 5)}
    assert ringed(Zoom.M, "g7") == {(1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)}


@pytest.mark.parametrize(
    ("zoom", "full", "empty"),
    [
        (Zoom.S, "V", "v"),
        (Zoom.M, "Ta", "ta"),
        (Zoom.M_PLUS, " Ta ", " ta "),
        (Zoom.L, "Tavern", "Tavern"),
        (Zoom.XXL, " Tavern ", " Tavern "),
    ],
)
def test_locations_have_names_and_show_whether_tiles_are_left(
    zoom: Zoom, full: str, empty: str
) -> None:
    cells = paint(busy(), zoom, Mode.TRUE)
    # c7 has lost both tiles, h7 none.
    assert (written(cells, zoom, "h7"), written(cells, zoom, "c7")) == (full, empty)
    assert text_of(cells, zoom, "h7")[0].background == (246, 233, 196)
    assert text_of(cells, zoom, "c7")[0].background == (185, 174, 144)


@pytest.mark.parametrize("zoom", [Zoom.L, Zoom.XL, Zoom.XXL], ids=lambda zoom: zoom.label)
def test_a_second_line_counts_the_tiles(zoom: Zoom) -> None:
    state = position(FIRST, tiles=["c7:usable h7:usable", "c7:new"])
    cells = paint(state, zoom, Mode.TRUE)
    told = {}
    for name in ("c7", "h7", "l7"):
        spot = tables(zoom).spots[parse_hex(name)]
        middle = spot.x + spot.columns // 2 - 1
        told[name] = "".join(cell.char for cell in cells[spot.y + 1][middle : middle + 2])
    assert told == {"c7": "··", "h7": "• ", "l7": "••"}


def test_long_names_are_cut_where_hexes_are_narrow() -> None:
    state = position(table("G", {"c3": "paddock", "e5": "fountain", "g7": "P", "i9": "K"}))
    for zoom, expected in (
        (Zoom.S, "P N & #"),
        (Zoom.M_PLUS, "Pa Fo && ##"),
        (Zoom.L, "Padd. Fount. Palace Castle"),
        (Zoom.XXL, "Paddock Fountain Palace Castle"),
    ):
        cells = paint(state, zoom, Mode.C256)
        names = [written(cells, zoom, name).strip() for name in ("c3", "e5", "g7", "i9")]
        assert " ".join(names) == expected


def test_terrain_is_told_by_symbols() -> None:
    marks = dict(zip(("a1", "b1", "c1", "d1", "e1", "f1", "g1"), "FTCDSWM", strict=True))
    state = position(table("G", marks))
    names = (*marks, "h1")
    for unicode, expected in ((True, '*↑∩:%≈Λ"'), (False, '*Tn:%~^"')):
        cells = paint(state, Zoom.S, Mode.C16, unicode=unicode)
        assert "".join(written(cells, Zoom.S, name) for name in names) == expected


@ZOOMS
def test_without_unicode_only_ascii_is_used(zoom: Zoom) -> None:
    cells = paint(
        busy(), zoom, Mode.C16, last=NEW, legal=FREE, cursor=parse_hex("f7"), unicode=False
    )
    assert characters(cells).isascii()
    assert written(cells, zoom, "l6").strip() == "2"
    assert written(cells, zoom, "e6").strip("+ ") == ""


@ZOOMS
def test_a_board_painted_after_changes_equals_one_painted_afresh(zoom: Zoom) -> None:
    state = position(FIRST, settlements=["f4"], card="grass")
    for token in ("e4", "f5", "e5"):
        state = play(state, token)
        paint(state, zoom, Mode.TRUE, last=spots("f4"), cursor=parse_hex("e5"))
    after = paint(state, zoom, Mode.TRUE)
    tables.cache_clear()
    assert paint(position(FIRST, settlements=["f4 e4 f5 e5"]), zoom, Mode.TRUE) == after


@ZOOMS
def test_a_change_of_one_hex_changes_no_cell_of_others(zoom: Zoom) -> None:
    before = paint(position(MEADOW), zoom, Mode.TRUE)
    after = paint(position(MEADOW, settlements=["g7"]), zoom, Mode.TRUE)
    hex_ = parse_hex("g7")
    for y, rows in enumerate(zip(before, after, strict=True)):
        for x, (one, two) in enumerate(zip(*rows, strict=True)):
            if one != two:
                assert hex_ in (hex_at(zoom, x, y), hex_at(zoom, x, y, upper=False))


def test_around_the_board_is_background() -> None:
    cells = paint(position(MEADOW), Zoom.L, Mode.TRUE)
    assert halves(cells[0][0]) == (RIM, RIM)
    assert halves(cells[40][0]) == (RIM, RIM)


Sample = tuple[list[list[Cell]], dict[str, dict[tuple[int, int], Rgb | None]]]


def shown(zoom: Zoom, marks: Marks, settlements: str = "", mode: Mode = Mode.TRUE) -> Sample:
    cells = drawn(Appearance(zoom, mode), position(MEADOW, settlements=[settlements]), marks)
    return cells, {name: pixels(cells, zoom, name) for name in ("a1", "d1", "k1", "a11")}


def test_a_settlement_that_is_moved_is_half_there() -> None:
    a1 = parse_hex("a1")
    cells, seen = shown(Zoom.L, Marks(moving=a1, movable=spots("a1 d1")), "a1 d1")
    faded = (184, 142, 72)  # 45 % orange, 55 % grass
    assert {seen["a1"][k, x] for k in (2, 3, 4) for x in (2, 3)} == {faded}  # foot and all
    assert seen["a1"][0, 2] == GRASS
    assert seen["d1"][0, 2] == GRASS_LIT
    assert written(cells, Zoom.L, "a1").strip() == "●1"


def test_in_sixteen_colours_a_moved_settlement_is_a_hole_with_its_mark() -> None:
    cells, seen = shown(Zoom.L, Marks(moving=parse_hex("a1")), "a1", Mode.C16)
    assert seen["a1"][2, 2] == (0, 0, 0)
    assert text_of(cells, Zoom.L, "a1")[2].foreground == COLOURS_16[12]


def test_the_mouse_leaves_half_a_ring() -> None:
    half = (190, 213, 168)  # between white and grass
    cells, seen = shown(Zoom.L, Marks(hover=parse_hex("a1")))
    assert {place for place, colour in seen["a1"].items() if colour == half} == OUTLINE_OF_L | {
        *((5, 2), (5, 3))
    }
    assert written(cells, Zoom.L, "a1").strip() == '""'
    for zoom in (Zoom.S, Zoom.M):
        assert set(shown(zoom, Marks(hover=parse_hex("a1")))[1]["a1"].values()) == {half}
    both = Marks(hover=parse_hex("a1"), cursor=parse_hex("a1"))
    assert shown(Zoom.L, both) == shown(Zoom.L, Marks(cursor=parse_hex("a1")))


def test_the_ring_is_dark_where_the_ground_is_as_bright_as_it() -> None:
    state = position(table("D", {"c3": "K", "e5": "farm"}))
    for zoom in Zoom:
        for name in ("c3", "e5"):
            cells = drawn(Appearance(zoom), state, Marks(cursor=parse_hex(name)))
            assert INK in pixels(cells, zoom, name).values()
    cells = drawn(Appearance(Zoom.L), state, Marks(cursor=parse_hex("c3")))
    # The name ends on the ring and stays readable there.
    inks = [(cell.foreground, cell.background) for cell in text_of(cells, Zoom.L, "c3")]
    assert inks[0] == inks[5] == (RING, INK)
    assert inks[1] == ((59, 61, 88), (228, 228, 236))


def test_hexes_that_earn_gold_are_golden() -> None:
    state = position(table("G", {"c3": "K", "e5": "farm", "g7": "M"}), settlements=["a1"])
    lit = Marks(lit=spots("a1 c3 e5 g7"))
    for zoom in Zoom:
        cells = drawn(Appearance(zoom), state, lit)
        for name in ("c3", "e5", "g7"):
            assert set(pixels(cells, zoom, name).values()) == {GOLD}
        seen = set(pixels(cells, zoom, "a1").values())
        assert GOLD in seen
        assert ORANGE in seen
        for name in ("a1", "c3", "e5", "g7"):
            told = [cell for cell in text_of(cells, zoom, name) if cell.char.strip()]
            assert all(cell.flags & UNDERLINE for cell in told)
    foot = pixels(
        drawn(Appearance(Zoom.L), state, lit._replace(cursor=parse_hex("a1"))), Zoom.L, "a1"
    )
    assert (foot[0, 2], foot[4, 2]) == (RING, GOLD)  # told under the cursor too


def test_seams_darken_the_edges_of_quadrants() -> None:
    seam = tuple(round(v * 0.62) for v in GRASS)
    _, plain = shown(Zoom.L, Marks())
    _, seen = shown(Zoom.L, Marks(seams=True))
    dark = {
        name: {place for place, colour in seen[name].items() if colour != plain[name][place]}
        for name in seen
    }
    assert dark["k1"] == {(0, 2), (1, 1), (2, 0), (3, 0), (4, 1), (5, 2)}
    assert dark["a11"] == {(0, 2), (0, 3), (1, 1), (1, 4)}
    assert dark["a1"] == set()
    tones = {tuple(round(v * 0.62) for v in colour or ()) for colour in plain["k1"].values()}
    assert {seen["k1"][place] for place in dark["k1"]} == tones
    assert seam[0] == 78
    _, legal = shown(Zoom.L, Marks(seams=True, legal=spots("k1 a11")))
    for name in ("k1", "a11"):
        assert {place: legal[name][place] for place in dark[name]}.items() <= seen[name].items()


def test_at_s_the_row_above_the_seam_is_underlined() -> None:
    cells = drawn(Appearance(Zoom.S), position(MEADOW), Marks(seams=True))
    assert all(cell.flags & UNDERLINE for cell in text_of(cells, Zoom.S, "c10")[:1])
    assert not any(cell.flags & UNDERLINE for cell in text_of(cells, Zoom.S, "c11"))
    assert pixels(cells, Zoom.S, "k3")[0, 0] != pixels(cells, Zoom.S, "k3")[0, 1]


@pytest.mark.parametrize(
    ("style", "small", "large", "plain"),
    [
        (MarkStyle.BOTH, "●", "●1", "1 "),
        (MarkStyle.NUMBER, "1", "1 ", "1 "),
        (MarkStyle.SHAPE, "●", "● ", "1 "),
    ],
)
def test_settlements_carry_what_the_player_likes(
    style: MarkStyle, small: str, large: str, plain: str
) -> None:
    told = []
    for zoom, unicode in ((Zoom.S, True), (Zoom.M, True), (Zoom.M, False)):
        look = Appearance(zoom, unicode=unicode, marks=style)
        told.append(written(drawn(look, quartet()), zoom, "a1"))
    assert told == [small, large, plain]


def test_strong_symbols_are_black_or_white() -> None:
    cells = drawn(Appearance(Zoom.L, strong=True), busy())
    soft = drawn(Appearance(Zoom.L), busy())
    for name in ("b1", "d1", "h7", "c5", "h4"):
        inks = {cell.foreground for cell in text_of(cells, Zoom.L, name) if cell.char != " "}
        assert inks <= {(0, 0, 0), (255, 255, 255)}
        assert text_of(soft, Zoom.L, name) != text_of(cells, Zoom.L, name)


def test_without_shading_all_hexes_of_a_terrain_are_alike() -> None:
    def tones(look: Appearance) -> set[Rgb | None]:
        cells = drawn(look, position(MEADOW))
        return {pixels(cells, Zoom.L, name)[0, 2] for name in ("a1", "b1", "c1", "d1")}

    assert len(tones(Appearance(Zoom.L))) == 3
    assert tones(Appearance(Zoom.L, shading=False)) == {GRASS}


@pytest.mark.parametrize("zoom", SMALL)
def test_lit_hexes_have_tones_too(zoom: Zoom) -> None:
    """Or a large lit area would be one blob; larger hexes have a border instead."""
    cells = paint(position(MEADOW), zoom, Mode.TRUE, legal=spots("a1 b1 c1 d1"))
    middles = [[*pixels(cells, zoom, name).values()] for name in ("a1", "b1", "c1", "d1")]
    assert len({max(set(found), key=found.count) for found in middles}) == 3


@pytest.mark.slow
@ZOOMS
def test_seams_leave_the_signs_alone(zoom: Zoom) -> None:
    """Where quadrants meet, signs stand on their own ground; only a line below may be added."""
    state = busy()
    without, with_ = (drawn(Appearance(zoom), state, Marks(seams=seams)) for seams in (False, True))
    if zoom is not Zoom.S:
        assert without != with_
    for hex_ in PLACE:
        name = NAMES[hex_]
        pairs = zip(text_of(without, zoom, name), text_of(with_, zoom, name), strict=True)
        signs = [(one, other) for one, other in pairs if one.char not in " ▀▄▌▐"]
        assert signs
        for one, other in signs:
            assert other._replace(flags=one.flags) == one, name


@pytest.mark.parametrize("zoom", [Zoom.S, Zoom.M, Zoom.M_PLUS], ids=lambda zoom: zoom.label)
def test_no_two_adjacent_targets_have_the_same_ground(zoom: Zoom) -> None:
    state = position(table("G"))
    hexes_ = spots("f6 g6 f7 e7 g7 h6")
    cells = drawn(Appearance(zoom), state, Marks(legal=hexes_))
    grounds = {name: text_of(cells, zoom, name)[0].background for name in ("f6", "g6", "g7")}
    assert len({*grounds.values()}) == 3  # f6, g6 and one below them touch each other


def test_in_sixteen_colours_a_target_the_cursor_and_a_place_are_apart() -> None:
    state = position(table("D", {"c3": "K", "e5": "farm"}))
    for zoom in Zoom:
        marks = Marks(legal=spots("g7 h7"), cursor=parse_hex("g7"))
        cells = drawn(Appearance(zoom, Mode.C16), state, marks)
        found = {name: {*pixels(cells, zoom, name).values()} for name in ("g7", "h7", "e5", "c3")}
        assert COLOURS_16[11] in found["g7"]
        assert COLOURS_16[7] in found["h7"]
        assert found["e5"] == found["c3"] == {COLOURS_16[0]}
