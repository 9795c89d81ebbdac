"""Tests of ``kbtui/games/kingdom/panels``."""
