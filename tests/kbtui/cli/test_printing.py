"""Commands that print and write files: a game of bots, exports, rules, the list of games."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from engine.kingdom.ground.moves import word
from engine.kingdom.setup import ALL_GOALS, Options
from engine.record import read_record, verify_record
from kbtui.cli.output import say_line
from kbtui.games.kingdom.words.helps import TILE_HELP, TOPICS
from kbtui.games.kingdom.words.names import goal_text
from kbtui.play.saves import start
from kbtui.play.session import HUMAN
from tests.kbtui.playing import kingdom
from tests.kbtui.running import kb, on_a_terminal

DEMO = ("demo", "--bots", "random")
GOLDEN = "tests/golden/games/first-game.kbg"


def test_bots_play_a_game_to_its_winner(tmp_path: Path) -> None:
    done = kb(tmp_path, *DEMO, "--seed", "amber")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "seed amber" in lines[0]
    assert "win" in lines[-2] or "share" in lines[-2]
    assert max(map(len, lines)) <= 80
    assert list(tmp_path.iterdir()) == []  # it is not saved


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_and_none_another(tmp_path: Path) -> None:
    same = [kb(tmp_path, "demo", "--seed", "x", "--bots", "greedy,random") for _ in range(2)]
    assert same[0].stdout == same[1].stdout
    assert kb(tmp_path, *DEMO).stdout != kb(tmp_path, *DEMO).stdout


def test_stand_in_boards_are_named_as_our_own(tmp_path: Path) -> None:
    names = "temple-standin,refuge-standin/r,tavern,farm"
    done = kb(tmp_path, *DEMO, "--sets", "base,marshlands", "--quadrants", names, "--quiet")
    assert " ".join(line.strip() for line in done.stdout.splitlines()[1:3]) == (
        "Quadrants: top left Temple (stand-in, our own layout), top right Refuge "
        "(stand-in, our own layout) (rotated), bottom left Tavern, bottom right Farm."
    )


def test_record_and_picture_of_a_demo(tmp_path: Path) -> None:
    record, picture = tmp_path / "game.kbg", tmp_path / "board.svg"
    files = ("--record", str(record), "--picture", str(picture))
    done = kb(tmp_path, *DEMO, "--seed", "rec", "--players", "3", *files)
    assert done.returncode == 0
    said, table = read_record(record.read_text())
    assert table.to_act is None
    assert verify_record(said, table) == table.dealt
    assert said.players == ("1 random", "2 random", "3 random")
    assert picture.read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--bots genius", "bots: unknown level 'genius'"),
        ("--bots random,random,random", "bots: 3 players for 2 seats"),
        ("--record no-such-folder/x", "no-such-folder/x: no such folder"),
        ("--record README.md", "README.md: this file already exists; choose another name"),
        ("--people 2", "unknown argument: --people 2"),
    ],
)
def test_demos_that_cannot_be_given(tmp_path: Path, arguments: str, sentence: str) -> None:
    done = kb(tmp_path, "demo", "--quiet", *arguments.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"kb: {sentence}")
    assert done.stderr.count("\n") == 1


def test_colour_is_only_for_terminals(tmp_path: Path) -> None:
    done = kb(tmp_path, *DEMO, "--color", "true", TERM="xterm", COLORTERM="truecolor")
    assert "\x1b[" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "arguments", "sequence"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "", "48;2;"),
        ({"TERM": "xterm-256color"}, "", "48;5;"),
        ({"TERM": "xterm"}, "", ";44m"),  # water, in 16 colours
        ({"TERM": "xterm", "NO_COLOR": "1"}, "--color 256", "48;5;"),
    ],
)
def test_terminals_with_colour_get_a_painted_board(
    tmp_path: Path, environment: dict[str, str], arguments: str, sequence: str
) -> None:
    code, text = on_a_terminal(
        tmp_path, *DEMO, "--seed", "c", "--quiet", *arguments.split(), **environment
    )
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    assert code == 0
    assert "●" in plain
    assert "▌" in plain
    assert sequence in text
    assert max(map(len, plain.splitlines())) <= 80


@pytest.mark.parametrize(
    ("environment", "arguments"),
    [
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, ""),
        ({"TERM": "xterm-256color"}, "--color none"),
        ({"TERM": "dumb"}, ""),
    ],
)
@pytest.mark.slow
def test_terminals_without_colour_get_letters(
    tmp_path: Path, environment: dict[str, str], arguments: str
) -> None:
    _code, text = on_a_terminal(tmp_path, *DEMO, "--quiet", *arguments.split(), **environment)
    assert "\x1b[" not in text
    assert "g grass, f flowers" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "arguments"),
    [
        ({"TERM": "linux"}, ""),
        ({"TERM": "xterm", "PYTHONIOENCODING": "latin-1"}, ""),
        ({"TERM": "xterm"}, "--ascii"),
    ],
)
def test_without_the_symbols_the_board_is_painted_with_plain_letters(
    tmp_path: Path, environment: dict[str, str], arguments: str
) -> None:
    _code, text = on_a_terminal(tmp_path, *DEMO, "--quiet", *arguments.split(), **environment)
    assert text.isascii()
    assert ";44m" in text


@pytest.mark.slow
def test_a_record_is_exported_as_far_as_asked(tmp_path: Path) -> None:
    out = tmp_path / "part.kbg"
    done = kb(tmp_path, "export", GOLDEN, "--entry", "30", "--record", str(out))
    assert (done.returncode, done.stdout) == (0, f"Wrote {out}\n")
    record, table = read_record(out.read_text())  # the digest is that of entry 30
    assert len(record.entries) == 30
    assert record.result is None
    again = kb(tmp_path, "export", GOLDEN, "--entry", "30", "--record", str(out))
    assert again.returncode == 2
    assert "exists; use --force to overwrite it" in again.stderr
    out.write_text("something else")
    forced = kb(tmp_path, "export", GOLDEN, "--entry", "30", "--record", str(out), "--force")
    assert forced.returncode == 0
    assert read_record(out.read_text())[0] == record
    whole, _table = read_record(kb(tmp_path, "export", GOLDEN, "--record", "-").stdout)
    assert whole.result is not None
    assert whole.entries[:30] == tuple(table.entries)


@pytest.mark.slow
def test_a_picture_shows_the_moment(tmp_path: Path) -> None:
    first, last = (
        kb(tmp_path, "export", GOLDEN, "--svg", "-", *entry).stdout
        for entry in (("--entry", "0"), ())
    )
    assert first.startswith("<svg ")
    # Settlements are paths; before the game only those of the legend are there.
    assert first.count("<path ") == 2
    assert last.count("<path ") > 40
    done = kb(tmp_path, "export", GOLDEN, "--svg", "-", "--entry", "9999")
    assert done.returncode == 2
    assert "--entry: 9999 is not between 0 and" in done.stderr


def test_a_film_is_a_cast_of_asciinema(tmp_path: Path) -> None:
    out = tmp_path / "game.cast"
    done = kb(tmp_path, "export", GOLDEN, "--entry", "20", "--cast", str(out))
    assert done.returncode == 0
    head, *frames = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert head["version"] == 2
    assert all(kind == "o" for _, kind, _ in frames)


def test_what_is_left_of_a_cut_off_game_is_exported(tmp_path: Path) -> None:
    session = kingdom(Options(seed="cut"), [HUMAN, "random"], ["Ann", "Bot"])
    save = start(session, tmp_path / "games")
    list(session.advance())
    save.close()
    assert save.path is not None
    with save.path.open("a") as file:
        file.write("   4 1   ")
    record, _table = read_record(kb(tmp_path, "export", "1", "--record", "-").stdout)
    assert list(record.entries) == session.table.entries


@pytest.mark.slow
@pytest.mark.parametrize("topic", [*TOPICS, *ALL_GOALS, *(word(kind) for kind in TILE_HELP)])
def test_every_rule_is_listed_and_can_be_read(tmp_path: Path, topic: str) -> None:
    listed = kb(tmp_path, "rules") if topic == "turn" else None
    done = kb(tmp_path, "rules", topic)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 2
    assert max(map(len, done.stdout.splitlines())) <= 80
    if listed is not None:
        names = {line.split()[0] for line in listed.stdout.splitlines() if line.startswith("  ")}
        assert names >= {*TOPICS, *ALL_GOALS, *(word(kind) for kind in TILE_HELP)}


def test_rules_of_the_other_game_are_found_without_its_name(tmp_path: Path) -> None:
    named = kb(tmp_path, "rules", "--game", "castle", "mill").stdout
    assert named.startswith("Mill\n")
    assert kb(tmp_path, "rules", "mill").stdout == named


def test_rules_are_found_by_their_names_too(tmp_path: Path) -> None:
    assert goal_text("lords") in kb(tmp_path, "rules", "Lords").stdout.replace("\n", " ")
    assert kb(tmp_path, "rules", "End", "of", "the", "game").stdout.startswith("End of the game\n")


@pytest.mark.slow
def test_saved_games_are_listed_with_their_numbers(tmp_path: Path) -> None:
    games = tmp_path / "games"
    assert kb(tmp_path, "saves").stdout == (
        f"There are no saved games.\nSaved games are in {games}.\n"
    )
    over = kingdom(Options(seed="over"), ["random"] * 2, ["Ann", "Bob"])
    start(over, games)
    list(over.advance())
    start(kingdom(Options(seed="begun"), [HUMAN, "random"], ["Cleo", "Bot"]), games).close()
    (games / "2026-01-01-odd.kbg").write_text("nothing\n")
    lines = kb(tmp_path, "saves").stdout.splitlines()
    assert [line.strip() for line in lines[1:6:2]] == [
        "Cleo, Bot; turn 1, Cleo",
        "over: Ann {}, Bob {}".format(*over.table.game.totals(over.table.state)),
        "damaged: line 1: a record must start with the line 'kbtui record 1'",
    ]
    head = re.compile(r" +(\d)  \d{4}-\d\d-\d\d \d\d:\d\d  (\S+)")
    heads = [head.fullmatch(line) for line in lines[:6:2]]
    assert [found and found[1] for found in heads] == ["1", "2", "3"]
    assert [found and found[2][11:] for found in heads] == ["begun", "over", "odd"]
    assert lines[-1] == f"Saved games are in {games}."


def test_long_lines_of_a_game_break_between_words_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Connection lost: " + "word " * 20
    say_line(text)
    assert capsys.readouterr().out == f"{text}\n"  # a pipe gets it whole
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    say_line(text)
    first, *others = capsys.readouterr().out.splitlines()
    assert 50 < len(first) <= 60
    assert all(line.startswith("  word") and len(line) <= 60 for line in others)
    painted = "\x1b[1m" + "x y " * 30
    say_line(painted)
    assert capsys.readouterr().out == f"{painted}\n"
