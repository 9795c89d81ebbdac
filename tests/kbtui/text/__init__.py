"""Tests of ``kbtui/text``."""
