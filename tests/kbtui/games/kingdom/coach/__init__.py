"""Tests of ``kbtui/games/kingdom/coach``."""
