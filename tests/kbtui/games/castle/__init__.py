"""Tests of ``kbtui/games/castle``."""
