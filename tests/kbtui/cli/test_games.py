"""What the command line asks the app to open; a stand-in takes the place of the app."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from engine.kingdom.setup import FIRST_GOALS, FIRST_QUADRANTS, Options
from engine.record import format_record
from kbtui.cli.main import main
from kbtui.disk.settings import Settings, load, save
from kbtui.look.terminal import Terminal
from kbtui.paint.palette import Mode
from kbtui.play.saves import resume, start
from kbtui.play.session import HUMAN
from kbtui.play.start import Menu, NewGame, Replay, Resume, Start, Tutorial
from kbtui.text import i18n
from tests.kbtui.playing import kingdom


class Terminals(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        stream = self.buffer
        assert isinstance(stream, io.BytesIO)
        return stream.getvalue().decode()


class Opened(NamedTuple):
    start: Start
    settings: Settings
    terminal: Terminal
    notice: str | None


class App:
    """Remembers how it was opened."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = home
        self._monkeypatch = monkeypatch
        self._opened: list[Opened] = []

    def run(self, *opened: Any) -> int:
        self._opened.append(Opened(*opened))
        return 7

    def main(self, *arguments: str, **streams: object) -> tuple[int, str]:
        """The exit code and what went to standard error; streams are terminals unless given."""
        self._opened.clear()
        errors = Terminals()
        with self._monkeypatch.context() as patched:
            for name in ("stdin", "stdout", "stderr"):
                usual = errors if name == "stderr" else Terminals()
                patched.setattr(sys, name, streams.get(name, usual))
            return main(arguments), errors.text

    def full(self, *arguments: str) -> Opened:
        """How it is opened by these arguments."""
        code, told = self.main(*arguments)
        assert code == 7, told
        return self._opened[-1]

    def __call__(self, *arguments: str) -> Start:
        return self.full(*arguments).start

    def refuses(self, *arguments: str, **streams: object) -> str:
        """The sentence that is said instead of opening it."""
        code, told = self.main(*arguments, **streams)
        assert (code, self._opened) == (2, [])
        return told


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    for name in ("NO_COLOR", "TEXTUAL_COLOR_SYSTEM", "COLORTERM", "LC_ALL"):
        monkeypatch.setenv(name, "")  # so that it is put back afterwards
        del os.environ[name]
    given = {"TERM": "xterm-256color", "LANGUAGE": "en", "LOGNAME": "ann"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("KB_HOME", str(tmp_path / "home"))
    stand_in = App(tmp_path / "home", monkeypatch)
    module: Any = ModuleType("kbtui.screens.app")
    module.run = stand_in.run
    monkeypatch.setitem(sys.modules, "kbtui.screens.app", module)
    yield stand_in
    i18n.use("en")


def test_nothing_opens_the_menu_and_the_exit_code_is_that_of_the_app(app: App) -> None:
    assert isinstance(app(), Menu)
    assert isinstance(app("tutorial"), Tutorial)
    assert not app.home.exists()


def test_the_example_of_the_help_works(app: App) -> None:
    arguments = "new --players 3 --sets base,marshlands --seed X --bots 2"
    assert app(*arguments.split()) == NewGame(
        "kingdom",
        {"players": 3, "sets": ["base", "marshlands"], "seed": "X"},
        (HUMAN, "greedy", "greedy"),
        ("ann", "Botto", "Cleo"),
    )


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ("", "you greedy"),
        ("--bots 1", "you greedy"),
        ("--bots 3", "you greedy greedy greedy"),
        ("--bots random", "you random"),
        ("--bots random,greedy", "you random greedy"),
        ("--bots 2 --level random", "you random random"),
        ("--level random", "you random"),
        ("--players 4", "you greedy greedy greedy"),
        ("--players 4 --bots random", "you random random random"),
        ("--players 4 --bots 2", "you you greedy greedy"),
        ("--players 3 --bots 3", "greedy greedy greedy"),
        ("--players 4 --people 3", "you you you greedy"),
        ("--people 1", "you greedy"),
        ("--people 2", "you you"),
        ("--people 3", "you you you"),
        ("--people 2 --bots 1", "you you greedy"),
        ("--people 2 --bots random", "you you random"),
        ("--people 2 --bots greedy,random", "you you greedy random"),
        ("--people 0", "greedy greedy"),
        ("--people 2 --bots 0", "you you"),
    ],
)
def test_what_is_left_open_of_players_people_and_bots_is_found(
    app: App, arguments: str, seats: str
) -> None:
    opened = app("new", *arguments.split())
    assert isinstance(opened, NewGame)
    assert opened.players == tuple(seats.split())
    assert opened.options["players"] == len(opened.players) == len(opened.names)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players 2 --bots 3", "players: 0 people and 3 bots do not make 2 players"),
        ("--players 4 --people 1 --bots 2", "players: 1 people and 2 bots do not make 4 players"),
        ("--players 2 --people 3", "players: 3 people and 0 bots do not make 2 players"),
        ("--people -1", "do not make"),
        ("--people 5", "Kingdom Builder is for 2, 3 or 4 players"),
        ("--bots 4", "Kingdom Builder is for 2, 3 or 4 players"),
        ("--bots " + "9" * 5000, "Kingdom Builder is for 2, 3 or 4 players"),
        ("--people 1 --bots 0", "Kingdom Builder is for 2, 3 or 4 players"),
        (
            "--bots genius",
            "bots: unknown level 'genius'; choose from random, novice, greedy, skilled, "
            "expert, master",
        ),
        ("--level genius", "unknown level 'genius'; choose from random, novice"),
        ("--goals lords,lords,miners", "goals: choose three different goals"),
        ("--quadrants tavern,farm", "quadrants: name four quadrants; you named 2"),
        ("--sets moon", "sets: choose base, or base and marshlands"),
        ("--sets ,", "sets: choose base, or base and marshlands"),
        ("--seed é", "seed: 1 to 64 printable ASCII characters are needed"),
        ("--seed=", "seed: 1 to 64 printable ASCII characters are needed"),
        ("--boards no-such-file", "no-such-file: No such file or directory"),
        ("--boards README.md", "README.md: file: not JSON"),
    ],
)
def test_games_that_cannot_be_played_are_refused_before_the_app_opens(
    app: App, arguments: str, sentence: str
) -> None:
    told = app.refuses("new", *arguments.split())
    assert sentence in told
    assert told.count("\n") == 1
    assert not app.home.exists()


def test_everything_about_the_table_can_be_said(app: App, tmp_path: Path) -> None:
    boards = tmp_path / "boards.json"
    boards.write_text(
        '{"format": "kingdom-builder-quadrants/1", "quadrants": [{"id": "meadow", '
        '"locations": {"1": "tavern"}, "rows": ["GGGGGFFFFF", "GGGGGFFFFF", "GGWWGFFFFF", '
        '"GGWWGF1FFF", "GGGGGFFFFF", "TTTTTCCCCC", "TTTTTCCCCC", "TTMMTCKCCC", "DDDDDCCCCC", '
        '"DDDDDDDDDD"]}]}'
    )
    opened = app(
        *("new", "--boards", str(boards), "--quadrants", "Meadow, farm/r,barn,tower"),
        *("--goals", "lords,miners,Knights", "--two-cards", "--name", "Zoë\x07 the Great one"),
    )
    assert isinstance(opened, NewGame)
    assert opened.options["quadrants"] == ["meadow", "farm/r", "barn", "tower"]
    assert opened.options["goals"] == ["lords", "miners", "knights"]
    assert opened.options["two_cards"]
    assert [quadrant["id"] for quadrant in opened.options["custom"]] == ["meadow"]
    assert opened.names[0] == "Zoë the Grea"
    boards.write_bytes(b"\xff")
    assert "not UTF-8 text" in app.refuses("new", "--boards", str(boards))


def test_the_first_game_is_the_recommended_one(app: App) -> None:
    opened = app("new", "--first-game")
    assert isinstance(opened, NewGame)
    assert tuple(opened.options["quadrants"]) == FIRST_QUADRANTS
    assert tuple(opened.options["goals"]) == FIRST_GOALS


@pytest.mark.parametrize(
    ("line", "bots"),
    [
        ("--first-game", ["novice"]),
        ("--tips", ["novice"]),
        ("--tips --game castle", ["novice"]),
        ("--first-game --bots 2", ["novice", "novice"]),
        ("--first-game --level expert", ["expert"]),
        ("--tips --bots skilled,greedy", ["skilled", "greedy"]),
    ],
)
def test_bots_of_a_first_game_are_novices_unless_others_are_named(
    app: App, line: str, bots: list[str]
) -> None:
    opened = app("new", *line.split())
    assert isinstance(opened, NewGame)
    assert [*opened.players] == [HUMAN, *bots]


def test_without_a_seed_two_games_differ(app: App) -> None:
    games = {opened.options["seed"] for _ in range(5) if isinstance(opened := app("new"), NewGame)}
    assert len(games) > 1


def saved(app: App, seed: str, moves: int = 5) -> Path:
    session = kingdom(Options(seed=seed), [HUMAN, "random"], ["Ann", "Bot"])
    kept = start(session, app.home / "games")
    list(session.advance())
    for _ in range(moves):
        if session.waits_for is not None:
            session.play(
                session.table.game.format(session.table.game.legal(session.table.state)[0])
            )
    kept.close()
    assert kept.path is not None
    return kept.path


def test_the_game_to_go_on_with_is_named(app: App) -> None:
    one, two = saved(app, "one"), saved(app, "two")
    os.utime(one, (0, 1))
    assert app("continue") == Resume(two)
    assert app("continue", "2") == Resume(one)
    assert app("continue", one.stem) == Resume(one)


def test_a_game_that_is_open_elsewhere_does_not_open_the_app(app: App) -> None:
    path = saved(app, "one")
    _session, kept = resume(path)
    assert "this game is open in another window or program" in app.refuses("continue")
    kept.close()
    assert app("continue") == Resume(path)


def test_a_program_that_sat_there_is_named_again(app: App) -> None:
    player = f"exec:{sys.executable} -c pass"
    session = kingdom(Options(seed="guest"), [HUMAN, player], ["Ann", "Bot"])
    kept = start(session, app.home / "games")
    kept.close()
    assert kept.path is not None
    assert app("continue") == Resume(kept.path)
    assert app("continue", "--bots", player) == Resume(kept.path, (player,))
    assert "bots: programs, each behind exec:" in app.refuses("continue", "--bots", "greedy")
    assert "is not a program" in app.refuses("continue", "--bots", "exec:/no/such/file")
    assert app("new", "--bots", player).players == (HUMAN, player)  # type: ignore[union-attr]


def test_a_record_from_elsewhere_goes_on_in_the_folder_of_games(app: App, tmp_path: Path) -> None:
    session, kept = resume(saved(app, "one"))
    kept.close()
    (tmp_path / "mailed.kbg").write_text(format_record(session.record()), "utf-8")
    opened = app("continue", str(tmp_path / "mailed.kbg"))
    assert isinstance(opened, Resume)
    assert opened.path.parent == app.home / "games"
    again, other = resume(opened.path)
    assert again.table.entries == session.table.entries
    other.close()


def test_replays_of_saved_games_and_of_files(app: App, tmp_path: Path) -> None:
    path = saved(app, "one")
    assert app("replay", "1") == Replay(path, 0)
    assert app("replay", path.stem, "--entry", "4") == Replay(path, 4)
    assert "--entry: 99 is not between 0 and" in app.refuses("replay", "1", "--entry", "99")
    assert "--entry: -1 is not between 0 and" in app.refuses("replay", "1", "--entry", "-1")
    broken = tmp_path / "broken.kbg"
    broken.write_text(path.read_text().replace("dealer show", "1 show"))
    assert "broken.kbg: line " in app.refuses("replay", str(broken))


def test_the_look_can_be_chosen_on_either_side_of_the_command(app: App) -> None:
    for arguments in (
        ("--color", "16", "--ascii", "--theme", "light", "--language", "de", "new"),
        ("new", "--language=de", "--theme=light", "--ascii", "--color=16"),
        ("--colour", "16", "new", "--language=de", "--theme=light", "--ascii"),
        ("--ascii", "--color", "true", "new", "--color", "16", "--theme=light", "--language=de"),
    ):
        _start, settings, terminal, notice = app.full(*arguments)
        assert (settings.theme, settings.language, settings.symbols) == ("light", "de", "ascii")
        assert (terminal.mode, terminal.unicode, notice) == (Mode.C16, False, None)
        assert os.environ["TEXTUAL_COLOR_SYSTEM"] == "truecolor"


def test_only_the_colours_are_remembered(app: App) -> None:
    path = app.home / "settings.toml"
    save(Settings(pace="slow", name="Bea"), path)
    app("--color", "16", "--theme", "light", "--ascii", "--language", "nl", "--color", "256")
    assert load(path) == (Settings(pace="slow", name="Bea", color="256"), None)
    opened = app.full()
    assert opened.settings.color == "256"
    assert opened.terminal.mode is Mode.C256


@pytest.mark.parametrize("arguments", ["", "new", "--color 16"])
def test_what_is_wrong_with_the_settings_is_handed_to_the_app(app: App, arguments: str) -> None:
    app.home.mkdir()
    (app.home / "settings.toml").write_text('theme = "pink"\npace = "fast"')
    opened = app.full(*arguments.split())
    assert (opened.settings.theme, opened.settings.pace) == ("dark", "fast")
    assert opened.notice is not None
    assert "unknown values: theme" in opened.notice


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_screens_need_all_three_streams(app: App, stream: str) -> None:
    no_terminal = io.TextIOWrapper(io.BytesIO(), write_through=True)
    app.refuses(**{stream: no_terminal})
    app.refuses(**{stream: None})
    assert isinstance(app(), Menu)


def test_ctrl_c_is_130(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["kbtui.screens.app"], "run", interrupted)
    code, told = app.main()
    assert (code, told.strip()) == (130, "kb: interrupted")
