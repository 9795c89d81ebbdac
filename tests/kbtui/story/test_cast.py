"""The cast of a game: its form, and what a terminal that plays it shows."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from engine.contract import find
from engine.errors import BadOptions
from engine.record import Record
from engine.table import Entry
from kbtui.games.kingdom.board.art import paint
from kbtui.games.kingdom.board.zoom import Zoom
from kbtui.paint.cells import BOLD, DIM, REVERSE, STRIKE, UNDERLINE, Cell
from kbtui.paint.colors import COLOURS_16, COLOURS_256, Rgb
from kbtui.paint.palette import Mode
from kbtui.story.cast import cast
from tests.helpers import position, table
from tests.kbtui.story.test_chronicle import golden

FLAGS = {1: BOLD, 2: DIM, 4: UNDERLINE, 7: REVERSE, 9: STRIKE}
PIECE = re.compile("\x1b\\[(\\??[0-9;]*)([A-Za-z])|([^\x1b]+)")


class Style(NamedTuple):
    foreground: Rgb | None = None
    background: Rgb | None = None
    flags: int = 0


class Terminal:
    """Just enough of one: text, cursor, colours, clearing. Anything else is a mistake."""

    def __init__(self, columns: int, rows: int) -> None:
        self.cells = [[Cell(" ", None, None)] * columns for _ in range(rows)]
        self.columns = columns
        self.x = self.y = 0
        self.style = Style()
        self.shows_cursor = True

    def feed(self, data: str) -> None:
        end = 0
        for match in PIECE.finditer(data):
            assert match.start() == end, "something that is no text and no known sequence"
            end = match.end()
            arguments, command, text = match.groups()
            if text is not None:
                past = self.x + len(text)
                assert past <= self.columns, "written over the edge"
                self.cells[self.y][self.x : past] = [Cell(char, *self.style) for char in text]
                self.x = past
            elif command == "H":
                row, column = map(int, arguments.split(";"))
                self.x, self.y = column - 1, row - 1
            elif command == "m":
                self._colour([int(code) for code in arguments.split(";")])
            elif command == "J":
                assert arguments == "2"
                blank = Cell(" ", None, None)
                self.cells = [[blank] * self.columns for _ in self.cells]
            else:
                assert (arguments, command) in (("?25", "l"), ("?25", "h"))
                self.shows_cursor = command == "h"

    def _colour(self, codes: list[int]) -> None:
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.style = Style()
            elif code in FLAGS:
                self.style = self.style._replace(flags=self.style.flags | FLAGS[code])
            else:
                colour = self._rgb(code, codes)
                if code % 60 < 40:
                    self.style = self.style._replace(foreground=colour)
                else:
                    self.style = self.style._replace(background=colour)

    def _rgb(self, code: int, codes: list[int]) -> Rgb:
        if code not in (38, 48):
            return COLOURS_16[code % 10 + (8 if code >= 90 else 0)]
        if codes.pop(0) == 5:
            return COLOURS_256[codes.pop(0)]
        return codes.pop(0), codes.pop(0), codes.pop(0)

    def row(self, y: int) -> str:
        return "".join(cell.char for cell in self.cells[y])

    @property
    def text(self) -> str:
        return "\n".join(self.row(y) for y in range(len(self.cells)))


HALVES = {"▀": (0, 1), "▄": (1, 0), "▌": (0, 1), "▐": (1, 0), "█": (0, 0), " ": (1, 1)}


def looks(cell: Cell) -> tuple[object, ...]:
    """What is seen: a half block with exchanged colours looks the same, and so does a blank."""
    if cell.char in HALVES and not cell.flags & (UNDERLINE | STRIKE):
        colours = cell.foreground, cell.background
        return tuple(colours[i] for i in HALVES[cell.char])
    return tuple(cell)


def read(text: str) -> tuple[dict[str, Any], list[tuple[float, str, str]]]:
    head, *events = [json.loads(line) for line in text.splitlines()]
    return head, [(time, code, data) for time, code, data in events]


def shown(text: str, until: int | None = None) -> Terminal:
    """A terminal after the events, or after that many of them."""
    head, events = read(text)
    terminal = Terminal(head["width"], head["height"])
    for _, _, data in events[:until]:
        terminal.feed(data)
    return terminal


@cache
def film(name: str, zoom: Zoom = Zoom.S, mode: Mode = Mode.C256) -> str:
    record, _ = golden(name)
    return "".join(cast(record, zoom=zoom, mode=mode))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "zoom", "mode"),
    [
        ("first-game", Zoom.S, Mode.C256),
        ("boats", Zoom.M, Mode.C256),
        ("marshes", Zoom.L, Mode.TRUE),
        ("scarce-grass", Zoom.M_PLUS, Mode.C16),
        ("two-cards", Zoom.XL, Mode.TRUE),
        ("no-cards-left", Zoom.XXL, Mode.GREY),
    ],
)
def test_the_last_frame_is_the_final_board(name: str, zoom: Zoom, mode: Mode) -> None:
    _, game = golden(name)
    terminal = shown(film(name, zoom=zoom, mode=mode))
    expected = paint(game.state, zoom, mode)
    board = [row[: zoom.columns] for row in terminal.cells[1 : 1 + zoom.rows]]
    assert [[looks(c) for c in row] for row in board] == [[looks(c) for c in r] for r in expected]
    assert terminal.shows_cursor


def test_every_frame_is_the_board_of_its_moment() -> None:
    _, game = golden("first-game")
    film_ = film("first-game", mode=Mode.TRUE)
    # 1 dealer deal deal show, then seat 1 builds: frames are setup, card, build, build ...
    for frame, entry in ((1, 0), (2, 3), (3, 4), (4, 5)):
        terminal = shown(film_, until=frame)
        last = game.states[entry].settlements[0] | game.states[entry].settlements[1]
        expected = paint(game.states[entry], Zoom.S, Mode.TRUE, last=last)
        board = [row[: Zoom.S.columns] for row in terminal.cells[1:21]]
        assert [[looks(c) for c in r] for r in board] == [[looks(c) for c in r] for r in expected]


@pytest.mark.slow
def test_the_form_is_that_of_version_two() -> None:
    text = film("boats", Zoom.M)
    assert text.endswith("\n")
    head, events = read(text)
    assert head["version"] == 2
    assert (head["width"], head["height"]) == (82 + 1 + 36, 31 + 2)
    assert head["title"] == "Kingdom Builder: Ann, Ben, Cleo, Dan"
    assert {code for _, code, _ in events} == {"o"}
    times = [time for time, _, _ in events]
    assert times[0] == 0
    assert times == sorted(times)


@pytest.mark.slow
def test_the_pace_can_be_followed() -> None:
    _, events = read(film("boats"))
    waits = [round(b - a, 3) for (a, *_), (b, *_) in pairwise(events)]
    moves = waits[: waits.index(0.8)]  # then the count begins
    # 32 turns, each after a longer wait.
    assert moves.count(1.0) == 32
    assert set(moves) == {0.5, 1.0}
    assert waits[-1] == 5.0


@pytest.mark.slow
def test_later_frames_are_small() -> None:
    _, events = read(film("boats", Zoom.M))
    first, *others = [len(data) for _, _, data in events]
    assert first > 15_000
    assert sorted(others)[len(others) // 2] < 1_000


@pytest.mark.slow
def test_moves_that_were_taken_back_are_left_out() -> None:
    # 6 1 b17 undo c4 c5 end
    _, events = read(film("boats"))
    told = [shown(film("boats"), until=n).row(21).strip() for n in (2, 3, 4, 5)]
    assert told == [
        "●1 Ann draws marsh/flowers",
        "●1 Ann builds on C4, takes the Canoe at C3",
        "●1 Ann builds on C5",
        "●1 Ann ends the turn",
    ]
    assert len(events) < 292


@pytest.mark.slow
def test_the_end_counts_the_gold_and_names_the_winner() -> None:
    record, _ = golden("boats")
    assert record.result == (49, 41, 31, 53)
    text = film("boats")
    assert shown(text).row(21).strip() == "◆4 Dan wins with 53 gold"
    count = len(read(text)[1])
    # Before the result and the last event: castles of the fourth; this board has a palace too.
    told = shown(text, until=count - 2).row(21).strip()
    assert told.startswith("◆4 Dan Palaces: ")
    assert told.endswith("53 in all")


def test_an_unfinished_game_has_no_count() -> None:
    record, _ = golden("first-game")
    cut = record._replace(entries=record.entries[:9], result=None, digest=None)
    # 8 dealer deal:desert show:flowers
    assert shown("".join(cast(cut, zoom=Zoom.S))).row(21).strip() == "■2 Ben draws flowers"


def test_a_shared_victory_is_told_as_one() -> None:
    setup = table("G", goals=("knights", "hermits", "discoverers"))
    state = position(setup, settlements=["a1", "c9"], seat=1, card=None, hands=["", ""])
    none = (0,) * len(state.cards.unseen)
    state = state._replace(cards=state.cards._replace(unseen=none))  # so the game ends
    start = find("kingdom").write_position(state)
    record = Record("kingdom", start, (Entry(1, "end"),), ("Ann", "Ben"), is_position=True)
    terminal = shown("".join(cast(record, zoom=Zoom.S)))
    # Each has a row with one settlement, one group and one row: 2 + 1 + 1.
    assert terminal.row(21).strip() == "●1 ■2 Ann and Ben share the victory with 4 gold"


def test_players_without_names_are_called_by_their_colours() -> None:
    record, _ = golden("first-game")
    nameless = record._replace(entries=(), players=(), result=None, digest=None)
    assert "Orange, Sky" in shown("".join(cast(nameless, zoom=Zoom.S))).row(0)


def test_names_cannot_disturb_the_terminal() -> None:
    record, _ = golden("first-game")
    strange = record._replace(entries=(), players=("\x1b[2JEve", "日本"), result=None, digest=None)
    text = "".join(cast(strange, zoom=Zoom.S))
    assert "?[2JEve, ??" in shown(text).row(0)


@pytest.mark.slow
def test_a_larger_window_is_filled_and_a_smaller_one_refused() -> None:
    record, _ = golden("first-game")
    text = "".join(cast(record, zoom=Zoom.S, columns=120, rows=30))
    terminal = shown(text)
    assert (len(terminal.cells), terminal.columns) == (30, 120)
    assert all(cell.background is not None for row in terminal.cells for cell in row)
    assert terminal.row(29).strip() == "●1 Ann wins with 39 gold"
    for columns, rows in ((79, 22), (80, 21)):
        with pytest.raises(BadOptions, match="80 columns and 22 rows"):
            cast(record, zoom=Zoom.S, columns=columns, rows=rows)
