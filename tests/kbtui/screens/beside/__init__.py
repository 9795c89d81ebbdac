"""Tests of ``kbtui/screens/beside``."""
