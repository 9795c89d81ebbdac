"""Tests of ``kbtui/games/kingdom/form``."""
