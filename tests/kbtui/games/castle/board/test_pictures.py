"""Pictures of tiles: they are the rule, and they use only the colors and signs there are."""

from __future__ import annotations

from typing import Final

import pytest

from engine.castle.pieces.box import box
from engine.castle.pieces.cells import cells, parse_cell
from engine.castle.pieces.tiles import FACES, GATE, TILES
from kbtui.games.castle.board.art import Appearance, CastleArt
from kbtui.games.castle.board.grounds import colors
from kbtui.games.castle.board.marks import Counted, Gain, Pointed, marks
from kbtui.games.castle.board.pictures import family_of, picture
from kbtui.games.castle.board.stamps import VARIANTS, Key, Stamps
from kbtui.games.castle.board.zoom import CASTLES, HANDS, Zoom
from kbtui.games.castle.gallery.held import Held, Pose, caption, tile
from kbtui.paint.colors import Rgb, contrast
from kbtui.paint.palette import INDICES, Mode, Theme, palette
from kbtui.paint.runs import plain
from tests.kbtui.games.castle.board.painted import HERO, castle, look_of, rows, table

EVERY: Final = (*FACES, GATE)
SIGNS: Final = {*"√≠∩Λ@═≡$◊#·►><"}  # of section 4, beside letters, digits and strokes
STROKES: Final = {*"│/\\_-~()[]{}no+! ", *"0123456789", *"abcdefghijklmno"}
MARKS: Final = {*"●■▲◆"}
HALVES: Final = {*"▀▄█"}


def test_nothing_of_stone_can_stand_further_out_than_half_a_tile() -> None:
    for row in box()["tiles"]:
        for base, top in zip(row["base"], row["top"], strict=True):
            assert (base, top) != ("sky", "stone"), row["tile"]


@pytest.mark.parametrize(
    ("zoom", "held"),
    [*((zoom, False) for zoom in CASTLES), *((zoom, True) for zoom in HANDS.values())],
)
def test_the_picture_is_the_rule(zoom: Zoom, held: bool) -> None:
    """Stone at the upper edge exactly where a half is stone; and sky stays sky at the base."""
    for mode in (Mode.TRUE, Mode.C256):
        found = palette(mode)
        stamps = Stamps(zoom, found)
        for face in EVERY:
            stone: set[Rgb] = {*getattr(colors(found), family_of(face).value)}
            pixels = {
                (x + i, y): rgb
                for y, x, run in stamps[Key(face, 0, 0, held=held)]
                for i, rgb in enumerate(run)
            }
            for side in (0, 1):
                half = range(side * zoom.half, (side + 1) * zoom.half)
                upper = [pixels.get((x, 0)) in stone for x in half]
                lower = [(x, zoom.high - 1) in pixels for x in half]
                known = TILES[face]
                assert upper == [known.top[side]] * zoom.half, known.word
                assert lower == [known.base[side]] * zoom.half, known.word


@pytest.mark.parametrize("zoom", list(Zoom))
def test_pictures_have_the_size_of_their_zoom(zoom: Zoom) -> None:
    for face in EVERY:
        found = picture(face, zoom)
        assert len(found) == zoom.high
        assert {len(row) for row in found} == {zoom.wide}


@pytest.mark.parametrize("zoom", [*HANDS.values()])
def test_what_counts_can_be_seen(zoom: Zoom) -> None:
    """Windows, roofs, rubies and people have paints that nothing else has."""
    for face in EVERY:
        known, held = TILES[face], "".join(picture(face, zoom, held=True))
        assert ("w" in held) == bool(known.windows or known.word == "prince"), known.word
        assert bool({*"Rrq"} & {*held}) == bool(known.roofs), known.word
        assert held.count("j" if zoom.high < 8 else "J") == known.rubies, known.word
        assert ("k" in held) == bool(known.people), known.word


@pytest.mark.slow
@pytest.mark.parametrize("theme", list(Theme))
@pytest.mark.parametrize("mode", [Mode.C256, Mode.C16, Mode.GREY])
def test_every_color_is_one_of_the_mode(mode: Mode, theme: Theme) -> None:
    look = look_of(mode, theme=theme.value)
    members = INDICES[mode]
    used: set[Rgb | None] = set()
    for zoom in Zoom:
        stamps = Stamps(zoom, palette(mode, theme))
        for face in EVERY:
            for key in (Key(face, 1, 0), Key(face, 3, 0, held=zoom in HANDS.values())):
                used |= {rgb for _y, _x, run in stamps[key] for rgb in run}
    for pose in Pose:
        for face in FACES:
            for row in tile(Held(face, pose=pose), look, Zoom.M):
                used |= {color for run in row for color in run.tone[:2] if isinstance(color, tuple)}
    for pointed in pointings():
        for zoom in CASTLES:
            art = CastleArt(Appearance(zoom, mode, theme))
            art.show(table(castle(HERO)), marks(pointed, parse_cell("h5")))
            used |= {color for row in rows(art) for cell in row for color in cell[1:3]}
    assert [rgb for rgb in used if rgb is not None and rgb not in members] == []


def pointings() -> list[Pointed]:
    """A bit of everything that can be pointed out."""
    gains = {parse_cell("h5"): Gain(5, 2, 1, 1), parse_cell("a2"): Gain(2)}
    hits = 1 << parse_cell("j5") | 1 << parse_cell("d3")
    counted = [Pointed(0, counted=each) for each in Counted]
    tiles = [Pointed(0, gains, face) for face in (1, 46, 55, 67, 80)]
    return [*counted, *tiles, Pointed(0, gains), Pointed(0, hits=hits, refused=True)]


@pytest.mark.slow
@pytest.mark.parametrize("mode", [None, Mode.TRUE])
@pytest.mark.parametrize("unicode", [True, False], ids=["unicode", "ascii"])
def test_only_the_signs_of_the_game_are_used(mode: Mode | None, unicode: bool) -> None:
    used: set[str] = set()
    for pointed in pointings():
        for zoom in CASTLES:
            art = CastleArt(Appearance(zoom, mode, unicode=unicode))
            art.show(table(castle(HERO)), marks(pointed, parse_cell("h5")))
            used |= {cell.char for row in rows(art) for cell in row}
    look = look_of(mode, unicode=unicode)
    for zoom in HANDS.values():
        for face in FACES:
            for pose in Pose:
                held = Held(face, "1", pose)
                lines = [*tile(held, look, zoom), caption(held, look, zoom)]
                used |= {*"".join(map(plain, lines))}
    if unicode:
        assert used <= SIGNS | STROKES | MARKS | HALVES | {"?", "x"}
    else:
        assert "".join(used).isascii()


@pytest.mark.parametrize("theme", list(Theme))
@pytest.mark.parametrize("mode", list(Mode))
def test_numbers_can_be_read_in_every_mode(mode: Mode, theme: Theme) -> None:
    found = palette(mode, theme)
    ground, ink = colors(found).plaque
    assert contrast(ground, ink) >= 14
    assert contrast(colors(found).lit[0], found.frame.ink) >= 14


def test_bricks_have_eight_patterns_in_true_color_and_are_flat_elsewhere() -> None:
    wall = next(iter(FACES))
    for mode, count in ((Mode.TRUE, VARIANTS), (Mode.C256, 1), (Mode.C16, 1)):
        stamps = Stamps(Zoom.L, palette(mode))
        assert len({stamps[Key(wall, 0, variant)] for variant in range(VARIANTS)}) == count


def test_cells_of_a_castle_never_lie_outside_the_picture() -> None:
    art = CastleArt(Appearance(Zoom.L), 9)
    shown = castle(HERO)
    art.show(table(shown), marks(Pointed(0)))
    for cell in cells(shown.occupied):
        x, y, wide, high = art.box(cell * 4)
        assert 0 <= x <= art.columns - wide
        assert 0 <= y <= art.rows - high
