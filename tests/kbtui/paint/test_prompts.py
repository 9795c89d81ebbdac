"""The lines below the board and the title bar: what gives way when there is little room."""

from __future__ import annotations

from kbtui.paint import prompts
from kbtui.paint.glyphs import UNICODE
from kbtui.paint.runs import ACCENT, Line, Run, length, plain

ASKED: Line = (Run(" ► ", ACCENT), Run("Canyon: build 3 settlements, next to yours"))


def lines(asked: Line, about: str, columns: int, rows: int, answer: str = "") -> list[str]:
    told = (Run(answer),) if answer else ()
    rest = told or ((Run(about),) if about else ())
    found = prompts.lines(lambda _short: (asked, rest), told, columns, rows, UNICODE)
    assert len(found) <= rows
    assert all(length(row) <= columns for row in found)
    return [plain(row).rstrip() for row in found]


def test_both_have_a_line_or_share_one() -> None:
    assert lines(ASKED, "C3  canyon", 62, 2) == [plain(ASKED), " C3  canyon"]
    (row,) = lines(ASKED, "C3  canyon", 100, 1)
    assert row == f"{plain(ASKED)}{'C3  canyon':>{99 - 45}}"


def test_what_is_asked_goes_on_below_its_first_word() -> None:
    long: Line = (ASKED[0], Run("Knights: " + "2 gold for each settlement on your best row " * 2))
    first, second = lines(long, "", 62, 2)
    assert first.startswith(" ► Knights")
    assert second.startswith("   ")
    assert second[3] != " "


def test_what_has_no_room_at_all_ends_in_a_mark() -> None:
    long: Line = (ASKED[0], Run("word " * 40))
    assert lines(long, "", 62, 2)[1].endswith("…")
    assert lines(ASKED, "C3  " + "canyon " * 20, 62, 2)[1].endswith("…")


def test_in_one_line_what_is_asked_stays_whole() -> None:
    (row,) = lines(ASKED, "C3  " + "canyon " * 20, 100, 1)
    assert row.startswith(f"{plain(ASKED)}  C3  canyon")
    assert row.endswith("…")


def test_a_long_answer_takes_all_the_room() -> None:
    answer = (
        "Build on B17 with the Farm: it brings 3 gold for Knights, and the Oracle is next to it"
    )
    assert lines(ASKED, "", 62, 2, answer) == [
        " ► Build on B17 with the Farm: it brings 3 gold for Knights,",
        "   and the Oracle is next to it",
    ]
    assert lines(ASKED, "", 100, 1, answer) == [f" ► {answer}"]
    assert lines(ASKED, "", 80, 2, "Done.") == [plain(ASKED), " Done."]


def test_the_title_bar_drops_the_turn_and_then_a_part_of_the_name() -> None:
    left = (Run("●1"), Run(" Bartholomew the Great "), Run(" your turn "), Run(" turn 16 "))
    right = (Run("deck 12  ? help "),)
    assert "turn 16" in plain(prompts.title(left, right, 70, "…"))
    row = plain(prompts.title(left, right, 55, "…"))
    assert "turn 16" not in row
    assert "Bartholomew the Great" in row
    row = plain(prompts.title(left, right, 45, "…"))
    assert row.startswith("●1 Bartholomew t…  your turn deck 12")
    assert len(row) == 45


def test_a_blank_stays_between_the_two_parts_of_the_title_bar() -> None:
    left = (Run(" Replay "), Run(" Ada, Ben, Cleo "), Run("a seed"))
    right = (Run("↓ more  turn 1 of 48 "),)
    for columns in range(40, 60):
        row = plain(prompts.title(left, right, columns, "…"))
        assert len(row) == columns
        assert "a seed ↓ more" in row or "a seed  " in row
