"""The ``kb`` command as a player meets it: help, refusals in one sentence, no traceback."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kingdom.bots.levels import BOTS
from engine.kingdom.ground.quadrants import printed
from engine.kingdom.setup import ALL_GOALS
from kbtui.cli.catalogue import COMMANDS, GROUPS
from kbtui.cli.main import main
from kbtui.cli.version import VERSION
from kbtui.disk.settings import FIELDS
from kbtui.games.kingdom.form.arguments import GOALS, QUADRANTS
from kbtui.text.i18n import LANGUAGES
from kbtui.text.levels import LEVELS
from tests.kbtui.running import ROOT, environ, kb, on_a_terminal

XTERM = {"TERM": "xterm-256color"}


def test_the_help_tells_every_command_and_ends_in_examples(tmp_path: Path) -> None:
    done = kb(tmp_path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    for name, about in COMMANDS.items():
        assert any(line.split()[:1] == [name] and line.endswith(about.line) for line in lines)
    assert max(map(len, lines)) <= 80
    assert len(lines) < 50
    assert lines.index("Examples:") > lines.index("Play:") < lines.index("Saved games:")
    assert sorted(name for _, names in GROUPS for name in names) == sorted(COMMANDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_of_its_own(tmp_path: Path, name: str) -> None:
    done = kb(tmp_path, name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: kb {name}")
    assert "Examples:\n  kb " in done.stdout
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    # Every option stands in a group of ours: argparse titles the rest in lower case, in English.
    assert not [line for line in lines if line.endswith(":") and line[0].islower()]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits_in_every_language(tmp_path: Path, language: str) -> None:
    for name in ((), *((name,) for name in COMMANDS)):
        done = kb(tmp_path, "--language", language, *name, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert max(map(len, done.stdout.splitlines())) <= 80


def test_french_blanks_are_kept_in_refusals(tmp_path: Path) -> None:
    done = kb(tmp_path, "--language", "fr", "new", "--players", "9")
    assert done.returncode == 2
    assert "?" not in done.stderr


def test_the_help_names_what_the_engine_has() -> None:
    assert tuple(LEVELS) == tuple(BOTS)
    assert GOALS == ALL_GOALS
    assert sorted(QUADRANTS) == sorted(printed())


@pytest.mark.slow
def test_choices_of_the_command_line_are_those_of_the_settings(tmp_path: Path) -> None:
    choices = {field.name: field.choices for field in FIELDS}
    assert choices["language"] == ("auto", *LANGUAGES)
    for name in ("color", "theme", "language"):
        done = kb(tmp_path, f"--{name}", "nonsense", "saves")
        assert done.returncode == 2
        for choice in choices[name]:
            assert str(choice).replace("grey", "gray") in done.stderr
            assert kb(tmp_path, f"--{name}", str(choice), "saves").returncode == 0


@pytest.mark.slow
def test_other_spellings_keep_working(tmp_path: Path) -> None:
    assert kb(tmp_path, "analyse", "--help").stdout == kb(tmp_path, "analyze", "--help").stdout
    for option in ("--color", "--colour"):
        for gray in ("gray", "grey"):
            assert kb(tmp_path, option, gray, "saves").returncode == 0


def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    assert kb(tmp_path, "--version").stdout == f"kb {VERSION}\n"
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--nonsense", "unknown argument: --nonsense; see kb --help"),
        ("nonsense", "unknown command: 'nonsense'; see kb --help"),
        ("saves games", "unknown argument: games; see kb saves --help"),
        ("joni", "unknown command: 'joni'; perhaps you meant join; see kb --help"),
        (
            "new --bot expert",
            "unknown argument: --bot expert; perhaps you meant --bots; see kb new --help",
        ),
        (
            "new --player=3",
            "unknown argument: --player=3; perhaps you meant --players; see kb new --help",
        ),
        ("demo --players 5", "players: Kingdom Builder is for 2, 3 or 4 players"),
        ("new --players two", "--players: 'two' is not a whole number; see kb new --help"),
        ("new --seed", "--seed needs a value; see kb new --help"),
        ("new --line=yes", "--line takes no value; see kb new --help"),
        ("replay", "FILE is missing; see kb replay --help"),
        ("export x", "one of these is needed: --svg --cast --record; see kb export --help"),
        ("export x --svg a --cast b", "--cast cannot be used with --svg; see kb export --help"),
        ("--language", "--language needs a value; see kb --help"),
        ("--line continue", "there is no game to continue; kb new starts one"),
        ("--line continue 1", "there is no file or saved game called 1; kb saves lists your games"),
        ("export 99999999999999 --svg x", "there is no file or saved game called"),
        ("rules nonsense", "there are no rules for nonsense; kb rules lists all topics"),
        ("--line replay README.md", "README.md: line 1: a record must start with the line"),
        ("--line replay", "FILE is missing; see kb replay --help"),
        ("tutorial --game chess", "known are kingdom, castle"),
        ("--line tutorial", "the tutorial needs the full screen; kb rules prints the rules"),
        ("export README.md --svg x", "README.md: line 1: a record must start with the line"),
        ("--line continue README.md", "README.md: line 1: a record must start with the line"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence_and_exit_code_2(
    tmp_path: Path, arguments: str, sentence: str
) -> None:
    done = kb(tmp_path, *arguments.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("kb: ")
    assert done.stderr.count("\n") == 1
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    done = kb(tmp_path, "rules", "\x1b[2J")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


SCREENS = ("", "new", "continue", "replay README.md", "tutorial", "--color 256 new")


@pytest.mark.parametrize("arguments", SCREENS)
def test_without_a_terminal_one_sentence_says_what_to_do(tmp_path: Path, arguments: str) -> None:
    done = kb(tmp_path, *arguments.split(), **XTERM)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "kb: this terminal cannot show the full-screen game; "
        "kb --line plays in plain lines, kb demo prints a game between bots\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("term", ["dumb", "", "unknown"])
def test_a_dumb_terminal_is_told_the_same(tmp_path: Path, term: str) -> None:
    code, told = on_a_terminal(tmp_path, TERM=term)
    assert code == 2
    assert told.startswith("kb: this terminal cannot show the full-screen game")
    assert "\x1b" not in told


@pytest.mark.slow
def test_a_reader_that_leaves_early_causes_no_traceback(tmp_path: Path) -> None:
    for arguments in ("demo --bots random", "rules", "--help"):
        done = subprocess.run(
            f"{sys.executable} -m kbtui {arguments} | head -1",
            shell=True,
            cwd=ROOT,
            env=environ(tmp_path),
            capture_output=True,
            text=True,
            timeout=50,
            check=False,
        )
        assert done.stdout
        assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ["--line", "saves", "demo --bots random --quiet", "--help"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", ">/dev/full", "2>&-"])
def test_closed_or_full_files_are_at_most_a_sentence(
    tmp_path: Path, arguments: str, closed: str
) -> None:
    done = subprocess.run(
        f"{sys.executable} -m kbtui {arguments} {closed} </dev/null"
        if "<" not in closed
        else f"{sys.executable} -m kbtui {arguments} {closed}",
        shell=True,
        cwd=ROOT,
        env=environ(tmp_path),
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    needs_input = arguments == "--line" and "<&-" in closed
    refuses = ">&-" in closed.replace("2>&-", "") or ">/dev/full" in closed or needs_input
    assert done.returncode == (2 if refuses else 0)
    assert done.stderr.count("\n") == bool(refuses)
    assert done.stderr.startswith("kb: ") == refuses


def loaded(tmp_path: Path, *arguments: str) -> set[str]:
    """The modules that a command has imported at its end."""
    code = (
        "import sys\nfrom kbtui.cli.main import main\n"
        f"main({list(arguments)!r})\n"
        "print('loaded:', *sys.modules, file=sys.stderr)"  # a refusal closes the output
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environ(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    found = set(done.stderr.rpartition("loaded:")[2].split())
    assert "kbtui.cli.main" in found
    return found


SCREEN_LIBRARIES = {"textual", "rich", "asyncio", "kbtui.screens.app"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        *("--help", "--version", "new --help", "nonsense", "", "new", "replay", "tutorial"),
        *("saves", "rules", "rules lords", "--line rules nonsense", "export 1 --svg -"),
        *("demo --bots random --quiet", "demo --bots random --seed x", "demo --bots nonsense"),
        *("--line", "--line new --seed x", "--line new --first-game --people 2"),
        *("--line continue", "--line replay x", "--line tutorial"),
    ],
)
def test_headless_commands_do_not_import_screens(tmp_path: Path, arguments: str) -> None:
    assert loaded(tmp_path, *arguments.split()) & SCREEN_LIBRARIES == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", ["export 1 --svg -", "export 1 --cast -", "export 1 --record -"]
)
def test_exports_do_not_import_screens(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "games").mkdir()
    game = str(tmp_path / "games" / "game.kbg")
    assert kb(tmp_path, "demo", "--bots", "random", "--quiet", "--record", game).returncode == 0
    found = loaded(tmp_path, *arguments.split())
    assert "engine.kingdom.game" in found  # it was read
    assert found & SCREEN_LIBRARIES == set()


def test_a_saved_game_goes_on_in_lines_without_screens(tmp_path: Path) -> None:
    assert kb(tmp_path, "--line", "new").returncode == 0
    found = loaded(tmp_path, "--line", "continue")
    assert "kbtui.linemode.game" in found
    assert found & SCREEN_LIBRARIES == set()


@pytest.mark.parametrize("arguments", ["--help", "new --help", "--version", "nonsense", "status"])
def test_what_only_prints_does_not_import_the_engine_either(tmp_path: Path, arguments: str) -> None:
    slow = {"engine.record", "engine.kingdom.ground.hexes", "dataclasses", "tomllib", "json.tool"}
    assert loaded(tmp_path, *arguments.split()) & (SCREEN_LIBRARIES | slow) == set()


def imported_with(module: str) -> set[str]:
    code = f"import sys, {module}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_menu_can_be_painted_before_the_board_and_the_rules_are_imported() -> None:
    found = imported_with("kbtui.screens.app")
    assert "kbtui.pages.menu" in found
    slow = {
        "kbtui.games.kingdom.board.art",
        "engine.kingdom.rules.actions",
        "engine.kingdom.setup",
    }
    assert found & slow == set()


@pytest.mark.slow
def test_a_game_at_home_needs_nothing_of_the_network() -> None:
    found = imported_with("kbtui.commands.resume, kbtui.screens.opening")
    assert "kbtui.screens.gamescreen" in found
    online = {"websockets", "msgpack", "relay.protocol.messages", "relay.client.client"}
    assert found & {*online, "urllib.request", "http.client", "email", "xml"} == set()


@pytest.mark.parametrize("arguments", [["--version"], ["demo", "--bots", "nonsense"]])
def test_a_command_leaves_garbage_to_be_looked_for_as_before(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = gc.get_threshold()
    main(arguments)
    assert gc.isenabled()
    assert gc.get_threshold() == before
    assert capsys.readouterr().out.startswith("kb ") == (arguments == ["--version"])


@pytest.mark.slow
def test_the_language_is_known_before_the_help_is_made(tmp_path: Path) -> None:
    code = (
        "import kbtui.text.i18n as i18n\nfrom kbtui.cli.main import main\n"
        "main(['--help'])\nprint('language', i18n.current())"
    )

    def spoken(*replaced: str, **more: str) -> str:
        arguments = list(replaced) or ["--help"]
        done = subprocess.run(
            [sys.executable, "-c", code.replace("['--help']", repr(arguments))],
            cwd=ROOT,
            env=environ(tmp_path, **more),
            capture_output=True,
            text=True,
            timeout=50,
            check=True,
        )
        return done.stdout.split()[-1]

    assert spoken(LANGUAGE="nl_NL.UTF-8") == "nl"
    assert spoken("--language", "fr", "--help", LANGUAGE="nl") == "fr"
    assert spoken("--help", "--language=de", LANGUAGE="nl") == "de"
    (tmp_path / "settings.toml").write_text('language = "de"')
    assert spoken(LANGUAGE="nl") == "de"
    assert spoken("--language", "auto", "--help", LANGUAGE="nl") == "nl"
    (tmp_path / "settings.toml").write_text("language = ")
    assert spoken(LANGUAGE="nl") == "nl"
    assert (tmp_path / "settings.toml").exists()  # who needs the settings says what is wrong
