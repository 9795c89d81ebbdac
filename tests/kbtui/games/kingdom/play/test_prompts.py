"""What the screen says: one sentence for each situation, keys that work, facts about a hex."""

from __future__ import annotations

from copy import copy
from random import Random

import pytest

from engine.kingdom.ground.hexes import parse_hex
from engine.kingdom.setup import Options, parse_options
from engine.kingdom.state import Phase, State
from engine.table import Entry
from kbtui.games.kingdom.play import prompts
from kbtui.games.kingdom.play.hand import Play
from kbtui.paint.glyphs import ASCII
from kbtui.paint.runs import Line, length, plain
from kbtui.play.session import HUMAN
from kbtui.text.keys import GAME, Keys, commands_of
from tests.helpers import position, table
from tests.kbtui.games.kingdom.play.test_hand_monkey import GAMES, Monkey, others
from tests.kbtui.playing import BOT, at_board, do, kingdom, others_act, view_of
from tests.walks import options

CARDS = ["", "desert"]
LAND = table(
    "G",
    {"c3": "paddock", "m3": "temple", "c13": "farm", "m13": "canoe", "k8": "W", "k9": "S"},
    goals=("fishermen", "knights", "merchants"),
)


def land(tiles: str = "", own: str = "c2 m2 c12 m12", **more: object) -> State:
    return position(
        LAND,
        settlements=[own],
        tiles=[tiles],
        **{"card": "grass", "hands": CARDS, **more},  # type: ignore[arg-type]
    )


def said(play: Play, *, short: bool = False) -> str:
    return plain(prompts.prompt(play, view_of(play), short=short)).strip()


def hex_said(play: Play, name: str, *, short: bool = False) -> str:
    play.go(parse_hex(name))
    return plain(prompts.hex_line(play, view_of(play), short=short))


# The prompt


def test_a_turn_from_the_first_build_to_the_end() -> None:
    play = at_board(land(own=""))
    assert said(play) == "► Grass: build 3 settlements"
    do(play, "f6", "choose")
    assert said(play) == "► Grass: build 2 more settlements, next to your own if you can"
    assert said(play, short=True) == "► Grass: build 2 more settlements, next to yours"
    do(play, "f7", "choose")
    assert said(play).startswith("► Grass: build 1 more settlement,")
    do(play, "f8", "choose")
    assert said(play) == "► Nothing left to build. Press e to end your turn."
    do(play, "end")
    assert said(play) == "► End your turn? Press e to end it, Esc to keep playing."


def test_tiles_tell_their_steps() -> None:
    play = at_board(land("c3:usable m3:usable c13:usable", owed=0, begun=True))
    assert said(play) == "► Nothing left to build: use a tile or end your turn."
    do(play, "tile-1")
    assert said(play) == "► Farm: build one on grass"
    do(play, "tile-2")
    assert said(play) == "► Paddock: choose the settlement to move"
    do(play, "c2", "choose")
    assert said(play) == "► Paddock: move C2 to a lit hex"
    do(play, "tile-3")
    assert said(play) == "► Temple: choose the settlement to take off the board"


@pytest.mark.rule("M-CARD-1")
def test_a_double_card_and_its_halves() -> None:
    play = at_board(land(card="marsh/grass", own=""))
    assert said(play) == "► Grass or marsh: build 3 settlements, or 2 on marsh"
    do(play, "half-right")
    assert said(play) == "► Marsh: build 2 settlements"
    do(play, "half-left")
    assert said(play) == "► Grass: build 3 settlements"


def test_a_reaction() -> None:
    state = position(
        LAND,
        seat=1,
        settlements=["d13 m12", "c11"],
        tiles=["c13:usable m13:usable"],
        taken=["c13 m13"],
        card="grass",
        owed=1,
        begun=True,
        hands=["desert", ""],
    )
    play = at_board(state)
    play.session.follow(Entry(play.session.table.state.seat, "c12"))
    play.refresh()
    assert said(play) == "► Canoe: build on a lit marsh or water hex, or press e to pass"
    left, _right = prompts.title(play, view_of(play))
    assert "react now" in plain(left)
    assert any(run.tone.ground == "accent" for run in left[1:])
    assert [c for c in prompts.commands(play) if c in ("choose", "next", "end", "back")] == [
        "choose",
        "next",
        "end",
    ]
    assert "e pass" in plain(prompts.hints(play, view_of(play)))


def test_two_cards_are_named_with_their_keys() -> None:
    play = Play(kingdom(Options(players=2, seed="evening", two_cards=True), [HUMAN, BOT]))
    others_act(play)
    assert play.state.phase is Phase.CHOOSE
    words = said(play).removeprefix("► Choose a card: ").split(" or ")
    assert [word[0] for word in words] == ["1", "2"]
    line = prompts.prompt(play, view_of(play))
    assert [(run.text, run.act) for run in line if run.act] == [
        (words[0], "tile-1"),
        (words[1], "tile-2"),
    ]
    first = words[0][2:]
    assert f"Enter play {first}" in plain(prompts.hints(play, view_of(play)))


def test_others_are_waited_for() -> None:
    play = Play(kingdom(Options(players=2, seed="evening"), [BOT, HUMAN], ["Bot", "Ann"]))
    assert said(play) == "► The cards are being dealt."
    while play.session.table.to_act != 0:
        next(play.session.advance())
    play.refresh()
    assert said(play) == "► Bot is thinking. Press Enter to hurry."


def test_the_keyboard_is_passed_by_name() -> None:
    play = Play(kingdom(Options(players=2, seed="evening"), [HUMAN, HUMAN], ["Ann", "王さん"]))
    others_act(play)
    assert said(play) == "► Pass the keyboard to Ann, who presses Enter."
    assert prompts.commands(play)[0] == "choose"
    assert "take the keyboard" in plain(prompts.hints(play, view_of(play)))


def test_the_end_of_the_game() -> None:
    play = Play(kingdom(Options(players=2, seed="end"), [BOT, BOT]))
    others_act(play)
    assert said(play) == "► The game is over. Press Enter to count the gold."
    assert "to move" not in plain(prompts.title(play, view_of(play))[0])


def test_a_reason_comes_first_and_a_full_disk_is_in_the_title() -> None:
    play = do(at_board(land(own="")), "k8")
    play.do("choose")
    assert said(play) == "► K8 is water, but your card is grass."
    play.session.trouble = OSError(28, "No space left on device")
    assert said(play) == "► K8 is water, but your card is grass."
    _left, right = prompts.title(play, view_of(play))
    assert plain(right) == " not saved: No space left on device "


def test_a_goal_that_is_shown() -> None:
    play = do(at_board(land()), "goal", "goal")
    assert said(play) == "► Knights: 2 gold for each settlement in the row where you have the most"
    assert "Enter back" in plain(prompts.hints(play, view_of(play)))


def test_own_keys_are_named() -> None:
    play = at_board(land(owed=0, begun=True))
    view = view_of(play, keys=Keys(own={"end": ["f9"]}))
    assert "Press F9 to end your turn" in plain(prompts.prompt(play, view))
    assert "F9 end turn" in plain(prompts.hints(play, view))


# The hex


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a5", "A5  grass  legal  Knights +2  row 5: 0 yours"),
        ("j8", "J8  grass  legal  Fishermen +1  Knights +2  row 8: 0 yours"),
        ("k8", "K8  water  K8 is water, but your card is grass."),
        ("c3", "C3  Paddock  2 tiles left  C3 is a location, but your card is grass."),
    ],
)
def test_what_a_hex_is_and_pays(name: str, text: str) -> None:
    assert hex_said(at_board(land(own="")), name) == text


def test_a_settlement_is_told_with_its_owner() -> None:
    play = at_board(
        position(LAND, settlements=["f6", "q17"], card="grass", hands=CARDS),
    )
    assert hex_said(play, "q17") == "Q17  grass  ■2 Ben  taken"
    assert hex_said(play, "a1") == "A1  grass  not next to yours"
    assert hex_said(play, "g6").startswith("G6  grass  legal")
    assert hex_said(play, "g6").endswith("row 6: 1 yours")
    assert "row" not in hex_said(play, "g6", short=True)


def test_a_move_that_costs_gold_is_a_warning() -> None:
    play = do(at_board(land("m3:usable", own="j8 m2")), "tile-1")
    play.go(parse_hex("j8"))
    row = prompts.hex_line(play, view_of(play))
    assert "Fishermen -1" in plain(row)
    assert {run.tone.ink for run in row if "Fishermen" in run.text} == {"warning"}


def test_what_can_move_says_so() -> None:
    play = do(at_board(land("c3:usable")), "tile-1")
    assert hex_said(play, "c2") == "C2  grass  ●1 Ann  can move  row 2: 2 yours"


def test_the_mouse_goes_before_the_cursor() -> None:
    play = do(at_board(land(own="")), "a5")
    play.hover = parse_hex("k8")
    assert plain(prompts.hex_line(play, view_of(play))).startswith("K8  water")


def test_when_others_move_a_hex_is_only_described() -> None:
    play = at_board(position(LAND, seat=1, card="grass", hands=["desert", ""]))
    assert hex_said(play, "k8") == "K8  water"


def test_neighbours_that_matter() -> None:
    state = land()
    assert prompts.neighbors(state, parse_hex("j8")) == ["water"]
    assert prompts.neighbors(state, parse_hex("c12")) == ["Farm"]
    assert prompts.neighbors(state, parse_hex("t20")) == []
    shore = table("G", {"c3 d3": "W", "b4": "M", "e8": "K"})
    assert prompts.neighbors(position(shore), parse_hex("c4")) == ["water x2", "mountain"]


# Keys that do something now

OF_THE_SCREEN = {"hint", "type", "help", "rules", "replay", "leave"}  # they open something


def fingerprint(play: Play) -> object:
    looked = play.tile, play.origin, play.half, play.is_asking, play.goal, play.seat
    return looked, play.cursor, len(play.session.table.entries)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_hinted_key_does_something(name: str) -> None:
    """Each hinted command is tried at many moments of a game, on a copy of the game."""
    session = kingdom(parse_options(options(name, "hints")), GAMES[name])
    play = Play(session)
    monkey, random = Monkey(play, f"hints {name}"), Random(name)
    known = {command.name for command in commands_of(GAME)}
    tried = set()
    for _ in range(700):
        for _ in others(play):
            pass
        if session.is_over:
            break
        monkey.press()
        if session.table.to_act is None or random.random() < 0.8:
            continue
        for command in prompts.commands(play):
            assert command in known
            if command in OF_THE_SCREEN or (command == "back" and not play.has_step_back):
                continue
            again = copied(play)
            if not again.is_asked and again.hands_over_to is None and command == "choose":
                continue  # hurries the others: of the screen
            if command in ("choose", "next"):
                again.settle_in()
            before = fingerprint(again)
            assert again.do(command)
            assert again.error is None, f"{command}: {again.error}"
            is_only = command == "next" and again.wanted.bit_count() == 1
            assert is_only or fingerprint(again) != before, command
            tried.add(command)
    assert {"choose", "next", "undo", "end", "goal"} <= tried


def copied(play: Play) -> Play:
    """The same person at a copy of the table, whose log and states are lists of its own."""
    session, table = copy(play.session), copy(play.session.table)
    for name, value in vars(table).items():
        if isinstance(value, list):
            setattr(table, name, list(value))
    session.table = table
    again = Play(session, play.ask)
    again.seat, again.cursor = play.seat, play.cursor
    again.refresh()
    again.tile, again.origin, again.half = play.tile, play.origin, play.half
    again.is_asking, again.goal = play.is_asking, play.goal
    return again


def test_a_tile_that_rests_has_no_hint() -> None:
    def hinted(tiles: str, *, begun: bool = False) -> list[str]:
        found = prompts.commands(at_board(land(tiles, begun=begun, owed=2)))
        return [command for command in found if command.startswith("tile-")]

    assert hinted("c13:usable") == ["tile-1"]
    assert hinted("c13:used m13:usable") == []  # a Canoe waits for others
    assert hinted("c13:used c3:usable") == ["tile-2"]
    assert hinted("c13:usable", begun=True) == []  # T-4
    assert hinted("c13:new") == []


def test_the_hint_of_the_tiles_names_their_keys() -> None:
    play = at_board(land("c13:usable c3:usable m3:usable"))
    assert "1-3 tile" in plain(prompts.hints(play, view_of(play)))
    keys = Keys(own={"tile-1": ["f5"]})
    play = at_board(land("c13:usable"))
    assert "F5 tile" in plain(prompts.hints(play, view_of(play, keys=keys)))


def test_hints_are_clicked_as_commands() -> None:
    play = at_board(land("c13:usable"))
    row = prompts.hints(play, view_of(play))
    clicked = list(dict.fromkeys(run.act for run in row if run.act))
    assert clicked == prompts.commands(play)


# The title, and every line at once


def test_the_title_says_whose_turn_it_is() -> None:
    play = at_board(land())
    left, right = prompts.title(play, view_of(play))
    assert plain(left).split() == ["●1", "Ann", "your", "turn", "turn", "1"]
    assert plain(right).split() == ["draw", "28", "?", "help"]
    others_play = at_board(position(LAND, seat=1, card="grass", hands=["desert", ""]))
    left, _right = prompts.title(others_play, view_of(others_play))
    assert plain(left).split()[:4] == ["■2", "Ben", "to", "move"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two", "four on marshes", "two cards on marshes"])
def test_prompts_fit_80_columns_and_plain_signs_stay_plain(name: str) -> None:
    called = list("ABCD")[: len(GAMES[name])]
    session = kingdom(parse_options(options(name, "fit")), GAMES[name], called)
    play = Play(session)
    monkey = Monkey(play, f"fit {name}")
    for count in range(600):
        for _ in others(play):
            pass
        if session.is_over:
            break
        monkey.press()
        if count % 7:
            continue
        play.error = play.goal = None  # those may take both lines
        view = view_of(play, ASCII)
        lines: list[Line] = [prompts.prompt(play, view), prompts.hex_line(play, view)]
        left, right = prompts.title(play, view)
        assert length(lines[0]) <= 80
        assert length(left) + length(right) <= 80
        for row in (*lines, left, right, prompts.hints(play, view)):
            assert plain(row).isascii()


def test_where_no_side_column_has_them_the_players_are_hinted_whoever_moves() -> None:
    waiting = at_board(position(LAND, seat=1, card="grass", hands=["desert", ""]))
    for play in (at_board(position(LAND, card="grass")), waiting):
        assert "panel" in prompts.commands(play, has_panels=False)
        assert "panel" not in prompts.commands(play)
