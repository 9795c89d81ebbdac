"""The side column as a whole: everything is in it at every playable width and height."""

from __future__ import annotations

from functools import partial

import pytest

from engine.kingdom.ground.moves import Action
from kbtui.games.kingdom.board.zoom import zoom_beside_panels
from kbtui.games.kingdom.panels import endturn, side
from kbtui.games.kingdom.panels.side import Shown
from kbtui.paint.glyphs import ASCII, UNICODE
from kbtui.story.view import Said
from kbtui.text.layout import layout
from tests.kbtui.games.kingdom.panels.views import (
    NAMES,
    TILES,
    WIDTHS,
    acts,
    busy,
    seen,
    texts,
    widest,
)
from tests.kbtui.playing import do, others_act

SIX = " ".join(TILES.split()[:6])
# The windows of the design, and some that people really have.
WINDOWS = [
    *((80, 24), (100, 34), (112, 44), (120, 40), (140, 45), (155, 44), (160, 50), (196, 64)),
    *((200, 60), (100, 24), (120, 30), (132, 43), (99, 30), (140, 24), (180, 30), (250, 30)),
    *((100, 22), (113, 34), (137, 22), (80, 22)),
]


PANEL = 28  # columns that the panel needs at least


def text_columns(columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows of text in the side column of a window; one column stays blank."""
    zoom = zoom_beside_panels(columns, rows)
    box = layout(columns, rows, (zoom.columns, zoom.rows)).side
    return box.width - 1, box.height


@pytest.mark.slow
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("called", NAMES)
def test_no_line_is_wider_than_asked(columns: int, number: int, called: str) -> None:
    view = seen(busy(number, called=NAMES[called]))
    for height in (20, 27, 41, 60):
        for shown in (
            Shown(),
            Shown(Action.TAVERN, 2),
            Shown(spoken=[Said(9, "an answer")], has_log=True),
        ):
            assert widest(side.side(view, columns, height, shown)) <= columns
        if columns >= PANEL:
            assert widest(side.panel(view, columns, height, Shown())) <= columns


def test_at_80_by_24_four_players_with_six_tiles_lose_nothing() -> None:
    play = busy(4, tiles=SIX)
    view = seen(play)
    rows = side.side(view, 17, 20, Shown())
    assert len(rows) <= 20
    assert acts(rows) >= {f"tile-{n}" for n in range(1, 7)}
    assert acts(rows) >= {f"goal-{n}" for n in range(5)}
    text = "\n".join(texts(rows))
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        assert name in text
    assert "draw" in text


@pytest.mark.parametrize(("columns", "rows"), WINDOWS)
@pytest.mark.parametrize("number", [2, 4])
def test_every_tile_goal_and_player_is_in_sight_in_every_window(
    columns: int, rows: int, number: int
) -> None:
    play = busy(number, tiles=SIX)
    wide, high = text_columns(columns, rows)
    for signs in (UNICODE, ASCII):
        view = seen(play, signs)
        shown = side.side(view, wide, high, Shown())[:high]
        found = acts(shown)
        assert found >= {f"tile-{n}" for n in range(1, 7)}
        assert found >= {f"goal-{n}" for n in range(5)}
        text = "\n".join(texts(shown))
        for seat in range(number):
            assert signs.chip(seat) in text
        assert widest(shown) <= wide


@pytest.mark.parametrize(("columns", "rows"), WINDOWS)
def test_the_question_is_in_the_column_or_the_tiles_stay(columns: int, rows: int) -> None:
    play = busy(4, settlements=["h2 c2"], tiles="h3:usable")
    do(play, "i2", "choose", "j2", "choose", "k2", "choose", "end")
    view = seen(play)
    wide, high = text_columns(columns, rows)
    shown = side.side(view, wide, high, Shown(question=partial(endturn.lines, play, view)))
    text = "\n".join(texts(shown[:high]))
    assert "END YOUR TURN?" in text or "tile-1" in acts(shown[:high])
    assert widest(shown) <= wide


def test_what_is_left_over_is_for_the_log() -> None:
    play = do(busy(settlements=["h2 c2"], tiles=""), "i2", "choose")
    view = seen(play)
    assert "Ann builds on I2" in "\n".join(texts(side.side(view, 40, 50, Shown())))
    assert "LOG" not in "\n".join(texts(side.side(view, 40, 50, Shown(has_log=True))))
    for height in range(20, 60):
        assert len(side.side(view, 40, height, Shown())) <= height


def test_the_wider_form_explains_the_tiles() -> None:
    view = seen(busy(2, tiles=SIX))
    assert "build one on grass" in "\n".join(texts(side.side(view, 40, 45, Shown())))
    assert "build one on grass" not in "\n".join(texts(side.side(view, 29, 45, Shown())))


@pytest.mark.parametrize("number", [1, 2, 4, 6])
@pytest.mark.parametrize("columns", [30, 34, 38])
def test_what_tiles_do_is_cut_for_the_log_alone(columns: int, number: int) -> None:
    view = seen(busy(2, tiles=" ".join(TILES.split()[-number:])))
    whole = len(side.side(view, columns, 200, Shown(has_log=True)))
    for height in range(whole, whole + 12):
        rows = texts(side.side(view, columns, height, Shown()))
        is_cut = any(row.startswith("    ") and row.rstrip().endswith("…") for row in rows)
        assert not is_cut or any("LOG" in row for row in rows), height


def test_nothing_is_cut_for_rows_that_an_empty_log_does_not_need() -> None:
    view = seen(busy(2, tiles=" ".join(TILES.split()[-4:])))
    whole = texts(side.side(view, 38, 200, Shown(has_log=True)))
    height = len(whole) + 2  # a blank and the heading of the log
    assert [row.rstrip() for row in texts(side.side(view, 38, height, Shown()))][: len(whole)] == [
        row.rstrip() for row in whole
    ]


def test_two_columns_have_bars_for_the_goals() -> None:
    view = seen(busy(2, tiles=SIX))
    text = "\n".join(texts(side.side(view, 76, 60, Shown())))
    assert "2 gold for each settlement in" in text
    assert "█" in text


def test_the_tiles_of_the_person_are_shown_also_while_others_move() -> None:
    play = busy(2, tiles="c3:usable", settlements=["c2"])
    play.ask = "never"
    do(play, "d2", "choose", "e2", "choose", "f2", "choose", "end")
    assert not play.is_asked
    assert "Oracle" in "\n".join(texts(side.side(seen(play), 29, 41, Shown())))
    others_act(play)


@pytest.mark.parametrize("number", [2, 4])
def test_the_panel_that_takes_the_place_of_the_board_has_everything(number: int) -> None:
    view = seen(busy(number, tiles=SIX))
    rows = side.panel(view, 60, 18, Shown())
    assert acts(rows) >= {f"tile-{n}" for n in range(1, 7)} | {f"goal-{n}" for n in range(5)}
    assert widest(rows) <= 60
