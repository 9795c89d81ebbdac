"""Tests of ``kbtui/games``."""
