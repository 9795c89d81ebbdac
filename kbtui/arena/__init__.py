"""The arena: bots against bots, from the games to play to the results."""
