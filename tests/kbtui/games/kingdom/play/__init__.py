"""Tests of ``kbtui/games/kingdom/play``."""
