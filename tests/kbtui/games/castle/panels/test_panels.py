"""The regions of every window, and panels that fit into them: in four languages, with the longest
names, high castles, full racks and royals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.castle.state import State
from kbtui.disk.settings import Settings
from kbtui.games.castle.board.zoom import Zoom, zoom_beside_panels
from kbtui.games.castle.panels.layout import layout, size
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.screen import SCREEN
from kbtui.games.castle.words.names import short_coin
from kbtui.games.kit import tones
from kbtui.look.look import Look
from kbtui.look.terminal import Promised, Terminal
from kbtui.paint.modes import Mode
from kbtui.paint.runs import Line, length, plain
from kbtui.play.session import HUMAN, Session
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.replay import Replay
from kbtui.story.view import Said, View
from kbtui.text.i18n import LANGUAGES, use
from kbtui.text.layout import Box, Layout
from tests.engine.castle.positions import position
from tests.kbtui.games.castle.castle_people import at_castle, do
from tests.kbtui.playing import BOT, view_of

WINDOWS = ((62, 22), (80, 24), (100, 34), (120, 40), (140, 45), (160, 50), (200, 60))
ODD = ((64, 40), (79, 23), (99, 33), (119, 39), (200, 24), (250, 80), (300, 30), (130, 60))
# Every window: the zoom of the castle and the levels seen, as the design has them.
LEVELS = {
    (62, 22): (Zoom.S, 6),
    (80, 24): (Zoom.S, 7),
    (100, 34): (Zoom.M, 7),
    (120, 40): (Zoom.M, 10),
    (140, 45): (Zoom.L, 8),
    (160, 50): (Zoom.XL, 7),
    (200, 60): (Zoom.XXL, 7),
}
LONG = ("Wilhelmina-Alexandra", "Ben", "Bartholomew the Younger", "Zoë 森")
TOWER = {
    "f1": "wall2",
    "g2": "wall4",
    "f3": "lside1",
    "g4": "rside1",
    "f5": "lside2",
    "g6": "rside2",
}


def terminal(mode: Mode | None, unicode: bool) -> Terminal:
    return Terminal(mode, False, unicode, Promised(mode, unicode))


def look(mode: Mode | None = Mode.TRUE, unicode: bool = True) -> Look:
    return Look(Settings(), terminal(mode, unicode), tones)


LOOKS = {"color": look(), "plain": look(None), "ascii": look(None, False)}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use("en")


def laid(columns: int, rows: int) -> Layout:
    zoom, _levels = zoom_beside_panels(columns, rows)
    return layout(columns, rows, size(zoom, columns, rows))


def boxes(found: Layout) -> list[Box]:
    every = (found.title, found.board, found.side, found.log, found.hand, found.prompt, found.hints)
    return [box for box in every if not box.is_empty]


@pytest.mark.parametrize("window", WINDOWS)
def test_a_window_shows_the_castle_at_the_zoom_of_the_design(window: tuple[int, int]) -> None:
    zoom, levels = LEVELS[window]
    assert zoom_beside_panels(*window)[0] is zoom
    columns, rows = size(zoom, *window)
    assert (columns, zoom.levels(rows)) == (zoom.columns, levels)


@pytest.mark.parametrize("window", [*WINDOWS, *ODD])
@pytest.mark.parametrize("zoom", [None, Zoom.S, Zoom.XXL])
def test_regions_cover_a_window_once(window: tuple[int, int], zoom: Zoom | None) -> None:
    columns, rows = window
    chosen = zoom or zoom_beside_panels(columns, rows)[0]
    found = layout(columns, rows, size(chosen, columns, rows))
    cells = [
        (x, y)
        for box in boxes(found)
        for y in range(box.y, box.y + box.height)
        for x in range(box.x, box.x + box.width)
    ]
    assert len(cells) == len({*cells}) == columns * rows
    assert all(0 <= x < columns and 0 <= y < rows for x, y in cells)


def tables() -> Iterator[Play]:
    """Positions that are hard to show."""
    full = ["wall3", "wall5", "wall6", "wall8", "wall9", "stair18/1", "window10"]
    coins = ["monk"] * 3 + ["catapult", "windows", "mill"]
    rich = {"castle": TOWER, "rack": full, "coins": coins}
    offered = ("catapult", "collapse", "people")
    other = {"castle": TOWER, "coins": ["ruby"], "rack": ["window5"] * 2}
    state = position(rich, other, {}, {"castle": TOWER}, offered=offered, coins=9, royal=True)
    yield seated(state, (HUMAN, BOT, BOT, BOT))
    yield do(seated(state, (HUMAN, BOT, BOT, BOT)), "tile-1")
    yield do(seated(position(rich, {}, offered=offered), (HUMAN, BOT)), "goal")
    surplus = {"castle": TOWER, "rack": [*full, "roof9", "twin9", "soldier10"]}
    agenda = [("end", 0, 0), ("drop", 0, 0)]
    yield seated(position(surplus, {}, {}, agenda=agenda, royal=True), (HUMAN, BOT, BOT))
    due = [("end", 0, 0), ("coin", 0, 2)]
    yield seated(position(rich, {}, {}, agenda=due, offered=offered), (HUMAN, BOT, BOT))
    yield seated(position(rich, {}, offered=offered), (HUMAN, HUMAN))  # face down


def seated(state: State, players: tuple[str, ...]) -> Play:
    return at_castle(state, players)


def seen(play: Play, how: Look) -> View:
    view = view_of(play, how.signs)
    view.names = LONG[: len(view.names)]
    view.look = how
    view.hides_card = play.hands_over_to is not None
    return view


def fits(rows: list[Line], box: Box, what: object) -> None:
    assert len(rows) <= box.height, (what, len(rows), box)
    for row in rows:
        assert length(row) <= box.width, (what, plain(row), length(row), box.width)


@pytest.mark.slow
@pytest.mark.parametrize("window", [*WINDOWS, *ODD])
@pytest.mark.parametrize("name", LOOKS)
def test_panels_fit_into_their_regions(window: tuple[int, int], name: str, language: str) -> None:
    found = laid(*window)
    for number, play in enumerate(tables()):
        view, where = seen(play, LOOKS[name]), (window, number)
        side = found.side._replace(width=found.side.width - 1)
        has_log = not found.log.is_empty
        rows = [*SCREEN.side(play, view, side.width, side.height, (), has_log)]
        fits(rows, side, (*where, "side"))
        hand = found.hand
        fits([*SCREEN.strip(play, view, hand.width, hand.height, has_log)], hand, (*where, "hand"))
        if has_log:
            fits([*SCREEN.log(view, found.log.width, found.log.height)], found.log, where)
        sheet = found.sheet
        panel = [*SCREEN.panel(play, view, sheet.width - 2, sheet.height)]
        assert max(map(length, panel)) <= sheet.width - 2, where
        assert max(map(length, SCREEN.legend(view, LOOKS[name], sheet.width - 2))) <= sheet.width
        left, right = SCREEN.title(play, view)
        assert length((*left[:3], *right)) <= window[0] + 30, where  # names give way


@pytest.mark.parametrize("window", WINDOWS[1:])
def test_all_tiles_of_a_full_hand_can_be_chosen(window: tuple[int, int]) -> None:
    """Seven of the rack, three of the market and two royals have a picture and a key each."""
    hand = laid(*window).hand
    play = next(tables())
    rows = SCREEN.strip(play, seen(play, LOOKS["color"]), *hand[2:], False)
    acts = {run.act for row in rows for run in row if run.act}
    assert acts == {*(f"tile-{n}" for n in range(10)), "half-left", "half-right"}


@pytest.mark.parametrize("window", WINDOWS[1:])
def test_every_other_castle_can_be_clicked_and_every_coin_is_named(
    window: tuple[int, int],
) -> None:
    box = laid(*window).side
    play = next(tables())
    rows = SCREEN.side(play, seen(play, LOOKS["color"]), box.width - 1, box.height, (), False)
    acts = {run.act for row in rows for run in row if run.act}
    assert {"castle-1", "castle-2", "castle-3"} <= acts
    text = "\n".join(map(plain, rows))
    assert "Catapult" in text
    assert "Collapse" in text


def a_replay(window: tuple[int, int]) -> list[str]:
    """Its side column and its hand, halfway through a game."""
    session = Session("castle", {"players": 2, "seed": "turns"}, ["greedy", "greedy"])
    for _entry in session.advance():
        pass
    replay = Replay(session.table, LONG[:2])
    replay.to(replay.length // 2)
    view = View(
        replay.state, LONG[:2], (True, True), EVERYTHING, replay.chronicle, replay.at, zoom=None
    )
    view.look, found = LOOKS["color"], laid(*window)
    has_log, side, hand = not found.log.is_empty, found.side, found.hand
    rows = SCREEN.turns(view, replay, side.width - 1, side.height, None, has_log)
    return [plain(row) for row in (*rows, *SCREEN.strip(None, view, *hand[2:], has_log))]


@pytest.mark.parametrize("window", WINDOWS[1:])
def test_a_replay_shows_the_track_once_in_rows_of_one_length(window: tuple[int, int]) -> None:
    """CB-8: 28 spaces of two columns, or the loop."""
    rows = a_replay(window)
    (head,) = (at for at, row in enumerate(rows) if row.startswith("TRACK "))
    if rows[head].startswith("TRACK \u2500"):
        first, second = (len(row) for row in rows[head + 1 : head + 3])
        assert first == 56 or first == second == 28


def test_what_is_said_stands_in_the_log_of_the_side_column() -> None:
    box = laid(100, 34).side
    play = seated(position({}, {}), (HUMAN, BOT))
    said = [Said(0, "Build the wall")]
    rows = SCREEN.side(play, seen(play, LOOKS["color"]), box.width - 1, box.height, said, False)
    assert any("Build the wall" in plain(row) for row in rows)


def test_face_down_racks_show_no_tile() -> None:
    *_, hidden = tables()
    hand = laid(140, 45).hand
    rows = SCREEN.strip(hidden, seen(hidden, LOOKS["ascii"]), hand.width, hand.height, True)
    shown = "\n".join(plain(row)[: 7 * 11] for row in rows)  # the rack lies at the left
    assert "?" in shown
    assert not any(char.isdigit() for char in shown.replace("7 of 7", ""))


def test_a_replay_lists_turns_and_shows_the_table() -> None:
    session = Session("castle", {"players": 2, "seed": "turns"}, ["greedy", "greedy"])
    for _entry in session.advance():
        pass
    replay = Replay(session.table, LONG[:2])
    replay.to(replay.length // 2)
    view = View(
        replay.state, LONG[:2], (True, True), EVERYTHING, replay.chronicle, replay.at, zoom=None
    )
    view.look = LOOKS["color"]
    for columns, height in ((13, 13), (31, 15), (35, 23), (55, 32), (71, 45)):
        rows = SCREEN.turns(view, replay, columns, height, None, False)
        assert len(rows) <= height
        assert max(map(length, rows)) <= columns
    assert any(run.act.startswith("turn-") for row in rows for run in row)


def test_coins_are_named_whole_in_the_narrowest_window(language: str) -> None:
    box, play = laid(62, 22).side, next(tables())
    rows = SCREEN.side(play, seen(play, LOOKS["color"]), box.width - 1, box.height, (), False)
    shown = [plain(row).strip() for row in rows][-3:]
    assert shown == [f"$ {short_coin(coin)}" for coin in play.state.coins]


@pytest.mark.parametrize("window", [(120, 40), (160, 50), (200, 60)])
def test_in_large_windows_the_log_has_room_for_sentences(window: tuple[int, int]) -> None:
    log = laid(*window).log
    assert (log.width, log.height) >= (50, 6)
    assert log.x == laid(*window).side.x


def test_what_happened_is_told_once() -> None:
    """In the log of the side column, or beside the track."""
    for players, is_beside in ((2, False), (4, True)):
        session = Session("castle", {"players": players, "seed": "log"}, (BOT,) * players)
        for _entry, _move in zip(session.advance(), range(9 * players), strict=False):
            pass
        table, names = session.table, LONG[:players]
        chronicle = Chronicle(table, EVERYTHING)
        view = View(table.state, names, (True,) * players, 0, chronicle, chronicle.entries)
        view.look, found = LOOKS["color"], laid(80, 24)
        play = Play(session)
        side = SCREEN.side(play, view, found.side.width - 1, found.side.height, (), False)
        track = plain(SCREEN.strip(play, view, *found.hand[2:], False)[0])
        assert any(plain(row).startswith("LOG") for row in side) != is_beside
        assert (len(track.rstrip()) > 64) == is_beside  # 6 columns of TRACK, 56 of spaces
