"""A sample of ``python -m bench.chaos``: relays and their Valkey are killed while games go on."""

from __future__ import annotations

import pytest

from bench.chaos import run

pytestmark = pytest.mark.slow


async def test_nothing_is_lost_when_relays_and_valkey_are_killed() -> None:
    chaos = await run(kills=2, relays=2, rooms=2, seed=7)
    assert chaos.kills == {"relay": 2, "valkey": 2}
    assert chaos.lost == 0
    assert chaos.finished >= 2
    assert chaos.checked > 0
