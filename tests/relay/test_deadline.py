"""A deadline says stop when its time has come, or when something else says so."""

from __future__ import annotations

import pytest

from relay import deadline


def test_it_stops_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(deadline, "monotonic", lambda: now[0])
    stop = deadline.within(2.5)
    assert not stop()
    now[0] = 12.4
    assert not stop()
    now[0] = 12.5
    assert stop()


def test_it_stops_as_soon_as_the_other_reason_is_there() -> None:
    is_left = [False]
    stop = deadline.within(1000.0, lambda: is_left[0])
    assert not stop()
    is_left[0] = True
    assert stop()
