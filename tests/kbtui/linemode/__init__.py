"""Tests of ``kbtui/linemode``."""
