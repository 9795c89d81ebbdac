"""Tests of ``kbtui/games/castle/gallery``."""
