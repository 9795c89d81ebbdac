"""`python -m tests`: what it runs, what it hands on, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import pytest

from tests import __main__ as runner


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The checks that are run; all of them pass."""
    found: list[list[str]] = []

    def run(check: list[str], said: object = None) -> int:
        found.append(check)
        return 0

    monkeypatch.setattr(runner, "_run", run)
    return found


def test_everything_is_checked_and_arguments_go_to_pytest(
    ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert runner.main(["-k", "canoe"]) == 0
    assert [check[0] for check in ran] == ["ruff", "ruff", "mypy", "pytest"]
    assert ran[-1][-2:] == ["-k", "canoe"]
    assert "not slow" not in ran[-1]
    assert capsys.readouterr().out.endswith("== all checks passed\n")


def test_fast_leaves_out_slow_tests_and_says_so(
    ran: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert runner.main(["--fast", "-x"]) == 0
    tests = next(check for check in ran if check[0] == "pytest")
    assert tests[tests.index("-m") + 1] == "not slow"
    assert tests[-1] == "-x"
    assert "--fast" not in tests
    assert ["mypy"] in ran
    assert "`python -m tests` also runs the slow tests" in capsys.readouterr().out


def test_the_first_check_that_fails_ends_it_with_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = {"ruff": 0, "mypy": 2}
    monkeypatch.setattr(runner, "_run", lambda check: codes[check[0]])
    assert runner.main([]) == 2
    assert capsys.readouterr().out.endswith("== mypy failed (exit code 2)\n")


def test_types_that_are_wrong_are_told_after_the_fast_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(check: list[str], said: IO[bytes] | None = None) -> int:
        if said is not None:
            said.write(b"a type is wrong\n")
        return int(check == ["mypy"])

    monkeypatch.setattr(runner, "_run", run)
    assert runner.main(["--fast"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-3:] == ["== mypy", "a type is wrong", "== mypy failed (exit code 1)"]


@pytest.mark.slow
def test_a_new_checkout_is_compiled_once_before_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "conftest.py").write_text("import test_one\n")
    (tmp_path / "tests" / "test_one.py").write_text("def test() -> None: ...\n")
    monkeypatch.setattr(runner, "ROOT", tmp_path)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    compiled = tmp_path / "tests" / "__pycache__"
    with runner.compiling():
        assert not compiled.exists()
    kept = {path.name: path.stat().st_mtime_ns for path in compiled.iterdir()}
    assert {name.partition(".")[0] for name in kept} == {"conftest", "test_one"}
    with runner.compiling():
        pass
    assert kept == {path.name: path.stat().st_mtime_ns for path in compiled.iterdir()}
