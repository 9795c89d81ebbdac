"""Tests of ``kbtui/games/castle/board``."""
