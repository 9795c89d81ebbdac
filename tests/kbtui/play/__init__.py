"""Tests of ``kbtui/play``."""
