"""Progress: a bar on a terminal, lines elsewhere, nothing for fast jobs."""

from __future__ import annotations

from io import StringIO

import pytest

from kbtui.play import progress
from kbtui.play.progress import Progress, bar, minutes, text


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_how_far_and_how_long() -> None:
    assert text(100, 400, 50.0) == "100 of 400, 25%, 2:30 left"
    assert text(400, 400, 50.0) == "400 of 400, 100%"
    assert text(0, 400, 50.0) == "0 of 400, 0%"
    assert bar(100, 400, 50.0) == f"[######{'-' * 18}] 100 of 400, 25%, 2:30 left"
    assert [minutes(s) for s in (0, 59.6, 3725)] == ["0:00", "1:00", "1:02:05"]


def test_a_bar_is_painted_over_itself_and_taken_away(clock: list[float]) -> None:
    screen = Screen()
    shown = Progress(10, screen)
    shown.show(0)
    assert screen.getvalue().strip() == "[------------------------] 0 of 10, 0%"  # at once
    screen.seek(0)
    clock[0] += 2
    shown.show(5)
    assert screen.getvalue().startswith("\r[############------------] 5 of 10, 50%, 0:02 left")
    shown.clear()
    assert screen.getvalue().endswith(f"\r{' ' * 78}\r")
    assert "\n" not in screen.getvalue()


def test_elsewhere_there_is_a_line_for_each_tenth(clock: list[float]) -> None:
    paper = StringIO()
    shown = Progress(40, paper)
    shown.show(4)
    assert paper.getvalue() == ""  # not yet a second
    clock[0] += 10
    for done in range(1, 11):
        shown.show(done)
    shown.clear()
    assert paper.getvalue().splitlines() == [
        "4 of 40, 10%, 1:30 left",
        "8 of 40, 20%, 0:40 left",
    ]
