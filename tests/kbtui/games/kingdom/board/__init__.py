"""Tests of ``kbtui/games/kingdom/board``."""
