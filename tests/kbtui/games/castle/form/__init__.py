"""Tests of ``kbtui/games/castle/form``."""
