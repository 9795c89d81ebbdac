"""Online games in plain lines: the waiting room, the game, and a line that comes and goes."""
