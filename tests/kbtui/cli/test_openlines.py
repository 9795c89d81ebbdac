"""Games in line mode as real processes: killed, hung up, interrupted, and continued."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from engine.record import Record, verify_record
from engine.table import Entry
from kbtui.play.saved_games import finished, summary, unfinished
from kbtui.play.saves import read
from tests.kbtui.running import ROOT, command, environ, hear, kb, opened, tell

NEW = ("--line", "new", "--seed", "line", "--bots", "random")
ALL = ("legal", "1") * 400  # enough for a whole game


def game_file(home: Path) -> Path:
    (path,) = (home / "games").iterdir()
    return path


def entries(home: Path) -> list[Entry]:
    return list(read(game_file(home))[0].entries)


def checked(home: Path) -> Record:
    """The finished record, dealt again."""
    record, table = read(game_file(home))
    assert record.result is not None
    assert verify_record(record, table) == table.dealt
    return record


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """The game that is played when nothing comes between."""
    home = tmp_path_factory.mktemp("whole")
    done = kb(home, *NEW, typed=ALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
    return checked(home)


def test_a_game_from_a_pipe_is_played_to_its_end_and_kept(whole: Record) -> None:
    assert whole.players == ("ann", "Botto")
    assert dict(whole.tags)["seats"] == "you random"


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 1, 2, 4, 9])
def test_a_killed_game_goes_on_exactly_where_it_was(
    tmp_path: Path, whole: Record, moves: int
) -> None:
    with opened(tmp_path, *NEW) as game:
        prompt = hear(game, "Your turn:")
        for _ in range(moves):
            tell(game, "legal", "1")
            hear(game, "You: ")
            prompt = hear(game, "Your turn:")
        game.kill()
    assert game.returncode == -signal.SIGKILL
    kept = entries(tmp_path)
    assert kept == list(whole.entries[: len(kept)])
    before = game_file(tmp_path).read_bytes()
    done = kb(tmp_path, "--line", "continue")
    assert done.returncode == 0
    assert prompt in done.stdout.splitlines()
    assert game_file(tmp_path).read_bytes() == before
    done = kb(tmp_path, "continue", "--line", typed=ALL)
    assert done.returncode == 0
    assert checked(tmp_path).entries == whole.entries


@pytest.mark.slow
def test_a_game_that_is_killed_again_and_again_is_the_same_game(
    tmp_path: Path, whole: Record
) -> None:
    arguments: tuple[str, ...] = NEW
    for number in range(4):
        with opened(tmp_path, *arguments) as game:
            hear(game, "Your turn:")
            tell(game, *("legal", "1") * 5)
            for _ in range(number + 1):  # the kill comes while it plays on
                hear(game, "You: ")
            game.kill()
        kept = entries(tmp_path)
        assert kept == list(whole.entries[: len(kept)])
        arguments = ("--line", "continue")
    kb(tmp_path, *arguments, typed=ALL)
    assert checked(tmp_path).entries == whole.entries


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_line_that_is_hung_up_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with opened(tmp_path, *NEW) as game:
        hear(game, "Your turn:")
        tell(game, "legal", "1")
        said = hear(game, "You: ")
        hear(game, "Your turn:")
        game.send_signal(number)
    assert entries(tmp_path)[-1] == Entry(0, said.removeprefix("You: "))


def test_an_interrupted_game_is_kept_and_ends_with_130(tmp_path: Path) -> None:
    with opened(tmp_path, *NEW) as game:
        hear(game, "Your turn:")
        tell(game, "legal", "1")
        said = hear(game, "You: ")
        hear(game, "Your turn:")
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate(timeout=30)
    assert game.returncode == 130
    assert errors.strip() == "kb: interrupted"
    assert entries(tmp_path)[-1] == Entry(0, said.removeprefix("You: "))


@pytest.mark.slow
def test_two_programs_do_not_play_one_game(tmp_path: Path) -> None:
    with opened(tmp_path, *NEW) as game:
        hear(game, "Your turn:")
        before = game_file(tmp_path).read_bytes()
        done = kb(tmp_path, "--line", "continue", typed=["legal", "1"])
        assert done.returncode == 2
        assert done.stderr.endswith("this game is open in another window or program\n")
        assert done.stderr.count("\n") == 1
        assert game_file(tmp_path).read_bytes() == before
        tell(game, "quit")
        game.communicate(timeout=30)
    done = kb(tmp_path, "--line", "continue", typed=["legal", "1"])
    assert done.returncode == 0


def test_leaving_says_how_to_go_on(tmp_path: Path) -> None:
    for typed in ([], ["quit"]):
        done = kb(tmp_path, *NEW, typed=typed)
        left, how = done.stdout.splitlines()[-2:]
        assert left.lower().endswith("the game is not finished.")
        assert how == "Your game is saved. Type kb --line continue to continue it."
    assert len(unfinished(tmp_path / "games")) == 2


@pytest.mark.slow
def test_the_game_that_was_played_last_goes_on_and_others_by_name_or_number(
    tmp_path: Path,
) -> None:
    for seed, when in (("one", 10), ("two", 30), ("three", 20)):
        kb(tmp_path, "--line", "new", "--seed", seed)
        (path,) = (tmp_path / "games").glob(f"*-{seed}.kbg")
        os.utime(path, (0, when))
    names = [game.path.stem for game in unfinished(tmp_path / "games")]
    for arguments, seed in (
        ([], "two"),
        (["1"], "two"),
        (["3"], "one"),
        ([names[1]], "three"),
        ([f"{names[2]}.kbg"], "one"),
        ([str(tmp_path / "games" / f"{names[2]}.kbg")], "one"),
    ):
        done = kb(tmp_path, "--line", "continue", *arguments)
        assert done.stdout.startswith(f"Kingdom Builder, 2 players, seed {seed}."), arguments
        for old, when in zip(names, (30, 20, 10), strict=True):
            os.utime(tmp_path / "games" / f"{old}.kbg", (0, when))


@pytest.mark.slow
def test_a_finished_game_cannot_go_on(tmp_path: Path, whole: Record) -> None:
    kb(tmp_path, *NEW, typed=ALL)
    (over,) = finished(tmp_path / "games")
    assert over.result == whole.result
    done = kb(tmp_path, "--line", "continue", "1")
    assert done.returncode == 2
    assert "this game is over; kb replay shows it" in done.stderr


@pytest.mark.slow
def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path: Path, whole: Record) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

    done = subprocess.run(
        command(*NEW),
        cwd=ROOT,
        env=environ(tmp_path),
        input="".join(f"{line}\n" for line in ALL),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
        preexec_fn=small_disk,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("the game cannot be saved right now (File too large)") == 1
    assert "The game is over." in done.stdout
    # What is there is the beginning of the game, and can go on.
    kept = entries(tmp_path)
    assert kept == list(whole.entries[: len(kept)])
    kb(tmp_path, "--line", "continue", typed=ALL)
    assert checked(tmp_path).entries == whole.entries


def test_a_home_that_cannot_be_made_is_told_too(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder")
    done = kb(tmp_path / "home", *NEW, typed=["legal", "1"])
    assert done.returncode == 0
    assert "the game cannot be saved right now (Not a directory)" in done.stdout
    assert "You: " in done.stdout
    assert "It is kept" not in done.stdout


def test_a_broken_settings_file_is_told_and_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("theme = ")
    done = kb(tmp_path, *NEW)
    assert done.returncode == 0
    assert "settings.toml is broken" in done.stderr
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "settings.toml.broken-1").read_text() == "theme = "
    assert kb(tmp_path, *NEW).stderr == ""


def test_bytes_that_are_no_text_and_names_the_terminal_cannot_show(tmp_path: Path) -> None:
    done = kb(tmp_path, *NEW, typed=["\udcff\udcfe", "hü"], PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Unknown command") == 2


@pytest.mark.slow
def test_bare_line_mode_is_a_new_game_and_options_stand_on_both_sides(tmp_path: Path) -> None:
    done = kb(tmp_path, "--line")
    assert "Kingdom Builder, 2 players" in done.stdout
    for arguments in (("--line", "new"), ("new", "--line")):
        done = kb(tmp_path, *arguments, "--people", "2", "--name", "Zoë", "--bots", "1")
        assert "3 players" in done.stdout
    games = unfinished(tmp_path / "games")
    assert sorted(game.seats for game in games)[1:] == [("you", "you", "greedy")] * 2
    assert ("Zoë", "Sky", "Cleo") in {game.names for game in games}
    assert all(summary(game.path).problem is None for game in games)
