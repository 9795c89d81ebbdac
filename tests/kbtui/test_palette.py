"""Colours: exact members of their palettes, apart for every eye, chosen by the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt

import pytest
from rich.color import Color

from engine.kingdom.hexes import ALL, NEIGHBOURS
from engine.kingdom.terrain import Terrain
from kbtui.palette import (
    COLOURS_16,
    COLOURS_256,
    PALETTES,
    Ground,
    Mode,
    Rgb,
    contrast,
    mix,
    mode_of,
    shade,
)

TRUE = PALETTES[Mode.TRUE]
GROUNDS = tuple(Terrain)[: Terrain.CASTLE]


def rgb(text: str) -> Rgb:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def entries(mode: Mode) -> Iterator[Rgb]:
    palette = PALETTES[mode]
    for ground in (*palette.grounds.values(), palette.empty):
        yield from ground
    yield from (*palette.seats, *palette.bases)
    yield from (palette.ring, palette.ink, palette.background, palette.muted)


def test_both_palettes_are_those_of_terminals() -> None:
    assert {i: tuple(Color.from_ansi(i).get_truecolor()) for i in range(16, 256)} == COLOURS_256
    dull = ["000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa"]
    bright = ["555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff"]
    assert [COLOURS_16[i] for i in range(16)] == [rgb(text) for text in dull + bright]
    # The cube starts at 16 with black, the greys at 232 with #080808.
    assert COLOURS_256[202] == rgb("#ff5f00")
    assert COLOURS_256[232] == rgb("#080808")


def test_every_entry_is_an_exact_member_of_its_palette() -> None:
    assert set(entries(Mode.C256)) <= set(COLOURS_256.values())
    assert set(entries(Mode.C16)) <= set(COLOURS_16.values())


@pytest.mark.parametrize("mode", Mode)
def test_every_terrain_and_five_seats_have_colours(mode: Mode) -> None:
    palette = PALETTES[mode]
    assert set(palette.grounds) == set(Terrain)
    assert len(palette.seats) == len(palette.bases) == 5
    assert len(set(palette.seats)) == 5
    assert len({palette.grounds[terrain].plain for terrain in GROUNDS}) == 8


def test_seats_have_the_colours_of_the_design() -> None:
    assert TRUE.seats[:2] == (rgb("#ff6a3d"), rgb("#86d0ff"))
    assert PALETTES[Mode.C256].seats == tuple(COLOURS_256[i] for i in (202, 117, 231, 99, 220))
    assert PALETTES[Mode.C16].seats == tuple(COLOURS_16[i] for i in (9, 14, 15, 13, 11))


def test_the_true_colours_keep_the_rules_behind_them() -> None:
    """Dark is plain mixed with 55 % of #08080c; a symbol with 42 % of white or 45 % of black."""
    for terrain in GROUNDS:
        ground = TRUE.grounds[terrain]
        light, dim = (
            mix(ground.plain, rgb(to), s) for to, s in (("ffffff", 0.42), ("0" * 6, 0.45))
        )
        assert near(ground.dark, mix(ground.plain, rgb("#08080c"), 0.55))
        assert near(ground.symbol, light) or near(ground.symbol, dim)


def near(one: Rgb, other: Rgb) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def test_the_mark_on_a_settlement_can_be_read() -> None:
    told = (6.7, 11.3, 19, 5.1, 12.5)
    for seat, expected in zip(TRUE.seats, told, strict=True):
        assert contrast(seat, TRUE.ink) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize("mode", [Mode.TRUE, Mode.C16])
def test_soft_symbols_stay_visible(mode: Mode) -> None:
    grounds = [PALETTES[mode].grounds[terrain] for terrain in GROUNDS]
    assert min(contrast(ground.plain, ground.symbol) for ground in grounds) >= 2.1


def test_adjacent_hexes_never_have_the_same_tone() -> None:
    tones = {hex_: shade(rgb("#7eab51"), hex_) for hex_ in ALL}
    # 5.5 % towards white: 126 + 129 * 0.055 = 133.1; 8.5 % towards black: 126 * 0.915 = 115.3.
    assert sorted({tone[0] for tone in tones.values()}) == [115, 126, 133]
    pairs = ((a, b) for a, b in combinations(ALL, 2) if NEIGHBOURS[a] >> b & 1)
    assert all(tones[a] != tones[b] for a, b in pairs)


def test_only_true_colour_is_shaded() -> None:
    assert [mode for mode in Mode if PALETTES[mode].is_shaded] == [Mode.TRUE]


def test_in_sixteen_colours_terrain_and_players_share_nothing() -> None:
    palette = PALETTES[Mode.C16]
    grounds: list[Ground] = [palette.grounds[terrain] for terrain in GROUNDS]
    assert not {ground.plain for ground in grounds} & set(palette.seats)
    assert {ground.dark for ground in grounds} == {COLOURS_16[0]}
    assert {ground.lit for ground in grounds} == {COLOURS_16[7]}


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
