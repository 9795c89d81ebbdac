"""The question at the end of a turn: what was done, what it earned, what is unused."""

from __future__ import annotations

import pytest

from kbtui.games.kingdom.panels import endturn
from kbtui.games.kingdom.play.hand import Play
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import WARNING, plain
from tests.kbtui.games.kingdom.panels.views import WIDTHS, acts, busy, seen, texts, widest
from tests.kbtui.playing import do, others_act, where


def asked(tiles: str = "h3:usable c3:used") -> Play:
    """Three builds on a row of one's own, a farm taken before, the question open."""
    play = busy(settlements=["h2 c2"], tiles=tiles)
    return do(play, "i2", "choose", "j2", "choose", "k2", "choose", "end")


@pytest.mark.parametrize("columns", WIDTHS)
def test_it_fits(columns: int) -> None:
    play = asked()
    assert widest(endturn.lines(play, seen(play), columns)) <= columns


def test_it_says_what_was_built_and_what_it_brought() -> None:
    play = asked()
    rows = texts(endturn.lines(play, seen(play), 40))
    assert rows[0].startswith("END YOUR TURN?")
    assert rows[1] == "built I2 J2 K2"
    # Knights: 2 on the row before, 5 now; citizens: a group of four; no new row.
    table = dict(row.split() for row in rows[2:] if len(row.split()) == 2 and row[-1].isdigit())
    assert table == {
        "Knights": "+6",
        "Citizens": "+2",
        "Discoverers": "+0",
        "Castles": "+0",
        "Palaces": "+0",
    }


def test_what_is_unused_is_a_warning() -> None:
    play = asked()
    rows = endturn.lines(play, seen(play), 40)
    row = next(row for row in rows if plain(row).startswith("unused"))
    assert plain(row) == "unused Farm"
    assert row[0].tone == WARNING
    play = asked("h3:used m3:new")
    assert "unused" not in " ".join(texts(endturn.lines(play, seen(play), 40)))


def test_tiles_taken_are_told() -> None:
    play = busy(settlements=["b2"], tiles="")
    do(play, "c2", "choose", "d2", "choose", "e2", "choose", "end")  # c2 touches the Oracle
    assert "takes the Oracle at C3" in texts(endturn.lines(play, seen(play), 40))


def test_the_keys_are_there_where_they_fit() -> None:
    play = asked()
    assert acts(endturn.lines(play, seen(play), 57)) == {"end", "undo", "back"}
    rows = texts(endturn.lines(play, seen(play), 57))
    assert rows[-2].split() == ["e", "end", "turn", "u", "undo", "Esc", "keep", "playing"]
    assert rows[-1] == "Press F3 to choose when the game asks you."


def test_a_finished_turn_is_summed_up_without_a_question() -> None:
    play = busy(settlements=["b2"], tiles="")
    play.ask = "unused"
    do(play, "c2", "choose", "d2", "choose")
    assert not play.sums_up
    do(play, "e2", "choose")
    assert (play.is_asking, play.sums_up, play.is_on_own) == (False, True, True)
    rows = texts(endturn.lines(play, seen(play), 57))
    assert rows[0].startswith("THIS TURN")
    assert rows[1] == "built C2 D2 E2"
    assert rows[-1].split() == ["e", "end", "turn", "u", "undo"]
    play.ask = "never"
    assert not play.sums_up


def test_in_one_line() -> None:
    play = asked()
    text = plain(endturn.short(play, seen(play)))
    assert text.split("  ") == ["built I2 J2 K2", "Knights +6", "Citizens +2", "unused Farm"]


def test_only_own_events_of_this_turn_count() -> None:
    play = busy(settlements=["h2 c2"], tiles="")
    play.ask = "always"
    do(play, "i2", "choose", "undo", "g2", "choose")
    assert plain(endturn.short(play, seen(play))).startswith("built G2  ")


def test_earlier_turns_are_past() -> None:
    play = asked("")
    do(play, "end")
    others_act(play)
    here = where(play).upper()  # whatever card came up
    do(play, "choose")
    assert plain(endturn.short(play, seen(play))).split("  ")[0] == f"built {here}"
    assert "I2" not in "\n".join(texts(endturn.lines(play, seen(play), 40)))


def test_a_tile_without_a_place_is_not_unused() -> None:
    """There is no line of three for the Tavern before, and one after the builds."""
    play = busy(settlements=["r2 c2"], tiles="r3:usable")
    do(play, "q2", "choose", "d2", "choose", "c1", "choose", "end")
    assert "unused" not in plain(endturn.short(play, seen(play)))
    play = busy(settlements=["r2 c2"], tiles="r3:usable")
    do(play, "q2", "choose", "p2", "choose", "c1", "choose", "end")
    assert "unused Tavern" in plain(endturn.short(play, seen(play)))


def test_plain_signs() -> None:
    play = asked()
    assert "".join(texts(endturn.lines(play, seen(play, ASCII), 17))).isascii()
