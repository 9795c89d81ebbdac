"""External bots: what they are asked, and everything that can go wrong."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from engine.contract import find
from engine.dealer import Dealer
from engine.errors import BadOptions
from engine.kingdom.bots.levels import BOTS
from engine.kingdom.forms.position import read_position
from engine.kingdom.ground.moves import format_move
from engine.kingdom.rules.actions import legal
from engine.kingdom.setup import Options
from engine.kingdom.state import State
from engine.rng import Stream
from engine.table import Table
from kbtui.play import external_bot
from kbtui.play.external_bot import ExternalBot, check_external, request
from kbtui.play.session import HUMAN, Session
from tests.kbtui.playing import kingdom

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = f"exec:{sys.executable} {ROOT / 'docs' / 'example_bot.py'}"
LOOP = "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
GAME = find("kingdom")


def program(code: str) -> str:
    return f"exec:{shlex.join([sys.executable, '-c', code])}"


def answering(text: str) -> str:
    """A program that says this to whatever it is asked."""
    return program(f"{LOOP}    print({text}, flush=True)")


def seen() -> State:
    session = kingdom(Options(players=3, seed="foreign"), [HUMAN, "random", "random"])
    list(session.advance())
    state: State = session.observation(0)
    return state


def move_of(bot: ExternalBot, state: State) -> str:
    try:
        return format_move(bot.choose(state, Stream("foreign", "test")))
    finally:
        bot.close()


def test_a_program_is_asked_with_what_its_chair_may_see() -> None:
    state = seen()
    asked = json.loads(json.dumps(request(GAME, state, 7, 2.5)))
    assert (asked["id"], asked["cmd"], asked["protocol"]) == (7, "move", 1)
    assert (asked["rules"], asked["seat"], asked["seconds"]) == ("kingdom", 0, 2.5)
    assert read_position(asked["position"]) == state
    assert [player["hand"] for player in asked["position"]["players"]][1:] == [["?"], ["?"]]
    assert len(asked["board"]["rows"]) == 20
    assert [move["move"] for move in asked["moves"]] == [format_move(m) for m in legal(state)]


def test_its_answer_is_played() -> None:
    state = seen()
    last = 'json.dumps({"id": asked["id"], "move": asked["moves"][-1]["move"]})'
    bot = ExternalBot(GAME, answering(last))
    assert move_of(bot, state) == format_move(legal(state)[-1])
    assert bot.failure is None


def test_answers_to_earlier_requests_do_not_count() -> None:
    state = seen()
    code = f"""{LOOP}
    first, last = (asked["moves"][n]["move"] for n in (0, -1))
    for number, move in ((asked["id"] - 1, first), (asked["id"], last)):
        print(json.dumps({{"id": number, "move": move}}), flush=True)
"""
    bot = ExternalBot(GAME, program(code))
    assert move_of(bot, state) == format_move(legal(state)[-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (program("pass"), "it exited (exit code 0)."),
        (program("import sys; sys.exit('no licence')"), "it exited (exit code 1): no licence."),
        (program("import os; os.close(1)\nwhile True: pass"), "it closed its output."),
        (program("boom"), "(exit code 1): NameError: name 'boom' is not defined."),
        (answering("'good morning'"), "it answered good morning, which is not a JSON object."),
        (answering("[1]"), "it answered [1], which is not a JSON object."),
        (answering("'{\"id\": 1}'"), 'its answer {"id": 1} does not name a move.'),
        (
            answering('\'{"id": 1, "move": 7}\''),
            'its answer {"id": 1, "move": 7} does not name a move.',
        ),
        (answering('\'{"id": 1, "move": "castle"}\''), "'castle': "),
        (answering('\'{"id": 1, "move": "end"}\''), "end is not legal. You must build"),
        (answering("'x' * 200000"), f"it answered {'x' * 80}..., which is not a JSON object."),
    ],
)
def test_whatever_goes_wrong_is_told_and_greedy_plays_on(player: str, reason: str) -> None:
    state = seen()
    bot = ExternalBot(GAME, player)
    expected = BOTS["greedy"].choose(state, Stream("foreign", "test"))
    assert move_of(bot, state) == format_move(expected)
    assert bot.failure is not None
    assert bot.failure.startswith("exec:")
    assert " has stopped playing: " in bot.failure
    assert bot.failure.isprintable()
    assert reason in bot.failure
    assert bot.failure.endswith(" The greedy bot takes over.")
    assert move_of(bot, state) == format_move(expected)  # it is not asked again


def test_last_words_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, overhear = threading.Event(), external_bot._overhear

    def late(pipe: IO[str], complaints: list[str]) -> None:
        ended.wait(10)
        overhear(pipe, complaints)

    def kill(process: subprocess.Popen[str]) -> None:
        process.wait()
        ended.set()  # only now it is heard what it had to say

    monkeypatch.setattr(external_bot, "_overhear", late)
    monkeypatch.setattr(external_bot, "_kill", kill)
    bot = ExternalBot(GAME, program("import sys; sys.exit('no licence')"))
    move_of(bot, seen())
    assert "(exit code 1): no licence." in str(bot.failure)


def test_silence_ends_when_the_time_is_over() -> None:
    bot = ExternalBot(GAME, program("import sys; sys.stdin.read()"), seconds=0.2)
    move_of(bot, seen())
    assert bot.failure is not None
    assert "it did not answer within 0.2 seconds." in bot.failure


@pytest.mark.slow
def test_a_program_that_does_not_even_read_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    more_than_a_pipe_takes = {"pad": "x" * 1_000_000}
    monkeypatch.setattr(external_bot, "request", lambda *_words: more_than_a_pipe_takes)
    bot = ExternalBot(GAME, program("while True: pass"), seconds=0.2)
    move_of(bot, seen())
    assert bot.failure is not None
    assert "it did not answer within 0.2 seconds." in bot.failure


def test_a_program_that_does_not_end_is_ended() -> None:
    bot = ExternalBot(GAME, program("import os\nprint(os.getpid(), flush=True)\nwhile True: pass"))
    move_of(bot, seen())
    assert bot.failure is not None
    number = re.search("it answered ([0-9]+)", bot.failure)
    assert number is not None
    with pytest.raises(ProcessLookupError):
        os.kill(int(number[1]), 0)


@pytest.fixture(params=["as it is", "macOS", "children ignored"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Systems differ in what can be known of a program that has ended."""
    before = signal.getsignal(signal.SIGCHLD)
    if request.param == "macOS":
        monkeypatch.delattr(os, "waitid")  # there since Python 3.13
    elif request.param == "children ignored":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGCHLD, before)


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("end", ["for line in sys.stdin: pass", "sys.exit(3)"])
def test_children_of_a_program_end_with_it(tmp_path: Path, end: str) -> None:
    """Also if it ends on its own, when asked to or before."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    answer = "print(json.dumps({'id': 1, 'move': json.loads(input())['moves'][0]['move']}))"
    child = "subprocess.Popen(['sleep', '600'], stdin=-3, stdout=open(sys.argv[1], 'w'), stderr=-3)"
    code = f"import json, subprocess, sys\n{child}\n{answer}\nsys.stdout.flush()\n{end}"
    bot = ExternalBot(GAME, f"{program(code)} {pipe}")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        move_of(bot, seen())
        assert bot.failure is None
        assert select.select([reader], [], [], 30)[0], "somebody still holds the other end"
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)


def test_who_does_not_want_to_wait_gets_a_move_and_the_program_stays() -> None:
    state = seen()
    bot = ExternalBot(GAME, program(f"{LOOP}    pass"))
    move = bot.choose(state, Stream("foreign", "test"), lambda: True)
    assert move in legal(state)
    assert bot.failure is None
    bot.close()


@pytest.mark.parametrize("player", ["exec:", "exec:  ", "exec:/no/such/program", "exec:'open"])
def test_a_command_that_cannot_be_started_is_refused_at_once(player: str) -> None:
    with pytest.raises(BadOptions, match="bots: "):
        check_external(player)
    with pytest.raises(BadOptions):
        kingdom(Options(), [HUMAN, player])


def test_a_program_that_cannot_be_run_after_all(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o700)
    bot = ExternalBot(GAME, f"exec:{path}")
    move_of(bot, seen())
    assert bot.failure is not None
    assert "it could not be started (No such file or directory)." in bot.failure


@pytest.mark.slow
def test_the_example_plays_whole_games() -> None:
    for sets in (("base",), ("base", "marshlands")):
        options = Options(players=3, sets=sets, seed="example")
        session = kingdom(options, [EXAMPLE, "random", EXAMPLE])
        list(session.advance())
        session.close()
        assert session.is_over
        assert session.notes == []


@pytest.mark.slow
def test_the_example_plays_the_other_game_too() -> None:
    for options in ({}, {"royal": True, "coins": 9}, {"peace": True}):
        asked = {"players": 3, "seed": "example", **options}
        session = Session("castle", asked, [EXAMPLE, "random", EXAMPLE])
        list(session.advance())
        session.close()
        assert session.is_over
        assert session.notes == []


@pytest.mark.usefixtures("racks")
def test_a_program_plays_any_game() -> None:
    racks = find("racks")
    table = Table.new("racks", {"players": 2})
    Dealer("racks").deal(table)
    state = racks.observe(table.state, 0)
    asked = request(racks, state, 1, 2.5)
    assert asked["rules"] == "racks"
    assert racks.read_position(asked["position"]) == state
    first = 'json.dumps({"id": asked["id"], "move": asked["moves"][0]["move"]})'
    bot = ExternalBot(racks, answering(first))
    try:
        assert bot.choose(state, Stream("racks", "test")) == racks.legal(state)[0]
        assert bot.failure is None
    finally:
        bot.close()
    silent = ExternalBot(racks, program("pass"))
    assert silent.choose(state, Stream("racks", "test")) in racks.legal(state)
    assert silent.failure is not None
