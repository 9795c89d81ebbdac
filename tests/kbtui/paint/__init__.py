"""Tests of ``kbtui/paint``."""
