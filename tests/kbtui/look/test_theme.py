"""Tones become colors of the palette, or attributes where there are none."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.grounds import tones
from kbtui.look.theme import Theme
from kbtui.paint import runs
from kbtui.paint.cells import BOLD, DIM, REVERSE, STRIKE, UNDERLINE
from kbtui.paint.colors import contrast
from kbtui.paint.palette import Mode, palette
from kbtui.paint.palette import Theme as Shade
from kbtui.paint.runs import Tone, seat_tone

PALETTES = [(mode, shade) for mode in Mode for shade in Shade]
NAMED = {name: tone for name, tone in vars(runs).items() if isinstance(tone, Tone)}
CHIPS = {f"seat {seat}": seat_tone(seat) for seat in range(4)}
SWATCHES = {t.word: Tone("on", t.word) for t in Terrain}


@pytest.mark.parametrize(("mode", "shade"), PALETTES)
def test_every_tone_has_colours_in_every_palette(mode: Mode, shade: Shade) -> None:
    theme = Theme(palette(mode, shade), tones)
    for tone in (*NAMED.values(), *CHIPS.values(), *SWATCHES.values()):
        ink = theme.ink(tone)
        assert ink.foreground is not None
        assert ink.background is not None
        assert ink.foreground != ink.background


@pytest.mark.parametrize(("mode", "shade"), PALETTES)
def test_what_has_to_be_read_can_be_read(mode: Mode, shade: Shade) -> None:
    theme = Theme(palette(mode, shade), tones)
    for tone in (runs.TEXT, runs.STRONG, runs.MUTED, runs.ACCENT, runs.KEY, *CHIPS.values()):
        ink = theme.ink(tone)
        assert isinstance(ink.foreground, tuple)
        assert isinstance(ink.background, tuple)
        assert contrast(ink.foreground, ink.background) >= 4.5, tone


def test_colours_of_the_design() -> None:
    theme = Theme(palette(Mode.TRUE, Shade.DARK), tones)
    assert theme.background == (0x14, 0x17, 0x1C)
    assert theme.ink(runs.TEXT)[:2] == ((0xE6, 0xE3, 0xDA), (0x14, 0x17, 0x1C))
    assert theme.ink(runs.ACCENT).foreground == (0xF0, 0xC3, 0x5A)
    assert theme.ink(seat_tone(0)).background == (0xFF, 0x6A, 0x3D)
    assert theme.ink(Tone("soft", "forest"))[:2] == ((0x7A, 0x98, 0x87), (0x1A, 0x4E, 0x30))
    assert theme.ink(runs.READY).background == (0xF6, 0xE9, 0xC4)
    light = Theme(palette(Mode.TRUE, Shade.LIGHT), tones)
    assert light.ink(runs.KEY)[:2] == ((0xFF, 0xFF, 0xFF), (0x8A, 0x5A, 0x00))


def test_a_painted_board_keeps_its_own_colours() -> None:
    theme = Theme(palette(Mode.TRUE, Shade.DARK), tones)
    assert theme.ink(Tone((1, 2, 3), (4, 5, 6), BOLD)) == ((1, 2, 3), (4, 5, 6), BOLD)


def test_flags_stay_and_bold_goes_where_it_would_change_the_colour() -> None:
    for mode, shade in PALETTES:
        colours = palette(mode, shade)
        flags = Theme(colours).ink(Tone("text", "background", BOLD | STRIKE)).flags
        assert flags == (BOLD | STRIKE if colours.has_bold else STRIKE)


def test_without_colour_no_colour_is_named_and_tones_still_differ() -> None:
    theme = Theme(None)
    assert theme.background is None
    for tone in (*NAMED.values(), *CHIPS.values(), *SWATCHES.values()):
        assert theme.ink(tone)[:2] == (None, None)
    told = {name: theme.ink(tone).flags for name, tone in NAMED.items()}
    assert told["KEY"] & REVERSE
    assert told["FAINT"] == DIM
    assert told["WARNING"] == UNDERLINE
    assert told["STRUCK"] & STRIKE
    assert told["READY"] != told["STRUCK"]
    assert told["KEY"] != told["DEAD_KEY"]
    assert told["ACCENT"] != told["TEXT"]


def test_a_name_that_no_palette_knows_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        Theme(palette(Mode.TRUE, Shade.DARK), tones).ink(Tone("mauve"))
