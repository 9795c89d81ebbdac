"""Bots: programs that choose a move from what one chair may see."""
