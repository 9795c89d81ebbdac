"""Castles on pages and in files: pictures, casts, backdrops, samples."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.castle.castle import free_tiles, with_face
from engine.castle.pieces.cells import cells
from engine.castle.pieces.tiles import EMPTY, GATE, TILES
from engine.castle.rules.placing import places
from engine.errors import BadOptions
from engine.record import Record, parse_record
from kbtui.games.castle.board.zoom import Zoom
from kbtui.games.castle.gallery.dream import dream
from kbtui.games.castle.gallery.film import film, moments
from kbtui.games.castle.gallery.svg import leader, picture
from kbtui.games.castle.pages import PAGES
from kbtui.games.castle.taps.picture import picture as taps_picture
from kbtui.look.look import Look
from kbtui.paint.palette import Mode
from kbtui.paint.runs import length, plain
from kbtui.story.cast import cast
from tests.kbtui.games.castle.board.painted import HERO, castle, look_of, table

NAMES = ("Ada", "Botto", "Cleo")
GOLDEN = Path(__file__).parents[4] / "golden" / "castle"
LOOKS = [look_of(mode) for mode in (None, *Mode)] + [look_of(None, unicode=False)]


@pytest.fixture(scope="module")
def record() -> Record:
    return parse_record((GOLDEN / "royal-for-three.kbg").read_text())


def rectangles(path: str) -> int:
    """The pixels that a path covers."""
    total = 0
    for part in path.split("z")[:-1]:
        wide, high = part.partition("h")[2].partition("v")[::2]
        total += int(wide) * int(high.partition("h")[0])
    return total


def test_a_picture_is_the_castle_of_who_leads_and_nothing_else() -> None:
    state = table(castle({}), castle(HERO))
    assert leader(state) == 1  # the higher castle
    found = ElementTree.fromstring("".join(picture(state, NAMES, "2026-11-17")))
    title, *paths = found
    assert title.text == "Botto's castle, 2026-11-17"
    assert {path.tag.rpartition("}")[2] for path in paths} == {"path"}
    _x, _y, wide, high = map(int, found.attrib["viewBox"].split())
    assert sum(rectangles(path.attrib["d"]) for path in paths) == wide * high
    first = ElementTree.fromstring("".join(picture(state, ("<Ada>", "B"), seat=0)))
    assert first[0].text == "<Ada>'s castle"


@pytest.mark.slow
def test_a_cast_shows_how_a_castle_grows(record: Record) -> None:
    lines = [json.loads(line) for line in cast(record)]
    head, *events = lines
    assert (head["width"], head["height"]) == (97, 25)
    assert head["title"].startswith("Castle Builder: ")
    whole = len(events[0][2])
    assert all(len(event[2]) < whole / 2 for event in events[1:-1])
    found = [*moments(record, NAMES)]
    heights = [moment.state.castles[2].height for moment in found]
    assert (heights[0], heights[-1]) == (1, 6)
    assert found[-1].told == "Cleo wins with 7 coins."


def test_a_cast_needs_room_for_its_castle(record: Record) -> None:
    with pytest.raises(BadOptions):
        film(record, NAMES, zoom=Zoom.L, columns=80, rows=24)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.mode}-{look.terminal.unicode}")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_of_a_table_are_as_large_as_they_say(look: Look, players: int) -> None:
    state = table(*[castle(HERO)] * players)
    wide, high = PAGES.size(look)
    large = PAGES.large(state, look)
    assert {length(row) for row in large} <= {wide, 0, Zoom.XS.columns + 1}
    assert len(large) <= high
    assert {length(row) for row in PAGES.small(state, look)} == {PAGES.map_columns}
    for is_large in (True, False):
        rows = PAGES.sample(look, 40, 14, is_large)
        assert len(rows) == 14
        assert all(length(row) <= 40 for row in rows)


def test_a_strip_has_the_same_signs_in_every_mode() -> None:
    texts = {plain(PAGES.strip(LOOKS[1], mode)) for mode in (None, "true", "256", "16", "none")}
    assert len(texts) == 1


@pytest.mark.parametrize("size", [(80, 16), (110, 30), (140, 38), (200, 50)])
def test_a_backdrop_fills_the_window(size: tuple[int, int]) -> None:
    scene = PAGES.scene(LOOKS[1], "2026-11-17", *size)
    assert (len(scene[0]), len(scene)) == size
    other = PAGES.scene(LOOKS[1], "2026-11-18", *size)
    assert [*scene] != [*other]


@pytest.mark.parametrize("day", ["2026-11-17", "2026-11-18", "a"])
def test_a_castle_of_the_day_could_have_been_built(day: str) -> None:
    """It can be taken down tile by tile, each of which could stand where it stood."""
    found = dream(day, 6)
    assert found.height <= 6
    counts = [found.tiles.count(face) for face in range(len(TILES))]
    assert all(counts[face] <= tile.copies for face, tile in enumerate(TILES[1:GATE], 1))
    left = found
    while free := cells(free_tiles(left)):
        cell = max(free)  # from the top, so that a level never loses the one that began it
        without = with_face(left, cell, EMPTY)
        if TILES[left.tiles[cell]].no_new_level and without.height < left.height:
            break
        assert places(without, left.tiles[cell]) >> cell & 1
        left = without


def test_what_pages_say_of_a_table(record: Record) -> None:
    state = table(castle(HERO))
    assert dict(PAGES.tallies(state))["Levels"] == [5, 1]
    assert PAGES.features(state) == [("7 coins", "the first to have them wins")]
    assert [*PAGES.terms(state)] == [("coins", "7"), ("options", "none")]
    assert PAGES.part_text("coins", state) == "the first with 7 wins"


def test_a_page_to_tap_on_shows_every_castle_as_it_stands() -> None:
    state = table(castle(HERO), castle({"f1": "wall8"}))
    found = ElementTree.fromstring("".join(taps_picture(state, NAMES[:2], 0)))
    groups = [part for part in found if part.tag.endswith("}g")]
    assert len(groups) == 2
    # Numbers of the first castle: 20 tiles and the gate, but for a soldier, a princess and a roof.
    figures = [part.text for part in found if part.attrib.get("fill") == "#fff4d6"]
    assert len(figures) == 18 + 2
    assert {*figures[18:]} == {"2", "8"}
