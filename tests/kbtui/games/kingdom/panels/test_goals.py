"""What pays gold, with every player's gold so far."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.panels import goals
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import MUTED, STRONG, plain
from kbtui.story.view import View
from tests.helpers import position, table
from tests.kbtui.games.kingdom.panels.views import WIDTHS, acts, busy, seen, texts, widest
from tests.kbtui.playing import at_board, view_of

# Ann: four on each of two rows, each alone. Ben: two side by side on the last row, under the palace
# nobody. So knights 8 and 4, citizens 0 and 1, discoverers 2 and 1, castles and palaces nothing.
SETTLED = ["c2 h2 m2 r2 c12 h12 m12 r12", "a20 b20"]
GOLD = {"Knights": [8, 4], "Citizens": [0, 1], "Discoverers": [2, 1], "Castles": [0, 0]}


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("shown", [None, 0, 4])
def test_it_fits(columns: int, number: int, shown: int | None) -> None:
    view = seen(busy(number))
    assert widest(goals.narrow(view, columns, shown)) <= columns
    if columns >= 29:
        assert widest(goals.wide(view, columns, shown)) <= columns
        assert widest(goals.bars(view, columns, shown)) <= columns


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_gold_of_each_player_is_in_the_order_of_the_chips(columns: int) -> None:
    view = seen(busy(settlements=SETTLED, tiles=""))
    rows = texts(goals.narrow(view, columns))[1:]
    assert [[int(n) for n in row.split()[-2:]] for row in rows] == [*GOLD.values(), [0, 0]]
    for row, name in zip(rows, (*GOLD, "Palaces"), strict=True):
        assert name.startswith(row.split()[0])
    if columns >= 29:
        wide = texts(goals.wide(view, columns))
        assert wide[1].split() == ["●1", "■2"]
        assert wide[2].split() == ["Knights", "8", "4"]
        assert wide[1].index("●1") + 1 == wide[2].index("8")  # below its chip


def test_a_name_that_is_cut_says_so() -> None:
    view = seen(busy(settlements=SETTLED, tiles=""))
    names = [row.split()[0] for row in texts(goals.narrow(view, 12))[1:]]
    assert names[:2] == ["Knigh…", "Citiz…"]


def test_palaces_are_told_only_where_there_are_some() -> None:
    assert "Palaces" in " ".join(texts(goals.wide(seen(busy()), 40)))
    without = seen(busy(palaces=False))
    for rows in (goals.wide(without, 40), goals.narrow(without, 17), goals.bars(without, 40)):
        assert "Pal" not in " ".join(texts(rows))


def test_the_best_is_bold_and_nothing_is_not() -> None:
    view = seen(busy(settlements=SETTLED, tiles=""))
    knights, citizens, _, castles, _ = goals.narrow(view, 29)[1:]
    assert [run.tone for run in knights[-2:]] == [STRONG, MUTED]
    assert [run.tone for run in citizens[-2:]] == [MUTED, STRONG]
    assert [run.tone for run in castles[-2:]] == [MUTED, MUTED]


def test_each_goal_can_be_clicked_and_the_shown_one_is_explained() -> None:
    view = seen(busy())
    for rows in (goals.wide(view, 40), goals.narrow(view, 17), goals.bars(view, 40)):
        assert acts(rows) == {f"goal-{i}" for i in range(5)}
    explained = texts(goals.wide(view, 76, 0))
    assert explained[-1] == "2 gold for each settlement in the row where you have the most"
    shown = [row for row in goals.wide(view, 76, 0) for run in row if run.tone.ink == "accent"]
    assert any("Knights" in plain(row) for row in shown)


def test_bars_have_a_figure_and_a_length_for_each_player() -> None:
    view = seen(busy(settlements=SETTLED, tiles=""))
    rows = goals.bars(view, 38)
    knights = [row for row in rows if row and row[0].text in ("●1", "■2")][:2]
    bars = [next(run.text for run in row if run.tone.ink in ("seat1", "seat2")) for row in knights]
    assert [len(bar) for bar in bars] == [30, 15]  # the best fills the line, half of it half
    assert [plain(row).split()[-1] for row in knights] == ["8", "4"]


def test_rules_of_goals_are_told_to_their_end_or_cut() -> None:
    view = seen(busy(tiles=""))
    knights = "2 gold for each settlement in the row where you have the most"
    assert knights in " ".join(texts(goals.bars(view, 30)))
    cut = texts(goals.bars(view, 30, whole=False))
    assert knights not in " ".join(cut)
    assert any(row.startswith("2 gold for") and row.endswith("…") for row in cut)


def test_no_gold_at_all_is_no_trouble() -> None:
    view = seen(busy(settlements=[""], tiles=""))
    assert all("0" in row for row in texts(goals.narrow(view, 17))[1:])
    assert goals.bars(view, 40)


def test_plain_signs() -> None:
    view = seen(busy(4), ASCII)
    for rows in (goals.wide(view, 57, 0), goals.narrow(view, 17), goals.bars(view, 40)):
        assert "".join(texts(rows)).isascii()


def test_only_before_the_end_it_is_told_that_the_numbers_are_not_final(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = seen(busy())
    for make in (goals.wide, goals.bars):
        assert texts(make(view, 40))[0].endswith("if it ended now")
    monkeypatch.setattr(View, "is_over", True)
    for make in (goals.wide, goals.bars):
        assert "if it ended" not in texts(make(view, 40))[0]


@pytest.mark.rule("G-LORDS-3")
def test_gold_that_everybody_has_before_the_first_settlement_is_explained() -> None:
    setup = table("G", {"e8": "K"}, goals=("lords", "knights", "citizens"))
    view = view_of(at_board(position(setup, card="grass", hands=["", "desert"])))
    assert texts(goals.narrow(view, 17))[1] == "Lords, tied 48 48"
    assert texts(goals.wide(view, 29))[2].split() == ["Lords,", "tied", "48", "48"]
    assert "Lords, tied" in texts(goals.bars(view, 40))
    assert texts(goals.narrow(view, 14))[1].split() == ["Lords", "48", "48"]
    begun = position(setup, settlements=["a1"], card="grass", hands=["", "desert"])
    assert "tied" not in " ".join(texts(goals.wide(view_of(at_board(begun)), 29)))
