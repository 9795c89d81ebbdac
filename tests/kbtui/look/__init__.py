"""Tests of ``kbtui/look``."""
