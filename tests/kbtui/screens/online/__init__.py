"""Tests of ``kbtui/screens/online``."""
