"""A hint at the board: all of it is chosen but the last Enter, whatever kind of move it is."""

from __future__ import annotations

import random

import pytest

from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.ground.moves import Action, format_move, parse_move
from engine.kingdom.rules.actions import legal
from engine.kingdom.setup import Options
from engine.kingdom.state import Phase
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.play.session import HUMAN
from tests.helpers import position, table
from tests.kbtui.playing import (
    PEOPLE,
    at_board,
    do,
    kingdom,
    lit,
    others_act,
    tokens,
    view_of,
    where,
)

CARDS = ["", "desert"]
ALL = ("base", "marshlands")
BASE = ("harbor", "tavern", "paddock", "barn")


def with_tiles(kind: str, card: str = "grass") -> Play:
    """A tile of the kind at c3, two of them for a bonus, beside settlements of the person."""
    setup = table("G", {"c3 m3": kind, "b9 l9": "W"})
    state = position(
        setup, settlements=["c2 m2 k7"], tiles=["c3:usable m3:usable"], card=card, hands=CARDS
    )
    return at_board(state)


def words(play: Play) -> str:
    """What the key hints say of Enter."""
    line = prompts.hints(play, view_of(play))
    texts = [run.text for run in line]
    return texts[texts.index("Enter") + 1].strip() if "Enter" in texts else ""


@pytest.mark.parametrize(
    ("kind", "token"),
    [
        ("farm", "c1"),
        ("farm", "farm@c1"),
        ("oracle", "oracle@d2"),
        ("paddock", "paddock@k7-m7"),
        ("harbor", "harbor@k7-b9"),
        ("barn", "barn@k7-d2"),
    ],
)
def test_enter_plays_the_hint(kind: str, token: str) -> None:
    play = with_tiles(kind)
    move = parse_move(token)
    assert move in {*legal(play.state)}, "the test proposes something legal"
    play.take_up(format_move(move))
    assert tokens(play) == ""
    assert play.cursor.hex == move[2]
    assert parse_hex(where(play)) in {parse_hex(name) for name in lit(play).split()}
    do(play, "choose")
    assert tokens(play) == token


def test_a_hint_to_end_asks_and_enter_ends() -> None:
    play = do(with_tiles("farm"), "c1", "choose", "d1", "choose", "e1", "choose")
    play.ask = "never"
    play.take_up("end")
    assert play.is_asking
    do(play, "choose")
    assert tokens(play) == "c1 d1 e1 end"


def test_a_hint_for_one_tile_takes_the_place_of_another_in_hand() -> None:
    play = do(with_tiles("farm"), "tile-1")
    play.take_up("d2")
    assert play.tile is None
    do(play, "choose")
    assert tokens(play) == "d2"


@pytest.mark.parametrize("command", ["west", "next", "back", "goal", "tile-1", "undo-turn"])
def test_whatever_else_is_done_lays_the_hint_aside(command: str) -> None:
    play = do(with_tiles("farm"), "c1", "choose")
    play.take_up("d1")
    play.do(command)
    assert play.hinted is None


def test_going_elsewhere_lays_it_aside_too() -> None:
    play = with_tiles("farm")
    play.take_up("d2")
    play.go(parse_hex("c1"))
    do(play, "choose")
    assert tokens(play) == "c1"


def test_a_click_on_the_hinted_hex_plays_it_and_one_elsewhere_does_not() -> None:
    play = with_tiles("paddock")
    play.take_up("paddock@k7-m7")
    play.point(parse_hex("m7"))
    assert tokens(play) == "paddock@k7-m7"
    play = with_tiles("farm")
    play.take_up("d2")
    play.point(parse_hex("c1"))
    assert tokens(play) == ""
    play.point(parse_hex("c1"))
    assert tokens(play) == "c1"


@pytest.mark.slow
def test_every_move_of_whole_games_can_be_a_hint() -> None:
    """With every tile, double cards, Canoes that react, and two cards to choose from."""
    kinds: set[Action] = set()
    marshes = ("canoe-standin", "temple-standin", "refuge-standin", "fountain-standin")
    for number, quadrants in enumerate((marshes, BASE, marshes)):
        chance = random.Random(number)
        base = Options(players=4, seed=f"hints {number}", sets=ALL, two_cards=bool(number % 2))
        options = base._replace(quadrants=quadrants)
        play = Play(kingdom(options, (HUMAN,) * 4, PEOPLE))
        while True:
            others_act(play)
            if play.session.is_over:
                break
            if play.hands_over_to is not None:
                do(play, "choose")
            moves = [*legal(play.state)]
            named = sorted({move[0] for move in moves})
            action = chance.choice(named)  # rare kinds as often as others
            move = chance.choice([move for move in moves if move[0] == action])
            if play.state.phase is not Phase.CHOOSE and chance.random() < 0.2 and play.tiles:
                play.do("tile-1")  # something else was in hand
            play.take_up(format_move(move))
            said = words(play)
            if action is Action.PASS:
                assert said == "pass"
            do(play, "choose")
            kinds.add(action)
            assert play.session.table.entries[-1].token == format_move(move)
    wanted = {Action.BUILD, Action.END, Action.PLAY, Action.PASS, Action.CANOE, Action.TEMPLE}
    wanted |= {Action.BARN, Action.HARBOR, Action.TAVERN, Action.FOUNTAIN, Action.REFUGE}
    assert wanted <= kinds
