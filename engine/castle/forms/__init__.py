"""The game as JSON: positions that are read back, and descriptions for other programs."""
