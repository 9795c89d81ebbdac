"""Tests of ``kbtui/games/castle/play``."""
