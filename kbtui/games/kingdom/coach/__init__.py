"""The coach: a hint during the game, and an analysis of the costliest turns afterwards.

The doors are ``asking`` and ``analysis``. It uses the engine's bots and ``words`` of this
game.
"""
