"""Tiles in the hand, small castles and the track, as lines for panels."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.castle.pieces.tiles import FACES, TILES, UNKNOWN, parse_tile
from engine.castle.pieces.track import SPACES
from engine.castle.rules.baron import way
from engine.castle.state import State
from kbtui.games.castle.board.symbols import shown
from kbtui.games.castle.board.zoom import HANDS, Zoom
from kbtui.games.castle.gallery.held import Held, Pose, caption, hand, tile
from kbtui.games.castle.gallery.small import skyline, small_castle
from kbtui.games.castle.gallery.track import inside_columns, loop_columns, track_line, track_loop
from kbtui.look.look import Look
from kbtui.paint.palette import Mode
from kbtui.paint.runs import length, line, plain
from tests.engine.castle.positions import position
from tests.kbtui.games.castle.board.painted import castle, look_of
from tests.kbtui.games.castle.board.test_art import ADA

LETTERS, ASCII, COLORS = look_of(None), look_of(None, unicode=False), look_of(Mode.TRUE)


def held(word: str, pose: Pose = Pose.OPEN, key: str = "1") -> Held:
    return Held(parse_tile(word), key, pose)


def letters(word: str, zoom: Zoom = Zoom.S3) -> list[str]:
    return [plain(row) for row in tile(held(word), LETTERS, zoom)]


@pytest.mark.parametrize(
    ("word", "rows"),
    [
        ("wall10", ["│════│", "│    │", "│ 10 │"]),
        ("princess", ["  @   ", "│-◊--│", "│ √  │"]),
        ("window3", ["│════│", "│ ∩  │", "│ 3  │"]),
        ("stair10/2", ["│═2══│", "│/∩  │", "│ 10 │"]),
        ("lside2", ["   │2│", "  ~│ │", "   │√≠"]),
        ("roof12", [" /ΛΛ\\ ", "/_◊◊_\\", "│ 12 │"]),
        ("rslope5", ["│══\\  ", "│  Λ◊\\", "│ 5  │"]),
        ("lbay1", ["  /│1│", " (Λ│ │", "   │√≠"]),
    ],
)
def test_a_tile_in_letters(word: str, rows: list[str]) -> None:
    assert letters(word) == rows


def test_a_large_tile_says_that_it_never_begins_a_level() -> None:
    assert "√≠1" in letters("rside1", Zoom.XL)[-1]
    assert "*!1" in plain(tile(held("rside1"), ASCII, Zoom.XL)[-1])


def rules(face: int) -> tuple[object, ...]:
    """What the rules know of a tile."""
    return TILES[face][3:]


@pytest.mark.parametrize("zoom", [*HANDS.values()])
@pytest.mark.parametrize("look", [LETTERS, ASCII], ids=["unicode", "ascii"])
def test_tiles_that_differ_in_rules_differ_in_letters(look: Look, zoom: Zoom) -> None:
    texts = {
        face: (
            *(plain(row) for row in tile(Held(face), look, zoom)),
            shown(face, look.terminal.unicode),
        )
        for face in FACES
    }
    alike = [
        (TILES[one].word, TILES[other].word)
        for one, other in combinations(FACES, 2)
        if texts[one] == texts[other] and rules(one) != rules(other)
    ]
    assert alike == []


@pytest.mark.parametrize("zoom", [*HANDS.values()])
def test_a_hand_is_as_wide_as_its_tiles(zoom: Zoom) -> None:
    tiles = [held("wall5"), held("princess", Pose.CHOSEN), held("lady11", Pose.FADED)]
    tiles += [held("roof15", Pose.MARKED), Held(UNKNOWN, "9"), held("wall1", Pose.DOWN)]
    for look in (LETTERS, ASCII, COLORS):
        rows = hand(tiles, look, zoom)
        assert len(rows) == zoom.tile_rows + 1
        assert {length(row) for row in rows} == {len(tiles) * (zoom.wide + 1) - 1}


def test_what_is_face_down_tells_nothing() -> None:
    for look in (LETTERS, ASCII, COLORS):
        backs = {
            (
                *tile(held(word, Pose.DOWN), look, Zoom.L),
                caption(held(word, Pose.DOWN), look, Zoom.L),
            )
            for word in ("wall5", "princess", "stair18/1", "lside3")
        }
        assert len(backs) == 1


def test_a_click_on_a_tile_gives_its_command() -> None:
    found = hand([Held(parse_tile("wall5"), "1", act="tile-1")], COLORS, Zoom.L)
    assert {run.act for row in found for run in row if run.text.strip()} == {"tile-1"}


# ---- castles ------------------------------------------------------------------------------------


def test_the_skyline_is_the_height_over_each_half_column() -> None:
    assert skyline(castle(ADA)) == "0110034550012000"


@pytest.mark.parametrize("zoom", [Zoom.D, Zoom.XS, Zoom.S])
def test_a_small_castle_fills_its_room(zoom: Zoom) -> None:
    for look in (LETTERS, ASCII, COLORS, look_of(Mode.C16)):
        for rows in (3, 5, 9):
            found = small_castle(castle(ADA), 1, look, zoom, rows)
            assert [length(row) for row in found] == [zoom.columns] * rows


def test_without_color_a_small_castle_is_a_silhouette() -> None:
    found = [plain(row).rstrip() for row in small_castle(castle(ADA), 0, LETTERS, Zoom.D, 3)]
    assert found == ["      ▄██", "     ████   ▄", " ██▄▄████▄▄██▄▄"]


# ---- the track ----------------------------------------------------------------------------------


@pytest.fixture
def table() -> State:
    return position({"baron": 4}, {"baron": 2}, {"baron": 12}, {"baron": 3})


def test_the_track_as_a_line_is_that_of_the_design(table: State) -> None:
    text = "$ · ■2◆4●1· # · $ · · # ▲3· ◊ · $ · ◊ · # · $ · # · ◊ · "
    assert plain(track_line(table, LETTERS)) == text


def test_the_way_of_the_baron_is_dotted_up_to_where_it_rests(table: State) -> None:
    found = plain(track_line(table, LETTERS, way(table.barons, 0, 5), 0))
    assert found[8:20] == "●1• #•• $•●1"
    assert length(track_line(table, ASCII, way(table.barons, 0, 5), 0)) == 2 * SPACES


@pytest.mark.parametrize("step", [5, 6])
def test_the_loop_runs_clockwise_around_the_coins(table: State, step: int) -> None:
    inside = [line("x" * inside_columns(step))] * 6
    rows = track_loop(table, LETTERS, step, inside, way(table.barons, 0, 5), 0)
    assert {length(row) for row in rows} == {loop_columns(step)}
    texts = [plain(row).replace("x", " ") for row in rows]
    assert texts[0].split() == ["$", "·", "■2", "◆4", "●1", "•", "#•", "•", "$•", "[1]", "·"]
    assert [row.split() for row in texts[2:8:2]] == [["·", "#"], ["◊", "▲3"], ["·", "·"]]
    assert texts[8].split() == ["#", "·", "$", "·", "#", "·", "◊", "·", "$", "·", "◊"]
