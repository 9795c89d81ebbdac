"""Colors: exact members of their palettes, distinct for every eye, chosen by the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import sqrt

import pytest

from engine.kingdom.ground.hexes import ALL, NEIGHBOURS
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.grounds import TONE
from kbtui.games.kingdom.board.grounds import grounds as looks_of
from kbtui.paint.colors import COLOURS_16, COLOURS_256, Rgb, contrast, luminance, mix
from kbtui.paint.palette import Frame, Ground, Mode, Palette, Theme, mode_of, palette

TRUE = palette(Mode.TRUE)
GROUNDS = tuple(Terrain)[: Terrain.CASTLE]
EACH = pytest.mark.parametrize(
    ("mode", "theme"), [*product(Mode, Theme)], ids=lambda option: str(option.value)
)


def rgb(text: str) -> Rgb:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def entries(made: Palette) -> Iterator[Rgb]:
    for ground in (*looks_of(made).terrain.values(), looks_of(made).empty):
        yield from ground
    yield from (*made.seats, *made.bases, made.gold, *made.frame)


def grounds(made: Palette) -> list[Rgb]:
    """Everything that can lie under a ring or a seam."""
    terrain = [colour for t in GROUNDS for colour in looks_of(made).terrain[t][:3]]
    places = [looks_of(made).terrain[t].plain for t in Terrain if t not in GROUNDS]
    return [*terrain, *places, looks_of(made).empty.plain]


MEMBERS = {
    Mode.C256: set(COLOURS_256.values()),
    Mode.C16: set(COLOURS_16.values()),
    Mode.GREY: {colour for colour in COLOURS_256.values() if len(set(colour)) == 1},
}


@EACH
def test_every_entry_and_every_mix_is_an_exact_member_of_its_palette(
    mode: Mode, theme: Theme
) -> None:
    made = palette(mode, theme)
    used = {*entries(made)}
    for ground in grounds(made):
        used |= {made.ring(ground), made.hover(ground), made.seam(ground), made.clear(ground)}
        used |= {made.faded(seat, ground) for seat in made.seats}
    assert mode is Mode.TRUE or used <= MEMBERS[mode]


@EACH
def test_every_terrain_and_five_seats_have_colours(mode: Mode, theme: Theme) -> None:
    made = palette(mode, theme)
    assert set(looks_of(made).terrain) == set(Terrain)
    assert len(made.seats) == len(made.bases) == 5
    if mode is not Mode.GREY:  # greys are told apart by their marks
        assert len(set(made.seats)) == 5
        assert len({looks_of(made).terrain[terrain].plain for terrain in GROUNDS}) == 8


def test_seats_have_the_colours_of_the_design_in_both_themes() -> None:
    for theme in Theme:
        assert palette(Mode.TRUE, theme).seats[:2] == (rgb("#ff6a3d"), rgb("#86d0ff"))
        seats = palette(Mode.C256, theme).seats
        assert seats == tuple(COLOURS_256[i] for i in (202, 117, 231, 99, 220))
    assert palette(Mode.C16).seats == tuple(COLOURS_16[i] for i in (12, 14, 15, 13, 9))


def test_the_true_colours_keep_the_rules_behind_them() -> None:
    """Dark is plain mixed with 55 % of #08080c; a symbol with 42 % of white or 45 % of black."""
    for terrain in GROUNDS:
        ground = looks_of(TRUE).terrain[terrain]
        light, dim = (
            mix(ground.plain, rgb(to), s) for to, s in (("ffffff", 0.42), ("0" * 6, 0.45))
        )
        assert near(ground.dark, mix(ground.plain, rgb("#08080c"), 0.55))
        assert near(ground.symbol, light) or near(ground.symbol, dim)


def near(one: Rgb, other: Rgb) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def test_the_light_theme_has_the_colours_of_the_design() -> None:
    true, few = palette(Mode.TRUE, Theme.LIGHT), palette(Mode.C256, Theme.LIGHT)
    desert = looks_of(true).terrain[Terrain.DESERT]
    assert desert == Ground(rgb("f9e7b3"), rgb("fff9e2"), rgb("625c4f"), rgb("897f62"))
    assert looks_of(true).terrain[Terrain.PALACE].plain == rgb("5a3f7a")
    assert (looks_of(true).empty.plain, looks_of(true).empty.symbol) == (
        rgb("8d8470"),
        rgb("fff1c4"),
    )
    assert looks_of(few).terrain[Terrain.WATER][:3] == tuple(COLOURS_256[i] for i in (110, 153, 60))
    assert looks_of(few).terrain[Terrain.CASTLE].symbol == COLOURS_256[255]
    assert palette(Mode.C16, Theme.LIGHT) == palette(Mode.C16)


def test_frames_have_the_colours_of_the_design() -> None:
    assert TRUE.frame.background == rgb("14171c")
    assert (TRUE.frame.warning, TRUE.frame.ring) == (rgb("ff8f6b"), rgb("ffffff"))
    light = palette(Mode.TRUE, Theme.LIGHT).frame
    assert (light.text, light.accent, light.ring) == (rgb("26262c"), rgb("8a5a00"), rgb("000000"))
    few = palette(Mode.C256, Theme.LIGHT).frame
    assert (few.good, few.muted) == (COLOURS_256[28], COLOURS_256[241])
    assert palette(Mode.C16).frame.raised == COLOURS_16[4]


@EACH
def test_what_must_be_read_can_be_read(mode: Mode, theme: Theme) -> None:
    frame: Frame = palette(mode, theme).frame
    for ground in (frame.background, frame.surface):
        assert contrast(frame.text, ground) >= 10
        assert contrast(frame.muted, ground) >= 4.5
        for name in (frame.accent, frame.good, frame.warning):
            assert contrast(name, ground) >= 3.6
    assert contrast(frame.on_accent, frame.accent) >= 4.5
    assert contrast(frame.text, frame.raised) >= 7


def test_the_mark_on_a_settlement_can_be_read() -> None:
    told = (6.7, 11.3, 19, 5.1, 12.5)
    for seat, expected in zip(TRUE.seats, told, strict=True):
        assert contrast(seat, TRUE.frame.ink) == pytest.approx(expected, abs=0.1)


@EACH
def test_soft_symbols_stay_visible_and_strong_ones_are_clear(mode: Mode, theme: Theme) -> None:
    soft, strong = palette(mode, theme), palette(mode, theme, strong=True)
    looks = [*looks_of(soft).terrain.values(), looks_of(soft).empty]
    assert min(contrast(look.plain, soft.symbol(look, look.plain)) for look in looks) >= 2
    for look, ground, tone in product(looks, grounds(strong), range(3)):
        shaded = strong.toned(ground, tone)
        assert contrast(strong.symbol(look, shaded), shaded) >= 4.5


def test_adjacent_hexes_never_have_the_same_tone() -> None:
    tones = {hex_: TRUE.toned(rgb("#7eab51"), TONE[hex_]) for hex_ in ALL}
    # 5.5 % towards white: 126 + 129 * 0.055 = 133.1; 8.5 % towards black: 126 * 0.915 = 115.3.
    assert sorted({tone[0] for tone in tones.values()}) == [115, 126, 133]
    pairs = ((a, b) for a, b in combinations(ALL, 2) if NEIGHBOURS[a] >> b & 1)
    assert all(tones[a] != tones[b] for a, b in pairs)


def test_only_true_colours_are_shaded_and_only_if_wanted() -> None:
    grey = rgb("808080")
    shaded = [mode for mode in Mode if palette(mode).toned(grey, 1) != grey]
    assert shaded == [Mode.TRUE]
    assert palette(Mode.TRUE, shading=False).toned(grey, 1) == grey
    # 16 % towards white, 4.5 % towards black.
    light = palette(Mode.TRUE, Theme.LIGHT)
    assert [light.toned(grey, tone)[0] for tone in range(3)] == [128, 148, 122]


def test_in_sixteen_colours_terrain_and_players_share_nothing() -> None:
    made = palette(Mode.C16)
    looks: list[Ground] = [looks_of(made).terrain[terrain] for terrain in GROUNDS]
    assert not {look.plain for look in looks} & set(made.seats)
    assert {look.dark for look in looks} == {COLOURS_16[0]}
    assert {look.lit for look in looks} == {COLOURS_16[7]}


@pytest.mark.parametrize("theme", Theme)
def test_greys_have_the_luminance_of_the_colours(theme: Theme) -> None:
    true, grey = palette(Mode.TRUE, theme), palette(Mode.GREY, theme)
    for one, other in zip(entries(true), entries(grey), strict=True):
        if one != true.gold:  # has to differ from ground that is as bright
            assert luminance(other) == pytest.approx(luminance(one), abs=0.06)


# Machado, Oliveira and Fernandes 2009, full strength, for linear RGB.
PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216))
DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413))
TRITAN = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602))
VISIONS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (*PROTAN, (-0.003882, -0.048116, 1.051998)),
    "deutan": (*DEUTAN, (-0.011820, 0.042940, 0.968881)),
    "tritan": (*TRITAN, (0.004733, 0.691367, 0.303900)),
}
# Ottosson's OKLab: linear RGB to cones, and the cube roots of these to lightness and two axes.
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def oklab(colour: Rgb, vision: str) -> list[float]:
    parts = (channel / 255 for channel in colour)
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    seen = [min(1.0, max(0.0, v)) for v in times(VISIONS[vision], linear)]
    return times(TO_LAB, [v ** (1 / 3) for v in times(TO_CONES, seen)])


def distance(one: Rgb, other: Rgb, vision: str) -> float:
    pairs = zip(oklab(one, vision), oklab(other, vision), strict=True)
    return 100 * sqrt(sum((a - b) ** 2 for a, b in pairs))


@pytest.mark.parametrize("vision", VISIONS)
def test_players_are_apart_for_every_eye(vision: str) -> None:
    distances = [distance(a, b, vision) for a, b in combinations(TRUE.seats, 2)]
    assert min(distances) >= 15.6
    few = [distance(a, b, vision) for a, b in combinations(palette(Mode.C256).seats, 2)]
    assert min(few) >= 14


@EACH
@pytest.mark.parametrize("vision", VISIONS)
def test_states_are_apart_for_every_eye(vision: str, mode: Mode, theme: Theme) -> None:
    made = palette(mode, theme)
    for ground in grounds(made):
        assert distance(made.ring(ground), ground, vision) >= 13
        if vision == "normal":  # helps that need not be seen by everybody
            assert distance(made.hover(ground), ground, vision) >= 9
            assert distance(made.seam(ground), ground, vision) >= 4
    for terrain in GROUNDS:
        looks = looks_of(made).terrain[terrain]
        assert distance(looks.dark, looks.plain, vision) >= 9
        assert distance(looks.dark, looks.lit, vision) >= 20
        assert distance(made.gold, looks.dark, vision) >= 20
    for base in made.bases:  # the foot tells what was placed last, and what earns gold
        assert distance(made.frame.ring, base, vision) >= 30
        assert distance(made.gold, base, vision) >= 15


@pytest.mark.parametrize(
    ("environ", "mode"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Mode.TRUE),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, Mode.TRUE),
        ({"TERM": "xterm-256color"}, Mode.C256),
        ({"TERM": "xterm-256color", "COLORTERM": "yes"}, Mode.C256),
        ({"TERM": "tmux-256color", "NO_COLOR": ""}, Mode.C256),
        ({"TERM": "xterm-direct"}, Mode.C256),
        ({"TERM": "xterm"}, Mode.C16),
        ({"TERM": "linux"}, Mode.C16),
        ({"TERM": "screen"}, Mode.C16),
        ({"TERM": "vt100"}, None),
        ({"TERM": "xterm-mono"}, None),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, None),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, None),
        ({"TERM": ""}, None),
        ({}, None),
    ],
)
def test_the_mode_is_what_the_terminal_promises(environ: dict[str, str], mode: Mode | None) -> None:
    assert mode_of(environ) is mode
