"""``python -m engine`` as a real process: lines in, lines out, no traceback whatever happens."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.__main__ import pump
from engine.process import MAX_LINE, Engine

ROOT = Path(__file__).resolve().parents[2]
HELLO = b'{"cmd":"hello","id":1}\n'
GAMES = b'{"cmd":"games"}\n'
SECONDS = 30


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(given: bytes, *arguments: str) -> tuple[int, bytes, bytes]:
    """Exit code, output and error output of a process that gets all its input at once."""
    process = start(*arguments)
    out, err = process.communicate(given, timeout=SECONDS)
    return process.returncode, out, err


def answers(given: bytes) -> list[dict[str, Any]]:
    """The answers of a process that must end well and say nothing else."""
    code, out, err = run(given)
    assert (code, err) == (0, b"")
    assert out == b"" or out.endswith(b"\n")
    return [json.loads(line) for line in out.splitlines()]


def codes(given: bytes) -> list[str]:
    """Of each answer "ok" or the code of its error."""
    return ["ok" if row["ok"] else row["error"]["code"] for row in answers(given)]


def test_every_line_gets_one_answer_in_order() -> None:
    lines = b"".join(b'{"cmd":"games","id":%d}\n' % n for n in range(50))
    assert [row["id"] for row in answers(lines)] == list(range(50))


def test_the_end_of_the_input_ends_the_process() -> None:
    assert answers(b"") == []
    assert codes(HELLO) == ["ok"]


def test_a_last_line_needs_no_newline() -> None:
    assert codes(GAMES.rstrip()) == ["ok"]


def test_empty_lines_are_skipped() -> None:
    assert codes(b"\n   \n\r\n" + GAMES + b"\n") == ["ok"]


def test_lines_of_other_systems_are_read() -> None:
    assert codes(GAMES.replace(b"\n", b"\r\n") * 2) == ["ok", "ok"]


def test_a_bad_line_does_not_disturb_the_next() -> None:
    lines = b'nonsense\n{"cmd":"nonsense"}\n[]\n' + GAMES
    assert codes(lines) == ["bad-json", "unknown-command", "bad-json", "ok"]


def test_bytes_that_are_no_text_make_a_bad_line() -> None:
    assert codes(b"\xff\xfe\x00\x80\n" + GAMES) == ["bad-json", "ok"]
    assert codes(b'{"cmd":"games","id":"\xff"}\n' + GAMES) == ["bad-json", "ok"]


def test_text_of_any_language_is_read_and_answered_in_ascii() -> None:
    (found,) = answers('{"cmd":"games","id":"Königreich ⬡"}\n'.encode())
    assert found["id"] == "Königreich ⬡"


@pytest.mark.parametrize("extra", [1, 2, 3, MAX_LINE, 3 * MAX_LINE + 7])
def test_an_overlong_line_is_refused_and_the_next_is_read(extra: int) -> None:
    long = b'"' + b"x" * (MAX_LINE + extra) + b'"\n'
    assert codes(long + GAMES) == ["too-large", "ok"]


@pytest.mark.parametrize("filler", ["é".encode(), b" "])
def test_the_size_is_counted_in_bytes_whatever_they_are(filler: bytes) -> None:
    assert codes(filler * (MAX_LINE + 9) + GAMES + GAMES) == ["too-large", "ok"]


def test_a_line_of_just_the_largest_size_is_read() -> None:
    head, tail = b'{"cmd":"games","id":"', b'"}'
    line = head + b"x" * (MAX_LINE - len(head) - len(tail)) + tail
    assert len(line) == MAX_LINE
    assert codes(line + b"\n" + GAMES) == ["ok", "ok"]


def test_an_overlong_last_line_without_newline_is_refused() -> None:
    assert codes(GAMES + b"x" * (2 * MAX_LINE)) == ["ok", "too-large"]


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert codes(b'{"cmd":"quit"}\n' + GAMES * 3) == ["ok"]


def test_answers_come_without_waiting_for_more_input() -> None:
    process = start()
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(3):
        process.stdin.write(GAMES)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
    process.communicate(timeout=SECONDS)
    assert process.returncode == 0


def test_several_games_in_one_process() -> None:
    lines = [
        {"cmd": "new", "game": "a", "options": {"players": 2, "seed": "a"}},
        {"cmd": "new", "game": "b", "options": {"players": 4, "seed": "b"}},
        {"cmd": "games"},
        {"cmd": "state", "game": "a"},
        {"cmd": "state", "game": "b"},
        {"cmd": "close", "game": "a"},
        {"cmd": "state", "game": "a"},
    ]
    found = answers(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    assert found[2]["games"] == ["a", "b"]
    assert [len(found[n]["state"]["reserve"]) for n in (3, 4)] == [2, 4]
    assert found[6]["error"]["code"] == "unknown-game"


def test_a_reader_that_goes_away_causes_no_traceback() -> None:
    process = start()
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    try:
        process.stdin.write(HELLO * 100)
        process.stdin.close()
    except BrokenPipeError:
        pass  # it has left before we had written it all
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(timeout=SECONDS)


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    process = start()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(GAMES)
    process.stdin.flush()
    process.stdout.readline()  # now it surely waits for a line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert err == b""
    assert process.returncode == 0


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_goes_to_the_output(flag: str) -> None:
    code, out, err = run(b"", flag)
    assert (code, err) == (0, b"")
    assert out.startswith(b"usage: python -m engine")


@pytest.mark.parametrize("argument", ["--nonsense", "file", "-x", ""])
def test_a_bad_argument_is_refused_with_code_two(argument: str) -> None:
    code, out, err = run(GAMES, argument)
    assert (code, out) == (2, b"")
    assert err.startswith(b"usage: python -m engine")


def test_a_mistake_of_ours_costs_one_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(engine: Engine, line: str) -> str:
        raise ZeroDivisionError(line)

    monkeypatch.setattr(Engine, "answer", broken)
    lines = io.BytesIO(b'{"cmd": "hello"}\n{"cmd": "quit"}\n')
    answers = io.BytesIO()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=lines))
    monkeypatch.setattr("sys.stdout", SimpleNamespace(buffer=answers))
    assert pump() == 0
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer["error"]["code"] for answer in told] == ["internal", "internal"]


def test_only_blanks_of_json_make_an_empty_line() -> None:
    assert codes(b" \t\r\n" + GAMES) == ["ok"]
    assert codes("\u00a0\n".encode() + GAMES) == ["bad-json", "ok"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_has_so_many_bytes_and_not_one_more(end: bytes) -> None:
    full = GAMES.strip() + b" " * (MAX_LINE - len(GAMES.strip()))
    assert codes(full + end) == ["ok"]
    assert codes(full + b" " + end) == ["too-large"]
