"""What the player is told: what is asked, what a cell brings, which keys work, in every phase."""

from __future__ import annotations

import pytest

from engine.castle.state import State
from kbtui.games.castle.play import hints, pointing, prompts
from kbtui.games.castle.play.hand import Play
from kbtui.games.castle.play.typed import Typed
from kbtui.paint.runs import plain
from kbtui.play.session import HUMAN, REMOTE
from kbtui.text.keys import GAME, HAND, commands_of
from tests.engine.castle.positions import played, position, taking
from tests.kbtui.games.castle.castle_people import at_castle, do
from tests.kbtui.playing import BOT, view_of

CASTLE = {"f1": "wall6", "j1": "wall3"}  # G2 is 8 = 6 + 2, I2 is 5 = 2 + 3


def fresh(*rack: str, baron: int = 1, **more: object) -> State:
    own = {"castle": CASTLE, "rack": [*rack], "baron": baron}
    other = {"baron": 3, "castle": CASTLE, "rack": ["wall2"]}
    market = ("wall8", "wall12", "wall14")
    return position(own, other, market=market, **more)  # type: ignore[arg-type]


def asked(play: Play) -> str:
    return plain(prompts.prompt(play, view_of(play)))


def told(play: Play) -> str:
    return plain(pointing.place(play, view_of(play)))


def keys(play: Play, columns: int = 200) -> str:
    return plain(hints.hints(play, view_of(play), columns))


def test_at_first_all_the_ways_are_named() -> None:
    play = at_castle(fresh("wall5", "wall4"))
    assert "1-2 rack, 8 9 0 market, d draw" in asked(play)
    assert "890 market" in keys(play)
    assert "Enter choose" in keys(play)


def test_a_legal_cell_says_what_it_brings() -> None:
    """CB-48: on space 3 stands Ben, so the second step ends on space 4."""
    play = do(at_castle(fresh("wall5")), "tile-1")
    assert told(play) == "I2  legal  5 = 2 + 3  baron +2 to space 4  hops Ben"
    assert "choose a cell; 5 are legal" in asked(play)
    do(play, "b1")
    assert told(play) == "B1  legal  any number, no move"


def test_a_coin_and_a_tile_on_the_way_are_named() -> None:
    play = do(at_castle(fresh("wall5", baron=6)), "tile-1")  # space 8 is a coin space (CB-101)
    assert told(play).endswith("1 coin")
    play = do(at_castle(fresh("wall5", baron=4)), "tile-1")  # and space 6 a tile space
    assert told(play).endswith("1 tile from the reserve")


def test_what_cannot_be_done_says_why() -> None:
    play = do(at_castle(fresh("wall5")), "tile-1", "c2")
    assert told(play) == "C2  no tile below it"
    do(play, "g2")
    assert "8 = 6 + 2" in told(play)
    do(play, "f1")
    assert told(play) == "F1  Stone Wall 6  gives 6"


def test_a_payment_is_announced_and_asked_for() -> None:
    play = do(at_castle(fresh("wall4", "wall10")), "tile-1", "i2")
    assert "pay 1 tile" in told(play)
    do(play, "choose")
    assert "Stone Wall 4 on I2 needs 5 = 2 + 3: discard which tile?" in asked(play)
    assert told(play) == "Stone Wall 10: fits in your castle"  # on level 1
    assert "Enter pay" in keys(play)


def test_a_draw_says_what_is_left_over() -> None:
    full = ("wall1", "wall2", "wall3", "wall4", "wall5", "wall7", "wall9")
    assert "and discard 2" in asked(do(at_castle(fresh(*full)), "draw"))
    assert "discard" not in asked(do(at_castle(fresh("wall1")), "draw"))


def test_coins_say_what_they_do_now() -> None:
    state = fresh(
        "wall5", offered=("monk", "windows", "thief"), agenda=[("end", 0, 0), ("coin", 0, 2)]
    )
    play = at_castle(state)
    assert "Take the first of 2 coins:" in asked(play)
    assert told(play) == ("Thief: a random tile from a rack you choose; tiles there: Ben 1")
    do(play, "tile-3")
    assert told(play) == "Monk: 3 tiles for Ann and Ben"
    assert "Enter take" in keys(play)


@pytest.mark.parametrize(
    ("coin", "wanted"),
    [
        ("thief", "Rob whom?   2 Ben (1) "),
        ("collapse", "Collapse: take down a free tile in your castle; 2 are free"),
        ("catapult", "Catapult: take down a free tile in another castle; 2 are free"),
    ],
)
def test_every_effect_that_asks_says_for_what(coin: str, wanted: str) -> None:
    players = {"castle": CASTLE}, {"castle": CASTLE, "rack": ["wall2"]}
    play = at_castle(taking(coin, *players))
    assert wanted in asked(play)
    assert told(play)


def test_who_waits_is_told_for_whom_and_for_what() -> None:
    other = {"rack": [f"wall{n}" for n in range(1, 9)]}
    state = position({}, other, agenda=[("end", 0, 0), ("drop", 1, 0)])
    play = at_castle(state, (HUMAN, REMOTE))
    assert "Waiting for Ben to discard." in asked(play)
    left, _right = hints.title(play, view_of(play))
    assert "Ben  discards" in plain(left)
    assert "hurry" not in keys(play)
    play = at_castle(position({}, {}, seat=1), (HUMAN, BOT))
    assert "Ben is thinking. Press Enter to hurry." in asked(play)


def test_out_of_turn_the_title_says_what_to_do() -> None:
    other = {"rack": [f"wall{n}" for n in range(1, 9)]}
    state = position({}, other, agenda=[("end", 0, 0), ("drop", 1, 0)])
    play = at_castle(state, (BOT, HUMAN))
    assert "discard now" in plain(hints.title(play, view_of(play))[0])
    assert "You have 8 tiles: discard 1." in asked(play)


def test_the_counts_of_all_castles_take_the_place_of_what_is_asked() -> None:
    play = do(at_castle(fresh("wall5")), "goal", "goal", "goal", "goal")
    assert asked(play).endswith("Levels: ●1 1  ■2 1")


def test_only_commands_that_exist_are_hinted_at() -> None:
    known = {command.name for table in (GAME, HAND) for command in commands_of(table)}
    for play in (
        at_castle(fresh("wall5", royal=True)),
        do(at_castle(fresh("wall5")), "b1", "choose"),
    ):
        assert {*hints.commands(play)} <= known


def test_lines_are_heard_as_in_line_mode() -> None:
    said: list[str] = []
    play = at_castle(fresh("wall5", "wall4"))
    typed = Typed(play, said.append)
    typed.hear("legal")
    assert "wall5@i2  moves 2" in said
    assert any(text.startswith("wall4@i2+wall5") for text in said)
    typed.hear("why 2@g2")
    assert "8 = 6 + 2" in said[-1]
    typed.hear("2@i2")
    assert play.session.table.entries[-1].token == "wall5@i2"
    assert typed.about(play.place).startswith("I2: Stone Wall 5.")


def test_with_little_room_the_tile_that_is_pointed_at_keeps_its_name() -> None:
    state = taking("mill", {"rack": ["wall1"]}, {})
    play = at_castle(played(state, "show:wall5", "show:wall7", "show:lady11"))
    assert asked(play).count("Stone Wall") == 2
    for name in ("Stone Wall 5", "Stone Wall 7", "Lady 11"):
        short = plain(prompts.prompt(play, view_of(play), short=True))
        assert name in short
        assert (short.count("Stone Wall"), short.count("Lady")) in ((1, 0), (0, 1))
        do(play, "east")
