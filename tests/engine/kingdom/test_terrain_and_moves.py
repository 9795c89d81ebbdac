"""Terrain cards, and the notation of moves: one token each, read in any case, written in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadToken
from engine.kingdom.ground.hexes import ALL, parse_hex
from engine.kingdom.ground.moves import (
    END,
    LOCATION_KINDS,
    MARSH_KINDS,
    NOWHERE,
    PASS,
    Action,
    Move,
    Shape,
    format_move,
    location_kind,
    make_move,
    parse_move,
    shape,
)
from engine.kingdom.ground.terrain import (
    BUILDABLE,
    FACES,
    SPECIAL,
    UNKNOWN,
    format_card,
    parse_card,
)

G7, H9 = parse_hex("g7"), parse_hex("h9")
FOREST, MARSH_DESERT = parse_card("forest"), parse_card("marsh/desert")

# One token for every action, written by hand from the notation.
TOKENS = {
    "g7": make_move(Action.BUILD, NOWHERE, G7),
    "oracle@g7": make_move(Action.ORACLE, NOWHERE, G7),
    "farm@g7": make_move(Action.FARM, NOWHERE, G7),
    "oasis@g7": make_move(Action.OASIS, NOWHERE, G7),
    "tower@g7": make_move(Action.TOWER, NOWHERE, G7),
    "tavern@g7": make_move(Action.TAVERN, NOWHERE, G7),
    "barn@g7-h9": make_move(Action.BARN, G7, H9),
    "harbor@g7-h9": make_move(Action.HARBOR, G7, H9),
    "paddock@g7-h9": make_move(Action.PADDOCK, G7, H9),
    "fountain@g7": make_move(Action.FOUNTAIN, NOWHERE, G7),
    "temple@g7": make_move(Action.TEMPLE, G7, NOWHERE),
    "refuge@g7-h9": make_move(Action.REFUGE, G7, H9),
    "canoe@g7": make_move(Action.CANOE, NOWHERE, G7),
    "refuge+@g7-h9": make_move(Action.REFUGE_BONUS, G7, H9),
    "canoe+@g7": make_move(Action.CANOE_BONUS, NOWHERE, G7),
    "play:forest": make_move(Action.PLAY, NOWHERE, FOREST),
    "pass": PASS,
    "end": END,
    "deal:?": make_move(Action.DEAL, NOWHERE, UNKNOWN),
    "show:marsh/desert": make_move(Action.SHOW, NOWHERE, MARSH_DESERT),
}


def test_the_list_above_names_every_action_once() -> None:
    assert sorted(move[0] for move in TOKENS.values()) == sorted(Action)


@pytest.mark.parametrize(("token", "move"), TOKENS.items())
def test_a_token_is_read_and_written(token: str, move: Move) -> None:
    assert parse_move(token) == move
    assert format_move(move) == token


@pytest.mark.parametrize(("token", "move"), TOKENS.items())
def test_any_case_is_read(token: str, move: Move) -> None:
    assert parse_move(token.upper()) == move


HEX = st.sampled_from(ALL)
CARD = st.integers(0, 9)


@st.composite
def any_move(draw: st.DrawFn) -> Move:
    action = draw(st.sampled_from(Action))
    match shape(action):
        case Shape.HEX:
            return make_move(action, NOWHERE, draw(HEX))
        case Shape.TAKE:
            return make_move(action, draw(HEX))
        case Shape.PATH:
            return make_move(action, draw(HEX), draw(HEX))
        case Shape.CARD:
            return make_move(action, NOWHERE, draw(CARD))
        case Shape.BARE:
            return make_move(action)


@given(any_move())
def test_every_move_survives_a_round_trip_through_printable_ascii(move: Move) -> None:
    token = format_move(move)
    assert parse_move(token) == move
    assert token.isascii()
    assert token.isprintable()
    assert " " not in token


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "g", "g21", "u7", "7g", "g7 ", "g7-h9", "build@g7", "castle@g7"),
        *("oracle", "oracle@", "oracle@u7", "oracle:g7", "oracle@g7-h9", "temple@g7-h9"),
        *("barn@g7", "barn@g7-", "barn@-h9", "barn@g7-h9-g7", "barn:g7-h9", "barn@g7h9"),
        *("end@g7", "end:", "pass:forest", "endd", "tavern+@g7", "temple+@g7", "fountain+@g7"),
        *("play", "play@forest", "play:", "play:water", "play:marsh", "play:?", "show:?"),
        *("deal", "deal:castle", "deal:forest/marsh", "deal@?", "@g7", ":forest", "@", "g7@g7"),
    ],
)
def test_what_is_no_move_is_refused(token: str) -> None:
    with pytest.raises(BadToken):
        parse_move(token)


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_a_bad_token(text: str) -> None:
    try:
        move = parse_move(text)
    except BadToken:
        return
    assert parse_move(format_move(move)) == move


def test_a_wrong_form_is_answered_with_the_right_one() -> None:
    with pytest.raises(BadToken, match="barn@g7-h9"):
        parse_move("barn:g7")
    with pytest.raises(BadToken, match="there is no action called 'castle'"):
        parse_move("castle@g7")


@pytest.mark.rule("C-2", "C-7")
def test_there_are_eight_base_kinds_of_location_and_four_of_marshlands() -> None:
    base = {"oracle", "farm", "oasis", "tower", "tavern", "barn", "harbor", "paddock"}
    marsh = {"temple", "refuge", "canoe", "fountain"}
    assert {location_kind(name) for name in base | marsh} == set(LOCATION_KINDS)
    assert {location_kind(name) for name in marsh} == set(MARSH_KINDS)
    assert len(LOCATION_KINDS) == 12


@pytest.mark.parametrize("name", ["castle", "build", "end", "refuge+", "canoe+", "Tavern", ""])
def test_no_other_word_is_a_location_kind(name: str) -> None:
    assert location_kind(name) is None


@pytest.mark.rule("GEO-4", "GEO-5")
def test_marsh_is_buildable_land_and_water_mountain_and_special_hexes_are_not() -> None:
    words = {terrain.word for terrain in BUILDABLE}
    assert words == {"grass", "flowers", "forest", "canyon", "desert", "marsh"}
    assert {terrain.word for terrain in SPECIAL} == {"castle", "palace", "location"}


@pytest.mark.rule("C-4", "C-7")
def test_there_are_five_single_cards_and_five_with_marsh() -> None:
    singles = ["grass", "flowers", "forest", "canyon", "desert"]
    shown = {format_card(card): {face.word for face in FACES[card]} for card in range(len(FACES))}
    doubles = {f"marsh/{word}": {word, "marsh"} for word in singles}
    assert shown == {word: {word} for word in singles} | doubles


def test_every_card_is_read_back_in_any_case() -> None:
    for card in (*range(len(FACES)), UNKNOWN):
        assert parse_card(format_card(card)) == card
        assert parse_card(format_card(card).upper()) == card


@pytest.mark.parametrize("word", ["", "marsh", "water", "forest/marsh", "marsh/", "??", "forest "])
def test_what_is_no_card_is_refused(word: str) -> None:
    with pytest.raises(BadToken, match="not a terrain card"):
        parse_card(word)
