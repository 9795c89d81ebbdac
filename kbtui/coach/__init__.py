"""The coach: a hint in the game, and afterwards the turns that cost most."""
