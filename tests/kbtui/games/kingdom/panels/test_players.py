"""Every player's tiles, reserve and gold, in any width and with any name."""

from __future__ import annotations

import pytest

from engine.kingdom.state import reserve
from kbtui.games.kingdom.panels import players
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import READY, STRUCK, plain
from tests.kbtui.games.kingdom.panels.views import NAMES, WIDTHS, busy, seen, texts, widest


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("called", NAMES)
def test_it_fits_and_nobody_is_lost(columns: int, number: int, called: str) -> None:
    view = seen(busy(number, called=NAMES[called]))
    forms = [players.narrow(view, columns)]
    if columns >= 29:
        forms.append(players.wide(view, columns))
    for rows in forms:
        assert widest(rows) <= columns
        assert len(rows) == 1 + 2 * number
        for seat, name in enumerate(NAMES[called][:number]):
            first = plain(rows[1 + 2 * seat])
            assert view.signs.chip(seat) in first
            assert name[:2] in first  # at least the beginning of the name
            assert first.rstrip().endswith(str(view.totals[seat]))


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_reserve_and_the_gold_are_right(columns: int) -> None:
    # 8 of 40 stand on the board, one lies on a Temple; two more for the second player.
    play = busy(settlements=["c2 h2 m2 r2 c12 h12 m12 r12", "a20 b20"], due=[1])
    view = seen(play)
    assert [reserve(play.state, seat) for seat in range(2)] == [31, 38]
    narrow = texts(players.narrow(view, columns))
    # Knights 8 (four on a row), Citizens 0 (all alone), Discoverers 2: 10; and 4, 1, 1.
    assert view.totals == (10, 6)
    assert narrow[1].split()[-2:] == ["31", "10"]
    assert narrow[3].split()[-2:] == ["38", "6"]
    if columns >= 29:
        wide = texts(players.wide(view, columns))
        assert wide[1].endswith(" 10")
        assert wide[2].endswith(" 31 left")
        assert wide[4].endswith(" 38 left")


def test_the_bar_of_the_reserve_shrinks_with_it() -> None:
    full = players.wide(seen(busy(settlements=[""])), 40)[2]
    half = players.wide(seen(busy(settlements=["a20"], filled=[19])), 40)[2]
    sizes = [sum(len(run.text) for run in row if run.tone.ink == "seat1") for row in (full, half)]
    assert sizes[0] == 2 * sizes[1]
    assert sum(len(run.text) for run in full if run.tone.ink == "rule") == 0


def chips(row: tuple[object, ...]) -> dict[str, str]:
    found = {}
    for run in row:
        if getattr(run, "tone", None) in (READY, STRUCK):
            found[run.text] = "ready" if run.tone == READY else "not"  # type: ignore[attr-defined]
    return found


def test_tiles_are_two_letters_cream_when_ready_and_struck_when_not() -> None:
    row = players.wide(seen(busy()), 60)[1]
    assert chips(row) == {
        "Or": "ready",
        "Fa": "not",
        "To": "not",
        "Ta": "ready",
        "Te": "ready",
        "Re": "not",
        "Ca": "not",
        "Fo": "ready",
    }


def test_in_the_narrow_form_a_bot_is_called_one_where_the_tiles_leave_room() -> None:
    view = seen(busy(tiles=""))
    view.bots = (False, True)
    rows = texts(players.narrow(view, 18))
    assert not rows[2].endswith("bot")
    assert rows[4].endswith("bot")
    crowded = seen(busy())
    crowded.bots = (True, False)
    assert widest(players.narrow(crowded, 14)) <= 14
    assert "bot" not in texts(players.narrow(crowded, 14))[2]


def test_in_the_narrow_form_capitals_are_ready_and_small_letters_are_not() -> None:
    row = players.narrow(seen(busy()), 29)[2]
    assert plain(row).split()[1:] == ["O", "f", "t", "V", "N", "E", "r", "c"]
    tight = plain(players.narrow(seen(busy()), 17)[2])
    assert "OftVNErc" in tight.replace(" ", "")


@pytest.mark.parametrize("columns", [29, 30, 31])
def test_eight_tiles_leave_room_for_the_name(columns: int) -> None:
    row = players.wide(seen(busy()), columns)[1]
    letters = [run.text for run in row if run.tone in (READY, STRUCK)]
    assert letters == ["O", "f", "t", "V", "N", "E", "r", "c"]  # as in the narrow form
    assert "Ann" in plain(row)


def test_the_one_who_has_to_act_is_pointed_at() -> None:
    view = seen(busy(3))
    assert plain(players.wide(view, 40)[1]).startswith("►●1 Ann")
    assert plain(players.wide(view, 40)[3]).startswith(" ■2 Ben  bot")
    assert [plain(row)[0] for row in players.narrow(view, 29)[2::2]] == ["►", " ", " "]


def test_bots_are_told_from_people() -> None:
    rows = texts(players.wide(seen(busy(2)), 40))
    assert "bot" not in rows[1]
    assert "bot" in rows[3]


def test_the_level_of_a_bot_is_told_where_there_is_room() -> None:
    view = seen(busy(tiles=""))
    view.bots, view.notes = (False, True), ("", "expert bot")
    assert "expert bot" in texts(players.wide(view, 40))[3]
    assert texts(players.narrow(view, 18))[4].endswith(" expert bot")
    assert texts(players.narrow(view, 12))[4].endswith(" bot")
    assert "expert" not in texts(players.narrow(view, 12))[4]


def test_bonus_actions_have_letters_of_their_own() -> None:
    view = seen(busy(tiles="h13:usable refuge+:usable"))
    found = chips(players.wide(view, 40)[1])
    assert found == {"Re": "ready", "R+": "ready"}


def test_plain_signs() -> None:
    view = seen(busy(4), ASCII)
    for rows in (players.wide(view, 30), players.narrow(view, 17)):
        assert "".join(texts(rows)).isascii()
