"""Tests of ``kbtui/cli``."""
