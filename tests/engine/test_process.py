"""The engine's process protocol without a process: every command and every refusal."""

import json

import pytest

from engine import process
from engine.process import COMMANDS, MAX_DEPTH, MAX_LINE
from engine.record import read_record, verify_record
from tests.engine.caller import Answer, Caller

FIRST = {"first_game": True, "seed": "process"}


@pytest.fixture
def caller() -> Caller:
    """A caller with a first game called ``a``."""
    found = Caller()
    found.ask("new", game="a", options=FIRST)
    return found


# ---- talk -----------------------------------------------------------------------------------


def test_hello_tells_what_there_is(caller: Caller) -> None:
    hello = caller.ask("hello")
    assert hello["protocol"] == 1
    assert hello["commands"] == list(COMMANDS)
    assert hello["limits"]["line"] == MAX_LINE
    assert (len(hello["quadrants"]), len(hello["goals"]), len(hello["locations"])) == (12, 16, 12)


@pytest.mark.parametrize("id_", [None, 7, "seven", [1, {"a": None}], 1.5, True])
def test_an_answer_carries_the_id_of_its_request(caller: Caller, id_: object) -> None:
    assert caller.ask("games", id=id_)["id"] == id_
    assert caller.send(json.dumps({"cmd": "nonsense", "id": id_}))["id"] == id_


@pytest.mark.parametrize(
    "line",
    ["", "hello", "[]", "null", "1", '"hello"', "{", '{"cmd"}', "{}x", "[" * 99999, "9" * 9999],
)
def test_what_is_no_object_is_bad_json(caller: Caller, line: str) -> None:
    assert caller.send(line)["error"]["code"] == "bad-json"


def test_an_overlong_line_is_too_large(caller: Caller) -> None:
    line = json.dumps({"cmd": "games", "id": "x" * MAX_LINE})
    assert caller.send(line)["error"]["code"] == "too-large"
    assert caller.send(json.dumps({"cmd": "games"}).ljust(MAX_LINE))["ok"]


@pytest.mark.parametrize("cmd", ["nonsense", "", "_find", "answer", None, 1, ["hello"], {}])
def test_an_unknown_command_is_told_the_known_ones(caller: Caller, cmd: object) -> None:
    error = caller.send(json.dumps({"cmd": cmd}))["error"]
    assert error["code"] == "unknown-command"
    assert all(name in error["message"] for name in COMMANDS)


@pytest.mark.parametrize("cmd", COMMANDS)
def test_an_unknown_field_is_refused(caller: Caller, cmd: str) -> None:
    needed = {
        "new": {"game": "b"},
        "position": {"game": "b", "position": caller.ask("dump", game="a")["position"]},
        "load": {"game": "b", "record": caller.ask("record", game="a")["record"]},
        **{name: {"game": "a", "move": "a1"} for name in ("play", "gains", "explain")},
        "perft": {"game": "a", "depth": 1},
        **{name: {} for name in ("hello", "games", "quit")},
    }.get(cmd, {"game": "a"})
    error = caller.fail(cmd, **needed, colour="red")
    assert error["code"] == "bad-request"
    assert "'colour'" in error["message"]
    assert not caller.engine.is_quitting


NEEDS_GAME = [name for name in COMMANDS if name not in ("hello", "games", "quit")]


@pytest.mark.parametrize("cmd", NEEDS_GAME)
@pytest.mark.parametrize("name", [None, 1, ["a"], {}])
def test_a_game_is_named_by_text(caller: Caller, cmd: str, name: object) -> None:
    assert caller.fail(cmd)["code"] == "bad-request"
    assert caller.fail(cmd, game=name)["code"] == "bad-request"


@pytest.mark.parametrize("cmd", [c for c in NEEDS_GAME if c not in ("new", "position", "load")])
def test_an_unknown_game_is_refused(caller: Caller, cmd: str) -> None:
    assert caller.fail(cmd, game="b")["code"] == "unknown-game"


# ---- games ----------------------------------------------------------------------------------


def test_several_games_live_side_by_side(caller: Caller) -> None:
    caller.ask("new", game="b", options={"players": 4, "seed": "other"})
    before = caller.ask("state", game="a")
    for _ in range(3):
        move = caller.ask("legal", game="b")["moves"][0]["move"]
        caller.ask("play", game="b", move=move)
    assert caller.ask("state", game="a") == before
    assert caller.ask("games")["games"] == ["a", "b"]
    caller.ask("close", game="a")
    assert caller.ask("games")["games"] == ["b"]
    assert caller.fail("state", game="a")["code"] == "unknown-game"


def test_a_name_can_be_used_again(caller: Caller) -> None:
    first = caller.ask("state", game="a")
    second = caller.ask("new", game="a", options={"players": 3})
    assert second["digest"] != first["digest"]
    assert caller.ask("games")["games"] == ["a"]


def test_there_is_a_limit_of_games(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_GAMES", 2)
    caller.ask("new", game="b")
    assert caller.fail("new", game="c")["code"] == "too-many-games"
    caller.ask("new", game="b", options={"players": 3})
    caller.ask("close", game="b")
    caller.ask("new", game="c")


def test_new_deals_and_describes(caller: Caller) -> None:
    found = caller.ask("new", game="b", options=FIRST)
    assert [token.partition(":")[0] for token in found["dealt"]] == ["deal", "deal", "show"]
    assert found["entry"] == 3
    assert found["to_act"] == 0
    assert len(found["board"]["rows"]) == 20
    assert found["state"]["builds_left"] == 3
    assert found["state"]["reserve"] == [40, 40]


@pytest.mark.parametrize(
    ("given_", "where"),
    [
        ({"players": 1}, "players"),
        ({"players": "2"}, "players"),
        ({"seed": ""}, "seed"),
        ({"goals": ["lords"]}, "goals"),
        ({"quadrants": ["tavern"] * 4}, "quadrants"),
        ({"sets": ["marshlands"]}, "sets"),
        ({"start": 2}, "start"),
        ({"colour": "red"}, "colour"),
        ({"custom": [{}]}, "custom 1: id"),
    ],
)
def test_bad_options_name_the_field(caller: Caller, given_: Answer, where: str) -> None:
    error = caller.fail("new", game="b", options=given_)
    assert error["code"] in ("bad-options", "bad-quadrant")
    assert error["where"] == where


def test_the_dealer_is_the_engine_or_the_caller(caller: Caller) -> None:
    assert caller.fail("new", game="b", dealer="me")["code"] == "bad-request"
    found = caller.ask("new", game="b", dealer="caller")
    assert (found["dealt"], found["to_act"]) == ([], "dealer")
    for move in ("deal:forest", "deal:desert"):
        assert caller.ask("play", game="b", move=move)["dealt"] == []
    assert caller.ask("deal", game="b")["dealt"] == ["show:forest"]
    assert caller.fail("deal", game="b")["code"] == "not-your-move"


def test_a_caller_may_deal_a_card_that_nobody_here_knows(caller: Caller) -> None:
    caller.ask("new", game="b", dealer="caller")
    for move in ("deal:?", "deal:?", "show:canyon"):
        caller.ask("play", game="b", move=move)
    assert caller.ask("state", game="b")["state"]["hands"] == [[], ["?"]]


# ---- moves ----------------------------------------------------------------------------------


def test_legal_moves_can_be_played_and_say_what_they_are(caller: Caller) -> None:
    moves = caller.ask("legal", game="a")["moves"]
    assert {move["action"] for move in moves} == {"build"}
    assert all(move["to"] == move["move"] for move in moves)
    before = caller.ask("state", game="a")
    after = caller.ask("play", game="a", move=moves[0]["move"])
    assert after["entry"] == before["entry"] + 1
    assert after["state"]["reserve"] == [39, 40]
    assert after["dealt"] == []


def test_the_engine_deals_between_turns(caller: Caller) -> None:
    for _ in range(4):
        found = caller.ask("play", game="a", move=caller.ask("legal", game="a")["moves"][0]["move"])
    assert [token.partition(":")[0] for token in found["dealt"]] == ["deal", "show"]
    assert found["to_act"] == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("nonsense", "bad-token"),
        ("", "bad-token"),
        ("end", "illegal-move"),
        ("deal:forest", "illegal-move"),
        ("undo", "bad-request"),
        ("REDO", "bad-request"),
        (" REDO ", "bad-token"),
        (7, "bad-request"),
        (None, "bad-request"),
    ],
)
def test_a_bad_move_changes_nothing(caller: Caller, move: object, code: str) -> None:
    error = caller.fail("play", game="a", move=move)
    assert error["code"] == code
    assert ("rule" in error) == (code == "illegal-move")
    assert ("where" in error) == (code == "bad-token")


def test_undo_and_redo_are_commands(caller: Caller) -> None:
    assert caller.fail("undo", game="a")["code"] == "illegal-move"
    before = caller.ask("state", game="a")
    after = caller.ask("play", game="a", move=caller.ask("legal", game="a")["moves"][0]["move"])
    assert caller.ask("undo", game="a")["digest"] == before["digest"]
    assert caller.ask("redo", game="a")["digest"] == after["digest"]
    assert caller.fail("redo", game="a")["code"] == "illegal-move"


def test_a_finished_game_takes_no_more_moves(caller: Caller) -> None:
    while (caller.ask("state", game="a"))["to_act"] is not None:
        caller.ask("play", game="a", move=caller.ask("legal", game="a")["moves"][-1]["move"])
    assert caller.fail("play", game="a", move="end")["code"] == "not-your-move"
    assert caller.fail("undo", game="a")["code"] == "illegal-move"
    assert caller.ask("legal", game="a")["moves"] == []
    winners = caller.ask("state", game="a")["state"]["winners"]
    assert winners == caller.ask("scores", game="a")["leaders"]


def test_explain_says_why_not(caller: Caller) -> None:
    legal = caller.ask("legal", game="a")["moves"][0]["move"]
    assert caller.ask("explain", game="a", move=legal)["legal"] is True
    found = caller.ask("explain", game="a", move="end")
    assert found["legal"] is False
    assert found["rule"] == "T-5"
    assert found["reason"]
    assert caller.fail("explain", game="a", move="zz")["code"] == "bad-token"


def test_gains_are_the_change_of_the_scores(caller: Caller) -> None:
    for move in [m["move"] for m in caller.ask("legal", game="a")["moves"]][:40:5]:
        gains = caller.ask("gains", game="a", move=move)["gains"]
        before = caller.ask("scores", game="a")["totals"]
        caller.ask("play", game="a", move=move)
        after = caller.ask("scores", game="a")["totals"]
        assert [sum(row.values()) for row in gains] == [
            new - old for old, new in zip(before, after, strict=True)
        ]
        caller.ask("undo", game="a")
    assert caller.fail("gains", game="a", move="end")["code"] == "illegal-move"


def test_scores_list_gold_and_hexes_by_part(caller: Caller) -> None:
    found = caller.ask("scores", game="a")
    parts = {"fishermen", "knights", "merchants", "castles", "palaces"}
    assert [set(row) for row in found["parts"]] == [parts, parts]
    assert found["totals"] == [0, 0]
    assert found["leaders"] == [0, 1]


# ---- positions, records, perft --------------------------------------------------------------


def test_a_dumped_position_can_be_set_up_again(caller: Caller) -> None:
    dumped = caller.ask("dump", game="a")["position"]
    found = caller.ask("position", game="b", position=dumped, seed="other")
    assert found["digest"] == caller.ask("state", game="a")["digest"]
    assert caller.ask("dump", game="b")["position"] == dumped
    assert caller.fail("position", game="b", position={})["where"] == "format"
    assert caller.fail("position", game="b", position=dumped, seed=" ")["where"] == "seed"
    assert caller.fail("position", game="b", position=[])["code"] == "bad-request"


def test_a_viewer_sees_no_hand_but_his_own(caller: Caller) -> None:
    hands = {
        viewer: [
            row["hand"]
            for row in caller.ask("dump", game="a", viewer=viewer)["position"]["players"]
        ]
        for viewer in ("full", "spectator", 1)
    }
    assert hands["spectator"] == [[], ["?"]]
    assert hands["full"] == hands[1] != hands["spectator"]
    assert "deal:?" in caller.ask("record", game="a", viewer="spectator")["record"]
    assert "deal:?" not in caller.ask("record", game="a")["record"]


@pytest.mark.parametrize("viewer", ["nobody", 4, 2, -1, None, True, [], 1.0])
def test_a_bad_viewer_is_refused(caller: Caller, viewer: object) -> None:
    for cmd in ("dump", "record"):
        assert caller.fail(cmd, game="a", viewer=viewer)["code"] == "bad-request"


def test_a_record_can_be_loaded_and_proved(caller: Caller) -> None:
    for _ in range(9):
        caller.ask("play", game="a", move=caller.ask("legal", game="a")["moves"][0]["move"])
    text = caller.ask("record", game="a")["record"]
    found = caller.ask("load", game="b", record=text)
    assert found["digest"] == caller.ask("state", game="a")["digest"]
    record, table = read_record(text)
    assert verify_record(record, table) == table.dealt
    assert caller.fail("load", game="b", record=text[:-20])["code"] == "bad-record"
    assert caller.fail("load", game="b", record=7)["code"] == "bad-request"


def test_a_record_from_a_position_hides_what_its_start_hides(caller: Caller) -> None:
    dumped = caller.ask("dump", game="a")["position"]
    caller.ask("position", game="b", position=dumped)
    hand = dumped["players"][1]["hand"][0]
    assert f'"hand": ["{hand}"]' in caller.ask("record", game="b")["record"]
    assert f'"hand": ["{hand}"]' not in caller.ask("record", game="b", viewer=0)["record"]


def test_what_a_chair_keeps_does_not_name_the_seed_of_its_deck(caller: Caller) -> None:
    caller.ask("new", game="a", options={"seed": "top-secret", "start": "random"})
    for viewer in (0, 1, "spectator"):
        text = caller.ask("record", game="a", viewer=viewer)["record"]
        assert "top-secret" not in text
        assert "table seed" not in text
        copy = caller.ask("load", game="copy", record=text)
        assert copy["digest"] == caller.ask("state", game="a")["digest"]


def test_loading_keeps_the_headers_and_can_go_on_dealing(caller: Caller) -> None:
    first = caller.ask("new", game="a", options={"seed": "load"})
    text = caller.ask("record", game="a")["record"].replace(
        "deck: table seed", "player 1: Ann\nplayer 2: Bob\ndeck: table seed\ndate: today"
    )
    caller.ask("load", game="b", record=text, dealer="engine")
    assert caller.ask("record", game="b")["record"] == text
    for name in ("a", "b"):
        for _ in range(3):
            caller.ask("play", game=name, move=caller.ask("legal", game=name)["moves"][0]["move"])
    ends = [caller.ask("play", game=name, move="end") for name in ("a", "b")]
    assert ends[0]["dealt"] == ends[1]["dealt"] != []
    assert ends[0]["entry"] > first["entry"]


def test_an_engine_cannot_go_on_dealing_from_an_unknown_seed(caller: Caller) -> None:
    caller.ask("new", game="a", dealer="caller")
    text = caller.ask("record", game="a")["record"]
    assert caller.fail("load", game="b", record=text, dealer="engine")["code"] == "bad-request"


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_no_json_are_refused(caller: Caller, word: str) -> None:
    answer = caller.send(f'{{"cmd": "games", "id": {word}}}')
    assert answer["error"]["code"] == "bad-json"


def test_a_number_too_large_for_json_is_refused(caller: Caller) -> None:
    assert caller.send('{"cmd": "games", "id": 1e999}')["error"]["code"] == "bad-json"
    assert caller.send('{"cmd": "games", "id": 1e99}')["id"] == 1e99


def test_a_custom_quadrant_cannot_take_the_place_of_a_printed_one(caller: Caller) -> None:
    rows = ["GGGGGGGGGG"] * 10
    meadow = {"id": "tavern", "rows": rows, "locations": {}}
    error = caller.fail("new", game="a", options={"custom": [meadow]})
    assert (error["code"], error["where"]) == ("bad-options", "custom")
    twice = [{**meadow, "id": "meadow"}] * 2
    assert caller.fail("new", game="a", options={"custom": twice})["where"] == "custom"


def test_first_game_is_true_or_false(caller: Caller) -> None:
    error = caller.fail("new", game="a", options={"first_game": "yes"})
    assert (error["code"], error["where"]) == ("bad-options", "first_game")


def test_cards_that_the_caller_gave_are_not_claimed_for_the_seed(caller: Caller) -> None:
    caller.ask("new", game="a", options={"seed": "claim"})
    text = caller.ask("record", game="a")["record"].partition("\n   1 ")[0]
    header = "\n".join(line for line in text.split("\n") if not line.startswith("digest"))
    caller.ask("load", game="b", record=header + "\n")
    assert "table seed" in caller.ask("record", game="b")["record"]
    caller.ask("play", game="b", move="deal:forest")
    assert "table seed" not in caller.ask("record", game="b")["record"]


def test_a_record_keeps_what_the_seed_has_drawn(caller: Caller) -> None:
    drawn = caller.ask("new", game="a", options={"seed": "drawn"})["board"]["setup"]
    text = caller.ask("record", game="a")["record"]
    options = json.loads(next(x for x in text.split("\n") if x.startswith("options: "))[9:])
    assert options == {**drawn, "seed": "drawn"}


def test_the_board_tells_the_tiles_that_are_left(caller: Caller) -> None:
    caller.ask("new", game="a", options={"first_game": True}, dealer="caller")
    for card in ("deal:flowers", "deal:grass", "show:flowers"):
        caller.ask("play", game="a", move=card)
    before = caller.ask("board", game="a")["board"]["locations"]
    assert before["c7"] == {"kind": "tavern", "left": 2}
    # b7 is the flower hex west of the Tavern c7 on the first quadrant: "DF1CWTT1CG".
    after = caller.ask("play", game="a", move="b7")
    assert after["state"]["settlements"] == [["b7"], []]
    assert caller.ask("board", game="a")["board"]["locations"]["c7"]["left"] == 1


def test_the_dealers_moves_come_with_their_chances(caller: Caller) -> None:
    caller.ask("new", game="a", options={"first_game": True}, dealer="caller")
    answer = caller.ask("legal", game="a")
    assert answer["to_act"] == "dealer"
    assert [move["chances"] for move in answer["moves"]] == [5] * 5  # C-4
    assert caller.ask("state", game="a")["state"]["deal_to"] == 0
    caller.ask("play", game="a", move="deal:forest")
    chances = {m["card"]: m["chances"] for m in caller.ask("legal", game="a")["moves"]}
    assert chances == {"grass": 5, "flowers": 5, "forest": 4, "canyon": 5, "desert": 5}


def test_perft_counts_lines_of_play(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(caller.ask("legal", game="a")["moves"])
    assert [caller.ask("perft", game="a", depth=d)["nodes"] for d in (0, 1)] == [1, count]
    for depth in (-1, MAX_DEPTH + 1, 1.0, "1", True, None):
        assert caller.fail("perft", game="a", depth=depth)["code"] == "bad-request"
    monkeypatch.setattr(process, "PERFT_LIMIT", 100)
    assert caller.fail("perft", game="a", depth=MAX_DEPTH)["code"] == "too-large"


def test_quit_is_answered(caller: Caller) -> None:
    assert caller.ask("quit")
    assert caller.engine.is_quitting


@pytest.mark.rule("M-TEMPLE-4", "E-1", "M-TEMPLE-6")
def test_a_state_tells_of_temples_and_of_the_end(caller: Caller) -> None:
    position = {
        "format": "kbtui-position/1",
        "setup": {"sets": ["base", "marshlands"], "first_game": False, "seed": "demo"},
        "seat": 0,
        "card": "grass",
        "players": [{"temple": {"due": 2, "laid": 1}}, {"hand": ["grass"]}],
    }
    state = caller.ask("position", game="t", position=position)["state"]
    assert state["temple"] == [{"due": 2, "laid": 1}, {"due": 0, "laid": 0}]
    assert (state["reserve"], state["ending"]) == ([37, 40], False)
    position["players"] = [{"temple": {"due": 40}}, {"hand": ["grass"]}]
    state = caller.ask("position", game="t", position=position)["state"]
    assert (state["reserve"], state["ending"]) == ([0, 40], True)


@pytest.mark.rule("D-29")
def test_a_state_tells_that_no_card_is_left(caller: Caller) -> None:
    position = {
        "format": "kbtui-position/1",
        "setup": {"first_game": True},
        "seat": 0,
        "players": [{}, {}],
        "removed": dict.fromkeys(("grass", "flowers", "forest", "canyon", "desert"), 5),
    }
    assert caller.ask("position", game="t", position=position)["state"]["ending"]
    position["players"] = [{}, {"hand": ["grass"]}]
    position["removed"] = dict.fromkeys(("flowers", "forest", "canyon", "desert"), 5) | {"grass": 4}
    assert not caller.ask("position", game="t", position=position)["state"]["ending"]


def test_a_line_is_measured_in_bytes(caller: Caller) -> None:
    line = json.dumps({"cmd": "hello", "id": "\u00e9" * (1 << 19)}, ensure_ascii=False)
    assert len(line) < 1 << 20 < len(line.encode())
    error = caller.send(line)["error"]
    assert (error["code"], error["message"]) == ("too-large", "a line has at most 1048576 bytes")
