"""Tests of ``kbtui/lobby``."""
