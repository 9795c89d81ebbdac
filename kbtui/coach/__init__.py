"""The coach: a hint during the game, and an analysis of the most costly turns afterwards."""
