"""The ``kb`` command as a player meets it: real processes, exit codes, no traceback."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from engine.record import read_record, verify_record
from kbtui.cli import main

ROOT = Path(__file__).resolve().parents[2]


def kb(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kbtui", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=50,
        check=False,
    )


def test_a_game_is_played_to_its_winner() -> None:
    done = kb("--seed", "amber", "--bots", "random")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "seed amber" in done.stdout
    assert "win" in done.stdout.splitlines()[-2] or "share" in done.stdout.splitlines()[-2]
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (kb("--seed", "x", "--bots", "greedy,random") for _ in range(2))
    assert first.stdout == second.stdout


def test_without_a_seed_two_games_differ() -> None:
    assert kb("--bots", "random").stdout != kb("--bots", "random").stdout


def test_stand_in_boards_are_named_as_our_own() -> None:
    names = "temple-standin,refuge-standin/r,tavern,farm"
    done = kb("--sets", "base,marshlands", "--quadrants", names, "--bots", "random", "--quiet")
    assert " ".join(line.strip() for line in done.stdout.splitlines()[1:3]) == (
        "Boards: top left Temple (stand-in, our own layout), top right Refuge "
        "(stand-in, our own layout) turned, bottom left Tavern, bottom right Farm."
    )


def test_the_record_replays_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.kbg"
    done = kb("--seed", "rec", "--players", "3", "--bots", "random", "--record", str(path))
    assert done.returncode == 0
    record, table = read_record(path.read_text())
    assert table.to_act is None
    assert verify_record(record, table) == table.dealt
    assert record.players == ("1 random", "2 random", "3 random")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "5"], "invalid choice"),
        (["--goals", "lords,lords,miners"], "kb: goals: three different goals are needed (S-4)"),
        (["--quadrants", "tavern,farm"], "kb: quadrants: four are needed, 2 are given (S-1)"),
        (["--sets", "moon"], "kb: sets: choose base, or base and marshlands"),
        (["--bots", "genius"], "kb: bots: 'genius' is unknown; known are random, greedy"),
        (
            ["--bots", "random,random,random"],
            "kb: bots: 3 players for 2 seats; name one level, or one for each bot",
        ),
        (["--seed", ""], "kb: seed: 1 to 64 printable ASCII characters are needed"),
        (["--boards", "no-such-file"], "kb: no-such-file: No such file or directory"),
        (["--record", "no-such-folder/x"], "kb: no-such-folder/x: there is no such folder"),
        (["--record", "README.md"], "kb: README.md: this file exists; name another"),
        (["--people", "2"], "kb: people: people play with --line"),
        (["--line", "--people", "3"], "kb: people: there are 2 seats; --players gives more"),
        (["--boards", "README.md"], "kb: README.md: file: not JSON"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence_and_exit_code_2(
    arguments: list[str], sentence: str
) -> None:
    done = (
        kb("--quiet", *arguments)
        if "--bots" in arguments
        else kb("--quiet", "--bots", "random", *arguments)
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    path.write_bytes(b"\xff\xfe\x00")
    done = kb("--boards", str(path))
    assert done.returncode == 2
    assert "not a text file in UTF-8" in done.stderr


def test_a_players_own_quadrant_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    path.write_text(
        '{"format": "kingdom-builder-quadrants/1", "quadrants": [{"id": "meadow", '
        '"locations": {"1": "tavern"}, "rows": ["GGGGGFFFFF", "GGGGGFFFFF", "GGWWGFFFFF", '
        '"GGWWGF1FFF", "GGGGGFFFFF", "TTTTTCCCCC", "TTTTTCCCCC", "TTMMTCKCCC", "DDDDDCCCCC", '
        '"DDDDDDDDDD"]}]}'
    )
    done = kb("--boards", str(path), "--quadrants", "meadow,farm,barn,tower", "--bots", "random")
    assert done.returncode == 0
    assert "meadow (player's own layout)" in " ".join(done.stdout.split())


def test_colour_is_only_for_terminals() -> None:
    assert "\x1b[" not in kb("--seed", "c", "--bots", "random").stdout


def on_a_terminal(**environment: str) -> str:
    """What a terminal of 80 columns gets to see of a game."""
    size = {"COLUMNS": "80", "LINES": "24"}
    ours, theirs = pty.openpty()
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "kbtui", "--seed", "c", "--bots", "random", "--quiet"],
        cwd=ROOT,
        env=plain | size | environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        told = b""
        with suppress(OSError):  # how Linux says that the other side has closed it
            while part := os.read(ours, 65536):
                told += part
        os.close(ours)
    return told.decode()


@pytest.mark.parametrize(
    ("environment", "sequence"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "48;2;"),
        ({"TERM": "xterm-256color"}, "48;5;"),
        ({"TERM": "xterm"}, ";44m"),  # water, in 16 colours
    ],
)
def test_terminals_with_colour_get_a_painted_board(
    environment: dict[str, str], sequence: str
) -> None:
    text = on_a_terminal(PYTHONIOENCODING="utf-8", **environment)
    assert "▐●▌" in re.sub("\x1b\\[[0-9;]*m", "", text)
    assert sequence in text
    lines = re.sub("\x1b\\[[0-9;]*m", "", text).splitlines()
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "xterm-256color", "PYTHONIOENCODING": "latin-1"},
        {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
        {"TERM": "dumb", "PYTHONIOENCODING": "utf-8"},
    ],
)
def test_terminals_without_colour_or_unicode_get_letters(environment: dict[str, str]) -> None:
    text = on_a_terminal(**environment)
    assert "\x1b[" not in text
    assert "g grass, f flowers" in text


def test_the_linux_console_gets_a_board_without_symbols_it_lacks() -> None:
    text = on_a_terminal(TERM="linux", PYTHONIOENCODING="utf-8")
    assert text.isascii()
    assert ";44m" in text


def test_a_reader_that_leaves_early_causes_no_traceback() -> None:
    command = f"{sys.executable} -m kbtui --bots random | head -1"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=50, check=False
    )
    assert done.stdout.startswith("Kingdom Builder")
    assert done.stderr == ""


def lines(*typed: str, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "kbtui", "--line", "--seed", "line", *arguments]
    text = b"".join(line.encode("latin-1") + b"\n" for line in typed)
    return subprocess.run(
        command, cwd=ROOT, input=text, capture_output=True, timeout=50, check=False
    )


def test_line_mode_plays_from_a_pipe_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "line.kbg"
    done = lines(*["legal", "1"] * 400, arguments=("--bots", "random", "--record", str(path)))
    assert done.returncode == 0
    assert b"The game is over." in done.stdout
    record, table = read_record(path.read_text())
    assert table.to_act is None
    assert record.players == ("1 you", "2 random")


def test_line_mode_survives_bytes_that_are_no_text_and_the_end_of_input() -> None:
    done = lines("\xff\xfe", "help")
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.endswith(b"No more input; the game is not finished.\n")


def test_an_interrupted_game_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.kbg"
    command = [sys.executable, "-m", "kbtui", "--line", "--seed", "line", "--record", str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"legal\n1\n")
        game.stdin.flush()
        while not game.stdout.readline().startswith(b"You: "):
            pass
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert b"Traceback" not in errors
    _, table = read_record(path.read_text())
    assert table.entries[-1].actor == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", ">/dev/full"])
def test_closed_or_full_files_are_a_sentence(closed: str) -> None:
    command = f"{sys.executable} -m kbtui --line {closed}"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=50, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("kb: ")
    assert done.stderr.count("\n") == 1


def test_names_that_the_terminal_cannot_show_do_not_end_the_game() -> None:
    command = [sys.executable, "-m", "kbtui", "--line", "--seed", "line"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        input="h\u00fc\n".encode(),
        capture_output=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0
    assert b"I do not know" in done.stdout


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    for option in ("--players", "--sets", "--seed", "--bots", "--record", "--first-game"):
        assert option in text
