"""`python -m tests`: what it runs, what it hands on, and how it ends."""

from __future__ import annotations

import pytest

from tests import __main__ as runner


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The checks that are run; all of them pass."""
    found: list[list[str]] = []

    def run(check: list[str]) -> int:
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
    assert ran[-1][ran[-1].index("-m") + 1] == "not slow"
    assert ran[-1][-1] == "-x"
    assert "--fast" not in ran[-1]
    assert "`python -m tests` also runs the slow tests" in capsys.readouterr().out


def test_the_first_check_that_fails_ends_it_with_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = {"ruff": 0, "mypy": 2}
    monkeypatch.setattr(runner, "_run", lambda check: codes[check[0]])
    assert runner.main([]) == 2
    assert capsys.readouterr().out.endswith("== mypy failed (exit code 2)\n")
