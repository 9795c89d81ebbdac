"""Tests of ``kbtui/games/kingdom``."""
