"""The player's tiles: each with its key, however little room there is."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.moves import Action
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.games.kingdom.panels import owntiles
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import KEY, READY, plain
from kbtui.story.view import View
from kbtui.text.keys import Keys
from tests.helpers import position, table
from tests.kbtui.games.kingdom.panels.views import TILES, WIDTHS, acts, busy, seen, texts, widest
from tests.kbtui.playing import at_board, view_of

ALL_KEYS = {f"tile-{n}" for n in range(1, 9)}
NAMES = ["Oracle", "Farm", "Tower", "Tavern", "Fountain", "Temple", "Refuge", "Canoe"]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("chosen", [None, Action.TAVERN])
def test_it_fits_and_every_tile_has_its_key(columns: int, chosen: Action | None) -> None:
    view = seen(busy())
    for rows in (
        owntiles.wide(view, 0, columns, chosen),
        owntiles.narrow(view, 0, columns, 9, chosen),
    ):
        assert widest(rows) <= columns
        assert acts(rows) == ALL_KEYS


@pytest.mark.parametrize("columns", WIDTHS)
def test_with_little_room_all_tiles_stay_as_chips(columns: int) -> None:
    view = seen(busy())
    for height in range(owntiles.least(view, 0, columns), 10):
        rows = owntiles.narrow(view, 0, columns, height, None)
        assert len(rows) <= height
        assert widest(rows) <= columns
        assert acts(rows) == ALL_KEYS
        text = plain(tuple(run for row in rows[1:] for run in row))
        assert [digit for digit in text if digit.isdigit()] == [*"12345678"]


def test_three_chips_a_line_at_the_least_width() -> None:
    six = " ".join(TILES.split()[:6])
    rows = owntiles.narrow(seen(busy(tiles=six)), 0, 17, 3, None)
    assert [row.split() for row in texts(rows)[1:]] == [
        ["1", "O", "2", "f", "3", "t"],
        ["4", "V", "5", "E", "6", "r"],
    ]


def test_names_and_what_they_do_and_whether_they_can_be_used() -> None:
    rows = texts(owntiles.wide(seen(busy()), 0, 57, None))
    assert rows[0].startswith("YOUR TILES ─")
    assert rows[0].endswith("press 1-8")
    heads = [row.split() for row in rows[1:] if not row.startswith("    ")]
    assert [head[:2] for head in heads] == [[str(i), name] for i, name in enumerate(NAMES, 1)]
    statuses = [head[-1] for head in heads]
    # In the order of the keys the Fountain comes before Temple, Refuge and Canoe.
    assert statuses == ["ready", "used", "new", "ready", "ready", "ready", "used", "new"]
    assert rows[4].strip() == "build one on grass"
    listed = texts(owntiles.narrow(seen(busy()), 0, 29, 9, None))[1:]
    assert [row.split()[2] for row in listed] == NAMES


def test_two_of_a_kind() -> None:
    setup = table("G", {"c3 h3": "farm", "m3 r3": "barn", "c13": "tower"})
    state = position(
        setup,
        settlements=["c2 h2 m2 r2 c12"],
        tiles=["c3:used h3:usable m3:used r3:new c13:new"],
        card="grass",
        hands=["", "desert"],
    )
    view = view_of(at_board(state))
    rows = texts(owntiles.wide(view, 0, 40, None))
    assert rows[1].split() == ["1", "Farm", "x2", "ready"]
    assert rows[3].split() == ["2", "Tower", "new"]
    assert rows[5].split() == ["3", "Barn", "x2", "used"]


def test_the_chosen_tile_is_raised() -> None:
    view = seen(busy())
    rows = owntiles.wide(view, 0, 40, Action.TAVERN)
    assert texts(rows)[0].startswith("USE A TILE")
    raised = [row for row in rows if any(run.tone.ground == "raised" for run in row[1:])]
    assert ["Tavern" in plain(row) for row in raised] == [True]


def test_only_ready_tiles_have_bright_keys() -> None:
    rows = owntiles.narrow(seen(busy()), 0, 29, 9, None)
    bright = [row[0].tone == KEY for row in rows[1:]]
    assert bright == [True, False, False, True, True, True, False, False]
    letters = [row[1].tone == READY for row in rows[1:]]
    assert letters == bright


def test_own_keys_are_shown() -> None:
    view = seen(busy(), keys=Keys(own={"tile-1": ["f5"]}))
    assert texts(owntiles.wide(view, 0, 40, None))[1].split()[0] == "F5"


@pytest.mark.parametrize("zoom", [Zoom.S, Zoom.M])
def test_a_long_name_has_the_room_of_its_letter(zoom: Zoom) -> None:
    view = seen(busy())
    view.zoom = zoom
    # Key and name of the longest take 3 + 1 + 8 columns; with the letter they would be wider.
    rows = texts(owntiles.narrow(view, 0, 12, 9, None))[1:]
    assert [row.split()[-1] for row in rows] == NAMES


def test_no_tiles_yet() -> None:
    view = seen(busy(tiles=""))
    assert "none yet" in texts(owntiles.wide(view, 0, 30, None))[1]
    assert texts(owntiles.narrow(view, 0, 17, 3, None))[1] == "none yet"
    assert widest(owntiles.wide(view, 0, 30, None)) <= 30


def test_plain_signs() -> None:
    view = seen(busy(), ASCII)
    for rows in (owntiles.wide(view, 0, 30, None), owntiles.narrow(view, 0, 17, 3, None)):
        assert "".join(texts(rows)).isascii()


def test_who_watches_is_told_whose_tiles_they_are_and_no_keys() -> None:
    view = seen(busy())
    view.viewer = None
    rows = texts(owntiles.wide(view, 0, 40, None))
    assert rows[0].startswith("TILES ─")
    assert rows[0].endswith(view.names[0])
    bare = seen(busy(tiles=""))
    bare.viewer = None
    assert texts(owntiles.wide(bare, 0, 40, None))[1:] == ["none yet"]


@pytest.mark.parametrize(("what", "value"), [("is_over", True), ("acting", 1)])
def test_nobody_is_told_to_press_keys_after_the_end_or_on_the_turn_of_others(
    what: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = seen(busy())
    monkeypatch.setattr(View, what, value)
    rows = owntiles.wide(view, 0, 57, None)
    told = " ".join(texts(rows))
    assert "press" not in told
    assert "ready" not in told
    assert "used" in told
    narrow = (owntiles.narrow(view, 0, 29, 9, None), owntiles.narrow(view, 0, 17, 4, None))
    assert not [run for part in (rows, *narrow) for row in part for run in row if run.tone == KEY]
