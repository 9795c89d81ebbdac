"""The engine process plays every game that is registered, by its field ``rules``."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.contract import default, find, keys
from engine.process import PROTOCOL
from tests.engine import racks
from tests.engine.caller import Caller

pytestmark = pytest.mark.usefixtures("racks")

GAMES = (*keys(), racks.KEY)


@pytest.fixture
def caller() -> Caller:
    return Caller()


def test_every_game_is_named_and_the_first_is_meant_where_none_is(caller: Caller) -> None:
    answer = caller.ask("hello")
    assert (answer["protocol"], answer["rules"]) == (PROTOCOL, [*GAMES])
    assert answer["game"] == default() == "kingdom"  # what protocol 1 has always meant
    assert caller.ask("hello", rules=default()) == answer
    plain = caller.ask("new", game="a", options={"seed": "x"})
    assert caller.ask("new", game="b", options={"seed": "x"}, rules=default()) == plain


@pytest.mark.parametrize("cmd", ["hello", "new", "position"])
@pytest.mark.parametrize("rules", ["chess", "", "Kingdom", 1, None, ["kingdom"]])
def test_rules_that_nobody_knows_are_a_bad_request(caller: Caller, cmd: str, rules: object) -> None:
    fields: dict[str, dict[str, Any]] = {
        "hello": {},
        "new": {"game": "g"},
        "position": {"game": "g", "position": {}},
    }
    assert caller.fail(cmd, rules=rules, **fields[cmd])["code"] == "bad-request"
    assert caller.ask("games")["games"] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_played_taken_back_kept_and_read_again(caller: Caller, key: str) -> None:
    game, random = find(key), Random(key)
    assert caller.ask("hello", rules=key)["game"] == key
    undone = 0
    now = caller.ask("new", game="g", rules=key, options={"seed": "x"})
    assert now["board"]["setup"] == game.settled(game.new({"seed": "x"}))
    while now["to_act"] is not None:
        moves = caller.ask("legal", game="g")["moves"]
        move = random.choice(moves)["move"]
        assert len(caller.ask("gains", game="g", move=move)["gains"]) == game.seats(game.new({}))
        assert caller.ask("explain", game="g", move=move)["legal"]
        now = caller.ask("play", game="g", move=move)
        if random.random() < 0.2 and caller.send('{"cmd": "undo", "game": "g"}')["ok"]:
            undone += 1
            now = caller.ask("redo", game="g")
    assert now["state"]["winners"]
    assert undone
    again = caller.ask("load", game="h", record=caller.ask("record", game="g")["record"])
    assert (again["digest"], again["state"]) == (now["digest"], now["state"])
    assert caller.ask("scores", game="h") == caller.ask("scores", game="g")
    for viewer in ("full", "spectator", 0, 1):
        text = caller.ask("record", game="g", viewer=viewer)["record"]
        assert caller.ask("load", game="c", record=text)["digest"] == now["digest"]
        dumped = caller.ask("dump", game="g", viewer=viewer)["position"]
        copy = caller.ask("position", game="p", rules=key, position=dumped)
        assert copy["digest"] == now["digest"]
