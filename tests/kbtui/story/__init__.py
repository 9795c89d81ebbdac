"""Tests of ``kbtui/story``."""
