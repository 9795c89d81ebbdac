"""Lines of runs: widths in columns, with wide and combining characters too; clicks by column."""

from __future__ import annotations

from random import Random

import pytest

from kbtui.paint.cells import BOLD
from kbtui.paint.runs import (
    ACCENT,
    EMPTY,
    MUTED,
    STRONG,
    TEXT,
    WARNING,
    Run,
    Tone,
    act_at,
    beside,
    cut,
    fit,
    fit_down,
    folded,
    heading,
    length,
    line,
    paragraphs,
    plain,
    seat_tone,
    spread,
    width,
)

WIDE = "王国"  # two columns each
COMBINED = "e\u0301a"  # an accent takes no column of its own
LETTERS = ("a", "Z", " ", "─", "é", "王", "ｈ", "e\u0301", "한")


def random_row(random: Random) -> tuple[Run, ...]:
    texts = ("".join(random.choices(LETTERS, k=random.randrange(5))) for _ in range(4))
    return tuple(
        Run(text, random.choice((TEXT, MUTED)), random.choice(("", "x"))) for text in texts
    )


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("abc", 3), ("─│►", 3), (WIDE, 4), ("a王b", 4), (COMBINED, 2), ("ｈ", 2), ("한", 2)],
)
def test_width_is_counted_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "mark", "kept"),
    [
        ("forest", 6, "…", "forest"),  # what fits is left alone
        ("forest", 5, "…", "fore…"),
        ("forest", 5, "", "fores"),
        ("forest", 1, "…", "…"),
        ("forest", 0, "…", ""),
        ("forest", 1, "..", ""),  # not even the mark fits
        ("forest", -3, "…", ""),
        (WIDE, 3, "", "王"),  # half a character cannot be shown
        (WIDE, 3, "…", "王…"),
        (WIDE, 2, "…", "…"),
        ("王", 1, "", ""),
        ("e\u0301e\u0301e", 2, "", "e\u0301e\u0301"),  # the accent stays on its letter
    ],
)
def test_a_text_is_cut_to_columns(text: str, columns: int, mark: str, kept: str) -> None:
    assert cut(text, columns, mark) == kept


def test_a_line_is_made_of_texts_and_runs() -> None:
    run = Run("b", STRONG, "undo")
    assert line("a", run) == (Run("a"), run)
    assert plain(line("a", run, "王")) == "ab王"
    assert length(line("a", run, "王")) == 4


def test_a_line_is_filled_to_its_width_on_the_ground_asked_for() -> None:
    assert fit(line("ab"), 4) == (Run("ab"), Run("  ", Tone("text", "background")))
    assert fit(line("ab"), 4, "raised")[-1] == Run("  ", Tone("text", "raised"))
    assert fit(EMPTY, 2) == (Run("  "),)
    assert fit(line("ab"), 0) == ()


def test_a_line_is_cut_at_the_right_edge_and_keeps_tones_and_acts() -> None:
    row = (Run("ab", MUTED, "one"), Run("cdef", STRONG, "two"), Run("g"))
    assert fit(row, 4) == (Run("ab", MUTED, "one"), Run("cd", STRONG, "two"))


def test_a_wide_character_at_the_edge_leaves_a_blank_and_nothing_after_it() -> None:
    assert plain(fit(line("a王", "b"), 2)) == "a "  # the b must not move into its place
    assert plain(fit(line(WIDE), 3)) == "王 "


def test_fitted_lines_are_exactly_as_wide_as_asked() -> None:
    random = Random("fit")
    for _ in range(400):
        row, columns = random_row(random), random.randrange(14)
        assert length(fit(row, columns)) == columns
        shown = plain(fit(row, columns)).rstrip()
        assert plain(row).startswith(shown)
        down = fit_down(row, columns)
        assert length(down) <= columns
        assert down == row or length(row) > columns


def test_both_ends_of_a_line_are_kept_apart_and_the_left_one_gives_way() -> None:
    assert plain(spread(line("ab"), line("yz"), 7)) == "ab   yz"
    assert plain(spread(line("ab"), line("yz"), 4)) == "abyz"
    assert plain(spread(line("abcdef"), line("yz"), 5)) == "abcyz"
    assert plain(spread(line("a王"), line("yz"), 4)) == "a yz"
    assert plain(spread(line("ab"), line("yz"), 8, Run("-", MUTED))) == "ab----yz"
    assert plain(spread((), line("yz"), 4)) == "  yz"
    assert plain(spread(line("ab"), (), 4)) == "ab  "


def test_a_spread_line_has_the_width_asked_for_as_long_as_the_right_part_fits() -> None:
    random = Random("spread")
    for _ in range(400):
        left, right = random_row(random), random_row(random)
        columns = length(right) + random.randrange(12)
        row = spread(left, right, columns)
        assert length(row) == columns
        assert plain(row).endswith(plain(right))


def test_a_heading_fills_its_line_with_a_stroke() -> None:
    assert plain(heading("CARD", 10)) == "CARD ─────"
    assert plain(heading("CARD", 14, "now", "-")) == "CARD ----- now"
    assert plain(heading("CARD", 4)) == "CARD"
    assert plain(heading("CARDS", 3)) == "CAR"
    for columns in range(20):
        assert length(heading("GOALS", columns, "if it ended now")) == columns


def test_words_stay_whole_and_empty_lines_stay() -> None:
    rows = paragraphs("one two three\n\nfour", 8)
    assert [plain(row) for row in rows] == ["one two", "three", "", "four"]
    rows = paragraphs("one two three", 9, MUTED, indent="  ")
    assert [plain(row) for row in rows] == ["one two", "  three"]
    assert rows[0][0].tone == MUTED


def test_columns_stand_side_by_side_whatever_their_heights() -> None:
    rows = beside(([line("a"), line("bcd")], 2), ([line("王王")], 3), ([], 1))
    assert [plain(row) for row in rows] == ["a 王  ", "bc    "]
    assert beside() == []


def test_a_click_finds_the_command_of_its_column() -> None:
    row = (Run("王", TEXT, "king"), Run("  "), Run("ab", TEXT, "undo"), Run("", TEXT, "never"))
    found = [act_at(row, x) for x in range(8)]
    assert found == ["king", "king", "", "", "undo", "undo", "", ""]


def test_tones_can_be_varied() -> None:
    assert Tone("muted").on("raised") == Tone("muted", "raised")
    assert Tone("muted").bold() == Tone("muted", "background", BOLD)
    assert [seat_tone(seat).ground for seat in range(4)] == ["seat1", "seat2", "seat3", "seat4"]


def test_a_line_is_not_folded_at_a_blank_that_ties_words() -> None:
    rows = folded((Run("un mot\u00a0: deux"),), 7)
    assert [plain(row) for row in rows] == ["un", "mot\u00a0:", "deux"]


def test_a_long_line_is_folded_between_words() -> None:
    row = line(Run(" ► ", ACCENT), Run("grass is played; you touch 3 free grass hexes", WARNING))
    rows = folded(row, 20)
    assert [plain(each) for each in rows] == [
        " ► grass is played;",
        "you touch 3 free",
        "grass hexes",
    ]
    assert {run.tone for each in rows[1:] for run in each} == {WARNING}
