"""The card in play, how much of it is built, the piles and the card in hand."""

from __future__ import annotations

import pytest

from engine.kingdom.ground.terrain import Terrain
from kbtui.games.kingdom.panels import card
from kbtui.games.kingdom.words.names import card_name
from kbtui.paint.cells import BOLD
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import Run
from tests.helpers import position
from tests.kbtui.games.kingdom.panels.views import WIDTHS, board, busy, seen, texts, widest
from tests.kbtui.playing import at_board, do, others_act


def swatch(rows: list[tuple[Run, ...]], word: str) -> list[Run]:
    return [run for row in rows for run in row if run.tone.ground == word]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("name", ["grass", "flowers", "marsh/flowers", "marsh/canyon"])
def test_it_fits(columns: int, name: str) -> None:
    view = seen(busy(card=name))
    assert widest(card.narrow(view, columns)) == columns
    if columns >= 29:
        assert widest(card.wide(view, columns)) <= columns
        assert len(card.wide(view, columns)) == 5
    assert len(card.narrow(view, columns)) == 2


def test_a_wide_card_is_a_swatch_of_three_rows_with_the_facts_beside_it() -> None:
    rows = card.wide(seen(busy()), 40)
    assert texts(rows)[0].startswith("CARD ─")
    assert [run.text.strip() for run in swatch(rows, "grass")] == [
        '" " " " " "',
        "GRASS",
        '" " " " " "',
    ]
    assert "Build 1 of 3" in texts(rows)[1]
    assert texts(rows)[2].endswith("···")
    # 30 cards: one is played, one in the hand of the bot.
    assert texts(rows)[3].endswith("draw 28  discard 0")


def test_the_piles_are_told_even_where_there_is_little_room() -> None:
    rows = texts(card.wide(seen(busy()), 29))
    assert "draw 28" in " ".join(rows)
    assert "draw 28" in texts(card.narrow(seen(busy()), 17))[1]


def test_what_is_built_is_counted_on() -> None:
    play = do(busy(settlements=[""], tiles=""), "k11", "choose")
    view = seen(play)
    assert card.placed(view) == (1, 3)
    assert "Build 2 of 3" in texts(card.wide(view, 30))[1]
    assert texts(card.wide(view, 30))[2].endswith("■··")
    do(play, "l11", "choose", "m11", "choose")
    view = seen(play)
    assert "all built" in texts(card.wide(view, 30))[1]
    assert texts(card.narrow(view, 17))[1].startswith("build ■■■ draw 28")
    do(play, "undo")
    assert card.placed(seen(play)) == (2, 3)


def test_settlements_on_a_temple_are_owed_too() -> None:
    view = seen(busy(due=[2]))
    assert card.placed(view) == (0, 5)
    assert widest(card.narrow(view, 17)) == 17


def test_a_double_card_is_split_and_the_chosen_half_is_bright() -> None:
    view = seen(busy(card="marsh/grass"))
    assert card.faces(view) == (Terrain.GRASS, Terrain.MARSH)
    for rows in (card.wide(view, 30, Terrain.MARSH), card.narrow(view, 17, Terrain.MARSH)):
        grass, marsh = swatch(rows, "grass"), swatch(rows, "marsh")
        assert "GRASS" in "".join(run.text for run in grass)
        assert "MARSH" in "".join(run.text for run in marsh)
        assert {run.act for run in grass} == {"half-left"}
        assert {run.act for run in marsh} == {"half-right"}
        names = [run for run in grass + marsh if run.text.strip() in ("GRASS", "MARSH")]
        assert [bool(run.tone.flags & BOLD) for run in names] == [False, True]
    assert swatch(card.narrow(view, 17), "grass")[0].tone.flags & BOLD


@pytest.mark.rule("M-CARD-1")
def test_a_double_card_counts_the_builds_of_its_halves() -> None:
    view = seen(busy(card="marsh/grass"))
    told = [texts(card.wide(view, 40, half))[1:3] for half in (None, Terrain.GRASS, Terrain.MARSH)]
    assert [first.split("Build ")[1] for first, _dots in told] == ["3/2", "1 of 3", "1 of 2"]
    assert [dots.count("·") for _first, dots in told] == [3, 3, 2]


def test_once_bound_a_double_card_shows_its_terrain_alone() -> None:
    play = do(busy(card="marsh/grass", settlements=[""], tiles=""), "f9", "choose")
    assert card.faces(seen(play)) == (Terrain.MARSH,)
    assert swatch(card.wide(seen(play), 30), "grass") == []


def test_the_card_in_hand_is_told_to_its_owner_alone() -> None:
    play = busy(settlements=[""], tiles="")
    assert texts(card.wide(seen(play), 40))[4] == ""  # it is played
    play.ask = "never"
    do(play, "k11", "choose", "l11", "choose", "m11", "choose", "end")
    others_act(play)
    view = seen(play)
    assert "your next card" not in texts(card.wide(view, 40))[4]
    hidden = texts(card.wide(seen(busy(2)), 40))
    assert "desert" not in " ".join(hidden)
    waiting = position(board(2), seat=1, card="grass", hands=["marsh/forest", ""])
    told = texts(card.wide(seen(at_board(waiting)), 40))[4]
    assert told.startswith("your next card ")
    assert {"forest", "marsh"} == {*told.removeprefix("your next card ").split("/")}


def test_without_a_card_there_is_none() -> None:
    view = seen(busy(card=None))  # type: ignore[arg-type]
    assert card.faces(view) == ()
    assert "no card" in texts(card.wide(view, 30))[1]
    assert "no card" in texts(card.narrow(view, 17))[0]


def test_while_the_keyboard_is_passed_on_the_card_lies_face_down() -> None:
    view = seen(busy(card=None))  # type: ignore[arg-type]
    view.hides_card = True
    assert "face down" in texts(card.wide(view, 30))[1]
    assert "face down" in texts(card.narrow(view, 17))[0]


def test_plain_signs() -> None:
    view = seen(busy(card="forest"), ASCII)
    for rows in (card.wide(view, 30), card.narrow(view, 17)):
        assert "".join(texts(rows)).isascii()
        assert "T FOREST T" in "".join(texts(card.narrow(view, 17)))


def test_the_next_card_is_in_sight_while_others_move_also_in_a_narrow_column() -> None:
    play = busy(settlements=["h2 c2"], tiles="")
    play.ask = "never"
    do(play, "i2", "choose", "j2", "choose", "k2", "choose", "end")
    dealt = play.session.think()  # the dealer's card for the next turn
    assert dealt is not None
    play.session.follow(dealt)
    play.refresh()
    assert not play.is_asked
    (held,) = play.state.cards.hands[0]
    rows = texts(card.narrow(seen(play), 17))
    assert rows[1] == f"next {card_name(held)}"
    others_act(play)
