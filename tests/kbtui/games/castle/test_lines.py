"""Castle Builder in lines: what is drawn, asked, typed and answered."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.castle.game import GAME
from engine.castle.state import State
from kbtui.games.castle.lines import drawing
from kbtui.games.castle.lines.plain import PLAIN
from kbtui.games.plain import Asked
from kbtui.play.session import HUMAN, Session
from kbtui.text.i18n import LANGUAGES, use
from tests.engine.castle.positions import played, position
from tests.kbtui.desks import Desk

NAMES = ("Ann", "Bob")
# Level 2 over the gate: F1 gives 6 and H1 2, so G2 is 8; E2 has sky on its left.
CASTLE = {"f1": "wall6", "j1": "wall3", "g2": "wall8", "e2": "lside2"}


def asked(state: State, seat: int | None = 0) -> Asked:
    def move(text: str) -> object:
        return GAME.parse(PLAIN.token(state, text))

    seen = GAME.observe(state, seat)
    return Asked(seen, seat, NAMES, move, lambda it: GAME.explain(seen, it), seat)


def answer(state: State, line: str, seat: int | None = 0) -> list[str]:
    word, _blank, rest = line.partition(" ")
    return [*PLAIN.questions[word].answer(asked(state, seat), rest)]


@pytest.fixture
def table() -> State:
    own = {"castle": CASTLE, "rack": ["wall4", "wall5", "wall12"], "baron": 6}
    return position(own, {"baron": 7}, market=("princess", "wall5", "wall9"))


# ---- the drawing ----------------------------------------------------------------------------


def test_a_castle_stands_on_its_letters(table: State) -> None:
    rows = [row.rstrip() for row in drawing.castle_rows(table.castles[0])]
    assert rows == [
        "        ~~2][ 8]",
        "          [ 6][#2][ 3]",
        " a b c d e f g h i j k l m n o",
    ]


def test_new_tiles_and_legal_cells_are_marked(table: State) -> None:
    after = played(table, "wall5@i2")  # 2 + 3
    lines = PLAIN.board(asked(after, None), None, table)
    assert "~~2][ 8]{ 5}" in lines[1]
    lines = PLAIN.board(asked(table), None, None)
    assert lines[0].startswith("1 Ann: coins 0, rack 3")
    # A princess on level 3 moves 3 and 1 for her ruby; on level 1 nothing moves.
    assert lines[1].startswith(" " * 10 + ">4")
    assert lines[3].startswith("  >0  >0  [ 6][#2][ 3]>0  >0")
    assert all(len(line) < 80 for line in lines)


def test_a_castle_is_said_level_by_level_and_as_a_skyline(table: State) -> None:
    assert answer(table, "castle") == [
        "Ann's castle: 2 levels, 0 windows, 0 roofs, 0 people.",
        "Level 2: E2 Left Side Wall 2, G2 Stone Wall 8.",
        "Level 1: F1 Stone Wall 6, H1 Castle Gate 2, J1 Stone Wall 3.",
    ]
    assert answer(table, "castle 2")[0].startswith("Bob's castle: 1 level")
    (line,) = answer(table, "skyline")
    assert line.endswith(": 0 0 0 0 2 2 2 2 1 1 1 0 0 0 0 0.")


# ---- what is asked --------------------------------------------------------------------------


def test_a_turn_lists_rack_and_market_with_their_numbers(table: State) -> None:
    assert PLAIN.task(table) == (
        "build a tile or draw 2. Rack: 1 Stone Wall 4, 2 Stone Wall 5, 3 Stone Wall 12. "
        "Market: 8 Stone Wall 5, 9 Stone Wall 9, 0 Princess any."
    )
    assert PLAIN.hides(table)
    assert PLAIN.awaited(table, "Ben") == "Waiting for Ben."


def test_a_surplus_out_of_turn_is_unmistakable() -> None:
    full = {"rack": ["wall1", "wall2", "wall3", "wall4", "wall5", "wall6", "wall7", "wall8"]}
    state = position({}, full, agenda=[("end", 0, 0), ("drop", 1, 0)])
    told = PLAIN.task(state)
    assert told.startswith("it is not your turn, but you have 8 tiles and must discard 1: ")
    assert told.endswith("7 Stone Wall 7, 8 Stone Wall 8.")
    assert PLAIN.token(state, "drop:8") == PLAIN.token(state, "wall8") == "drop:wall8"


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("3@e2", "wall12@e2"),
        ("3@e2+1", "wall12@e2+wall4"),
        ("8@i2", "market:wall5@i2"),
        ("9@i2+1+2", "market:wall9@i2+wall4+wall5"),
        ("market:0@d3", "market:princess@d3"),
        ("wall5@i2", "wall5@i2"),
        ("draw", "draw"),
        ("7@e2", "7@e2"),
    ],
)
def test_tiles_can_be_typed_by_number(table: State, typed: str, token: str) -> None:
    assert PLAIN.token(table, typed) == token


@pytest.mark.parametrize(
    ("task", "typed", "token"),
    [
        ("coin", "mill", "coin:mill"),
        ("mill", "8", "mill:wall10"),
        ("take", "take:0", "take:wall14"),
        ("thief", "thief:2", "thief:2"),
        ("catapult", "2@f1", "catapult:2@f1"),
        ("collapse", "f1", "collapse:f1"),
    ],
)
def test_what_is_asked_for_need_not_be_said(task: str, typed: str, token: str) -> None:
    own, other = {"castle": {"f1": "wall6"}}, {"castle": {"f1": "wall6"}, "rack": ["wall3"]}
    state = position(own, other, agenda=[("end", 0, 0), (task, 0, int(task == "coin"))])
    assert PLAIN.token(state, typed) == token
    assert PLAIN.task(state)
    assert GAME.explain(state, GAME.parse(token)) is None


# ---- questions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why wall5@i2", "It is legal."),
        ("why 3@i2", "To stand on I2, the tile needs 5 = 2 + 3, but it is 12: too far to pay."),
        ("why wall5@g2", "There is already a tile on G2."),
        ("why wall5@e2", "There is already a tile on E2."),
        ("why wall5@o2", "There is no tile below O2."),
        ("why wall5@k2", "The right half of the tile would hang over nothing."),
        # 2 spaces lead to 8, a coin space.
        (
            "gain wall5@i2",
            "The number there is 5 = 2 + 3. The baron moves 2 spaces, to space 8, a coin space. "
            "You take 1 coin.",
        ),
        (
            "gain wall4@i2+wall5",
            "The number there is 5 = 2 + 3. You pay with 1 tile. The baron moves 2 spaces, to "
            "space 8, a coin space. You take 1 coin.",
        ),
        ("gain wall5@b1", "On level 1 any number fits, and the baron does not move."),
        ("gain draw", "You draw 2 tiles from the reserve."),
    ],
)
def test_why_and_gain(table: State, line: str, told: str) -> None:
    assert answer(table, line) == [told]


def test_a_gain_tells_hops_tiles_and_the_last_coin() -> None:
    rich = {"castle": {"f1": "wall6"}, "rack": ["wall8"], "coins": ["mill"] * 3 + ["ruby"] * 3}
    state = position(rich | {"baron": 20}, {"baron": 22})
    # Space 22 is a coin space with a baron on it: on to 23.
    assert answer(state, "gain wall8@g2") == [
        "The number there is 8 = 6 + 2. The baron moves 2 spaces, to space 23, a plain space. "
        "It does not stop on rubies and other barons. You take 1 coin. That wins the game."
    ]
    state = position({"castle": {"f1": "wall6"}, "rack": ["wall8"], "baron": 4}, {"baron": 9})
    assert answer(state, "gain wall8@g2")[0].endswith(
        "to space 6, a tile space. You gain 1 tile from the reserve."
    )


def test_each_coin_says_what_it_would_do_now() -> None:
    own = {"castle": {"f1": "window4", "j1": "window4"}, "coins": ["ruby"], "baron": 5}
    other = {"castle": {"f1": "roof5"}, "rack": ["wall1", "wall2"], "baron": 7}
    agenda = [("end", 0, 0), ("coin", 0, 1)]

    def told(*offered: str, peace: bool = False) -> list[str]:
        state = position(own, other, offered=offered, agenda=agenda, peace=peace)
        return [line.strip().partition(", ")[2] for line in answer(state, "coins")[1:4]]

    assert told("windows", "roofs", "people") == [
        "nobody has one, so nobody gains tiles.",
        "2 tiles for Ann, with 2.",
        "2 tiles for Bob, with 1.",
    ]
    assert told("ruby", "monk", "tower") == [
        "the baron moves to space 6, a tile space.",
        "2 tiles for Ann and Bob, with 1.",
        "3 tiles for Bob.",
    ]
    assert told("lady", "mill", "collapse")[::2] == [
        "these players lose a random tile: Bob.",
        "take down one of the 2 free tiles in your castle.",
    ]
    assert told("thief", "catapult", "mill", peace=True)[0] == "take a tile from the market."


def test_a_rack_is_for_its_owner_alone(table: State) -> None:
    assert answer(table, "rack")[0] == "Rack: 1 Stone Wall 4, 2 Stone Wall 5, 3 Stone Wall 12."
    for viewer in (1, None):
        assert answer(table, "rack", viewer)[0] == "Ann: 3 hidden tiles."
        board = PLAIN.board(asked(table, viewer), None, None)
        assert not any("Stone Wall 12" in line for line in board)


def test_a_tile_says_everything_about_itself(table: State) -> None:
    assert " ".join(map(str.strip, answer(table, "about rside3"))) == (
        "Right Side Wall any over 3: base stone on the left, sky on the right; top stone on the "
        "left, sky on the right; 1 window; never first on a level; typed as rside3; copies in "
        "the box: 2."
    )


# ---- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_fits_a_narrow_terminal_in_every_language(language: str) -> None:
    use(language)
    try:
        options = {"players": 4, "seed": language, "royal": True}
        desk = Desk(Session("castle", options, (HUMAN, "greedy", "greedy", "novice")))
        for command in ("board", "legend", "castle 2", "track", "coins", "help", "legal"):
            said = desk.type(command)
            assert all(len(line) <= 80 for line in said if command != "help"), command
        desk.play_on(Random(1), 40)
        assert not re.search(r"\{\w*\}", " ".join(desk.said))
    finally:
        use("en")


def test_a_build_can_be_undone_until_the_next_person_decides() -> None:
    desk = Desk(Session("castle", {"players": 2, "seed": "undo"}, (HUMAN, HUMAN)))
    desk.type("")
    (first,) = re.findall(r"build: (\d+)=", " ".join(desk.type("legal")))
    assert desk.type(first)[-1] == "Pass the keyboard to Sky, who presses Enter."
    assert desk.type("undo")[-1].startswith("Orange, your turn: ")
    desk.type("legal")
    desk.type(first)
    desk.type("")  # person 2 has the keyboard, and must not see the rack of person 1
    assert desk.type("undo")[-1] == "Pass the keyboard to Orange, who presses Enter."
    desk.type("")
    desk.type("draw")
    assert desk.type("undo") == ["No. You have nothing to undo."]


def test_a_number_says_nothing_before_the_keyboard_is_taken_and_people_have_their_names() -> None:
    names = ("Zoe", "Bob")
    desk = Desk(Session("castle", {"players": 2, "seed": "undo"}, (HUMAN, HUMAN), names))
    passed = "Pass the keyboard to Zoe, who presses Enter."
    assert desk.type("1@f1") == [passed]
    assert desk.type("")[-1].startswith("Zoe, your turn: ")
    assert desk.type("draw")[0] == "Zoe draws 2 tiles."
