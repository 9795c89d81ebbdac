"""When to try to reconnect."""

from __future__ import annotations

from relay.client.events import FINAL, Backoff
from relay.protocol.errors import BYES


def test_the_wait_is_doubled_up_to_its_bound() -> None:
    waits = [Backoff().delay(attempt, luck=0) for attempt in range(8)]
    assert waits == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]


def test_luck_takes_off_at_most_half() -> None:
    assert Backoff().delay(0, luck=1) == 0.1
    assert Backoff().delay(9, luck=0.5) == 3.75


def test_it_never_overflows() -> None:
    assert Backoff().delay(10_000, luck=0) == 5.0


def test_a_restart_is_not_the_end() -> None:
    assert set(BYES) > FINAL
    assert not FINAL & {"stopping", "too-many", "slow", "no-hello", "too-fast"}
