"""The deal of a day: the same everywhere, and never decided at the start."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from calendar import timegm

import pytest

from engine.contract import find
from relay.days import deals
from relay.days.deals import Deal, day_before, deal_of, seconds_left, today

MIDNIGHT = timegm((2026, 11, 17, 0, 0, 0))


def test_the_day_changes_at_midnight_in_utc() -> None:
    assert today(MIDNIGHT - 60) == "2026-11-16"  # 23:59
    assert today(MIDNIGHT - 1) == "2026-11-16"
    assert today(MIDNIGHT) == "2026-11-17"
    assert today(MIDNIGHT + 60) == "2026-11-17"  # 00:01
    assert (seconds_left(MIDNIGHT - 60), seconds_left(MIDNIGHT)) == (60, 86_400)


@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris", "America/New_York", "Pacific/Kiritimati"])
def test_neither_time_zones_nor_summer_time_change_it(
    zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks in Paris go forward at 01:00 UTC on 2026-03-29."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        spring = timegm((2026, 3, 29, 0, 59, 59))
        days = [today(spring + hours * 3600) for hours in range(-1, 25)]
        assert days == ["2026-03-28", *["2026-03-29"] * 24, "2026-03-30"]
        assert seconds_left(spring) == 23 * 3600 + 1
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_day_before() -> None:
    assert day_before("2026-03-01") == "2026-02-28"
    assert day_before("2026-01-01", 2) == "2025-12-30"


@pytest.mark.parametrize("game", deals.games())
def test_a_deal_follows_from_the_date_alone(game: str) -> None:
    code = f"from relay.days.deals import deal_of; print(deal_of({game!r}, '2026-11-16'))"
    env = {**os.environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    asked = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    here = deal_of(game, "2026-11-16")
    assert asked.stdout.strip() == str(here)
    assert here.options["seed"] != deal_of(game, "2026-11-17").options["seed"]
    assert [deal_of(game, day).seat for day in ("2026-11-16", "2026-11-17")] == [0, 1]


@pytest.mark.parametrize("game", deals.games())
def test_a_deal_can_be_played_and_either_seat_wins_it(game: str) -> None:
    deal = deal_of(game, "2026-11-16")
    assert find(game).seats(find(game).new(deal.options)) == 2
    won = [0, 0]
    for number in range(6):
        for seat in deals._winners(game, deal.options, number):
            won[seat] += 1
    assert min(won) >= 2
    assert deal.nodes == find(game).levels[deal.level].nodes


def test_a_deal_that_is_decided_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def winners(game: str, options: dict[str, str], number: int) -> tuple[int, ...]:
        seeds.append(options["seed"])
        return (0,) if options["seed"].endswith(" 0") else (number % 2,)

    monkeypatch.setattr(deals, "_winners", winners)
    deal_of.cache_clear()
    try:
        assert deal_of("kingdom", "2030-01-01").options["seed"].endswith(" 1")
        assert len({*seeds}) == 2
        monkeypatch.setattr(deals, "_winners", lambda *_asked: (0,))
        assert isinstance(deal_of("kingdom", "2030-01-02"), Deal)  # there is always one
    finally:
        deal_of.cache_clear()


@pytest.mark.slow
def test_marshlands_come_at_the_weekend() -> None:
    sets = [deal_of("kingdom", f"2026-11-{day}").options["sets"] for day in (20, 21, 22, 23)]
    assert [len(each) for each in sets] == [1, 2, 2, 1]  # Friday to Monday
