"""Tests of ``kbtui/games/castle/learn``."""
