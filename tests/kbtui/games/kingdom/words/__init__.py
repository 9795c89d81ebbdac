"""Tests of ``kbtui/games/kingdom/words``."""
