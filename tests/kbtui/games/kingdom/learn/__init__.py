"""Tests of ``kbtui/games/kingdom/learn``."""
