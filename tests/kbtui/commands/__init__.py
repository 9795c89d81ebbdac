"""Tests of ``kbtui/commands``."""
