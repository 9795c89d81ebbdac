"""What benchmarks read of the engine's package is where they look for it."""

from __future__ import annotations

from bench.reference import read_quadrants


def test_the_reference_of_the_engine_finds_the_boards_of_the_base_game() -> None:
    assert len(read_quadrants()) == 8
