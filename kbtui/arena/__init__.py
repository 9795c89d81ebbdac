"""Bots against bots: which games are played, by whom, and what follows from them."""
