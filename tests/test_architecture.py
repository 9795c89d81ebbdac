"""The shape of the code: what imports what, what the engine may touch, how long things get.

Import directions are proved twice: from the source, which also sees imports inside functions, and
in a fresh process, which also sees indirect imports.
"""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.contract import keys
from tests.sources import PACKAGES, ROOT, module, read, sources

# What a package may import besides itself and the standard library.
ALLOWED: dict[str, frozenset[str]] = {
    "engine": frozenset(),
    "relay": frozenset({"engine", "websockets", "msgpack"}),
    # rich is the drawing layer of textual: its segments and styles are what a widget returns.
    # websockets is what the door for browsers serves with, asyncssh the one for SSH.
    "kbtui": frozenset({"engine", "relay", "textual", "rich", "websockets", "asyncssh"}),
}

# The engine is a function of its arguments, so these stay out of it.
CLOCK_AND_CHANCE = frozenset({"datetime", "random", "secrets", "time", "uuid"})
NETWORK = frozenset({"http", "select", "socket", "ssl", "urllib"})
MACHINE = frozenset({"logging", "os", "platform", "shutil", "sqlite3", "sys", "tempfile"})
TASKS = frozenset({"asyncio", "concurrent", "multiprocessing", "subprocess", "threading"})
IMPURE = CLOCK_AND_CHANCE | NETWORK | MACHINE | TASKS
IMPURE_CALLS = frozenset({"breakpoint", "input", "open", "print"})
# The engine as a process is the edge where bytes come in and the secret seed is made.
EDGE = "engine/__main__.py"
EDGE_MAY = frozenset({"os", "secrets", "sys"})

# Parts that every game has and other rooms of the code have too: one meaning, wherever they are.
PARTS_OF_A_GAME = {
    "kit": "what a game brings: all of it, or the part of one room",
    "plain": "a game in plain lines",
    "preview": "what the form leads to, as a picture beside it",
}
MAX_MEANINGS = 2

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60


def imported(name: str) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    return {found.imported.partition(".")[0] for found in read(name).imports}


def run_fresh(code: str, *flags: str) -> str:
    """Run code in a new interpreter that finds our packages in the root; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-P", *flags, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,  # the output says more than the exception would
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def loaded_after_importing(package: str, *flags: str) -> set[str]:
    """The top-level modules present once every module of the package has been imported."""
    names = [module(name) for name in sources(package)]
    code = (
        f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    return set(run_fresh(code, *flags).split())


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_go_one_way(package: str) -> None:
    allowed = sys.stdlib_module_names | ALLOWED[package] | {package}
    wrong = {name: sorted(imported(name) - allowed) for name in sources(package)}
    assert {name: tops for name, tops in wrong.items() if tops} == {}


def test_nothing_but_kbtui_and_tests_imports_kbtui() -> None:
    outside = [
        name
        for path in ROOT.glob("*/")
        if path.name not in ("kbtui", "tests") and not path.name.startswith((".", "venv"))
        for name in sources(path.name)
    ]
    assert [name for name in outside if "kbtui" in imported(name)] == []


def test_the_engine_imports_nothing_impure() -> None:
    wrong: dict[str, list[str]] = {}
    for name in sources("engine"):
        impure = imported(name) & IMPURE
        if name == EDGE:
            impure -= EDGE_MAY
        if impure:
            wrong[name] = sorted(impure)
    assert wrong == {}


def test_the_engine_reads_and_prints_only_at_its_edge() -> None:
    calls = [
        f"{name}:{line} {called}"
        for name in sources("engine")
        if name != EDGE
        for line, called in read(name).calls
        if called in IMPURE_CALLS
    ]
    assert calls == []


def test_a_fresh_process_with_the_standard_library_alone_imports_the_whole_engine() -> None:
    # -S: without site there are no installed packages at all, so any use of one fails.
    loaded = loaded_after_importing("engine", "-S")
    assert "engine" in loaded
    assert loaded & {"textual", "rich", "websockets", "msgpack", "relay", "kbtui"} == set()


@pytest.mark.slow
def test_a_fresh_process_imports_the_whole_relay_without_a_screen() -> None:
    loaded = loaded_after_importing("relay")
    assert "relay" in loaded
    assert loaded & {"textual", "rich", "kbtui"} == set()


def test_the_three_packages_lie_side_by_side() -> None:
    # Their names are common: another distribution could bring an `engine` of its own.
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        assert spec is not None, package
        assert spec.origin == str(ROOT / package / "__init__.py")


def test_every_package_has_modules_to_check() -> None:
    assert all(sources(package) for package in PACKAGES)


def test_a_file_is_one_idea_with_a_docstring() -> None:
    files = {name: read(name) for name in sources(*PACKAGES)}
    assert [name for name, file in files.items() if not file.docstring] == []
    lines = {name: file.lines for name, file in files.items()}
    assert {name: count for name, count in lines.items() if count > MAX_FILE_LINES} == {}


def meaning(name: str) -> str:
    """What a file is about, as far as its path tells: the same part of two games is one thing."""
    part = Path(name).stem
    if part in PARTS_OF_A_GAME and "/games/" in name:
        return PARTS_OF_A_GAME[part]
    return re.sub(rf"/({'|'.join(keys())})/", "/a game/", name)


def test_a_module_name_has_at_most_two_meanings() -> None:
    # Tests are called after what they test, and commands after what players type.
    meanings: dict[str, set[str]] = {}
    for name in sources(*PACKAGES, "bench", "tests"):
        part = Path(name).stem
        if not part.startswith(("__", "conftest", "test_")) and "/commands/" not in name:
            meanings.setdefault(part, set()).add(meaning(name))
    many = {part: sorted(found) for part, found in meanings.items() if len(found) > MAX_MEANINGS}
    assert many == {}
    assert set(PARTS_OF_A_GAME) <= set(meanings)


def test_functions_are_short_and_annotated() -> None:
    wrong: list[str] = []
    for name in sources(*PACKAGES):
        for function in read(name).functions:
            where = f"{name}:{function.line} {function.name}"
            if function.length > MAX_FUNCTION_LINES:
                wrong.append(f"{where}: {function.length} lines")
            if function.unannotated:
                wrong.append(f"{where}: no annotation for {', '.join(function.unannotated)}")
    assert wrong == []


def test_no_file_leaves_work_for_later() -> None:
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = sorted(set(os.fsdecode(listing.stdout).split("\0")) - {""})
    # Put together here, so that this file passes its own test.
    words = re.compile(rb"\b(?:TO" + rb"DO|FIX" + rb"ME)\b")
    files = [ROOT / name for name in names if (ROOT / name).is_file()]
    assert files
    assert [str(path.relative_to(ROOT)) for path in files if words.search(path.read_bytes())] == []
