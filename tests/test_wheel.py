"""What people install: the wheel holds every file of the three packages, and works from there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "relay", "kbtui")

pytestmark = pytest.mark.slow  # the wheel is built first


def run(*args: str | Path, cwd: Path, **environment: str) -> str:
    """Run the interpreter on the arguments; return what it prints."""
    done = subprocess.run(
        [sys.executable, *args],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,  # the output says more than the exception would
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tree_files() -> set[str]:
    """The files of the packages as they lie in the repository, without caches."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*"))
    return {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree by the build backend itself."""
    target = tmp_path_factory.mktemp("wheel")
    run("-m", "hatchling", "build", "-t", "wheel", "-d", target, cwd=ROOT)
    (built,) = target.glob("*.whl")
    return built


def packed(wheel: Path) -> set[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_boards_are_in_the_wheel(wheel: Path) -> None:
    boards = {p.relative_to(ROOT).as_posix() for p in ROOT.glob("engine/**/data/*") if p.is_file()}
    assert "engine/kingdom/ground/data/quadrants.json" in boards
    assert sorted(boards - packed(wheel)) == []


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_the_catalogues_and_their_sources_are_in_the_wheel(wheel: Path, language: str) -> None:
    folder = f"kbtui/locales/{language}/LC_MESSAGES"
    assert {f"{folder}/kbtui.mo", f"{folder}/kbtui.po"} <= packed(wheel)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_packages_are_marked_as_typed(wheel: Path, package: str) -> None:
    assert f"{package}/py.typed" in packed(wheel)


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    # A file that git ignores is left out of the wheel without a word.
    content = {name for name in packed(wheel) if ".dist-info/" not in name}
    assert sorted(content ^ tree_files()) == []


@pytest.mark.slow
def test_the_engine_loads_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # -S: no installed packages, so neither ours nor a pointer back to the repository is found.
    code = "import engine.kingdom; print(engine.kingdom.__file__)"
    printed = run("-P", "-S", "-c", code, cwd=elsewhere, PYTHONPATH=str(site))
    assert Path(printed.strip()) == site / "engine" / "kingdom" / "__init__.py"
