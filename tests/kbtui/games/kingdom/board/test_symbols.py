"""Symbols: one column each, names that fit, in the player's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kingdom.ground.moves import LOCATION_KINDS, Action
from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.board.symbols import (
    SYMBOLS,
    TARGETS,
    MarkStyle,
    mark,
    place_name,
    terrain_label,
    wide_mark,
)
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.words.names import tile_name
from kbtui.paint.glyphs import MARKS
from kbtui.text import i18n


def test_signs_are_single_and_differ() -> None:
    for plain in (0, 1):
        signs = [pair[plain] for pair in SYMBOLS.values()] + [TARGETS[plain]]
        assert {len(sign) for sign in signs} == {1}
        assert len(set(signs)) == len(signs)
    assert all(pair[1].isascii() for pair in SYMBOLS.values())
    assert len(set(MARKS)) == 5


def test_letters_of_locations_differ_at_every_size() -> None:
    assert len(LOCATION_KINDS) == 12
    for zoom in Zoom:
        assert len({place_name(kind, zoom) for kind in LOCATION_KINDS}) == 12


def test_a_mark_is_a_shape_a_number_or_both() -> None:
    assert [mark(3, style, True) for style in MarkStyle] == ["◆", "4", "◆"]
    assert [wide_mark(3, style, True) for style in MarkStyle] == ["◆4", "4 ", "◆ "]
    assert {wide_mark(3, style, False) for style in MarkStyle} == {"4 "}


@pytest.fixture(params=["de", "fr", "nl"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = i18n.current()
    i18n.use(request.param)
    yield request.param
    i18n.use(before)


def test_names_fit_their_hexes_in_every_language(language: str) -> None:
    for zoom in (Zoom.L, Zoom.XL, Zoom.XXL):
        for unicode in (True, False):
            names = [place_name(kind, zoom, unicode) for kind in LOCATION_KINDS]
            names += [terrain_label(t, zoom, unicode) for t in (Terrain.CASTLE, Terrain.PALACE)]
            assert max(map(len, names)) <= zoom.wide
            assert len(set(names)) == len(names)
            assert unicode or all(name.isascii() for name in names)
    assert place_name(Action.TOWER, Zoom.L) != "Tower"


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"], indirect=True)
def test_letters_of_locations_are_in_their_names_and_differ(language: str) -> None:
    for zoom, size in ((Zoom.S, 1), (Zoom.M, 2)):
        found = [place_name(kind, zoom) for kind in LOCATION_KINDS]
        assert {len(letters) for letters in found} == {size}
        assert len({*map(str.lower, found)}) == len(found)
        for letters, kind in zip(found, LOCATION_KINDS, strict=True):
            assert set(letters.lower()) <= set(tile_name(kind).lower())
            assert letters[0].isupper()
            assert letters.isascii()
