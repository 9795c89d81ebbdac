"""Typed lines: moves in notation, questions answered, mistakes reported and without effect."""

from __future__ import annotations

import re

import pytest

from engine.errors import BadToken, EngineError, IllegalMove, NotYourMove
from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.setup import Options
from engine.kingdom.state import State
from kbtui.games.kingdom.play.hand import Play
from kbtui.games.kingdom.play.typed import Typed
from kbtui.paint.runs import plain
from kbtui.play.session import HUMAN
from tests.helpers import position, table
from tests.kbtui.playing import BOT, at_board, do, kingdom, others_act, tokens, where

CARDS = ["", "desert"]
LAND = table(
    "G",
    {"c3": "paddock", "m3": "temple", "c13": "farm", "k8 l8": "W"},
    goals=("fishermen", "knights", "merchants"),
)


def land(tiles: str = "", own: str = "c2 m2") -> State:
    return position(LAND, settlements=[own], tiles=[tiles], card="grass", hands=CARDS)


def desk(state: State | None = None) -> tuple[Play, list[str], Typed]:
    play = at_board(state or land(own=""))
    said: list[str] = []
    return play, said, Typed(play, said.append)


def test_a_move_is_one_word_in_any_case() -> None:
    play, _, typed = desk()
    typed.hear("  F6 ")
    typed.hear("build f7")
    typed.hear("BUILD F8")
    typed.hear("end")
    assert tokens(play) == "f6 f7 f8 end"


def test_tiles_in_notation_or_by_number() -> None:
    play, _, typed = desk(land("c3:usable m3:usable"))
    typed.hear("paddock@c2-e2")
    typed.hear("tile 1")
    typed.hear("tile 1")  # lays it down again
    assert play.tile is None
    typed.hear("temple@m2")
    assert tokens(play) == "paddock@c2-e2 temple@m2"


def test_go_moves_the_cursor_and_nothing_else() -> None:
    play, _, typed = desk()
    typed.hear("go T20")
    assert (where(play), tokens(play)) == ("t20", "")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x9y", BadToken),
        ("", BadToken),
        ("go", BadToken),
        ("go z9", BadToken),
        ("build", BadToken),
        ("build end", BadToken),
        ("tile", BadToken),
        ("tile 0", BadToken),
        ("tile ten", BadToken),
        ("tile 10", BadToken),
        ("why", BadToken),
        ("why not", BadToken),
        ("gain", BadToken),
        ("about", BadToken),
        ("about here", BadToken),
        ("two words", BadToken),
        ("ＡＢ", BadToken),
        ("k8", IllegalMove),
        ("end", IllegalMove),
        ("pass", IllegalMove),
        ("barn@c2-c4", IllegalMove),
        ("gain k8", IllegalMove),
        ("gain barn@c2-c4", IllegalMove),
        ("deal:forest", IllegalMove),
        ("undo", IllegalMove),
        ("redo", IllegalMove),
        ("restart", IllegalMove),
    ],
)
def test_what_is_wrong_is_raised_and_changes_nothing(text: str, error: type[EngineError]) -> None:
    play, said, typed = desk()
    before = play.session.table.state
    with pytest.raises(error):
        typed.hear(text)
    assert play.session.table.state is before
    assert said == []


def test_no_mistake_sends_the_player_to_a_command_that_is_none() -> None:
    _, _, typed = desk()
    with pytest.raises(BadToken) as caught:
        typed.hear("two words")
    assert "help" not in str(caught.value)


def test_legal_hexes_are_listed_and_tiles_too() -> None:
    play, said, typed = desk(land("c3:usable c13:new", own="a1"))
    typed.hear("legal")
    assert said == ["Legal hexes: B1 A2", "Tiles you can use: paddock"]
    do(play, "tile-2")
    said.clear()
    typed.hear("legal")
    assert said[0] == "Legal hexes: A1"
    do(play, "back", "b1", "choose")
    said.clear()
    typed.hear("LEGAL")
    assert len(said) == 1  # between builds there is no tile to use


def test_a_choice_of_cards_is_no_tile() -> None:
    play = Play(kingdom(Options(players=2, seed="evening", two_cards=True), [HUMAN, BOT]))
    others_act(play)
    said: list[str] = []
    Typed(play, said.append).hear("legal")
    assert said == ["There are no legal hexes."]


def test_why_tells_the_reason_in_words_without_the_id_of_a_rule() -> None:
    play, said, typed = desk(land("c3:usable", own="a1 c2"))
    for text in ("why k8", "why b1", "why a1", "why t20", "why paddock@a1-a2", "why end"):
        typed.hear(text)
    assert said[:3] == [
        "K8 is water, but your card is grass.",
        "It is legal.",
        "A1 is taken: only one settlement fits on a hex.",
    ]
    assert said[3].startswith("Your card is grass; your settlements touch ")
    assert not [text for text in said if re.search(r"\b[A-Z]+-[A-Z0-9]", text)]
    said.clear()
    do(play, "tile-1")  # with a tile in hand a hex is what Enter would choose
    for text in ("why a1", "why t20"):
        typed.hear(text)
    assert said[0] == "It is legal."
    assert said[1] == "You have no settlement on T20 to move."


def test_gain_tells_what_a_move_pays() -> None:
    _, said, typed = desk()
    typed.hear("gain j8")
    typed.hear("gain a1")
    assert said == ["Fishermen +1, Knights +2.", "Knights +2."]
    play, said, typed = desk(land("m3:usable", own="c2 d2 m2 a5"))
    typed.hear("gain b5")
    assert said == ["No gold now."]
    do(play, "tile-1")
    typed.hear("gain c2")  # as Enter would do it: the Temple takes it back
    assert said[-1] == "Knights -2."


def test_about_says_everything_of_a_hex() -> None:
    play, said, typed = desk(position(LAND, settlements=["c2", "j8"], card="grass", hands=CARDS))
    typed.hear("about J8")
    assert said == [
        "J8: grass; settled by Ben; next to water; J8 is taken: only one settlement fits on a hex."
    ]
    place = typed.about(parse_hex("c3"))
    assert place.startswith("C3: Paddock, move one two hexes")
    assert "2 tiles left" in place
    # Beside C2: no more in a row than in its own (Knights), but the Paddock is reached.
    assert typed.about(parse_hex("b2")) == "B2: grass; next to Paddock; legal; Knights +2"
    assert where(play) == "k11"


def test_a_word_that_is_no_command_is_not_taken_for_a_hex() -> None:
    _, _, typed = desk()
    with pytest.raises(BadToken, match="'resign': neither a move nor a command"):
        typed.hear("resign")
    with pytest.raises(BadToken, match="not a hex"):
        typed.hear("z9")


def test_goals_say_what_pays() -> None:
    _, said, typed = desk()
    typed.hear("goals")
    assert [text.partition(":")[0] for text in said][:4] == [
        "Fishermen",
        "Knights",
        "Merchants",
        "Castles",
    ]


def test_undo_redo_and_the_whole_turn_by_word() -> None:
    play, _, typed = desk()
    for text in ("f6", "f7", "undo", "redo", "restart"):
        typed.hear(text)
    assert tokens(play) == "f6 f7 undo redo undo undo"
    assert play.state.settlements[0] == 0


def test_out_of_turn_only_questions_that_make_sense_are_answered() -> None:
    play, said, typed = desk(position(LAND, seat=1, card="grass", hands=["desert", ""]))
    for text in ("legal", "why a1", "gain a1", "a1"):
        with pytest.raises(NotYourMove):
            typed.hear(text)
    assert said == []
    typed.hear("about a1")
    typed.hear("go a1")
    assert len(said) == 1
    assert where(play) == "a1"


def test_a_guess_is_shown_while_typing() -> None:
    _, _, typed = desk()
    assert "notation" in plain(typed.guess(""))
    assert plain(typed.guess("g")).count("  ") >= 1
    for start in ("go", "gai", "L"):
        assert start.lower() in plain(typed.guess(start))
    assert typed.guess("g7") == ()
    assert "tile number" in plain(typed.guess("ti"))
