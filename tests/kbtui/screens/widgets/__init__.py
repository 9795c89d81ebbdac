"""Tests of ``kbtui/screens/widgets``."""
