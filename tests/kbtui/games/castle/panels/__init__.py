"""Tests of ``kbtui/games/castle/panels``."""
