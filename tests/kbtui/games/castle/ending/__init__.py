"""Tests of ``kbtui/games/castle/ending``."""
