"""A request that gets an error changes nothing, whatever it is and wherever it fails."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine import process
from engine.contract import find
from engine.dealer import Dealer
from engine.process import COMMANDS, Engine
from tests.engine.caller import Caller
from tests.walks import options, walked

Json = dict[str, Any]

ODD: list[Any] = [
    *(None, True, -1, 0, 1, 3, 99, 1.5, "", " ", "a", "b", "nobody", "full", "spectator", "engine"),
    *("caller", "undo", "end", "end ", " a1", "pass", "deal:?", "deal:grass", "show:forest", "z99"),
    *("temple@a1", "canoe@a1", "barn@a1-b2", "oracle@g7", "\u00e9", [], [0], [[0]], {}, {"a": 1}),
    *("kbtui record 1\ngame: kingdom\noptions: {}\n\n 1 1 a1\n", {"players": 9}, {"seed": " "}),
    *(["grass", "grass"], ["?"], {"grass": 99}, {"due": 41}, "grass", "marsh/desert", "marsh"),
]


def contents(engine: Engine) -> list[Any]:
    """All that the engine holds, by value."""
    return [
        (name, [*game.table.entries], [*map(id, game.table.states)], game.origin, game.dealer)
        for name, game in engine._games.items()
    ] + [engine.is_quitting]


def full_engine() -> tuple[Engine, list[Json]]:
    """An engine with games in all stages, and the positions of some of them."""
    caller, positions = Caller(), []
    for number in range(6):
        table = walked(options("four on marshes", number), number, 25 * number)
        positions.append(table.game.write_position(table.state))
        dealer = "caller" if number % 2 else "engine"
        caller.ask("position", game=f"g{number}", position=positions[-1], dealer=dealer)
    caller.ask("new", game="two", options={"two_cards": True, "players": 3})
    positions.append(caller.ask("dump", game="two")["position"])
    return caller.engine, positions


def odd_position(random: Random, positions: list[Json]) -> Json:
    """A real position with one to three fields that do not belong there."""
    found: Json = json.loads(json.dumps(random.choice(positions)))
    players = found["players"]
    for _ in range(random.randint(1, 3)):
        where = random.choice([found, found, random.choice(players)])
        other = random.choice(positions)
        spares = [other, random.choice(other["players"])]
        key = random.choice([*where])
        choices = [random.choice(ODD), *(spare[key] for spare in spares if key in spare)]
        where[key] = random.choice(choices)
    return found


def odd_request(random: Random, engine: Engine, positions: list[Json]) -> str:
    cmd = random.choice([c for c in COMMANDS if c != "perft"] + ["position", "play"] * 6)
    request: Json = {"cmd": cmd, "game": random.choice([*engine._games, "nobody"])}
    if cmd == "position":
        request["position"] = odd_position(random, positions)
    elif cmd in ("play", "gains", "explain"):
        moves = json.loads(engine.answer(json.dumps(request | {"cmd": "legal"}))).get("moves")
        legal = random.choice(moves)["move"] if moves else "end"
        request["move"] = random.choice([legal, legal, "end", random.choice(ODD)])
    if random.random() < 0.2:
        fields = ("game", "options", "dealer", "seed", "move", "viewer", "record", "depth", "cmd")
        request[random.choice(fields)] = random.choice(ODD)
    text = json.dumps(request)
    return text if random.random() < 0.97 else text[: random.randrange(len(text))]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_odd_requests_never_fail_inside_and_errors_change_nothing(seed: int) -> None:
    random, errors = Random(seed), 0
    engine, positions = full_engine()
    for _ in range(1000):
        line = odd_request(random, engine, positions)
        before = contents(engine)
        answer = json.loads(engine.answer(line))
        if not answer["ok"]:
            errors += 1
            assert contents(engine) == before, line
        engine.is_quitting = False
    assert 300 < errors < 900  # otherwise these requests would say less than they seem to


def explode(*_: object) -> Any:
    raise ZeroDivisionError


STEPS: dict[str, object] = {
    "deal": Dealer,
    "describe": find("kingdom"),
    "describe_table": find("kingdom"),
    "_write": process,
}
MADE_BY: dict[str, str] = {  # the steps by which an answer comes about, after what is asked for
    "new": "deal describe describe_table _write",
    "position": "describe describe_table _write",
    "load": "describe describe_table _write",
    "play": "deal describe _write",
    "deal": "deal describe _write",
    "undo": "describe _write",
    "close": "_write",
}


@pytest.mark.parametrize(
    ("cmd", "step"), [(cmd, step) for cmd, steps in MADE_BY.items() for step in steps.split()]
)
def test_a_mistake_of_ours_changes_nothing_either(
    cmd: str, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = Caller()
    caller.ask("new", game="e", options={"first_game": True, "seed": "demo"})
    position = caller.ask("dump", game="e")["position"]
    caller.ask("play", game="e", move="h8")
    caller.ask("new", game="c", dealer="caller")
    fields: dict[str, Json] = {
        "new": {"game": "e"},
        "position": {"game": "e", "position": position, "dealer": "caller"},
        "load": {"game": "e", "record": caller.ask("record", game="e")["record"]},
        "play": {"game": "e", "move": "i8"},
        "deal": {"game": "c"},
        "undo": {"game": "e"},
        "close": {"game": "e"},
    }
    line = json.dumps({"cmd": cmd, **fields[cmd]})
    before = contents(caller.engine)
    with monkeypatch.context() as patch:
        patch.setattr(STEPS[step], step, explode)
        with pytest.raises(ZeroDivisionError):
            caller.engine.answer(line)
    assert contents(caller.engine) == before
    assert caller.send(line)["ok"]
    assert contents(caller.engine) != before


@pytest.mark.parametrize("phase", ["turn", "replace"])
def test_the_seat_on_turn_cannot_have_its_card_both_played_and_in_hand(phase: str) -> None:
    caller = Caller()
    position: Json = {
        "format": "kbtui-position/1",
        "setup": {"first_game": True},
        "seat": 0,
        "phase": phase,
        "card": "grass" if phase == "turn" else None,
        "players": [{"hand": ["forest"]}, {"hand": ["grass"]}],
    }
    error = caller.fail("position", game="p", position=position)
    assert (error["code"], error["where"]) == ("bad-position", "players[0].hand")
    position["players"][0] = {}
    caller.ask("position", game="p", position=position)
    position["setup"] = {"two_cards": True}
    position["players"] = [{"hand": ["forest"]}, {"hand": ["grass", "grass"]}]
    caller.ask("position", game="p", position=position)
    position["players"][0] = {"hand": ["forest", "forest"]}
    assert caller.fail("position", game="p", position=position)["where"] == "players[0].hand"


@pytest.mark.parametrize(
    "request_",
    [
        {"cmd": "play", "game": "g", "move": "x" * 900_000},
        {"cmd": "play", "game": "g", "move": "\u00e9" * 170_000},
        {"cmd": "play", "game": "g", "move": f"barn@{'y' * 900_000}-a1"},
        {"cmd": "play", "game": "g", "move": f"{'y' * 900_000}:grass"},
        {"cmd": "x" * 900_000},
        {"cmd": "state", "game": "n" * 900_000},
        {"cmd": "state", "game": "g", "n" * 900_000: 1},
        {"cmd": "new", "game": "h", "options": {"o" * 900_000: 1}},
        {"cmd": "new", "game": "h", "options": {"seed": "s" * 900_000}},
        {"cmd": "new", "game": "h", "options": {"players": "s" * 900_000}},
        {"cmd": "new", "game": "h", "options": {"goals": ["s" * 900_000, "a", "b"]}},
        {"cmd": "new", "game": "h", "options": {"quadrants": ["s" * 900_000, "a", "b", "c"]}},
        {"cmd": "new", "game": "h", "options": {"custom": [{"id": "s" * 900_000}]}},
        {"cmd": "position", "game": "h", "position": {"format": "f" * 900_000}},
        {"cmd": "position", "game": "h", "position": {"format": ["f"] * 200_000}},
        {"cmd": "load", "game": "h", "record": "r" * 900_000},
        {"cmd": "load", "game": "h", "record": "kbtui record 1\n" + "k" * 900_000 + ": x\n\n"},
        {"cmd": "load", "game": "h", "record": "kbtui record 1\ngame: " + "g" * 900_000 + "\n\n"},
    ],
)
def test_an_error_is_never_much_longer_than_a_sentence(request_: Json) -> None:
    engine = Engine()
    engine.answer('{"cmd": "new", "game": "g"}')
    answer = engine.answer(json.dumps(request_))
    assert not json.loads(answer)["ok"]
    assert len(answer) < 2500


@pytest.mark.parametrize("move", [" h8", "h8 ", "\th8", "h8\n", " end", "undo ", "\u00a0h8"])
def test_blanks_around_a_token_are_refused(move: str) -> None:
    caller = Caller()
    caller.ask("new", game="g", options={"first_game": True, "seed": "demo"})
    for cmd in ("play", "gains", "explain"):
        assert caller.fail(cmd, game="g", move=move)["code"] == "bad-token"
