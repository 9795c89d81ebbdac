"""The count as it goes on: bars that grow, numbers that stay."""

from __future__ import annotations

import re

import pytest

from engine.kingdom.ground.hexes import hexes, parse_hex
from engine.kingdom.scores import scores
from kbtui.games.kingdom.pages import PAGES
from kbtui.games.kingdom.panels import count
from kbtui.games.kingdom.words.names import terrain_name
from kbtui.paint.glyphs import ASCII, UNICODE, Glyphs
from kbtui.paint.runs import length, plain
from kbtui.story.chronicle import EVERYTHING, Chronicle
from kbtui.story.counting import Counting
from kbtui.story.view import View
from tests.kbtui.story.test_chronicle import NAMED, golden

SIGNS = pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
# Side columns of 80x24, 100x34, 120x40, 140x45 and 200x60, and what covers the board at 62x22.
BOXES = pytest.mark.parametrize(
    "box", [(17, 20), (16, 20), (17, 31), (37, 37), (57, 42), (76, 57), (60, 18), (29, 9)]
)


def game(name: str, signs: Glyphs = UNICODE) -> tuple[View, Counting]:
    record, table = golden(name)
    chronicle = Chronicle(table, EVERYTHING)
    names = record.players
    view = View(
        table.state, names, (False,) * len(names), None, chronicle, chronicle.entries, signs
    )
    return view, Counting(table.game, table.state)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-game", "boats", "marshes-for-three", "wild"])
@SIGNS
@BOXES
def test_every_step_fits(name: str, signs: Glyphs, box: tuple[int, int]) -> None:
    columns, height = box
    view, counting = game(name, signs)
    for at in range(len(counting.steps) + 1):
        counting.at = at
        rows = count.side(view, counting, columns, height)
        assert len(rows) <= height
        for row in rows:
            assert length(row) <= columns, plain(row)
            assert signs is UNICODE or plain(row).isascii(), plain(row)
        assert length(count.told(view, counting)) <= 59


@NAMED
def test_the_numbers_of_the_narrow_column_are_those_of_the_engine(name: str) -> None:
    view, counting = game(name)
    counting.finish()
    rows = [plain(row) for row in count.side(view, counting, 17, 20)]
    found = scores(view.state)
    totals = [int(row.split()[-1]) for row in rows[1 : 1 + counting.seats]]
    assert tuple(totals) == found.totals
    table = [row for row in rows[2 + counting.seats :] if re.search(r"\d", row)]
    for part, row in zip(counting.parts, table, strict=False):
        index = found.parts.index(part)
        gold = [earned[index].gold for earned in found.earned]
        assert [int(number) for number in re.findall(r"\d+", row)] == gold


def test_bars_grow_and_the_table_fills() -> None:
    view, counting = game("boats")
    before = -1
    while counting.move(1):
        rows = [plain(row) for row in count.side(view, counting, 57, 42)]
        bars = "".join(rows[1:5]).count("█") * 2 + "".join(rows[1:5]).count("▌")
        assert bars >= before
        before = bars
        dots = "".join(rows[7:12]).count(UNICODE.dot)
        assert dots == len(counting.steps) - counting.at


def test_the_last_number_stands_out_and_its_goal_is_explained() -> None:
    view, counting = game("boats")
    counting.at = 6
    step = counting.step
    assert step is not None
    rows = count.side(view, counting, 57, 42)
    loud = [run for row in rows for run in row if run.tone.ground == "accent"]
    assert [run.text for run in loud] == [str(step.paid)]
    text = [plain(row) for row in rows]
    assert text[13] == "1 gold for each settlement next to water, not on it"
    named = " ".join(text[15:]).split()
    assert [parse_hex(name) for name in named] == hexes(step.places)
    assert len(named) == step.paid
    assert plain(rows[1 + step.seat]).startswith(UNICODE.pointer)


def test_words() -> None:
    view, counting = game("boats")
    assert plain(count.told(view, counting)).startswith("Press Enter to count the gold")
    assert plain(count.totals(view, counting)) == "●1 0  ■2 0  ▲3 0  ◆4 0  "
    counting.at = 6
    assert plain(count.told(view, counting)) == "■2 Ben Fishermen: 13 gold, 25 in all"
    counting.finish()
    assert plain(count.totals(view, counting)) == "●1 49  ■2 41  ▲3 31  ◆4 53  "
    assert plain(count.result(view)) == "Dan wins with 53 gold"
    view.viewer = 3
    assert plain(count.result(view)) == "You win with 53 gold"
    view.viewer = 0
    assert plain(count.result(view)) == "Dan wins with 53 gold"


def test_a_shared_victory() -> None:
    view, _ = game("boats")
    found = view.totals
    view.__dict__["totals"] = (found[0],) * 2 + found[2:3] * 2
    assert plain(count.result(view)) == "Ann and Ben share the victory with 49 gold"


def test_the_scouts_name_the_terrain_that_was_removed() -> None:
    view, _counting = game("marshes")
    removed = view.state.cards.scouted
    assert "scouts" in view.state.setup.goals
    assert removed is not None
    for told in (count.about(view, "scouts"), PAGES.part_text("scouts", view.state)):
        assert terrain_name(removed) in told
